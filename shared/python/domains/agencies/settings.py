"""Settings of the client of agencies."""

from pydantic import BaseModel

from domains.agencies.network import Network


class AgencySettings(BaseModel):
    """Settings of every function that calls agencies."""

    agencies_table: str
    agency_network: Network  # see `NetworkRules`
    agency_hosts: str  # see `NetworkRules`
    agency_credentials_prefix: str  # prefix of the parameters with the secrets that sign calls to agencies
