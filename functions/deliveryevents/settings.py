"""The deliveryevents function's settings."""

from pydantic import BaseModel


class DeliveryEventsSettings(BaseModel):
    """Each comes from the template.

    Attributes:
        deliveries_table: the table of what became of messages.
        messages_table: the table of the messages.
        users_table: the table of the accounts.
    """

    deliveries_table: str
    messages_table: str
    users_table: str
