"""The subscriptions function's settings."""

from domains.agencies.network import Network
from domains.assurance.enhanced_authentication import EnhancedAuthenticationSettings
from portal.http import HttpSettings


class SubscriptionsSettings(HttpSettings, EnhancedAuthenticationSettings):
    """Settings from the template."""

    subscriptions_table: str
    agencies_table: str
    users_table: str
    messages_table: str
    agency_network: Network  # see `NetworkRules`
    agency_hosts: str  # see `NetworkRules`
    agency_credentials_prefix: str  # prefix of the parameters with the secrets that sign calls to agencies
