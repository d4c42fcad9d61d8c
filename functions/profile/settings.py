"""The profile function's settings."""

from domains.assurance.enhanced_authentication import EnhancedAuthenticationSettings
from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class ProfileSettings(HttpSettings, EnhancedAuthenticationSettings):
    """Settings from the template.

    Attributes:
        paging_secret: encrypts page tokens.
        unsubscribe_secret: signs unsubscribe links.
        sending_secret: keys the hashes of destinations; see `SendingLimits`.
    """

    users_table: str
    access_log_table: str
    access_log_bucket: str
    paging_secret: RotatingSecret
    messages_table: str
    deliveries_table: str
    unsubscribe_secret: RotatingSecret
    sending_secret: RotatingSecret
    mail_sender: str
    mail_configuration_set: str
