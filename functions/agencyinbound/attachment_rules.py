"""What a file that an agency announces must be like."""

from collections.abc import Mapping

from functions.agencyinbound import messages
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.messages.attachments import AnnouncedFile, Fault
from portal.messages.file_names import NameFault, name_fault
from portal.text import tidy

_NAME_FAULTS: Mapping[NameFault, Text] = {
    "unprintable": messages.UNPRINTABLE,
    "name": messages.WRONG_NAME,
    "ending": messages.WRONG_ENDING,
}

FAULTS: Mapping[Fault, Text] = {
    "notUploaded": messages.NOT_UPLOADED,
    "wrongSize": messages.WRONG_SIZE,
    "wrongHash": messages.WRONG_HASH,
    "wrongType": messages.WRONG_TYPE,
}
"""What the agency is told of a file that is not what it announced."""


def check_file(file: AnnouncedFile) -> AnnouncedFile:
    """Hold the name of an announced file against the rules; the contract has checked the rest.

    Returns:
        The file with its name tidied.

    Raises:
        InvalidRequest: at `name`.
    """
    fault = name_fault(file.name, file.content_type)
    if fault is not None:
        raise InvalidRequest(Problem("name", _NAME_FAULTS[fault]))
    return AnnouncedFile(tidy(file.name), file.content_type, file.size, file.sha256)
