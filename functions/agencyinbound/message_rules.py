"""Rules for a message from an agency."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from domains.agencies.catalog import Offer, ServiceNotFound
from domains.messages.message import OLDEST_MESSAGE, AgencyOrigin, InboxMessage, MessageAction
from functions.agencyinbound import texts
from functions.agencyinbound.contract import (
    InboundMessage,
    MessageBatchRequest,
    MessagePostRequest,
)
from functions.agencyinbound.link_rules import is_allowed_link, list_origins
from functions.agencyinbound.message_texts import (
    MAX_BODIES_BYTES,
    MAX_LABEL_LENGTH,
    MAX_SUBJECT_LENGTH,
    clean_body,
    find_line_fault,
    make_preview,
)
from functions.agencyinbound.plain_text import TextRefused
from portal.errors import Problem
from portal.language import Language, Text
from portal.parts import apply_rules
from portal.text import tidy
from portal.types import derive_id
from portal.validation import refuse_problems

MessageRequest = MessagePostRequest | MessageBatchRequest

_MAX_CLOCK_DIFFERENCE = timedelta(minutes=5)


def deliver_message(
    request: MessageRequest, offer: Offer | None, now: datetime, faults: Sequence[Problem] = ()
) -> InboxMessage:
    """Make the part of a message that is the same for everybody; see `InboxMessage.assign_to_person`.

    Its attachments are added later, because they have to be read.

    Args:
        offer: the service that the request names; None if the agency has no such service, which skips the
            rules about it.
        faults: faults of the request's shape; see `Request.faults`.

    Raises:
        InvalidRequest: has all faults, of the shape and of the rules.
        ServiceNotFound: there is no other fault, and no offer.
    """
    has_faults = bool(faults)
    # Each body is cleaned once, because hostile HTML takes long.
    bodies = dict(apply_rules(_clean_bodies(request, offer), to_parts=has_faults))
    rules = (
        _check_type(request, offer),
        _check_subject(request),
        _check_languages(request),
        _check_bodies(bodies),
        _check_action_label(request),
        _check_action_link(request, offer),
        _check_sent_at(request, now),
        _check_answer(request),
    )
    refuse_problems(*faults, *apply_rules(*rules, to_parts=has_faults))
    if offer is None:
        raise ServiceNotFound
    return _make_message(request.message, offer, _list_accepted(bodies), now)


Bodies = Mapping[Language, str | TextRefused]


def _clean_bodies(
    request: MessageRequest, offer: Offer | None
) -> Iterator[tuple[Language, str | TextRefused]]:
    body = request.message.body
    origins = list_origins(offer) if offer else frozenset()
    for language, text in body.texts.get_by_language().items():
        try:
            yield language, clean_body(text, body.format, origins)
        except TextRefused as error:
            yield language, error


def _list_accepted(bodies: Bodies) -> dict[Language, str]:
    return {language: body for language, body in bodies.items() if isinstance(body, str)}


def _check_type(request: MessageRequest, offer: Offer | None) -> Iterator[Problem]:
    if offer and request.message.type not in {each.code for each in offer.service.message_types}:
        yield Problem("message.type", texts.UNKNOWN_TYPE)


def _check_subject(request: MessageRequest) -> Iterator[Problem]:
    subject = request.message.subject.get_by_language()
    if not subject:
        yield Problem("message.subject", texts.NO_LANGUAGE)
    yield from _check_lines("message.subject", subject, MAX_SUBJECT_LENGTH)


def _check_languages(request: MessageRequest) -> Iterator[Problem]:
    message = request.message
    if message.subject.get_by_language().keys() != message.body.texts.get_by_language().keys():
        yield Problem("message.body.texts", texts.LANGUAGES_DIFFER)


def _check_bodies(bodies: Bodies) -> Iterator[Problem]:
    for language, body in bodies.items():
        if isinstance(body, TextRefused):
            yield Problem(f"message.body.texts.{language}", body.message)
    if len(json.dumps(_list_accepted(bodies))) > MAX_BODIES_BYTES:
        yield Problem("message.body.texts", texts.BODIES_TOO_LARGE)


def _check_action_label(request: MessageRequest) -> Iterator[Problem]:
    if action := request.message.action:
        label: Mapping[Language, str] = {"en": action.label.en, "es": action.label.es}
        yield from _check_lines("message.action.label", label, MAX_LABEL_LENGTH)


def _check_action_link(request: MessageRequest, offer: Offer | None) -> Iterator[Problem]:
    action = request.message.action
    if action and offer and not is_allowed_link(action.url, list_origins(offer)):
        yield Problem("message.action.url", texts.WRONG_LINK)


def _check_lines(name: str, lines: Mapping[Language, str], max_length: int) -> Iterator[Problem]:
    for language, line in lines.items():
        if fault := find_line_fault(line, max_length):
            yield Problem(f"{name}.{language}", fault)


def _check_sent_at(request: MessageRequest, now: datetime) -> Iterator[Problem]:
    if not now - OLDEST_MESSAGE <= request.message.sent_at <= now + _MAX_CLOCK_DIFFERENCE:
        yield Problem("message.sentAt", texts.SENT_OUT_OF_RANGE)


def _check_answer(request: MessageRequest) -> Iterator[Problem]:
    if isinstance(request, MessageBatchRequest) and request.message.in_reply_to is not None:
        yield Problem("message.inReplyTo", texts.NOT_IN_BATCH)


def _make_message(
    message: InboundMessage, offer: Offer, bodies: Mapping[Language, str], now: datetime
) -> InboxMessage:
    message_type = next(each for each in offer.service.message_types if each.code == message.type)
    sender = offer.agency.name.to_text()
    # For a message that answers no reply the hash is the same as before there were replies.
    content = message.model_dump(mode="json", exclude=None if message.in_reply_to else {"in_reply_to"})
    return InboxMessage(
        user_id="",
        id=message.id,
        sender=sender,
        origin=AgencyOrigin(
            agency_id=offer.agency.id,
            agency_name=sender,
            service_id=offer.service.id,
            service_name=offer.service.name.to_text(),
            identity_id="",
            identity_label="",
            own_id=message.id,
            accepts_replies=message_type.accepts_replies,
        ),
        type=message.type,
        notice=message_type.notice,
        priority=message_type.priority,
        subject={language: tidy(text) for language, text in message.subject.get_by_language().items()},
        preview={language: make_preview(text, message.body.format) for language, text in bodies.items()},
        body=bodies,
        body_format=message.body.format,
        action=MessageAction(Text(en=tidy(button.label.en), es=tidy(button.label.es)), button.url)
        if (button := message.action)
        else None,
        attachments=(),
        sent_at=message.sent_at,
        received_at=now,
        content_hash=derive_id(json.dumps(content, sort_keys=True)),
    )
