"""Questions to support, with approved messages of the conversation."""

from collections.abc import Sequence
from dataclasses import dataclass

from domains.messages.messages_table import MessagesTable
from domains.questions.notices import get_question_message_id, make_question_message
from domains.questions.question import MAX_OPEN_QUESTIONS, SupportQuestion, TranscriptLine, get_expected_day
from domains.questions.questions_table import QuestionsTable
from functions.chatbot.conversation import ChatMessage
from functions.chatbot.errors import MessagesGone, TooManyQuestions
from functions.chatbot.repository import ConversationRepository
from portal.errors import IdempotencyKeyReused, StorageUnavailable
from portal.language import Language
from portal.types import Clock, derive_id


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionService:
    """Stores each question with its message in the person's inbox."""

    clock: Clock
    conversations: ConversationRepository
    questions: QuestionsTable
    inbox: MessagesTable

    def ask_question(
        self, user_id: str, key: str, text: str, activity_ids: Sequence[str], language: Language
    ) -> SupportQuestion:
        """Send a question to support; repeating a key with the same content sends one question.

        Args:
            key: the caller's idempotency key.
            activity_ids: ids of stored messages to include from the person's conversation.
        """
        question_id = derive_id(user_id, "question", key)
        if existing := self.questions.get_question(user_id, question_id):
            return _check_same(existing, text)
        now = self.clock()
        lines = tuple(_get_line(each) for each in self._get_messages(user_id, activity_ids))
        message_id = get_question_message_id(user_id, question_id)
        question = SupportQuestion(
            question_id, user_id, message_id, text, language, lines, now, get_expected_day(now)
        )
        is_added = self.questions.add_question(
            question, *self.inbox.write_in_thread(make_question_message(question))
        )
        if is_added:
            return question
        if is_added is False:
            raise TooManyQuestions(count=str(MAX_OPEN_QUESTIONS))
        if existing := self.questions.get_question(user_id, question_id):
            return _check_same(existing, text)
        raise StorageUnavailable

    def _get_messages(self, user_id: str, activity_ids: Sequence[str]) -> list[ChatMessage]:
        """Return the messages with these ids in the order of the conversation."""
        if not activity_ids:
            return []
        numbers = {int(each.partition("|")[2]) for each in activity_ids}
        conversation_ids = {each.partition("|")[0] for each in activity_ids}
        conversation = self.conversations.get_conversation(user_id)
        if conversation is None or conversation_ids != {conversation.id}:
            raise MessagesGone
        first = min(numbers) - 1
        messages = self.conversations.list_messages(user_id, conversation.id, first)
        now = self.clock()
        matches = [each for each in messages if each.number in numbers and each.expires_at > now]
        if len(matches) != len(numbers):
            raise MessagesGone
        return matches


def _check_same(existing: SupportQuestion, text: str) -> SupportQuestion:
    if existing.text != text:
        raise IdempotencyKeyReused
    return existing


def _get_line(message: ChatMessage) -> TranscriptLine:
    return TranscriptLine("assistant" if message.answer else "person", message.text, message.sent_at)
