"""The applications function's settings."""

from domains.agencies.network import Network
from domains.messages.attachments import Scan
from portal.http import HttpSettings


class ApplicationsSettings(HttpSettings):
    """Settings from the template.

    Attributes:
        attachment_scan: whether files are released before a malware scan.
        agency_network: see `NetworkRules`.
        agency_hosts: see `NetworkRules`.
        agency_credentials_prefix: prefix of the parameters with the secrets that sign calls to agencies.
        names_snapshot: the snapshot's file, relative to the folder of the functions.
    """

    users_table: str
    applications_table: str
    businesses_table: str
    agencies_table: str
    attachments_bucket: str
    attachment_scan: Scan
    agency_network: Network
    agency_hosts: str
    agency_credentials_prefix: str
    names_snapshot: str
    reservations_table: str
