"""The applications function's settings."""

from domains.agencies.network import Network
from domains.messages.attachments import Scan
from portal.http import HttpSettings


class ApplicationsSettings(HttpSettings):
    """Settings from the template."""

    users_table: str
    applications_table: str
    businesses_table: str
    agencies_table: str
    attachments_bucket: str
    attachment_scan: Scan  # true if files are released before a malware scan
    agency_network: Network  # see `NetworkRules`
    agency_hosts: str  # see `NetworkRules`
    agency_credentials_prefix: str  # prefix of the parameters with the secrets that sign calls to agencies
    names_snapshot: str  # the snapshot's file, relative to the folder of the functions
    reservations_table: str
