"""Decisions on the terms, and whether a profile is complete."""

import pytest

from portal.account import Account, PostLoginAction
from portal.errors import Conflict, InvalidRequest
from tests.unit.profile.support import OLD_TERMS, ROSA, TERMS, Bench, wishes

NEWER_TERMS = "2027-03-01"


def test_the_terms_in_force_are_the_last_ones_and_undecided_at_first(bench: Bench) -> None:
    terms, decision = bench.service.read_terms(ROSA)
    assert terms.version == TERMS
    assert decision is None


def test_whoever_is_not_registered_can_read_the_terms_but_not_decide(bench: Bench) -> None:
    bench.repository.accounts.clear()
    assert bench.service.read_terms(ROSA)[1] is None
    with pytest.raises(Conflict) as refused:
        bench.service.decide_on_terms(ROSA, TERMS, "accepted")
    assert refused.value.code == "notRegistered"
    assert bench.account.decisions == ()


def test_a_decision_is_recorded_with_its_moment(bench: Bench) -> None:
    decision = bench.service.decide_on_terms(ROSA, TERMS, "accepted")
    assert (decision.version, decision.outcome, decision.decided_at) == (TERMS, "accepted", bench.clock.now)
    assert bench.service.read_terms(ROSA)[1] == decision


def test_the_same_decision_again_is_the_first_one(bench: Bench) -> None:
    first = bench.service.decide_on_terms(ROSA, TERMS, "accepted")
    bench.clock.advance(hours=1)
    assert bench.service.decide_on_terms(ROSA, TERMS, "accepted") == first
    assert bench.account.decisions == (first,)


def test_a_changed_mind_is_added_and_nothing_is_forgotten(bench: Bench) -> None:
    outcomes = ["accepted", "declined", "accepted"]
    for outcome in outcomes:
        bench.service.decide_on_terms(ROSA, TERMS, outcome)  # type: ignore[arg-type]
        bench.clock.advance(minutes=1)
    assert [made.outcome for made in bench.account.decisions] == outcomes


def test_an_unknown_version_is_a_problem_of_the_version(bench: Bench) -> None:
    with pytest.raises(InvalidRequest) as refused:
        bench.service.decide_on_terms(ROSA, "1999-01-01", "accepted")
    assert [problem.property_name for problem in refused.value.problems] == ["version"]


def test_a_version_no_longer_in_force_cannot_be_decided_on(bench: Bench) -> None:
    with pytest.raises(Conflict) as refused:
        bench.service.decide_on_terms(ROSA, OLD_TERMS, "accepted")
    assert refused.value.code == "termsSuperseded"
    assert bench.account.decisions == ()


def test_a_new_version_asks_again_and_keeps_the_old_decision(bench: Bench) -> None:
    earlier = bench.service.decide_on_terms(ROSA, TERMS, "accepted")
    bench.service.save_preferences(ROSA, wishes())
    assert bench.service.is_completed(ROSA)

    later = bench.with_terms(OLD_TERMS, TERMS, NEWER_TERMS)
    assert later.read_terms(ROSA)[1] is None
    assert not later.is_completed(ROSA)
    assert bench.account.next_step(NEWER_TERMS) is PostLoginAction.TERMS_AND_CONDITIONS

    later.decide_on_terms(ROSA, NEWER_TERMS, "accepted")
    assert later.is_completed(ROSA)
    assert earlier in bench.account.decisions


def test_two_acceptances_at_once_are_one(bench: Bench) -> None:
    bench.repository.meanwhile = [lambda: bench.service.decide_on_terms(ROSA, TERMS, "accepted")]
    decision = bench.service.decide_on_terms(ROSA, TERMS, "accepted")
    assert bench.account.decisions == (decision,)


def test_of_two_different_decisions_at_once_both_are_kept(bench: Bench) -> None:
    bench.repository.meanwhile = [lambda: bench.service.decide_on_terms(ROSA, TERMS, "accepted")]
    bench.service.decide_on_terms(ROSA, TERMS, "declined")
    assert [made.outcome for made in bench.account.decisions] == ["accepted", "declined"]


def test_endless_decisions_at_once_are_refused_in_the_end(bench: Bench) -> None:
    def change_the_mind() -> None:
        bench.service.decide_on_terms(ROSA, TERMS, "accepted")
        bench.service.decide_on_terms(ROSA, TERMS, "declined")

    bench.repository.meanwhile = [
        step for _ in range(3) for step in (change_the_mind, lambda: None, lambda: None)
    ]
    with pytest.raises(Conflict) as refused:
        bench.service.decide_on_terms(ROSA, TERMS, "accepted")
    assert refused.value.code == "decisionChanged"


def test_a_profile_is_complete_after_all_three_steps(bench: Bench) -> None:
    known = bench.repository.accounts[ROSA.user_id]
    bench.repository.accounts[ROSA.user_id] = Account()
    states = [bench.service.is_completed(ROSA)]
    bench.repository.accounts[ROSA.user_id] = known
    states.append(bench.service.is_completed(ROSA))
    bench.service.decide_on_terms(ROSA, TERMS, "accepted")
    states.append(bench.service.is_completed(ROSA))
    bench.service.save_preferences(ROSA, wishes())
    states.append(bench.service.is_completed(ROSA))
    bench.service.decide_on_terms(ROSA, TERMS, "declined")
    states.append(bench.service.is_completed(ROSA))
    assert states == [False, False, False, True, False]
