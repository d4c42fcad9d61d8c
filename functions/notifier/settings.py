"""The notifier function's settings."""

from portal.mail import MailSettings
from portal.secrets import RotatingSecret


class NotifierSettings(MailSettings):
    """Settings from the template."""

    messages_table: str
    deliveries_table: str
    users_table: str
    portal_origin: str  # the portal's origin, without a trailing slash
    unsubscribe_secret: RotatingSecret  # signs the unsubscribe links
    failures_queue_url: str  # the queue of failed deliveries
