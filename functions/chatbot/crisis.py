"""Fixed answers to distress and emergencies, which precede all others."""

from functools import cache

from pydantic import BaseModel

from domains.reference.data import DATA_FOLDER
from functions.chatbot.conversation import Source
from functions.chatbot.word_patterns import Vocabulary, WordPatterns
from portal.language import Text


class CrisisLine(BaseModel):
    """A kind of emergency.

    Attributes:
        patterns: signs of it, as `word_patterns` reads them.
        text: advice with telephone numbers.
        sources: the organizations that publish the numbers.
    """

    id: str
    patterns: tuple[str, ...]
    text: Text
    sources: tuple[Source, ...]


class _CrisisLines(Vocabulary):
    innocent: tuple[str, ...]
    items: tuple[CrisisLine, ...]


class CrisisFinder:
    """Finds emergencies in texts. Source of lines and patterns: data/crisis_lines.json."""

    def __init__(self) -> None:
        lines = _CrisisLines.model_validate_json((DATA_FOLDER / "crisis_lines.json").read_bytes())
        self._words = WordPatterns(lines)
        self._innocent = [order for pattern in lines.innocent for order in self._words.parse(pattern)]
        self._lines = [
            (line, [order for pattern in line.patterns for order in self._words.parse(pattern)])
            for line in lines.items
        ]

    def find(self, text: str) -> CrisisLine | None:
        """Return the first line with a pattern that the text matches, after innocent words are removed."""
        words = self._words.read(text)
        for pattern in self._innocent:
            words.remove(pattern)
        return next((line for line, patterns in self._lines if any(map(words.matches, patterns))), None)


@cache
def get_crisis_finder() -> CrisisFinder:
    """Return the finder, which reads its data once."""
    return CrisisFinder()


def find_crisis_line(text: str) -> CrisisLine | None:
    """Return the line for a text that tells of an emergency in either language, or None.

    The order of the lines in data/crisis_lines.json decides where a text tells of more than one.
    """
    return get_crisis_finder().find(text)
