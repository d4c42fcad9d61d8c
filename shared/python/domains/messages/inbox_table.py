"""Reads and changes of both inboxes and the bin in the messages table. Rules: `domains.messages.inbox`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import reduce
from hashlib import blake2s
from operator import and_
from typing import Any, cast

from pynamodb.attributes import Attribute, UnicodeAttribute
from pynamodb.exceptions import DeleteError, UpdateError
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.update import Action
from pynamodb.indexes import LocalSecondaryIndex

from domains.messages.found_messages import (
    Filters,
    FoundMessages,
    ListedMessage,
    UnreadByService,
    UnreadCount,
    UnreadNow,
)
from domains.messages.message import BIN_FOLDER, PORTAL_FOLDER, Message, Priority
from domains.messages.message_items import (
    AGENCY_UNREAD,
    LISTED,
    PORTAL_UNREAD,
    THREAD_KEY,
    MessageItem,
    ThreadItem,
    build_message,
    get_state_attributes,
    make_folder_key,
    make_moment_key,
    parse_texts,
)
from domains.messages.messages_table import MessagesTable
from domains.state.time import ARIZONA
from portal.dynamo import is_condition_failure
from portal.language import Text
from portal.page_tokens import LastEvaluatedKey
from portal.text import make_searchable

# 25 keys of 129 bytes fit into one read unit of 4 KB, which holds at most 31.
COUNTED = 25
# A service's id can make the key 190 bytes long.
COUNTED_OF_AGENCIES = 20
# A query reads at most a megabyte, about as many messages.
EVALUATED_AT_ONCE = 1000
# Limit of items in a BatchGetItem.
EVALUATED_UNREAD_AT_ONCE = 100
# With the first message, the limit of a BatchGetItem.
THREAD_LENGTH = 99
# Attributes of a message's state, which changes use as condition.
_SEEN = ("by_folder", "unread", "was_unread", "read_at")

_Raw = dict[str, dict[str, Any]]
_Range = tuple[str, str]
_Rank = tuple[str, str]
"""Time and id of a message, which order the messages of several folders."""


class InboxTable(MessagesTable):
    """Reads pages and counts, and makes single conditional changes."""

    def get_all(self, user_id: str, message_ids: Sequence[str]) -> list[Message]:
        """Return the messages that exist among some ids, in any order. Strongly consistent.

        Args:
            message_ids: at most 100 derived ids.
        """
        keys = [(user_id, message_id) for message_id in message_ids]
        return [build_message(item) for item in MessageItem.batch_get(keys, consistent_read=True)]

    def list_thread(self, user_id: str, thread_id: str, known_id: str) -> list[Message]:
        """Return the existing messages of a thread: the first one and the newest `THREAD_LENGTH` others.

        Oldest first. Takes a query and a BatchGetItem, both strongly consistent.

        Args:
            known_id: message to leave out.
        """
        items = ThreadItem.query(
            user_id,
            ThreadItem.id.startswith(f"{THREAD_KEY}{thread_id}#"),
            consistent_read=True,
            scan_index_forward=False,
            limit=THREAD_LENGTH,
        )
        ids = [item.id.rpartition("#")[2] for item in items]
        others = [each for each in (thread_id, *ids) if each != known_id] if ids else []
        messages = self.get_all(user_id, others) if others else []
        return sorted(messages, key=lambda each: (each.sent_at, each.id))

    def change(self, before: Message, after: Message) -> bool:
        """Change a message's read state and place.

        Returns:
            False if the message's state differs from `before`; nothing changes.
        """
        seen, wanted = get_state_attributes(before), get_state_attributes(after)
        actions = [
            _make_action(getattr(MessageItem, name), value)
            for name, value in wanted.items()
            if value != seen[name]
        ]
        as_seen = reduce(and_, [_is(getattr(MessageItem, name), seen[name]) for name in _SEEN])
        try:
            MessageItem(before.user_id, before.id).update(actions, as_seen)
        except UpdateError as error:
            if not is_condition_failure(error):
                raise
            return False
        return True

    def remove(self, user_id: str, binned: ListedMessage) -> bool:
        """Delete a message in the bin for good.

        Returns:
            False if it is no longer in the bin, or was restored and deleted again.
        """
        place = make_folder_key(BIN_FOLDER, binned.binned_at, binned.id)
        try:
            MessageItem(user_id, binned.id).delete(MessageItem.by_folder == place)
        except DeleteError as error:
            if not is_condition_failure(error):
                raise
            return False
        return True

    def page(
        self, user_id: str, folder: str | None, filters: Filters, limit: int, place: LastEvaluatedKey | None
    ) -> FoundMessages:
        """Return a page of a folder: one query. For all folders, one for each and one for their names.

        Filters that the index cannot answer are applied to the query's results, so a page can be short even
        if there is a next one. For unread messages, one BatchGetItem follows the query.

        Args:
            folder: see `Message.folder`; None for all folders together.
            limit: maximum number of messages.
            place: cursor from the previous page; None for the first page.
        """
        if folder is None:
            return self._page_all(user_id, filters, limit, place)
        keys = _make_range(_get_key_beginning(folder, filters), filters)
        if filters.unread:
            return _get_unread_page(user_id, keys, filters, limit, place)
        return _page(user_id, keys, _make_rest_condition(filters), limit, place)

    def _page_all(
        self, user_id: str, filters: Filters, limit: int, place: LastEvaluatedKey | None
    ) -> FoundMessages:
        """Merge a page of each folder, down to the place where the first of them ends."""
        order = _UNREAD if filters.unread else _IN_FOLDER
        folders = [PORTAL_FOLDER, *(folder.service_id for folder in self.list_folders(user_id))]
        pages = []
        for folder in folders:
            beginning = _get_key_beginning(folder, filters)
            start = order.make_place(user_id, beginning, order.get_rank(place)) if place else None
            pages.append(self.page(user_id, folder, filters, limit, start))
        ends = [order.get_rank(page.place) for page in pages if page.place]
        end = max(ends, default=("", ""))
        messages = sorted(
            (message for page in pages for message in page.messages if _get_rank(message) >= end),
            key=_get_rank,
            reverse=True,
        )
        if len(messages) > limit:
            messages = messages[:limit]
            end = _get_rank(messages[-1])
        elif not ends:
            return order.found(messages, None)
        return order.found(messages, order.make_place(user_id, PORTAL_FOLDER, end))

    def binned(
        self, user_id: str, after: datetime, limit: int, place: LastEvaluatedKey | None
    ) -> FoundMessages:
        """Return a page of messages deleted after a moment, latest first. Always one query."""
        # Keys have `#` after the moment; `$`, the next character, excludes that moment.
        first = f"{BIN_FOLDER}#{make_moment_key(after)}$"
        if place and place["by_folder"]["S"] < first:
            return FoundMessages((), None, None)
        return _page(user_id, (first, f"{BIN_FOLDER}$"), None, limit, place)

    def get_unread_from_portal(self, user_id: str) -> UnreadNow:
        """Count the newest unread messages of the portal. Takes one query of at most one read unit."""
        return _get_unread_now(user_id, PORTAL_UNREAD, COUNTED)

    def get_unread_from_agencies(self, user_id: str) -> UnreadNow:
        """Count the newest unread messages of agencies. Takes one query of at most one read unit."""
        return _get_unread_now(user_id, AGENCY_UNREAD, COUNTED_OF_AGENCIES)

    def count_unread_of_service(self, user_id: str, service_id: str) -> UnreadCount:
        """Count the unread messages of a service; see `count_unread`."""
        return count_unread(user_id, MessageItem.unread.startswith(f"{AGENCY_UNREAD}{service_id}#"))

    def count_unread_by_service(self, user_id: str) -> UnreadByService:
        """Count the unread messages by service. Takes one query of at most a megabyte of keys."""
        found = MessageItem.unread_ones.query(
            user_id,
            MessageItem.unread.startswith(AGENCY_UNREAD),
            consistent_read=True,
            attributes_to_get=["unread"],
        )
        answer = next(found.page_iter)
        counts = Counter(raw["unread"]["S"].split("#")[1] for raw in answer["Items"])
        return UnreadByService(counts, "LastEvaluatedKey" in answer)


def count_unread(user_id: str, keys: Condition | None = None) -> UnreadCount:
    """Count a person's unread messages. Takes one query of at most a megabyte of keys.

    Args:
        keys: range of keys in the index of unread messages; None for both inboxes.
    """
    # PynamoDB's own `count` makes any number of calls.
    answer = MessageItem._get_connection().query(
        user_id,
        range_key_condition=keys,
        index_name=MessageItem.unread_ones.Meta.index_name,
        consistent_read=True,
        select="COUNT",
    )
    return UnreadCount(answer["Count"], "LastEvaluatedKey" in answer)


def _get_unread_now(user_id: str, begins_with: str, limit: int) -> UnreadNow:
    found = MessageItem.unread_ones.query(
        user_id,
        MessageItem.unread.startswith(begins_with),
        consistent_read=True,
        scan_index_forward=False,
        page_size=limit,
    )
    answer = next(found.page_iter)
    keys = [raw["unread"]["S"] for raw in answer["Items"]]
    fingerprint = blake2s("\n".join(keys).encode(), digest_size=8).hexdigest()
    return UnreadNow(len(keys), "LastEvaluatedKey" in answer, fingerprint)


@dataclass(frozen=True, slots=True)
class _Order:
    """An index and its range key."""

    index: LocalSecondaryIndex[MessageItem]
    key: UnicodeAttribute

    def place_of(self, raw: _Raw) -> LastEvaluatedKey:
        """Return the cursor of a query after an item."""
        return {name: raw[name] for name in ("user_id", "id", self.key.attr_name)}

    def make_place(self, user_id: str, begins_with: str, rank: _Rank) -> LastEvaluatedKey:
        """Return the cursor of a folder after a rank, which may be that of another folder's message."""
        key = "#".join([begins_with, *rank])
        return {"user_id": {"S": user_id}, "id": {"S": rank[1]}, self.key.attr_name: {"S": key}}

    def get_rank(self, place: LastEvaluatedKey) -> _Rank:
        """Return the rank of the message that a cursor is after."""
        _, moment, message_id = place[self.key.attr_name]["S"].rsplit("#", 2)
        return moment, message_id

    def found(self, messages: Iterable[ListedMessage], place: LastEvaluatedKey | None) -> FoundMessages:
        """Return the result of a query that ends at a place."""
        scanned_until = _parse_moment(place[self.key.attr_name]["S"]) if place else None
        return FoundMessages(tuple(messages), place, scanned_until)


_IN_FOLDER = _Order(MessageItem.in_folder, MessageItem.by_folder)
_UNREAD = _Order(MessageItem.unread_ones, MessageItem.unread)


def _page(
    user_id: str, keys: _Range, rest: Condition | None, limit: int, place: LastEvaluatedKey | None
) -> FoundMessages:
    found, cursor = _look(_IN_FOLDER, user_id, keys, rest, limit, place)
    return _IN_FOLDER.found([_make_listed(MessageItem.from_raw_data(raw)) for raw in found], cursor)


def _get_unread_page(
    user_id: str, keys: _Range, filters: Filters, limit: int, place: LastEvaluatedKey | None
) -> FoundMessages:
    wanted = _Wanted.of(filters)
    looked_at = limit if wanted.is_everything else EVALUATED_UNREAD_AT_ONCE
    found, cursor = _look(_UNREAD, user_id, keys, None, looked_at, place)
    items = MessageItem.batch_get(
        [(user_id, raw["id"]["S"]) for raw in found],
        consistent_read=True,
        attributes_to_get=["user_id", "id", *LISTED],
    )
    # A message may have been read or deleted since the query of the index.
    unread = {item.id: item for item in items if item.unread and wanted.includes(item)}
    matches = [raw for raw in found if raw["id"]["S"] in unread]
    if len(matches) > limit:
        cursor = _UNREAD.place_of(matches[limit - 1])
    return _UNREAD.found([_make_listed(unread[raw["id"]["S"]]) for raw in matches[:limit]], cursor)


def _look(
    order: _Order,
    user_id: str,
    keys: _Range,
    rest: Condition | None,
    limit: int,
    place: LastEvaluatedKey | None,
) -> tuple[list[_Raw], LastEvaluatedKey | None]:
    """Query up to `limit` items, newest first; return them and the cursor."""
    looking = order.index.query(
        user_id,
        order.key.between(*keys),
        filter_condition=rest,
        consistent_read=True,
        scan_index_forward=False,
        last_evaluated_key=place,
        # An extra item tells if there is another page.
        page_size=limit + 1 if rest is None else max(limit + 1, EVALUATED_AT_ONCE),
    )
    answer = next(looking.page_iter)
    # Parse only the page's items, because parsing costs more than finding.
    found = answer["Items"][:limit]
    if len(answer["Items"]) > limit:
        return found, order.place_of(found[-1])
    return found, answer.get("LastEvaluatedKey")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Normalized search words; empty ones match all."""

    text: str
    sender: str

    @classmethod
    def of(cls, filters: Filters) -> "_Wanted":
        return cls(make_searchable(filters.text or ""), make_searchable(filters.sender or ""))

    @property
    def is_everything(self) -> bool:
        return not self.text and not self.sender

    def includes(self, item: MessageItem) -> bool:
        return self.text in item.search and self.sender in item.search_sender

    def conditions(self) -> Iterator[Condition]:
        if self.text:
            yield MessageItem.search.contains(self.text)
        if self.sender:
            yield MessageItem.search_sender.contains(self.sender)


def _make_rest_condition(filters: Filters) -> Condition | None:
    """Return the filter condition for filters that the keys cannot answer."""
    conditions = list(_Wanted.of(filters).conditions())
    if filters.unread is False:
        conditions.append(MessageItem.unread.does_not_exist())
    return reduce(and_, conditions) if conditions else None


def _make_range(begins_with: str, filters: Filters) -> _Range:
    """Return the range of keys from the beginning of the first day to the end of the last."""
    first, end = _get_beginning(filters.first), _get_beginning(filters.last, days_later=1)
    # Moments follow a `#`; `$` is the next character.
    return (
        f"{begins_with}#{make_moment_key(first)}" if first else f"{begins_with}#",
        f"{begins_with}#{make_moment_key(end)}" if end else f"{begins_with}$",
    )


def _get_key_beginning(folder: str, filters: Filters) -> str:
    """Return how a folder's keys begin in the index that answers the filters."""
    return f"{AGENCY_UNREAD}{folder}" if filters.unread and folder != PORTAL_FOLDER else folder


def _get_rank(message: ListedMessage) -> _Rank:
    return make_moment_key(message.sent_at), message.id


def _get_beginning(day: date | None, days_later: int = 0) -> datetime | None:
    """Return the beginning of a day; None without a day, or after the calendar's last."""
    if day is None or day > date.max - timedelta(days_later):
        return None
    return datetime.combine(day + timedelta(days_later), time.min, ARIZONA)


def _parse_moment(key: str) -> datetime:
    return datetime.fromisoformat(key.split("#")[-2])


def _is(attribute: Attribute[Any], value: Any) -> Condition:
    return attribute.does_not_exist() if value is None else attribute == value


def _make_action(attribute: Attribute[Any], value: Any) -> Action:
    return attribute.remove() if value is None else attribute.set(value)


def _make_listed(item: MessageItem) -> ListedMessage:
    return ListedMessage(
        id=item.id,
        sender=Text(en=item.sender_en, es=item.sender_es),
        service_id=item.service_id,
        identity_id=item.identity_id,
        identity_label=item.identity_label,
        subject=parse_texts(item.subject),
        preview=parse_texts(item.preview),
        priority=cast(Priority, item.priority),
        has_attachments=item.attachment_count > 0,
        sent_at=item.sent_at,
        deleted_at=item.deleted_at,
        is_unread=item.unread is not None,
    )
