"""Reasons for the verdict on a name."""

from collections.abc import Iterator
from dataclasses import dataclass

from domains.names import texts
from domains.names.issues import Severity
from domains.names.rules import NameRules
from domains.names.verdict import NameJudgment
from portal.language import Text


@dataclass(frozen=True, slots=True)
class NameReason:
    """A reason for a verdict, or a remark on it."""

    code: str
    severity: Severity
    text: Text
    source: Text | None  # source of the rule; None for a rule of the portal
    word: str = ""  # the affected words, in capitals; empty for the whole name


def list_reasons(judged: NameJudgment, rules: NameRules) -> list[NameReason]:
    """List the reasons for a verdict, those that decide it first."""
    return [*list_objections(judged, rules), *_list_remarks(judged, rules)]


def list_objections(judged: NameJudgment, rules: NameRules) -> list[NameReason]:
    """List the existing names and the words that are objections to a name, the severest first."""
    return list(_find_objections(judged, rules))


def _find_objections(judged: NameJudgment, rules: NameRules) -> Iterator[NameReason]:
    source = rules.get_rule("std-1").source
    for conflict in judged.conflicts:
        yield NameReason(
            "nameTaken", "blocks", texts.format_name_taken(conflict.name, conflict.status), source
        )
    for each in judged.uncertain:
        yield NameReason("nameMayBeTaken", "needsReview", texts.format_name_perhaps_taken(each.name), source)
    for issue in judged.issues:
        rule = rules.get_rule(issue.rule_id).source if issue.rule_id else None
        yield NameReason(issue.code, issue.severity, issue.message, rule, issue.word)


def _list_remarks(judged: NameJudgment, rules: NameRules) -> Iterator[NameReason]:
    if judged.verdict == "available":
        yield NameReason("notReserved", "tells", texts.NOT_RESERVED, None)
    if judged.close:
        yield NameReason("closeNames", "tells", texts.CLOSE_NAMES, rules.get_rule("std-1").source)
    yield NameReason("noTrademarkRight", "tells", texts.NO_TRADEMARK_RIGHT, rules.get_rule("std-2").source)
