"""The rules of business names as data. Source: data/name_rules.json, whose rules name their own."""

from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from domains.reference.data import DATA_FOLDER
from portal.language import Text

EntityType = Literal[
    "llc",
    "pllc",
    "corporation",
    "professionalCorporation",
    "nonprofit",
    "llp",
    "lp",
    "tradeName",
]


class _Row(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)


class Rule(_Row):
    """A rule by its stable id."""

    id: str
    fact: str
    source: str
    confidence: str


class Designators(_Row):
    """Required and forbidden designators of an entity's name.

    Attributes:
        accept: one of these; when empty, nothing is asked for.
        forbids_endings: whether it must not end as the name of any entity does.
    """

    rule_id: str
    entity_type: EntityType
    accept: tuple[str, ...]
    forbid: tuple[str, ...]
    forbids_endings: bool


class RestrictedWords(_Row):
    """Words that need an approval, or a license that the applicant should know of.

    Attributes:
        authority: who approves them; None where a license may be needed.
    """

    rule_id: str
    words: tuple[str, ...]
    authority: Text | None


class ReservationTerms(_Row):
    """Reservation period of an entity's names.

    Attributes:
        is_renewable: false where the source says that it is not; sources are silent on corporations.
        wait_days: how long the same applicant has to wait after the end before reserving the name again.
        fee: US dollars, exact to the cent; None where no source tells it.
        expedited_fee: all of it with expedited handling.
    """

    rule_id: str
    entity_types: tuple[EntityType, ...]
    days: int
    is_renewable: bool
    wait_days: int
    fee: str | None
    expedited_fee: str | None


class NameRules(_Row):
    """All of them.

    Attributes:
        identifiers: entity endings that do not tell two names apart.
        perhaps_identifiers: foreign ones that are also words or initials, so that a person decides.
        reservation_terms: none for entities of whose names no source tells that they are reserved.
    """

    as_of: str
    source: str
    maximum_length: int
    rules: tuple[Rule, ...]
    identifiers: tuple[str, ...]
    perhaps_identifiers: tuple[str, ...]
    designators: tuple[Designators, ...]
    restricted_words: tuple[RestrictedWords, ...]
    reservation_terms: tuple[ReservationTerms, ...]

    def rule(self, rule_id: str) -> Rule:
        """Return a rule that is known to exist."""
        return next(rule for rule in self.rules if rule.id == rule_id)

    def get_designators(self, entity_type: EntityType) -> Designators:
        """Return the required and forbidden designators of an entity's name."""
        return next(each for each in self.designators if each.entity_type == entity_type)

    def get_reservation_terms(self, entity_type: EntityType) -> ReservationTerms | None:
        """Return the reservation period of an entity's names; None where they are not reserved."""
        return next((each for each in self.reservation_terms if entity_type in each.entity_types), None)


@cache
def name_rules() -> NameRules:
    """Return the rules of the state."""
    return NameRules.model_validate_json((DATA_FOLDER / "name_rules.json").read_bytes())
