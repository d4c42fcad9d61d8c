"""Counts of recognized and mistaken emergencies on `tests/corpora/crisis_phrases.json`."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from functions.chatbot.crisis import find_crisis
from tests.unit.chatbot.scorecard import ROOT

Half = Literal["tuned", "measured"]


@dataclass(frozen=True)
class Counts:
    """The numbers of one half.

    Attributes:
        crises: phrases that tell of an emergency.
        found: of those, answered with a line of any kind, alone or before the answer.
        right: of those found, answered with the line of their kind.
        ordinary: other questions.
        mistaken: of those, answered with a line alone.
        warned: of those, answered with a line before the answer.
        kinds: phrases, found and right ones by kind.
    """

    crises: int
    found: int
    right: int
    ordinary: int
    mistaken: int
    warned: int
    kinds: dict[str, tuple[int, int, int]]


def get_counts(half: Half) -> Counts:
    """Return the counts of a half of the corpus."""
    corpus = json.loads((ROOT / "tests/corpora/crisis_phrases.json").read_text(encoding="utf-8"))
    asked, found, right = Counter[str](), Counter[str](), Counter[str]()
    for phrase in corpus["crisis"][half]:
        crisis = find_crisis(phrase["text"])
        asked[phrase["kind"]] += 1
        found[phrase["kind"]] += crisis is not None
        right[phrase["kind"]] += crisis is not None and crisis.line.id == phrase["kind"]
    ordinary = corpus["ordinary"][half]
    return Counts(
        asked.total(),
        found.total(),
        right.total(),
        len(ordinary),
        sum(crisis is not None and crisis.is_certain for crisis in map(find_crisis, ordinary)),
        sum(crisis is not None and not crisis.is_certain for crisis in map(find_crisis, ordinary)),
        {kind: (asked[kind], found[kind], right[kind]) for kind in asked},
    )
