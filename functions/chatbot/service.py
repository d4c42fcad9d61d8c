"""A person's conversation with the assistant."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from domains.chat.audience import ChatTokenExpired
from domains.chat.session import ChatSession
from domains.chat.tokens import ChatToken, ChatTokens
from domains.reference.everyday_words import detect_language
from functions.chatbot.answers import Assistant
from functions.chatbot.conversation import MESSAGES_PER_MINUTE, ChatMessage, Conversation, start_conversation
from functions.chatbot.direct_line import DirectLineTokens
from functions.chatbot.errors import ConversationNotFound
from functions.chatbot.metrics import AssistantMetrics
from functions.chatbot.repository import ConversationRepository
from portal.errors import StorageUnavailable, TermsNotAccepted
from portal.language import Language
from portal.types import Clock
from portal.updates import MAX_WRITE_ATTEMPTS, LostRace, retry_lost_races

MAX_REFRESHED = timedelta(hours=8)
"""Time for refreshing a chat token; after that, a new one needs the sign-in's tokens."""
_MESSAGE_ATTEMPTS = 4 * MESSAGES_PER_MINUTE.all + MAX_WRITE_ATTEMPTS
"""Each lost race means that another message was counted or stored, and the limit bounds their number."""


@dataclass(slots=True, kw_only=True)
class ChatService:
    """Starts, continues, and deletes conversations."""

    clock: Clock
    repository: ConversationRepository
    tokens: ChatTokens
    assistant: Assistant
    metrics: AssistantMetrics
    has_accepted_terms: Callable[[str], bool]  # returns whether a person accepted the terms in force
    domain: str = ""  # address of another assistant, with tokens from `other_tokens`; empty for none
    other_tokens: DirectLineTokens | None = None

    @retry_lost_races(StorageUnavailable)
    def issue_token(self, user_id: str) -> ChatToken:
        """Return a token for the person's conversation; start a new one if the last one is over.

        Raises:
            AssistantUnavailable: another assistant gave no token.
        """
        now = self.clock()
        if self.other_tokens:
            return self.other_tokens.issue_token(user_id, now)
        former = self.repository.get_conversation(user_id)
        if former and former.expires_at > now:
            return self._issue(user_id, former, now)
        started = start_conversation(former, now)
        if self.repository.save_conversation(user_id, started):
            return self._issue(user_id, started, now)
        raise LostRace

    def refresh_token(self, session: ChatSession) -> ChatToken:
        """Return a new token for a token's conversation."""
        now = self.clock()
        if now >= datetime.fromtimestamp(session.issued_at, UTC) + MAX_REFRESHED:
            raise ChatTokenExpired
        self._require_terms(session)
        self._get_conversation(session, session.conversation_id)
        return self.tokens.issue_token(session, now)

    def post_message(
        self,
        session: ChatSession,
        conversation_id: str,
        text: str,
        client_activity_id: str,
        language: Language,
    ) -> ChatMessage:
        """Store a person's message with its answer; repeating an id stores nothing.

        Args:
            language: the language of the page; a question in the other one is answered in its own.

        Returns:
            The person's message.

        Raises:
            ConversationNotFound, TermsNotAccepted, TooManyMessages, ConversationFull, CatalogUnavailable: see
                their docstrings.
        """
        self._require_terms(session)
        language = detect_language(text, language)
        # Each message is answered once, also if it is stored at a later attempt.
        get_answer = cache(lambda: self.assistant.answer_question(text, language, session.user_id))

        @retry_lost_races(StorageUnavailable, attempts=_MESSAGE_ATTEMPTS)
        def post() -> ChatMessage:
            conversation = self._get_conversation(session, conversation_id)
            if stored := self.repository.get_sent(session.user_id, conversation_id, client_activity_id):
                return stored
            # Counted first, so that a refused message costs no answer.
            admitted = conversation.admit_message(client_activity_id, self.clock())
            if admitted != conversation and not self.repository.save_conversation(session.user_id, admitted):
                raise LostRace
            answer = get_answer()
            changed, turn = admitted.add_turn(text, client_activity_id, answer, language, self.clock())
            if not self.repository.save_turn(session.user_id, changed, turn):
                raise LostRace
            self.metrics.count_answer(answer.outcome)
            return turn[0]

        return post()

    def list_messages(self, session: ChatSession, conversation_id: str, after: int) -> list[ChatMessage]:
        """Return the messages of the last day after a number."""
        self._get_conversation(session, conversation_id)
        messages = self.repository.list_messages(session.user_id, conversation_id, after)
        now = self.clock()
        # DynamoDB removes expired items with a delay.
        return [message for message in messages if message.expires_at > now]

    def rate_answer(self, user_id: str, conversation_id: str, number: int, is_right: bool) -> None:
        """Count a person's rating of an answer; only the first rating counts.

        Args:
            number: number of the answer; answers have even numbers.
        """
        if number % 2 == 0 and self.repository.rate_message(user_id, conversation_id, number, is_right):
            self.metrics.count_rating(is_right)

    def delete_conversation(self, user_id: str) -> None:
        """Delete a person's conversation with all of its messages, which invalidates its tokens."""
        former = self.repository.get_conversation(user_id)
        if former is None:
            return
        # A new conversation replaces it, so deleting does not reset the rate limit.
        current = start_conversation(former, self.clock())
        if not self.repository.save_conversation(user_id, current):
            raise StorageUnavailable
        self.repository.delete_other_messages(user_id, current.id)

    def _get_conversation(self, session: ChatSession, conversation_id: str) -> Conversation:
        if conversation_id != session.conversation_id:
            raise ConversationNotFound
        conversation = self.repository.get_conversation(session.user_id)
        if (
            conversation is None
            or conversation.id != conversation_id
            or conversation.expires_at <= self.clock()
        ):
            raise ConversationNotFound
        return conversation

    def _issue(self, user_id: str, conversation: Conversation, now: datetime) -> ChatToken:
        return self.tokens.issue_token(ChatSession(user_id, conversation.id, now.timestamp()), now)

    def _require_terms(self, session: ChatSession) -> None:
        if not self.has_accepted_terms(session.user_id):
            raise TermsNotAccepted
