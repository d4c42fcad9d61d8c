"""Adding, changing and removing businesses."""

from dataclasses import replace
from datetime import timedelta

import pytest

from functions.businesses.business_rules import BusinessDetails
from portal.errors import Conflict, Forbidden, InvalidRequest, NotFound
from tests.unit.businesses.support import BAKERY, BEN, EVA, KEY, ROSA, person


def code(raised):
    return raised.value.code


class TestAdding:
    def test_whoever_adds_a_business_owns_it(self, bench):
        business, role, is_added = bench.businesses.add(ROSA, KEY, BAKERY)
        assert (business.name, role, is_added, business.revision) == ("Desert Bakery", "owner", True, 1)
        assert bench.businesses.of(ROSA) == [(business, "owner")]

    def test_the_same_request_again_is_the_same_business_also_after_a_change(self, bench):
        business, _, _ = bench.businesses.add(ROSA, KEY, BAKERY)
        changed, _ = bench.businesses.change(ROSA, business.id, replace(BAKERY, name="Other"), 1)
        again, role, is_added = bench.businesses.add(ROSA, KEY, replace(BAKERY, name="Desert  Bakery"))
        assert (again, role, is_added) == (changed, "owner", False)

    def test_a_lost_reply_does_not_add_it_twice(self, bench):
        bench.repository.lost_replies = 1
        _, _, is_added = bench.businesses.add(ROSA, KEY, BAKERY)
        assert not is_added
        assert len(bench.businesses.of(ROSA)) == 1

    def test_the_same_key_for_another_business_is_refused(self, bench):
        bench.bakery()
        with pytest.raises(Conflict) as raised:
            bench.businesses.add(ROSA, KEY, replace(BAKERY, county_id="gila"))
        assert code(raised) == "idempotencyKeyReused"

    def test_the_same_key_of_somebody_else_is_another_business(self, bench):
        rosas = bench.bakery()
        assert bench.businesses.add(BEN, KEY, BAKERY)[0].id != rosas

    def test_a_late_repetition_brings_no_removed_business_back_for_a_day(self, bench):
        business_id = bench.bakery()
        bench.businesses.remove(ROSA, business_id)
        with pytest.raises(Conflict) as raised:
            bench.bakery()
        assert code(raised) == "idempotencyKeyReused"
        bench.advance(days=1)
        assert bench.bakery() == business_id

    def test_whoever_left_is_not_let_in_by_the_key(self, bench):
        business_id = bench.bakery()
        bench.join(business_id, BEN, "owner")
        bench.members.remove(ROSA, business_id, ROSA.user_id)
        with pytest.raises(Conflict) as raised:
            bench.bakery()
        assert code(raised) == "idempotencyKeyReused"

    def test_fifty_are_the_most(self, bench):
        for number in range(50):
            bench.bakery(f"key-{number:05d}")
        with pytest.raises(Conflict) as raised:
            bench.bakery("key-of-one-more")
        assert code(raised) == "tooManyBusinesses"
        assert bench.bakery("key-00049")

    def test_fifty_are_the_most_also_when_another_is_added_at_the_same_moment(self, bench):
        for number in range(49):
            bench.bakery(f"key-{number:05d}")
        bench.repository.meanwhile = [lambda: bench.bakery("key-of-another-tab")]
        with pytest.raises(Conflict) as raised:
            bench.bakery("key-of-one-more")
        assert code(raised) == "tooManyBusinesses"
        assert len(bench.businesses.of(ROSA)) == 50

    def test_fifty_are_the_most_also_when_the_index_does_not_show_them_yet(self, bench):
        bench.repository.is_index_late = True
        for number in range(50):
            bench.bakery(f"key-{number:05d}")
        with pytest.raises(Conflict) as raised:
            bench.bakery("key-of-one-more")
        assert code(raised) == "tooManyBusinesses"

    def test_a_removed_one_makes_room_at_once(self, bench):
        bench.repository.is_index_late = True
        ids = [bench.bakery(f"key-{number:05d}") for number in range(50)]
        bench.businesses.remove(ROSA, ids[0])
        assert bench.bakery("key-of-one-more")

    def test_what_the_index_shows_by_then_is_not_remembered(self, bench):
        bench.bakery()
        bench.advance(minutes=1)
        later = bench.bakery("key-00002")
        assert list(bench.repository.added_by(ROSA.user_id).moments) == [later]

    def test_others_again_and_again_are_told(self, bench):
        keys = (f"key-{number:05d}" for number in range(40))

        def another() -> None:
            bench.bakery(next(keys))
            bench.repository.meanwhile.append(another)

        bench.repository.meanwhile = [another]
        with pytest.raises(Conflict) as raised:
            bench.bakery("key-of-one-more")
        assert code(raised) == "othersAdded"

    def test_only_somebody_who_is_registered_adds(self, bench):
        with pytest.raises(Conflict) as raised:
            bench.businesses.add(person("Nora"), KEY, BAKERY)
        assert code(raised) == "notRegistered"

    @pytest.mark.parametrize(
        ("name", "county_id", "fields"),
        [
            ("", "pima", ["name"]),
            (" \t ", "pima", ["name"]),
            ("&.!", "pima", ["name"]),
            ("Desert\u202eBakery", "pima", ["name"]),
            ("Desert\x00Bakery", "pima", ["name"]),
            ("Desert\u200bBakery", "nowhere", ["name", "countyId"]),
            ("Desert Bakery", "", ["countyId"]),
        ],
    )
    def test_what_cannot_be_kept_is_refused_field_by_field(self, bench, name, county_id, fields):
        with pytest.raises(InvalidRequest) as raised:
            bench.businesses.add(ROSA, KEY, BusinessDetails(name, "llc", county_id))
        assert [problem.property_name for problem in raised.value.problems] == fields

    def test_names_are_tidied_and_listed_in_order(self, bench):
        for number, name in enumerate(("zebra  LLC", " Ábaco LLC", "Mesa LLC")):
            bench.businesses.add(ROSA, f"key-0000{number}", replace(BAKERY, name=name))
        names = [business.name for business, _ in bench.businesses.of(ROSA)]
        assert names == ["Ábaco LLC", "Mesa LLC", "zebra LLC"]


class TestChanging:
    def test_of_two_changes_at_once_one_is_refused(self, bench):
        business_id = bench.bakery()
        bench.businesses.change(ROSA, business_id, replace(BAKERY, name="First"), 1)
        with pytest.raises(Conflict) as raised:
            bench.businesses.change(ROSA, business_id, replace(BAKERY, name="Second"), 1)
        assert code(raised) == "businessChanged"
        assert bench.team(business_id).business.name == "First"

    def test_the_same_change_again_is_one_change(self, bench):
        business_id = bench.bakery()
        changes = [bench.businesses.change(ROSA, business_id, replace(BAKERY, name="N"), 1) for _ in "ab"]
        assert [business.revision for business, _ in changes] == [2, 2]

    def test_a_lost_reply_is_a_change(self, bench):
        business_id = bench.bakery()
        bench.repository.lost_replies = 1
        business, _ = bench.businesses.change(ROSA, business_id, replace(BAKERY, name="N"), 1)
        assert (business.name, business.revision) == ("N", 2)

    def test_managers_change_and_viewers_do_not(self, bench):
        business_id = bench.bakery()
        bench.join(business_id, BEN, "manager")
        bench.join(business_id, EVA, "viewer")
        assert bench.businesses.change(BEN, business_id, replace(BAKERY, name="N"), 1)[1] == "manager"
        with pytest.raises(Forbidden) as raised:
            bench.businesses.change(EVA, business_id, BAKERY, 2)
        assert code(raised) == "roleNotAllowed"

    def test_whoever_loses_the_role_at_the_same_moment_changes_nothing(self, bench):
        business_id = bench.bakery()
        bench.join(business_id, BEN, "manager")
        bench.repository.meanwhile = [
            lambda: bench.members.change_role(ROSA, business_id, BEN.user_id, "viewer")
        ]
        with pytest.raises(Forbidden):
            bench.businesses.change(BEN, business_id, replace(BAKERY, name="N"), 1)
        assert bench.team(business_id).business.name == "Desert Bakery"

    def test_somebody_elses_business_is_not_there(self, bench):
        business_id = bench.bakery()
        for attempt in (
            lambda: bench.businesses.get(BEN, business_id),
            lambda: bench.businesses.change(BEN, business_id, BAKERY, 1),
            lambda: bench.businesses.remove(BEN, business_id),
            lambda: bench.businesses.get(ROSA, "x" * 5000),
        ):
            with pytest.raises(NotFound) as raised:
                attempt()
            assert code(raised) == "businessNotFound"


class TestRemoving:
    def test_again_within_a_day_changes_nothing(self, bench):
        business_id = bench.bakery()
        assert [bench.businesses.remove(ROSA, business_id) for _ in "ab"] == [business_id] * 2
        assert bench.businesses.of(ROSA) == []
        with pytest.raises(NotFound):
            bench.businesses.remove(BEN, business_id)
        bench.advance(days=1)
        with pytest.raises(NotFound):
            bench.businesses.remove(ROSA, business_id)

    def test_a_lost_reply_is_a_removal(self, bench):
        business_id = bench.bakery()
        bench.repository.lost_replies = 1
        assert bench.businesses.remove(ROSA, business_id) == business_id

    def test_only_owners_remove(self, bench):
        business_id = bench.bakery()
        bench.join(business_id, BEN, "manager")
        with pytest.raises(Forbidden):
            bench.businesses.remove(BEN, business_id)

    def test_a_business_with_an_application_stays(self, bench):
        business_id = bench.bakery()
        bench.repository.with_applications.add(business_id)
        with pytest.raises(Conflict) as raised:
            bench.businesses.remove(ROSA, business_id)
        assert code(raised) == "businessHasApplications"

    def test_an_application_begun_at_the_same_moment_is_seen_though_no_index_shows_it(self, bench):
        business_id = bench.bakery()

        def begin():
            team = bench.team(business_id)
            bench.repository.teams[business_id] = replace(team, application_begun_at=bench.now)

        bench.repository.meanwhile = [begin]
        with pytest.raises(Conflict) as raised:
            bench.businesses.remove(ROSA, business_id)
        assert code(raised) == "businessHasApplications"
        bench.advance(minutes=1)
        assert bench.businesses.remove(ROSA, business_id) == business_id

    def test_what_an_index_may_not_show_yet_holds_for_a_minute(self, bench):
        business_id = bench.bakery()
        begun_at = bench.now - timedelta(seconds=59)
        bench.repository.teams[business_id] = replace(bench.team(business_id), application_begun_at=begun_at)
        with pytest.raises(Conflict):
            bench.businesses.remove(ROSA, business_id)
