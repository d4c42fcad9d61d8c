"""Reads and changes of both inboxes and the bin in the messages table. Rules: `domains.messages.inbox`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from hashlib import blake2s
from typing import Any, cast

from domains.messages.found_messages import (
    Filters,
    FoundMessages,
    ListedMessage,
    UnreadByService,
    UnreadCount,
    UnreadNow,
)
from domains.messages.message import BIN_FOLDER, PORTAL_FOLDER, InboxMessage, Priority
from domains.messages.message_items import (
    AGENCY_UNREAD,
    BY_FOLDER,
    LISTED,
    PORTAL_UNREAD,
    THREAD_KEY,
    UNREAD,
    get_state_attributes,
    make_folder_key,
    make_moment_key,
    parse_optional_moment,
    parse_texts,
)
from domains.messages.messages_table import MessagesTable
from domains.state.time import ARIZONA
from portal.items import Item, parse_moment
from portal.language import Text
from portal.tables import Action, Attr, Condition, Cursor, Page, combine_conditions
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

_Range = tuple[str, str]
_Rank = tuple[str, str]
"""Time and id of a message, which order the messages of several folders."""


class InboxTable(MessagesTable):
    """Reads pages and counts, and makes single conditional changes."""

    def get_all(self, user_id: str, message_ids: Sequence[str]) -> list[InboxMessage]:
        """Return the messages that exist among some ids, in any order. Strongly consistent.

        Args:
            message_ids: at most 100 derived ids.
        """
        items = self.messages.list_items((user_id, message_id) for message_id in message_ids)
        return [self.messages.schema.parse_item(item) for item in items]

    def list_thread(self, user_id: str, thread_id: str, known_id: str) -> list[InboxMessage]:
        """Return the existing messages of a thread: the first one and the newest `THREAD_LENGTH` others.

        Oldest first. Takes a query and a BatchGetItem, both strongly consistent.

        Args:
            known_id: message to leave out.
        """
        is_in_thread = (Attr("user_id") == user_id) & Attr("id").startswith(f"{THREAD_KEY}{thread_id}#")
        entries = self._marks.query(is_in_thread, newest_first=True, limit=THREAD_LENGTH)
        ids = [entry["id"].rpartition("#")[2] for entry in entries]
        others = [each for each in (thread_id, *ids) if each != known_id] if ids else []
        messages = self.get_all(user_id, others) if others else []
        return sorted(messages, key=lambda each: (each.sent_at, each.id))

    def replace_message(self, before: InboxMessage, after: InboxMessage) -> bool:
        """Change a message's read state and place.

        Returns:
            False if the message's state differs from `before`; nothing changes.
        """
        old, new = get_state_attributes(before), get_state_attributes(after)
        actions = [_make_action(name, value) for name, value in new.items() if value != old[name]]
        is_unchanged = combine_conditions(*(_is(name, old[name]) for name in _SEEN))
        return self.messages.update((before.user_id, before.id), actions, is_unchanged) is not None

    def delete_message(self, user_id: str, binned: ListedMessage) -> bool:
        """Delete a message in the bin for good.

        Returns:
            False if it is no longer in the bin, or was restored and deleted again.
        """
        place = make_folder_key(BIN_FOLDER, binned.binned_at, binned.id)
        return self.messages.delete(user_id, binned.id, condition=Attr("by_folder") == place)

    def list_messages(
        self, user_id: str, folder: str | None, filters: Filters, limit: int, place: Cursor | None
    ) -> FoundMessages:
        """Return a page of a folder: one query. For all folders, one for each and one for their names.

        Filters that the index cannot answer are applied to the query's results, so a page can be short even
        if there is a next one. For unread messages, one BatchGetItem follows the query.

        Args:
            folder: see `InboxMessage.folder`; None for all folders together.
            limit: maximum number of messages.
            place: cursor from the previous page; None for the first page.
        """
        if folder is None:
            return self._merge_folders(user_id, filters, limit, place)
        keys = _make_range(_get_key_beginning(folder, filters), filters)
        if filters.unread:
            return self._get_unread_page(user_id, keys, filters, limit, place)
        return self._get_folder_page(user_id, keys, _make_rest_condition(filters), limit, place)

    def _merge_folders(
        self, user_id: str, filters: Filters, limit: int, place: Cursor | None
    ) -> FoundMessages:
        """Merge a page of each folder, down to the place where the first of them ends."""
        order = _UNREAD if filters.unread else _IN_FOLDER
        folders = [PORTAL_FOLDER, *(folder.service_id for folder in self.list_folders(user_id))]
        pages = []
        for folder in folders:
            beginning = _get_key_beginning(folder, filters)
            start = order.make_place(user_id, beginning, order.get_rank(place)) if place else None
            pages.append(self.list_messages(user_id, folder, filters, limit, start))
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
            return order.make_result(messages, None)
        return order.make_result(messages, order.make_place(user_id, PORTAL_FOLDER, end))

    def list_binned(self, user_id: str, after: datetime, limit: int, place: Cursor | None) -> FoundMessages:
        """Return a page of messages deleted after a moment, latest first. Always one query."""
        # Keys have `#` after the moment; `$`, the next character, excludes that moment.
        first = f"{BIN_FOLDER}#{make_moment_key(after)}$"
        if place and place["by_folder"]["S"] < first:
            return FoundMessages((), None, None)
        return self._get_folder_page(user_id, (first, f"{BIN_FOLDER}$"), None, limit, place)

    def get_unread_from_portal(self, user_id: str) -> UnreadNow:
        """Count the newest unread messages of the portal. Takes one query of at most one read unit."""
        return self._get_unread_now(user_id, PORTAL_UNREAD, COUNTED)

    def get_unread_from_agencies(self, user_id: str) -> UnreadNow:
        """Count the newest unread messages of agencies. Takes one query of at most one read unit."""
        return self._get_unread_now(user_id, AGENCY_UNREAD, COUNTED_OF_AGENCIES)

    def count_unread_of_service(self, user_id: str, service_id: str) -> UnreadCount:
        """Count the unread messages of a service; see `MessagesTable.count_unread`."""
        return self.count_unread(user_id, f"{AGENCY_UNREAD}{service_id}#")

    def count_unread_by_service(self, user_id: str) -> UnreadByService:
        """Count the unread messages by service. Takes one query of at most a megabyte of keys."""
        is_of_agency = (Attr("user_id") == user_id) & Attr("unread").startswith(AGENCY_UNREAD)
        page = self.messages.query_page(is_of_agency, index=UNREAD, attributes=("unread",))
        counts = Counter(item["unread"].split("#")[1] for item in page.items)
        return UnreadByService(counts, page.cursor is not None)

    def _get_unread_now(self, user_id: str, begins_with: str, limit: int) -> UnreadNow:
        is_unread = (Attr("user_id") == user_id) & Attr("unread").startswith(begins_with)
        page = self.messages.query_page(is_unread, index=UNREAD, newest_first=True, page_size=limit)
        keys = [item["unread"] for item in page.items]
        fingerprint = blake2s("\n".join(keys).encode(), digest_size=8).hexdigest()
        return UnreadNow(len(keys), page.cursor is not None, fingerprint)

    def _get_folder_page(
        self, user_id: str, keys: _Range, rest: Condition | None, limit: int, place: Cursor | None
    ) -> FoundMessages:
        page = self._query(_IN_FOLDER, user_id, keys, rest, limit, place)
        return _IN_FOLDER.make_result(map(_make_listed, page.items), page.cursor)

    def _get_unread_page(
        self, user_id: str, keys: _Range, filters: Filters, limit: int, place: Cursor | None
    ) -> FoundMessages:
        words = _SearchWords.from_filters(filters)
        page = self._query(_UNREAD, user_id, keys, None, EVALUATED_UNREAD_AT_ONCE if words else limit, place)
        entries = page.items
        items = self.messages.list_items(
            ((user_id, entry["id"]) for entry in entries), attributes=("user_id", "id", *LISTED)
        )
        # A message may have been read or deleted since the query of the index.
        unread = {item["id"]: item for item in items if "unread" in item and words.match_item(item)}
        matches = [entry for entry in entries if entry["id"] in unread]
        is_cut = len(matches) > limit
        cursor = self.messages.make_cursor(matches[limit - 1], UNREAD) if is_cut else page.cursor
        return _UNREAD.make_result((_make_listed(unread[entry["id"]]) for entry in matches[:limit]), cursor)

    def _query(
        self,
        order: "_InboxOrder",
        user_id: str,
        keys: _Range,
        rest: Condition | None,
        limit: int,
        place: Cursor | None,
    ) -> Page:
        """Query up to `limit` items, newest first."""
        page = self.messages.query_page(
            (Attr("user_id") == user_id) & Attr(order.key).between(*keys),
            index=order.key,
            filters=rest,
            newest_first=True,
            cursor=place,
            # An extra item tells if there is another page.
            page_size=limit + 1 if rest is None else max(limit + 1, EVALUATED_AT_ONCE),
        )
        if len(page.items) <= limit:
            return page
        return Page(page.items[:limit], self.messages.make_cursor(page.items[limit - 1], order.key))


@dataclass(frozen=True, slots=True)
class _InboxOrder:
    """A local index, named after its sort key."""

    key: str

    def make_place(self, user_id: str, begins_with: str, rank: _Rank) -> Cursor:
        """Return the cursor of a folder after a rank, which may be that of another folder's message."""
        key = "#".join([begins_with, *rank])
        return {"user_id": {"S": user_id}, "id": {"S": rank[1]}, self.key: {"S": key}}

    def get_rank(self, place: Cursor) -> _Rank:
        """Return the rank of the message that a cursor is after."""
        _, moment, message_id = place[self.key]["S"].rsplit("#", 2)
        return moment, message_id

    def make_result(self, messages: Iterable[ListedMessage], place: Cursor | None) -> FoundMessages:
        """Return the result of a query that ends at a place."""
        scanned_until = datetime.fromisoformat(place[self.key]["S"].split("#")[-2]) if place else None
        return FoundMessages(tuple(messages), place, scanned_until)


_IN_FOLDER = _InboxOrder(BY_FOLDER)
_UNREAD = _InboxOrder(UNREAD)


@dataclass(frozen=True, slots=True)
class _SearchWords:
    """Normalized search words; empty ones match all."""

    text: str
    sender: str

    @classmethod
    def from_filters(cls, filters: Filters) -> "_SearchWords":
        return cls(make_searchable(filters.text or ""), make_searchable(filters.sender or ""))

    def __bool__(self) -> bool:
        return bool(self.text or self.sender)

    def match_item(self, item: Item) -> bool:
        return self.text in item["search"] and self.sender in item["search_sender"]

    def list_conditions(self) -> Iterator[Condition]:
        if self.text:
            yield Attr("search").contains(self.text)
        if self.sender:
            yield Attr("search_sender").contains(self.sender)


def _make_rest_condition(filters: Filters) -> Condition | None:
    """Return the filter condition for filters that the keys cannot answer."""
    conditions = list(_SearchWords.from_filters(filters).list_conditions())
    if filters.unread is False:
        conditions.append(Attr("unread").does_not_exist())
    return combine_conditions(*conditions) if conditions else None


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


def _is(name: str, value: Any) -> Condition:
    return Attr(name).does_not_exist() if value is None else Attr(name) == value


def _make_action(name: str, value: Any) -> Action:
    return Attr(name).remove() if value is None else Attr(name).set(value)


def _make_listed(item: Item) -> ListedMessage:
    return ListedMessage(
        id=item["id"],
        sender=Text(en=item["sender_en"], es=item["sender_es"]),
        service_id=item.get("service_id"),
        identity_id=item.get("identity_id"),
        identity_label=item.get("identity_label"),
        subject=parse_texts(item["subject"]),
        preview=parse_texts(item["preview"]),
        priority=cast(Priority, item["priority"]),
        has_attachments=item["attachment_count"] > 0,
        sent_at=parse_moment(item["sent_at"]),
        deleted_at=parse_optional_moment(item.get("deleted_at")),
        is_unread="unread" in item,
    )
