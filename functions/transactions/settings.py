"""The transactions function's settings."""

from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class TransactionsSettings(HttpSettings):
    """Settings from the template."""

    users_table: str
    transactions_table: str
    agencies_table: str
    paging_secret: RotatingSecret  # encrypts page tokens
