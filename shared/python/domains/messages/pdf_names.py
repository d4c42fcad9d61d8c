"""Names in a PDF that can carry active content, in each spelling that a reader takes."""

import re
from collections.abc import Mapping
from typing import Literal

SPACE = rb"[\0\t\n\f\r ]"

_NAME_ENDS = rb"(?=[\0\t\n\f\r /\[\]<>(){}%]|#00|\Z)"
"""The end of a name; some readers end it at an escaped NUL, too."""

_Kind = Literal["active", "form", "dictionary", "link", "thread", "opening"]

_NAMES: Mapping[_Kind, tuple[str, ...]] = {
    # Actions other than links to pages and web addresses, and carriers of files, media, or programs.
    "active": (
        "JavaScript",
        "OnInstantiate",
        "Launch",
        "SubmitForm",
        "ImportData",
        "Rendition",
        "GoToR",
        "GoToE",
        "GoTo3DView",
        "Movie",
        "Sound",
        "RichMedia",
        "RichMediaContent",
        "RichMediaExecute",
        "EmbeddedFile",
        "EmbeddedFiles",
        "FileAttachment",
    ),
    # A form of which the PDF shows a page that asks for Adobe Reader.
    "form": ("XFA",),
    # Actions that run by themselves and files; a name of an XObject or a font otherwise.
    "dictionary": ("AA", "EF"),
    "link": ("URI", "Base"),
    # An action that can open another file, or the type of an article.
    "thread": ("Thread",),
    "opening": ("OpenAction",),
}


def _spell(name: str) -> str:
    """Return the pattern of a name with optional escapes for each character."""
    return "".join(f"(?:{re.escape(each)}|#(?i:{ord(each):02x}))" for each in name)


def make_name_pattern(names: Mapping[str, tuple[str, ...]]) -> re.Pattern[bytes]:
    """Return a pattern with a group for each kind of name; its work at each slash is bounded."""
    kinds = (f"(?P<{kind}>{'|'.join(map(_spell, spelled))})" for kind, spelled in names.items())
    starts = "".join(sorted({name[0] for spelled in names.values() for name in spelled}))
    return re.compile(f"/(?=[{starts}#])(?:{'|'.join(kinds)})".encode() + _NAME_ENDS)


NAME = make_name_pattern({str(kind): names for kind, names in _NAMES.items()})
ENCRYPTED = make_name_pattern({"encrypted": ("Encrypt",)})
XFA = make_name_pattern({"form": _NAMES["form"]})
# A key that every object stream needs; outlines have it as well.
FIRST = make_name_pattern({"first": ("First",)})
