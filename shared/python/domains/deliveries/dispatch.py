"""A delivery with all that the notifier has to know of it, and the steps that it takes.

Every step makes a new revision, and `domains.deliveries.deliveries_table` keeps a revision only on top of the
one before: of two that take a step at once, one is refused. So a message is claimed by one sender alone.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from domains.accounts.account import Channel
from domains.deliveries.delivery import Delivery, DeliveryState, DeliveryStep, Reason
from portal.language import Language

Outcome = Literal["delivered", "bounced", "complained"]

ANSWERS_WITHIN = timedelta(minutes=5)
"""Longer than a function runs: a claim without an outcome by then belongs to one that was ended."""
PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(minutes=60))
MAX_TRIES = len(PAUSES) + 1

# A later report of the network never undoes a worse one: a late `delivered` does not undo a bounce.
# Only one for now says less: SES tells automatic replies like that, too.
_FOR_NOW = 1
_RANKS: dict[DeliveryState, int] = {"accepted": 0, "delivered": 2, "bounced": 3, "complained": 4}


@dataclass(frozen=True, slots=True)
class Recipient:
    """A person who was written to at an address.

    Attributes:
        sent_to: the address, masked.
        language: the person's, when that was.
    """

    user_id: str
    sent_to: str
    language: Language


@dataclass(frozen=True, slots=True)
class DispatchKey:
    """Key of a dispatch."""

    user_id: str
    message_id: str
    channel: Channel


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A delivery on its way.

    Attributes:
        address: partition of the address, see `address_key`; empty where there is none.
        revision: 1 for a new one.
        tries: how often it was claimed.
        due_at: when the notifier has to look at it again, None when nothing is left to do.
        is_digest: whether it goes into the daily e-mail.
        provider_id: by what the network calls the e-mail or text message; until it was accepted, by what the
            claim calls it. All of a digest have the same.
    """

    delivery: Delivery
    address: str = ""
    revision: int = 1
    tries: int = 0
    due_at: datetime | None = None
    is_digest: bool = False
    provider_id: str | None = None

    @property
    def key(self) -> DispatchKey:
        """Key of this dispatch."""
        return DispatchKey(self.delivery.user_id, self.delivery.message_id, self.delivery.channel)

    def waiting(self, reason: Reason, now: datetime, due_at: datetime, *, is_digest: bool) -> "Dispatch":
        """Return the dispatch to be sent later, alone or with the digest."""
        return replace(self._make_next("waiting", now, reason), due_at=due_at, is_digest=is_digest)

    def not_sent(self, reason: Reason, now: datetime) -> "Dispatch":
        """Will not be sent, and nothing is wrong with that."""
        return replace(self._make_next("notSent", now, reason), due_at=None)

    def claimed(self, now: datetime, address: str, sent_to: str, claim_id: str) -> "Dispatch":
        """About to be sent by whoever saves this.

        Args:
            address: see its docstring.
            sent_to: the address, masked.
            claim_id: goes with what is sent, so that it is known when the answer is lost.
        """
        following = self._make_next("sending", now)
        return replace(
            following,
            delivery=replace(following.delivery, sent_to=sent_to),
            address=address,
            tries=self.tries + 1,
            due_at=now + ANSWERS_WITHIN,
            provider_id=claim_id,
        )

    def accepted(self, provider_id: str, now: datetime) -> "Dispatch":
        """Return the network took it."""
        return replace(self._make_next("accepted", now), provider_id=provider_id, due_at=None)

    def settled(self, provider_id: str, at: datetime) -> "Dispatch | None":
        """Return the network took it, as it told of itself: its answer was lost, or is still on its way.

        Returns:
            None when that is known already, or it was certainly not sent.
        """
        if self.delivery.state not in ("sending", "unknown"):
            return None
        steps = tuple(step for step in self.delivery.steps if step.state != "unknown")
        known = replace(self, delivery=replace(self.delivery, steps=steps))
        return known.accepted(provider_id, at)

    def unknown(self, now: datetime) -> "Dispatch":
        """Record that the sending is unknown, so that it is not repeated."""
        return replace(self._make_next("unknown", now, "noAnswer"), due_at=None)

    def failed(self, reason: Reason, now: datetime) -> "Dispatch":
        """Was not sent, and will not be without somebody's doing."""
        return replace(self._make_next("failed", now, reason), due_at=None)

    def mark_tried_in_vain(self, now: datetime, *, is_final: bool) -> "Dispatch":
        """Certainly not sent: to be tried again after a growing pause, or failed.

        Args:
            is_final: whether it would be refused again.
        """
        if is_final:
            return self.failed("refused", now)
        if self.tries >= MAX_TRIES:
            return self.failed("tryAgain", now)
        return self.waiting("tryAgain", now, now + PAUSES[self.tries - 1], is_digest=self.is_digest)

    def revive(self, now: datetime) -> "Dispatch":
        """Return a failed one that is to be tried again at once, from the start."""
        due_at = now.replace(microsecond=0)
        return replace(self.waiting("tryAgain", now, due_at, is_digest=False), tries=0)

    def reported(self, outcome: Outcome, at: datetime, *, is_for_now: bool = False) -> "Dispatch | None":
        """Record a report of the network on an accepted one, whatever the order of the reports.

        Args:
            is_for_now: whether it is a bounce after which another e-mail may arrive; it counts as long as
                nothing else is known.

        Returns:
            None when that is known already.
        """
        step = DeliveryStep(outcome, at, "tryAgain" if is_for_now else None)
        rank = _rank(step)
        known = [_rank(each) for each in self.delivery.steps]
        if rank in known or (is_for_now and max(known) > rank):
            return None
        lasting = [each for each in self.delivery.steps if _rank(each) != _FOR_NOW]
        before = [each for each in lasting if _rank(each) < rank]
        after = [each for each in lasting if _rank(each) > rank]
        reported = (*before, step, *after)
        return replace(self, delivery=replace(self.delivery, steps=reported), revision=self.revision + 1)

    def _make_next(self, state: DeliveryState, at: datetime, reason: Reason | None = None) -> "Dispatch":
        steps = self.delivery.steps
        if not steps:
            return replace(self, delivery=replace(self.delivery, steps=(DeliveryStep(state, at, reason),)))
        if (steps[-1].state, steps[-1].reason) != (state, reason):
            steps = (*steps, DeliveryStep(state, at, reason))
        return replace(self, delivery=replace(self.delivery, steps=steps), revision=self.revision + 1)


def make_dispatch(key: DispatchKey, sent_to: str) -> Dispatch:
    """Return a dispatch that has taken no step yet; its first one makes revision 1.

    Args:
        sent_to: the address, masked; empty where there is none.
    """
    return Dispatch(Delivery(key.user_id, key.message_id, key.channel, sent_to, ()))


def _rank(step: DeliveryStep) -> int:
    is_for_now = (step.state, step.reason) == ("bounced", "tryAgain")
    return _FOR_NOW if is_for_now else _RANKS.get(step.state, -1)
