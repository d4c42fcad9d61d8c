"""Inbox messages for a question and its answer, in the language of the question."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from domains.messages.message import SUPPORT_ANSWER, SUPPORT_QUESTION, InboxMessage, get_portal_message_id
from domains.messages.portal_notices import make_preview
from domains.questions.question import SupportQuestion, TranscriptLine
from portal.language import Language, Text
from portal.types import derive_id

YOU = Text(en="You", es="Usted")
SUPPORT = Text(en="Support", es="Equipo de ayuda")

_ASKED = Text(en="Your question to support, {number}", es="Su pregunta al equipo de ayuda, {number}")
_EXPECTED = Text(
    en="Support has this question and aims to answer by {day}. You get the answer in this inbox.",
    es="El equipo de ayuda tiene esta pregunta y espera responderla a más tardar el {day}. La respuesta "
    "llegará a esta bandeja de entrada.",
)
_TRANSCRIPT = Text(
    en="Included from your conversation with the assistant:",
    es="Enviado junto con la pregunta, de su conversación con el asistente:",
)
_AUTHORS: Mapping[Literal["person", "assistant"], Text] = {
    "person": Text(en="You: {text}", es="Usted: {text}"),
    "assistant": Text(en="Assistant: {text}", es="Asistente: {text}"),
}
_ANSWERED = Text(en="Answer from support, {number}", es="Respuesta del equipo de ayuda, {number}")
_ANSWERED_BY = Text(
    en="Support staff member {staff} wrote this answer.",
    es="El miembro del personal {staff} del equipo de ayuda escribió esta respuesta.",
)


def get_question_message_id(user_id: str, question_id: str) -> str:
    """Return the id of a question's message, which is also the id of its thread."""
    return get_portal_message_id(user_id, f"question#{question_id}")


def make_question_message(question: SupportQuestion) -> InboxMessage:
    """Return the message with a person's own question, already marked as read."""
    language = question.language
    parts = [
        question.text,
        _EXPECTED.format(day=question.expected_on).in_language(language),
        *_list_transcript(question.transcript, language),
    ]
    return _make_message(
        question, question.message_id, YOU, _ASKED, parts, question.asked_at, is_unread=False
    )


def make_answer_message(question: SupportQuestion) -> InboxMessage:
    """Return the message that answers a question, in its thread.

    Raises:
        LookupError: the question has no answer.
    """
    answer = question.answer
    if answer is None:
        raise LookupError("It is not answered")
    parts = [answer.text, _ANSWERED_BY.format(staff=answer.staff_number).in_language(question.language)]
    message_id = get_portal_message_id(question.user_id, f"answer#{question.id}")
    return _make_message(
        question, message_id, SUPPORT, _ANSWERED, parts, answer.at, thread_id=question.message_id
    )


def _list_transcript(lines: Sequence[TranscriptLine], language: Language) -> list[str]:
    if not lines:
        return []
    paragraphs = [_AUTHORS[each.author].format(text=each.text).in_language(language) for each in lines]
    return [_TRANSCRIPT.in_language(language), *paragraphs]


def _make_message(
    question: SupportQuestion,
    message_id: str,
    sender: Text,
    subject: Text,
    parts: Sequence[str],
    at: datetime,
    *,
    is_unread: bool = True,
    thread_id: str | None = None,
) -> InboxMessage:
    language = question.language
    body = "\n\n".join(parts)
    return InboxMessage(
        user_id=question.user_id,
        id=message_id,
        sender=sender,
        origin=None,
        type=SUPPORT_ANSWER if thread_id else SUPPORT_QUESTION,
        notice="accountActivity",
        priority="normal",
        subject={language: subject.format(number=question.number).in_language(language)},
        preview={language: make_preview(parts[0])},
        body={language: body},
        body_format="plain",
        action=None,
        attachments=(),
        sent_at=at,
        received_at=at,
        content_hash=derive_id(body.replace("\n", " ")),
        is_unread=is_unread,
        thread_id=thread_id,
    )
