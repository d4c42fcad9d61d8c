"""What the name of a file must be like with which somebody saves it."""

from typing import Literal

from portal.messages.attachments import EXTENSIONS
from portal.text import has_unprintable_characters, tidy

NameFault = Literal["unprintable", "name", "ending"]

# What Windows, macOS or Linux do not take in a name.
_NOT_IN_NAMES = frozenset('/\\:*?"<>|')


def name_fault(name: str, content_type: str) -> NameFault | None:
    """What is wrong with a name: a path in it, characters that no system takes, or another type's ending.

    The ending must be one of the type, because it decides what a person's computer does with the file.

    Args:
        content_type: one of `EXTENSIONS`.
    """
    if has_unprintable_characters(name):
        return "unprintable"
    tidied = tidy(name)
    if _NOT_IN_NAMES & set(tidied) or tidied.startswith("."):
        return "name"
    return None if tidied.lower().endswith(EXTENSIONS[content_type]) else "ending"
