"""The calls of the conformance test to one service, each with the check of its answer."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from domains.agencies import protocol
from domains.agencies.manifest import DisplayField, IdentityField, Service
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
    Caller,
    make_call,
    sign_call,
)
from infrastructure.operations.agencies.checks import Broken, check_status, check_transport, read_answer
from infrastructure.operations.agencies.conformance_people import (
    KnownPerson,
    make_other_value,
    make_unknown_identity,
    make_unknown_person,
)

UNKNOWN_REFERENCE = "conformance-nobodys-record"


@dataclass(slots=True)
class ServiceCalls:
    """The calls about one service.

    Attributes:
        reference: of the person's record, once it is found.
    """

    agency_id: str
    service: Service
    secret: bytes
    caller: Caller
    reference: str | None = None

    def check_nobody(self) -> Answer:
        answer, match = self._match(make_unknown_identity(self.service), make_unknown_person(self.service))
        _expect_no_match(match)
        return answer

    def check_found(self, known: KnownPerson) -> Answer:
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

    def check_found_again(self, known: KnownPerson) -> Answer:
        answer, match = self._match_known(known)
        if match.reference != self.reference:
            raise Broken(
                "the reference is another one now",
                "Derive it from your record, because the portal tells connections apart by it.",
            )
        return answer

    def check_wrong_value(self, known: KnownPerson, field: IdentityField) -> Answer:
        identity = {**known.identity, field.name: make_other_value(field, known.identity[field.name])}
        answer, match = self._match_known(KnownPerson(identity=identity, person=known.person))
        _expect_no_match(match)
        return answer

    def check_other_person(self, known: KnownPerson, another: MatchedPerson) -> Answer:
        answer, match = self._match_known(KnownPerson(identity=known.identity, person=another))
        if match.matched:
            raise Broken(
                "it found the record of somebody else",
                "Compare legal name and date of birth with whose record it is; nearly right is wrong.",
            )
        not_there, _ = self._match(make_unknown_identity(self.service), make_unknown_person(self.service))
        if answer.body != not_there.body:
            raise Broken(
                "it answers otherwise than for a record that is not there",
                "Answer both with the same body, so that nobody learns which records there are.",
            )
        return answer

    def check_links(self, reference: str, known: KnownPerson) -> Answer:
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

    def check_service_data(self, reference: str) -> Answer:
        answer = self._post(protocol.SERVICE_DATA, {"reference": reference, "accounts": 1})
        data = read_answer(
            answer, protocol.ServiceDataAnswer, "Answer reference, asOf and fields as the protocol says."
        )
        _expect_record(
            lambda: read_record(self.service, reference, data, datetime.now(UTC)),
            "Dates as 2026-11-30, amounts as text such as 435.67, states by code, asOf with a time zone.",
        )
        return answer

    def check_field_value(self, reference: str, field: DisplayField) -> Answer:
        answer = self._post(protocol.FIELD_VALUE, {"reference": reference, "field": field.name})
        whole = read_answer(answer, protocol.FieldValueAnswer, "Answer reference, field and value.")
        _expect_record(
            lambda: read_field_value(field, reference, whole),
            "Answer the value of the field that was asked for, unmasked.",
        )
        return answer

    def check_portrait(self, reference: str, person: MatchedPerson) -> Answer:
        answer = self._ask_portrait(reference, person)
        shown = read_answer(answer, protocol.PortraitAnswer, "Answer reference and picture.")
        _expect_record(lambda: read_portrait(reference, shown), "Answer a JPEG or PNG as Base64.")
        return answer

    def check_no_portrait(self, reference: str, person: MatchedPerson) -> Answer:
        answer = self._ask_portrait(reference, person)
        check_status(answer, 404, "Compare the person with whose record it is, as in match.")
        return answer

    def _ask_portrait(self, reference: str, person: MatchedPerson) -> Answer:
        asked = {"reference": reference, "person": person.model_dump(mode="json", by_alias=True)}
        return self._post(protocol.PORTRAIT, asked)

    def check_unknown_reference(self) -> Answer:
        answer = self._post(protocol.SERVICE_DATA, {"reference": UNKNOWN_REFERENCE, "accounts": 1})
        check_transport(answer)
        if answer.status not in (404, 410):
            raise Broken(
                f"it answered {answer.status}", "Answer 410 for a record that is not the person's any more."
            )
        return answer

    @property
    def takes_replies(self) -> bool:
        return any(each.accepts_replies for each in self.service.message_types)

    def check_unknown_reply(self) -> Answer:
        answer = self._post_reply(UNKNOWN_REFERENCE, "conformance-reply")
        check_transport(answer)
        if answer.status not in (409, 410):
            raise Broken(
                f"it answered {answer.status}",
                "Answer 410 for a record that you do not have, so that the portal stops sending.",
            )
        return answer

    def send_reply(self, reference: str, reply_id: str) -> tuple[Answer, protocol.ReplyAnswer]:
        answer = self._post_reply(reference, reply_id)
        remedy = 'Answer 200 with {"received": true}, and your reference if there is one.'
        return answer, read_answer(answer, protocol.ReplyAnswer, remedy)

    def check_same_reply(self, reference: str, reply_id: str) -> Answer:
        _, first = self.send_reply(reference, reply_id)
        answer, second = self.send_reply(reference, reply_id)
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

    def check_end(self, reference: str) -> Answer:
        answer = self._post(protocol.DISCONNECT, {"reference": reference})
        check_status(
            answer,
            204,
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
        made = make_call("POST", f"{self.service.endpoint}/{call}", {"serviceId": self.service.id, **content})
        return self.caller.send(sign_call(made, self.agency_id, self.secret))


def _expect_no_match(match: protocol.MatchAnswer) -> None:
    if match.matched:
        raise Broken("it found somebody", "Every value must be right before a record is found.")


def _expect_record(read: Callable[[], object], remedy: str) -> None:
    try:
        read()
    except WrongRecord:
        raise Broken("it is about another reference", "Answer the reference that was asked for.") from None
    except MalformedAnswer as error:
        raise Broken(f"{error}", remedy) from None
