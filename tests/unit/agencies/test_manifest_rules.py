"""Rules beyond the schema: each fault has its place and a remedy."""

import base64
from copy import deepcopy
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from domains.agencies.manifest import Manifest
from domains.agencies.manifest_rules import find_faults
from tests.cases import read_cases
from tests.depth import examples
from tests.unit.agencies.manifests import change_manifest, make_text, read_manifest, split_path

CASES = read_cases(__file__)

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40


def list_faults(content: Any, network: Any = "public") -> Any:
    return find_faults(Manifest.model_validate(content), network)


def change_document(place: Any, value: Any) -> Any:
    return change_manifest("library", place, value)


SERVICE = ("services", 0)
IDENTITY = (*SERVICE, "identityFields")
DISPLAY = (*SERVICE, "displayFields")
URL = (*SERVICE, "actions", 0, "url")
ENDPOINT = (*SERVICE, "endpoint")


def test_valid_manifest_has_no_faults() -> None:
    assert list_faults(read_manifest("library")) == []


def make_guidance(**changes: Any) -> Any:
    return CASES["guidance"] | changes


GUIDED = [(*SERVICE, "guidance"), (*SERVICE, "actions", 0, "guidance")]


@pytest.mark.parametrize("place", GUIDED, ids=["service", "action"])
@pytest.mark.parametrize("network", ["public", "any"])
def test_guidance_links_to_other_host_without_fault(place: Any, network: Any) -> None:
    guidance = make_guidance(link="https://www.azleg.gov/ars/29/03213.htm?x=1")
    assert list_faults(change_document(place, guidance), network) == []
    assert list_faults(change_document(place, {}), network) == []


@pytest.mark.parametrize("place", GUIDED, ids=["service", "action"])
@pytest.mark.parametrize("network", ["public", "any"])
@pytest.mark.parametrize(("changes", "at"), CASES["guidance_fault_has_path_and_remedy"])
def test_guidance_fault_has_path_and_remedy(place: Any, network: Any, changes: Any, at: Any) -> None:
    (fault,) = list_faults(change_document(place, make_guidance(**changes)), network)
    assert fault.path == (*place, *at)
    assert fault.remedy


@pytest.mark.parametrize("changes", CASES["schema_refuses_guidance"])
def test_schema_refuses_guidance(changes: Any) -> None:
    with pytest.raises(ValidationError):
        Manifest.model_validate(change_document(GUIDED[1], make_guidance(**changes)))


COMPANY = {
    "name": "cardType",
    "status": "status",
    "statuses": {"ACTIVE": "active"},
    "formedOn": "dueDate",
}


def test_fields_that_name_a_company_are_no_fault() -> None:
    assert list_faults(change_document((*SERVICE, "company"), COMPANY)) == []


@pytest.mark.parametrize(("changes", "at"), CASES["unusable_field_of_a_company_is_a_fault"])
def test_unusable_field_of_a_company_is_a_fault(changes: Any, at: str) -> None:
    (fault,) = list_faults(change_document((*SERVICE, "company"), COMPANY | changes))
    assert fault.path == (*SERVICE, "company", at)


def test_masked_name_of_a_company_is_a_fault() -> None:
    content = change_document((*SERVICE, "company"), COMPANY)
    content["services"][0]["displayFields"][3]["reveal"] = {}
    (fault,) = list_faults(content)
    assert fault.path == (*SERVICE, "company", "name")


def test_status_that_the_register_does_not_know_is_refused() -> None:
    with pytest.raises(ValidationError):
        list_faults(change_document((*SERVICE, "company"), COMPANY | {"statuses": {"ACTIVE": "open"}}))


@pytest.mark.parametrize("language", ["en", "es"])
def test_price_in_action_label_is_a_fault(language: str) -> None:
    label = {**make_text("Renew"), language: "Renew ($4)"}
    (fault,) = list_faults(change_document((*SERVICE, "actions", 0, "label"), label))
    assert fault.path == (*SERVICE, "actions", 0, "label", language)


@pytest.mark.parametrize(("path", "value", "message"), CASES["fault_has_path_message_and_remedy"])
def test_fault_has_path_message_and_remedy(path: str, value: object, message: str) -> None:
    place = split_path(path)
    problems = list_faults(change_document(place, value))
    assert any(message in fault.message and fault.path[: len(place) - 1] == place[:-1] for fault in problems)
    assert all(fault.remedy for fault in problems)


def test_example_may_be_grouped() -> None:
    assert list_faults(change_document((*IDENTITY, 0, "example"), "123-45 67.8")) == []
    content = change_document((*IDENTITY, 0, "example"), "123-45")
    content["services"][0]["identityFields"][0]["minLength"] = 6
    assert [fault.message for fault in list_faults(content)] == [
        "The example 123-45 has 5 characters, but 6 to 60 are asked for."
    ]


def test_duplicate_service_code_is_a_fault() -> None:
    content = read_manifest("library")
    second = deepcopy(content["services"][0])
    second["id"] = "town-library-room"
    content["services"].append(second)
    (fault,) = list_faults(content)
    assert fault.path == ("services", 1, "code")
    assert "LIBRARY_CARD is there twice" in fault.message


def test_duplicate_service_id_and_status_code_are_faults() -> None:
    content = read_manifest("library")
    second = deepcopy(content["services"][0])
    second["code"] = "ROOM"
    content["services"].append(second)
    states = content["services"][0]["displayFields"][2]["statuses"]
    states.append(deepcopy(states[0]))
    assert {fault.path for fault in list_faults(content)} == {
        ("services", 1, "id"),
        (*DISPLAY, 2, "statuses", 1, "code"),
    }


def test_choices_require_the_choice_format() -> None:
    content = read_manifest("library")
    content["services"][0]["identityFields"][0]["choices"] = [
        {"value": "1", "label": make_text("One")},
        {"value": "1", "label": make_text("One again")},
    ]
    del content["services"][0]["identityFields"][1]["choices"]
    assert {fault.path for fault in list_faults(content)} == {
        (*IDENTITY, 0, "choices"),
        (*IDENTITY, 0, "choices", 1, "value"),
        (*IDENTITY, 1, "format"),
    }


def test_statuses_require_the_status_format() -> None:
    states = [{"code": "ACTIVE", "label": make_text("Active"), "tone": "good"}]
    (fault,) = list_faults(change_document((*DISPLAY, 3, "statuses"), states))
    assert fault.path == (*DISPLAY, 3, "statuses")


@pytest.mark.parametrize(("index", "rule", "name"), CASES["attention_rule_must_fit_its_field"])
def test_attention_rule_must_fit_its_field(index: int, rule: dict[str, Any], name: str) -> None:
    assert [fault.path for fault in list_faults(change_document((*DISPLAY, index, "attention"), rule))] == [
        (*DISPLAY, index, "attention", name)
    ]


@pytest.mark.parametrize(
    ("index", "rule", "english"),
    [
        (0, {"means": "due"}, "Return your books, {label}, by {date}"),
        (1, {"means": "unpaid", "dueField": "dueDate"}, "Pay {amount} by {date}"),
        (1, {"means": "unpaid"}, "Pay {amount}"),
    ],
)
def test_sentence_can_have_the_values_of_its_notice(index: int, rule: dict[str, Any], english: str) -> None:
    rule |= {"sentence": make_text(english), "action": "renew"}
    assert list_faults(change_document((*DISPLAY, index, "attention"), rule)) == []


@pytest.mark.parametrize("key", ["sentence", "lateSentence"])
@pytest.mark.parametrize(
    "spanish",
    [
        "Pague {amount}",
        "Pague el {date}",
        "Pague {amount} el {date} en {host}",
        "Pague {amount} {",
        "x" * 101,
    ],
)
def test_sentence_must_have_the_values_of_its_notice(key: str, spanish: str) -> None:
    rule = {"means": "unpaid", "dueField": "dueDate", key: {"en": "Pay {amount} by {date}", "es": spanish}}
    (fault,) = list_faults(change_document((*DISPLAY, 1, "attention"), rule))
    assert fault.path == (*DISPLAY, 1, "attention", key, "es")


def test_state_has_a_sentence_only_for_a_problem() -> None:
    state = {"code": "LOST", "label": make_text("Lost"), "sentence": make_text("Your card is lost")}
    for tone, paths in [("problem", []), ("neutral", [(*DISPLAY, 2, "statuses", 0, "sentence")])]:
        faults = list_faults(change_document((*DISPLAY, 2, "statuses"), [state | {"tone": tone}]))
        assert [fault.path for fault in faults] == paths


@pytest.mark.parametrize("url", CASES["unsafe_action_link_is_refused"])
def test_unsafe_action_link_is_refused(url: str) -> None:
    problems = list_faults(change_document(URL, url))
    assert problems
    assert {fault.path for fault in problems} == {URL}


@pytest.mark.parametrize("url", CASES["link_to_a_listed_host_is_accepted"])
def test_link_to_a_listed_host_is_accepted(url: str) -> None:
    assert list_faults(change_document(URL, url)) == []


@pytest.mark.parametrize("endpoint", CASES["non_public_endpoint_is_refused"])
def test_non_public_endpoint_is_refused(endpoint: str) -> None:
    problems = list_faults(change_document(ENDPOINT, endpoint))
    assert problems
    assert ENDPOINT in {fault.path for fault in problems}


def test_local_network_rules_allow_plain_http_and_ports() -> None:
    content = read_manifest("library")
    content["agency"]["hosts"] = ["localhost"]
    content["services"][0]["endpoint"] = "http://localhost:8083/town-library"
    content["services"][0]["actions"][0]["url"] = "http://localhost:8083/renew?card={dueDate}"
    assert list_faults(content, "any") == []
    assert {fault.path for fault in list_faults(content)} == {("agency", "hosts", 0), ENDPOINT, URL}
    for bad in (
        "http://a:b@localhost:8083/x",
        "http://localhost:0/x",
        "http://localhost:8083/x?y",
        "ftp://localhost/x",
    ):
        assert list_faults({**content, "services": [{**content["services"][0], "endpoint": bad}]}, "any"), bad


@pytest.mark.parametrize("host", CASES["host_must_be_a_public_name"])
def test_host_must_be_a_public_name(host: str) -> None:
    content = change_document(("agency", "hosts"), ["library.example.gov", host])
    assert [fault.path for fault in list_faults(content)] == [("agency", "hosts", 1)]


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"isSensitive": True}, "mask"),
        ({"isSensitive": True, "mask": "lastFour"}, "mask"),
        ({"isSensitive": True, "mask": "all", "format": "date", "example": "1980-01-31"}, "isSensitive"),
    ],
)
def test_sensitive_value_is_hidden_everywhere(changes: Any, place: Any) -> None:
    content = change_document((*SERVICE, "identityFields", 0, "isSensitive"), True)
    content["services"][0]["identityFields"][0] |= changes
    assert (*SERVICE, "identityFields", 0, place) in {fault.path for fault in list_faults(content)}
    content["services"][0]["identityFields"][0] |= {"mask": "all", "format": "digits", "example": "12345"}
    assert list_faults(content) == []


def test_link_must_not_carry_date_of_birth() -> None:
    content = change_document((*SERVICE, "displayFields", 1, "name"), "dateOfBirth")
    content["services"][0]["identityFields"][0] |= {"name": "dateOfBirth"}
    content["services"][0]["actions"][0]["url"] = "https://library.example.gov/?born={dateOfBirth}"
    assert URL in {fault.path for fault in list_faults(content)}


def make_logo(picture: Any, kind: str = "svg+xml") -> Any:
    return change_document(
        ("agency", "logo"), f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"
    )


def make_svg(content: Any, attributes: str = "") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{content}</svg>'.encode()


@pytest.mark.parametrize(
    "picture",
    [
        make_svg('<circle cx="5" cy="5" r="4" fill="#0f6460"/>', 'viewBox="0 0 10 10"'),
        make_svg(
            '<defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs><rect fill="url(#g)"/>'
        ),
        b'<?xml version="1.0" encoding="UTF-8"?>' + make_svg("<!-- a comment --><title>Library</title>"),
    ],
)
def test_plain_svg_is_accepted(picture: bytes) -> None:
    assert list_faults(make_logo(picture)) == []


def test_png_is_accepted() -> None:
    assert list_faults(make_logo(PNG, "png")) == []


@pytest.mark.parametrize(
    "picture",
    [*CASES["active_svg_is_refused"], b"\xff\xfe"],
)
def test_active_svg_is_refused(picture: str | bytes) -> None:
    assert [
        fault.path
        for fault in list_faults(make_logo(picture.encode() if isinstance(picture, str) else picture))
    ] == [("agency", "logo")]


def test_large_or_mislabeled_logo_is_refused() -> None:
    assert list_faults(make_logo(make_svg(f"<desc>{'x' * 16_400}</desc>")))[0].message.startswith(
        "The logo has 16"
    )
    assert [fault.path for fault in list_faults(make_logo(make_svg(""), "png"))] == [("agency", "logo")]
    assert [
        fault.path for fault in list_faults(change_document(("agency", "logo"), "data:image/png;base64,AAA"))
    ] == [("agency", "logo")]


PIECES = CASES["pieces of links"]


@settings(max_examples=examples(200))
@given(
    st.one_of(st.just("https://library.example.gov"), st.just("")),
    st.lists(st.sampled_from(PIECES), max_size=8),
)
@example("https://library.example.gov", ["/", "{dueDate}"])
def test_accepted_link_leads_to_a_listed_host(beginning: Any, pieces: Any) -> None:
    url = beginning + "".join(pieces)
    assume(url)
    if list_faults(change_document(URL, url)):
        return
    parts = urlsplit(url.replace("{dueDate}", "%40evil.example.com"))
    assert parts.scheme == "https"
    assert parts.netloc in ("library.example.gov", "pay.example.gov")
    assert url.isascii()
    assert not set(url) & set('<>"\\ \n\t\x00')
