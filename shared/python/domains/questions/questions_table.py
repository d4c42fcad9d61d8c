"""The table of questions to support: a person's questions are one partition.

Questions without an answer have the attribute `open`; the sparse index of that name is the queue.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, cast

from pynamodb.attributes import TTLAttribute, UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.indexes import GlobalSecondaryIndex, IncludeProjection
from pynamodb.transactions import TransactWrite

from domains.questions.question import MAX_OPEN_QUESTIONS, OpenQuestion, Question
from portal.dynamo import Codec, EntityItem, TableMeta, Write, bind_table, get_version_before, write_together
from portal.language import Language
from portal.slots_table import Slots
from portal.types import is_derived_id

_OPEN = "open"


class _OpenQuestions(GlobalSecondaryIndex["_QuestionItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """The queue, oldest question first."""

    class Meta(TableMeta):
        index_name = "open"
        projection = IncludeProjection(["language", "expected_on", "taken_by"])

    open = UnicodeAttribute(hash_key=True)
    asked_at = UnicodeAttribute(range_key=True)


class _QuestionItem(EntityItem):
    """Item of a `Question`."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    open = UnicodeAttribute(null=True)  # only without an answer
    asked_at = UnicodeAttribute()
    language = UnicodeAttribute()
    expected_on = UnicodeAttribute()
    taken_by = UnicodeAttribute(null=True)
    expires_at = TTLAttribute(null=True)  # only with an answer
    version = VersionAttribute()
    queue = _OpenQuestions()


def _get_attributes(question: Question) -> Mapping[str, Any]:
    return {
        "user_id": question.user_id,
        "id": question.id,
        "open": None if question.answer else _OPEN,
        "asked_at": question.asked_at.isoformat(),
        "language": question.language,
        "expected_on": question.expected_on.isoformat(),
        "taken_by": question.taken_by,
        "expires_at": question.expires_at,
        **get_version_before(question.revision),
    }


_QUESTIONS = Codec(_QuestionItem, Question, _get_attributes)


class QuestionsTable:
    """Reads and writes questions."""

    def __init__(self, table_name: str) -> None:
        bind_table(_QuestionItem, table_name)
        self._slots = Slots(table_name, partition_key="user_id", range_key="id")

    def get_question(self, user_id: str, question_id: str) -> Question | None:
        """Return a question of a person, strongly consistent, or None."""
        if not is_derived_id(question_id):
            return None
        try:
            return _QUESTIONS.parse_item(_QuestionItem.get(user_id, question_id, consistent_read=True))
        except DoesNotExist:
            return None

    def list_open(self, limit: int) -> list[OpenQuestion]:
        """Return the open questions, oldest first, eventually consistent."""
        return [
            OpenQuestion(
                item.id,
                item.user_id,
                cast(Language, item.language),
                datetime.fromisoformat(item.asked_at),
                date.fromisoformat(item.expected_on),
                item.taken_by,
            )
            for item in _QuestionItem.queue.query(_OPEN, limit=limit)
        ]

    def add_question(self, question: Question, *others: Write) -> bool | None:
        """Store a new question and make other writes, in one transaction.

        Returns:
            False if the person has `MAX_OPEN_QUESTIONS` open ones; None if the question exists, or concurrent
            writes interfered.
        """
        return self._slots.save_within(
            MAX_OPEN_QUESTIONS,
            question.user_id,
            question.id,
            save=lambda take: self.save_question(question, take, *others),
            is_over=lambda each: self._is_answered(question.user_id, each),
        )

    def _is_answered(self, user_id: str, question_id: str) -> bool:
        question = self.get_question(user_id, question_id)
        return question is None or question.answer is not None

    def save_question(self, question: Question, *others: Write) -> bool:
        """Replace the previous revision of a question and make other writes, in one transaction.

        Returns:
            False if another revision is stored, or a concurrent write interfered.
        """

        def write(transaction: TransactWrite) -> None:
            for each in (self.write_question(question), *others):
                each(transaction)

        return write_together(write)

    def write_question(self, question: Question) -> Write:
        """Return a write that replaces the previous revision of a question, or else fails."""
        return lambda transaction: transaction.save(_QUESTIONS.make_item(question))
