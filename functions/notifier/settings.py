"""The notifier function's settings."""

from pydantic import BaseModel

from portal.secrets import RotatingSecret


class NotifierSettings(BaseModel):
    """Settings from the template."""

    messages_table: str
    deliveries_table: str
    users_table: str
    mail_sender: str
    mail_configuration_set: str  # the SES configuration set, which publishes events
    portal_origin: str  # the portal's origin, without a trailing slash
    unsubscribe_secret: RotatingSecret  # signs the unsubscribe links
    failures_queue_url: str  # the queue of failed deliveries
