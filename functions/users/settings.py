"""The users function's settings."""

from portal.http import HttpSettings
from portal.mail import MailSettings
from portal.secrets import RotatingSecret


class UsersSettings(HttpSettings, MailSettings):
    """Settings from the template."""

    users_table: str
    messages_table: str
    sending_secret: RotatingSecret  # keys the hashes of destinations; see `SendingLimits`
