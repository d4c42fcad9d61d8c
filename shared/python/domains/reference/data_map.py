"""The data map: everything that the portal stores, about whom, how long, and how it is found and erased.

`npm run contract` makes data/data_map.json from data/data_map.yaml.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from domains.reference.data import DATA_FOLDER
from portal.language import Language

_DURATION = re.compile(r"P(?:T\d+[HM]|\d+D)")

_Sentence = Annotated[str, StringConstraints(min_length=1)]
_Texts = Mapping[Language, _Sentence]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Category(_Model):
    """A kind of data, as the privacy notice explains it."""

    id: str
    heading: _Texts
    collected: _Texts | None = None  # what is collected and why; None for copies of other categories
    kept: _Texts
    laws: Sequence[str]  # laws by which it is kept longer than a person needs it


class DataRow(_Model):
    """Data in one place: what it is, about whom, how long it stays, and how it is found and erased."""

    holds: _Sentence
    about: Literal["person", "business", "staff", "agency", "state"] = "person"
    category: str = ""  # empty for data about nobody
    kept: str  # a word of `DataMap.kept`, or an ISO duration such as P30D
    find: str = "partition"
    erase: str = "delete"


class ItemKind(DataRow):
    """A kind of item in a table."""

    title: _Texts | None = None  # name for people, if they get a copy
    # Patterns of the partition and range keys: `{person}` and the like stand for an id, `*` for any text.
    key: Annotated[Sequence[str], Field(min_length=1, max_length=2)]
    schema_name: Annotated[str, Field(alias="schema")] = ""  # where the code defines it
    json_texts: Annotated[Sequence[str], Field(alias="json")] = ()  # attributes that hold JSON as text
    # Names of attributes, and of the fields of the JSON in `content`; keys, `content` and `schema` aside.
    shown: Sequence[str] = ()  # what a person gets in a copy of their data
    internal: Sequence[str] = ()  # what only makes the portal work
    others: Sequence[str] = ()  # what tells of other people, masked in a copy

    @property
    def has_copy(self) -> bool:
        """Tell if a person gets a copy of items of this kind."""
        return self.about in ("person", "business") and bool(self.shown or self.others)

    @property
    def names(self) -> frozenset[str]:
        return frozenset((*self.shown, *self.internal, *self.others))

    def matches(self, key: Sequence[str]) -> bool:
        """Tell if an item with these key values can be of this kind."""
        return len(key) == len(self.key) and all(
            _compile_pattern(pattern).fullmatch(value) for pattern, value in zip(self.key, key, strict=True)
        )

    @property
    def literal_length(self) -> int:
        """Number of characters that the key fixes; the kind with the most is that of an item."""
        return sum(len(re.sub(r"\{\w+\}|\*", "", pattern)) for pattern in self.key)


class TableMap(_Model):
    """A table: names of its key attributes, its kinds of items by name, and its indexes."""

    keys: Annotated[Sequence[str], Field(min_length=1, max_length=2)]
    items: Mapping[str, ItemKind]
    indexes: Mapping[str, _Sentence] = {}
    stream: str | None = None  # view type of its stream

    def list_kinds(self, key: Sequence[str]) -> dict[str, ItemKind]:
        """Return the kinds that fit the key values best, by name: one, unless kinds share a key."""
        found = {name: kind for name, kind in self.items.items() if kind.matches(key)}
        longest = max((kind.literal_length for kind in found.values()), default=0)
        return {name: kind for name, kind in found.items() if kind.literal_length == longest}

    def find_kind(self, key: Sequence[str], names: Collection[str]) -> tuple[str, ItemKind]:
        """Return the kind of an item and its name.

        Args:
            key: values of the key attributes.
            names: names of the attributes, and of the fields of the content.

        Raises:
            LookupError: the data map lacks such items.
        """
        kinds = self.list_kinds(key)
        if not kinds:
            raise LookupError(
                f"no kind of item in the data map has the keys {', '.join(self.keys)} like this"
            )
        return min(kinds.items(), key=lambda each: len(set(names) - each[1].names))


class LogRow(DataRow):
    groups: Sequence[str]


class BrowserKey(_Model):
    holds: _Sentence
    storage: Literal["local", "tab", "both"]
    kept: Literal["signOut", "signOutThenTab", "tab", "cleared"]


class DataMap(_Model):
    kept: Mapping[str, _Sentence]
    erase: Mapping[str, _Sentence]
    find: Mapping[str, _Sentence]
    categories: Sequence[Category]
    labels: Mapping[str, _Texts]  # names of attributes for people
    tables: Mapping[str, TableMap]
    buckets: Mapping[str, Mapping[str, DataRow]]  # by prefix
    queues: Mapping[str, DataRow]
    logs: Mapping[str, LogRow]
    user_pools: Annotated[Mapping[str, DataRow], Field(alias="userPools")]
    browser: Mapping[str, BrowserKey]
    backups: Mapping[str, DataRow]

    @model_validator(mode="after")
    def _check_words(self) -> Self:
        categories = {category.id for category in self.categories}
        copied = {
            name
            for table in self.tables.values()
            for kind in table.items.values()
            if kind.has_copy
            for name in (*kind.shown, *kind.others)
        }
        if copied != self.labels.keys():
            raise ValueError(f"labels: {', '.join(sorted(copied ^ self.labels.keys()))}")
        for place, row in self.list_rows():
            if isinstance(row, ItemKind) and row.has_copy != (row.title is not None):
                raise ValueError(f"{place}: a title is for kinds of items that a person gets a copy of")
        for place, row in self.list_rows():
            if row.kept not in self.kept and not _DURATION.fullmatch(row.kept):
                raise ValueError(f"{place}: {row.kept!r} is no time")
            if row.find not in self.find or row.erase not in self.erase:
                raise ValueError(f"{place}: unknown word for `find` or `erase`")
            if row.category and row.category not in categories:
                raise ValueError(f"{place}: no category {row.category!r}")
            if row.about in ("person", "business") and not row.category:
                raise ValueError(f"{place}: data about people needs a category")
        return self

    def list_rows(self) -> Iterator[tuple[str, DataRow]]:
        """List everything that is stored on the server, by place."""
        for table, described in self.tables.items():
            for name, kind in described.items.items():
                yield f"{table} {name}", kind
        for bucket, prefixes in self.buckets.items():
            for prefix, row in prefixes.items():
                yield f"{bucket} {prefix}".strip(), row
        for part in (self.queues, self.logs, self.user_pools, self.backups):
            yield from part.items()


@cache
def _compile_pattern(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"(\{\w+\}|\*)", pattern)
    return re.compile(
        "".join(
            "[^#]+" if part.startswith("{") else ".*" if part == "*" else re.escape(part) for part in parts
        ),
        re.DOTALL,
    )


@cache
def get_data_map() -> DataMap:
    """Return the data map. Source: data/data_map.json."""
    return DataMap.model_validate_json((DATA_FOLDER / "data_map.json").read_bytes())
