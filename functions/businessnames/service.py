"""Search of names, and the check of a name."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from domains.names import texts
from domains.names.current_holds import CurrentHolds, get_day_and_county, get_status
from domains.names.index_queries import Narrowing
from domains.names.index_record import NameRecord
from domains.names.key import Reading, get_key
from domains.names.name_holds import is_of_portal, list_unreleased
from domains.names.name_index import COUNTED_AT_MOST, NameIndex
from domains.names.names_table import Hold, raise_unavailable_on_trouble
from domains.names.reasons import list_reasons
from domains.names.register import CheckedName, NameRegister
from domains.names.rules import EntityType
from domains.names.snapshot import Snapshot
from domains.names.terms import TRIGRAM
from domains.names.verdict import ExistingName
from domains.state.time import get_day
from functions.businessnames.contract import (
    CompanyReply,
    ConflictReply,
    FoundNameReply,
    Match,
    NameCheckQuery,
    NameCheckReply,
    NameSearchQuery,
    ReasonReply,
    SearchReply,
    WordReply,
    WordRuleReply,
)
from functions.businessnames.errors import CompanyNotFound
from functions.businessnames.reservation_fees import make_fee_reply
from functions.businessnames.suggestions import list_suggestions
from portal.errors import InvalidRequest, Problem, StorageUnavailable
from portal.language import Language
from portal.page_tokens import LastEvaluatedKey, PageTokens
from portal.text import tidy
from portal.types import Clock, get_utc_now

PAGE_SIZE = 20
_FEW = 5
_HOLDS_AT_ONCE = 200
_NOBODY = ""
Phase = Literal["beginning", "words", "contains"]


@dataclass(frozen=True, slots=True)
class _Place:
    phase: Phase
    row: int


@dataclass(frozen=True, slots=True)
class _Found:
    record: NameRecord
    matched: Match


_FoundHold = tuple[Hold, Match]


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of the snapshot's names."""

    matches: Sequence[_Found]
    total: int  # number of names on all pages
    next: _Place | None = None
    is_cut: bool = False  # true if there are more names than `total`, on no page
    is_widened: bool = False  # true if the search was widened because of few results

    @property
    def records(self) -> list[NameRecord]:
        """The names without their matches."""
        return [each.record for each in self.matches]


@dataclass(frozen=True, slots=True)
class BusinessNamesService:
    """Answers from the snapshot and from changes since."""

    register: NameRegister
    page_tokens: PageTokens
    clock: Clock = get_utc_now

    def search_names(self, requested: NameSearchQuery) -> SearchReply:
        """Return a page of names that are similar to a name.

        Raises:
            NamesUnavailable: there is no valid snapshot.
        """
        self._refuse_unsearchable(requested)
        with self.register.open_snapshot() as snapshot:
            binding = requested.model_dump(exclude={"next_token"}) | {"snapshot": snapshot.checksum}
            place = _parse_place(self.page_tokens.decode(requested.next_token, _NOBODY, binding))
            page = _get_page(snapshot, requested, place)
            current = self._read_current(snapshot)
            first, last = _list_holds(requested, page, current) if current else ([], [])
            reported = [hold for hold, _ in (*first, *last)]
            unreleased = list_unreleased(page.records, reported, current) if current else page.records
            replies = [
                FoundNameReply(**_describe(match.record), matched=match.matched)
                for match in page.matches
                if match.record in unreleased
            ]
            following = {"place": {"phase": page.next.phase, "row": page.next.row}} if page.next else None
            total = page.total + len(reported)
            return SearchReply(
                items=[*_make_hold_replies(first), *replies, *_make_hold_replies(last)]
                if place is None
                else replies,
                total=min(total, COUNTED_AT_MOST),
                is_total_floor=page.is_cut or total > COUNTED_AT_MOST,
                as_of=snapshot.as_of,
                has_reservations=current is not None,
                next_token=self.page_tokens.encode(following, _NOBODY, binding),
            )

    def check_name(self, requested: NameCheckQuery, language: Language) -> NameCheckReply:
        """Return the availability of a name, with reasons.

        Raises:
            NamesUnavailable: there is no valid snapshot.
        """
        checked = self.register.check_name(requested.name, requested.entity_type)
        judgment = checked.judgment
        terms = self.register.rules.get_reservation_terms(requested.entity_type)
        today = get_day(self.clock())
        return NameCheckReply(
            name=requested.name,
            key=judgment.reading.key,
            verdict=judgment.verdict,
            reasons=[
                ReasonReply.from_entity(
                    each,
                    text=each.text.in_language(language),
                    source=each.source.in_language(language) if each.source else None,
                )
                for each in list_reasons(judgment, self.register.rules)
            ],
            words=list(self._list_words(judgment.reading, language)),
            conflicts=[_make_conflict_reply(each) for each in judgment.conflicts],
            uncertain=[_make_conflict_reply(each) for each in judgment.uncertain],
            close=[_make_conflict_reply(each) for each in judgment.close],
            suggestions=self._list_suggestions(checked, requested.entity_type),
            as_of=checked.as_of,
            has_reservations=checked.current is not None,
            reservation_fee=make_fee_reply(terms, today, language) if terms else None,
        )

    def get_company(self, company_id: str, name: str) -> CompanyReply:
        """Return a name with those that conflict with it or are close to it.

        Args:
            company_id: id from a search or a check, in any case.
            name: the name, by whose key the id is looked up.

        Raises:
            NamesUnavailable: there is no valid snapshot.
        """
        company: NameRecord | Hold | None
        key = get_key(name)
        with self.register.open_snapshot() as snapshot:
            company = snapshot.find_record(company_id, key)
            as_of = snapshot.as_of
        if company is None or is_of_portal(company):
            # Only the table knows the hold's present state.
            company = self.register.name_holds.find_hold(company_id, key)
        if company is None:
            raise CompanyNotFound
        judgment = self.register.check_name(company.name, company.entity_type).judgment

        def list_others(names: Iterable[ExistingName]) -> list[ConflictReply]:
            return [_make_conflict_reply(each) for each in names if each.id != company.id]

        return CompanyReply(
            **_describe(company),
            source="register" if isinstance(company, NameRecord) else "portal",
            as_of=as_of,
            conflicts=list_others(judgment.conflicts),
            uncertain=list_others(judgment.uncertain),
            close=list_others(judgment.close),
        )

    def _list_suggestions(self, checked: CheckedName, entity_type: EntityType) -> list[str]:
        current = checked.current
        if current is None:
            return []
        return list_suggestions(
            checked.judgment, entity_type, lambda name: self.register.is_available(name, entity_type, current)
        )

    def _read_current(self, snapshot: Snapshot) -> CurrentHolds | None:
        """Return the held names, or None while they are unreadable or too many."""
        try:
            with raise_unavailable_on_trouble():
                return self.register.name_holds.read_current(snapshot.as_of)
        except StorageUnavailable:
            return None

    def _refuse_unsearchable(self, requested: NameSearchQuery) -> None:
        if not tidy(requested.name):
            raise InvalidRequest(Problem("name", texts.MISSING))
        if requested.mode in ("contains", "similar", "soundsLike") and len(get_key(requested.name)) < TRIGRAM:
            raise InvalidRequest(Problem("name", texts.TOO_SHORT))

    def _list_words(self, reading: Reading, language: Language) -> Iterator[WordReply]:
        for word in reading.words:
            yield WordReply(
                written=word.written,
                outcome=word.outcome,
                counted=word.counted,
                rules=[
                    WordRuleReply(
                        rule_id=rule_id,
                        text=texts.WORD_RULES[rule_id].in_language(language),
                        source=self.register.rules.get_rule(rule_id).source.in_language(language),
                    )
                    for rule_id in word.rule_ids
                ],
            )


def _list_holds(
    requested: NameSearchQuery, page: _Page, current: CurrentHolds
) -> tuple[list[_FoundHold], list[_FoundHold]]:
    """Return held names: those before the snapshot's names, and those after them."""
    name, key = requested.name, get_key(requested.name)
    narrowing = Narrowing(requested.status, requested.entity_type, requested.city)
    searches: Mapping[Match, Callable[[NameIndex], Sequence[NameRecord]]] = {
        "beginning": lambda index: index.find_beginning_with(key, narrowing, 0, _HOLDS_AT_ONCE)[0],
        "words": lambda index: index.find_with_words(name, narrowing, (0, -1), 0, _HOLDS_AT_ONCE)[0],
        "contains": lambda index: index.find_containing(key, narrowing, 0, _HOLDS_AT_ONCE)[0],
        "similar": lambda index: index.find_similar(name, narrowing, _HOLDS_AT_ONCE),
        "soundsLike": lambda index: index.find_sounding_like(name, narrowing, _HOLDS_AT_ONCE),
    }
    if requested.mode in ("similar", "soundsLike"):
        return [(hold, requested.mode) for hold in current.find_holds(searches[requested.mode])], []
    if requested.mode == "contains":
        return [], [(hold, "contains") for hold in current.find_holds(searches["contains"])]
    ways: Sequence[Match] = ("beginning", "words")
    if page.is_widened:
        ways = (*ways, "contains", "similar", "soundsLike")
    matches: dict[Hold, Match] = {}
    for way in ways:
        for hold in current.find_holds(searches[way]):
            matches.setdefault(hold, way)
    return (
        [(hold, way) for hold, way in matches.items() if way == "beginning"],
        [(hold, way) for hold, way in matches.items() if way != "beginning"],
    )


def _get_page(snapshot: Snapshot, requested: NameSearchQuery, place: _Place | None) -> _Page:
    narrowing = Narrowing(requested.status, requested.entity_type, requested.city)
    key = get_key(requested.name)
    if requested.mode == "contains":
        after = place.row if place else 0
        records, total = snapshot.find_containing(key, narrowing, after, PAGE_SIZE + 1)
        return _make_page([_Found(each, "contains") for each in records], total)
    if requested.mode == "similar":
        return _find_nearest(snapshot.find_similar(requested.name, narrowing, PAGE_SIZE + 1), "similar")
    if requested.mode == "soundsLike":
        return _find_nearest(
            snapshot.find_sounding_like(requested.name, narrowing, PAGE_SIZE + 1), "soundsLike"
        )
    page = _find_by_beginnings(snapshot, requested.name, key, narrowing, place)
    if requested.mode is None and place is None and len(page.matches) < _FEW and len(key) >= TRIGRAM:
        parts, _ = snapshot.find_containing(key, narrowing, 0, PAGE_SIZE + 1)
        similar = snapshot.find_similar(requested.name, narrowing, _FEW + 1)
        sounding = snapshot.find_sounding_like(requested.name, narrowing, _FEW + 1)
        more = [
            *(_Found(each, "contains") for each in parts),
            *(_Found(each, "similar") for each in similar[:_FEW]),
            *(_Found(each, "soundsLike") for each in sounding[:_FEW]),
        ]
        matches = list(_drop_repeated([*page.matches, *more]))
        reported = {each.record.row for each in matches[:PAGE_SIZE]}
        is_cut = len(matches) > PAGE_SIZE or any(each.row not in reported for each in (*similar, *sounding))
        return _Page(matches[:PAGE_SIZE], len(reported), is_cut=is_cut, is_widened=True)
    return page


def _find_nearest(records: Sequence[NameRecord], matched: Match) -> _Page:
    """Return the only page of nearest names; an additional record means that there are more."""
    matches = [_Found(each, matched) for each in records[:PAGE_SIZE]]
    return _Page(matches, len(matches), is_cut=len(records) > PAGE_SIZE)


def _find_by_beginnings(
    snapshot: Snapshot, name: str, key: str, narrowing: Narrowing, place: _Place | None
) -> _Page:
    """Return names with the same beginning, then those with words that begin like the typed ones."""
    is_past_beginning = place is not None and place.phase == "words"
    row = place.row if place else 0
    page_limit = PAGE_SIZE + 1
    records, rows = snapshot.find_beginning_with(
        key, narrowing, after=0 if is_past_beginning else row, limit=0 if is_past_beginning else page_limit
    )
    matches = [_Found(each, "beginning") for each in records]
    after = row if is_past_beginning else 0
    others, with_words = snapshot.find_with_words(name, narrowing, rows, after, page_limit - len(matches))
    matches += [_Found(each, "words") for each in others]
    return _make_page(matches, snapshot.count_beginning(rows, narrowing) + with_words)


def _make_page(matches: Sequence[_Found], total: int) -> _Page:
    """Return the first page of names; an additional one means that another page follows."""
    if len(matches) <= PAGE_SIZE:
        return _Page(matches, total)
    last = matches[PAGE_SIZE - 1]
    phases: dict[Match, Phase] = {"beginning": "beginning", "words": "words", "contains": "contains"}
    return _Page(matches[:PAGE_SIZE], total, _Place(phases[last.matched], last.record.row))


def _drop_repeated(matches: Iterable[_Found]) -> Iterator[_Found]:
    seen: set[int] = set()
    for each in matches:
        if each.record.row not in seen:
            seen.add(each.record.row)
            yield each


def _parse_place(token: LastEvaluatedKey | None) -> _Place | None:
    return _Place(**token["place"]) if token else None


def _describe(company: NameRecord | Hold) -> dict[str, Any]:
    """Return the fields that every reply about a name has."""
    described = {"id": company.id, "name": company.name, "entity_type": company.entity_type}
    if isinstance(company, NameRecord):
        return described | {
            "status": company.status,
            "city": company.city,
            "county": company.county_id,
            "formed_on": company.formed_on,
        }
    day, county_id = get_day_and_county(company)
    return described | {
        "status": get_status(company),
        "city": "",
        "county": county_id,
        "formed_on": day,
    }


def _make_hold_replies(holds: Iterable[_FoundHold]) -> list[FoundNameReply]:
    return [FoundNameReply(**_describe(hold), matched=matched) for hold, matched in holds]


def _make_conflict_reply(existing: ExistingName) -> ConflictReply:
    return ConflictReply(id=existing.id, name=existing.name, status=existing.status)
