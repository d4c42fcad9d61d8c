"""Messages for support."""

from dataclasses import dataclass

from portal.language import Text


@dataclass(frozen=True, slots=True)
class NoticeTitle:
    """The part of a message that support can see."""

    sender: Text
    subject: Text | None  # subject of a portal message; None for an agency's, which is confidential
