"""The agency messages function's settings."""

from domains.messages.attachments import Scan
from portal.http import HttpSettings


class AgencyMessagesSettings(HttpSettings):
    """Each comes from the template.

    Attributes:
        users_table: the table of the accounts.
        messages_table: the table of the messages.
        deliveries_table: the table of the delivery records.
        attachments_bucket: the bucket of the messages' files.
        attachment_scan: `required` gives out files only after they were found harmless.
        replies_table: the table of the replies.
        subscriptions_table: the table of the connections.
        paging_secret: what page tokens are encrypted with.
    """

    users_table: str
    messages_table: str
    deliveries_table: str
    attachments_bucket: str
    attachment_scan: Scan
    replies_table: str
    subscriptions_table: str
    paging_secret: str
