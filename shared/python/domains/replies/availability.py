"""The rule for which messages a person can reply to."""

from domains.agencies.subscriptions import Identity
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.messages.message import Message


def find_replying_identity(message: Message, subscriptions: SubscriptionsTable) -> Identity | None:
    """Return the connected record that a reply to a message is about.

    Returns:
        None where the agency took no replies to such messages when it sent this one, where the record is not
        connected any more, and for a message in the bin.
    """
    origin = message.origin
    if origin is None or not origin.accepts_replies or message.deleted_at is not None:
        return None
    subscription = subscriptions.read_subscription(message.user_id, origin.service_id)
    identity = subscription.identities.get(origin.identity_id) if subscription else None
    return identity if identity and identity.status == "connected" else None
