"""Tokens: short, keyed, and only of searchable details."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from domains.people.person import Person, make_person
from domains.people.tokens import Field, TokenKey, TokenKeys, Value, list_values
from portal.secrets import RotatingSecret
from tests.unit.people.people_support import KEYS, make_account

OLD, NEW = "an old key", "a new key"


def make_rosa(**changes: str) -> Person:
    person = make_person(make_account(**changes))
    assert person is not None
    return person


def test_person_has_a_token_per_detail() -> None:
    person = make_rosa(number="+16025550123", contact_email="rosa@work.example")
    assert {(value.field, value.parts) for value in list_values(person)} == {
        (Field.EMAIL, ("rosa@example.com",)),
        (Field.EMAIL, ("rosa@work.example",)),
        (Field.PHONE, ("+16025550123",)),
        (Field.LAST_NAME, ("delgado",)),
        (Field.LAST_NAME_5, ("delga",)),
        (Field.LAST_NAME_3, ("del",)),
        (Field.LAST_NAME_SOUND, ("TLKT",)),
        (Field.FIRST_NAME, ("rosa",)),
        (Field.BIRTH_YEAR, ("1984",)),
        (Field.LAST_AND_FIRST_NAME, ("delgado", "rosa")),
        (Field.SOUND_AND_FIRST_NAME, ("TLKT", "rosa")),
        (Field.LAST_NAME_AND_BIRTH_YEAR, ("delgado", "1984")),
        (Field.INITIAL_FIRST_NAME_AND_BIRTH_YEAR, ("d", "rosa", "1984")),
    }


def test_two_surnames_have_tokens_each() -> None:
    values = set(list_values(make_rosa(last_name="Delgado Ruiz")))
    for last_name in ("delgado", "ruiz", "delgadoruiz"):
        assert Value.from_parts(Field.LAST_NAME, last_name) in values
        assert Value.from_parts(Field.LAST_AND_FIRST_NAME, last_name, "rosa") in values


def test_token_has_field_key_and_twenty_bits() -> None:
    field, key, digits = KEYS.read.get_token(Value.from_parts(Field.LAST_NAME, "delgado")).split("#")
    assert (field, key) == ("last", KEYS.read.id)
    assert len(digits) * 4 == 20
    assert int(digits, 16) >= 0


def test_twenty_bits_are_evenly_distributed() -> None:
    digits = [
        KEYS.read.get_token(Value.from_parts(Field.LAST_NAME, f"name{number}"))[-5:] for number in range(4096)
    ]
    assert len(set(digits)) > 4070
    assert max(Counter(each[0] for each in digits).values()) < 4096 / 16 * 1.5


def test_token_depends_on_key_field_and_value() -> None:
    value = Value.from_parts(Field.LAST_NAME, "delgado")
    token = TokenKey(OLD).get_token(value)
    assert token == TokenKey(OLD).get_token(value)
    assert token.split("#")[2] != TokenKey(NEW).get_token(value).split("#")[2]
    assert (
        token.split("#")[2]
        != TokenKey(OLD).get_token(Value.from_parts(Field.FIRST_NAME, "delgado")).split("#")[2]
    )


def test_order_of_a_pair_matters() -> None:
    key = TokenKey(OLD)
    pair = Field.LAST_AND_FIRST_NAME
    assert key.get_token(Value.from_parts(pair, "ana", "maria")) != key.get_token(
        Value.from_parts(pair, "maria", "ana")
    )
    assert key.get_token(Value.from_parts(pair, "an", "amaria")) != key.get_token(
        Value.from_parts(pair, "ana", "maria")
    )


def test_token_does_not_contain_the_value() -> None:
    for token in KEYS.compute_tokens(make_rosa()):
        assert "delgado" not in token
        assert "rosa" not in token.removeprefix("last+first")


class TestRotation:
    def test_both_keys_are_written_and_the_current_is_read(self) -> None:
        both = TokenKeys(RotatingSecret(NEW, OLD))
        old, new = (TokenKeys(RotatingSecret(key)) for key in (OLD, NEW))
        assert both.compute_tokens(make_rosa()) == old.compute_tokens(make_rosa()) | new.compute_tokens(
            make_rosa()
        )
        assert not old.compute_tokens(make_rosa()) & new.compute_tokens(make_rosa())
        assert both.read.id == both.written[0].id == new.read.id == new.written[0].id


@given(st.text(max_size=80), st.text(max_size=80), st.none() | st.text(max_size=80))
def test_tokens_fit_two_transactions(first_name: str, last_name: str, preferred_name: str | None) -> None:
    person = make_person(
        make_account(first_name, last_name, preferred_name=preferred_name, number="+16025550123")
    )
    assert person is not None
    assert len(KEYS.compute_tokens(person)) <= 2 * 99
