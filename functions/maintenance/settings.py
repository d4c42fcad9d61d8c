"""The maintenance function's settings."""

from pydantic import BaseModel

from domains.agencies.network import Network


class MaintenanceSettings(BaseModel):
    """Settings from the template."""

    subscriptions_table: str
    applications_table: str
    agencies_table: str
    messages_table: str
    replies_table: str
    attachments_bucket: str
    agency_network: Network  # see `NetworkRules`
    agency_hosts: str  # see `NetworkRules`
    agency_credentials_prefix: str  # prefix of the parameters with the secrets that sign calls to agencies
