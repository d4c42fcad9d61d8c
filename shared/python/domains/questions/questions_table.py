"""The table of questions to support: a person's questions are one partition.

Questions without an answer have the attribute `open`; the sparse index of that name is the queue.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, cast

from domains.questions.question import MAX_OPEN_QUESTIONS, OpenQuestion, SupportQuestion
from portal.items import JsonSchema, to_seconds
from portal.language import Language
from portal.slots_table import SlotsTable
from portal.tables import Attr, Table, Write, write_together
from portal.types import is_derived_id

_KEYS = ("user_id", "id")
_OPEN = "open"
_QUEUE = "open"


def _get_attributes(question: SupportQuestion) -> Mapping[str, Any]:
    expires_at = question.expires_at
    return {
        "user_id": question.user_id,
        "id": question.id,
        "open": None if question.answer else _OPEN,
        "asked_at": question.asked_at.isoformat(),
        "language": question.language,
        "expected_on": question.expected_on.isoformat(),
        "taken_by": question.taken_by,
        "expires_at": to_seconds(expires_at) if expires_at else None,  # only with an answer
    }


_QUESTIONS = JsonSchema(SupportQuestion, _KEYS, _get_attributes, has_revision=True)


class QuestionsTable:
    """Reads and writes questions."""

    def __init__(self, table_name: str) -> None:
        self._table = Table(table_name, _QUESTIONS)
        self._slots = SlotsTable(table_name, *_KEYS)

    def get_question(self, user_id: str, question_id: str) -> SupportQuestion | None:
        """Return a question of a person, strongly consistent, or None."""
        return self._table.get(user_id, question_id) if is_derived_id(question_id) else None

    def list_open(self, limit: int) -> list[OpenQuestion]:
        """Return the open questions, oldest first, eventually consistent."""
        items = self._table.query(Attr("open") == _OPEN, index=_QUEUE, limit=limit, consistent=False)
        return [
            OpenQuestion(
                item["id"],
                item["user_id"],
                cast(Language, item["language"]),
                datetime.fromisoformat(item["asked_at"]),
                date.fromisoformat(item["expected_on"]),
                item.get("taken_by"),
            )
            for item in items
        ]

    def add_question(self, question: SupportQuestion, *others: Write) -> bool | None:
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

    def save_question(self, question: SupportQuestion, *others: Write) -> bool:
        """Replace the previous revision of a question and make other writes, in one transaction.

        Returns:
            False if another revision is stored, or a concurrent write interfered.
        """
        return write_together([self.write_question(question), *others])

    def write_question(self, question: SupportQuestion) -> Write:
        """Return a write that replaces the previous revision of a question, or else fails."""
        return self._table.make_put(question)
