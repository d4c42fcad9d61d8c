"""The agencyinbound function's settings."""

from domains.messages.attachments import AttachmentSettings
from portal.http import HttpSettings


class AgencyInboundSettings(HttpSettings, AttachmentSettings):
    """Settings from the template."""

    subscriptions_table: str
    transactions_table: str
    agencies_table: str
    messages_table: str
    replies_table: str
    applications_table: str
    businesses_table: str
    reservations_table: str
