"""The sandbox passes the conformance suite, and each way to misbehave fails it."""

import threading

import pytest

from infrastructure.agencies.caller import Caller, Signature, signed, unsigned_call
from infrastructure.agencies.conformance import Conformance
from tests.infrastructure.agencies.conftest import secret

VEHICLE = {"adot-mvd-vehicle": {"customerNumber": "D01234567", "vinOrPlate": "SGR4TR"}}


def secret_of(credentials):
    return secret(f"agencies/{credentials}/signing").encode()


def people_of(agency):
    return {record.service_id: record.typed for record in agency.records.values()}


def failed(results):
    return {result.check for result in results if result.outcome == "failed"}


def test_every_agency_of_the_sandbox_conforms_in_every_service(sandbox):
    for agency in sandbox.agencies.values():
        results = list(Conformance(agency.manifest, secret_of, people_of(agency)).run())
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
    ],
)
def test_a_server_that_misbehaves_is_told_how(sandbox, mode, check, detail):
    agency = sandbox.agencies["adot-mvd"]
    agency.switch(mode)
    results = list(Conformance(agency.manifest, secret_of, VEHICLE).run())
    broken = [result for result in results if result.outcome == "failed"]
    assert any(result.check == check and detail in result.detail for result in broken), broken
    assert all(result.remedy for result in broken)


def test_a_server_that_fails_every_second_call_does_not_pass(sandbox):
    agency = sandbox.agencies["adot-mvd"]
    agency.switch("flapping")
    results = list(Conformance(agency.manifest, secret_of, VEHICLE).run())
    assert any("answered 500" in result.detail for result in results if result.outcome == "failed")


def test_a_slow_server_answers_late_and_a_hanging_one_never(sandbox, monkeypatch):
    monkeypatch.setattr("infrastructure.agencies.caller._PATIENCE_SECONDS", 3.0)
    agency = sandbox.agencies["adot-mvd"]
    caller = Caller()
    health = unsigned_call("GET", f"{agency.manifest.services[0].endpoint}/health")
    agency.switch("slow")
    answer = caller.send(signed(health, "adot-mvd", secret_of("adot-mvd")))
    assert answer.status == 200
    assert answer.seconds > 1.4
    agency.switch("hanging")
    answer = caller.send(signed(health, "adot-mvd", secret_of("adot-mvd")))
    assert answer.status == 0
    assert answer.problem


def test_another_secret_fails_every_call_that_should_be_answered(sandbox):
    agency = sandbox.agencies["azroc"]
    results = list(Conformance(agency.manifest, lambda _: b"another", people_of(agency)).run())
    assert {"health answers", "finds the person", "refuses the same call a second time"} <= failed(results)


def test_without_a_secret_nothing_is_called(sandbox):
    (result,) = Conformance(sandbox.agencies["azroc"].manifest, lambda _: None, {}).run()
    assert result.outcome == "failed"
    assert "AGENCY_SIGNING_SECRET" in result.remedy


def test_what_needs_a_person_is_skipped_and_says_how_to_give_one(sandbox):
    results = list(Conformance(sandbox.agencies["azroc"].manifest, secret_of, {}).run())
    (skipped,) = [result for result in results if result.outcome == "skipped"]
    assert "--identity" in skipped.remedy


def test_identity_values_of_other_fields_are_said(sandbox):
    people = {"azroc-licence": {"licence": "1"}}
    results = list(Conformance(sandbox.agencies["azroc"].manifest, secret_of, people).run())
    (broken,) = [result for result in results if result.outcome == "failed"]
    assert broken.remedy == "Give exactly: licenceNumber, zip."


def test_a_key_of_another_agency_is_refused_by_the_sandbox(sandbox):
    agency = sandbox.agencies["azroc"]
    call = unsigned_call("GET", f"{agency.manifest.services[0].endpoint}/health")
    made = signed(call, "azroc", secret_of("azdor"), Signature(key_id="azdor"))
    assert Caller().send(made).status == 401


def test_a_call_is_good_once_also_when_it_is_made_at_the_same_time(sandbox):
    agency = sandbox.agencies["azroc"]
    made = signed(
        unsigned_call("GET", f"{agency.manifest.services[0].endpoint}/health"), "azroc", secret_of("azroc")
    )
    statuses = []
    threads = [threading.Thread(target=lambda: statuses.append(Caller().send(made).status)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200, *[401] * 7]
