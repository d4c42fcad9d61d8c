"""A person's corrections of their own name, date of birth, and county."""

from datetime import timedelta
from typing import Any

import pytest

from domains.accounts.account_table import REGISTRATION_KEY
from domains.assurance.enhanced_authentication import EID, AuthenticationStatus
from domains.assurance.enhanced_authentication_table import StatusTable
from functions.profile.details_service import MAX_SAVES
from functions.profile.repository import ProfileRepository
from portal.types import get_utc_now
from tests.api.agency_support import World, connect
from tests.api.authentication_support import list_subjects
from tests.api.businesses_support import add_bakery
from tests.api.faults import let_others_write_first
from tests.api.profile_support import ROSA, register, use_clock
from tests.api.subscriptions_fixtures import agency, world
from tests.api.support import AUTHENTICATION_TABLE, Answer, Client, save_status

__all__ = ["agency", "world"]

DETAILS = "/api/profile/details"

REGISTERED = {
    "legalFirstName": "Rosa",
    "legalLastName": "Delgado",
    "preferredName": None,
    "dateOfBirth": "1988-04-02",
    "countyId": "pima",
}
FREE: dict[str, Any] = {"identityChange": "free", "canChangeIdentity": True}
MARRIED: dict[str, Any] = {"legalLastName": "Delgado-Ruiz"}


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


def save(client: Client, *, revision: int = 1, **changed: Any) -> Answer:
    return client.put(DETAILS, REGISTERED | {"revision": revision} | changed)


def prove() -> None:
    """Authenticate Rosa's session."""
    principal = ROSA.principal
    save_status(
        principal.user_id,
        AuthenticationStatus(principal.session_id, EID, get_utc_now(), "https://identity.example"),
    )


def has_proof() -> bool:
    principal = ROSA.principal
    return StatusTable(AUTHENTICATION_TABLE).get_status(principal.user_id, principal.session_id) is not None


def list_changes(answer: Answer) -> list[tuple[Any, ...]]:
    return [tuple(each[name] for name in ("field", "old", "new", "how")) for each in answer.json["changes"]]


def get_values(answer: Answer) -> dict[str, Any]:
    return {name: answer.json[name] for name in REGISTERED}


def get_refusal(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json["code"]


def test_new_registration_shows_the_typed_details(rosa: Client) -> None:
    answer = rosa.get(DETAILS)
    assert answer.json == {
        **REGISTERED,
        **FREE,
        "registeredAt": answer.json["registeredAt"],
        "revision": 1,
        "changes": [],
    }


def test_unregistered_person_has_no_details(client: Client) -> None:
    nobody = client.acting_as(ROSA)
    assert get_refusal(nobody.get(DETAILS)) == (409, "notRegistered")
    assert get_refusal(save(nobody)) == (409, "notRegistered")


def test_every_field_changes_freely_at_first(rosa: Client) -> None:
    changed: dict[str, Any] = {
        "legalFirstName": "Rosalía",
        "legalLastName": "O’Neil",
        "preferredName": "Rosi",
        "dateOfBirth": "1988-04-20",
        "countyId": None,
    }
    answer = save(rosa, **changed)
    assert (answer.status, get_values(answer), answer.json["revision"]) == (200, changed, 2)
    assert list_changes(answer) == [(name, REGISTERED[name], new, "self") for name, new in changed.items()]
    assert rosa.get(DETAILS).json == answer.json
    assert rosa.get("/api/users").json["displayName"] == "Rosi O’Neil"
    assert rosa.get("/api/users").json["firstName"] == "Rosi"
    assert list_subjects(rosa)[0] == "Your details were changed"


def test_single_name_replaces_first_and_last_name(rosa: Client) -> None:
    answer = save(rosa, legalFirstName=None, legalLastName="Sukarno")
    assert (answer.json["legalFirstName"], answer.json["legalLastName"]) == (None, "Sukarno")
    assert rosa.get("/api/users").json["displayName"] == "Sukarno"


def test_history_shows_the_newest_change_first(rosa: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    save(rosa, countyId="maricopa")
    later = get_utc_now() + timedelta(days=1)
    use_clock(monkeypatch, lambda: later)
    answer = save(rosa, revision=2, countyId="maricopa", preferredName="Rosi")
    assert list_changes(answer) == [
        ("preferredName", None, "Rosi", "self"),
        ("countyId", "pima", "maricopa", "self"),
    ]
    assert answer.json["changes"][0]["changedAt"] > answer.json["changes"][1]["changedAt"]


def test_repeated_save_changes_nothing(rosa: Client) -> None:
    first = save(rosa, countyId="maricopa")
    again = save(rosa, countyId="maricopa")
    assert (again.status, again.json) == (200, first.json)
    assert save(rosa, revision=2, countyId="maricopa").json == first.json
    assert list_subjects(rosa).count("Your details were changed") == 1


def test_stale_revision_is_refused(rosa: Client) -> None:
    assert save(rosa, countyId="maricopa").status == 200
    assert get_refusal(save(rosa, countyId="cochise")) == (409, "detailsChanged")
    assert rosa.get(DETAILS).json["countyId"] == "maricopa"


@pytest.mark.parametrize(
    ("other", "expected"), [("cochise", (409, "cochise")), ("maricopa", (200, "maricopa"))]
)
def test_concurrent_save_is_never_overwritten(
    rosa: Client, monkeypatch: pytest.MonkeyPatch, other: str, expected: tuple[int, str]
) -> None:
    others = [lambda: save(rosa, countyId=other)]
    let_others_write_first(monkeypatch, ProfileRepository, ["save_registration"], others)
    answer = save(rosa, countyId="maricopa")
    assert (answer.status, rosa.get(DETAILS).json["countyId"]) == expected
    assert len(rosa.get(DETAILS).json["changes"]) == 1


@pytest.mark.parametrize(
    ("field", "value", "english", "spanish"),
    [
        ("legalFirstName", "R0sa", "Use only letters", "Use solo letras"),
        ("legalFirstName", "", "Enter your first name", "Escriba su nombre"),
        ("legalLastName", "", "Enter a name.", "Escriba un nombre."),
        ("legalLastName", "evil.com", "A name cannot be", "Un nombre no puede"),
        ("preferredName", "-", "Enter at least one letter.", "Escriba al menos una letra."),
        ("dateOfBirth", "2026-02-30", "Enter a real date", "Escriba una fecha real"),
        ("dateOfBirth", "2999-01-01", "This date is in the future", "Esta fecha está en el futuro"),
        ("dateOfBirth", "1899-12-31", "Enter a date of birth of", "Escriba una fecha de nacimiento"),
        ("countyId", "kings", "Choose the Arizona county", "Elija de la lista"),
        ("revision", 0, "Enter 1 or more.", "Escriba 1 o más."),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_faulty_field_is_named_in_the_language(
    rosa: Client, field: str, value: Any, english: str, spanish: str, language: str
) -> None:
    answer = rosa.sending(accept_language=language).put(DETAILS, REGISTERED | {"revision": 1, field: value})
    assert answer.status == 400
    assert list(answer.problems()) == [field]
    assert answer.problems()[field][0].startswith(english if language == "en" else spanish)
    assert rosa.get(DETAILS).json["revision"] == 1


def test_child_is_refused(rosa: Client) -> None:
    born = (get_utc_now() - timedelta(days=12 * 365)).date().isoformat()
    answer = save(rosa, dateOfBirth=born)
    assert answer.status == 400
    assert answer.problems() == {
        "dateOfBirth": ["The portal is for people age 13 and older. Check the date of birth."]
    }


def test_connected_service_needs_proof_for_the_legal_name(world: World) -> None:
    rosa = world.acting_as(ROSA)
    assert connect(rosa).status == 201
    seen = rosa.get(DETAILS).json
    assert (seen["identityChange"], seen["canChangeIdentity"]) == ("enhancedAuthentication", False)
    identities: list[dict[str, Any]] = [MARRIED, {"dateOfBirth": "1988-04-20"}, {"legalFirstName": "Rosalía"}]
    for changed in identities:
        refused = save(rosa, **changed)
        assert get_refusal(refused) == (403, "enhancedAuthenticationRequired")
    assert save(rosa, countyId=None, preferredName="Rosi").status == 200


def test_business_needs_proof_for_the_legal_name(rosa: Client) -> None:
    add_bakery(rosa)
    assert get_refusal(save(rosa, **MARRIED)) == (403, "enhancedAuthenticationRequired")
    assert save(rosa, countyId=None).json["identityChange"] == "enhancedAuthentication"


def test_other_spelling_of_the_legal_name_needs_no_proof(rosa: Client) -> None:
    add_bakery(rosa)
    answer = save(rosa, legalLastName="delgado")
    assert list_changes(answer) == [("legalLastName", "Delgado", "delgado", "self")]


def test_proof_allows_one_change_and_ends(rosa: Client) -> None:
    add_bakery(rosa)
    prove()
    assert rosa.get(DETAILS).json["canChangeIdentity"]
    answer = save(rosa, **MARRIED, countyId=None)
    assert list_changes(answer) == [
        ("legalLastName", "Delgado", "Delgado-Ruiz", "enhancedAuthentication"),
        ("countyId", "pima", None, "self"),
    ]
    assert (answer.json["identityChange"], answer.json["canChangeIdentity"]) == (
        "enhancedAuthentication",
        False,
    )
    assert not has_proof()
    assert get_refusal(save(rosa, revision=2)) == (403, "enhancedAuthenticationRequired")
    assert save(rosa, **MARRIED, countyId=None).json == answer.json


def test_daily_limit_of_saves(rosa: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for revision in range(1, MAX_SAVES + 1):
        county = "pima" if revision % 2 == 0 else "maricopa"
        assert save(rosa, revision=revision, countyId=county).status == 200
    refused = save(rosa, revision=MAX_SAVES + 1, countyId="cochise")
    assert get_refusal(refused) == (429, "tooManyDetailChanges")
    later = get_utc_now() + timedelta(days=1, minutes=1)
    use_clock(monkeypatch, lambda: later)
    assert save(rosa, revision=MAX_SAVES + 1, countyId="cochise").status == 200


def test_registration_of_an_earlier_release_is_corrected(rosa: Client, table: Any) -> None:
    key = {"user_id": ROSA.user_id, "item": REGISTRATION_KEY}
    item = table.get_item(Key=key)["Item"]
    content = item["content"].partition(',"typed_first_name"')[0] + "}"
    table.put_item(Item=item | {"content": content})
    assert get_values(rosa.get(DETAILS)) == REGISTERED
    assert list_changes(save(rosa, **MARRIED)) == [("legalLastName", "Delgado", "Delgado-Ruiz", "self")]
