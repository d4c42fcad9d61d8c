"""The cases of the conformance test, each a line of the report with a remedy.

No address and no registration is sent, because that would change the agency's data; an application, a reply
and the password of an account only on request.
"""

import json
import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal

from pydantic import BaseModel

from domains.agencies import protocol
from domains.agencies.manifest import ApplicationForm, Service
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
# The first one is the protocol's, and every other one refuses the call too.
_REFUSED = tuple(status for status in range(400, 500) if status != 401)
# Faults of signatures, each with the remedy.
_SIGNATURES: Sequence[tuple[str, Signature, str]] = (
    (
        "a signature made with another secret",
        Signature(secret=b"not the secret of this agency at all"),
        "Compare the HMAC of the signature base with your secret.",
    ),
    (
        "a call that is two minutes old",
        Signature(age=timedelta(seconds=120)),
        "Refuse when `created` is more than 60 s ago or `expires` is over.",
    ),
    (
        "a call from the future",
        Signature(age=timedelta(seconds=-60)),
        "Refuse when `created` is more than 5 s ahead; keep your clock right by NTP.",
    ),
    (
        "a signature with another tag",
        Signature(tag="something-else"),
        "Take only signatures with the tag saguaro-portal.",
    ),
    (
        "a signature for another address",
        Signature(target=protocol.DISCONNECT),
        "Put the address that was called into the signature base as @target-uri.",
    ),
    (
        "a signature that does not cover the body",
        Signature(covered=("@method", "@target-uri", "content-type")),
        "Require @method, @target-uri, content-type and content-digest among the covered components.",
    ),
)
_NOTHING_TO_DO = "Answer 204 also when there is nothing to do: the portal tells you again if in doubt."
_RECEIVED = 'Answer 200 with {"received": true}, and your reference if there is one.'

Sign = Callable[[Call], Call]
"""Adds a valid signature."""


@dataclass(frozen=True, slots=True)
class Result:
    """Line of the report.

    Attributes:
        detail: the observed fault, if the check did not pass.
        remedy: how to fix it.
    """

    subject: str
    check: str
    outcome: Literal["passed", "failed", "skipped"]
    detail: str = ""
    remedy: str = ""
    seconds: float | None = None

    def format(self) -> str:
        """Format the line for a terminal."""
        mark = {"passed": "✓", "failed": "✗", "skipped": "–"}[self.outcome]
        took = "" if self.seconds is None else f" ({self.seconds * 1000:.0f} ms)"
        line = f"  {mark} {self.check}{took}"
        if self.detail:
            line += f": {self.detail}"
        return f"{line}\n      → {self.remedy}" if self.remedy else line


@dataclass(frozen=True, slots=True)
class Case:
    """A call, and the answer that the protocol wants.

    Attributes:
        call: last part of the address.
        content: JSON body; None for a call that reads.
        remedy: for an answer with another status or shape.
        statuses: the first one is the protocol's, others are as good.
        model: of the body; None where only the status counts.
        check: takes the body's value, and raises `Broken`, `WrongRecord` or `MalformedAnswer`.
        values: remedy for malformed values; empty if it is `remedy`.
        make: makes the call that is sent.
        alike: bodies of earlier answers, which must be as this one.
        is_repeated: the same call is sent once before, and answered 200.
    """

    name: str
    call: str
    content: Mapping[str, Any] | None
    remedy: str
    _: KW_ONLY
    statuses: Sequence[int] = (200,)
    model: type[BaseModel] | None = None
    check: Callable[[Any], object] | None = None
    values: str = ""
    make: Callable[[Call, Sign], Call] | None = None
    alike: list[bytes] | None = None
    is_repeated: bool = False


Cases = Iterator[Case | Result]
"""Cases, and results of skipped ones. A case is run before the next one is made, which can depend on it."""


@dataclass(frozen=True, slots=True)
class AccountCredentials:
    """An account that the agency has."""

    user_name: str
    password: str


@dataclass(frozen=True, slots=True)
class ServiceCases:
    """The cases of one service.

    Attributes:
        known: a person whom the agency finds; None skips the cases that need one.
        sends_applications: whether to send an application, which stays at the agency as withdrawn.
        sends_replies: whether a reply may be sent, which somebody at the agency would read.
        account: an existing one; None skips the cases that need it.
    """

    service: Service
    known: KnownPerson | None
    sends_applications: bool
    sends_replies: bool
    account: AccountCredentials | None

    def list_all(self) -> Cases:
        """Yield the cases."""
        service = self.service
        if service.application_forms:
            yield from self._list_application_cases(service.application_forms[0])
        if service.accounts:
            yield from self._list_account_cases()
        if not service.identity_fields:
            yield Result(service.id, "asks for no identity", "skipped", "there is nothing to match")
            return
        nobody = _match(service, make_unknown_identity(service), make_unknown_person(service))
        bodies: list[bytes] = []
        yield Case("finds nobody for values of nobody", **nobody, check=_expect_no_match, alike=bodies)
        unknown = {"serviceId": service.id, "reference": _UNKNOWN_REFERENCE}
        yield Case(
            "says 404 or 410 for an unknown reference",
            protocol.SERVICE_DATA,
            unknown | {"accounts": 1},
            "Answer 410 for a record that is not the person's any more.",
            statuses=(410, 404),
        )
        yield _end("takes the end of an unknown connection with 204", protocol.DISCONNECT, unknown)
        if _takes_replies(service):
            yield Case(
                "declines a reply about an unknown reference",
                protocol.REPLY,
                _make_reply(service, _UNKNOWN_REFERENCE, "conformance-reply"),
                "Answer 410 for a record that you do not have, so that the portal stops sending.",
                statuses=(410, 409),
            )
        if self.known:
            yield from self._list_person_cases(self.known, bodies)
            return
        yield Result(
            service.id,
            "finds a person, and what it holds",
            "skipped",
            "no identity values are given",
            f"Give them: --service {service.id} --identity name=value, or all in a file: --people FILE.",
        )

    def _list_person_cases(self, known: KnownPerson, bodies: list[bytes]) -> Cases:
        service = self.service
        if fault := _find_fault(service, known):
            yield Result(service.id, "finds the person", "failed", *fault)
            return
        person = known.person
        match = partial(_match_known, service)
        found: list[str] = []
        yield Case("finds the person", **match(known), check=partial(_keep_reference, found))
        if not found:
            return
        again = partial(_keep_reference, found)
        reference = {"serviceId": service.id, "reference": found[0]}
        yield Case("gives the same reference again", **match(known), check=again)
        for field in service.identity_fields:
            wrong = {**known.identity, field.name: make_other_value(field, known.identity[field.name])}
            yield Case(
                f"finds nobody when {field.name} is wrong",
                **match(KnownPerson(identity=wrong, person=person)),
                check=_expect_no_match,
            )
        similar = list_similar_people(person) if person else {}
        if person and service.matches_person:
            for name, other in similar.items():
                yield Case(
                    f"answers {name} as if there were no record",
                    **match(KnownPerson(identity=known.identity, person=other)),
                    check=_expect_no_match_of_other,
                    alike=bodies,
                )
            for name, same in list_other_spellings(person).items():
                spelled = KnownPerson(identity=known.identity, person=same)
                yield Case(f"finds the person {name}", **match(spelled), check=again)
        data: dict[str, Any] = {
            "call": protocol.SERVICE_DATA,
            "content": reference | {"accounts": 1},
            "remedy": "Answer reference, asOf and fields as the protocol says.",
            "model": protocol.ServiceDataAnswer,
        }
        yield Case(
            "answers service data as the manifest says",
            **data,
            check=lambda answer: read_record(service, found[0], answer, datetime.now(UTC)),
            values="Dates as 2026-11-30, amounts as text such as 435.67, states by code, asOf with a time "
            "zone.",
        )
        for shown in (field for field in service.display_fields if field.reveal):
            yield Case(
                f"gives the whole value of {shown.name}",
                protocol.FIELD_VALUE,
                reference | {"field": shown.name},
                "Answer reference, field and value.",
                model=protocol.FieldValueAnswer,
                check=partial(read_field_value, shown, found[0]),
                values="Answer the value of the field that was asked for, unmasked.",
            )
        if service.has_portrait and person:
            yield Case(
                "gives the picture of the person",
                protocol.PORTRAIT,
                reference | {"person": _to_json(person)},
                "Answer reference and picture.",
                model=protocol.PortraitAnswer,
                check=partial(read_portrait, found[0]),
                values="Answer a JPEG or PNG as Base64.",
            )
            for name, other in similar.items():
                yield Case(
                    f"gives {name} no picture",
                    protocol.PORTRAIT,
                    reference | {"person": _to_json(other)},
                    "Compare the person with whose record it is, as in match.",
                    statuses=(404,),
                )
        if _takes_replies(service):
            yield from self._list_reply_cases(found[0])
        yield Case("offers links that name nobody", **data, check=partial(_check_links, service, known))
        yield _end("takes the end of the connection with 204", protocol.DISCONNECT, reference)
        yield _end("takes it a second time with 204", protocol.DISCONNECT, reference)
        yield Case("finds the person again after that", **match(known), check=again)

    def _list_reply_cases(self, reference: str) -> Cases:
        service = self.service
        if not self.sends_replies:
            yield Result(
                service.id,
                "takes a reply, once",
                "skipped",
                "none is sent without being asked for",
                "Let one be sent, which somebody at the agency may read: --replies.",
            )
            return
        content = _make_reply(service, reference, f"conformance-{uuid.uuid4()}")
        same = _Same("answer", "Know a reply by replyId: the portal sends it again if in doubt.")
        for name in ("takes a reply", "says the same to the same reply again"):
            yield Case(name, protocol.REPLY, content, _RECEIVED, model=protocol.ReplyAnswer, check=same)

    def _list_application_cases(self, form: ApplicationForm) -> Cases:
        service = self.service
        own_id = f"conformance-{uuid.uuid4()}"
        withdrawal = {"serviceId": service.id, "applicationId": own_id}
        withdraw = partial(_end, call=protocol.APPLICATION_WITHDRAWAL, content=withdrawal)
        first, second = (_to_json(make_application(service, form, own_id, number)) for number in (1, 2))
        yield withdraw("takes the withdrawal of an unknown application with 204")
        yield Case(
            "refuses a form that it does not have",
            protocol.APPLICATION,
            first | {"formId": f"{service.id}-conformance-no-form"},
            "Answer 400 for a form that you do not have.",
            statuses=tuple(status for status in _REFUSED if status != 403),
        )
        if not self.sends_applications:
            yield Result(
                service.id,
                "takes an application, once",
                "skipped",
                "none is sent without being asked for",
                "Let one be sent and withdrawn: --applications.",
            )
            return
        same = _Same(
            "answer",
            "Know an application by applicationId and submission: the portal sends it again if in doubt.",
        )
        for name, content, check in (
            (f"takes an application of {form.id}", first, same),
            ("says the same to the same one again", first, same),
            ("takes it again with more information", second, None),
        ):
            yield Case(
                name, protocol.APPLICATION, content, _RECEIVED, model=protocol.ApplicationAnswer, check=check
            )
        yield withdraw("takes its withdrawal with 204")
        yield withdraw("takes that a second time with 204")

    def _list_account_cases(self) -> Cases:
        service = self.service

        def ask(name: str, call: str, check: Callable[[Any], object], **content: str) -> Case:
            return Case(
                name,
                call,
                {"serviceId": service.id, **content},
                "Answer 200 with an outcome of the protocol.",
                model=protocol.AccountAnswer,
                check=check,
            )

        link, unknown = protocol.ACCOUNT_LINK, {"serviceId": service.id, "reference": _NOBODY}
        refused = partial(ask, check=_expect_refusal)
        yield refused("refuses an account of nobody", link, userName=_NOBODY, password=_WRONG_PASSWORD)
        yield refused(
            "refuses another password for an unknown account",
            protocol.ACCOUNT_PASSWORD,
            reference=_NOBODY,
            currentPassword=_WRONG_PASSWORD,
            newPassword=f"{_WRONG_PASSWORD} either",
        )
        yield _end("takes the end of an unknown account with 204", protocol.ACCOUNT_UNLINK, unknown)
        yield _end(
            "takes it with 204 that nobody forgot a password",
            protocol.ACCOUNT_FORGOTTEN_PASSWORD,
            {"serviceId": service.id, "userName": _NOBODY},
        )
        if self.account is None:
            yield Result(
                service.id,
                "knows name and password of an account",
                "skipped",
                "no account is given",
                "Give one: --account NAME, with its password in AGENCY_ACCOUNT_PASSWORD.",
            )
            return
        name, password = self.account.user_name, self.account.password
        same = _Same("reference", "Derive it from your account: it has to stay the same.")

        def check_link(answer: protocol.AccountAnswer) -> None:
            if answer.outcome != "done" or not answer.reference:
                raise Broken(
                    f"it said {answer.outcome}",
                    "Answer done, with your reference of the account, when both are right.",
                )
            same(answer.reference)

        for check in ("knows name and password of an account", "gives the same reference again"):
            yield ask(check, link, check_link, userName=name, password=password)
        yield refused(
            "refuses the account when the password is wrong", link, userName=name, password=_WRONG_PASSWORD
        )


def list_signature_cases(service: Service) -> Cases:
    """List the cases of an endpoint, by the example of one of its services."""
    health: dict[str, Any] = {"call": protocol.HEALTH, "content": None}
    yield Case(
        "health answers", **health, remedy='Answer 200 with {"status": "ok"}.', model=protocol.HealthAnswer
    )
    match = _match(service, make_unknown_identity(service), make_unknown_person(service))
    other = json.dumps({**match["content"], "serviceId": "another"}).encode()

    def refuse(name: str, remedy: str, make: Callable[[Call, Sign], Call], **changes: Any) -> Case:
        options = {"call": match["call"], "content": match["content"], **changes}
        return Case(f"refuses {name}", remedy=remedy, statuses=(401,), make=make, **options)

    def change_digest(call: Call, sign: Sign) -> Call:
        digest = sign(replace(call, body=other)).headers["Content-Digest"]
        signed = sign(call)
        return replace(signed, body=other, headers={**signed.headers, "Content-Digest": digest})

    yield refuse("a call without a signature", "Answer 401 when Signature is missing.", lambda call, _: call)
    yield refuse(
        "health without a signature", "Check the signature of health too.", lambda call, _: call, **health
    )
    for name, signature, remedy in _SIGNATURES:
        yield refuse(name, remedy, partial(_sign_otherwise, signature))
    yield refuse(
        "a body that was changed on the way",
        "Compare Content-Digest with the SHA-256 of the body that arrived.",
        lambda call, sign: replace(sign(call), body=other),
    )
    yield refuse(
        "a changed body with a digest to match",
        "Check the signature over Content-Digest, and not the digest alone.",
        change_digest,
    )
    yield refuse(
        "the same call a second time",
        "Remember each nonce until its signature has expired, in all processes.",
        lambda call, sign: sign(call),
        is_repeated=True,
    )
    yield Case(
        "refuses a body that is not JSON",
        match["call"],
        match["content"],
        "Answer 400 for what you cannot read.",
        statuses=_REFUSED,
        make=lambda call, sign: sign(replace(call, body=b'{"serviceId": ')),
    )


def _sign_otherwise(signature: Signature, call: Call, sign: Any) -> Call:
    signed: Call = sign(call, signature=signature)
    return signed


def _match(service: Service, identity: Mapping[str, str], person: Mapping[str, Any] | None) -> dict[str, Any]:
    return {
        "call": protocol.MATCH,
        "content": {"serviceId": service.id, "identity": dict(identity), "person": person},
        "remedy": 'Answer 200 with {"matched": false}, or with matched, reference and label.',
        "model": protocol.MatchAnswer,
        "values": "Answer a reference of at most 200 printable characters.",
    }


def _match_known(service: Service, known: KnownPerson) -> dict[str, Any]:
    person = _to_json(known.person) if known.person and service.matches_person else None
    return _match(service, known.identity, person)


def _end(name: str, call: str, content: Mapping[str, Any]) -> Case:
    return Case(name, call, content, _NOTHING_TO_DO, statuses=(204,))


def _takes_replies(service: Service) -> bool:
    return any(each.accepts_replies for each in service.message_types)


def _make_reply(service: Service, reference: str, reply_id: str) -> Mapping[str, Any]:
    return {
        "serviceId": service.id,
        "reference": reference,
        "replyId": reply_id,
        "messageId": "conformance-message",
        "text": "Conformance test",
        "language": "en",
        "sentAt": datetime.now(UTC).isoformat(),
        "files": [],
    }


def _to_json(model: BaseModel) -> dict[str, Any]:
    return model.model_dump(mode="json", by_alias=True)


class _Same:
    """Check that a value is the same in each of several answers."""

    def __init__(self, what: str, remedy: str) -> None:
        self._values: list[Any] = []
        self._broken = Broken(f"the {what} is another one", remedy)

    def __call__(self, value: Any) -> None:
        self._values.append(value)
        if value != self._values[0]:
            raise self._broken


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
