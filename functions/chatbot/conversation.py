"""A conversation with the assistant: messages and limits."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from functions.chatbot.errors import ConversationFull, TooManyMessages
from portal.language import Language
from portal.rate_window import Call, Limit, RateWindow
from portal.types import make_id

Outcome = Literal["answer", "choice", "unknown", "crisis", "person"]
"""`person`: the person asks to talk to somebody."""

KEPT_FOR = timedelta(hours=24)
"""Lifetime of a conversation after its last message; then its messages are removed."""
MAX_MESSAGES = 1000
MESSAGES_PER_MINUTE = Limit(all=20, within=timedelta(minutes=1))


@dataclass(frozen=True, slots=True)
class QuotedPage:
    """A quoted page."""

    title: str
    href: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Reply of the assistant."""

    outcome: Outcome
    text: str
    sources: tuple[QuotedPage, ...] = ()  # quoted pages, or those to choose from
    choices: tuple[str, ...] = ()  # texts to send next


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """Message of a conversation."""

    number: int  # position in the conversation, from 1; Direct Line's watermark
    text: str
    sent_at: datetime
    language: Language
    client_activity_id: str = ""  # the client's id of a person's message
    reply_to: int | None = None  # the number of the message that an answer replies to
    answer: Answer | None = None  # None for a person's message

    @property
    def expires_at(self) -> datetime:
        """Time of removal from the table."""
        return self.sent_at + KEPT_FOR


@dataclass(frozen=True, slots=True)
class Conversation:
    """A person's only conversation; a new one replaces it after its deletion or end."""

    id: str
    used_at: datetime
    messages: int = 0  # number of messages
    # The person's messages in the last minute, including those of a deleted conversation.
    window: RateWindow = field(default_factory=RateWindow)
    revision: int = 0  # revision of the stored item; 0 if there is none

    @property
    def expires_at(self) -> datetime:
        """End of the conversation without another message."""
        return self.used_at + KEPT_FOR

    def admit_message(self, client_activity_id: str, now: datetime) -> "Conversation":
        """Return the conversation with a person's message counted; unchanged if it was counted before.

        Raises:
            TooManyMessages: see its docstring.
        """
        call = Call(f"{self.id}#{client_activity_id}", now)
        window = MESSAGES_PER_MINUTE.admit_call(self.window, call, TooManyMessages)
        if self.messages + 2 > MAX_MESSAGES:
            raise ConversationFull
        return self if window == self.window else replace(self, window=window, revision=self.revision + 1)

    def add_turn(
        self, text: str, client_activity_id: str, answer: Answer, language: Language, now: datetime
    ) -> tuple["Conversation", tuple[ChatMessage, ChatMessage]]:
        """Return the conversation with an admitted message and its answer added, and both messages."""
        number = self.messages + 1
        question = ChatMessage(number, text, now, language, client_activity_id)
        reply = ChatMessage(number + 1, answer.text, now, language, reply_to=number, answer=answer)
        changed = replace(self, used_at=now, messages=number + 1, revision=self.revision + 1)
        return changed, (question, reply)


def start_conversation(former: Conversation | None, now: datetime) -> Conversation:
    """Return an empty conversation that replaces a former one."""
    window, revision = (former.window, former.revision) if former else (RateWindow(), 0)
    return Conversation(make_id(now), now, window=window, revision=revision + 1)
