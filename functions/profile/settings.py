"""The profile function's settings."""

from domains.assurance.enhanced_authentication import EnhancedAuthenticationSettings
from portal.http import HttpSettings


class ProfileSettings(HttpSettings, EnhancedAuthenticationSettings):
    """Each comes from the template.

    Attributes:
        users_table: the table of the accounts.
        access_log_table: the table of the access log.
        access_log_bucket: where the log is published with its seals.
        paging_secret: encrypts the tokens for the next page.
        messages_table: the table of the messages.
        deliveries_table: the table of the deliveries, which knows the addresses that cannot be used.
        unsubscribe_secret: what unsubscribe links are signed with.
        mail_sender: the address that e-mail comes from.
    """

    users_table: str
    access_log_table: str
    access_log_bucket: str
    paging_secret: str
    messages_table: str
    deliveries_table: str
    unsubscribe_secret: str
    mail_sender: str
