"""The deliveryevents function's settings."""

from pydantic import BaseModel


class DeliveryEventsSettings(BaseModel):
    """Settings from the template."""

    deliveries_table: str
    messages_table: str
    users_table: str
