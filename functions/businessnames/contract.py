"""Requests and replies of the business names routes."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from functions.businessnames.issues import Severity
from functions.businessnames.reservations import ReservationStatus
from functions.businessnames.rules import EntityType
from functions.businessnames.verdict import Status, Verdict
from functions.businessnames.words import Outcome
from portal.contract import Contract, RequestContract
from portal.validation import Moment

Mode = Literal["asYouType", "contains", "similar", "soundsLike"]
Match = Literal["beginning", "words", "contains", "similar", "soundsLike"]

_MAX_NAME_LENGTH = 200
Name = Annotated[str, Field(max_length=_MAX_NAME_LENGTH)]


class SearchQuery(RequestContract):
    """Names to look for.

    Attributes:
        name: the letters typed so far.
        mode: how to look: `asYouType` for names that begin so, or have words that begin so; `contains` for a
            part of a name, `similar` for one with mistakes and `soundsLike` for one spelled by its sound, all
            three of three counted characters or more; the last two give the nearest twenty. When missing, as
            you type, and where little is found the others as well.
        city: its name in full.
        next_token: of the page before.
    """

    name: Name
    mode: Mode | None = None
    status: Status | None = None
    entity_type: EntityType | None = None
    city: Annotated[str | None, Field(max_length=60)] = None
    next_token: Annotated[str | None, Field(max_length=600)] = None


class FoundNameReply(Contract):
    """A name that somebody has or had.

    Attributes:
        county: id of the county; empty where it is not known, as is `city`.
        formed_on: when the entity was formed, or the name reserved or registered.
        matched: how it was found.
    """

    id: str
    name: str
    entity_type: EntityType
    status: Status
    city: str
    county: str
    formed_on: date
    matched: Match


class SearchReply(Contract):
    """A page of names.

    Attributes:
        total: how many there are on all pages.
        is_total_floor: true when there are more than `total`.
        as_of: the day of the names.
        has_reservations: true when the names that were reserved since are among them; false while the portal
            cannot read the reservations.
        next_token: None on the last page.
    """

    items: list[FoundNameReply]
    total: int
    is_total_floor: bool
    as_of: date
    has_reservations: bool
    next_token: str | None


class NameCheckQuery(RequestContract):
    """A name that somebody would like to have for a kind of entity."""

    name: Name
    entity_type: EntityType


class ReasonReply(Contract):
    """Something that speaks for the verdict, or that is worth knowing beside it.

    Attributes:
        severity: `blocks` a filing, `needsReview` by a person, or only `tells`.
        source: the origin of the rule; None where it is the portal's own.
        word: the words that it is about, in capitals; empty when it is about the whole name.
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
    """The use of a word when the name was compared.

    Attributes:
        counted: the part of it that is compared; empty when it was ignored.
        rules: empty when it was kept.
    """

    written: str
    outcome: Outcome
    counted: str
    rules: list[WordRuleReply]


class ConflictReply(Contract):
    """A name that somebody has."""

    id: str
    name: str
    status: Status


class NameCheckReply(Contract):
    """The availability of a name, and why. It reserves nothing.

    Attributes:
        key: the part of the name that is compared; names with one key cannot be told apart.
        conflicts: names with the same key, which block this one.
        uncertain: names that the rules tell apart from this one in one reading and not in another, so that a
            person decides.
        close: names that the rules tell apart from this one and a person may not; they block nothing.
        suggestions: names like this one that are available.
        as_of: the day of the names that it was compared with.
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


class ReservationRequest(RequestContract):
    """A name to be held for the caller."""

    name: Name
    entity_type: EntityType


class RenewalRequest(RequestContract):
    """Adds a term after the present one.

    Attributes:
        expires_at: of the present term, so that the same request again adds nothing.
    """

    expires_at: Moment


class ReservationFeeReply(Contract):
    """The fee of the state for the reservation; the portal charges nothing.

    Attributes:
        amount: US dollars, such as `10.00`; None where no source tells it.
        expedited_amount: all of it with expedited handling.
    """

    amount: str | None
    expedited_amount: str | None
    currency: Literal["USD"] = "USD"
    source: str
    confidence: str


class ReservationReply(Contract):
    """A name that is or was held for the caller.

    Attributes:
        key: the part of the name that is compared; nobody else can have a name with this key.
        expires_at: the first moment at which the name is not held any more.
        is_renewable: true when another term can be added now; only one can be ahead of the present one.
        fee: None where names of that kind of entity are not reserved any more.
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
    """The caller's reservations: what is held, twenty at most, first, then by age, the latest first."""

    items: list[ReservationReply]
