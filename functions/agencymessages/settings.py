"""The agency messages function's settings."""

from domains.messages.attachments import Scan
from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class AgencyMessagesSettings(HttpSettings):
    """Settings from the template."""

    users_table: str
    messages_table: str
    deliveries_table: str
    attachments_bucket: str
    attachment_scan: Scan  # `required` releases files only after a clean malware scan
    replies_table: str
    subscriptions_table: str
    paging_secret: RotatingSecret  # encrypts page tokens
