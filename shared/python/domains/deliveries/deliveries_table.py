"""The deliveries table: deliveries of messages, and the state of addresses.

A person's partition holds `MESSAGE#CHANNEL` for each delivery and `digest#DATE` for each daily email. The
partition of an address (`domains.deliveries.delivery.make_address_key`) holds `status`, `user#USER` for each
recipient there, and `reply#ID` for each answered text message from there, or `reply#help#LANGUAGE#HOUR` and
`reply#unclear#DATE` if its answer has a limit.

Waiting and claimed deliveries are in the sparse index `due`, spread over `SHARDS` keys.
"""

import math
import uuid
import zlib
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any, cast

from domains.accounts.account import CHANNELS, Channel
from domains.deliveries.delivery import NEVER, AddressStatus, NoticeDelivery, make_address_key
from domains.deliveries.dispatch import Dispatch, DispatchKey, Recipient
from portal.items import Item, JsonSchema, PlainSchema, format_moment, from_seconds, to_seconds
from portal.tables import Attr, Table, Write

KEPT = timedelta(days=365)
SHARDS = 8

_PAGE_SIZE = 100
_STATUS = "status"
_USER = "user#"
_REPLY = "reply#"


def _get_dispatch_attributes(dispatch: Dispatch) -> Mapping[str, Any]:
    key, due_at = dispatch.key, dispatch.due_at
    return {
        "owner": key.user_id,
        "item": _make_item_key(key),
        "due_in": _make_due_shard(zlib.crc32(key.user_id.encode()) % SHARDS) if due_at else None,
        "due_at": math.ceil(due_at.timestamp()) if due_at else None,
        "is_digest": dispatch.is_digest,
        "provider_id": dispatch.provider_id,
    }


_KEYS = ("owner", "item")
# Each item also has `writer`, unique for each write, to recognize a write whose reply was lost.
_DISPATCHES = JsonSchema(Dispatch, _KEYS, _get_dispatch_attributes, has_revision=True)
# The state of an address never expires.
_STATUSES = JsonSchema(AddressStatus, _KEYS, lambda status: {"item": _STATUS, "at": format_moment(status.at)})
_RECIPIENTS = JsonSchema(Recipient, _KEYS, lambda recipient: {"item": f"{_USER}{recipient.user_id}"})


class DeliveriesTable:
    """Reads and changes deliveries, daily emails, and the state of addresses."""

    def __init__(self, table_name: str) -> None:
        self._dispatches = Table(table_name, _DISPATCHES)
        self._statuses = Table(table_name, _STATUSES)
        self._recipients = Table(table_name, _RECIPIENTS)
        self._claims = Table(table_name, PlainSchema(*_KEYS))

    def list_for_message(self, user_id: str, message_id: str) -> list[NoticeDelivery]:
        """Return the deliveries of a message, email first; empty until the notifier processes it.

        Takes one eventually consistent query.
        """
        is_of_message = (Attr("owner") == user_id) & Attr("item").startswith(f"{message_id}#")
        dispatches = self._dispatches.list(is_of_message, consistent=False)
        deliveries = {each.delivery.channel: each.delivery for each in dispatches}
        return [deliveries[channel] for channel in CHANNELS if channel in deliveries]

    def list_for_person(self, user_id: str) -> list[NoticeDelivery]:
        """Return a person's deliveries of the last year, latest first.

        Eventually consistent; one page of a query for about 2,000 deliveries.
        """
        items = self._dispatches.query(
            Attr("owner") == user_id, filters=Attr("content").exists(), consistent=False
        )
        deliveries = [_DISPATCHES.parse_item(item).delivery for item in items]
        return sorted(deliveries, key=lambda delivery: delivery.steps[-1].at, reverse=True)

    def get_address_status(self, channel: Channel, address: str) -> AddressStatus:
        """Return the state of an address; usable since `NEVER` if nothing is stored.

        A later verification may make it usable again; see `AddressStatus.is_usable`.
        """
        status = self._statuses.get(make_address_key(channel, address), _STATUS)
        return status or AddressStatus("usable", NEVER)

    def set_status(self, address: str, status: AddressStatus) -> bool:
        """Store the state of an address, unless a later one is stored.

        Args:
            address: partition of the address; see `make_address_key`.

        Returns:
            False if the same or a later state is stored.
        """
        is_later = Attr("item").does_not_exist() | (Attr("at") < format_moment(status.at))
        return self._statuses.put(status, is_later, owner=address)

    def add_recipient(self, address: str, recipient: Recipient, now: datetime) -> None:
        """Store a recipient at an address for a year."""
        self._recipients.put(recipient, owner=address, expires_at=to_seconds(now + KEPT))

    def list_recipients(self, address: str) -> list[Recipient]:
        """List the recipients at an address within the last year."""
        return self._recipients.list((Attr("owner") == address) & Attr("item").startswith(_USER))

    def claim_answer(self, address: str, reply_id: str, now: datetime) -> bool:
        """Claim the answer to a text message from an address.

        Args:
            reply_id: the network's id of the text message, or the period in which one answer is sent.

        Returns:
            False if it is claimed already.
        """
        claim = {
            "owner": address,
            "item": f"{_REPLY}{reply_id}",
            "writer": uuid.uuid4().hex,
            "expires_at": to_seconds(now + KEPT),
        }
        return self._claims.put(claim, Attr("item").does_not_exist()) or self._is_stored(claim)

    def get_dispatch(self, key: DispatchKey) -> Dispatch | None:
        """Return a dispatch, strongly consistent, or None."""
        return self._dispatches.get(key.user_id, _make_item_key(key))

    def save_dispatch(self, dispatch: Dispatch, now: datetime) -> bool:
        """Store a revision in place of the previous one.

        Returns:
            False if another revision came first; nothing is written.
        """
        more = _make_write_attributes(now)
        if self._dispatches.put(dispatch, **more):
            return True
        # The SDK retries after a lost reply, and then finds its own write.
        return self._is_stored(_DISPATCHES.make_item(dispatch, **more))

    def write_next(self, dispatch: Dispatch, now: datetime) -> Write:
        """Return a write of a revision, conditional on the previous one."""
        return self._dispatches.make_put(dispatch, **_make_write_attributes(now))

    def list_due(self, now: datetime) -> Iterator[DispatchKey]:
        """Yield the due deliveries, longest due first in each shard, and read them lazily.

        Each minute begins with another shard, so that a full one does not starve the others.
        """
        minute = int(now.timestamp()) // 60
        for shard in range(SHARDS):
            due_in = _make_due_shard((minute + shard) % SHARDS)
            is_due = (Attr("due_in") == due_in) & (Attr("due_at") <= to_seconds(now))
            items = self._dispatches.query(is_due, index="due", page_size=_PAGE_SIZE, consistent=False)
            for item in items:
                yield _get_key(item)

    def list_due_with_digest(self, user_id: str, now: datetime) -> list[Dispatch]:
        """Return the due deliveries for a person's daily email, longest due first."""
        is_due = (Attr("is_digest") == True) & (Attr("due_at") <= to_seconds(now))  # noqa: E712 -- a condition of DynamoDB
        items = self._dispatches.query(Attr("owner") == user_id, filters=is_due)
        waiting = [each for each in map(_DISPATCHES.parse_item, items) if each.delivery.state == "waiting"]
        return sorted(waiting, key=lambda dispatch: dispatch.delivery.steps[0].at)

    def claim_digest(self, user_id: str, day: date, now: datetime) -> datetime | None:
        """Claim a person's daily email of a day.

        Returns:
            None if claimed; otherwise the time of the other claim, or that it was sent.
        """
        claim = _make_digest_claim(user_id, day, now, is_open=False)
        is_free = Attr("item").does_not_exist() | (Attr("is_open") == True)  # noqa: E712 -- as above
        if self._claims.put(claim, is_free):
            return None
        existing = self._claims.get(claim["owner"], claim["item"])
        if existing is None or existing["writer"] == claim["writer"]:
            return None
        return from_seconds(existing["claimed_at"])

    def reopen_digest(self, user_id: str, day: date, now: datetime) -> None:
        """Release the claim on a daily email that was certainly not sent; only for the claimant."""
        self._claims.put(_make_digest_claim(user_id, day, now, is_open=True))

    def list_for_provider_id(self, provider_id: str) -> list[Dispatch]:
        """Return the deliveries with the network's id: one, all of a digest, or none."""
        has_id = Attr("provider_id") == provider_id
        entries = self._dispatches.query(has_id, index="by_provider_id", consistent=False)
        keys = [_get_key(entry) for entry in entries]
        return [dispatch for key in keys if (dispatch := self.get_dispatch(key)) is not None]

    def _is_stored(self, item: Item) -> bool:
        """Tell if an item is stored by the writer that it names."""
        stored = self._claims.get(item["owner"], item["item"])
        return stored is not None and stored["writer"] == item["writer"]


def _make_write_attributes(now: datetime) -> Item:
    return {"writer": uuid.uuid4().hex, "expires_at": to_seconds(now + KEPT)}


def _make_item_key(key: DispatchKey) -> str:
    return f"{key.message_id}#{key.channel}"


def _get_key(item: Item) -> DispatchKey:
    message_id, _, channel = item["item"].rpartition("#")
    return DispatchKey(item["owner"], message_id, cast(Channel, channel))


def _make_due_shard(shard: int) -> str:
    return f"due#{shard}"


def _make_digest_claim(user_id: str, day: date, now: datetime, *, is_open: bool) -> Item:
    """Return the claim of a sender on the daily email of a day.

    Args:
        is_open: whether the email was certainly not sent, so that it may be claimed again.
    """
    return {
        "owner": user_id,
        "item": f"digest#{day.isoformat()}",
        "claimed_at": to_seconds(now),
        "is_open": is_open,
        **_make_write_attributes(now),
    }
