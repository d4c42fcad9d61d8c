"""Availability of a name given existing ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from domains.names.issues import Issue, list_issues
from domains.names.key import Reading, close_keys, list_readings, list_word_orders, read_name
from domains.names.nearness import are_spelled_alike
from domains.names.rules import EntityType, NameRules
from domains.names.terms import get_whole_sound

Verdict = Literal["available", "unavailable", "needsReview"]
Status = Literal[
    "active",
    "pendingAdministrativeDissolution",
    "inactive",
    "administrativelyDissolved",
    "dissolved",
    "withdrawn",
    "merged",
    "converted",
    "revoked",
    "reserved",
    "registered",
    "expired",
    "cancelled",
    "pending",
]
"""Source: rule st-1 of data/name_rules.json; `pending` is a filing of this portal under examination."""

FREED: frozenset[Status] = frozenset({"administrativelyDissolved", "expired", "cancelled"})
"""Rules std-3 and st-4: names of administratively dissolved entities no longer block, nor do reservations and
trade names that ended. The sources free no others."""


@dataclass(frozen=True, slots=True)
class ExistingName:
    """An existing or former name."""

    id: str
    name: str
    status: Status

    @property
    def blocks(self) -> bool:
        """True if the name is unavailable to others."""
        return self.status not in FREED


@dataclass(frozen=True, slots=True)
class NameJudgment:
    """Verdict on a name's availability; it reserves nothing and gives no right in the name (std-2)."""

    verdict: Verdict
    reading: Reading  # the key, and the result for each word
    issues: tuple[Issue, ...]
    conflicts: tuple[ExistingName, ...]  # names with the same key that block this one
    uncertain: tuple[ExistingName, ...]  # names that some readings do not distinguish from this one
    close: tuple[ExistingName, ...]  # names that the rules distinguish from this one and people may not


def judge(
    name: str, entity_type: EntityType, existing: Iterable[ExistingName], rules: NameRules
) -> NameJudgment:
    """Judge a name given existing ones.

    Args:
        existing: candidates; only those that share a reading or are close count.

    Returns:
        `unavailable` if something blocks it, `needsReview` if a person has to decide. Close names do not
        change the verdict: the state's test is mechanical (rule std-1).
    """
    issues = list_issues(name, entity_type, rules)
    reading = read_name(name)
    blocking = [each for each in existing if each.blocks]
    conflicts = [each for each in blocking if reading.key and read_name(each.name).key == reading.key]
    others = [each for each in blocking if each not in conflicts]
    readings = {*list_readings(name)}
    uncertain = [each for each in others if not readings.isdisjoint(list_readings(each.name))]
    apart = [each for each in others if each not in uncertain]
    return NameJudgment(
        verdict=_make_verdict(issues, conflicts, uncertain),
        reading=reading,
        issues=tuple(issues),
        conflicts=tuple(conflicts),
        uncertain=tuple(uncertain),
        close=tuple(_list_close(name, reading.key, apart)),
    )


def _list_close(name: str, key: str, others: Sequence[ExistingName]) -> list[ExistingName]:
    """Return names with a close key, the words, or the sound of a name, or that differ by few letters."""
    if not others or not key:
        return []
    shared, orders, sound = close_keys(name), list_word_orders(name), get_whole_sound(name)
    return [
        each
        for each in others
        if shared & close_keys(each.name)
        or orders & list_word_orders(each.name)
        or get_whole_sound(each.name) == sound
        or are_spelled_alike(read_name(each.name).key, key)
    ]


def _make_verdict(
    issues: Sequence[Issue], conflicts: Sequence[ExistingName], uncertain: Sequence[ExistingName]
) -> Verdict:
    severities = {issue.severity for issue in issues}
    if conflicts or "blocks" in severities:
        return "unavailable"
    return "needsReview" if uncertain or "needsReview" in severities else "available"
