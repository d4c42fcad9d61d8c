"""Does an agency's server speak the protocol? Every rule is one line of a report, with what to do.

An address is never sent, nor a registration, because that would change what the agency holds; an application
only where somebody says so.
"""

import json
import re
import unicodedata
import uuid
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict

from domains.agencies import protocol
from domains.agencies.manifest import DisplayField, IdentityField, Manifest, Service
from domains.agencies.protocol import MatchedPerson
from domains.agencies.values import (
    MalformedAnswer,
    WrongRecord,
    check_match,
    read_field_value,
    read_portrait,
    read_record,
)
from infrastructure.operations.agencies.caller import (
    Answer,
    Call,
    Caller,
    Signature,
    signed,
    unsigned_call,
)
from infrastructure.operations.agencies.checks import Broken, Result, check_transport, read_answer, run_check
from infrastructure.operations.agencies.conformance_business import AccountCredentials, BusinessChecks


class KnownPerson(BaseModel):
    """Person whose record the agency finds.

    Attributes:
        identity: value of each identity field.
        person: as the agency knows them; needed where the manifest says that the agency matches the person.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    identity: dict[str, str]
    person: MatchedPerson | None = None


People = Mapping[str, KnownPerson]
"""People whom the agency finds, by service."""

_UNKNOWN_REFERENCE = "conformance-nobodys-record"


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
        """Prepare; nothing is called yet.

        Args:
            manifest: of the agency; the endpoints are taken from it.
            get_secret: the signing secret by the name of the credentials; None when it is not known.
            people: may be empty; what needs a person is skipped then.
            sends_applications: see `BusinessChecks`.
            sends_replies: whether a reply may be sent, which somebody at the agency would read.
            account: see `BusinessChecks`.
        """
        self._sends_applications = sends_applications
        self._sends_replies = sends_replies
        self._account = account
        self._manifest = manifest
        self._secret_of = get_secret
        self._people = people
        self._caller = caller or Caller()

    def run(self) -> Iterator[Result]:
        """Every result, as soon as it is known."""
        endpoints: dict[tuple[str, str], Service] = {}
        for service in self._manifest.services:
            endpoints.setdefault((service.endpoint, service.credentials), service)
        for (endpoint, credentials), service in endpoints.items():
            secret = self._secret_of(credentials)
            if secret is None:
                yield Result(
                    endpoint,
                    "the signing secret",
                    "failed",
                    f"the secret of the credentials {credentials} is not known",
                    "Register the agency with `add`, or give the secret in AGENCY_SIGNING_SECRET.",
                )
                continue
            yield from self._endpoint_checks(endpoint, service, secret)
            for sharing in self._manifest.services:
                if (sharing.endpoint, sharing.credentials) == (endpoint, credentials):
                    yield from self._service_checks(sharing, secret)

    def _endpoint_checks(self, endpoint: str, service: Service, secret: bytes) -> Iterator[Result]:
        agency_id = self._manifest.agency.id

        def check(name: str, run: Callable[[], Answer | None]) -> Result:
            return run_check(endpoint, name, run)

        health = unsigned_call("GET", f"{endpoint}/{protocol.HEALTH}")
        yield check("health answers", lambda: self._health(signed(health, agency_id, secret)))
        content = {"serviceId": service.id, "identity": _nobody(service), "person": _nobodys_name(service)}
        call = unsigned_call("POST", f"{endpoint}/{protocol.MATCH}", content)

        def refused(name: str, made: Callable[[], Call], remedy: str) -> Result:
            return check(f"refuses {name}", lambda: self._refused(made(), remedy))

        def variant(**changes: Any) -> Callable[[], Call]:
            return lambda: signed(call, agency_id, secret, Signature(**changes))

        yield refused("a call without a signature", lambda: call, "Answer 401 when Signature is missing.")
        yield refused("health without a signature", lambda: health, "Check the signature of health too.")
        yield refused(
            "a signature made with another secret",
            variant(secret=b"not the secret of this agency at all"),
            "Compare the HMAC of the signature base with your secret.",
        )
        yield refused(
            "a call that is two minutes old",
            variant(age=timedelta(seconds=120)),
            "Refuse when `created` is more than 60 s ago or `expires` is over.",
        )
        yield refused(
            "a call from the future",
            variant(age=timedelta(seconds=-60)),
            "Refuse when `created` is more than 5 s ahead; keep your clock right by NTP.",
        )
        yield refused(
            "a signature with another tag",
            variant(tag="something-else"),
            "Take only signatures with the tag saguaro-portal.",
        )
        yield refused(
            "a signature for another address",
            variant(target=f"{endpoint}/{protocol.DISCONNECT}"),
            "Put the address that was called into the signature base as @target-uri.",
        )
        yield refused(
            "a signature that does not cover the body",
            variant(covered=("@method", "@target-uri", "content-type")),
            "Require @method, @target-uri, content-type and content-digest among the covered components.",
        )
        other = json.dumps({**content, "serviceId": "another"}).encode()
        yield refused(
            "a body that was changed on the way",
            lambda: signed(call, agency_id, secret).with_body(other),
            "Compare Content-Digest with the SHA-256 of the body that arrived.",
        )
        digest = signed(call.with_body(other), agency_id, secret).headers["Content-Digest"]
        yield refused(
            "a changed body with a digest to match",
            lambda: signed(call, agency_id, secret).with_body(other).with_header("Content-Digest", digest),
            "Check the signature over Content-Digest, and not the digest alone.",
        )
        yield check("refuses the same call a second time", lambda: self._replayed(call, secret))
        broken = Call("POST", call.url, call.headers, b'{"serviceId": ')
        yield check(
            "refuses a body that is not JSON", lambda: self._bad_request(signed(broken, agency_id, secret))
        )

    def _service_checks(self, service: Service, secret: bytes) -> Iterator[Result]:
        def check(name: str, run: Callable[[], Answer | None]) -> Result:
            return run_check(service.id, name, run)

        yield from BusinessChecks(
            self._manifest.agency.id,
            service,
            secret,
            self._caller,
            sends_applications=self._sends_applications,
            account=self._account,
        ).run()
        if not service.identity_fields:
            yield Result(service.id, "asks for no identity", "skipped", "there is nothing to match")
            return
        asked = _Asked(self._manifest.agency.id, service, secret, self._caller)
        yield check("finds nobody for values of nobody", asked.nobody)
        yield check("says 404 or 410 for an unknown reference", asked.unknown_reference)
        yield check("takes the end of an unknown connection with 204", lambda: asked.end(_UNKNOWN_REFERENCE))
        if asked.takes_replies:
            yield check("declines a reply about an unknown reference", asked.unknown_reply)
        known = self._people.get(service.id)
        if known is None:
            yield Result(
                service.id,
                "finds a person, and what it holds",
                "skipped",
                "no identity values are given",
                f"Give them: --service {service.id} --identity name=value, or all in a file: --people FILE.",
            )
            return
        yield from self._person_checks(asked, known, check)

    def _person_checks(
        self, asked: "_Asked", known: KnownPerson, check: Callable[[str, Callable[[], Answer | None]], Result]
    ) -> Iterator[Result]:
        service = asked.service
        yield check("finds the person", lambda: asked.found(known))
        if asked.reference is None:
            return
        yield check("gives the same reference again", lambda: asked.found_again(known))
        for field in service.identity_fields:
            yield check(
                f"finds nobody when {field.name} is wrong",
                lambda field=field: asked.wrong(known, field),  # type: ignore[misc]
            )
        if known.person is not None and service.matches_person:
            for name, another in _other_people(known.person).items():
                yield check(
                    f"answers {name} as if there were no record",
                    lambda another=another: asked.somebody_else(known, another),  # type: ignore[misc]
                )
            for name, same in _other_spellings(known.person).items():
                yield check(
                    f"finds the person {name}",
                    lambda same=same: asked.found_again(KnownPerson(identity=known.identity, person=same)),  # type: ignore[misc]
                )
        reference = asked.reference
        yield check("answers service data as the manifest says", lambda: asked.service_data(reference))
        for shown in (field for field in service.display_fields if field.reveal):
            yield check(
                f"gives the whole value of {shown.name}",
                lambda shown=shown: asked.field_value(reference, shown),  # type: ignore[misc]
            )
        if service.has_portrait and known.person is not None:
            person = known.person
            yield check("gives the picture of the person", lambda: asked.portrait(reference, person))
            for name, another in _other_people(person).items():
                yield check(
                    f"gives {name} no picture",
                    lambda another=another: asked.no_portrait(reference, another),  # type: ignore[misc]
                )
        if asked.takes_replies:
            yield from self._reply_checks(asked, reference, check)
        yield check("offers links that name nobody", lambda: asked.links(reference, known))
        yield check("takes the end of the connection with 204", lambda: asked.end(reference))
        yield check("takes it a second time with 204", lambda: asked.end(reference))
        yield check("finds the person again after that", lambda: asked.found_again(known))

    def _reply_checks(
        self, asked: "_Asked", reference: str, check: Callable[[str, Callable[[], Answer | None]], Result]
    ) -> Iterator[Result]:
        if not self._sends_replies:
            yield Result(
                asked.service.id,
                "takes a reply, once",
                "skipped",
                "none is sent without being asked for",
                "Let one be sent, which somebody at the agency may read: --replies.",
            )
            return
        reply_id = f"conformance-{uuid.uuid4()}"
        yield check("takes a reply", lambda: asked.reply(reference, reply_id)[0])
        yield check("says the same to the same reply again", lambda: asked.same_reply(reference, reply_id))

    def _health(self, call: Call) -> Answer:
        answer = self._caller.send(call)
        read_answer(answer, protocol.HealthAnswer, 'Answer 200 with {"status": "ok"}.')
        return answer

    def _refused(self, call: Call, remedy: str) -> Answer:
        answer = self._caller.send(call)
        check_transport(answer)
        if answer.status != 401:
            raise Broken(f"it answered {answer.status} instead of 401", remedy)
        return answer

    def _replayed(self, call: Call, secret: bytes) -> Answer:
        made = signed(call, self._manifest.agency.id, secret)
        first = self._caller.send(made)
        check_transport(first)
        if first.status != 200:
            raise Broken(
                f"the first of the two was answered {first.status}", "Make the other checks pass first."
            )
        return self._refused(made, "Remember each nonce until its signature has expired, in all processes.")

    def _bad_request(self, call: Call) -> Answer:
        answer = self._caller.send(call)
        check_transport(answer)
        if not 400 <= answer.status < 500 or answer.status == 401:
            raise Broken(
                f"it answered {answer.status} instead of 400", "Answer 400 for what you cannot read."
            )
        return answer


class _Asked:
    """The calls about one service."""

    def __init__(self, agency_id: str, service: Service, secret: bytes, caller: Caller) -> None:
        self._agency_id = agency_id
        self._secret = secret
        self._caller = caller
        self.service = service
        self.reference: str | None = None

    def nobody(self) -> Answer:
        answer, match = self._match(_nobody(self.service), _nobodys_name(self.service))
        _expect_no_match(match)
        return answer

    def found(self, known: KnownPerson) -> Answer:
        if known.identity.keys() != {field.name for field in self.service.identity_fields}:
            names = ", ".join(field.name for field in self.service.identity_fields)
            raise Broken("the values given are not those of the manifest", f"Give exactly: {names}.")
        if known.person is None and self.service.matches_person:
            raise Broken(
                "it is not said whose record it is",
                "Give --person legalFirstName=…, legalLastName=… and dateOfBirth=…, or say matchesPerson: "
                "false in the manifest where you cannot compare them.",
            )
        answer, match = self._match_known(known)
        if not match.matched:
            raise Broken(
                "it found nobody",
                "Look the person up by these values; the portal sends them tidied, as text.",
            )
        try:
            check_match(match)
        except MalformedAnswer as error:
            raise Broken(
                f"{error} is not usable", "Answer a reference of at most 200 printable characters."
            ) from None
        self.reference = match.reference
        return answer

    def found_again(self, known: KnownPerson) -> Answer:
        answer, match = self._match_known(known)
        if match.reference != self.reference:
            raise Broken(
                "the reference is another one now",
                "Derive it from your record, because the portal tells connections apart by it.",
            )
        return answer

    def wrong(self, known: KnownPerson, field: IdentityField) -> Answer:
        identity = {**known.identity, field.name: _other_value(field, known.identity[field.name])}
        answer, match = self._match_known(KnownPerson(identity=identity, person=known.person))
        _expect_no_match(match)
        return answer

    def somebody_else(self, known: KnownPerson, another: MatchedPerson) -> Answer:
        answer, match = self._match_known(KnownPerson(identity=known.identity, person=another))
        if match.matched:
            raise Broken(
                "it found the record of somebody else",
                "Compare legal name and date of birth with whose record it is; nearly right is wrong.",
            )
        not_there, _ = self._match(_nobody(self.service), _nobodys_name(self.service))
        if answer.body != not_there.body:
            raise Broken(
                "it answers otherwise than for a record that is not there",
                "Answer both with the same body, so that nobody learns which records there are.",
            )
        return answer

    def links(self, reference: str, known: KnownPerson) -> Answer:
        answer = self._post(protocol.SERVICE_DATA, {"reference": reference, "accounts": 1})
        data = read_answer(
            answer, protocol.ServiceDataAnswer, "Answer reference, asOf and fields as the protocol says."
        )
        born = known.person.date_of_birth.isoformat() if known.person else None
        for action in self.service.actions:
            for name in re.findall(r"{(\w+)}", action.url):
                if data.fields.get(name) in [*known.identity.values(), *([born] if born else [])]:
                    raise Broken(
                        f"the link of {action.id} would carry {name}, by which the person is found",
                        "Take it out of the link: addresses are kept in many places.",
                    )
        return answer

    def service_data(self, reference: str) -> Answer:
        answer = self._post(protocol.SERVICE_DATA, {"reference": reference, "accounts": 1})
        data = read_answer(
            answer, protocol.ServiceDataAnswer, "Answer reference, asOf and fields as the protocol says."
        )
        try:
            read_record(self.service, reference, data, datetime.now(UTC))
        except WrongRecord:
            raise Broken(
                "it is about another reference", "Answer the reference that was asked for."
            ) from None
        except MalformedAnswer as error:
            raise Broken(
                f"{error}",
                "Dates as 2026-11-30, amounts as text such as 435.67, states by code, asOf with a time zone.",
            ) from None
        return answer

    def field_value(self, reference: str, field: DisplayField) -> Answer:
        answer = self._post(protocol.FIELD_VALUE, {"reference": reference, "field": field.name})
        whole = read_answer(answer, protocol.FieldValueAnswer, "Answer reference, field and value.")
        try:
            read_field_value(field, reference, whole)
        except WrongRecord:
            raise Broken(
                "it is about another reference", "Answer the reference that was asked for."
            ) from None
        except MalformedAnswer as error:
            raise Broken(f"{error}", "Answer the value of the field that was asked for, unmasked.") from None
        return answer

    def portrait(self, reference: str, person: MatchedPerson) -> Answer:
        answer = self._ask_portrait(reference, person)
        shown = read_answer(answer, protocol.PortraitAnswer, "Answer reference and picture.")
        try:
            read_portrait(reference, shown)
        except WrongRecord:
            raise Broken(
                "it is about another reference", "Answer the reference that was asked for."
            ) from None
        except MalformedAnswer as error:
            raise Broken(f"{error}", "Answer a JPEG or PNG as Base64.") from None
        return answer

    def no_portrait(self, reference: str, person: MatchedPerson) -> Answer:
        answer = self._ask_portrait(reference, person)
        check_transport(answer)
        if answer.status != 404:
            raise Broken(
                f"it answered {answer.status} instead of 404",
                "Compare the person with whose record it is, as in match.",
            )
        return answer

    def _ask_portrait(self, reference: str, person: MatchedPerson) -> Answer:
        asked = {"reference": reference, "person": person.model_dump(mode="json", by_alias=True)}
        return self._post(protocol.PORTRAIT, asked)

    def unknown_reference(self) -> Answer:
        answer = self._post(protocol.SERVICE_DATA, {"reference": _UNKNOWN_REFERENCE, "accounts": 1})
        check_transport(answer)
        if answer.status not in (404, 410):
            raise Broken(
                f"it answered {answer.status}", "Answer 410 for a record that is not the person's any more."
            )
        return answer

    @property
    def takes_replies(self) -> bool:
        return any(each.accepts_replies for each in self.service.message_types)

    def unknown_reply(self) -> Answer:
        answer = self._post_reply(_UNKNOWN_REFERENCE, "conformance-reply")
        check_transport(answer)
        if answer.status not in (409, 410):
            raise Broken(
                f"it answered {answer.status}",
                "Answer 410 for a record that you do not have, so that the portal stops sending.",
            )
        return answer

    def reply(self, reference: str, reply_id: str) -> tuple[Answer, protocol.ReplyAnswer]:
        answer = self._post_reply(reference, reply_id)
        remedy = 'Answer 200 with {"received": true}, and your reference if there is one.'
        return answer, read_answer(answer, protocol.ReplyAnswer, remedy)

    def same_reply(self, reference: str, reply_id: str) -> Answer:
        _, first = self.reply(reference, reply_id)
        answer, second = self.reply(reference, reply_id)
        if first != second:
            raise Broken(
                "the answer is another one", "Know a reply by replyId: the portal sends it again if in doubt."
            )
        return answer

    def _post_reply(self, reference: str, reply_id: str) -> Answer:
        sent = {
            "reference": reference,
            "replyId": reply_id,
            "messageId": "conformance-message",
            "text": "Conformance test",
            "language": "en",
            "sentAt": datetime.now(UTC).isoformat(),
            "files": [],
        }
        return self._post(protocol.REPLY, sent)

    def end(self, reference: str) -> Answer:
        answer = self._post(protocol.DISCONNECT, {"reference": reference})
        check_transport(answer)
        if answer.status != 204:
            raise Broken(
                f"it answered {answer.status} instead of 204",
                "Answer 204 also when there is nothing to end: the portal tells you again if in doubt.",
            )
        return answer

    def _match_known(self, known: KnownPerson) -> tuple[Answer, protocol.MatchAnswer]:
        person = known.person if self.service.matches_person else None
        return self._match(known.identity, person.model_dump(mode="json", by_alias=True) if person else None)

    def _match(
        self, identity: Mapping[str, str], person: Mapping[str, str] | None
    ) -> tuple[Answer, protocol.MatchAnswer]:
        answer = self._post(protocol.MATCH, {"identity": dict(identity), "person": person})
        remedy = 'Answer 200 with {"matched": false}, or with matched, reference and label.'
        return answer, read_answer(answer, protocol.MatchAnswer, remedy)

    def _post(self, call: str, content: Mapping[str, object]) -> Answer:
        made = unsigned_call(
            "POST", f"{self.service.endpoint}/{call}", {"serviceId": self.service.id, **content}
        )
        return self._caller.send(signed(made, self._agency_id, self._secret))


def _expect_no_match(match: protocol.MatchAnswer) -> None:
    if match.matched:
        raise Broken("it found somebody", "Every value must be right before a record is found.")


def _nobody(service: Service) -> dict[str, str]:
    """Values of the right form that nobody has."""
    return {field.name: _other_value(field, "") for field in service.identity_fields}


def _nobodys_name(service: Service) -> dict[str, str] | None:
    """Return a person whom no agency knows; None where the agency does not learn who asks."""
    if not service.matches_person:
        return None
    return {"legalFirstName": "NOBODY", "legalLastName": "CONFORMANCE", "dateOfBirth": "1901-01-01"}


def _other_people(person: MatchedPerson) -> dict[str, MatchedPerson]:
    """People who are nearly this one, by what differs."""
    first, last = person.legal_first_name, person.legal_last_name
    others = {
        "another first name": person.model_copy(update={"legal_first_name": f"{first}a"}),
        "another last name": person.model_copy(update={"legal_last_name": f"{last}a"}),
        "a last name more": person.model_copy(update={"legal_last_name": f"{last} Conformance"}),
        "first and last name the other way around": person.model_copy(
            update={"legal_first_name": last, "legal_last_name": first}
        ),
        "another date of birth": person.model_copy(
            update={"date_of_birth": person.date_of_birth + timedelta(days=1)}
        ),
    }
    # James James is the same the other way around.
    return {name: other for name, other in others.items() if other != person}


def _other_spellings(person: MatchedPerson) -> dict[str, MatchedPerson]:
    """Return the same person, written otherwise, by how."""
    first, last = person.legal_first_name, person.legal_last_name
    words = last.replace("-", " ").split()
    spellings = {
        "in capitals": (first.upper(), last.upper()),
        "in small letters": (first.lower(), last.lower()),
        "with other accents": (_accented(first), _accented(last)),
    }
    if len(words) == 2:
        spellings["with a hyphen"] = (first, "-".join(words))
        spellings["with the last names the other way around"] = (first, " ".join(reversed(words)))
    return {
        name: person.model_copy(update={"legal_first_name": first, "legal_last_name": last})
        for name, (first, last) in spellings.items()
    }


def _accented(name: str) -> str:
    return unicodedata.normalize("NFC", re.sub(r"([aeiouAEIOU])(?![\u0300-\u036f])", "\\1\u0301", name))


def _other_value(field: IdentityField, value: str) -> str:
    match field.format:
        case "date":
            return "1901-01-01" if value != "1901-01-01" else "1901-01-02"
        case "choice":
            return next(choice.value for choice in field.choices if choice.value != value)
        case "digits":
            filler = "0" if value.endswith("9") else "9"
        case _:
            filler = "X" if value.endswith("Z") else "Z"
    length = max(field.min_length, min(len(value) or len(field.example), field.max_length))
    return filler * length
