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
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from pynamodb.attributes import (
    BooleanAttribute,
    NumberAttribute,
    TTLAttribute,
    UnicodeAttribute,
    UTCDateTimeAttribute,
    VersionAttribute,
)
from pynamodb.exceptions import DoesNotExist
from pynamodb.indexes import GlobalSecondaryIndex, KeysOnlyProjection
from pynamodb.models import Model

from domains.accounts.account import CHANNELS, Channel
from domains.deliveries.delivery import NEVER, AddressStatus, Delivery, make_address_key
from domains.deliveries.dispatch import Dispatch, DispatchKey, Recipient
from portal.dynamo import Codec, EntityItem, TableMeta, Write, bind_table, get_version_before, save_if

KEPT = timedelta(days=365)
SHARDS = 8

_PAGE_SIZE = 100
_STATUS = "status"
_USER = "user#"
_REPLY = "reply#"


class Due(GlobalSecondaryIndex["DeliveryItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Index of the deliveries that the notifier must process again, by time."""

    class Meta(TableMeta):
        index_name = "due"
        projection = KeysOnlyProjection()

    due_in = UnicodeAttribute(hash_key=True)
    due_at = NumberAttribute(range_key=True)


class ByProviderId(GlobalSecondaryIndex["DeliveryItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Index of deliveries by the network's id."""

    class Meta(TableMeta):
        index_name = "by_provider_id"
        projection = KeysOnlyProjection()

    provider_id = UnicodeAttribute(hash_key=True)


class DeliveryItem(EntityItem):
    """Item of a `Dispatch`."""

    class Meta(TableMeta):
        table_name = ""

    owner = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    version = VersionAttribute()
    writer = UnicodeAttribute()  # unique for each write, to recognize a write whose reply was lost
    due_in = UnicodeAttribute(null=True)  # `due#SHARD`; only with `due_at`, in seconds since 1970
    due_at = NumberAttribute(null=True)
    is_digest = BooleanAttribute()
    provider_id = UnicodeAttribute(null=True)
    expires_at = TTLAttribute()
    due = Due()
    by_provider_id = ByProviderId()


class DigestItem(Model):
    """Claim of a sender on the daily email of a day."""

    class Meta(TableMeta):
        table_name = ""

    owner = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    writer = UnicodeAttribute()
    claimed_at = NumberAttribute()  # time in seconds since 1970
    is_open = BooleanAttribute()  # true if it was certainly not sent, and may be claimed again
    expires_at = TTLAttribute()


class AddressItem(EntityItem):
    """Item of an `AddressStatus`; it never expires."""

    class Meta(TableMeta):
        table_name = ""

    owner = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    at = UTCDateTimeAttribute()


class AnswerItem(Model):
    """Claim of a sender on the answer to a text message."""

    class Meta(TableMeta):
        table_name = ""

    owner = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    writer = UnicodeAttribute()
    expires_at = TTLAttribute()


class RecipientItem(EntityItem):
    """Item of a `Recipient`."""

    class Meta(TableMeta):
        table_name = ""

    owner = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    expires_at = TTLAttribute()


def _get_dispatch_attributes(dispatch: Dispatch) -> Mapping[str, Any]:
    key, due_at = dispatch.key, dispatch.due_at
    return {
        "owner": key.user_id,
        "item": _make_item_key(key),
        "due_in": _make_due_shard(zlib.crc32(key.user_id.encode()) % SHARDS) if due_at else None,
        "due_at": math.ceil(due_at.timestamp()) if due_at else None,
        "is_digest": dispatch.is_digest,
        "provider_id": dispatch.provider_id,
        **get_version_before(dispatch.revision),
    }


def _get_status_attributes(status: AddressStatus) -> Mapping[str, Any]:
    return {"item": _STATUS, "at": status.at}


def _get_recipient_attributes(recipient: Recipient) -> Mapping[str, Any]:
    return {"item": f"{_USER}{recipient.user_id}"}


_DISPATCHES = Codec(DeliveryItem, Dispatch, _get_dispatch_attributes)
_STATUSES = Codec(AddressItem, AddressStatus, _get_status_attributes)
_RECIPIENTS = Codec(RecipientItem, Recipient, _get_recipient_attributes)


class DeliveriesTable:
    """Reads and changes deliveries, daily emails, and the state of addresses."""

    def __init__(self, table_name: str) -> None:
        for model in (DeliveryItem, DigestItem, AddressItem, AnswerItem, RecipientItem):
            bind_table(model, table_name)

    def list_for_message(self, user_id: str, message_id: str) -> list[Delivery]:
        """Return the deliveries of a message, email first; empty until the notifier processes it.

        Takes one eventually consistent query.
        """
        items = DeliveryItem.query(user_id, DeliveryItem.item.startswith(f"{message_id}#"))
        deliveries = {each.channel: each for each in map(_get_delivery, items)}
        return [deliveries[channel] for channel in CHANNELS if channel in deliveries]

    def list_for_person(self, user_id: str) -> list[Delivery]:
        """Return a person's deliveries of the last year, latest first.

        Eventually consistent; one page of a query for about 2,000 deliveries.
        """
        items = DeliveryItem.query(user_id, filter_condition=DeliveryItem.content.exists())
        return sorted(map(_get_delivery, items), key=lambda delivery: delivery.steps[-1].at, reverse=True)

    def status(self, channel: Channel, address: str) -> AddressStatus:
        """Return the state of an address; usable since `NEVER` if nothing is stored.

        A later verification may make it usable again; see `AddressStatus.is_usable`.
        """
        try:
            item = AddressItem.get(make_address_key(channel, address), _STATUS, consistent_read=True)
        except DoesNotExist:
            return AddressStatus("usable", NEVER)
        return _STATUSES.parse_item(item)

    def set_status(self, address: str, status: AddressStatus) -> bool:
        """Store the state of an address, unless a later one is stored.

        Args:
            address: partition of the address; see `make_address_key`.

        Returns:
            False if the same or a later state is stored.
        """
        item = _STATUSES.make_item(status, owner=address)
        return save_if(item, AddressItem.item.does_not_exist() | (AddressItem.at < status.at))

    def add_recipient(self, address: str, recipient: Recipient, now: datetime) -> None:
        """Store a recipient at an address for a year."""
        _RECIPIENTS.make_item(recipient, owner=address, expires_at=now + KEPT).save()

    def list_recipients(self, address: str) -> list[Recipient]:
        """List the recipients at an address within the last year."""
        items = RecipientItem.query(address, RecipientItem.item.startswith(_USER), consistent_read=True)
        return [_RECIPIENTS.parse_item(item) for item in items]

    def claim_answer(self, address: str, reply_id: str, now: datetime) -> bool:
        """Claim the answer to a text message from an address.

        Args:
            reply_id: the network's id of the text message, or the period in which one answer is sent.

        Returns:
            False if it is claimed already.
        """
        item = AnswerItem(address, f"{_REPLY}{reply_id}", writer=uuid.uuid4().hex, expires_at=now + KEPT)
        return save_if(item, AnswerItem.item.does_not_exist()) or _get_writer(item) == item.writer

    def read(self, key: DispatchKey) -> Dispatch | None:
        """Return a dispatch, strongly consistent, or None."""
        try:
            item = DeliveryItem.get(key.user_id, _make_item_key(key), consistent_read=True)
        except DoesNotExist:
            return None
        return _DISPATCHES.parse_item(item)

    def save(self, dispatch: Dispatch, now: datetime) -> bool:
        """Store a revision in place of the previous one.

        Returns:
            False if another revision came first; nothing is written.
        """
        item = _get_item(dispatch, now)
        if save_if(item):
            return True
        # The SDK retries after a lost reply, and then finds its own write.
        return _get_writer(item) == item.writer

    def write_next(self, dispatch: Dispatch, now: datetime) -> Write:
        """Return a write of a revision, conditional on the previous one."""
        item = _get_item(dispatch, now)
        return lambda transaction: transaction.save(item)

    def list_due(self, now: datetime) -> Iterator[DispatchKey]:
        """Yield the due deliveries, longest due first in each shard, and read them lazily.

        Each minute begins with another shard, so that a full one does not starve the others.
        """
        minute = int(now.timestamp()) // 60
        for shard in range(SHARDS):
            for item in DeliveryItem.due.query(
                _make_due_shard((minute + shard) % SHARDS),
                DeliveryItem.due_at <= math.floor(now.timestamp()),
                page_size=_PAGE_SIZE,
            ):
                yield _get_key(item.owner, item.item)

    def list_due_with_digest(self, user_id: str, now: datetime) -> list[Dispatch]:
        """Return the due deliveries for a person's daily email, longest due first."""
        items = DeliveryItem.query(
            user_id,
            consistent_read=True,
            filter_condition=(DeliveryItem.is_digest == True)  # noqa: E712 -- a condition of DynamoDB
            & (DeliveryItem.due_at <= math.floor(now.timestamp())),
        )
        waiting = [each for each in map(_DISPATCHES.parse_item, items) if each.delivery.state == "waiting"]
        return sorted(waiting, key=lambda dispatch: dispatch.delivery.steps[0].at)

    def claim_digest(self, user_id: str, day: date, now: datetime) -> datetime | None:
        """Claim a person's daily email of a day.

        Returns:
            None if claimed; otherwise the time of the other claim, or that it was sent.
        """
        item = _make_digest_item(user_id, day, now, is_open=False)
        is_free = DigestItem.item.does_not_exist() | (DigestItem.is_open == True)  # noqa: E712 -- as above
        if save_if(item, is_free):
            return None
        taken = DigestItem.get(item.owner, item.item, consistent_read=True)
        return None if taken.writer == item.writer else datetime.fromtimestamp(taken.claimed_at, UTC)

    def reopen_digest(self, user_id: str, day: date, now: datetime) -> None:
        """Release the claim on a daily email that was certainly not sent; only for the claimant."""
        _make_digest_item(user_id, day, now, is_open=True).save()

    def list_for_provider_id(self, provider_id: str) -> list[Dispatch]:
        """Return the deliveries with the network's id: one, all of a digest, or none."""
        keys = [_get_key(item.owner, item.item) for item in DeliveryItem.by_provider_id.query(provider_id)]
        return [dispatch for key in keys if (dispatch := self.read(key)) is not None]


def _get_delivery(item: DeliveryItem) -> Delivery:
    return _DISPATCHES.parse_item(item).delivery


def _get_item(dispatch: Dispatch, now: datetime) -> DeliveryItem:
    return _DISPATCHES.make_item(dispatch, writer=uuid.uuid4().hex, expires_at=now + KEPT)


def _make_item_key(key: DispatchKey) -> str:
    return f"{key.message_id}#{key.channel}"


def _get_key(owner: str, item: str) -> DispatchKey:
    message_id, _, channel = item.rpartition("#")
    return DispatchKey(owner, message_id, cast(Channel, channel))


def _make_due_shard(shard: int) -> str:
    return f"due#{shard}"


def _make_digest_item(user_id: str, day: date, now: datetime, *, is_open: bool) -> DigestItem:
    return DigestItem(
        user_id,
        f"digest#{day.isoformat()}",
        writer=uuid.uuid4().hex,
        claimed_at=int(now.timestamp()),
        is_open=is_open,
        expires_at=now + KEPT,
    )


def _get_writer(item: DeliveryItem | AnswerItem) -> str | None:
    """Return the writer of the item stored under an item's key."""
    try:
        return str(type(item).get(item.owner, item.item, consistent_read=True).writer)
    except DoesNotExist:
        return None
