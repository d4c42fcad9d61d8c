"""The users function's settings."""

from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class UsersSettings(HttpSettings):
    """Settings from the template."""

    users_table: str
    messages_table: str
    sending_secret: RotatingSecret  # keys the hashes of destinations; see `SendingLimits`
    mail_sender: str
    mail_configuration_set: str
