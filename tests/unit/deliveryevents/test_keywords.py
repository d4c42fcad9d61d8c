from typing import Any

import pytest

from functions.deliveryevents.keywords import ANSWERS, understand
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
def test_words_are_understood_however_they_are_written(body: Any, request_: Any, language: Any) -> None:
    assert understand(body) == (request_, language)


@pytest.mark.parametrize("body", ["", "  ", "please do not stop", "thank you", "no", "12345", "Stopp", "🛑"])
def test_anything_else_asks_for_nothing(body: str) -> None:
    assert understand(body) is None


def test_every_answer_fits_into_one_text_message() -> None:
    for text in ANSWERS.values():
        for language in LANGUAGES:
            said = text.in_language(language)
            assert said.startswith("Saguaro")
            assert len(said) <= 160
            assert set(said) <= GSM
