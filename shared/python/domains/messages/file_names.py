"""Names for saving files."""

import re

from domains.messages.file_contents import ENDINGS
from portal.text import clean

_MAX_BYTES = 200  # File systems take 255.
# Characters that Windows, macOS, or Linux do not allow in a name.
_NOT_IN_NAMES = re.compile(r'[/\\:*?"<>|\n]')
# Names of devices, with any ending and with spaces before it. Source: Microsoft, "Naming files, paths, and
# namespaces".
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)", re.IGNORECASE)
# Rare or wrong endings of pictures and documents, to replace.
_REPLACED_ENDING = re.compile(
    r"\.(pdf|png|apng|jpg|jpeg|jpe|jfif|jfi|jif|pjpeg|pjp|heic|heif|avif|webp|gif|bmp|tif|tiff)$",
    re.IGNORECASE,
)


def get_saved_name(name: str, content_type: str) -> str:
    """Return a name that is valid on every system, with the ending of the type.

    The ending decides how a computer opens the file: `photo.jfif` becomes `photo.jpg`, `plan` becomes
    `plan.pdf`, and `plan.exe` becomes `plan.exe.pdf`. Path characters become `-`, invisible characters are
    dropped, names of devices get the prefix `_`, and long names are cut before the ending.

    Args:
        name: any text.
        content_type: one of `ENDINGS`.
    """
    dotted = "." + _NOT_IN_NAMES.sub("-", clean(name)).strip(" .")
    endings = ENDINGS[content_type]
    ending = next((dotted[-len(each) :] for each in endings if dotted.lower().endswith(each)), endings[0])
    stem = _REPLACED_ENDING.sub("", dotted).strip(" .")
    stem = stem.encode()[: _MAX_BYTES - len(ending)].decode(errors="ignore").rstrip(" .") or "file"
    return f"_{stem}{ending}" if _DEVICE.match(stem) else stem + ending
