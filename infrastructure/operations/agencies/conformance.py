"""Tests an agency's server against the protocol; a case is a line of the report."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from domains.agencies.manifest import Manifest, Service
from domains.agencies.values import MalformedAnswer, WrongRecord
from infrastructure.operations.agencies.caller import (
    Answer,
    Broken,
    Caller,
    check_transport,
    make_call,
    read_answer,
    sign_call,
)
from infrastructure.operations.agencies.conformance_cases import (
    AccountCredentials,
    Case,
    Result,
    ServiceCases,
    Sign,
    list_signature_cases,
)
from infrastructure.operations.agencies.conformance_samples import People


@dataclass(frozen=True, slots=True)
class Conformance:
    """Runs the checks against one agency."""

    manifest: Manifest
    get_secret: Callable[[str], bytes | None]
    people: People
    sends_applications: bool = False
    sends_replies: bool = False
    account: AccountCredentials | None = None
    caller: Caller = field(default_factory=Caller)

    def run(self) -> Iterator[Result]:
        """Run the checks and yield each result at once."""
        endpoints: dict[tuple[str, str], list[Service]] = {}
        for service in self.manifest.services:
            endpoints.setdefault((service.endpoint, service.credentials), []).append(service)
        for (endpoint, credentials), services in endpoints.items():
            secret = self.get_secret(credentials)
            if secret is None:
                yield Result(
                    endpoint,
                    "the signing secret",
                    "failed",
                    f"the secret of the credentials {credentials} is not known",
                    "Register the agency with `add`, or give the secret in AGENCY_SIGNING_SECRET.",
                )
                continue
            cases = [(endpoint, list_signature_cases(services[0]))]
            for service in services:
                known = self.people.get(service.id)
                options = self.sends_applications, self.sends_replies, self.account
                cases.append((service.id, ServiceCases(service, known, *options).list_all()))
            sign = partial(sign_call, agency_id=self.manifest.agency.id, secret=secret)
            for subject, those in cases:
                for case in those:
                    yield case if isinstance(case, Result) else self._run(subject, endpoint, case, sign)

    def _run(self, subject: str, endpoint: str, case: Case, sign: Sign) -> Result:
        method = "GET" if case.content is None else "POST"
        call = make_call(method, f"{endpoint}/{case.row['call']}", case.content)
        made = case.make(call, sign)
        try:
            if case.is_repeated:
                first = self.caller.send(made)
                check_transport(first)
                if first.status != 200:
                    fault = f"the first of the two was answered {first.status}"
                    raise Broken(fault, "Make the other checks pass first.")
            answer = self.caller.send(made)
            _check_answer(case, answer)
        except Broken as broken:
            return Result(subject, case.name, "failed", broken.detail, broken.remedy)
        return Result(subject, case.name, "passed", seconds=answer.seconds)


def _check_answer(case: Case, answer: Answer) -> None:
    check_transport(answer)
    remedy = case.row["remedy"]
    if answer.status not in case.statuses:
        raise Broken(f"it answered {answer.status} instead of {case.statuses[0]}", remedy)
    if case.model is None:
        return
    value = read_answer(answer, case.model, remedy)
    try:
        if case.check:
            case.check(value)
    except WrongRecord:
        raise Broken("it is about another reference", "Answer the reference that was asked for.") from None
    except MalformedAnswer as error:
        raise Broken(str(error), case.row.get("values", remedy)) from None
    if case.alike is not None:
        case.alike.append(answer.body)
        if answer.body != case.alike[0]:
            raise Broken(
                "it answers otherwise than for a record that is not there",
                "Answer both with the same body, so that nobody learns which records there are.",
            )
