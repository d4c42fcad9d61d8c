"""The maintenance function's settings."""

from pydantic import BaseModel

from domains.agencies.network import Network


class MaintenanceSettings(BaseModel):
    """Settings from the template.

    Attributes:
        agency_network: see `NetworkRules`.
        agency_hosts: see `NetworkRules`.
        agency_credentials_prefix: prefix of the parameters with the secrets that sign calls to agencies.
    """

    subscriptions_table: str
    applications_table: str
    agencies_table: str
    messages_table: str
    replies_table: str
    attachments_bucket: str
    agency_network: Network
    agency_hosts: str
    agency_credentials_prefix: str
