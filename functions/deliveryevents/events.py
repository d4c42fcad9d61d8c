"""Events of the mail and telephone networks.

Sources: the SES developer guide ("Contents of event data that Amazon SES publishes to Amazon SNS"); the AWS
End User Messaging SMS user guide ("Two-way SMS messaging", example of a payload).
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


class _Reported(BaseModel):
    """Event with ignored additional fields."""

    model_config = ConfigDict(alias_generator=to_camel, extra="ignore", frozen=True)


class ReportedMail(_Reported):
    """The email of an event."""

    message_id: str
    timestamp: datetime  # time of sending
    destination: Annotated[list[str], Field(min_length=1)]  # its only recipient
    tags: dict[str, list[str]] = Field(default_factory=dict)  # tags from its sending


class DeliveryDetails(_Reported):
    """Time of acceptance by the recipient's server."""

    timestamp: datetime


class BounceDetails(_Reported):
    """Time and duration of a refusal by the recipient's server."""

    bounce_type: Literal["Permanent", "Transient", "Undetermined"]
    timestamp: datetime


class ComplaintDetails(_Reported):
    """Time of a spam complaint, or of `not-spam`."""

    timestamp: datetime
    complaint_feedback_type: str | None = None


class DeliveryEvent(_Reported):
    """Delivery of an email."""

    event_type: Literal["Delivery"]
    mail: ReportedMail
    delivery: DeliveryDetails


class BounceEvent(_Reported):
    """Bounce of an email."""

    event_type: Literal["Bounce"]
    mail: ReportedMail
    bounce: BounceDetails


class ComplaintEvent(_Reported):
    """Complaint of a recipient."""

    event_type: Literal["Complaint"]
    mail: ReportedMail
    complaint: ComplaintDetails


class RejectEvent(_Reported):
    """Rejection by SES because of malware."""

    event_type: Literal["Reject"]
    mail: ReportedMail


MailEvent = Annotated[
    DeliveryEvent | BounceEvent | ComplaintEvent | RejectEvent, Field(discriminator="event_type")
]


class ReceivedText(_Reported):
    """A text message to the portal."""

    origination_number: Annotated[str, Field(pattern=r"^\+[1-9][0-9]{6,14}$")]  # the sender, in E.164 form
    message_body: str
    inbound_message_id: str
