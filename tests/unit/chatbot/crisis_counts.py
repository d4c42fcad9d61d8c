"""Counts of recognized and mistaken emergencies on `tests/corpora/crisis_phrases.json`."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from functions.chatbot.crisis import find_crisis_line
from tests.unit.chatbot.scorecard import ROOT

Half = Literal["tuned", "measured"]


@dataclass(frozen=True)
class Counts:
    """The numbers of one half.

    Attributes:
        crises: phrases that tell of an emergency.
        found: of those, answered with a line of any kind.
        right: of those found, answered with the line of their kind.
        ordinary: other questions.
        mistaken: of those, answered with a line.
        kinds: phrases, found and right ones by kind.
    """

    crises: int
    found: int
    right: int
    ordinary: int
    mistaken: int
    kinds: dict[str, tuple[int, int, int]]


def get_counts(half: Half) -> Counts:
    """Return the counts of a half of the corpus."""
    corpus = json.loads((ROOT / "tests/corpora/crisis_phrases.json").read_text(encoding="utf-8"))
    asked, found, right = Counter[str](), Counter[str](), Counter[str]()
    for phrase in corpus["crisis"][half]:
        line = find_crisis_line(phrase["text"])
        asked[phrase["kind"]] += 1
        found[phrase["kind"]] += line is not None
        right[phrase["kind"]] += line is not None and line.id == phrase["kind"]
    ordinary = corpus["ordinary"][half]
    return Counts(
        asked.total(),
        found.total(),
        right.total(),
        len(ordinary),
        sum(find_crisis_line(text) is not None for text in ordinary),
        {kind: (asked[kind], found[kind], right[kind]) for kind in asked},
    )
