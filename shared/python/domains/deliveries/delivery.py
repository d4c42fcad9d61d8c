"""The delivery record: how a message was announced outside the portal, and what became of that.

How it is kept is in `domains.deliveries.deliveries_table`.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from domains.accounts.account import Channel
from portal.types import derive_id

DeliveryState = Literal[
    "waiting", "sending", "accepted", "delivered", "bounced", "complained", "failed", "unknown", "notSent"
]
Reason = Literal[
    "quietHours",
    "dailyDigest",
    "tryAgain",
    "preferences",
    "noAddress",
    "unverified",
    "stopped",
    "bounced",
    "complained",
    "alreadyRead",
    "noAnswer",
    "refused",
]
AddressState = Literal["usable", "bounced", "complained", "stopped"]

NEVER = datetime.min.replace(tzinfo=UTC)
"""Start of the usable state of an address without any event."""


@dataclass(frozen=True, slots=True)
class DeliveryStep:
    """Something that happened to a delivery.

    Attributes:
        reason: why it waits, was not sent or failed; `tryAgain` of one that bounced for now; None where the
            state says all.
    """

    state: DeliveryState
    at: datetime
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message on its way by one channel.

    Attributes:
        sent_to: the address, masked; empty where there is none.
        steps: oldest first; the last one is how it is now.
    """

    user_id: str
    message_id: str
    channel: Channel
    sent_to: str
    steps: tuple[DeliveryStep, ...]

    @property
    def state(self) -> DeliveryState:
        """Current state."""
        return self.steps[-1].state


@dataclass(frozen=True, slots=True)
class AddressStatus:
    """State of an address, as the mail and telephone networks and its owner said.

    Attributes:
        at: since when.
    """

    state: AddressState
    at: datetime

    def is_usable(self, verified_at: datetime | None) -> bool:
        """Tell if something can be sent there.

        Args:
            verified_at: when the person proved last to receive what is sent there. That lifts an earlier
                bounce or complaint; what the person stopped, only the person starts again.
        """
        if self.state == "usable":
            return True
        return self.state != "stopped" and verified_at is not None and verified_at > self.at


def make_address_key(channel: Channel, address: str) -> str:
    """Return the partition of an address: the address itself is in no key.

    Args:
        address: an e-mail address in lower case, or a number in E.164 form.
    """
    return f"address#{derive_id(channel, address.lower())}"
