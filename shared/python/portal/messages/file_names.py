"""Rules for the name of a file with which somebody saves it."""

import re
from typing import Literal

from portal.messages.attachments import EXTENSIONS
from portal.text import has_unprintable_characters, tidy

NameFault = Literal["unprintable", "name", "reserved", "ending"]

# Characters that Windows, macOS or Linux do not take in a name.
_NOT_IN_NAMES = frozenset('/\\:*?"<>|')
# The names of devices, with any ending and with spaces before it. Source: Microsoft, "Naming files, paths,
# and namespaces".
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)", re.IGNORECASE)


def name_fault(name: str, content_type: str) -> NameFault | None:
    """The fault of a name: a path in it, characters that no system takes, a device's name, or another ending.

    The ending must be one of the type, because it decides what a person's computer does with the file.

    Args:
        content_type: one of `EXTENSIONS`.
    """
    if has_unprintable_characters(name):
        return "unprintable"
    tidied = tidy(name)
    if _NOT_IN_NAMES & set(tidied) or tidied.startswith("."):
        return "name"
    if _DEVICE.match(tidied):
        return "reserved"
    return None if tidied.lower().endswith(EXTENSIONS[content_type]) else "ending"
