"""The maintenance function's settings."""

from domains.agencies.settings import AgencySettings


class MaintenanceSettings(AgencySettings):
    """Settings from the template."""

    subscriptions_table: str
    applications_table: str
    messages_table: str
    replies_table: str
    attachments_bucket: str
