"""Requests and replies of the business names routes."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.names.issues import Severity
from domains.names.reservations import ReservationStatus
from domains.names.rules import EntityType
from domains.names.verdict import Status, Verdict
from domains.names.words import Outcome
from domains.reference.fees import FeeStatus
from portal.contract import Contract, RequestContract
from portal.validation import Moment

Mode = Literal["asYouType", "contains", "similar", "soundsLike"]
Match = Literal["beginning", "words", "contains", "similar", "soundsLike"]

_MAX_NAME_LENGTH = 200
Name = Annotated[str, Field(max_length=_MAX_NAME_LENGTH)]


class NameSearchQuery(RequestContract):
    """A search for names.

    Attributes:
        name: text typed so far.
        mode: kind of search: `asYouType` finds names and words with this beginning; `contains`, `similar`
            (misspelled) and `soundsLike` need three counted characters, and the last two return the nearest
            twenty. Without a mode, `asYouType`, followed by the others if it finds little.
        city: full name of a city.
        next_token: token of the previous page.
    """

    name: Name
    mode: Mode | None = None
    status: Status | None = None
    entity_type: EntityType | None = None
    city: Annotated[str | None, Field(max_length=60)] = None
    next_token: Annotated[str | None, Field(max_length=600)] = None


class _NameReply(Contract):
    id: str
    name: str
    entity_type: EntityType
    status: Status
    city: str
    county: str
    formed_on: date


class FoundNameReply(_NameReply):
    """A current or former name.

    Attributes:
        county: id of the county; empty, like `city`, if unknown.
        formed_on: when the entity was formed, or the name reserved or registered.
        matched: kind of match.
    """

    matched: Match


class SearchReply(Contract):
    """A page of names.

    Attributes:
        total: number of names on all pages.
        is_total_floor: true if `total` is a lower bound.
        as_of: day of the register's data.
        has_reservations: true if reserved names are included; false while the portal cannot read
            reservations.
        next_token: None on the last page.
    """

    items: list[FoundNameReply]
    total: int
    is_total_floor: bool
    as_of: date
    has_reservations: bool
    next_token: str | None


class NameCheckQuery(RequestContract):
    """A name to check for an entity type."""

    name: Name
    entity_type: EntityType


class ReasonReply(Contract):
    """A reason for the verdict, or a remark on it.

    Attributes:
        severity: `blocks` a filing, `needsReview`, or `tells` for information.
        source: source of the rule; None for a rule of the portal.
        word: the affected words, in capitals; empty for the whole name, and for a word that may offend.
    """

    code: str
    severity: Severity
    text: str
    source: str | None
    word: str


class WordRuleReply(Contract):
    """A rule that ignored or replaced a word."""

    rule_id: str
    text: str
    source: str


class WordReply(Contract):
    """The use of a word in comparisons.

    Attributes:
        counted: compared part of the word; empty if ignored.
        rules: empty if the word is unchanged.
    """

    written: str
    outcome: Outcome
    counted: str
    rules: list[WordRuleReply]


class ConflictReply(Contract):
    """An existing name."""

    id: str
    name: str
    status: Status


class ReservationFeeReply(Contract):
    """The fee of the state for a reservation, in cents of US dollars; the portal charges nothing.

    Attributes:
        amount: None if no source has it.
        status: as in the fees of a form.
        expedited: amount for expedited handling on top; None if no source has it.
        agency: agency to ask about an amount that is not confirmed.
        source: statute, or agency, of the fee or the reservation.
        source_url: official page or text of the law with `amount`; None without one.
    """

    amount: int | None
    status: FeeStatus
    expedited: int | None
    expedited_status: FeeStatus
    agency: str | None
    source: str
    source_url: str | None


class NameCheckReply(Contract):
    """The availability of a name, and why. It reserves nothing.

    Attributes:
        key: compared part of the name; names with the same key are not distinguishable.
        conflicts: names with the same key, which block this one.
        uncertain: names that are distinguishable in some readings only, so that a person must decide.
        close: distinguishable names that people may confuse; they block nothing.
        suggestions: similar names that are available.
        as_of: day of the register's data.
        has_reservations: false while more names are reserved and filed than the portal can search: then
            `uncertain` and `close` may lack some, and there are no suggestions. The verdict on the same name
            and its readings knows all.
        reservation_fee: None if names of the entity type cannot be reserved.
    """

    name: str
    key: str
    verdict: Verdict
    reasons: list[ReasonReply]
    words: list[WordReply]
    conflicts: list[ConflictReply]
    uncertain: list[ConflictReply]
    close: list[ConflictReply]
    suggestions: list[str]
    as_of: date
    has_reservations: bool
    reservation_fee: ReservationFeeReply | None


class CompanyQuery(RequestContract):
    """The name of a company, by which its id is looked up.

    Attributes:
        name: name from a search or a check.
    """

    name: Name


class CompanyReply(_NameReply):
    """A current or former name, with the names that stand beside it.

    Attributes:
        county: id of the county; empty, like `city`, if unknown.
        formed_on: when the entity was formed, or the name reserved, filed, or approved.
        source: `register`, or `portal` for a name that is reserved, filed, or approved here.
        as_of: day of the register's data.
        conflicts: other names with the same key.
        uncertain: other names that are distinguishable in some readings only.
        close: other names that people may confuse with it.
    """

    source: Literal["register", "portal"]
    as_of: date
    conflicts: list[ConflictReply]
    uncertain: list[ConflictReply]
    close: list[ConflictReply]


class ReservationRequest(RequestContract):
    """A name to reserve for the caller."""

    name: Name
    entity_type: EntityType


class RenewalRequest(RequestContract):
    """Request to add a term after the current one.

    Attributes:
        expires_at: end of the current term, which makes the request safe to repeat.
    """

    expires_at: Moment


class ReservationReply(Contract):
    """A current or former reservation of the caller.

    Attributes:
        key: compared part of the name.
        expires_at: end of the reservation.
        is_renewable: true if another term can be added now; at most one follows the current term.
        fee: None if the state no longer reserves names of that entity type.
    """

    id: str
    name: str
    key: str
    entity_type: EntityType
    status: ReservationStatus
    reserved_at: datetime
    expires_at: datetime
    given_up_at: datetime | None
    is_renewable: bool
    fee: ReservationFeeReply | None


class ReservationsReply(Contract):
    """The caller's reservations: current ones first, at most three, then the latest first."""

    items: list[ReservationReply]
