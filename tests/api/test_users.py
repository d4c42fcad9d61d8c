"""User details and registration, through the real function."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from domains.messages.messages_table import MessagesTable
from tests.api.support import MESSAGES_TABLE, USERS_TABLE, Answer, Client, Person, get_table_definitions

ROSA = Person("rosa@example.com", name="Rosa Token")
DETAILS = {
    "legalFirstName": " Rosa  María ",
    "legalLastName": "Delgado",
    "preferredName": None,
    "dateOfBirth": "1984-05-17",
    "countyId": "pima",
    "language": "es",
}
REGISTER = "/api/users/register"
CHOOSE_A_COUNTY = "Choose the Arizona county you live in from the list."
NO_SIGNS = (
    "Use only letters, spaces, hyphens, apostrophes, and periods. Do not use numbers or signs. "
    "Write 3rd as III."
)
ONE_NAME = "Enter your first name. If you have only one name, choose “I have only one name”."
NO_ADDRESS = "A name cannot be a web address. If this is your name, leave a space after the period."
ONE_ALPHABET = (
    "One word in this name mixes similar letters from different alphabets. Type it again in one alphabet."
)
NO_SUCH_FIELD = "This field does not exist here. Remove it."


@pytest.fixture
def rosa(client: Client) -> Client:
    return client.acting_as(ROSA)


def register(client: Client, **changes: Any) -> Answer:
    return client.post(REGISTER, DETAILS | changes)


def make_raiser(error: Any) -> Any:
    def fail(*_: Any) -> None:
        raise error

    return fail


class TestDetails:
    def test_new_user_has_token_name_and_must_register(self, rosa: Client) -> None:
        answer = rosa.get("/api/users")
        assert answer.status == 200
        assert answer.json == {
            "displayName": "Rosa Token",
            "firstName": "Rosa",
            "language": None,
            "menuItems": [],
            "postLoginAction": 2,
        }

    def test_registered_user_must_accept_terms_next(self, rosa: Client) -> None:
        register(rosa)
        assert rosa.get("/api/users").json == {
            "displayName": "Rosa María Delgado",
            "firstName": "Rosa María",
            "language": DETAILS["language"],
            "menuItems": [
                {
                    "label": "Profile",
                    "route": "/profile",
                    "iconClass": "person",
                    "subMenu": [
                        {"label": "Your account", "route": "/profile"},
                        {"label": "Terms and conditions", "route": "/profile/termsandconditions"},
                        {"label": "Contact preferences", "route": "/profile/contact"},
                        {"label": "Who looked at your record", "route": "/profile/access"},
                    ],
                }
            ],
            "postLoginAction": 3,
        }

    def test_terms_decisions_change_menu_and_next_step(self, rosa: Client) -> None:
        register(rosa)
        version = rosa.get("/api/profile/termsandconditions").json["version"]
        assert rosa.put("/api/profile/termsandconditions/accept", {"version": version}).status == 200
        assert rosa.get("/api/users").json["postLoginAction"] == 4
        proposal = rosa.get("/api/profile/contactpreferences").json
        requested = {
            "language": "en" if DETAILS["language"] == "es" else "es",
            "addresses": [{"channel": "email", "address": ROSA.email}],
            "notices": [
                {"kind": notice["kind"], "channels": notice["channels"]} for notice in proposal["notices"]
            ],
        }
        assert rosa.put("/api/profile/contactpreferences", requested).status == 200
        details = rosa.get("/api/users").json
        assert details["postLoginAction"] == 1
        assert details["language"] == requested["language"]
        assert [item["label"] for item in details["menuItems"]] == [
            "Dashboard",
            "Connections",
            "Messages",
            "Transactions",
            "Business",
            "Address book",
            "Profile",
        ]
        staff = rosa.acting_as(replace(ROSA, groups=("support",)))
        labels = [item["label"] for item in staff.get("/api/users").json["menuItems"]]
        assert labels[-2:] == ["Government search", "User services"]
        assert rosa.put("/api/profile/termsandconditions/decline", {"version": version}).status == 200
        assert rosa.get("/api/users").json["postLoginAction"] == 3


class TestRegistered:
    def test_registered_flag_changes_with_registration(self, rosa: Client) -> None:
        assert rosa.get("/api/users/registered").json == {"isRegistered": False, "canLink": False}
        register(rosa)
        assert rosa.get("/api/users/registered").json == {"isRegistered": True, "canLink": False}


class TestRegistering:
    def test_first_registration_is_201_and_stored(self, rosa: Client, table: Any) -> None:
        answer = register(rosa)
        assert answer.status == 201
        assert answer.json["isRegistered"] is True
        assert answer.json["displayName"] == "Rosa María Delgado"
        [item] = table.scan()["Items"]
        content = json.loads(item.pop("content"))
        assert content.pop("registered_at")[:10] == answer.json["registeredAt"][:10]
        assert item == {
            "schema": 1,
            "user_id": ROSA.user_id,
            "item": "registration",
            "email_key": "rosa@example.com",
        }
        assert content == {
            "legal_first_name": "ROSA MARÍA",
            "legal_last_name": "DELGADO",
            "preferred_name": None,
            "display_name": "Rosa María Delgado",
            "date_of_birth": "1984-05-17",
            "county_id": "pima",
            "language": "es",
            "email": "rosa@example.com",
            "linked_from": None,
            "typed_first_name": "Rosa María",
            "typed_last_name": "Delgado",
            "revision": 1,
        }

    @pytest.mark.parametrize(
        ("preferred_name", "display_name"), [(None, "Sukarno"), ("", "Sukarno"), ("Karno", "Karno")]
    )
    def test_person_with_one_name_registers(
        self, rosa: Client, table: Any, preferred_name: str | None, display_name: str
    ) -> None:
        details = {"legalFirstName": None, "legalLastName": "Sukarno", "preferredName": preferred_name}
        answer = register(rosa, **details)
        assert (answer.status, answer.json["displayName"]) == (201, display_name)
        assert register(rosa, **details).status == 200
        [item] = table.scan()["Items"]
        content = json.loads(item["content"])
        assert (content["legal_first_name"], content["legal_last_name"]) == ("", "SUKARNO")
        assert rosa.get("/api/users").json["firstName"] == display_name

    def test_welcome_message_is_sent_once(self, rosa: Client, stored: Mapping[str, Any]) -> None:
        first = register(rosa)
        register(rosa)
        register(rosa, countyId="yuma")
        [welcome] = stored[MESSAGES_TABLE].scan()["Items"]
        assert (welcome["user_id"], welcome["type"]) == (ROSA.user_id, "welcome")
        assert welcome["sent_at"][:19] == first.json["registeredAt"][:19]

    def test_missing_welcome_message_is_written_on_repeat(
        self, rosa: Client, stored: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(MessagesTable, "add_message", make_raiser(ConnectionError()))
            assert register(rosa).status == 500
        assert register(rosa).status == 200
        [welcome] = stored[MESSAGES_TABLE].scan()["Items"]
        assert welcome["type"] == "welcome"

    def test_repeated_registration_is_200_and_unchanged(self, rosa: Client, table: Any) -> None:
        first = register(rosa)
        again = register(rosa, legalFirstName="rosa maría")
        assert again.status == 200
        assert again.json == first.json
        assert len(table.scan()["Items"]) == 1

    def test_registration_with_other_details_is_409(self, rosa: Client, table: Any) -> None:
        register(rosa)
        before = table.scan()["Items"]
        answer = register(rosa, countyId="yuma")
        assert answer.status == 409
        assert answer.json == {
            "code": "alreadyRegistered",
            "message": "You are already registered. Nothing was changed.",
            "wordings": {
                "en": "You are already registered. Nothing was changed.",
                "es": "Usted ya está registrado. No se cambió nada.",
            },
            "requestId": "request-1",
            "parameters": {},
        }
        assert table.scan()["Items"] == before

    def test_preferred_name_is_optional(self, client: Client) -> None:
        names = {}
        for subject, preferred in (
            ("a", {}),
            ("b", {"preferredName": "  "}),
            ("c", {"preferredName": "Rosi"}),
        ):
            details = {name: value for name, value in DETAILS.items() if name != "preferredName"} | preferred
            answer = client.acting_as(Person(subject=subject)).post(REGISTER, details)
            assert answer.status == 201
            names[subject] = answer.json["displayName"]
        assert names == {"a": "Rosa María Delgado", "b": "Rosa María Delgado", "c": "Rosi Delgado"}

    def test_unverified_address_is_not_stored(self, client: Client, table: Any) -> None:
        register(client.acting_as(replace(ROSA, email_verified=False)))
        assert "email_key" not in table.scan()["Items"][0]


class TestUnacceptableDetails:
    @pytest.mark.parametrize(
        ("field", "value", "message"),
        [
            ("legalFirstName", "", ONE_NAME),
            ("legalLastName", " \u00a0 ", "Enter a name."),
            ("legalLastName", "-", "Enter at least one letter."),
            ("legalFirstName", "123", NO_SIGNS),
            ("preferredName", "!", NO_SIGNS),
            ("preferredName", "www.evil", NO_ADDRESS),
            ("legalLastName", "Dеlgado", ONE_ALPHABET),
            ("legalFirstName", 5, "Enter text."),
            ("legalFirstName", "N" * 81, "Enter at most 80 characters."),
            ("countyId", "los-angeles", CHOOSE_A_COUNTY),
            ("language", "fr", "Choose one of: 'en' or 'es'."),
            ("dateOfBirth", "1899-12-31", "Enter a date of birth of January 1, 1900 or later."),
            ("isAdmin", True, NO_SUCH_FIELD),
        ],
    )
    def test_each_invalid_field_has_clear_message(
        self, rosa: Client, table: Any, field: str, value: object, message: str
    ) -> None:
        assert register(rosa, **{field: value}).problems() == {field: [message]}
        assert table.scan()["Items"] == []

    @pytest.mark.parametrize(
        "value",
        [
            *("1984-5-17", "17/05/1984", "1984-02-30", "0000-01-01", "1984-05-17T00:00:00", "453600000", ""),
            *("１９８４-05-17", "99999-01-01", 453600000, 1e300, None, True, [], {}),
        ],
    )
    def test_invalid_date_of_birth_is_refused(self, rosa: Client, value: object) -> None:
        assert register(rosa, dateOfBirth=value).problems() == {
            "dateOfBirth": ["Enter a real date as year-month-day, such as 1990-04-23."]
        }

    def test_all_missing_fields_are_reported_together(self, rosa: Client) -> None:
        answer = rosa.post(REGISTER, {})
        fields = ["legalFirstName", "legalLastName", "dateOfBirth", "language"]
        assert answer.problems() == {field: ["This is required."] for field in fields}
        assert {problem["applicationSection"] for problem in answer.json} == {"registration"}

    def test_messages_are_in_spanish_on_request(self, rosa: Client) -> None:
        spanish = rosa.sending(accept_language="es-MX,es;q=0.9,en;q=0.5")
        answer = register(spanish, dateOfBirth="2999-01-01", countyId="x")
        assert answer.headers["content-language"] == "es"
        assert answer.problems() == {
            "dateOfBirth": ["Esta fecha está en el futuro. Escriba el día en que nació."],
            "countyId": ["Elija de la lista el condado de Arizona donde vive."],
        }
        assert spanish.post(REGISTER, {}).problems()["language"] == ["Este dato es obligatorio."]
        register(rosa)
        assert register(spanish, countyId="yuma").json["message"].startswith("Usted ya está registrado.")


class TestCounty:
    @pytest.mark.parametrize("county", [{}, {"countyId": None}])
    def test_county_may_be_omitted(self, rosa: Client, table: Any, county: dict[str, None]) -> None:
        details = {name: value for name, value in DETAILS.items() if name != "countyId"} | county
        assert rosa.post(REGISTER, details).status == 201
        [item] = table.scan()["Items"]
        assert json.loads(item["content"])["county_id"] is None
        assert rosa.post(REGISTER, details).status == 200
        assert register(rosa).status == 409


class TestHostileBodies:
    def test_last_of_duplicate_keys_counts(self, rosa: Client) -> None:
        # Same as JavaScript's and Python's parsers, so that every part reads the same value.
        body = json.dumps(DETAILS)[:-1] + ', "legalLastName": "Segunda"}'
        assert rosa.post(REGISTER, body).json["displayName"] == "Rosa María Segunda"

    def test_long_unknown_field_is_not_echoed_in_full(self, rosa: Client) -> None:
        answer = register(rosa, **{"x" * 100_000: 1})
        assert answer.status == 400
        assert len(answer.text) < 1000


class TestEveryAnswer:
    def test_is_not_cached_and_has_request_id(self, rosa: Client) -> None:
        answers = [
            rosa.get("/api/users"),
            rosa.get("/api/users/registered"),
            register(rosa),
            register(rosa, countyId="x"),
            register(rosa, countyId="yuma"),
            rosa.acting_as(None).get("/api/users"),
        ]
        assert [answer.status for answer in answers] == [200, 200, 201, 400, 409, 401]
        for answer in answers:
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["x-request-id"] == "request-1"
            assert answer.headers["content-type"] == "application/json"

    def test_internal_error_reveals_only_request_id(
        self, rosa: Client, table: Any, output: Callable[[], str]
    ) -> None:
        table.delete()
        answer = rosa.get("/api/users")
        table.meta.client.create_table(**get_table_definitions()[USERS_TABLE])
        assert answer.status == 500
        assert answer.json["code"] == "internalError"
        assert answer.json["requestId"] == "request-1"
        assert "ResourceNotFoundException" not in answer.text
        assert "ResourceNotFoundException" in output()

    def test_logs_contain_no_names(self, rosa: Client, output: Callable[[], str]) -> None:
        register(rosa)
        register(rosa, countyId="yuma")
        register(rosa, legalFirstName="Ro\u202esa", dateOfBirth="not-a-date-1984")
        rosa.post(REGISTER, '{"legalFirstName": "Rosa", broken')
        rosa.get("/api/users")
        written = output()
        assert written.count('"route":"POST /api/users/register"') >= 4
        assert ROSA.user_id in written
        # "1984" alone also appears in timestamps and measured durations.
        names = ("rosa@", "example.com", "Rosa", "ROSA", "Delgado", "DELGADO")
        for secret in (*names, "1984-05", "not-a-date", "Token"):
            assert secret not in written
