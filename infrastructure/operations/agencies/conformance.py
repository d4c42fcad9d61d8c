"""Tests an agency's server against the protocol; a case is a line of the report."""

from collections.abc import Callable, Iterator
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


class Conformance:
    """Runs the checks against one agency."""

    def __init__(
        self,
        manifest: Manifest,
        get_secret: Callable[[str], bytes | None],
        people: People,
        caller: Caller | None = None,
        *,
        sends_applications: bool = False,
        sends_replies: bool = False,
        account: AccountCredentials | None = None,
    ) -> None:
        """Prepare; nothing is called yet."""
        self._manifest = manifest
        self._get_secret = get_secret
        self._caller = caller or Caller()
        self._people = people
        self._options = sends_applications, sends_replies, account

    def run(self) -> Iterator[Result]:
        """Run the checks and yield each result at once."""
        endpoints: dict[tuple[str, str], list[Service]] = {}
        for service in self._manifest.services:
            endpoints.setdefault((service.endpoint, service.credentials), []).append(service)
        for (endpoint, credentials), services in endpoints.items():
            secret = self._get_secret(credentials)
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
            cases += [
                (service.id, ServiceCases(service, self._people.get(service.id), *self._options).list_all())
                for service in services
            ]
            sign = partial(sign_call, agency_id=self._manifest.agency.id, secret=secret)
            for subject, those in cases:
                for case in those:
                    yield case if isinstance(case, Result) else self._run(subject, endpoint, case, sign)

    def _run(self, subject: str, endpoint: str, case: Case, sign: Sign) -> Result:
        method = "GET" if case.content is None else "POST"
        call = make_call(method, f"{endpoint}/{case.call}", case.content)
        made = case.make(call, sign)
        try:
            if case.is_repeated:
                first = self._caller.send(made)
                check_transport(first)
                if first.status != 200:
                    fault = f"the first of the two was answered {first.status}"
                    raise Broken(fault, "Make the other checks pass first.")
            answer = self._caller.send(made)
            _check_answer(case, answer)
        except Broken as broken:
            return Result(subject, case.name, "failed", broken.detail, broken.remedy)
        return Result(subject, case.name, "passed", seconds=answer.seconds)


def _check_answer(case: Case, answer: Answer) -> None:
    check_transport(answer)
    if answer.status not in case.statuses:
        raise Broken(f"it answered {answer.status} instead of {case.statuses[0]}", case.remedy)
    if case.model is None:
        return
    value = read_answer(answer, case.model, case.remedy)
    try:
        if case.check:
            case.check(value)
    except WrongRecord:
        raise Broken("it is about another reference", "Answer the reference that was asked for.") from None
    except MalformedAnswer as error:
        raise Broken(str(error), case.values or case.remedy) from None
    if case.alike is not None:
        case.alike.append(answer.body)
        if answer.body != case.alike[0]:
            raise Broken(
                "it answers otherwise than for a record that is not there",
                "Answer both with the same body, so that nobody learns which records there are.",
            )
