"""The agencyinbound function's settings."""

from domains.messages.attachments import Scan
from portal.http import HttpSettings


class AgencyInboundSettings(HttpSettings):
    """Settings from the template.

    Attributes:
        subscriptions_table: the table of the connections.
        transactions_table: the table of the transactions.
        agencies_table: the table of the catalog.
        messages_table: the table of the messages.
        replies_table: the table of the replies.
        applications_table: the table of the applications.
        businesses_table: the table of businesses and their members.
        attachments_bucket: the bucket of files.
        attachment_scan: whether files are released before a malware scan.
    """

    subscriptions_table: str
    transactions_table: str
    agencies_table: str
    messages_table: str
    replies_table: str
    applications_table: str
    businesses_table: str
    attachments_bucket: str
    attachment_scan: Scan
