"""The subscriptions function's settings."""

from domains.agencies.settings import AgencySettings
from domains.assurance.enhanced_authentication import EnhancedAuthenticationSettings
from portal.http import HttpSettings


class SubscriptionsSettings(HttpSettings, EnhancedAuthenticationSettings, AgencySettings):
    """Settings from the template."""

    subscriptions_table: str
    users_table: str
    messages_table: str
