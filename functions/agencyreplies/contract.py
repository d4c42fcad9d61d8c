"""Requests of the agency replies route."""

from typing import Annotated

from pydantic import Field

from domains.replies.reply import MAX_CHARACTERS, MAX_FILES
from portal.contract import RequestContract
from portal.language import Language

# The largest files together, in base64.
_MAX_BASE64 = 4_100_000


class FileToSend(RequestContract):
    """A file of a reply.

    Attributes:
        name: name on the person's device; the portal sets the extension by the content.
        content: a PDF, PNG or JPEG file in base64; at most 3 MB for all files, before encoding.
    """

    name: Annotated[str, Field(min_length=1, max_length=255)]
    content: Annotated[str, Field(min_length=1, max_length=_MAX_BASE64)]


class ReplyRequest(RequestContract):
    """A reply to a message of an agency.

    Attributes:
        language: language of the person, for the agency's answer.
    """

    user_agency_subscription_id: Annotated[str, Field(min_length=1, max_length=60)]
    text: Annotated[str, Field(min_length=1, max_length=MAX_CHARACTERS)]
    language: Language
    files: Annotated[list[FileToSend], Field(max_length=MAX_FILES)] = Field(default_factory=list)
