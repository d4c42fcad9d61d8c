"""The transactions function's settings."""

from portal.http import HttpSettings


class TransactionsSettings(HttpSettings):
    """Each comes from the template.

    Attributes:
        transactions_table: the table of the transactions.
        agencies_table: the table of the catalogue.
        paging_secret: what page tokens are encrypted with.
    """

    transactions_table: str
    agencies_table: str
    paging_secret: str
