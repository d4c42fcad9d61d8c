"""The users function's settings."""

from portal.http import HttpSettings


class UsersSettings(HttpSettings):
    """Settings from the template."""

    users_table: str
    messages_table: str
    mail_sender: str
