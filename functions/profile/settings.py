"""The profile function's settings."""

from domains.assurance.enhanced_authentication import EnhancedAuthenticationSettings
from portal.http import HttpSettings


class ProfileSettings(HttpSettings, EnhancedAuthenticationSettings):
    """Settings from the template.

    Attributes:
        users_table: the table of the accounts.
        access_log_table: the table of the access log.
        access_log_bucket: the bucket of the published log.
        paging_secret: encrypts page tokens.
        messages_table: the table of the messages.
        deliveries_table: the table of deliveries and unusable addresses.
        unsubscribe_secret: signs unsubscribe links.
        mail_sender: the sender of e-mail.
    """

    users_table: str
    access_log_table: str
    access_log_bucket: str
    paging_secret: str
    messages_table: str
    deliveries_table: str
    unsubscribe_secret: str
    mail_sender: str
