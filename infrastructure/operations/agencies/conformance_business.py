"""Tests an agency's applications and accounts against the protocol."""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from datetime import UTC, datetime

from domains.agencies import protocol
from domains.agencies.manifest import ApplicationForm, FormField, Service
from domains.applications.form_rules import list_fields, list_shown_fields
from domains.applications.records import get_least_people, write_record
from infrastructure.operations.agencies.caller import Answer, Caller, make_call, sign_call
from infrastructure.operations.agencies.checks import (
    Broken,
    Result,
    check_status,
    check_transport,
    read_answer,
    run_check,
)

_NOBODY = "conformance-nobody"
_WRONG_PASSWORD = "conformance: not the password"  # noqa: S105 -- nobody's
_ADDRESS = {"line1": "1700 W Washington St", "city": "Phoenix", "state": "AZ", "zip": "85007"}
_SAMPLES = {
    "text": "Conformance test",
    "businessName": "Conformance Test LLC",
    "longText": "Conformance test",
    "date": "2026-01-02",
    "yesNo": "no",
    "county": "maricopa",
    "email": "conformance@example.com",
    "phone": "+16025550100",
}


@dataclass(frozen=True, slots=True)
class AccountCredentials:
    """An account that the agency has."""

    user_name: str
    password: str


@dataclass(frozen=True, slots=True)
class BusinessChecks:
    """The checks of one service that has application forms or accounts.

    Attributes:
        sends_applications: whether to send an application, which stays at the agency as withdrawn.
        account: an existing one; None skips the checks that need it.
    """

    agency_id: str
    service: Service
    secret: bytes
    caller: Caller
    _: KW_ONLY
    sends_applications: bool
    account: AccountCredentials | None

    def run(self) -> Iterator[Result]:
        """Run the checks and yield each result at once."""
        if self.service.application_forms:
            yield from self._check_applications(self.service.application_forms[0])
        if self.service.accounts:
            yield from self._check_accounts()

    def _check(self, name: str, run: Callable[[], Answer | None]) -> Result:
        return run_check(self.service.id, name, run)

    def _check_applications(self, form: ApplicationForm) -> Iterator[Result]:
        own_id = f"conformance-{uuid.uuid4()}"
        yield self._check(
            "takes the withdrawal of an unknown application with 204", lambda: self._withdraw(own_id)
        )
        yield self._check(
            "refuses a form that it does not have", lambda: self._expect_unknown_form_refusal(form, own_id)
        )
        if not self.sends_applications:
            yield Result(
                self.service.id,
                "takes an application, once",
                "skipped",
                "none is sent without being asked for",
                "Let one be sent and withdrawn: --applications.",
            )
            return
        yield self._check(f"takes an application of {form.id}", lambda: self._apply(form, own_id, 1)[0])
        yield self._check(
            "says the same to the same one again", lambda: self._expect_same_answer(form, own_id)
        )
        yield self._check("takes it again with more information", lambda: self._apply(form, own_id, 2)[0])
        yield self._check("takes its withdrawal with 204", lambda: self._withdraw(own_id))
        yield self._check("takes that a second time with 204", lambda: self._withdraw(own_id))

    def _check_accounts(self) -> Iterator[Result]:
        yield self._check(
            "refuses an account of nobody", lambda: self._expect_link_refusal(_NOBODY, _WRONG_PASSWORD)
        )
        yield self._check(
            "refuses another password for an unknown account", self._expect_unknown_account_refusal
        )
        yield self._check(
            "takes the end of an unknown account with 204",
            lambda: self._expect_no_content(protocol.ACCOUNT_UNLINK, {"reference": _NOBODY}),
        )
        yield self._check(
            "takes it with 204 that nobody forgot a password",
            lambda: self._expect_no_content(protocol.ACCOUNT_FORGOTTEN_PASSWORD, {"userName": _NOBODY}),
        )
        account = self.account
        if account is None:
            yield Result(
                self.service.id,
                "knows name and password of an account",
                "skipped",
                "no account is given",
                "Give one: --account NAME, with its password in AGENCY_ACCOUNT_PASSWORD.",
            )
            return
        references: list[str | None] = []

        def link() -> Answer:
            answer, reported = self._link(account.user_name, account.password)
            if reported.outcome != "done" or not reported.reference:
                raise Broken(
                    f"it said {reported.outcome}",
                    "Answer done, with your reference of the account, when both are right.",
                )
            references.append(reported.reference)
            if len(set(references)) > 1:
                raise Broken(
                    "the reference is another one now",
                    "Derive it from your account: it has to stay the same.",
                )
            return answer

        yield self._check("knows name and password of an account", link)
        yield self._check("gives the same reference again", link)
        yield self._check(
            "refuses the account when the password is wrong",
            lambda: self._expect_link_refusal(account.user_name, _WRONG_PASSWORD),
        )

    def _apply(
        self, form: ApplicationForm, own_id: str, submission: int
    ) -> tuple[Answer, protocol.ApplicationAnswer]:
        answer = self._send(protocol.APPLICATION, _make_application(self.service, form, own_id, submission))
        remedy = 'Answer 200 with {"received": true}, and your reference if there is one.'
        return answer, read_answer(answer, protocol.ApplicationAnswer, remedy)

    def _expect_same_answer(self, form: ApplicationForm, own_id: str) -> Answer:
        _, first = self._apply(form, own_id, 1)
        answer, second = self._apply(form, own_id, 1)
        if first != second:
            raise Broken(
                "the answer is another one",
                "Know an application by applicationId and submission: the portal sends it again if in doubt.",
            )
        return answer

    def _expect_unknown_form_refusal(self, form: ApplicationForm, own_id: str) -> Answer:
        content = _make_application(self.service, form, own_id, 1)
        unknown = content.model_copy(update={"form_id": f"{self.service.id}-conformance-no-form"})
        answer = self._send(protocol.APPLICATION, unknown)
        check_transport(answer)
        if not 400 <= answer.status < 500 or answer.status in (401, 403):
            raise Broken(
                f"it answered {answer.status} instead of 400", "Answer 400 for a form that you do not have."
            )
        return answer

    def _withdraw(self, own_id: str) -> Answer:
        return self._expect_no_content(protocol.APPLICATION_WITHDRAWAL, {"applicationId": own_id})

    def _link(self, user_name: str, password: str) -> tuple[Answer, protocol.AccountAnswer]:
        return self._ask(protocol.ACCOUNT_LINK, {"userName": user_name, "password": password})

    def _expect_link_refusal(self, user_name: str, password: str) -> Answer:
        answer, reported = self._link(user_name, password)
        _expect_refusal(reported)
        return answer

    def _expect_unknown_account_refusal(self) -> Answer:
        passwords = {"currentPassword": _WRONG_PASSWORD, "newPassword": f"{_WRONG_PASSWORD} either"}
        answer, reported = self._ask(protocol.ACCOUNT_PASSWORD, {"reference": _NOBODY} | passwords)
        _expect_refusal(reported)
        return answer

    def _ask(self, call: str, content: dict[str, str]) -> tuple[Answer, protocol.AccountAnswer]:
        answer = self._post(call, content)
        return answer, read_answer(
            answer, protocol.AccountAnswer, "Answer 200 with an outcome of the protocol."
        )

    def _expect_no_content(self, call: str, content: dict[str, str]) -> Answer:
        answer = self._post(call, content)
        check_status(
            answer, 204, "Answer 204 also when there is nothing to do, so that nothing is told by it."
        )
        return answer

    def _send(self, call: str, content: protocol.ApplicationRequest) -> Answer:
        return self._send_signed(call, content.model_dump(mode="json", by_alias=True))

    def _post(self, call: str, content: dict[str, str]) -> Answer:
        return self._send_signed(call, {"serviceId": self.service.id, **content})

    def _send_signed(self, call: str, content: dict[str, object] | dict[str, str]) -> Answer:
        made = make_call("POST", f"{self.service.endpoint}/{call}", content)
        return self.caller.send(sign_call(made, self.agency_id, self.secret))


def _expect_refusal(reported: protocol.AccountAnswer) -> None:
    if reported.outcome != "refused" or reported.reference is not None:
        raise Broken(
            f"it said {reported.outcome}",
            "Answer refused, without a reference, whichever of name and password is wrong.",
        )


def _make_application(
    service: Service, form: ApplicationForm, own_id: str, submission: int
) -> protocol.ApplicationRequest:
    """Return an application of a made-up business, with every required question answered and no file."""
    answers = {field.name: _make_sample(field) for field in list_fields(form)}
    shown = list_shown_fields(form, answers)
    return protocol.ApplicationRequest(
        service_id=service.id,
        application_id=own_id,
        submission=submission,
        form_id=form.id,
        submitted_at=datetime.now(UTC),
        business=protocol.ApplyingBusiness(
            id=f"{own_id}-business",
            name="Conformance test",
            entity_type=form.entity_types[0] if form.entity_types else "llc",
            county_id="maricopa",
        ),
        applicant=protocol.Applicant(name="Conformance test", email="conformance@example.com"),
        answers={field.name: answers[field.name] for field in shown},
        documents=[],
    )


def _make_sample(field: FormField) -> str:
    match field.kind:
        case "choice":
            return field.choices[0].value
        case "number":
            return str(field.minimum or 0)
        case "money":
            return f"{field.minimum or 0}.00"
        case "address":
            return write_record(_ADDRESS)
        case "people":
            person = (
                {"name": "Conformance test"}
                | ({"role": field.choices[0].value} if field.choices else {})
                | ({"address": _ADDRESS} if field.has_address else {})
            )
            return write_record([person] * max(1, get_least_people(field)))
        case _:
            return _SAMPLES[field.kind][: field.max_length]
