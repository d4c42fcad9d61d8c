"""The sandbox passes the conformance suite, and each way to misbehave fails it."""

import uuid
from dataclasses import replace
from datetime import date

import pytest

from domains.agencies.protocol import AccountAnswer, ApplicationAnswer, ReplyAnswer
from infrastructure.operations.agencies.caller import Caller, make_call, sign_call
from infrastructure.operations.agencies.conformance import Conformance
from infrastructure.operations.agencies.conformance_cases import AccountCredentials
from infrastructure.operations.agencies.conformance_samples import KnownPerson
from infrastructure.sandbox.agencies.accounts import SAMPLE_ACCOUNTS, SAMPLE_PASSWORD
from infrastructure.sandbox.samples import ROSA
from tests.infrastructure.agencies.sandbox_support import make_secret

BEN = AccountCredentials(next(iter(SAMPLE_ACCOUNTS["azcc"])), SAMPLE_PASSWORD)
UTILITIES = "tucson-utilities"
VEHICLE = {
    "adot-mvd-vehicle": KnownPerson(
        identity={"customerNumber": "D01234567", "vinOrPlate": "SGR4TR"}, person=ROSA.person
    )
}


def get_secret(credentials):
    return make_secret(f"agencies/{credentials}/signing").encode()


def list_people(agency):
    return {
        record.service_id: KnownPerson(identity=record.typed, person=record.owner.person)
        for record in agency.records.values()
    }


def list_failed(results):
    return {result.check for result in results if result.outcome == "failed"}


def run_all_checks(agency):
    """Every check, with people, an application and an account."""
    conformance = Conformance(
        agency.manifest,
        get_secret,
        list_people(agency),
        sends_applications=True,
        sends_replies=True,
        account=BEN,
    )
    return list(conformance.run())


def test_sandbox_agencies_conform_in_every_service(sandbox):
    for agency in sandbox.agencies.values():
        results = run_all_checks(agency)
        assert [result for result in results if result.outcome == "failed"] == []
        skipped = {result.subject for result in results if result.outcome == "skipped"}
        assert skipped <= {"azsos-elections", "azsos-trade-names"}, "every other service has somebody"


@pytest.mark.parametrize(
    ("mode", "check", "detail"),
    [
        ("error", "health answers", "answered 500"),
        ("malformed", "finds nobody for values of nobody", "Invalid JSON"),
        ("wrongPerson", "answers service data as the manifest says", "another reference"),
        ("refused", "health answers", "no answer"),
        ("html", "health answers", "content type is text/html"),
        ("large", "health answers", "too long"),
        ("flapping", "", "answered 500"),
    ],
)
def test_misbehavior_is_reported_with_a_remedy(sandbox, mode, check, detail):
    agency = sandbox.agencies["adot-mvd"]
    agency.switch(mode)
    results = list(Conformance(agency.manifest, get_secret, VEHICLE).run())
    broken = [result for result in results if result.outcome == "failed"]
    assert any(check in result.check and detail in result.detail for result in broken), broken
    assert all(result.remedy for result in broken)


def test_slow_server_answers_and_hanging_server_times_out(sandbox, monkeypatch):
    patience = "infrastructure.operations.agencies.caller._PATIENCE_SECONDS"
    monkeypatch.setattr(patience, 30.0)
    agency = sandbox.agencies["adot-mvd"]
    health = make_call("GET", f"{agency.manifest.services[0].endpoint}/health")
    agency.switch("slow")
    answer = Caller().send(sign_call(health, "adot-mvd", get_secret("adot-mvd")))
    assert answer.status == 200
    assert answer.seconds > 1.4
    monkeypatch.setattr(patience, 1.0)
    agency.switch("hanging")
    answer = Caller().send(sign_call(health, "adot-mvd", get_secret("adot-mvd")))
    assert answer.status == 0
    assert answer.problem


def test_missing_secret_prevents_all_calls(sandbox):
    (result,) = Conformance(sandbox.agencies["azroc"].manifest, lambda _: None, {}).run()
    assert result.outcome == "failed"
    assert "AGENCY_SIGNING_SECRET" in result.remedy


@pytest.mark.parametrize(
    ("identity", "remedy"),
    [
        ({"licence": "1"}, "Give exactly: licenceNumber, zip."),
        ({"licenceNumber": "338127", "zip": "85004"}, "matchesPerson: false"),
    ],
)
def test_wrong_identity_fields_or_missing_owner_are_reported(sandbox, identity, remedy):
    people = {"azroc-licence": KnownPerson(identity=identity)}
    results = list(Conformance(sandbox.agencies["azroc"].manifest, get_secret, people).run())
    (broken,) = [result for result in results if result.outcome == "failed"]
    assert remedy in broken.remedy


OTHERS = (
    "another first name",
    "the first name left out",
    "another last name",
    "a last name more",
    "first and last name the other way around",
    "another date of birth",
)
PERSON_CHECKS = {f"answers {other} as if there were no record" for other in OTHERS}
PORTRAIT_CHECKS = {f"gives {other} no picture" for other in OTHERS}


def test_ignoring_the_person_fails_the_person_checks(sandbox, monkeypatch):
    agency = sandbox.agencies["adot-mvd"]
    assert {result.check for result in run_all_checks(agency)} >= PERSON_CHECKS
    monkeypatch.setattr("infrastructure.sandbox.agencies.agency.is_same_person", lambda *_: True)
    assert list_failed(run_all_checks(agency)) == PERSON_CHECKS | PORTRAIT_CHECKS


@pytest.mark.parametrize(
    ("is_same", "missed"),
    [
        (
            lambda one, other: one.date_of_birth == other.date_of_birth,
            PERSON_CHECKS - {"answers another date of birth as if there were no record"},
        ),
        (
            lambda one, other: (
                one.legal_last_name.casefold()[:4] == other.legal_last_name.casefold()[:4]
                and one.legal_first_name.casefold() == other.legal_first_name.casefold()
                and one.date_of_birth == other.date_of_birth
            ),
            {
                "answers another last name as if there were no record",
                "answers a last name more as if there were no record",
                "finds the person with other accents",
            },
        ),
        (
            lambda one, other: one == other,
            {f"finds the person {how}" for how in ("in capitals", "in small letters", "with other accents")},
        ),
    ],
)
def test_wrong_comparison_of_people_is_detected(sandbox, monkeypatch, is_same, missed):
    agency = sandbox.agencies["azroc"]
    monkeypatch.setattr("infrastructure.sandbox.agencies.agency.is_same_person", is_same)
    assert list_failed(run_all_checks(agency)) == missed


def spoil(monkeypatch, agency, call, answer):
    """Replace an agency's answer to a call."""
    monkeypatch.setitem(agency.answers, call, (agency.answers[call][0], answer))


def test_answer_about_other_people_fails(sandbox, monkeypatch):
    agency = sandbox.agencies["azroc"]

    _, match = agency.answers["match"]

    def tells(asked):
        answer = match(asked)
        is_known = asked.identity["licenceNumber"] == "338127" and not answer.matched
        return answer.model_copy(update={"label": "not yours"}) if is_known else answer

    spoil(monkeypatch, agency, "match", tells)
    assert list_failed(run_all_checks(agency)) >= PERSON_CHECKS


def test_link_with_an_identity_value_is_reported(sandbox, monkeypatch):
    agency = sandbox.agencies["azgfd"]
    (service,) = agency.manifest.services
    link = service.actions[0].model_copy(update={"url": f"{service.actions[0].url}?until={{expires}}"})
    changed = service.model_copy(update={"actions": [link]})
    manifest = agency.manifest.model_copy(update={"services": [changed]})
    check = "offers links that name nobody"
    assert list_failed(Conformance(manifest, get_secret, list_people(agency)).run()) == set()
    record = agency.records["g-6612ad"]
    fields = record.fields(date(2026, 11, 21)) | {"expires": "1984-05-17"}
    monkeypatch.setitem(agency.records, record.reference, replace(record, card=fields))
    assert list_failed(Conformance(manifest, get_secret, list_people(agency)).run()) == {check}


def test_agency_without_comparison_skips_the_person_checks(sandbox):
    agency = sandbox.agencies["azcc"]
    assert not {result.check for result in run_all_checks(agency)} & PERSON_CHECKS


def test_conformance_application_is_withdrawn(sandbox):
    agency = sandbox.agencies["azdor"]
    assert list_failed(run_all_checks(agency)) == set()
    stored = agency.applications.list_applications()[0]
    assert stored.request.business.name == "Conformance test"
    assert (stored.state, stored.request.submission) == ("withdrawn", 2)


def make_id():
    return uuid.uuid4().hex


def link(outcome, reference=None):
    return AccountAnswer(outcome=outcome, reference=reference)


def reply(**rest):
    return ReplyAnswer(received=True, **rest)


def take(**rest):
    return ApplicationAnswer(received=True, **rest)


@pytest.mark.parametrize(
    ("agency_id", "call", "answer", "check"),
    [
        (UTILITIES, "reply", reply, "declines a reply about an unknown reference"),
        (UTILITIES, "reply", lambda: reply(reference=make_id()), "says the same to the same reply again"),
        ("azcc", "application", lambda: None, "takes an application of azcc-entity-llc-articles"),
        ("azcc", "application", take, "refuses a form that it does not have"),
        ("azcc", "application", lambda: take(reference=make_id()), "says the same to the same one again"),
        ("azcc", "account-link", lambda: link("done", "account-1"), "refuses an account of nobody"),
        ("azcc", "account-link", lambda: link("done", make_id()), "gives the same reference again"),
        ("azcc", "account-link", lambda: link("done"), "knows name and password of an account"),
        ("azcc", "account-link", lambda: link("refused", "account-1"), "refuses an account of nobody"),
        (
            "azcc",
            "account-password",
            lambda: link("done"),
            "refuses another password for an unknown account",
        ),
    ],
)
def test_wrong_handling_is_detected(sandbox, monkeypatch, agency_id, call, answer, check):
    agency = sandbox.agencies[agency_id]
    spoil(monkeypatch, agency, call, lambda _: answer())
    broken = {result.check: result for result in run_all_checks(agency) if result.outcome == "failed"}
    assert broken[check].remedy


@pytest.mark.parametrize(
    ("agency_id", "check", "option"),
    [
        ("azcc", "takes an application, once", "--applications"),
        ("azcc", "knows name and password of an account", "--account"),
        (UTILITIES, "takes a reply, once", "--replies"),
    ],
)
def test_call_with_an_effect_is_made_only_on_request(sandbox, agency_id, check, option):
    agency = sandbox.agencies[agency_id]
    before = len(list(agency.replies))
    results = list(Conformance(agency.manifest, get_secret, list_people(agency)).run())
    skipped = {result.check: result.remedy for result in results if result.outcome == "skipped"}
    assert option in skipped[check]
    assert (list_failed(results), len(list(agency.replies))) == (set(), before)
