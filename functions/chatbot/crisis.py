"""Fixed answers to distress and emergencies, which precede all others."""

from functools import cache

from pydantic import BaseModel

from domains.reference.data import DATA_FOLDER
from domains.reference.everyday_words import list_words
from functions.chatbot.conversation import Source
from portal.language import LANGUAGES, Language, Text


class CrisisLine(BaseModel):
    """A kind of emergency.

    Attributes:
        phrases: word sequences from `list_words`, each a sign of it.
        text: advice with telephone numbers.
        sources: the organizations that publish the numbers.
    """

    id: str
    phrases: dict[Language, tuple[str, ...]]
    text: Text
    sources: tuple[Source, ...]


class _CrisisLines(BaseModel):
    items: tuple[CrisisLine, ...]


@cache
def list_crisis_lines() -> tuple[CrisisLine, ...]:
    """Return the kinds of emergencies, most urgent first. Source: data/crisis_lines.json."""
    return _CrisisLines.model_validate_json((DATA_FOLDER / "crisis_lines.json").read_bytes()).items


def find_crisis_line(text: str) -> CrisisLine | None:
    """Return the line for a text that mentions an emergency in either language, or None."""
    words = f" {' '.join(list_words(text))} "
    return next(
        (
            line
            for line in list_crisis_lines()
            if any(f" {phrase} " in words for language in LANGUAGES for phrase in line.phrases[language])
        ),
        None,
    )
