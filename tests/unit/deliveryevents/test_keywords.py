import json
from pathlib import Path
from typing import Any

import pytest

from functions.deliveryevents.keywords import ANSWERS, parse_reply
from portal.language import LANGUAGES
from tests.unit.notifier.test_letters import GSM

REPLIES = json.loads(Path("tests/corpora/text_replies.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("body", "request_", "language"),
    [
        *[(word, "stop", None) for word in ("STOP", "stop", " Stop. ", "STOPALL", "Stop all", "Opt-out")],
        *[(word, "stop", None) for word in ("END", "QUIT", "CANCEL", "UNSUBSCRIBE", "revoke", "¡STOP!")],
        *[(word, "stop", "es") for word in ("ALTO", "alto", "Parar", "BAJA", "¡Alto!", "cancelar")],
        *[(word, "start", None) for word in ("START", "Unstop", "yes")],
        *[(word, "start", "es") for word in ("INICIAR", "alta", "Comenzar")],
        *[(word, "help", None) for word in ("HELP", "info?")],
        ("ayuda", "help", "es"),
    ],
)
def test_keyword_variants_are_understood(body: Any, request_: Any, language: Any) -> None:
    assert parse_reply(body) == (request_, language)


@pytest.mark.parametrize(
    ("kind", "body"), [(kind, body) for kind, bodies in REPLIES.items() for body in bodies]
)
def test_replies_in_own_words_are_understood(kind: str, body: str) -> None:
    understood = parse_reply(body)
    expected = None if kind == "courteous" else kind.removesuffix("HeldBack")
    assert (understood and understood.request) == expected


@pytest.mark.parametrize(
    "body", ["stop " * 5_000, "no mas " * 5_000 + "x", "a" * 100_000, "stop all me " * 900 + "?x"]
)
def test_long_message_is_unclear(body: str) -> None:
    understood = parse_reply(body)
    assert understood is not None
    assert understood.request == "unclear"


def test_answers_fit_into_one_text_message() -> None:
    for text in ANSWERS.values():
        for language in LANGUAGES:
            said = text.in_language(language)
            assert said.startswith("Saguaro")
            assert len(said) <= 160
            assert set(said) <= GSM
