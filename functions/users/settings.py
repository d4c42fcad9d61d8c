"""The users function's settings."""

from portal.http import HttpSettings


class UsersSettings(HttpSettings):
    """Each comes from the template.

    Attributes:
        users_table: the table of the accounts.
        messages_table: the table of the messages.
        mail_sender: the address that e-mail comes from.
    """

    users_table: str
    messages_table: str
    mail_sender: str
