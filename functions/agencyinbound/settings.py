"""The agencyinbound function's settings."""

from domains.messages.attachments import Scan
from portal.http import HttpSettings


class AgencyInboundSettings(HttpSettings):
    """Settings from the template."""

    subscriptions_table: str
    transactions_table: str
    agencies_table: str
    messages_table: str
    replies_table: str
    applications_table: str
    businesses_table: str
    reservations_table: str
    attachments_bucket: str
    attachment_scan: Scan  # true if files are released before a malware scan
