"""The agency replies function's settings."""

from domains.agencies.settings import AgencySettings
from portal.http import HttpSettings


class AgencyRepliesSettings(HttpSettings, AgencySettings):
    """Settings from the template."""

    users_table: str
    messages_table: str
    replies_table: str
    subscriptions_table: str
    attachments_bucket: str
