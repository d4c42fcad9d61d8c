"""What a file that an agency announces must be like."""

from collections.abc import Mapping

from functions.agencyinbound import texts
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.messages.attachments import AnnouncedFile, Fault
from portal.messages.file_names import NameFault, name_fault
from portal.text import tidy

_NAME_FAULTS: Mapping[NameFault, Text] = {
    "unprintable": texts.UNPRINTABLE,
    "name": texts.WRONG_NAME,
    "reserved": texts.RESERVED_NAME,
    "ending": texts.WRONG_ENDING,
}

FAULTS: Mapping[Fault, Text] = {
    "notUploaded": texts.NOT_UPLOADED,
    "wrongSize": texts.WRONG_SIZE,
    "wrongHash": texts.WRONG_HASH,
    "wrongType": texts.WRONG_TYPE,
    "severalKinds": texts.SEVERAL_KINDS,
    "activeContent": texts.ACTIVE_CONTENT,
    "unreadable": texts.UNREADABLE,
}
"""Answers about a file that is not what the agency announced."""


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
