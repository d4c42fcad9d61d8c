"""Keywords in replies to text messages.

Sources: 47 CFR 64.1200(a)(10) (words that revoke consent) and (a)(12) (one text message may confirm that);
CTIA, Messaging Principles and Best Practices, 5.1.3 (opting in again, help). The Spanish words are ours.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from portal.language import Language, Text
from portal.text import make_searchable

Request = Literal["stop", "start", "help"]

_WORDS: Mapping[Request, Mapping[Language, frozenset[str]]] = {
    "stop": {
        "en": frozenset({"stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"}),
        "es": frozenset({"alto", "parar", "baja", "cancelar"}),
    },
    "start": {
        "en": frozenset({"start", "unstop", "yes"}),
        "es": frozenset({"iniciar", "comenzar", "alta"}),
    },
    "help": {"en": frozenset({"help", "info"}), "es": frozenset({"ayuda"})},
}

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
}


class Understood(NamedTuple):
    """Request in a reply; the language is None if the word is ambiguous."""

    request: Request
    language: Language | None


def parse_keyword(body: str) -> Understood | None:
    """Parse a text message; None unless it is a keyword, ignoring case."""
    word = "".join(character for character in make_searchable(body) if character.isalnum())
    for request, by_language in _WORDS.items():
        if word in by_language["es"]:
            return Understood(request, "es")
        if word in by_language["en"]:
            return Understood(request, None)
    return None
