"""Behavior of each sandbox agency after the signature of a call was checked."""

import base64
import json
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Literal, get_args

from pydantic import BaseModel, ValidationError

from domains.accounts.same_person import is_same_person
from domains.agencies import protocol
from domains.agencies.manifest import Manifest
from infrastructure.local.http import Response, make_json_response
from infrastructure.sandbox.agencies.accounts import SAMPLE_ACCOUNTS, Accounts
from infrastructure.sandbox.agencies.applications import Applications
from infrastructure.sandbox.agencies.records import Owner, Record
from infrastructure.sandbox.agencies.replies import Replies
from infrastructure.sandbox.face import pictures

Mode = Literal[
    "normal", "slow", "hanging", "error", "malformed", "wrongPerson", "refused", "flapping", "html", "large"
]
"""Behavior of an agency: correct, or one of the ways in which real servers fail."""

MODES: tuple[Mode, ...] = get_args(Mode)

_SLOW_SECONDS = 1.5
_HANGING_SECONDS = 60.0
_LARGE_BYTES = 5 * 1024 * 1024
_DIGIT = re.compile(r"\d")


class Agency:
    """Sandbox agency: records, connections, applications, accounts, and its behavior switch."""

    def __init__(
        self,
        manifest: Manifest,
        records: Iterable[Record],
        pause: Callable[[float], object],
        forgotten: Callable[[str, str], None],
        on_reply: Callable[[protocol.ReplyRequest], None],
    ) -> None:
        """Prepare.

        Args:
            records: of its services.
            pause: waits for some seconds, and no longer than the server runs.
            forgotten: see `Accounts`.
            on_reply: see `Replies`.
        """
        self.manifest = manifest
        self.applications = Applications(manifest)
        self.replies = Replies(manifest, on_reply)
        system = next((service.accounts for service in manifest.services if service.accounts), None)
        samples = SAMPLE_ACCOUNTS.get(manifest.agency.id, ())
        self.accounts = Accounts(system, samples, forgotten) if system else None
        self.records = {record.reference: record for record in records}
        self._services = {service.id: service for service in manifest.services}
        self._pause = pause
        self._lock = threading.Lock()
        self._mode: Mode = "normal"
        self._calls = 0
        self._revoked: set[str] = set()
        self._connected: set[str] = set()
        self._accounts: dict[str, int] = {}
        self._addresses: dict[str, protocol.PostalAddress] = {}

    @property
    def id(self) -> str:
        """The agency's id."""
        return self.manifest.agency.id

    @property
    def mode(self) -> Mode:
        """The position of the switch."""
        return self._mode

    def switch(self, mode: Mode) -> None:
        """Set the switch."""
        with self._lock:
            self._mode = mode
            self._calls = 0

    def revoke(self, reference: str) -> None:
        """Revoke a person's record."""
        with self._lock:
            self._revoked.add(reference)
            self._connected.discard(reference)

    def restore(self, reference: str) -> None:
        """Restore a revoked record."""
        with self._lock:
            self._revoked.discard(reference)

    def copy(self, reference: str, owner: Owner | None = None) -> Record:
        """Copy a record under new numbers, so that nobody shares it.

        The copy lasts until the server stops.

        Args:
            owner: of the copy; None for the same owner.

        Raises:
            KeyError: there is no such record.
        """
        record = self.records[reference]
        (field, values), *others = record.identity.items()
        number = _DIGIT.sub(lambda _: str(secrets.randbelow(10)), values[0])
        owner = owner or record.owner
        identity = {field: [number], **dict(others)}
        known = {
            "dateOfBirth": owner.person.date_of_birth.isoformat(),
            "lastName": owner.person.legal_last_name,
        }
        another = replace(
            record,
            reference=f"{reference}-{secrets.token_hex(4)}",
            owner=owner,
            identity=identity | {name: [value] for name, value in known.items() if name in identity},
            label=record.label.replace(record.owner.name, owner.name),
            payments=(),
        )
        with self._lock:
            self.records = {**self.records, another.reference: another}
        return another

    def is_revoked(self, reference: str) -> bool:
        """Return whether a record was revoked."""
        return reference in self._revoked

    def is_connected(self, reference: str) -> bool:
        """Return whether the portal asked for the record since the start, and did not disconnect it since."""
        return reference in self._connected

    def count_accounts(self, reference: str) -> int:
        """Count the people connected with the record, as the portal said last."""
        return self._accounts.get(reference, 0)

    def get_address(self, reference: str) -> protocol.PostalAddress | None:
        """Return the address that the portal sent last."""
        return self._addresses.get(reference)

    def answer(self, call: str, body: bytes, today: date) -> Response:
        """Return the answer to a call whose signature was checked.

        Args:
            call: the last part of the path.

        Raises:
            ConnectionAbortedError: the switch says so; the connection ends without an answer.
        """
        with self._lock:
            self._calls += 1
            mode = self._mode
            is_second = self._calls % 2 == 0
        match mode:
            case "refused":
                raise ConnectionAbortedError("the switch says refused")
            case "slow":
                self._pause(_SLOW_SECONDS)
            case "hanging":
                self._pause(_HANGING_SECONDS)
            case "error":
                return make_json_response(500, {"error": "the switch says error"})
            case "flapping" if is_second:
                return make_json_response(500, {"error": "the switch says flapping"})
            case "html":
                page = b"<!doctype html><title>Maintenance</title><script>alert(1)</script><p>Back soon."
                return Response(200, [("Content-Type", "text/html")], page)
            case "large":
                return make_json_response(200, {"status": "ok", "padding": "x" * _LARGE_BYTES})
            case "malformed":
                return Response(200, [("Content-Type", "application/json")], _make_malformed(call))
        return self._answer_properly(call, body, today, is_mixed_up=mode == "wrongPerson")

    def _answer_properly(self, call: str, body: bytes, today: date, is_mixed_up: bool) -> Response:
        if call == protocol.HEALTH:
            return make_json_response(200, {"status": "ok"})
        try:
            match call:
                case protocol.MATCH:
                    return self._answer_match(protocol.MatchRequest.model_validate_json(body))
                case protocol.SERVICE_DATA:
                    asked = protocol.ServiceDataRequest.model_validate_json(body)
                    return self._answer_service_data(asked, today, is_mixed_up)
                case protocol.FIELD_VALUE:
                    wanted = protocol.FieldValueRequest.model_validate_json(body)
                    return self._answer_field_value(wanted, is_mixed_up)
                case protocol.PORTRAIT:
                    return self._answer_portrait(
                        protocol.PortraitRequest.model_validate_json(body), is_mixed_up
                    )
                case protocol.DISCONNECT:
                    asked_to_end = protocol.DisconnectRequest.model_validate_json(body)
                    with self._lock:
                        self._connected.discard(asked_to_end.reference)
                        self._accounts.pop(asked_to_end.reference, None)
                        self._addresses.pop(asked_to_end.reference, None)
                    return Response(204)
                case protocol.ADDRESS:
                    return self._answer_address(protocol.AddressRequest.model_validate_json(body))
                case protocol.REPLY:
                    return self._answer_reply(protocol.ReplyRequest.model_validate_json(body))
                case protocol.APPLICATION:
                    answer = self.applications.receive(protocol.ApplicationRequest.model_validate_json(body))
                    return (
                        _make_json(answer)
                        if answer
                        else make_json_response(400, {"error": "there is no such form"})
                    )
                case protocol.APPLICATION_WITHDRAWAL:
                    withdrawn = protocol.ApplicationWithdrawalRequest.model_validate_json(body)
                    self.applications.withdraw(withdrawn.application_id)
                    return Response(204)
                case _ if self.accounts:
                    return _answer_account(self.accounts, call, body)
        except ValidationError:
            return make_json_response(400, {"error": "the body is not as the protocol says"})
        return make_json_response(404, {"error": "there is no such call"})

    def _answer_match(self, asked: protocol.MatchRequest) -> Response:
        service = self._services.get(asked.service_id)
        if service is not None and service.matches_person and asked.person is None:
            return make_json_response(400, {"error": "the person is missing"})
        for record in self.records.values():
            if (
                record.service_id == asked.service_id
                and record.reference not in self._revoked
                and _is_found(record, asked.identity)
                and (asked.person is None or is_same_person(record.owner.person, asked.person))
            ):
                with self._lock:
                    self._connected.add(record.reference)
                return _make_json(
                    protocol.MatchAnswer(matched=True, reference=record.reference, label=record.label)
                )
        return _make_json(protocol.MatchAnswer(matched=False))

    def _answer_service_data(
        self, asked: protocol.ServiceDataRequest, today: date, is_mixed_up: bool
    ) -> Response:
        record = self.records.get(asked.reference)
        if record is None or record.service_id != asked.service_id or self.is_revoked(asked.reference):
            return make_json_response(410, {"error": "this record is nobody's here"})
        with self._lock:
            self._connected.add(record.reference)
            self._accounts[record.reference] = asked.accounts
        if is_mixed_up:
            record = self._make_wrong_person_answer(record)
        answer = protocol.ServiceDataAnswer(
            reference=record.reference,
            as_of=datetime.now(UTC),
            fields=record.fields(today),
            actions=None if record.actions is None else list(record.actions),
        )
        return _make_json(answer)

    def _answer_field_value(self, asked: protocol.FieldValueRequest, is_mixed_up: bool) -> Response:
        record = self.records.get(asked.reference)
        if record is None or record.service_id != asked.service_id or self.is_revoked(asked.reference):
            return make_json_response(410, {"error": "this record is nobody's here"})
        if asked.field not in record.whole:
            return make_json_response(404, {"error": "there is no such masked field"})
        if is_mixed_up:
            record = self._make_wrong_person_answer(record)
        value = record.whole[asked.field]
        return _make_json(
            protocol.FieldValueAnswer(reference=record.reference, field=asked.field, value=value)
        )

    def _answer_portrait(self, asked: protocol.PortraitRequest, is_mixed_up: bool) -> Response:
        record = self.records.get(asked.reference)
        service = self._services.get(asked.service_id)
        if (
            record is None
            or record.service_id != asked.service_id
            or service is None
            or not service.has_portrait
            or self.is_revoked(asked.reference)
            or not is_same_person(record.owner.person, asked.person)
        ):
            return make_json_response(404, {"error": "there is no picture of this person here"})
        if is_mixed_up:
            record = self._make_wrong_person_answer(record)
        picture = base64.b64encode(pictures.draw(record.owner.name))
        return _make_json(protocol.PortraitAnswer(reference=record.reference, picture=picture))

    def _make_wrong_person_answer(self, record: Record) -> Record:
        others = [
            other
            for other in self.records.values()
            if other.service_id == record.service_id and other.owner != record.owner
        ]
        stranger = others[0] if others else record
        return replace(stranger, reference=f"{stranger.reference}-stranger", payments=())

    def _answer_address(self, asked: protocol.AddressRequest) -> Response:
        record = self.records.get(asked.reference)
        service = self._services.get(asked.service_id)
        if record is None or record.service_id != asked.service_id or service is None:
            return make_json_response(410, {"error": "this record is nobody's here"})
        if not service.accepts_address_change:
            return make_json_response(409, {"error": "this service takes no address"})
        with self._lock:
            self._addresses[asked.reference] = asked.address
        return Response(204)

    def _answer_reply(self, asked: protocol.ReplyRequest) -> Response:
        record = self.records.get(asked.reference)
        service = self._services.get(asked.service_id)
        if record is None or service is None or record.service_id != service.id:
            return make_json_response(410, {"error": "this record is nobody's here"})
        if self.is_revoked(asked.reference):
            return make_json_response(410, {"error": "this record is nobody's here"})
        if not any(each.accepts_replies for each in service.message_types):
            return make_json_response(409, {"error": "this service takes no replies"})
        return _make_json(self.replies.receive(asked))


def _answer_account(accounts: Accounts, call: str, body: bytes) -> Response:
    match call:
        case protocol.ACCOUNT_REGISTRATION:
            return _make_json(
                accounts.register(protocol.AccountRegistrationRequest.model_validate_json(body))
            )
        case protocol.ACCOUNT_LINK:
            return _make_json(accounts.link(protocol.AccountLinkRequest.model_validate_json(body)))
        case protocol.ACCOUNT_PASSWORD:
            return _make_json(
                accounts.change_password(protocol.AccountPasswordRequest.model_validate_json(body))
            )
        case protocol.ACCOUNT_UNLINK:
            accounts.unlink(protocol.AccountUnlinkRequest.model_validate_json(body).reference)
        case protocol.ACCOUNT_FORGOTTEN_PASSWORD:
            asked = protocol.AccountForgottenPasswordRequest.model_validate_json(body)
            accounts.forget_password(asked.user_name)
        case _:
            return make_json_response(404, {"error": "there is no such call"})
    return Response(204)


def _make_json(answer: BaseModel) -> Response:
    return Response(
        200, [("Content-Type", "application/json")], answer.model_dump_json(by_alias=True).encode()
    )


def _is_found(record: Record, identity: Mapping[str, str]) -> bool:
    return identity.keys() == record.identity.keys() and all(
        _normalize(value) in {_normalize(right) for right in record.identity[name]}
        for name, value in identity.items()
    )


def _normalize(value: str) -> str:
    """Normalize a value for comparison: lower case, without spaces and hyphens."""
    return "".join(character for character in value.casefold() if character not in " -")


def _make_malformed(call: str) -> bytes:
    if call == protocol.SERVICE_DATA:
        fields = {
            "registrationExpires": "0000-00-00",
            "feesDue": 12.5,
            "plate": ["<script>alert(1)</script>"],
        }
        return json.dumps({"reference": 7, "asOf": "yesterday", "fields": fields}).encode()
    return b'{"matched": "perhaps", "reference": '
