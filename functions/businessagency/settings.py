"""The businessagency function's settings."""

from domains.agencies.network import Network
from portal.http import HttpSettings


class BusinessAgencySettings(HttpSettings):
    """Settings from the template."""

    agency_accounts_table: str
    agencies_table: str
    users_table: str
    agency_network: Network  # see `NetworkRules`
    agency_hosts: str  # see `NetworkRules`
    agency_credentials_prefix: str  # prefix of the parameters with the secrets that sign calls to agencies
