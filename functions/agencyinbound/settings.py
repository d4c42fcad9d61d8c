"""The agencyinbound function's settings."""

from portal.http import HttpSettings


class AgencyInboundSettings(HttpSettings):
    """Each comes from the template.

    Attributes:
        subscriptions_table: the table of the connections.
        transactions_table: the table of the transactions.
        agencies_table: the table of the catalogue.
        messages_table: the table of the messages.
        attachments_bucket: where files of messages are kept.
    """

    subscriptions_table: str
    transactions_table: str
    agencies_table: str
    messages_table: str
    attachments_bucket: str
