"""The deliveryevents function's settings."""

from pydantic import BaseModel


class DeliveryEventsSettings(BaseModel):
    """Settings from the template.

    Attributes:
        deliveries_table: the table of the deliveries.
        messages_table: the table of the messages.
        users_table: the table of the accounts.
    """

    deliveries_table: str
    messages_table: str
    users_table: str
