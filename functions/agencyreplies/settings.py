"""The agency replies function's settings."""

from domains.agencies.network import Network
from portal.http import HttpSettings


class AgencyRepliesSettings(HttpSettings):
    """Settings from the template."""

    users_table: str
    messages_table: str
    replies_table: str
    subscriptions_table: str
    agencies_table: str
    attachments_bucket: str
    agency_network: Network  # see `NetworkRules`
    agency_hosts: str  # see `NetworkRules`
    agency_credentials_prefix: str  # prefix of the parameters with the secrets that sign calls to agencies
