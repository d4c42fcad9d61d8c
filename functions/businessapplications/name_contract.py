"""Query and reply of the names in an application."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from domains.names.issues import Severity
from domains.names.verdict import Status, Verdict
from portal.contract import Contract, RequestContract


class ApplicationNameQuery(RequestContract):
    """A name to check for an application.

    Attributes:
        entity_type: answer to the form's question for the type of entity, if it asks for it.
    """

    name: Annotated[str, Field(min_length=1, max_length=200)]
    entity_type: Annotated[str, Field(max_length=40)] = ""


class NameReasonReply(Contract):
    """A reason for the verdict, or a doubt about a word."""

    severity: Severity
    text: str


class CloseNameReply(Contract):
    """An existing name that people may confuse with the checked one."""

    id: str
    name: str
    status: Status


class ApplicationNameReply(Contract):
    """The availability of a name for an application; the submission asks again.

    Attributes:
        reserved_until: end of a reservation of the name by somebody who acts for the business; None without.
    """

    name: str
    verdict: Verdict
    reasons: list[NameReasonReply]
    close: list[CloseNameReply]
    reserved_until: datetime | None
