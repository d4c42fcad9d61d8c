"""The businessagency function's settings."""

from domains.agencies.network import Network
from portal.http import HttpSettings


class BusinessAgencySettings(HttpSettings):
    """Settings from the template.

    Attributes:
        agency_network: see `NetworkRules`.
        agency_hosts: see `NetworkRules`.
        agency_credentials_prefix: prefix of the parameters with the secrets that sign calls to agencies.
    """

    agency_accounts_table: str
    agencies_table: str
    users_table: str
    agency_network: Network
    agency_hosts: str
    agency_credentials_prefix: str
