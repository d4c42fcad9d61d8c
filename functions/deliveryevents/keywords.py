"""Requests in replies to text messages.

Sources: 47 CFR 64.1200(a)(10) (people revoke consent by any reasonable means; its words are stop, quit, end,
revoke, opt out, cancel and unsubscribe) and (a)(12) (one text message may confirm that); CTIA, Messaging
Principles and Best Practices, 5.1.3 (opting in again, help). The Spanish words are ours.

A reply is a request if only courtesies, a signature, and its object, such as "texting me", are left besides.
A sentence that contains a word, such as "The bus stop is closed", is unclear: it stops nothing and gets an
answer with how to reply.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from portal.language import Language, Text
from portal.text import clean, make_searchable

Request = Literal["stop", "start", "help", "unclear"]

_MAX_CHARACTERS = 320  # Two text messages. Longer ones are not only a request.

_SIGNATURE = re.compile(
    r"^(?:--|\u2014|sent (?:from|via) |enviado desde |get outlook ).*"
    r"|\bsent from my (?:iphone|ipad|galaxy|android|phone)\b.*|\benviado desde mi \w+.*",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
# Last line with only a name.
_NAME_LINE = re.compile(r"\n-? ?[^\W\d_a-z]\w*\.?(?: [^\W\d_a-z]\w*\.?){0,2}\Z")
_WORD = re.compile("[a-z0-9]+")
# Answers a question and negates nothing after it: "No, send it".
_ANSWER_NO = re.compile(r"\bno\s*[.,;:!?]+\s*(?=\w)")
_SPELLED_OUT = re.compile(r"\b[a-z](?: [a-z]){3,}\b")

_COURTESY = re.compile(
    r"\b(?:please|pls|plz|kindly|thank you|thanks|thank u|thx|ty|ok|okay|hi|hello|hey|just|now|right now|asap"
    r"|immediately|already|today|sorry|bye|(?:can|could|will|would) you"
    r"|i (?:want|wish|need|would like)(?: you)?(?: to)?"
    r"|id like(?: you)?(?: to)?|por ?favor|muchas gracias|gracias|hola|ya|ahora|inmediatamente"
    r"|quiero|quisiera|necesito|(?:puede|pueden|podria|podrian))\b"
)

_TEXTS = (
    "texts?|texting|txts?|messages?|messaging|msgs?|sms|send|sending|contact|contacting|contacted|bother|bothering"
    "|write|writing|notifications?|alerts?|reminders?|spam"
)
_ABOUT = (
    "me|us|my|the|these|this|those|any|more|all|again|anymore|to|from|it|your|number|phone|list|get|getting"
    "|receive|receiving"
)
_TEXTS_ES = (
    "mensajes?|textos?|avisos|mandar(?:me)?|enviar(?:me)?|escribir(?:me)?|molestar(?:me)?|contactar(?:me)?"
    "|manden|envien|escriban|molesten|contacten|mande|envie|escriba|moleste"
)
_ABOUT_ES = (
    "me|nos|los|las|de|mas|estos|esos|a|este|mi|numero|telefono|texto|recibir|todos|nuevo|otra|vez|la|lista"
)


def _compile(
    phrases: str, objects: str, before: str = "", negations: str = "", texts: str = ""
) -> re.Pattern[str]:
    """Compile the phrases, each with its objects, or else negations with a word for text messages."""
    some_objects = rf"(?: (?:{objects})\b)*+"
    each = rf"(?:{phrases})\b{some_objects}"
    if negations:
        others = rf"(?: (?!(?:{texts})\b)(?:{objects})\b)*+"
        each += rf"|(?:{negations}){others} (?:{texts})\b{some_objects}"
    start = f"(?:(?:{before}) )?" if before else ""
    return re.compile(f"{start}(?:{each})(?: (?:{each}))*+")


_OBJECTS = f"{_TEXTS}|{_ABOUT}"
_OBJECTS_ES = f"{_TEXTS_ES}|{_ABOUT_ES}"
_REQUESTS: Mapping[Request, Mapping[Language, re.Pattern[str]]] = {
    "stop": {
        "es": _compile(
            "alto|parar|paren?|baja|dar(?:me)? de baja|den?me de baja|cancelar|cancelen?|basta"
            "|detengase|detenganse|no mas|dejen?me en paz|numero equivocado"
            "|dejen? de (?:mandar|enviar|escribir|molestar|contactar)(?:me)?",
            _OBJECTS_ES,
            before="yes|si",
            negations="no",
            texts=_TEXTS_ES,
        ),
        "en": _compile(
            "stop|stopall|unsubscribe|un subscribe|unsub|cancel|end|quit|(?:i )?revoke(?: my consent)?"
            "|optout|opt (?:(?:me|us) )?out|remove|(?:take|get) (?:me|us|my number) off|leave (?:me|us) alone"
            "|no (?:more )?(?:(?:of|such|the|these|those|your|any) )*(?:texts|texting|txts|messages|messaging"
            "|msgs|sms|notifications|alerts|reminders|spam)|wrong number|no more|go away",
            _OBJECTS,
            before="yes|si",
            negations="dont|do not|never|(?:i )?(?:dont|do not|no longer) want",
            texts=f"{_TEXTS}|these|this|those",
        ),
    },
    "start": {
        "es": _compile(
            "si|iniciar|inicien|comenzar|comiencen|empezar|empiecen|alta|reanudar|reanuden"
            "|recibir mensajes (?:otra vez|de nuevo)",
            _OBJECTS_ES,
        ),
        "en": _compile("start|restart|unstop|yes|resume|subscribe|opt (?:(?:me|us) )?(?:back )?in", _OBJECTS),
    },
    "help": {
        "es": _compile(
            "ayuda|ayudar|ayudenme|ayudame|informacion|que es esto|quien (?:es|habla|eres|manda)", _OBJECTS_ES
        ),
        "en": _compile(
            "help|info|information|what is this|whats this|who is this|whos this|who are you", "me|us"
        ),
    },
}

# Words whose spelling with two neighbors exchanged means nothing else; `alot` is no `alto`.
_OFTEN_MISSPELLED = ("stop", "unsubscribe", "cancel", "revoke", "start", "help", "cancelar", "ayuda")
_REPEATED = re.compile(r"(.)\1+")

# Each is one text message: at most 160 characters of GSM's alphabet, which lacks some accented letters.
ANSWERS: Mapping[Request, Text] = {
    "stop": Text(
        en="Saguaro: you are opted out and will get no more text messages. Reply START to get them again.",
        es="Saguaro: ya no le enviaremos mensajes de texto. Responda START para recibirlos de nuevo.",
    ),
    "start": Text(
        en="Saguaro: you will get text messages again. Reply HELP for help, STOP to opt out.",
        es="Saguaro: le enviaremos mensajes de texto de nuevo. Responda AYUDA o, para cancelar, ALTO.",
    ),
    "help": Text(
        en="Saguaro, the state portal: notices about your account. Choose them in the portal under contact "
        "preferences. Msg rates may apply. Reply STOP to opt out.",
        es="Saguaro, el portal del estado: avisos sobre su cuenta. Puede cambiarlos en sus preferencias de "
        "contacto. Pueden aplicarse tarifas. ALTO para cancelar.",
    ),
    "unclear": Text(
        en="Saguaro: nobody reads replies to this number. Reply STOP to get no more texts, HELP for help.",
        es="Saguaro: nadie lee las respuestas. Responda ALTO para no recibir otros mensajes, "
        "AYUDA para recibir ayuda.",
    ),
}


class Understood(NamedTuple):
    """Request in a reply; the language is None if the word is ambiguous."""

    request: Request
    language: Language | None


def parse_reply(body: str) -> Understood | None:
    """Parse a text message.

    Returns:
        None if it asks nothing, as in "Thank you".
    """
    if len(body) > _MAX_CHARACTERS:
        return Understood("unclear", None)
    written = _SIGNATURE.sub("", clean(body))
    for words in (_simplify(written), _simplify(_NAME_LINE.sub("", written))):
        for request, by_language in _REQUESTS.items():
            for language, pattern in by_language.items():
                if pattern.fullmatch(words):
                    return Understood(request, "es" if language == "es" else None)
    if not _WORD.search(make_searchable(written)):
        return Understood("help", None) if "?" in written else None
    return Understood("unclear", None) if _simplify(written) else None


def _simplify(written: str) -> str:
    """Return the words of a message without courtesies, in the usual spelling."""
    words = " ".join(_WORD.findall(_ANSWER_NO.sub("nope ", make_searchable(written))))
    words = _SPELLED_OUT.sub(lambda match: match[0].replace(" ", ""), words)
    remaining = _COURTESY.sub(" ", words).split()
    return " ".join(_MISSPELLED.get(_REPEATED.sub(r"\1", word), word) for word in remaining)


def _list_misspellings(word: str) -> Iterator[str]:
    """List spellings with two neighbors exchanged, and, of a long word, with one letter missing."""
    for at in range(len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if len(word) > 8:
        yield from (word[:at] + word[at + 1 :] for at in range(len(word)))


_MISSPELLED = {wrong: word for word in _OFTEN_MISSPELLED for wrong in _list_misspellings(word)} | {
    word: word for word in (*_OFTEN_MISSPELLED, "quit", "end", "alto", "parar", "baja", "yes", "alta", "info")
}
