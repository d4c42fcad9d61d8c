"""The records of an access in the access log."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from domains.accesslog.record import MAX_PEOPLE, Access, AccessReason, StaffMember, get_staff_number
from portal.principal import Principal

SAM = StaffMember("sam", "support", None)
NOON = datetime(2026, 11, 23, 19, 0, tzinfo=UTC)
SEARCH = Access(
    staff=SAM,
    reason=AccessReason("resident-asked", "C-1"),
    kind="view",
    call="GET /api/users/search",
    fields=("name", "email", "name"),
    people=("rosa", "ben"),
)


def test_access_is_recorded_for_staff_and_each_person() -> None:
    own, *others = SEARCH.make_records(7, [3, 1], NOON)
    assert (own.number, own.user_id, own.result_count, own.fields) == (7, None, 2, ("email", "name"))
    assert [(line.user_id, line.person_number) for line in others] == [("rosa", 3), ("ben", 1)]
    assert own.person_number is None
    assert all(replace(line, user_id=None, person_number=None) == own for line in others)


def test_search_without_results_is_recorded() -> None:
    (own,) = replace(SEARCH, people=()).make_records(1, [], NOON)
    assert own.result_count == 0


@pytest.mark.parametrize("people", [("rosa", "rosa"), tuple(str(n) for n in range(MAX_PEOPLE + 1))], ids=len)
def test_too_many_or_repeated_people_are_refused(people: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="once"):
        replace(SEARCH, people=people).make_records(1, [1] * len(people), NOON)


def test_staff_number_hides_the_user_id() -> None:
    assert SAM.number == get_staff_number("sam") != get_staff_number("ada")
    assert SAM.number.startswith("S-")
    assert "sam" not in SAM.number.lower()


def test_staff_member_acts_in_the_widest_role() -> None:
    person = Principal("u", "", False, "", frozenset({"government", "support"}), staff_agency_id="adot-mvd")
    assert StaffMember.from_principal(person) == StaffMember("u", "support", "adot-mvd")
    with pytest.raises(LookupError):
        StaffMember.from_principal(replace(person, roles=frozenset()))
