"""The notifier function's settings."""

from pydantic import BaseModel

from portal.secrets import RotatingSecret


class NotifierSettings(BaseModel):
    """Settings from the template.

    Attributes:
        mail_configuration_set: the SES configuration set, which publishes events.
        portal_origin: the portal's origin, without a trailing slash.
        unsubscribe_secret: signs the unsubscribe links.
        failures_queue_url: the queue of failed deliveries.
    """

    messages_table: str
    deliveries_table: str
    users_table: str
    mail_sender: str
    mail_configuration_set: str
    portal_origin: str
    unsubscribe_secret: RotatingSecret
    failures_queue_url: str
