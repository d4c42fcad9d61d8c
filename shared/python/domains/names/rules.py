"""The rules of business names as data. Source: data/name_rules.json."""

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


class _RuleRow(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)


class NameRule(_RuleRow):
    """A rule by its stable id."""

    id: str
    fact: str
    # Statute or agency, as readers see it; the checks of facts keep where the rule was collected.
    source: Text
    confidence: str


class Designators(_RuleRow):
    """Required and forbidden designators of an entity's name."""

    rule_id: str
    entity_type: EntityType
    accept: tuple[str, ...]  # accepted designators; none is required if empty
    forbid: tuple[str, ...]
    forbids_endings: bool  # true if any entity ending is forbidden


class RestrictedWords(_RuleRow):
    """Words on which a name needs an approval, a license, or a look."""

    rule_id: str
    # `approval` by the authority is needed before filing, or perhaps needed; a `license` may be needed; the
    # words may suggest a public `office`; or they may be an `offense` to readers.
    effect: Literal["approval", "perhapsApproval", "license", "office", "offense"]
    # Words and phrases in capitals, singular or irregular; the regular plural counts too.
    words: tuple[str, ...]
    spanish_words: tuple[str, ...]  # the same in Spanish
    other_meanings: tuple[str, ...]  # phrases with one of the words that mean something else
    authority: Text | None  # approving authority, if any


class ReservationTerms(_RuleRow):
    """Reservation period of an entity's names."""

    rule_id: str
    entity_types: tuple[EntityType, ...]
    days: int
    is_renewable: bool  # false if the source says so; sources are silent on corporations
    wait_days: int  # days after the end before the same applicant can reserve the name again
    fee_row: str | None  # row of data/startup_costs.json with the fee; None if unknown
    expedited_fee_row: str | None  # row of what expedited handling costs on top


class NameRules(_RuleRow):
    """All rules."""

    as_of: str
    source: str
    maximum_length: int
    rules: tuple[NameRule, ...]
    identifiers: tuple[str, ...]  # entity endings that do not distinguish names
    # Foreign endings that are also words or initials, which need a person's review.
    perhaps_identifiers: tuple[str, ...]
    designators: tuple[Designators, ...]
    restricted_words: tuple[RestrictedWords, ...]
    reservation_terms: tuple[ReservationTerms, ...]  # none for entity types without a source for reservations

    def get_rule(self, rule_id: str) -> NameRule:
        return next(rule for rule in self.rules if rule.id == rule_id)

    def get_designators(self, entity_type: EntityType) -> Designators:
        """Return the required and forbidden designators of an entity's name."""
        return next(each for each in self.designators if each.entity_type == entity_type)

    def get_reservation_terms(self, entity_type: EntityType) -> ReservationTerms | None:
        """Return the reservation terms of an entity's names; None if they cannot be reserved."""
        return next((each for each in self.reservation_terms if entity_type in each.entity_types), None)


@cache
def get_name_rules() -> NameRules:
    """Return the rules of the state."""
    return NameRules.model_validate_json((DATA_FOLDER / "name_rules.json").read_bytes())
