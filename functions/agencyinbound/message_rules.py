"""What a message from an agency must be like, and the form in which it is kept."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from functions.agencyinbound import texts
from functions.agencyinbound.contract import InboundMessage, InboundMessageAction
from functions.agencyinbound.link_rules import leads_to, origins_of
from functions.agencyinbound.message_html import UnstableHtml, clean_html, text_of
from functions.agencyinbound.plain_text import TextRefused, readable, too_long
from portal.agencies.catalogue import Offer
from portal.agencies.subscriptions import Holder, Identity
from portal.errors import InvalidRequest, Problem
from portal.language import Language, Text
from portal.messages.message import (
    OLDEST_MESSAGE,
    PREVIEW_LENGTH,
    AgencyOrigin,
    BodyFormat,
    Message,
    MessageAction,
    agency_message_id_of,
)
from portal.text import has_unprintable_characters, tidy
from portal.types import derived_id

MAX_SUBJECT_LENGTH = 200
MAX_BODY_LENGTH = 20_000
MAX_LABEL_LENGTH = 80
# What a parser makes of a few thousand tags that are never closed grows with the square of their number.
MAX_TAGS = 1_000
# DynamoDB takes 400 KB for a whole item, and a body is stored as JSON, an emoji as twelve bytes.
MAX_BODIES_BYTES = 300_000
_CLOCKS_DIFFER_BY = timedelta(minutes=5)


def draft_message(sent: InboundMessage, offer: Offer, now: datetime) -> Message:
    """Hold a message against the rules and make of it what is the same for everybody who gets it.

    Its files are looked at elsewhere.

    Args:
        offer: the service that it is about.

    Returns:
        The message with the agency's own id, and without a person, a record and files.

    Raises:
        InvalidRequest: names every field that breaks a rule.
    """
    types = {each.code: each for each in offer.service.message_types}
    subject, sent_body, body_format = (
        sent.subject.by_language(),
        sent.body.texts.by_language(),
        sent.body.format,
    )
    body, problems_of_body = _kept_bodies(subject, sent_body, body_format, offer)
    problems = [
        *_problems_around(sent, offer, now),
        *_problems_of_subject(subject),
        *problems_of_body,
        *_problems_of_action(sent.action, offer),
    ]
    if problems:
        raise InvalidRequest(*problems)
    message_type = types[sent.type]
    sender = Text(en=offer.agency.name.en, es=offer.agency.name.es)
    return Message(
        user_id="",
        id=sent.id,
        sender=sender,
        origin=AgencyOrigin(
            agency_id=offer.agency.id,
            agency_name=sender,
            service_id=offer.service.id,
            service_name=Text(en=offer.service.name.en, es=offer.service.name.es),
            identity_id="",
            identity_label="",
        ),
        type=message_type.code,
        notice=message_type.notice,
        priority=message_type.priority,
        subject={language: tidy(text) for language, text in subject.items()},
        preview={language: _preview(text, body_format) for language, text in body.items()},
        body=body,
        body_format=body_format,
        action=_action_of(sent.action),
        attachments=(),
        sent_at=sent.sent_at,
        received_at=now,
        content_hash=derived_id(json.dumps(sent.model_dump(mode="json"), sort_keys=True)),
    )


def addressed_message(draft: Message, holder: Holder, identity: Identity) -> Message:
    """A draft as the message to somebody about a record; the same one each time.

    Raises:
        LookupError: the draft is not that of an agency.
    """
    if draft.origin is None:
        raise LookupError("Only a message of an agency is about a record")
    return replace(
        draft,
        user_id=holder.user_id,
        id=agency_message_id_of(holder.user_id, draft.origin.agency_id, draft.id, holder.identity_id),
        origin=replace(draft.origin, identity_id=identity.id, identity_label=identity.label),
    )


def _problems_around(sent: InboundMessage, offer: Offer, now: datetime) -> Iterator[Problem]:
    yield from _problems_of_line("id", sent.id)
    if sent.type not in {each.code for each in offer.service.message_types}:
        yield _problem("type", texts.UNKNOWN_TYPE)
    if not now - OLDEST_MESSAGE <= sent.sent_at <= now + _CLOCKS_DIFFER_BY:
        yield _problem("sentAt", texts.SENT_OUT_OF_RANGE)
    attachment_ids = [each.id for each in sent.attachments]
    for index, attachment_id in enumerate(attachment_ids):
        if attachment_id in attachment_ids[:index]:
            yield _problem(f"attachments.{index}.id", texts.NAMED_TWICE)


def _problems_of_subject(subject: Mapping[Language, str]) -> Iterator[Problem]:
    if not subject:
        yield _problem("subject", texts.NO_LANGUAGE)
    for language, text in subject.items():
        yield from _problems_of_line(f"subject.{language}", text, MAX_SUBJECT_LENGTH)


def _problems_of_action(action: InboundMessageAction | None, offer: Offer) -> Iterator[Problem]:
    if action is None:
        return
    yield from _problems_of_line("action.label.en", action.label.en, MAX_LABEL_LENGTH)
    yield from _problems_of_line("action.label.es", action.label.es, MAX_LABEL_LENGTH)
    if not leads_to(action.url, origins_of(offer)):
        yield _problem("action.url", texts.WRONG_LINK)


def _problems_of_line(name: str, text: str, longest: int | None = None) -> Iterator[Problem]:
    if has_unprintable_characters(text):
        yield _problem(name, texts.UNPRINTABLE)
    elif not tidy(text):
        yield _problem(name, texts.EMPTY)
    elif longest is not None and len(text) > longest:
        yield _problem(name, too_long(longest))


def _kept_bodies(
    subject: Mapping[Language, str], body: Mapping[Language, str], body_format: BodyFormat, offer: Offer
) -> tuple[dict[Language, str], list[Problem]]:
    """The body in each of its languages as it is stored, and its problems."""
    kept: dict[Language, str] = {}
    problems = []
    if body.keys() != subject.keys():
        problems.append(_problem("body.texts", texts.LANGUAGES_DIFFER))
    for language, text in body.items():
        try:
            kept[language] = _kept_body(text, body_format, offer)
        except TextRefused as error:
            problems.append(_problem(f"body.texts.{language}", error.message))
    if len(json.dumps(kept)) > MAX_BODIES_BYTES:
        problems.append(_problem("body.texts", texts.BODIES_TOO_LARGE))
    return kept, problems


def _kept_body(text: str, body_format: BodyFormat, offer: Offer) -> str:
    # Before anything reads it, so that nobody can make the portal read more than a message can be.
    if len(text) > MAX_BODY_LENGTH:
        raise TextRefused(too_long(MAX_BODY_LENGTH))
    text = readable(text)
    if body_format == "html":
        if text.count("<") > MAX_TAGS:
            raise TextRefused(texts.TOO_MANY_TAGS)
        try:
            # An entity can stand for a character that would be refused where it stood itself.
            text = readable(clean_html(text, origins_of(offer)))
        except UnstableHtml:
            raise TextRefused(texts.UNSTABLE_HTML) from None
    if not tidy(_plain(text, body_format)):
        raise TextRefused(texts.EMPTY)
    return text


def _plain(body: str, body_format: BodyFormat) -> str:
    return text_of(body) if body_format == "html" else body


def _preview(body: str, body_format: BodyFormat) -> str:
    text = tidy(_plain(body, body_format))
    return text if len(text) <= PREVIEW_LENGTH else f"{text[: PREVIEW_LENGTH - 1].rstrip()}…"


def _action_of(action: InboundMessageAction | None) -> MessageAction | None:
    if action is None:
        return None
    return MessageAction(Text(en=tidy(action.label.en), es=tidy(action.label.es)), action.url)


def _problem(name: str, message: Text) -> Problem:
    return Problem(f"message.{name}", message)
