"""A dispatch: a delivery with the notifier's data, and its steps.

Each step makes a new revision, and `domains.deliveries.deliveries_table` stores it only in place of the
previous one. So of concurrent steps all but one are refused, and only one sender can claim a message.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from domains.accounts.account import Channel
from domains.deliveries.delivery import DeliveryState, DeliveryStep, NoticeDelivery, Reason
from portal.language import Language

Outcome = Literal["delivered", "bounced", "complained"]

ANSWERS_WITHIN = timedelta(minutes=5)
"""Longer than a function runs: a claim without an outcome by then belongs to one that was ended."""
PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(minutes=60))
MAX_TRIES = len(PAUSES) + 1

# Ranks of reports: a later report never replaces a worse one, such as a bounce by a late `delivered`. A
# temporary bounce ranks lowest, because SES also reports automatic replies as such.
_FOR_NOW = 1
_RANKS: dict[DeliveryState, int] = {"accepted": 0, "delivered": 2, "bounced": 3, "complained": 4}


@dataclass(frozen=True, slots=True)
class Recipient:
    """A recipient at an address."""

    user_id: str
    sent_to: str  # masked address
    language: Language  # the person's language at that time


@dataclass(frozen=True, slots=True)
class DispatchKey:
    """Key of a dispatch."""

    user_id: str
    message_id: str
    channel: Channel


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A delivery and the state of its sending."""

    delivery: NoticeDelivery
    address: str = ""  # partition key of the address, see `make_address_key`; empty without one
    revision: int = 1  # 1 for a new one
    tries: int = 0  # number of claims
    due_at: datetime | None = None  # time of the next processing; None if done
    is_digest: bool = False  # true if it is part of the daily email
    # The network's id of the email or text message; until it is accepted, the id of the claim. All deliveries
    # of a digest share it.
    provider_id: str | None = None

    @property
    def key(self) -> DispatchKey:
        return DispatchKey(self.delivery.user_id, self.delivery.message_id, self.delivery.channel)

    def mark_waiting(self, reason: Reason, now: datetime, due_at: datetime, *, is_digest: bool) -> "Dispatch":
        """Return the dispatch waiting to be sent later, alone or in the digest."""
        return replace(self._make_next("waiting", now, reason), due_at=due_at, is_digest=is_digest)

    def mark_not_sent(self, reason: Reason, now: datetime) -> "Dispatch":
        """Return the dispatch as deliberately not sent."""
        return replace(self._make_next("notSent", now, reason), due_at=None)

    def mark_claimed(self, now: datetime, address: str, sent_to: str, claim_id: str) -> "Dispatch":
        """Return the dispatch claimed for sending; saving it makes the claim.

        Args:
            address: partition key of the address.
            sent_to: masked address.
            claim_id: id sent with the message, to recognize it if the answer is lost.
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

    def mark_accepted(self, provider_id: str, now: datetime) -> "Dispatch":
        """Return the dispatch as accepted by the network."""
        return replace(self._make_next("accepted", now), provider_id=provider_id, due_at=None)

    def mark_settled(self, provider_id: str, at: datetime) -> "Dispatch | None":
        """Return the dispatch as accepted by an event of the network, whose answer was lost or is late.

        Returns:
            None if that is known, or if it was certainly not sent.
        """
        if self.delivery.state not in ("sending", "unknown"):
            return None
        steps = tuple(step for step in self.delivery.steps if step.state != "unknown")
        dispatch = replace(self, delivery=replace(self.delivery, steps=steps))
        return dispatch.mark_accepted(provider_id, at)

    def mark_unknown(self, now: datetime) -> "Dispatch":
        """Return the dispatch with an unknown outcome, which prevents retries."""
        return replace(self._make_next("unknown", now, "noAnswer"), due_at=None)

    def mark_failed(self, reason: Reason, now: datetime) -> "Dispatch":
        """Return the dispatch as failed; only a manual replay can send it."""
        return replace(self._make_next("failed", now, reason), due_at=None)

    def mark_try_failed(self, now: datetime, *, is_final: bool) -> "Dispatch":
        """Return the dispatch after a failed try: waiting for a retry after a growing pause, or failed.

        Args:
            is_final: whether retries are pointless.
        """
        if is_final:
            return self.mark_failed("refused", now)
        if self.tries >= MAX_TRIES:
            return self.mark_failed("tryAgain", now)
        return self.mark_waiting("tryAgain", now, now + PAUSES[self.tries - 1], is_digest=self.is_digest)

    def revive(self, now: datetime) -> "Dispatch":
        """Return a failed dispatch for an immediate retry, with no tries counted."""
        due_at = now.replace(microsecond=0)
        return replace(self.mark_waiting("tryAgain", now, due_at, is_digest=False), tries=0)

    def mark_reported(self, outcome: Outcome, at: datetime, *, is_for_now: bool = False) -> "Dispatch | None":
        """Return an accepted dispatch after a report of the network; reports may be out of order.

        Args:
            is_for_now: whether it is a temporary bounce, which any other report overrides.

        Returns:
            None if the report changes nothing.
        """
        step = DeliveryStep(outcome, at, "tryAgain" if is_for_now else None)
        rank = _get_rank(step)
        ranks = [_get_rank(each) for each in self.delivery.steps]
        if rank in ranks or (is_for_now and max(ranks) > rank):
            return None
        lasting = [each for each in self.delivery.steps if _get_rank(each) != _FOR_NOW]
        before = [each for each in lasting if _get_rank(each) < rank]
        after = [each for each in lasting if _get_rank(each) > rank]
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
    """Return a dispatch without steps; its first step makes revision 1.

    Args:
        sent_to: the address, masked; empty without one.
    """
    return Dispatch(NoticeDelivery(key.user_id, key.message_id, key.channel, sent_to, ()))


def _get_rank(step: DeliveryStep) -> int:
    is_for_now = (step.state, step.reason) == ("bounced", "tryAgain")
    return _FOR_NOW if is_for_now else _RANKS.get(step.state, -1)
