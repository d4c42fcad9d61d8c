"""The messages function's settings."""

from domains.messages.attachments import Scan
from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class MessagesSettings(HttpSettings):
    """Settings from the template.

    Attributes:
        attachment_scan: `required` releases files only after a clean malware scan.
        paging_secret: encrypts page tokens.
    """

    users_table: str
    messages_table: str
    deliveries_table: str
    attachments_bucket: str
    attachment_scan: Scan
    paging_secret: RotatingSecret
