"""Issues of a name by itself, regardless of existing names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from domains.names import texts
from domains.names.key import (
    Reading,
    has_only_endings,
    list_written_words,
    make_singular,
    read_name,
)
from domains.names.letters import list_letter_spellings
from domains.names.rules import Designators, EntityType, NameRules, RestrictedWords
from domains.names.words import find_unnamed_characters
from portal.language import Text
from portal.text import fold, tidy

Severity = Literal["blocks", "needsReview", "tells"]
IssueCode = Literal[
    "missing",
    "tooLong",
    "nothingCounts",
    "onlyDesignator",
    "designatorMissing",
    "designatorOfAnotherEntity",
    "designatorForbidden",
    "designatorTwice",
    "designatorMisplaced",
    "wordNeedsApproval",
    "wordMayNeedLicence",
    "wordSuggestsOffice",
    "wordMayOffend",
    "otherScript",
    "manyReadings",
]


@dataclass(frozen=True, slots=True)
class Issue:
    """Issue of a name."""

    code: IssueCode
    severity: Severity  # `blocks` a filing, `needsReview` by a person, or only `tells` something
    message: Text
    rule_id: str | None  # id of a rule in data/name_rules.json, if any
    # The words concerned, in capitals; empty for the whole name, and for a word that may offend.
    word: str = ""


def list_issues(name: str, entity_type: EntityType, rules: NameRules) -> list[Issue]:
    """List the issues of a name, most severe first."""
    if not tidy(name):
        return [Issue("missing", "blocks", texts.MISSING, None)]
    issues = list(_find_issues(name, entity_type, rules))
    order = ("blocks", "needsReview", "tells")
    return sorted(issues, key=lambda issue: order.index(issue.severity))


def _find_issues(name: str, entity_type: EntityType, rules: NameRules) -> Iterator[Issue]:
    if len(name) > rules.maximum_length:
        yield Issue("tooLong", "blocks", texts.format_too_long(rules.maximum_length), "std-7")
    reading = read_name(name)
    if not reading.key:
        yield Issue("nothingCounts", "blocks", texts.NOTHING_COUNTS, "ign-7")
        return
    words = list_written_words(name)
    yield from _find_script_issues(name)
    if not reading.is_compared_whole:
        yield Issue("manyReadings", "needsReview", texts.MANY_READINGS, "ign-6")
    yield from _find_designator_issues(words, reading, entity_type, rules)
    yield from _find_restricted_issues(name, rules)


def _find_script_issues(name: str) -> Iterator[Issue]:
    unnamed = find_unnamed_characters(name)
    if unnamed:
        yield Issue("otherScript", "needsReview", texts.OTHER_SCRIPT, "char-1", "".join(sorted(unnamed)))


def _find_designator_issues(
    words: Sequence[str], reading: Reading, entity_type: EntityType, rules: NameRules
) -> Iterator[Issue]:
    designators = rules.get_designators(entity_type)
    forbidden = [designator for designator, _ in _find_phrases(words, designators.forbid)]
    for designator in forbidden:
        message = texts.format_designator_forbidden(designator)
        yield Issue("designatorForbidden", "blocks", message, designators.rule_id, designator)
    if has_only_endings(words):
        yield Issue("onlyDesignator", "blocks", texts.ONLY_DESIGNATOR, "ign-1", " ".join(words))
        return
    if reading.endings > 1:
        yield Issue("designatorTwice", "needsReview", texts.DESIGNATOR_TWICE, designators.rule_id)
    # The whole ending counts: LIMITED in LIMITED PARTNERSHIP is not a corporation's ending.
    matches = list(_find_phrases(words, {*designators.accept, *rules.identifiers}))
    if designators.accept:
        yield from _find_accepted_issues(matches, len(words), designators)
    elif designators.forbids_endings and not forbidden and matches and matches[-1][1] == len(words):
        designator = matches[-1][0]
        message = texts.format_ending_forbidden(designator)
        yield Issue("designatorForbidden", "blocks", message, designators.rule_id, designator)


def _find_accepted_issues(
    matches: Sequence[tuple[str, int]], length: int, designators: Designators
) -> Iterator[Issue]:
    """List the issues of designators in a name that requires one."""
    present = [(designator, end) for designator, end in matches if designator in designators.accept]
    perhaps = [
        each for each, _ in matches if each.endswith(tuple(f" {accepted}" for accepted in designators.accept))
    ]
    if present:
        designator, end = present[-1]
        if end != length:
            message = texts.format_designator_misplaced(designator)
            yield Issue("designatorMisplaced", "tells", message, designators.rule_id, designator)
    elif perhaps:
        message = texts.format_designator_perhaps_of_another(perhaps[-1])
        yield Issue("designatorOfAnotherEntity", "needsReview", message, designators.rule_id, perhaps[-1])
    elif matches and matches[-1][1] == length:
        designator = matches[-1][0]
        message = texts.format_designator_of_another(designator, designators.accept)
        yield Issue("designatorOfAnotherEntity", "blocks", message, designators.rule_id, designator)
    else:
        yield Issue(
            "designatorMissing",
            "blocks",
            texts.format_designator_missing(designators.accept),
            designators.rule_id,
        )


def _find_restricted_issues(name: str, rules: NameRules) -> Iterator[Issue]:
    """List the issues of restricted words, also of those with digits or signs in place of letters."""
    seen = set()
    for spelling in (name, *list_letter_spellings(name)):
        words = list_written_words(spelling)
        compared = [_make_comparable(word) for word in words]
        for restricted in rules.restricted_words:
            phrases, ignored = _list_compared_phrases(restricted)
            for phrase, end in _find_phrases(compared, phrases):
                phrase_text = " ".join(words[end - len(phrase.split()) : end])
                issue = None if phrase in ignored else _make_restricted_issue(restricted, phrase_text)
                if issue and issue not in seen:
                    seen.add(issue)
                    yield issue


def _make_restricted_issue(restricted: RestrictedWords, word: str) -> Issue:
    rule_id, authority = restricted.rule_id, restricted.authority
    if authority is not None:
        make_text = (
            texts.format_needs_approval if restricted.effect == "approval" else texts.format_may_need_approval
        )
        return Issue("wordNeedsApproval", "needsReview", make_text(word, authority), rule_id, word)
    if restricted.effect == "license":
        return Issue("wordMayNeedLicence", "tells", texts.format_may_need_license(word), rule_id, word)
    if restricted.effect == "office":
        return Issue("wordSuggestsOffice", "needsReview", texts.format_suggests_office(word), rule_id, word)
    # The page does not repeat an offensive word, which somebody else may have typed.
    return Issue("wordMayOffend", "needsReview", texts.WORD_MAY_OFFEND, rule_id)


@cache
def _list_compared_phrases(restricted: RestrictedWords) -> tuple[frozenset[str], frozenset[str]]:
    """Return the compared form of all phrases, and of those with another meaning."""
    ignored = frozenset(map(_make_comparable_phrase, restricted.other_meanings))
    words = (*restricted.words, *restricted.spanish_words)
    return frozenset(map(_make_comparable_phrase, words)) | ignored, ignored


def _make_comparable_phrase(phrase: str) -> str:
    return " ".join(map(_make_comparable, phrase.split()))


def _make_comparable(word: str) -> str:
    """Return the singular without accents; Ñ is a letter of its own, not an N with an accent."""
    return make_singular("Ñ".join(fold(part).upper() for part in word.split("Ñ")))


def _find_phrases(words: Sequence[str], phrases: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the phrases in a name and the end of each; the longer one of two that overlap."""
    by_first_word = _index_phrases(frozenset(phrases))
    start = 0
    while start < len(words):
        possible = by_first_word.get(words[start], ())
        phrase = next((each for each in possible if list(words[start : start + len(each)]) == each), None)
        if phrase is None:
            start += 1
        else:
            start += len(phrase)
            yield " ".join(phrase), start


@cache
def _index_phrases(phrases: frozenset[str]) -> Mapping[str, Sequence[list[str]]]:
    """Return the words of phrases by their first word, longest first; there are few sets of phrases."""
    by_first_word: dict[str, list[list[str]]] = {}
    for words in sorted((phrase.split() for phrase in phrases), key=len, reverse=True):
        by_first_word.setdefault(words[0], []).append(words)
    return by_first_word
