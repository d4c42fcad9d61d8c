"""What a message from an agency must be like, and the form in which it is kept."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta

from functions.agencyinbound import messages
from functions.agencyinbound.link_rules import leads_to, origins_of
from functions.agencyinbound.message_html import UnstableHtml, clean_html, text_of
from functions.agencyinbound.plain_text import TextRefused, readable, too_long
from portal.agencies.catalogue import Offer
from portal.agencies.manifest import MessageType
from portal.errors import InvalidRequest, Problem
from portal.language import Language, Text
from portal.messages.message import OLDEST_MESSAGE, PREVIEW_LENGTH, BodyFormat, MessageAction
from portal.text import has_unprintable_characters, tidy
from portal.types import derived_id

LONGEST_SUBJECT = 200
LONGEST_BODY = 20_000
LONGEST_LABEL = 80
# What a parser makes of a few thousand tags that are never closed grows with the square of their number.
MOST_TAGS = 1_000
# DynamoDB takes 400 KB for a whole item, and a body is stored as JSON, an emoji as twelve bytes.
LARGEST_BODIES = 300_000
_CLOCKS_DIFFER_BY = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message as the agency sent it.

    Attributes:
        id: the agency's own id.
        attachment_ids: of files that it announced.
    """

    id: str
    type: str
    subject: Mapping[Language, str]
    body: Mapping[Language, str]
    body_format: BodyFormat
    action: MessageAction | None
    attachment_ids: tuple[str, ...]
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class AcceptedMessage:
    """A message as it is kept, whoever it goes to.

    Attributes:
        id: the agency's own id.
        content_hash: of all that the agency sent.
    """

    id: str
    type: MessageType
    subject: Mapping[Language, str]
    preview: Mapping[Language, str]
    body: Mapping[Language, str]
    body_format: BodyFormat
    action: MessageAction | None
    sent_at: datetime
    content_hash: str


def check_message(sent: SentMessage, offer: Offer, now: datetime) -> AcceptedMessage:
    """Hold a message against the rules and bring it into the form in which it is kept.

    Its files are looked at elsewhere.

    Args:
        offer: the service that it is about.

    Raises:
        InvalidRequest: every rule that is not kept, at the field it concerns.
    """
    types = {each.code: each for each in offer.service.message_types}
    body, problems_of_body = _kept_bodies(sent, offer)
    problems = [
        *_problems_around(sent, offer, now),
        *_problems_of_subject(sent),
        *problems_of_body,
        *_problems_of_action(sent.action, offer),
    ]
    if problems:
        raise InvalidRequest(*problems)
    return AcceptedMessage(
        id=sent.id,
        type=types[sent.type],
        subject={language: tidy(text) for language, text in sent.subject.items()},
        preview={language: _preview(text, sent.body_format) for language, text in body.items()},
        body=body,
        body_format=sent.body_format,
        action=_kept_action(sent.action),
        sent_at=sent.sent_at.astimezone(UTC),
        content_hash=_hash_of(sent),
    )


def _problems_around(sent: SentMessage, offer: Offer, now: datetime) -> Iterator[Problem]:
    yield from _problems_of_line("id", sent.id)
    if sent.type not in {each.code for each in offer.service.message_types}:
        yield _problem("type", messages.UNKNOWN_TYPE)
    if not now - OLDEST_MESSAGE <= sent.sent_at <= now + _CLOCKS_DIFFER_BY:
        yield _problem("sentAt", messages.SENT_OUT_OF_RANGE)
    for index, attachment_id in enumerate(sent.attachment_ids):
        if attachment_id in sent.attachment_ids[:index]:
            yield _problem(f"attachments.{index}.id", messages.NAMED_TWICE)


def _problems_of_subject(sent: SentMessage) -> Iterator[Problem]:
    if not sent.subject:
        yield _problem("subject", messages.NO_LANGUAGE)
    for language, text in sent.subject.items():
        yield from _problems_of_line(f"subject.{language}", text, LONGEST_SUBJECT)


def _problems_of_action(action: MessageAction | None, offer: Offer) -> Iterator[Problem]:
    if action is None:
        return
    yield from _problems_of_line("action.label.en", action.label.en, LONGEST_LABEL)
    yield from _problems_of_line("action.label.es", action.label.es, LONGEST_LABEL)
    if not leads_to(action.url, origins_of(offer)):
        yield _problem("action.url", messages.WRONG_LINK)


def _problems_of_line(name: str, text: str, longest: int | None = None) -> Iterator[Problem]:
    if has_unprintable_characters(text):
        yield _problem(name, messages.UNPRINTABLE)
    elif not tidy(text):
        yield _problem(name, messages.EMPTY)
    elif longest is not None and len(text) > longest:
        yield _problem(name, too_long(longest))


def _kept_bodies(sent: SentMessage, offer: Offer) -> tuple[dict[Language, str], list[Problem]]:
    """The body in each of its languages as it is kept, and what is wrong with it."""
    kept: dict[Language, str] = {}
    problems = []
    if sent.body.keys() != sent.subject.keys():
        problems.append(_problem("body.texts", messages.LANGUAGES_DIFFER))
    for language, text in sent.body.items():
        try:
            kept[language] = _kept_body(text, sent.body_format, offer)
        except TextRefused as error:
            problems.append(_problem(f"body.texts.{language}", error.message))
    if len(json.dumps(kept)) > LARGEST_BODIES:
        problems.append(_problem("body.texts", messages.BODIES_TOO_LARGE))
    return kept, problems


def _kept_body(text: str, body_format: BodyFormat, offer: Offer) -> str:
    # Before anything reads it, so that nobody can make the portal read more than a message can be.
    if len(text) > LONGEST_BODY:
        raise TextRefused(too_long(LONGEST_BODY))
    text = readable(text)
    if body_format == "html":
        if text.count("<") > MOST_TAGS:
            raise TextRefused(messages.TOO_MANY_TAGS)
        try:
            # An entity can stand for a character that would be refused where it stood itself.
            text = readable(clean_html(text, origins_of(offer)))
        except UnstableHtml:
            raise TextRefused(messages.UNSTABLE_HTML) from None
    if not tidy(_plain(text, body_format)):
        raise TextRefused(messages.EMPTY)
    return text


def _plain(body: str, body_format: BodyFormat) -> str:
    return text_of(body) if body_format == "html" else body


def _preview(body: str, body_format: BodyFormat) -> str:
    text = tidy(_plain(body, body_format))
    return text if len(text) <= PREVIEW_LENGTH else f"{text[: PREVIEW_LENGTH - 1].rstrip()}…"


def _kept_action(action: MessageAction | None) -> MessageAction | None:
    if action is None:
        return None
    return MessageAction(Text(en=tidy(action.label.en), es=tidy(action.label.es)), action.url)


def _hash_of(sent: SentMessage) -> str:
    described = asdict(sent) | {"sent_at": sent.sent_at.astimezone(UTC).isoformat()}
    return derived_id(json.dumps(described, sort_keys=True))


def _problem(name: str, message: Text) -> Problem:
    return Problem(f"message.{name}", message)
