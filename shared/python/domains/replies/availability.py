"""Rule for messages that a person can reply to."""

from domains.agencies.subscriptions import Identity
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.messages.message import InboxMessage


def find_replying_identity(message: InboxMessage, subscriptions: SubscriptionsTable) -> Identity | None:
    """Return the connected record for a reply to a message.

    Returns:
        None if the message did not accept replies when sent or is in the bin, or if the record is no longer
        connected.
    """
    origin = message.origin
    if origin is None or not origin.accepts_replies or message.deleted_at is not None:
        return None
    subscription = subscriptions.read_subscription(message.user_id, origin.service_id)
    identity = subscription.identities.get(origin.identity_id) if subscription else None
    return identity if identity and identity.status == "connected" else None
