"""Texts of announcements, in both languages.

Agencies' texts and subjects stay in the portal: an announcement only names the agency and links to the
sign-in. The portal's own messages have nothing that is confidential.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from domains.accounts.account import NoticeKind
from domains.messages.message import SUPPORT_ANSWER, InboxMessage, choose_wording
from portal.language import Language, Text
from portal.text import count_gsm_septets, make_gsm_text

PORTAL_NAME = "Saguaro"
MAX_TEXT_MESSAGE_LENGTH = 160
"""Septets of one text message in the alphabet of GSM; see `portal.text.count_gsm_septets`."""

_MAX_HEADING_LENGTH = 200
_MIN_SENDER_LENGTH = 12
_LISTED_IN_DIGEST = 50

KIND_NAMES: Mapping[NoticeKind, Text] = {
    "security": Text(en="security", es="seguridad"),
    "accountActivity": Text(en="account activity", es="actividad de la cuenta"),
    "agencyMessages": Text(en="messages from agencies", es="mensajes de agencias"),
    "reminders": Text(en="reminders", es="recordatorios"),
    "news": Text(en="news", es="novedades"),
}
_READ = Text(en="Read the message", es="Leer el mensaje")
_NEW_MESSAGE = Text(en="New message", es="Mensaje nuevo")
_OPEN_INBOX = Text(en="Open your messages", es="Abrir sus mensajes")
_SIGN_IN = Text(
    en="Sign in to read it. For your privacy, this email does not contain it.",
    es="Inicie sesión para leerlo. Para proteger su privacidad, este correo no lo contiene.",
)
_SIGN_IN_FOR_ALL = Text(
    en="Sign in to read them. For your privacy, this email does not contain them.",
    es="Inicie sesión para leerlos. Para proteger su privacidad, este correo no los contiene.",
)
_WHY = Text(
    en="You get this email because you turned on this type of notice in your contact preferences.",
    es="Recibe este correo porque este tipo de avisos está activado en sus preferencias de contacto.",
)
_WHY_SECURITY = Text(
    en="We always send notices about the security of your account.",
    es="Los avisos sobre la seguridad de su cuenta se envían siempre.",
)
_WHY_TEST = Text(en="You asked for this test.", es="Usted pidió esta prueba.")
_PREFERENCES = Text(en="Change your contact preferences", es="Cambiar sus preferencias de contacto")


@dataclass(frozen=True, slots=True)
class LetterEntry:
    """A message in a list of several."""

    sender: str
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Link:
    """Address and label of a link."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of an email."""

    language: Language
    title: str  # subject line
    heading: str
    paragraphs: Sequence[str]  # body text
    entries: Sequence[LetterEntry]
    button: Link
    footer: str  # the reason for the email
    footer_links: Sequence[Link]  # preferences first, then unsubscribe links


def make_message_letter(
    message: InboxMessage, language: Language, origin: str, unsubscribe: Sequence[Link]
) -> Letter:
    """Announces one message.

    Args:
        origin: the portal's origin, without a trailing slash.
        unsubscribe: unsubscribe links; none for mandatory email.
    """
    sender = join_lines(message.sender.in_language(language))
    if _is_own(message) and message.body_format == "plain":
        title = _make_subject(message, language)
        body, _ = choose_wording(message.body, language)
        paragraphs = body.split("\n\n")
    else:
        title = _describe_sender(language, f"New message from {sender}", f"Mensaje nuevo de {sender}")
        paragraphs = [_SIGN_IN.in_language(language)]
    return Letter(
        language=language,
        title=title,
        heading=title,
        paragraphs=paragraphs,
        entries=(),
        button=Link(_READ.in_language(language), get_address(message, origin)),
        footer=_explain_why(message).in_language(language),
        footer_links=[_make_preferences_link(language, origin), *unsubscribe],
    )


def make_digest_letter(
    messages: Sequence[InboxMessage],
    language: Language,
    origin: str,
    unsubscribe: Sequence[Link],
    number_of_others: int = 0,
) -> Letter:
    """Announces all messages of a day at once; other arguments as for `make_message_letter`.

    Args:
        number_of_others: number of unlisted messages.
    """
    number = len(messages) + number_of_others
    if number == 1:
        return make_message_letter(messages[0], language, origin, unsubscribe)
    title = _describe_sender(language, f"You have {number} new messages", f"Tiene {number} mensajes nuevos")
    paragraphs = [_SIGN_IN_FOR_ALL.in_language(language)]
    more = number - min(len(messages), _LISTED_IN_DIGEST)
    if more:
        paragraphs = [
            _describe_sender(language, f"{more} more are in the portal.", f"Hay {more} más en el portal."),
            *paragraphs,
        ]
    return Letter(
        language=language,
        title=title,
        heading=title,
        paragraphs=paragraphs,
        entries=[
            LetterEntry(
                join_lines(message.sender.in_language(language)),
                _make_subject(message, language) if _is_own(message) else _NEW_MESSAGE.in_language(language),
                get_address(message, origin),
            )
            for message in messages[:_LISTED_IN_DIGEST]
        ],
        button=Link(_OPEN_INBOX.in_language(language), f"{origin}/messages"),
        footer=_WHY.in_language(language),
        footer_links=[_make_preferences_link(language, origin), *unsubscribe],
    )


def unsubscribe_label(kind: NoticeKind, language: Language) -> str:
    """Return the label of the link that stops email about a kind of notice."""
    name = KIND_NAMES[kind].in_language(language)
    return _describe_sender(
        language, f"Get no more email about {name}", f"No recibir más correos sobre {name}"
    )


def make_text_message(message: InboxMessage, language: Language, origin: str) -> str:
    """Announces one message by its sender only, because others may read the telephone.

    Has at most 160 characters unless the portal's address is longer.
    """
    says = _describe_sender(language, "new message from ", "mensaje nuevo de ")
    hint = _describe_sender(language, "Reply STOP to opt out.", "Responda STOP para cancelar.")
    sender = make_gsm_text(join_lines(message.sender.in_language(language)))
    if _is_own(message):
        says, sender = "", make_gsm_text(_make_subject(message, language))
    for address in (get_address(message, origin), f"{origin}/messages"):
        room = MAX_TEXT_MESSAGE_LENGTH - count_gsm_septets(f"{PORTAL_NAME}: {says}. {address} {hint}")
        if count_gsm_septets(sender) <= room:
            break
    room -= count_gsm_septets(sender) - len(sender)
    text = _shorten(f"{says}{sender}", len(says) + max(room, _MIN_SENDER_LENGTH))
    return f"{PORTAL_NAME}: {text.rstrip('.')}. {address} {hint}"


def get_address(message: InboxMessage, origin: str) -> str:
    """Return the address of a message in the portal."""
    if message.origin is None:
        return f"{origin}/messages/portal/{message.id}"
    subscription = urlencode({"subscription": message.origin.identity_id})
    return f"{origin}/messages/service/{message.origin.service_id}/{message.id}?{subscription}"


def join_lines(text: str) -> str:
    """Return other people's text as one line without control characters, for headers."""
    visible = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or not unicodedata.category(character).startswith("C")
    )
    return _shorten(" ".join(visible.split()), _MAX_HEADING_LENGTH)


def _make_subject(message: InboxMessage, language: Language) -> str:
    words, _ = choose_wording(message.subject, language)
    return join_lines(words)


def _is_own(message: InboxMessage) -> bool:
    # Agencies' texts about applications, and support's about questions, stay in the portal.
    return message.origin is None and message.type not in ("applicationStatus", SUPPORT_ANSWER)


def _explain_why(message: InboxMessage) -> Text:
    if message.only_channel is not None:
        return _WHY_TEST
    return _WHY_SECURITY if message.notice == "security" else _WHY


def _make_preferences_link(language: Language, origin: str) -> Link:
    return Link(_PREFERENCES.in_language(language), f"{origin}/profile/contact")


def _describe_sender(language: Language, english: str, spanish: str) -> str:
    return spanish if language == "es" else english


def _shorten(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 3].rstrip()}..."
