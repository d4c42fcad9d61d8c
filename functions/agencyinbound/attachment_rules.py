"""What a file that an agency announces must be like."""

from collections.abc import Mapping

from functions.agencyinbound import messages
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.messages.attachments import EXTENSIONS, AnnouncedFile, Fault
from portal.text import has_unprintable_characters, tidy

# What Windows, macOS or Linux do not take in a name.
_NOT_IN_NAMES = frozenset('/\\:*?"<>|')

FAULTS: Mapping[Fault, Text] = {
    "notUploaded": messages.NOT_UPLOADED,
    "wrongSize": messages.WRONG_SIZE,
    "wrongHash": messages.WRONG_HASH,
    "wrongType": messages.WRONG_TYPE,
}
"""What the agency is told of a file that is not what it announced."""


def check_file(file: AnnouncedFile) -> AnnouncedFile:
    """Hold the name of an announced file against the rules; the contract has checked the rest.

    The ending must be one of the type, because it decides what a person's computer does with the file.

    Returns:
        The file with its name tidied.

    Raises:
        InvalidRequest: at `name`.
    """
    name = tidy(file.name)
    if has_unprintable_characters(file.name):
        raise InvalidRequest(Problem("name", messages.UNPRINTABLE))
    if _NOT_IN_NAMES & set(name) or name.startswith("."):
        raise InvalidRequest(Problem("name", messages.WRONG_NAME))
    if not name.lower().endswith(EXTENSIONS[file.content_type]):
        raise InvalidRequest(Problem("name", messages.WRONG_ENDING))
    return AnnouncedFile(name, file.content_type, file.size, file.sha256)
