"""Fixed answers to distress and emergencies, which precede all others."""

from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel

from domains.reference.data import DATA_FOLDER
from domains.reference.everyday_words import list_words
from functions.chatbot.conversation import QuotedPage
from functions.chatbot.crisis_model import CrisisModel, load_model
from functions.chatbot.word_patterns import PatternVocabulary, WordPatterns
from portal.language import Text

LIKELY = 0.25
"""Least probability of an emergency for adding its text to the answer."""
CERTAIN = 0.8
"""Least probability for answering with the text alone."""
MAX_PHRASE = 24
"""Most words that the model weighs together: in a longer text, others would hide what a pattern finds."""


class CrisisLine(BaseModel):
    """A kind of emergency."""

    id: str
    patterns: tuple[str, ...]  # signs of it, as `word_patterns` reads them
    text: Text  # advice with telephone numbers
    sources: tuple[QuotedPage, ...]  # the organizations that publish the numbers


@dataclass(frozen=True, slots=True)
class Crisis:
    """An emergency in a text; without certainty the text may be an ordinary question."""

    line: CrisisLine
    is_certain: bool


class _CrisisLines(PatternVocabulary):
    innocent: tuple[str, ...]
    items: tuple[CrisisLine, ...]


class CrisisFinder:
    """Finds emergencies in texts. Source of lines and patterns: data/crisis_lines.json."""

    def __init__(self) -> None:
        lines = _CrisisLines.model_validate_json((DATA_FOLDER / "crisis_lines.json").read_bytes())
        self._words = WordPatterns(lines)
        self._innocent = [order for pattern in lines.innocent for order in self._words.parse_pattern(pattern)]
        self._lines = [
            (line, [order for pattern in line.patterns for order in self._words.parse_pattern(pattern)])
            for line in lines.items
        ]

    def find_line(self, text: str) -> CrisisLine | None:
        """Return the first line with a pattern that the text matches, after innocent words are removed."""
        words = self._words.parse_text(text)
        for pattern in self._innocent:
            words.remove_pattern(pattern)
        return next((line for line, patterns in self._lines if any(map(words.has_pattern, patterns))), None)

    def get_line(self, kind: str) -> CrisisLine:
        """Return the line of a kind."""
        return next(line for line, _ in self._lines if line.id == kind)


@cache
def get_crisis_finder() -> CrisisFinder:
    """Return the finder, which reads its data once."""
    return CrisisFinder()


@cache
def _get_model() -> CrisisModel:
    return load_model()


def get_pattern_kind(text: str) -> str | None:
    """Return the kind of the first line with a pattern that a text matches, or None."""
    line = get_crisis_finder().find_line(text)
    return line.id if line else None


def find_crisis(text: str) -> Crisis | None:
    """Return the emergency that a text tells of, in either language, or None.

    The model decides; that a pattern matches is one of the things that it weighs.
    """
    line = get_crisis_finder().find_line(text)
    if line and len(list_words(text)) > MAX_PHRASE:
        return Crisis(line, is_certain=True)
    estimate = _get_model().estimate_kind(text, line.id if line else None)
    if estimate.probability < LIKELY:
        return None
    return Crisis(get_crisis_finder().get_line(estimate.kind), estimate.probability >= CERTAIN)
