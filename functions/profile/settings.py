"""The profile function's settings."""

from domains.assurance.enhanced_authentication import EnhancedAuthenticationSettings
from portal.http import HttpSettings
from portal.mail import MailSettings
from portal.secrets import RotatingSecret


class ProfileSettings(HttpSettings, EnhancedAuthenticationSettings, MailSettings):
    """Settings from the template."""

    users_table: str
    access_log_table: str
    subscriptions_table: str
    businesses_table: str
    access_log_bucket: str
    paging_secret: RotatingSecret  # encrypts page tokens
    messages_table: str
    deliveries_table: str
    unsubscribe_secret: RotatingSecret  # signs unsubscribe links
    sending_secret: RotatingSecret  # keys the hashes of destinations; see `SendingLimits`
