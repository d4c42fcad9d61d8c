"""Behavior of each sandbox agency after the signature of a call was checked."""

import base64
import hashlib
import json
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any

from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from domains.accounts.same_person import is_same_person
from domains.agencies import protocol
from domains.agencies.manifest import Manifest, Service
from infrastructure.sandbox import pictures
from infrastructure.sandbox.agencies.accounts import SAMPLE_ACCOUNTS, Accounts
from infrastructure.sandbox.agencies.applications import Applications
from infrastructure.sandbox.samples import Owner, Record, get_today
from infrastructure.sandbox.web import Switch
from infrastructure.serving import NoAnswer

MODES: Mapping[str, str] = {
    "normal": "answers as it should",
    "slow": "answers after 1.5 s",
    "hanging": "answers after 60 s",
    "error": "answers 500",
    "malformed": "answers JSON of another shape",
    "wrongPerson": "answers another person's data",
    "refused": "closes the connection",
    "flapping": "fails every second call",
    "html": "answers a web page",
    "large": "answers 5 MB",
}

_AboutRecord = (
    protocol.ServiceDataRequest
    | protocol.FieldValueRequest
    | protocol.PortraitRequest
    | protocol.AddressUpdateRequest
    | protocol.PersonReplyRequest
)
_Answer = tuple[type[BaseModel], Callable[[Any], BaseModel | None]]

_LARGE_BYTES = 5 * 1024 * 1024
_DIGIT = re.compile(r"\d")
_PAGE = "<!doctype html><title>Maintenance</title><script>alert(1)</script><p>Back soon."
_MALFORMED_FIELDS = {
    "registrationExpires": "0000-00-00",
    "feesDue": 12.5,
    "plate": ["<script>alert(1)</script>"],
}


class Agency:
    """Sandbox agency: records, connections, applications, accounts, and its behavior switch.

    Attributes:
        accounts: None where people have none.
        answers: the shape of the body and the answer for each call; None is an answer without a body.
        records: by reference.
        connected: references of records that the portal asked for since the start and did not disconnect.
        addresses: that the portal sent last, by reference of the record.
        people: numbers of people connected with a record, as the portal said last, by reference.
        replies: to its messages, by id.
    """

    def __init__(
        self,
        manifest: Manifest,
        records: Iterable[Record],
        *,
        wait: Callable[[float], object],
        on_forgotten_password: Callable[[str, str], None],
        on_reply: Callable[[protocol.PersonReplyRequest], None],
    ) -> None:
        """Prepare.

        Args:
            wait: for some seconds, and no longer than the server runs.
            on_forgotten_password: see `Accounts`.
            on_reply: called once for each reply.
        """
        self.manifest = manifest
        self.id = manifest.agency.id
        self.name = manifest.agency.name.en
        self.applications = Applications(manifest)
        system = next((service.accounts for service in manifest.services if service.accounts), None)
        samples = SAMPLE_ACCOUNTS.get(self.id, {})
        self.accounts = Accounts(system, samples, on_forgotten_password) if system else None
        self.records = {record.reference: record for record in records}
        self.addresses: dict[str, protocol.PostalAddress] = {}
        self.replies: dict[str, protocol.PersonReplyRequest] = {}
        self.behavior = Switch(MODES, f"/#{self.id}", wait)
        self.services = {service.id: service for service in manifest.services}
        self.revoked: set[str] = set()
        self.connected: set[str] = set()
        self.people: dict[str, int] = {}
        self._on_reply = on_reply
        self._calls = count(1)
        self.answers = self._list_answers()

    def _list_answers(self) -> dict[str, _Answer]:
        answers: dict[str, _Answer] = {
            protocol.MATCH: (protocol.MatchRequest, self._match),
            protocol.SERVICE_DATA: (protocol.ServiceDataRequest, self._get_service_data),
            protocol.FIELD_VALUE: (protocol.FieldValueRequest, self._get_field_value),
            protocol.PORTRAIT: (protocol.PortraitRequest, self._get_portrait),
            protocol.DISCONNECT: (protocol.DisconnectRequest, self._disconnect),
            protocol.ADDRESS: (protocol.AddressUpdateRequest, self._take_address),
            protocol.REPLY: (protocol.PersonReplyRequest, self._take_reply),
            protocol.APPLICATION: (protocol.AgencyApplicationRequest, self.applications.receive),
            protocol.APPLICATION_WITHDRAWAL: (
                protocol.ApplicationWithdrawalRequest,
                self.applications.withdraw,
            ),
        }
        if accounts := self.accounts:
            answers |= {
                protocol.ACCOUNT_REGISTRATION: (protocol.AgencyAccountRegistrationRequest, accounts.register),
                protocol.ACCOUNT_LINK: (protocol.AgencyAccountLinkRequest, accounts.link),
                protocol.ACCOUNT_PASSWORD: (protocol.AgencyAccountPasswordRequest, accounts.change_password),
                protocol.ACCOUNT_UNLINK: (protocol.AccountUnlinkRequest, accounts.unlink),
                protocol.ACCOUNT_FORGOTTEN_PASSWORD: (
                    protocol.AccountForgottenPasswordRequest,
                    accounts.forget_password,
                ),
            }
        return answers

    @property
    def mode(self) -> str:
        """The position of the switch."""
        return self.behavior.mode

    def switch(self, mode: str) -> None:
        self.behavior.mode = mode
        self._calls = count(1)

    def revoke(self, reference: str) -> None:
        self.revoked.add(reference)
        self.connected.discard(reference)

    def restore(self, reference: str) -> None:
        self.revoked.discard(reference)

    def list_records(self, service_id: str, owner: Owner | None = None) -> list[Record]:
        """List the records of a service, of everybody or of one owner."""
        return [
            record
            for record in self.records.values()
            if record.service_id == service_id and owner in (None, record.owner)
        ]

    def copy(self, record: Record, owner: Owner) -> Record:
        """Copy a record under new numbers, so that nobody shares it, until the server stops."""
        (field, values), *others = record.identity.items()
        number = _DIGIT.sub(lambda _: str(secrets.randbelow(10)), values[0])
        identity = {field: [number], **dict(others)}
        known = {
            "dateOfBirth": owner.person.date_of_birth.isoformat(),
            "lastName": owner.person.legal_last_name,
        }
        another = replace(
            record,
            reference=f"{record.reference}-{secrets.token_hex(4)}",
            owner=owner,
            identity=identity | {name: [value] for name, value in known.items() if name in identity},
            label=record.label.replace(record.owner.name, owner.name),
            payments=(),
        )
        # Another dictionary, because another thread may be reading this one.
        self.records = {**self.records, another.reference: another}
        return another

    def answer(self, call: str, body: bytes) -> Response:
        """Return the answer to a call, the last part of the path, whose signature was checked."""
        is_second = next(self._calls) % 2 == 0
        if misbehavior := self.behavior.misbehave():
            return misbehavior
        match self.mode:
            case "refused":
                return NoAnswer()
            case "flapping" if is_second:
                return _fail(500, "the switch says flapping")
            case "html":
                return Response(_PAGE, headers={"Content-Type": "text/html"})
            case "large":
                return JSONResponse({"status": "ok", "padding": "x" * _LARGE_BYTES})
            case "malformed":
                return Response(_make_malformed(call), media_type="application/json")
        if call == protocol.HEALTH:
            return JSONResponse({"status": "ok"})
        if call not in self.answers:
            return _fail(404, "there is no such call")
        shape, answer = self.answers[call]
        try:
            content = answer(shape.model_validate_json(body))
        except ValidationError:
            return _fail(400, "the body is not as the protocol says")
        except HTTPException as error:
            return _fail(error.status_code, error.detail)
        if content is None:
            return Response(status_code=204)
        return Response(content.model_dump_json(by_alias=True), media_type="application/json")

    def _match(self, asked: protocol.MatchRequest) -> protocol.MatchAnswer:
        service = self.services.get(asked.service_id)
        if service is not None and service.matches_person and asked.person is None:
            raise HTTPException(400, "the person is missing")
        for record in self.records.values():
            if (
                record.service_id == asked.service_id
                and record.reference not in self.revoked
                and _is_found(record, asked.identity)
                and (asked.person is None or is_same_person(record.owner.person, asked.person))
            ):
                self.connected.add(record.reference)
                return protocol.MatchAnswer(matched=True, reference=record.reference, label=record.label)
        return protocol.MatchAnswer(matched=False)

    def _get_service_data(self, asked: protocol.ServiceDataRequest) -> protocol.ServiceDataAnswer:
        record, _ = self._find(asked)
        self.connected.add(record.reference)
        self.people[record.reference] = asked.accounts
        record = self._mix_up(record)
        return protocol.ServiceDataAnswer(
            reference=record.reference,
            as_of=datetime.now(UTC),
            fields=record.fields(get_today()),
            actions=None if record.actions is None else list(record.actions),
        )

    def _get_field_value(self, asked: protocol.FieldValueRequest) -> protocol.FieldValueAnswer:
        record, _ = self._find(asked)
        if asked.field not in record.whole:
            raise HTTPException(404, "there is no such masked field")
        record = self._mix_up(record)
        value = record.whole[asked.field]
        return protocol.FieldValueAnswer(reference=record.reference, field=asked.field, value=value)

    def _get_portrait(self, asked: protocol.PortraitRequest) -> protocol.PortraitAnswer:
        record, service = self._find(asked, status=404)
        if not service.has_portrait or not is_same_person(record.owner.person, asked.person):
            raise HTTPException(404, "there is no picture of this person here")
        record = self._mix_up(record)
        picture = base64.b64encode(pictures.draw(record.owner.name))
        return protocol.PortraitAnswer(reference=record.reference, picture=picture)

    def _disconnect(self, asked: protocol.DisconnectRequest) -> None:
        self.connected.discard(asked.reference)
        self.people.pop(asked.reference, None)
        self.addresses.pop(asked.reference, None)

    def _take_address(self, asked: protocol.AddressUpdateRequest) -> None:
        _, service = self._find(asked)
        if not service.accepts_address_change:
            raise HTTPException(409, "this service takes no address")
        self.addresses[asked.reference] = asked.address

    def _take_reply(self, asked: protocol.PersonReplyRequest) -> protocol.ReplyAnswer:
        _, service = self._find(asked)
        if not any(each.accepts_replies for each in service.message_types):
            raise HTTPException(409, "this service takes no replies")
        if self.replies.setdefault(asked.reply_id, asked) is asked:
            self._on_reply(asked)
        # Derived from the id, so that it is the same after a restart.
        number = hashlib.sha256(asked.reply_id.encode()).hexdigest()[:8].upper()
        return protocol.ReplyAnswer(received=True, reference=f"{self.id.upper()}-{number}")

    def _find(self, asked: _AboutRecord, status: int = 410) -> tuple[Record, Service]:
        """Return the record that a call names, and its service.

        Raises:
            HTTPException: with the status, if there is none.
        """
        record = self.records.get(asked.reference)
        if record is None or record.service_id != asked.service_id or asked.reference in self.revoked:
            raise HTTPException(status, "this record is nobody's here")
        return record, self.services[record.service_id]

    def _mix_up(self, record: Record) -> Record:
        """Return another person's record where the switch says so."""
        if self.mode != "wrongPerson":
            return record
        others = (each for each in self.list_records(record.service_id) if each.owner != record.owner)
        stranger = next(others, record)
        return replace(stranger, reference=f"{stranger.reference}-stranger", payments=())


def _fail(status: int, text: str) -> Response:
    return JSONResponse({"error": text}, status)


def _is_found(record: Record, identity: Mapping[str, str]) -> bool:
    return identity.keys() == record.identity.keys() and all(
        _normalize(value) in {_normalize(right) for right in record.identity[name]}
        for name, value in identity.items()
    )


def _normalize(value: str) -> str:
    """Normalize a value for comparison: lower case, without spaces and hyphens."""
    return "".join(character for character in value.casefold() if character not in " -")


def _make_malformed(call: str) -> str:
    if call == protocol.SERVICE_DATA:
        return json.dumps({"reference": 7, "asOf": "yesterday", "fields": _MALFORMED_FIELDS})
    return '{"matched": "perhaps", "reference": '
