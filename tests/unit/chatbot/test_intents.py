"""Requests that the assistant answers without quoting a page."""

import pytest

from functions.chatbot.intents import is_debts_question, is_person_request


@pytest.mark.parametrize(
    "text",
    [
        "talk to a human",
        "Can I speak with a real person please?",
        "human",
        "REPRESENTATIVE!!!",
        "quiero hablar con una persona",
        "un humano por favor",
        "necesito platicar con alguien",
    ],
)
def test_request_for_a_person_is_recognized(text: str) -> None:
    assert is_person_request(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "are you a real person",
        "change my statutory agent",
        "cambiar el agente estatutario",
        "real estate agent license",
        "invite a person to my business",
        "who is the person that looked at my record and why would they talk about it with my whole family",
    ],
)
def test_other_text_about_people_is_no_request_for_a_person(text: str) -> None:
    assert not is_person_request(text)


@pytest.mark.parametrize(
    "text",
    ["what do I owe?", "How much money do I owe", "my balance", "show my bills", "cuánto debo", "mi saldo"],
)
def test_question_about_all_debts_is_recognized(text: str) -> None:
    assert is_debts_question(text)


@pytest.mark.parametrize(
    "text",
    ["", "how much do I owe for child support", "cuánto debo de predial", "do I owe property tax", "bills"],
)
def test_question_about_one_bill_is_looked_up(text: str) -> None:
    assert not is_debts_question(text)
