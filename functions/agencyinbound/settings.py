"""The agencyinbound function's settings."""

from portal.http import HttpSettings


class AgencyInboundSettings(HttpSettings):
    """Each comes from the template.

    Attributes:
        subscriptions_table: the table of the connections.
        transactions_table: the table of the transactions.
        agencies_table: the table of the catalogue.
    """

    subscriptions_table: str
    transactions_table: str
    agencies_table: str
