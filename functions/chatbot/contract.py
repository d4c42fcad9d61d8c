"""Requests and replies of the chatbot routes: the token, and Direct Line 3.0 as its clients know it.

Source: the Bot Framework documentation, "API reference - Direct Line API 3.0".
"""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, Secret

from domains.questions.question import MAX_CHARACTERS, MAX_TRANSCRIPT_LINES
from functions.chatbot.conversation import Outcome
from portal.contract import Contract, RequestContract
from portal.language import Language

MAX_TEXT_CHARACTERS = 1000


class ChatTokenReply(Contract):
    """Chat token with the id and name of the person.

    Attributes:
        oid: the person's id.
        name: name at the identity provider; may be empty.
        token: for Direct Line, bound to one conversation of the person.
        domain: address of the Direct Line service.
        answer_business_days: business days within which support aims to answer.
    """

    oid: str
    name: str
    token: str
    expires_at: datetime
    domain: str
    answer_business_days: int


class ChatConversationReply(Contract):
    """A conversation and a new token for it.

    Attributes:
        expires_in: seconds until the token expires.
    """

    conversation_id: str
    token: str
    expires_in: Annotated[int, Field(alias="expires_in")]


class ChatActivitiesQuery(RequestContract):
    """Position to read from.

    Attributes:
        watermark: watermark of an earlier reply; empty to read from the beginning.
    """

    watermark: Annotated[str, Field(pattern=r"^[0-9]{0,6}$")] = ""


class ChatChannelData(RequestContract):
    """Metadata of each message that the panel sends.

    Attributes:
        user_token: token for an assistant that calls the portal in the person's name; ignored by the built-in
            one.
        client_activity_id: unique for each message, and the same when it is sent again.
    """

    model_config = ConfigDict(extra="ignore")

    user_token: Secret[str] | None = None
    user_name: Annotated[str, Field(max_length=500)] = ""
    client_activity_id: Annotated[
        str, Field(alias="clientActivityID", min_length=8, max_length=64, pattern=r"^[A-Za-z0-9.-]+$")
    ]


class ChatActivityInput(RequestContract):
    """A message of the person. Other fields of a Direct Line activity are ignored.

    Attributes:
        locale: the language to answer in, such as `es-US`.
    """

    model_config = ConfigDict(extra="ignore")

    type: Literal["message"]
    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT_CHARACTERS)]
    locale: Annotated[str, Field(max_length=35)] = "en"
    channel_data: ChatChannelData


class ChatActivityPostedReply(Contract):
    """Id of the message that was posted."""

    id: str


class ChatAccountReply(Contract):
    """Sender of a message."""

    id: str
    name: str
    role: Literal["user", "bot"]


class ChatSourceReply(Contract):
    """A page that an answer quotes or links.

    Attributes:
        href: a page of the portal or its help, or of the organization that publishes a telephone number.
    """

    title: str
    href: str


class ChatReplyData(Contract):
    """Channel data of a message that the portal returns.

    Attributes:
        client_activity_id: id of a message of the person; empty otherwise.
        outcome: outcome of an answer; None for a message of the person.
    """

    client_activity_id: Annotated[str, Field(alias="clientActivityID")]
    outcome: Outcome | None
    sources: list[ChatSourceReply]


class ChatCardActionReply(Contract):
    """A suggestion: sends `value` as the next message."""

    type: Literal["imBack"]
    title: str
    value: str


class ChatSuggestedActionsReply(Contract):
    """The suggestions below a message."""

    to: list[str]
    actions: list[ChatCardActionReply]


class ChatConversationAccountReply(Contract):
    """The conversation of a message."""

    id: str


class ChatActivityReply(Contract):
    """A message of either side.

    Attributes:
        reply_to_id: answered message; None for a message of the person.
    """

    type: Literal["message"]
    id: str
    timestamp: datetime
    channel_id: Literal["directline"]
    sender: Annotated[ChatAccountReply, Field(alias="from")]
    conversation: ChatConversationAccountReply
    text: str
    text_format: Literal["plain"]
    locale: str
    reply_to_id: str | None
    suggested_actions: ChatSuggestedActionsReply
    channel_data: ChatReplyData


class ChatActivitySetReply(Contract):
    """Messages after a watermark, in order."""

    activities: list[ChatActivityReply]
    watermark: str


ActivityId = Annotated[str, Field(pattern=r"^[0-9a-z]{26}\|[0-9]{6}$")]


class ChatRatingRequest(RequestContract):
    """A rating of an answer.

    Attributes:
        activity_id: id of the answer.
    """

    activity_id: ActivityId
    is_right: bool


class ChatRatedReply(Contract):
    """Confirms the rating; a second rating of the same answer changes nothing."""

    is_rated: Literal[True]


class ConversationDeletedReply(Contract):
    """The conversation and all of its messages are deleted."""

    is_deleted: Literal[True]


class SupportQuestionRequest(RequestContract):
    """A question to support.

    Attributes:
        text: the question; support answers in `language`.
        activity_ids: ids of the messages of the conversation to send along.
    """

    text: Annotated[str, Field(min_length=1, max_length=MAX_CHARACTERS)]
    language: Language
    activity_ids: Annotated[list[ActivityId], Field(max_length=MAX_TRANSCRIPT_LINES)]


class CrisisLineReply(Contract):
    """Telephone numbers for an emergency that the question mentions."""

    text: str
    sources: list[ChatSourceReply]


class SupportQuestionReply(Contract):
    """The question to support.

    Attributes:
        number: number of the question.
        message_id: id of the inbox message with the question; the answer joins its thread.
        expected_on: the day by which support aims to answer, in Arizona.
        crisis: None if the question mentions no emergency.
    """

    number: str
    message_id: str
    expected_on: date
    crisis: CrisisLineReply | None
