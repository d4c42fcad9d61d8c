"""Messages as support sees them."""

from dataclasses import dataclass

from portal.language import Text


@dataclass(frozen=True, slots=True)
class NoticeTitle:
    """The part of a message that support sees.

    Attributes:
        subject: of a message of the portal; None for one of an agency, which stays between it and the person.
    """

    sender: Text
    subject: Text | None
