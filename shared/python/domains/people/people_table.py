"""The token table: the holders of each token, and the tokens of each person.

The partition of a token has an item for each holder, with keys only. `person#USER` lists the tokens of a
person, to find outdated ones; it changes in one transaction with the tokens, and has a version, so that a
concurrent writer must retry.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from pynamodb.attributes import UnicodeAttribute, UnicodeSetAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from portal.dynamo import TableMeta, bind_table, write_together
from portal.updates import MAX_WRITE_ATTEMPTS

PERSON_KEY = "person#"
# DynamoDB takes 100 actions in a transaction; the list of the person's tokens needs one.
_MAX_CHANGES = 99


class TokenItem(Model):
    """A person's token."""

    class Meta(TableMeta):
        table_name = ""

    token = UnicodeAttribute(hash_key=True)
    user_id = UnicodeAttribute(range_key=True)


class TokensOfPersonItem(Model):
    """The list of a person's tokens."""

    class Meta(TableMeta):
        table_name = ""

    token = UnicodeAttribute(hash_key=True)
    user_id = UnicodeAttribute(range_key=True)
    tokens = UnicodeSetAttribute(default=set)
    version = VersionAttribute()


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
        for model in (TokenItem, TokensOfPersonItem):
            bind_table(model, table_name)

    def list_user_ids(self, token: str, limit: int) -> FoundIds:
        """List the holders of a token, by id. Takes one query.

        Args:
            limit: maximum number of ids.
        """
        page = TokenItem.query(token, consistent_read=True, limit=limit, page_size=limit)
        user_ids = [item.user_id for item in page]
        return FoundIds(user_ids, page.last_evaluated_key is None)

    def replace(
        self, user_id: str, wanted: Callable[[], Collection[str]], there: Collection[str] | None = None
    ) -> None:
        """Replace all tokens of a person; safe to repeat, even concurrently.

        Args:
            wanted: returns the new tokens. It is called after the list is read, and again after a lost race,
                so that its result is never older than the stored tokens.
            there: existing tokens, if the list is not to be trusted; see `compare`.
        """
        for _ in range(MAX_WRITE_ATTEMPTS):
            stored = _get_list(user_id)
            tokens = set(wanted())
            known = stored.tokens if there is None else stored.tokens.intersection(there)
            if _write(stored, tokens - known, stored.tokens.union(there or ()) - tokens):
                return
        raise TokensChangedMeanwhile

    def compare(
        self, user_id: str, wanted: Callable[[], Collection[str]], found: Collection[str] = ()
    ) -> tuple[Difference, set[str]]:
        """Compare a person's tokens with the wanted ones, without writing.

        Args:
            wanted: see `replace`.
            found: other tokens that the person was seen to have.

        Returns:
            The difference, and the existing tokens by their items.
        """
        stored = _get_list(user_id).tokens
        tokens = set(wanted())
        looked_for = stored | tokens | set(found)
        there = {
            item.token
            for item in TokenItem.batch_get([(token, user_id) for token in looked_for], consistent_read=True)
        }
        missing = (tokens - there) | (tokens - stored)
        left_over = (there | stored) - tokens
        return Difference(len(missing), len(left_over)), there


def _get_list(user_id: str) -> TokensOfPersonItem:
    try:
        stored = TokensOfPersonItem.get(PERSON_KEY + user_id, user_id, consistent_read=True)
    except DoesNotExist:
        return TokensOfPersonItem(PERSON_KEY + user_id, user_id, tokens=set())
    # DynamoDB does not allow empty sets.
    stored.tokens = set(stored.tokens or ())
    return stored


def _write(stored: TokensOfPersonItem, missing: Collection[str], left_over: Collection[str]) -> bool:
    """Add and remove tokens in one or more transactions, each of which leaves the list correct."""
    changes = [(token, True) for token in sorted(missing)] + [(token, False) for token in sorted(left_over)]
    for start in range(0, len(changes), _MAX_CHANGES):
        portion = changes[start : start + _MAX_CHANGES]
        stored.tokens |= {token for token, is_added in portion if is_added}
        stored.tokens -= {token for token, is_added in portion if not is_added}
        if not _write_portion(stored, portion):
            return False
    return True


def _write_portion(stored: TokensOfPersonItem, portion: Sequence[tuple[str, bool]]) -> bool:
    def write(transaction: TransactWrite) -> None:
        if stored.tokens:
            transaction.save(stored)
        elif stored.version is not None:
            transaction.delete(stored)
        for token, is_added in portion:
            item = TokenItem(token, stored.user_id)
            if is_added:
                transaction.save(item)
            else:
                transaction.delete(item)

    return write_together(write)
