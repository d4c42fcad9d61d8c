"""Messages that a sandbox agency writes on request."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from html import escape
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from domains.agencies.manifest import MessageType, Service
from domains.agencies.protocol import PersonReplyRequest
from domains.state.time import ARIZONA
from infrastructure.sandbox.files import FileKind
from infrastructure.sandbox.samples import SampleMessage

Languages = Literal["both", "en", "es"]

_SAMPLE_HOUR = time(9, 30)
_ANSWER_SUBJECTS = {"en": "Answer to your message", "es": "Respuesta a su mensaje"}
_ANSWER_BODIES = {
    "en": "You wrote: “{text}”\n\nThis is a sample answer; a real agency takes longer.",
    "es": "Usted escribió: «{text}»\n\nUn empleado del entorno de pruebas responde en segundos; una agencia "
    "real tarda más.",
}


class Texts(BaseModel):
    """A text in one or both languages."""

    en: str | None = None
    es: str | None = None


class MessageInput(BaseModel):
    """Message to send, entered by a form or a program."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")

    reference: str  # of the record that it is about; `*` stands for all of the service, as one batch
    service: str | None = None  # needed where no reference tells it
    type: str | None = None  # code of one of the service's message types; the first when it is left out
    languages: Languages = "both"
    format: Literal["plain", "html"] = "plain"
    # Replaces the default; likewise the body. The languages of these texts count in place of `languages`.
    subject: Texts = Field(default_factory=Texts)
    body: Texts = Field(default_factory=Texts)
    action: bool = False  # true if there is a button, which leads to the service's first action
    attachment: FileKind = "none"


def build_message(
    requested: MessageInput, service: Service, own_id: str, attachment_ids: Sequence[str], now: datetime
) -> dict[str, Any]:
    """Return a message as the portal takes it.

    Missing parts of the input get defaults. An unknown type is sent unchanged, to show the portal's refusal.
    """
    own_subject, own_body = (
        each.model_dump(exclude_none=True) for each in (requested.subject, requested.body)
    )
    languages = sorted(own_subject | own_body) or (
        ["en", "es"] if requested.languages == "both" else [requested.languages]
    )
    code = requested.type or service.message_types[0].code
    kind = next((each for each in service.message_types if each.code == code), service.message_types[0])
    subject = {each: _make_title(kind, each) for each in languages} | own_subject
    body = {each: _make_body(kind, service, each, requested.format) for each in languages} | own_body
    return {
        "id": own_id,
        "type": code,
        "subject": subject,
        "body": {"format": requested.format, "texts": body},
        "action": _make_action(service, service.actions[0].id)
        if requested.action and service.actions
        else None,
        "attachments": [{"id": attachment_id} for attachment_id in attachment_ids],
        "sentAt": now.isoformat(),
    }


def build_sample(
    message: SampleMessage, service: Service, attachment_ids: Sequence[str], today: date
) -> dict[str, Any]:
    """Return a message of the start as the portal takes it."""
    sent_at = datetime.combine(today - timedelta(days=message.days_ago), _SAMPLE_HOUR, ARIZONA)
    return {
        "id": f"sample-{message.reference}-{message.type}-{message.days_ago}",
        "type": message.type,
        "subject": message.subject,
        "body": {"format": "html" if message.is_html else "plain", "texts": message.body},
        "action": _make_action(service, message.action, message.label) if message.action else None,
        "attachments": [{"id": attachment_id} for attachment_id in attachment_ids],
        "sentAt": sent_at.isoformat(),
    }


def build_answer(reply: PersonReplyRequest, service: Service, now: datetime) -> dict[str, Any]:
    """Return a message that answers a reply, as the portal takes it.

    Raises:
        StopIteration: the service takes no replies.
    """
    language = reply.language
    kind = next(each for each in service.message_types if each.accepts_replies)
    return {
        "id": f"answer-{reply.reply_id}",
        "type": kind.code,
        "subject": {language: _ANSWER_SUBJECTS[language]},
        "body": {"format": "plain", "texts": {language: _ANSWER_BODIES[language].format(text=reply.text)}},
        "sentAt": now.isoformat(),
        "inReplyTo": reply.reply_id,
    }


def _make_action(service: Service, action_id: str, label: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return a button for the page of an action, without the values that a card adds to the address.

    Args:
        label: by language; None for the action's own.
    """
    action = next(each for each in service.actions if each.id == action_id)
    label = label or {"en": action.label.en, "es": action.label.es}
    return {"label": label, "url": action.url.partition("?")[0]}


def _make_title(kind: MessageType, language: str) -> str:
    return kind.name.es if language == "es" else kind.name.en


def _make_body(kind: MessageType, service: Service, language: str, body_format: str) -> str:
    title = _make_title(kind, language)
    if language == "es":
        about, first, second = service.name.es, "Este mensaje viene del entorno de pruebas.", "Nada es real."
        heads = ("Qué", "Valor")
    else:
        about, first, second = service.name.en, "This message comes from the sandbox.", "Nothing is real."
        heads = ("What", "Value")
    if body_format == "plain":
        return f"{title}: {about}.\n\n{first} {second}"
    title, about = escape(title), escape(about)
    return (
        f"<h2>{title}</h2><p>{first} <strong>{second}</strong></p>"
        f"<table><thead><tr><th>{heads[0]}</th><th>{heads[1]}</th></tr></thead>"
        f"<tbody><tr><td>{about}</td><td><em>{title}</em></td></tr></tbody></table>"
        f"<ul><li>{first}</li><li>{second}</li></ul>"
    )
