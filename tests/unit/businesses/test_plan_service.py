"""The saved plan."""

from dataclasses import replace

import pytest

from portal.errors import Conflict, InvalidRequest
from tests.unit.businesses.support import BEN, NO_ANSWERS, ROSA, person

ANSWERS = replace(
    NO_ANSWERS,
    category_id="11",
    business_county_id="pima",
    municipality_id="tucson",
    entity_type="llc",
    employees="3",
    name="Desert Bakery",
)


def code(raised):
    return raised.value.code


def test_what_is_saved_is_read_by_its_person_alone(bench):
    saved = bench.plans.save(ROSA, replace(ANSWERS, name="Desert   Bakery "), 0)
    assert (saved.answers, saved.revision) == (ANSWERS, 1)
    assert bench.plans.read(ROSA) == saved
    assert bench.plans.read(BEN).answers is None


def test_the_same_again_is_one_saving(bench):
    first = bench.plans.save(ROSA, ANSWERS, 0)
    bench.advance(seconds=1)
    assert bench.plans.save(ROSA, ANSWERS, 0) == first


def test_of_two_windows_one_is_told(bench):
    bench.plans.save(ROSA, ANSWERS, 0)
    with pytest.raises(Conflict) as raised:
        bench.plans.save(ROSA, replace(ANSWERS, name="Other"), 0)
    assert code(raised) == "planChanged"


def test_of_two_at_the_same_moment_one_is_told(bench):
    bench.plan_repository.meanwhile = [lambda: bench.plans.save(ROSA, replace(ANSWERS, name="Other"), 0)]
    with pytest.raises(Conflict):
        bench.plans.save(ROSA, ANSWERS, 0)
    bench.plan_repository.meanwhile = [lambda: bench.plans.save(ROSA, ANSWERS, 1)]
    assert bench.plans.save(ROSA, ANSWERS, 1).revision == 2


def test_an_unknown_revision_is_refused(bench):
    with pytest.raises(Conflict):
        bench.plans.save(ROSA, ANSWERS, 7)


def test_forgetting_twice_is_forgetting_once_and_no_old_window_saves_over_a_newer_plan(bench):
    bench.plans.save(ROSA, ANSWERS, 0)
    forgotten = bench.plans.forget(ROSA)
    assert (forgotten.answers, forgotten.saved_at, forgotten.revision) == (None, None, 2)
    assert bench.plans.forget(ROSA) == forgotten
    bench.plans.save(ROSA, replace(ANSWERS, name="Newer"), 2)
    with pytest.raises(Conflict):
        bench.plans.save(ROSA, ANSWERS, 1)


def test_what_was_never_saved_is_forgotten_without_a_trace(bench):
    assert bench.plans.forget(ROSA).revision == 0
    assert bench.plan_repository.plans == {}


def test_a_saving_at_the_same_moment_is_forgotten_too(bench):
    bench.plans.save(ROSA, ANSWERS, 0)
    bench.plan_repository.meanwhile = [lambda: bench.plans.save(ROSA, replace(ANSWERS, name="Other"), 1)]
    assert bench.plans.forget(ROSA).revision == 3


def test_endless_savings_are_told(bench):
    bench.plans.save(ROSA, ANSWERS, 0)

    def again():
        bench.plans.save(ROSA, ANSWERS, bench.plans.read(ROSA).revision)

    for _ in range(5):
        bench.plan_repository.meanwhile += [again, lambda: None]
    with pytest.raises(Conflict) as raised:
        bench.plans.forget(ROSA)
    assert code(raised) == "planChanged"


def test_only_somebody_who_is_registered_saves(bench):
    with pytest.raises(Conflict) as raised:
        bench.plans.save(person("Nora"), ANSWERS, 0)
    assert code(raised) == "notRegistered"


def test_what_is_no_choice_or_invisible_is_refused(bench):
    wrong = replace(
        ANSWERS,
        category_id="x",
        business_county_id="x",
        municipality_id="x",
        employees="3\x00",
        name="Desert\u202e",
    )
    with pytest.raises(InvalidRequest) as raised:
        bench.plans.save(ROSA, wrong, 0)
    assert {problem.property_name for problem in raised.value.problems} == {
        "answers.categoryId",
        "answers.businessCountyId",
        "answers.municipalityId",
        "answers.employees",
        "answers.name",
    }
