"""The token table: the holders of each token, and the tokens of each person.

The partition of a token has an item for each holder, with keys only. `person#USER` lists the tokens of a
person, to find outdated ones; it changes in one transaction with the tokens, and has a version, so that a
concurrent writer must retry.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from portal.items import AttributeSchema, PlainSchema
from portal.tables import Attr, Condition, Table, write_together
from portal.updates import LostRace, retry_lost_races

PERSON_KEY = "person#"
# DynamoDB takes 100 actions in a transaction; the list of the person's tokens needs one.
_MAX_CHANGES = 99


@dataclass(frozen=True, slots=True)
class _TokenList:
    """The tokens of a person."""

    user_id: str
    tokens: frozenset[str] = frozenset()
    version: int = 0  # 0 if nothing is stored


_KEYS = ("token", "user_id")
_LISTS: AttributeSchema[_TokenList] = AttributeSchema(
    _KEYS,
    lambda each: {
        "token": PERSON_KEY + each.user_id,
        "user_id": each.user_id,
        "tokens": set(each.tokens) or None,
        "version": each.version,
    },
    lambda item: _TokenList(item["user_id"], frozenset(item.get("tokens", ())), item["version"]),
)


class TokensChangedMeanwhile(Exception):
    """Concurrent writes changed a person's tokens at every try; the stream will retry the record."""


@dataclass(frozen=True, slots=True)
class FoundIds:
    """User ids of a token's holders."""

    user_ids: Sequence[str]
    is_complete: bool  # False if the token has more holders


@dataclass(frozen=True, slots=True)
class Difference:
    """Numbers of missing and stray tokens of a person."""

    missing: int
    left_over: int

    def __bool__(self) -> bool:
        return bool(self.missing or self.left_over)


class PeopleTable:
    """Reads and writes tokens; every read is strongly consistent, and none reads the whole table."""

    def __init__(self, table_name: str) -> None:
        self._tokens = Table(table_name, PlainSchema(*_KEYS))
        self._lists = Table(table_name, _LISTS)

    def list_user_ids(self, token: str, limit: int) -> FoundIds:
        """List the holders of a token, by id. Takes one query.

        Args:
            limit: maximum number of ids.
        """
        page = self._tokens.query_page(Attr("token") == token, page_size=limit)
        return FoundIds([item["user_id"] for item in page.items], page.cursor is None)

    @retry_lost_races(TokensChangedMeanwhile)
    def replace_tokens(
        self,
        user_id: str,
        compute_tokens: Callable[[], Collection[str]],
        existing: Collection[str] | None = None,
    ) -> None:
        """Replace all tokens of a person; safe to repeat, even concurrently.

        Args:
            compute_tokens: returns the new tokens. It is called after the list is read, and again after a
                lost race, so that its result is never older than the stored tokens.
            existing: stored tokens, if the list is not to be trusted; see `compare_tokens`.
        """
        stored = self._get_list(user_id)
        tokens = set(compute_tokens())
        present = stored.tokens if existing is None else stored.tokens.intersection(existing)
        if not self._write(stored, tokens - present, stored.tokens.union(existing or ()) - tokens):
            raise LostRace

    def compare_tokens(
        self, user_id: str, compute_tokens: Callable[[], Collection[str]], others: Collection[str] = ()
    ) -> tuple[Difference, set[str]]:
        """Compare a person's tokens with the expected ones, without writing.

        Args:
            compute_tokens: see `replace_tokens`.
            others: other tokens that the person was seen to have.

        Returns:
            The difference, and the existing tokens by their items.
        """
        stored = self._get_list(user_id).tokens
        tokens = set(compute_tokens())
        candidates = stored | tokens | set(others)
        items = self._tokens.list_items((token, user_id) for token in candidates)
        existing = {item["token"] for item in items}
        missing = (tokens - existing) | (tokens - stored)
        left_over = (existing | stored) - tokens
        return Difference(len(missing), len(left_over)), existing

    def _get_list(self, user_id: str) -> _TokenList:
        return self._lists.get(PERSON_KEY + user_id, user_id) or _TokenList(user_id)

    def _write(self, stored: _TokenList, missing: Collection[str], left_over: Collection[str]) -> bool:
        """Add and remove tokens in one or more transactions, each of which leaves the list correct."""
        changes = [(token, True) for token in sorted(missing)]
        changes += [(token, False) for token in sorted(left_over)]
        for start in range(0, len(changes), _MAX_CHANGES):
            portion = changes[start : start + _MAX_CHANGES]
            added = {token for token, is_added in portion if is_added}
            tokens = (stored.tokens | added) - {token for token, is_added in portion if not is_added}
            changed = replace(stored, tokens=tokens, version=stored.version + 1)
            if not self._write_portion(stored, changed, portion):
                return False
            stored = changed if tokens else _TokenList(stored.user_id)
        return True

    def _write_portion(
        self, before: _TokenList, after: _TokenList, portion: Sequence[tuple[str, bool]]
    ) -> bool:
        user_id = before.user_id
        writes = [
            self._tokens.make_put({"token": token, "user_id": user_id})
            if is_added
            else self._tokens.make_delete(token, user_id)
            for token, is_added in portion
        ]
        if after.tokens:
            writes.append(self._lists.make_put(after, _is_unchanged(before)))
        elif before.version:
            key = (PERSON_KEY + user_id, user_id)
            writes.append(self._lists.make_delete(*key, condition=_is_unchanged(before)))
        return write_together(writes)


def _is_unchanged(stored: _TokenList) -> Condition:
    version = Attr("version")
    return version == stored.version if stored.version else version.does_not_exist()
