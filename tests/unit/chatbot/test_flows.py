"""The data of the flows: a missing language or an unknown quote does not load."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from domains.reference.data import DATA_FOLDER
from functions.chatbot.flows import Flows, find_quote, list_flows
from portal.language import LANGUAGES

IDS = ["cannot-sign-in", "locked-out", "moved", "wrong-record", "start-a-business", "connect-an-agency"]


@pytest.fixture
def data() -> Any:
    return json.loads((DATA_FOLDER / "assistant_flows.json").read_text(encoding="utf-8"))


def test_flows_are_found_in_both_languages() -> None:
    flows = list_flows()
    assert [flow.id for flow in flows.flows] == IDS
    for flow in flows.flows:
        for language in LANGUAGES:
            for phrase in flow.phrases[language]:
                found = flows.find_flow(f"Well, {phrase}!", language)
                assert found is not None
            for choice in flow.start.choices:
                assert flows.find_choice(choice.label.in_language(language), language) == choice
                assert find_quote(choice.answer.quote, language).section.blocks


def test_missing_language_fails(data: Any) -> None:
    del data["flows"][0]["start"]["question"]["es"]
    with pytest.raises(ValidationError, match="es"):
        Flows.model_validate(data)


def test_missing_phrases_of_a_language_fail(data: Any) -> None:
    del data["flows"][0]["phrases"]["es"]
    with pytest.raises(ValidationError, match="cannot-sign-in has no phrases in es"):
        Flows.model_validate(data)


def test_unknown_quote_is_refused(data: Any) -> None:
    data["flows"][0]["start"]["choices"][0]["answer"]["quote"]["heading"] = "You forgot"
    with pytest.raises(ValidationError, match="no section 'You forgot'"):
        Flows.model_validate(data)


def test_duplicate_choice_label_is_refused(data: Any) -> None:
    choices = data["flows"][0]["start"]["choices"]
    choices[0]["label"]["es"] = choices[1]["label"]["es"].upper()
    with pytest.raises(ValidationError, match="same label in es"):
        Flows.model_validate(data)
