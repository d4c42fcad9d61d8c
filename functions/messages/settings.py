"""The messages function's settings."""

from domains.messages.attachments import AttachmentSettings
from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class MessagesSettings(HttpSettings, AttachmentSettings):
    """Settings from the template."""

    users_table: str
    messages_table: str
    deliveries_table: str
    paging_secret: RotatingSecret  # encrypts page tokens
