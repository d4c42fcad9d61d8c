"""What stands against a name by itself, whatever other names there are."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from functions.businessnames import messages
from functions.businessnames.key import Reading, read_name
from functions.businessnames.rules import EntityType, NameRules
from functions.businessnames.words import pieces_of
from portal.language import Text
from portal.text import has_unprintable_characters, tidy

Severity = Literal["blocks", "needsReview", "tells"]
IssueCode = Literal[
    "missing",
    "tooLong",
    "unprintable",
    "nothingCounts",
    "onlyDesignator",
    "designatorMissing",
    "designatorOfAnotherEntity",
    "designatorForbidden",
    "designatorTwice",
    "designatorMisplaced",
    "wordNeedsApproval",
    "wordMayNeedLicence",
    "otherScript",
]


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing about a name.

    Attributes:
        severity: `blocks` a filing, `needsReview` by a person, or only `tells` something worth knowing.
        rule_id: of data/name_rules.json, which names its source; None for what no rule has to say.
        word: the words that it is about, in capitals; empty when it is about the whole name.
    """

    code: IssueCode
    severity: Severity
    message: Text
    rule_id: str | None
    word: str = ""


def issues_of(name: str, entity_type: EntityType, rules: NameRules) -> list[Issue]:
    """Everything that stands against a name, the gravest first."""
    if not tidy(name):
        return [Issue("missing", "blocks", messages.MISSING, None)]
    if has_unprintable_characters(name):
        return [Issue("unprintable", "blocks", messages.UNPRINTABLE, None)]
    found = list(_issues(name, entity_type, rules))
    order = ("blocks", "needsReview", "tells")
    return sorted(found, key=lambda issue: order.index(issue.severity))


def _issues(name: str, entity_type: EntityType, rules: NameRules) -> Iterator[Issue]:
    if len(name) > rules.maximum_length:
        yield Issue("tooLong", "blocks", messages.too_long(rules.maximum_length), "std-7")
    reading = read_name(name)
    if not reading.key:
        yield Issue("nothingCounts", "blocks", messages.NOTHING_COUNTS, "ign-7")
        return
    words = [token.text for piece in pieces_of(name) for token in piece.tokens]
    yield from _scripts(name)
    yield from _designators(words, reading, entity_type, rules)
    yield from _restricted(words, rules)


def _scripts(name: str) -> Iterator[Issue]:
    foreign = {letter for letter in name if letter.isalpha() and "LATIN" not in unicodedata.name(letter, "")}
    if foreign:
        yield Issue("otherScript", "needsReview", messages.OTHER_SCRIPT, "char-1", "".join(sorted(foreign)))


def _designators(
    words: Sequence[str], reading: Reading, entity_type: EntityType, rules: NameRules
) -> Iterator[Issue]:
    own = rules.designators_of(entity_type)
    for designator, _ in _found(words, own.forbid):
        message = messages.designator_forbidden(designator)
        yield Issue("designatorForbidden", "blocks", message, own.rule_id, designator)
    if " ".join(words) in rules.identifiers:
        yield Issue("onlyDesignator", "blocks", messages.ONLY_DESIGNATOR, "ign-1", " ".join(words))
        return
    if reading.endings > 1:
        yield Issue("designatorTwice", "needsReview", messages.DESIGNATOR_TWICE, own.rule_id)
    if not own.accept:
        return
    present = list(_found(words, own.accept))
    if not present:
        others = [each for each in rules.identifiers if each not in own.accept]
        at_end = [designator for designator, end in _found(words, others) if end == len(words)]
        if at_end:
            message = messages.designator_of_another(at_end[-1], own.accept)
            yield Issue("designatorOfAnotherEntity", "blocks", message, own.rule_id, at_end[-1])
        else:
            yield Issue("designatorMissing", "blocks", messages.designator_missing(own.accept), own.rule_id)
    elif present[-1][1] != len(words):
        designator = present[-1][0]
        message = messages.designator_misplaced(designator)
        yield Issue("designatorMisplaced", "tells", message, own.rule_id, designator)


def _restricted(words: Sequence[str], rules: NameRules) -> Iterator[Issue]:
    for restricted in rules.restricted_words:
        for word, _ in _found(words, restricted.words):
            if restricted.needs_approval:
                message = messages.needs_approval(word, restricted.authority or "")
                yield Issue("wordNeedsApproval", "needsReview", message, restricted.rule_id, word)
            else:
                message = messages.may_need_licence(word)
                yield Issue("wordMayNeedLicence", "tells", message, restricted.rule_id, word)


def _found(words: Sequence[str], phrases: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The phrases in a name with where each ends; of two that overlap, the longer one."""
    by_length = sorted((phrase.split() for phrase in phrases), key=len, reverse=True)
    start = 0
    while start < len(words):
        phrase = next((each for each in by_length if list(words[start : start + len(each)]) == each), None)
        if phrase is None:
            start += 1
        else:
            start += len(phrase)
            yield " ".join(phrase), start
