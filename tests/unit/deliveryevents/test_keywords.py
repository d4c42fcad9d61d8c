from typing import Any

import pytest

from functions.deliveryevents.keywords import ANSWERS, parse_keyword
from portal.language import LANGUAGES
from tests.unit.notifier.test_letters import GSM


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
    assert parse_keyword(body) == (request_, language)


@pytest.mark.parametrize("body", ["", "  ", "please do not stop", "thank you", "no", "12345", "Stopp", "🛑"])
def test_other_texts_are_not_keywords(body: str) -> None:
    assert parse_keyword(body) is None


def test_answers_fit_into_one_text_message() -> None:
    for text in ANSWERS.values():
        for language in LANGUAGES:
            said = text.in_language(language)
            assert said.startswith("Saguaro")
            assert len(said) <= 160
            assert set(said) <= GSM
