"""The users function's settings."""

from portal.http import HttpSettings


class UsersSettings(HttpSettings):
    """Settings from the template.

    Attributes:
        users_table: the table of the accounts.
        messages_table: the table of the messages.
        mail_sender: the sender of e-mail.
    """

    users_table: str
    messages_table: str
    mail_sender: str
