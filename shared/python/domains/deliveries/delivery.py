"""The delivery record of a message: its announcements outside the portal and their results.

Storage: `domains.deliveries.deliveries_table`.
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
    """A step of a delivery."""

    state: DeliveryState
    at: datetime
    # Reason for waiting, not sending, or failing; `tryAgain` for a temporary bounce; None if the state needs
    # none.
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class NoticeDelivery:
    """The announcement of a message by one channel."""

    user_id: str
    message_id: str
    channel: Channel
    sent_to: str  # masked address; empty without one
    steps: tuple[DeliveryStep, ...]  # steps, oldest first; the last one is the current state

    @property
    def state(self) -> DeliveryState:
        return self.steps[-1].state


@dataclass(frozen=True, slots=True)
class AddressStatus:
    """State of an address, as reported by the networks or its owner."""

    state: AddressState
    at: datetime  # start of the state

    def is_usable(self, verified_at: datetime | None) -> bool:
        """Tell if the address can be used.

        Args:
            verified_at: time of the person's last verification of the address. It overrides an earlier bounce
                or complaint, and never a stop by the person.
        """
        if self.state == "usable":
            return True
        return self.state != "stopped" and verified_at is not None and verified_at > self.at


def make_address_key(channel: Channel, address: str) -> str:
    """Return the partition key of an address, which hides an address from a glance at the table.

    It is not keyed: anyone who can read the table can find a number by trying them all.

    Args:
        address: an email address in lower case, or a number in E.164 form.
    """
    return f"address#{derive_id(channel, address.lower())}"
