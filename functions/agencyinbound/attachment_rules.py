"""Replies about files that agencies upload."""

from collections.abc import Mapping

from domains.messages.attachments import Fault
from functions.agencyinbound import texts
from portal.language import Text

FAULTS: Mapping[Fault, Text] = {
    "notUploaded": texts.NOT_UPLOADED,
    "wrongSize": texts.WRONG_SIZE,
    "wrongHash": texts.WRONG_HASH,
    "wrongType": texts.WRONG_TYPE,
    "severalKinds": texts.SEVERAL_KINDS,
    "activeContent": texts.ACTIVE_CONTENT,
    "surroundedPdf": texts.SURROUNDED_PDF,
    "xfaForm": texts.XFA_FORM,
    "locked": texts.LOCKED,
    "unreadable": texts.UNREADABLE,
}
"""Replies about a file that differs from its announcement."""
