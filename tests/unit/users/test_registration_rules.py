from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.accounts import registration_texts as texts
from domains.accounts.registration_rules import (
    EARLIEST_DATE_OF_BIRTH,
    check_details,
    get_end_of_day,
    get_minimum_age_day,
    get_typed_names,
    is_same_person,
    is_too_young,
    make_first_name,
    make_registration,
)
from portal.errors import InvalidRequest
from tests.unit.users.support import COUNTIES, DETAILS, NOW

PHOENIX_NOON = timedelta(hours=19)
"""Noon in Arizona, which is seven hours behind UTC all year, counted from midnight UTC."""

dates_of_birth = st.dates(EARLIEST_DATE_OF_BIRTH, date(2080, 12, 31))
names = st.text(min_size=1, max_size=40).filter(lambda name: name.strip())


def list_problems(details: Any, now: Any = NOW) -> Any:
    try:
        check_details(details, now, COUNTIES)
    except InvalidRequest as error:
        return [(problem.property_name, problem.message) for problem in error.problems]
    return []


def list_birth_problems(date_of_birth: Any, now: Any) -> Any:
    return list_problems(replace(DETAILS, date_of_birth=date_of_birth), now)


def is_too_young_if_born(date_of_birth: Any, now: Any) -> bool:
    return is_too_young(replace(DETAILS, date_of_birth=date_of_birth), now)


def get_arizona_noon(day: Any) -> Any:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + PHOENIX_NOON


@given(dates_of_birth)
def test_thirteenth_birthday_is_the_first_day_to_register(date_of_birth: Any) -> None:
    birthday = get_minimum_age_day(date_of_birth)
    assert list_birth_problems(date_of_birth, get_arizona_noon(birthday)) == []
    assert not is_too_young_if_born(date_of_birth, get_arizona_noon(birthday))
    assert is_too_young_if_born(date_of_birth, get_arizona_noon(birthday - timedelta(days=1)))


@given(dates_of_birth)
def test_leap_day_birthday_moves_to_march_1(
    date_of_birth: Any,
) -> None:
    birthday = get_minimum_age_day(date_of_birth)
    assert birthday.year == date_of_birth.year + 13
    if (date_of_birth.month, date_of_birth.day) == (2, 29):
        assert (birthday.month, birthday.day) == (3, 1)
    else:
        assert (birthday.month, birthday.day) == (date_of_birth.month, date_of_birth.day)


def test_day_is_the_arizona_day() -> None:
    # 06:59 UTC on the 21st is 23:59 on the 20th in Arizona.
    assert is_too_young_if_born(date(2013, 11, 21), datetime(2026, 11, 21, 6, 59, tzinfo=UTC))
    assert not is_too_young_if_born(date(2013, 11, 21), datetime(2026, 11, 21, 7, 0, tzinfo=UTC))
    # No summer time: the difference is the same in July.
    assert is_too_young_if_born(date(2013, 7, 1), datetime(2026, 7, 1, 6, 59, tzinfo=UTC))
    assert not is_too_young_if_born(date(2013, 7, 1), datetime(2026, 7, 1, 7, 0, tzinfo=UTC))


def test_day_ends_at_midnight_in_arizona() -> None:
    midnight = datetime(2026, 11, 21, 7, tzinfo=UTC)
    assert get_end_of_day(midnight - timedelta(seconds=1)) == midnight
    assert get_end_of_day(midnight) == midnight + timedelta(days=1)


@pytest.mark.parametrize("date_of_birth", [date(9999, 12, 31), date(2026, 11, 22)])
def test_future_birth_date_is_not_too_young(date_of_birth: Any) -> None:
    assert not is_too_young_if_born(date_of_birth, NOW)


@pytest.mark.parametrize(
    ("date_of_birth", "message"),
    [
        (date(2026, 11, 22), texts.BORN_IN_THE_FUTURE),
        (date(9999, 12, 31), texts.BORN_IN_THE_FUTURE),
        (date(1899, 12, 31), texts.BORN_TOO_LONG_AGO),
        (date(1, 1, 1), texts.BORN_TOO_LONG_AGO),
    ],
)
def test_impossible_birth_date_has_its_message(date_of_birth: Any, message: Any) -> None:
    assert list_birth_problems(date_of_birth, NOW) == [("dateOfBirth", message)]


def test_birth_year_1900_is_accepted() -> None:
    assert list_birth_problems(date(1900, 1, 1), NOW) == []


@pytest.mark.parametrize("county_id", ["", "Pima", "los-angeles", "pima "])
def test_unknown_county_is_refused(county_id: str) -> None:
    assert list_problems(replace(DETAILS, county_id=county_id)) == [("countyId", texts.UNKNOWN_COUNTY)]


def test_county_is_optional() -> None:
    assert list_problems(replace(DETAILS, county_id=None)) == []
    assert make_registration(replace(DETAILS, county_id=None), "", NOW).county_id is None


def test_all_problems_are_reported_at_once() -> None:
    details = replace(DETAILS, county_id="nowhere", date_of_birth=date(2999, 1, 1))
    assert [name for name, _ in list_problems(details)] == ["dateOfBirth", "countyId"]


def test_legal_names_are_normalized_and_display_name_is_not() -> None:
    registration = make_registration(DETAILS, "rosa@example.com", NOW)
    assert (registration.legal_first_name, registration.legal_last_name) == ("ROSA MARÍA", "DELGADO")
    assert registration.display_name == "Rosa María Delgado"


def test_preferred_name_replaces_the_first_name() -> None:
    registration = make_registration(replace(DETAILS, preferred_name="Rosi"), "", NOW)
    assert registration.display_name == "Rosi Delgado"
    assert registration.legal_first_name == "ROSA MARÍA"


def test_empty_preferred_name_is_ignored() -> None:
    registration = make_registration(replace(DETAILS, preferred_name=""), "", NOW)
    assert registration.preferred_name is None
    assert registration.display_name == "Rosa María Delgado"


@given(names, names, st.sampled_from([str.upper, str.title, str.lower]))
def test_person_is_compared_by_name_but_not_spelling(first: Any, last: Any, respell: Any) -> None:
    details = replace(DETAILS, legal_first_name=first, legal_last_name=last)
    registration = make_registration(details, "", NOW)
    spaced = replace(details, legal_first_name=f"  {first} ", legal_last_name=f"{last}\t")
    assert is_same_person(registration, make_registration(spaced, "", NOW))
    other = replace(details, legal_last_name=f"{last} X")
    assert not is_same_person(registration, make_registration(other, "", NOW))
    respelled = make_registration(replace(DETAILS, preferred_name=respell("Rosi")), "", NOW)
    assert is_same_person(respelled, make_registration(replace(DETAILS, preferred_name="Rosi"), "", NOW))


@pytest.mark.parametrize(
    "change",
    [
        {"legal_first_name": "Rita"},
        {"preferred_name": "Rosi"},
        {"date_of_birth": date(1984, 5, 18)},
        {"county_id": "maricopa"},
        {"language": "en"},
    ],
)
def test_changed_detail_makes_another_registration(change: dict[str, Any]) -> None:
    one = make_registration(DETAILS, "", NOW)
    assert not is_same_person(one, make_registration(replace(DETAILS, **change), "", NOW))


@pytest.mark.parametrize(
    ("display_name", "last_name", "first_name"),
    [
        ("Rosa María Delgado", "DELGADO", "Rosa María"),
        ("ROSA DELGADO", "DELGADO", "Rosa"),
        ("MARÍA-JOSÉ DE LA CRUZ", "DE LA CRUZ", "María-José"),
        ("Rosa Token", "", "Rosa"),
        ("", "", ""),
    ],
)
def test_first_name_is_not_in_capitals(display_name: str, last_name: str, first_name: str) -> None:
    assert make_first_name(display_name, last_name) == first_name


@pytest.mark.parametrize(
    ("first", "last", "preferred", "shown"),
    [
        ("Rosa María", "de la Cruz", None, ("Rosa María", "de la Cruz")),
        (None, "Sukarno", None, ("", "Sukarno")),
        ("Rosa", "O’Neil", "Rosi", ("Rosa", "O’Neil")),
        (None, "Sukarno", "Bung", ("", "Sukarno")),
        ("Ana", "Ana", None, ("Ana", "Ana")),
    ],
)
def test_typed_names_of_an_earlier_registration(
    first: Any, last: str, preferred: Any, shown: tuple[str, str]
) -> None:
    details = replace(DETAILS, legal_first_name=first, legal_last_name=last, preferred_name=preferred)
    earlier = replace(make_registration(details, "", NOW), typed_first_name=None, typed_last_name=None)
    assert get_typed_names(earlier) == shown
