"""The cases of the conformance test; conformance_cases.yaml has their lines, calls, statuses and remedies.

No address and no registration is sent, because that would change the agency's data; an application, a reply
and the password of an account only on request.
"""

import json
import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import yaml
from pydantic import BaseModel

from domains.agencies import protocol
from domains.agencies.manifest import Service
from domains.agencies.manifest_forms import ApplicationForm
from domains.agencies.values import check_match, read_field_value, read_portrait, read_record
from infrastructure.operations.agencies.caller import Broken, Call, Signature
from infrastructure.operations.agencies.conformance_samples import (
    KnownPerson,
    list_other_spellings,
    list_similar_people,
    make_application,
    make_other_value,
    make_unknown_identity,
    make_unknown_person,
)

_UNKNOWN_REFERENCE = "conformance-nobodys-record"
_NOBODY = "conformance-nobody"
_WRONG_PASSWORD = "conformance: not the password"  # noqa: S105 -- nobody's
_SIGNATURES: Mapping[str, Signature] = {
    "other-secret": Signature(secret=b"not the secret of this agency at all"),
    "old": Signature(age=timedelta(seconds=120)),
    "future": Signature(age=timedelta(seconds=-60)),
    "other-tag": Signature(tag="something-else"),
    "other-address": Signature(target=protocol.DISCONNECT),
    "uncovered-body": Signature(covered=("@method", "@target-uri", "content-type")),
}
_ANSWERS: Mapping[str, type[BaseModel]] = {
    protocol.HEALTH: protocol.HealthAnswer,
    protocol.MATCH: protocol.MatchAnswer,
    protocol.SERVICE_DATA: protocol.ServiceDataAnswer,
    protocol.FIELD_VALUE: protocol.FieldValueAnswer,
    protocol.PORTRAIT: protocol.PortraitAnswer,
    protocol.REPLY: protocol.ReplyAnswer,
    protocol.APPLICATION: protocol.ApplicationAnswer,
    protocol.ACCOUNT_LINK: protocol.AccountAnswer,
    protocol.ACCOUNT_PASSWORD: protocol.AccountAnswer,
}

Sign = Callable[..., Call]
"""Adds a signature to a call, a valid one without the argument `signature`."""


@dataclass(frozen=True, slots=True)
class Result:
    """Line of the report."""

    subject: str
    check: str
    outcome: Literal["passed", "failed", "skipped"]
    detail: str = ""
    remedy: str = ""
    seconds: float | None = None

    def format(self) -> str:
        mark = {"passed": "✓", "failed": "✗", "skipped": "–"}[self.outcome]
        took = "" if self.seconds is None else f" ({self.seconds * 1000:.0f} ms)"
        line = f"  {mark} {self.check}{took}"
        if self.detail:
            line += f": {self.detail}"
        return f"{line}\n      → {self.remedy}" if self.remedy else line


@dataclass(frozen=True, slots=True)
class Case:
    """A call, and the answer that the protocol wants."""

    row: Mapping[str, Any]  # of conformance_cases.yaml
    name: str
    content: Mapping[str, Any] | None  # JSON body; None for a call that reads
    # Takes the body's value, and raises `Broken`, `WrongRecord` or `MalformedAnswer`.
    check: Callable[[Any], object] | None = None
    make: Callable[[Call, Sign], Call] = lambda call, sign: sign(call)  # makes the call that is sent
    alike: list[bytes] | None = None  # bodies of earlier answers, which must be as this one
    is_repeated: bool = False  # the same call is sent once before, and answered 200

    @property
    def statuses(self) -> Sequence[int]:
        """Accepted ones; the first one is the protocol's."""
        if others := self.row.get("any_4xx_but"):
            return [status for status in range(400, 500) if status not in others]
        statuses: Sequence[int] = self.row.get("statuses", [200])
        return statuses

    @property
    def model(self) -> type[BaseModel] | None:
        """The model of the body; None where only the status counts."""
        return _ANSWERS[self.row["call"]] if self.statuses == [200] else None


Cases = Iterator[Case | Result]
"""Cases, and results of skipped ones. A case is run before the next one is made, which can depend on it."""


@cache
def _read_rows() -> Any:
    return yaml.safe_load(Path(__file__).with_name("conformance_cases.yaml").read_text(encoding="utf-8"))


def _make(
    key: str,
    content: Mapping[str, Any] | None,
    check: Callable[[Any], object] | None = None,
    about: str = "",
    **options: Any,
) -> Case:
    """Return a case of conformance_cases.yaml, whose line says what it is about."""
    row = _read_rows()[key]
    return Case(row, row["name"].format(about=about), content, check, **options)


def _skip(key: str, service: Service) -> Result:
    row = _read_rows()[key]
    remedy = row.get("remedy", "").format(service=service.id)
    return Result(service.id, row["name"], "skipped", row["detail"], remedy)


class AccountCredentials(NamedTuple):
    """An account that the agency has."""

    user_name: str
    password: str


def list_signature_cases(service: Service) -> Cases:
    """List the cases of an endpoint, by the example of one of its services."""
    yield _make("health", None)
    content = _match(service, make_unknown_identity(service), make_unknown_person(service))
    other = json.dumps({**content, "serviceId": "another"}).encode()

    def change_digest(call: Call, sign: Sign) -> Call:
        signed, changed = sign(call), sign(replace(call, body=other))
        digest = {"Content-Digest": changed.headers["Content-Digest"]}
        return replace(signed, body=other, headers={**signed.headers, **digest})

    yield _make("unsigned", content, make=lambda call, _: call)
    yield _make("unsigned-health", None, make=lambda call, _: call)
    for key, signature in _SIGNATURES.items():
        yield _make(key, content, make=lambda call, sign, made=signature: sign(call, signature=made))
    yield _make("changed-body", content, make=lambda call, sign: replace(sign(call), body=other))
    yield _make("changed-digest", content, make=change_digest)
    yield _make("repeated", content, is_repeated=True)
    broken = b'{"serviceId": '
    yield _make("not-json", content, make=lambda call, sign: sign(replace(call, body=broken)))


@dataclass(frozen=True, slots=True)
class ServiceCases:
    """The cases of one service."""

    service: Service
    known: KnownPerson | None
    sends_applications: bool
    sends_replies: bool
    account: AccountCredentials | None

    def list_all(self) -> Cases:
        service = self.service
        if service.application_forms:
            yield from self._list_application_cases(service.application_forms[0])
        if service.accounts:
            yield from self._list_account_cases()
        if not service.identity_fields:
            yield _skip("no-identity", service)
            return
        bodies: list[bytes] = []
        nobody = _match(service, make_unknown_identity(service), make_unknown_person(service))
        yield _make("nobody", nobody, _expect_no_match, alike=bodies)
        unknown = self._make_content(reference=_UNKNOWN_REFERENCE)
        yield _make("unknown-reference", {**unknown, "accounts": 1})
        yield _make("unknown-end", unknown)
        if self._takes_replies():
            yield _make("unknown-reply", self._make_reply(_UNKNOWN_REFERENCE, "conformance-reply"))
        if self.known:
            yield from self._list_person_cases(self.known, bodies)
        else:
            yield _skip("no-person", service)

    def _list_person_cases(self, known: KnownPerson, bodies: list[bytes]) -> Cases:
        service, person = self.service, known.person
        if fault := _find_fault(service, known):
            yield Result(service.id, "finds the person", "failed", *fault)
            return

        def match(**changes: Any) -> Mapping[str, Any]:
            asked = known.model_copy(update=changes)
            sent = _to_json(asked.person) if asked.person and service.matches_person else None
            return _match(service, asked.identity, sent)

        found: list[str] = []
        keep = partial(_keep_reference, found)
        yield _make("found", match(), keep)
        if not found:
            return
        yield _make("found-again", match(), keep)
        for field in service.identity_fields:
            wrong = {**known.identity, field.name: make_other_value(field, known.identity[field.name])}
            yield _make("wrong-value", match(identity=wrong), _expect_no_match, field.name)
        similar = list_similar_people(person) if person else {}
        if person and service.matches_person:
            for name, other in similar.items():
                asked = match(person=other)
                yield _make("other-person", asked, _expect_no_match_of_other, name, alike=bodies)
            for name, same in list_other_spellings(person).items():
                yield _make("other-spelling", match(person=same), keep, name)
        reference = self._make_content(reference=found[0])
        data = {**reference, "accounts": 1}
        yield _make(
            "service-data", data, lambda answer: read_record(service, found[0], answer, datetime.now(UTC))
        )
        for shown in (field for field in service.display_fields if field.reveal):
            check = partial(read_field_value, shown, found[0])
            yield _make("field-value", {**reference, "field": shown.name}, check, shown.name)
        if service.has_portrait and person:
            asked = {**reference, "person": _to_json(person)}
            yield _make("portrait", asked, partial(read_portrait, found[0]))
            for name, other in similar.items():
                yield _make("no-portrait", {**reference, "person": _to_json(other)}, about=name)
        if self._takes_replies():
            yield from self._list_reply_cases(found[0])
        yield _make("links", data, partial(_check_links, service, known))
        yield _make("end", reference)
        yield _make("second-end", reference)
        yield _make("found-after-end", match(), keep)

    def _list_reply_cases(self, reference: str) -> Cases:
        if not self.sends_replies:
            yield _skip("no-replies", self.service)
            return
        content = self._make_reply(reference, f"conformance-{uuid.uuid4()}")
        same = _expect_same("answer", "Know a reply by replyId: the portal sends it again if in doubt.")
        yield _make("reply", content, same)
        yield _make("same-reply", content, same)

    def _list_application_cases(self, form: ApplicationForm) -> Cases:
        service, own_id = self.service, f"conformance-{uuid.uuid4()}"
        withdrawal = self._make_content(applicationId=own_id)
        first, second = (_to_json(make_application(service, form, own_id, number)) for number in (1, 2))
        yield _make("unknown-withdrawal", withdrawal)
        yield _make("unknown-form", {**first, "formId": f"{service.id}-conformance-no-form"})
        if not self.sends_applications:
            yield _skip("no-applications", service)
            return
        same = _expect_same(
            "answer",
            "Know an application by applicationId and submission: the portal sends it again if in doubt.",
        )
        yield _make("application", first, same, form.id)
        yield _make("same-application", first, same)
        yield _make("second-application", second)
        yield _make("withdrawal", withdrawal)
        yield _make("second-withdrawal", withdrawal)

    def _list_account_cases(self) -> Cases:
        nobody = self._make_content(userName=_NOBODY, password=_WRONG_PASSWORD)
        unknown = self._make_content(reference=_NOBODY)
        passwords = {"currentPassword": _WRONG_PASSWORD, "newPassword": f"{_WRONG_PASSWORD} either"}
        yield _make("unknown-account", nobody, _expect_refusal)
        yield _make("unknown-password", {**unknown, **passwords}, _expect_refusal)
        yield _make("unknown-unlink", unknown)
        yield _make("unknown-user", self._make_content(userName=_NOBODY))
        if self.account is None:
            yield _skip("no-account", self.service)
            return
        same = _expect_same("reference", "Derive it from your account: it has to stay the same.")

        def check(answer: protocol.AccountAnswer) -> None:
            if answer.outcome != "done" or not answer.reference:
                raise Broken(
                    f"it said {answer.outcome}",
                    "Answer done, with your reference of the account, when both are right.",
                )
            same(answer.reference)

        asked = self._make_content(userName=self.account.user_name, password=self.account.password)
        yield _make("account", asked, check)
        yield _make("same-account", asked, check)
        yield _make("wrong-password", {**asked, "password": _WRONG_PASSWORD}, _expect_refusal)

    def _make_content(self, **content: str) -> Mapping[str, str]:
        return {"serviceId": self.service.id, **content}

    def _takes_replies(self) -> bool:
        return any(each.accepts_replies for each in self.service.message_types)

    def _make_reply(self, reference: str, reply_id: str) -> Mapping[str, Any]:
        sent = {"reference": reference, "replyId": reply_id, "messageId": "conformance-message"}
        text = {"text": "Conformance test", "language": "en", "sentAt": datetime.now(UTC).isoformat()}
        return {**self._make_content(**sent, **text), "files": []}


def _match(
    service: Service, identity: Mapping[str, str], person: Mapping[str, Any] | None
) -> Mapping[str, Any]:
    return {"serviceId": service.id, "identity": dict(identity), "person": person}


def _to_json(model: BaseModel) -> dict[str, Any]:
    return model.model_dump(mode="json", by_alias=True)


def _expect_same(what: str, remedy: str) -> Callable[[Any], None]:
    """Return a check that a value is the same in each of several answers."""
    values: list[Any] = []

    def check(value: Any) -> None:
        values.append(value)
        if value != values[0]:
            raise Broken(f"the {what} is another one", remedy)

    return check


def _find_fault(service: Service, known: KnownPerson) -> tuple[str, str] | None:
    """Return why a person cannot be asked for, and the remedy."""
    names = [field.name for field in service.identity_fields]
    if known.identity.keys() != set(names):
        return "the values given are not those of the manifest", f"Give exactly: {', '.join(names)}."
    if known.person is None and service.matches_person:
        return (
            "it is not said whose record it is",
            "Give --person legalFirstName=…, legalLastName=… and dateOfBirth=…, or say matchesPerson: "
            "false in the manifest where you cannot compare them.",
        )
    return None


def _keep_reference(found: list[str], match: protocol.MatchAnswer) -> None:
    """Keep the reference of a record, which must be the same each time."""
    if not match.matched:
        raise Broken(
            "it found nobody", "Look the person up by these values; the portal sends them tidied, as text."
        )
    check_match(match)
    found.append(match.reference or "")
    if found[-1] != found[0]:
        raise Broken(
            "the reference is another one",
            "Derive it from your record, because the portal tells connections apart by it.",
        )


def _expect_no_match(match: protocol.MatchAnswer) -> None:
    if match.matched:
        raise Broken("it found somebody", "Every value must be right before a record is found.")


def _expect_no_match_of_other(match: protocol.MatchAnswer) -> None:
    if match.matched:
        raise Broken(
            "it found the record of somebody else",
            "Compare legal name and date of birth with whose record it is; nearly right is wrong.",
        )


def _expect_refusal(answer: protocol.AccountAnswer) -> None:
    if answer.outcome != "refused" or answer.reference is not None:
        raise Broken(
            f"it said {answer.outcome}",
            "Answer refused, without a reference, whichever of name and password is wrong.",
        )


def _check_links(service: Service, known: KnownPerson, data: protocol.ServiceDataAnswer) -> None:
    secrets = {*known.identity.values()}
    if known.person:
        secrets.add(known.person.date_of_birth.isoformat())
    for action in service.actions:
        for name in re.findall(r"{(\w+)}", action.url):
            if data.fields.get(name) in list(secrets):
                raise Broken(
                    f"the link of {action.id} would carry {name}, by which the person is found",
                    "Take it out of the link: addresses are kept in many places.",
                )
