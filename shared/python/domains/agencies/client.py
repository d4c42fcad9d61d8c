"""The portal's calls to an agency: signed, limited in time and size, and counted.

A call always ends within its time limit, with an answer valid by the protocol or with `AgencyFailure`. Each
call writes a log line and a metric, without personal data.
"""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol, TypeVar

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import MetricUnit, single_metric
from pydantic import BaseModel, Secret, ValidationError

from domains.agencies import protocol
from domains.agencies.breaker import CircuitBreaker
from domains.agencies.catalog import Offer
from domains.agencies.failures import (
    AddressDeclined,
    AgencyFailure,
    Outcome,
    PortraitMissing,
    RecordRevoked,
    ReplyDeclined,
)
from domains.agencies.manifest import DisplayField
from domains.agencies.network import NotAllowed
from domains.agencies.signatures import Credentials, NoCredentials, SignedMessage, make_nonce, sign
from domains.agencies.transport import HttpAnswer, Late, TooLarge, Unreachable
from domains.agencies.values import (
    MalformedAnswer,
    Record,
    WrongRecord,
    check_match,
    read_field_value,
    read_portrait,
    read_record,
)
from portal.text import has_unprintable_characters
from portal.types import Clock

TOTAL_SECONDS = 2.5
MIN_RETRY_SECONDS = 0.3

# Outcomes that show a problem of the whole agency. A wrong answer about one record must not block the others.
_COUNTED: frozenset[Outcome] = frozenset(
    {"unreachable", "late", "tooLarge", "redirected", "unauthorised", "failed", "malformed"}
)
_TRIED_AGAIN = frozenset({502, 503, 504})
_UNAUTHORIZED = frozenset({401, 403})
_TOO_MANY_REQUESTS = 429

Answer = TypeVar("Answer")
Model = TypeVar("Model", bound=BaseModel)


class Exchanges(Protocol):
    """Sends a request; see `domains.agencies.transport`."""

    def exchange(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None, seconds: float
    ) -> HttpAnswer: ...


@dataclass(frozen=True, slots=True)
class CallRecorder:
    """Writes the log line and metric of a call.

    Attributes:
        namespace: CloudWatch namespace of the metrics.
    """

    logger: Logger
    namespace: str

    def record(self, offer: Offer, call: str, outcome: Outcome, milliseconds: float) -> None:
        """Record the outcome of a call."""
        extra = {
            "agency": offer.agency.id,
            "agency_service": offer.service.id,
            "call": call,
            "outcome": outcome,
            "milliseconds": round(milliseconds, 1),
        }
        self.logger.info("agency call", extra=extra)
        with single_metric(
            name="AgencyCall", unit=MetricUnit.Milliseconds, value=milliseconds, namespace=self.namespace
        ) as metric:
            metric.add_dimension(name="agency", value=offer.agency.id)
            metric.add_dimension(name="call", value=call)
            metric.add_dimension(name="outcome", value=outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgencyClient:
    """Calls agencies as `domains.agencies.protocol` describes."""

    transport: Exchanges
    credentials: Credentials
    breaker: CircuitBreaker
    recorder: CallRecorder
    clock: Clock
    monotonic: Callable[[], float] = time.monotonic
    total_seconds: float = TOTAL_SECONDS

    def match(
        self, offer: Offer, identity: dict[str, str], person: protocol.MatchedPerson | None
    ) -> protocol.MatchAnswer:
        """Ask if a record matches these values.

        Args:
            person: owner that the record must have; None if the agency does not match people.

        Raises:
            AgencyFailure: no usable answer.
        """
        request = protocol.MatchRequest(service_id=offer.service.id, identity=identity, person=person)

        def read(answer: HttpAnswer) -> protocol.MatchAnswer:
            return check_match(_parse_model(answer, protocol.MatchAnswer))

        return self._call(offer, protocol.MATCH, request, read, is_read=True)

    def service_data(self, offer: Offer, reference: str, accounts: int) -> Record:
        """Fetch the agency's data on a record.

        Args:
            accounts: number of people connected to the record.

        Raises:
            AgencyFailure: no usable answer.
            RecordRevoked: the record no longer belongs to the person.
        """
        request = protocol.ServiceDataRequest(
            service_id=offer.service.id, reference=reference, accounts=accounts
        )

        def read(answer: HttpAnswer) -> Record:
            if answer.status == 410:
                raise RecordRevoked
            return read_record(
                offer.service, reference, _parse_model(answer, protocol.ServiceDataAnswer), self.clock()
            )

        return self._call(offer, protocol.SERVICE_DATA, request, read, is_read=True)

    def field_value(self, offer: Offer, reference: str, field: DisplayField) -> str:
        """Fetch the full value of a masked field.

        Raises:
            AgencyFailure: no usable answer.
            RecordRevoked: the record no longer belongs to the person.
        """
        request = protocol.FieldValueRequest(
            service_id=offer.service.id, reference=reference, field=field.name
        )

        def read(answer: HttpAnswer) -> str:
            if answer.status == 410:
                raise RecordRevoked
            return read_field_value(field, reference, _parse_model(answer, protocol.FieldValueAnswer))

        return self._call(offer, protocol.FIELD_VALUE, request, read, is_read=True)

    def portrait(self, offer: Offer, reference: str, person: protocol.MatchedPerson) -> bytes:
        """Fetch the picture of a person's face.

        Returns:
            A JPEG or PNG file; its first bytes tell which.

        Raises:
            AgencyFailure: no usable answer.
            PortraitMissing: the agency has no picture of this person.
        """
        request = protocol.PortraitRequest(service_id=offer.service.id, reference=reference, person=person)

        def read(answer: HttpAnswer) -> bytes:
            if answer.status in (404, 410):
                raise PortraitMissing
            return read_portrait(reference, _parse_model(answer, protocol.PortraitAnswer))

        return self._call(offer, protocol.PORTRAIT, request, read, is_read=True)

    def disconnect(self, offer: Offer, reference: str) -> None:
        """Tell the agency that the person ended the connection.

        Raises:
            AgencyFailure: the agency may not know; try again later.
        """
        request = protocol.DisconnectRequest(service_id=offer.service.id, reference=reference)
        self._call(offer, protocol.DISCONNECT, request, _ignore_body, is_read=False)

    def send_address(self, offer: Offer, reference: str, address: protocol.PostalAddress) -> None:
        """Send a new address.

        Raises:
            AgencyFailure: the agency may not have it.
            AddressDeclined: the agency does not accept it for this record.
        """
        request = protocol.AddressRequest(service_id=offer.service.id, reference=reference, address=address)

        def read(answer: HttpAnswer) -> None:
            if answer.status == 409:
                raise AddressDeclined
            _ignore_body(answer)

        self._call(offer, protocol.ADDRESS, request, read, is_read=False)

    def send_application(
        self, offer: Offer, request: protocol.ApplicationRequest
    ) -> protocol.ApplicationAnswer:
        """Send an application; safe to repeat.

        Raises:
            AgencyFailure: the agency may not have it; send it again later.
        """

        def read(answer: HttpAnswer) -> protocol.ApplicationAnswer:
            received = _parse_model(answer, protocol.ApplicationAnswer)
            if received.reference is not None and has_unprintable_characters(received.reference):
                raise MalformedAnswer("reference")
            return received

        return self._call(offer, protocol.APPLICATION, request, read, is_read=False)

    def send_reply(self, offer: Offer, request: protocol.ReplyRequest) -> protocol.ReplyAnswer:
        """Send a person's reply to a message; safe to repeat.

        Raises:
            AgencyFailure: the agency may not have it; send it again later.
            ReplyDeclined: the agency does not accept it.
        """

        def read(answer: HttpAnswer) -> protocol.ReplyAnswer:
            if answer.status in (409, 410):
                raise ReplyDeclined
            received = _parse_model(answer, protocol.ReplyAnswer)
            if received.reference is not None and has_unprintable_characters(received.reference):
                raise MalformedAnswer("reference")
            return received

        return self._call(offer, protocol.REPLY, request, read, is_read=False)

    def withdraw_application(self, offer: Offer, application_id: str) -> None:
        """Tell the agency that an application was withdrawn.

        Raises:
            AgencyFailure: the agency may not know; try again later.
        """
        request = protocol.ApplicationWithdrawalRequest(
            service_id=offer.service.id, application_id=application_id
        )
        self._call(offer, protocol.APPLICATION_WITHDRAWAL, request, _ignore_body, is_read=False)

    def register_account(
        self, offer: Offer, user_name: str, email: str, password: Secret[str]
    ) -> protocol.AccountAnswer:
        """Ask for a new account at the agency.

        Raises:
            AgencyFailure: no usable answer; the account may exist now.
        """
        request = protocol.AccountRegistrationRequest(
            service_id=offer.service.id,
            user_name=user_name,
            email=email,
            password=password.get_secret_value(),
        )

        def read(answer: HttpAnswer) -> protocol.AccountAnswer:
            return _name_account(_account(answer, {"done", "userNameTaken", "passwordRefused"}))

        return self._call(offer, protocol.ACCOUNT_REGISTRATION, request, read, is_read=False)

    def link_account(self, offer: Offer, user_name: str, password: Secret[str]) -> protocol.AccountAnswer:
        """Ask if user name and password belong to an account at the agency.

        Raises:
            AgencyFailure: no usable answer.
        """
        request = protocol.AccountLinkRequest(
            service_id=offer.service.id, user_name=user_name, password=password.get_secret_value()
        )

        def read(answer: HttpAnswer) -> protocol.AccountAnswer:
            return _name_account(_account(answer, {"done", "refused"}))

        return self._call(offer, protocol.ACCOUNT_LINK, request, read, is_read=False)

    def unlink_account(self, offer: Offer, reference: str) -> None:
        """Tell the agency that the portal no longer uses an account.

        Raises:
            AgencyFailure: the agency may not know.
        """
        request = protocol.AccountUnlinkRequest(service_id=offer.service.id, reference=reference)
        self._call(offer, protocol.ACCOUNT_UNLINK, request, _ignore_body, is_read=False)

    def change_account_password(
        self, offer: Offer, reference: str, current: Secret[str], new: Secret[str]
    ) -> protocol.AccountAnswer:
        """Ask for a change of an account's password.

        Raises:
            AgencyFailure: no usable answer; the password may have changed.
        """
        request = protocol.AccountPasswordRequest(
            service_id=offer.service.id,
            reference=reference,
            current_password=current.get_secret_value(),
            new_password=new.get_secret_value(),
        )

        def read(answer: HttpAnswer) -> protocol.AccountAnswer:
            return _account(answer, {"done", "refused", "passwordRefused"})

        return self._call(offer, protocol.ACCOUNT_PASSWORD, request, read, is_read=False)

    def ask_for_account_password(self, offer: Offer, user_name: str) -> None:
        """Ask the agency to let an account's owner reset the password.

        Raises:
            AgencyFailure: the agency may not know.
        """
        request = protocol.AccountForgottenPasswordRequest(service_id=offer.service.id, user_name=user_name)
        self._call(offer, protocol.ACCOUNT_FORGOTTEN_PASSWORD, request, _ignore_body, is_read=False)

    def health(self, offer: Offer) -> None:
        """Check the agency's health.

        Raises:
            AgencyFailure: the agency is unhealthy.
        """

        def read(answer: HttpAnswer) -> None:
            _parse_model(answer, protocol.HealthAnswer)

        self._call(offer, protocol.HEALTH, None, read, is_read=True)

    def _call(
        self,
        offer: Offer,
        call: str,
        request: BaseModel | None,
        read: Callable[[HttpAnswer], Answer],
        *,
        is_read: bool,
    ) -> Answer:
        started = self.monotonic()
        outcome: Outcome = "failed"
        try:
            if not self.breaker.allows(offer.agency.id):
                outcome = "breakerOpen"
                raise AgencyFailure(outcome)
            answer = self._exchange(offer, call, request, is_read)
            result = _read(answer, read)
            outcome = "ok"
            return result
        except AgencyFailure as failure:
            outcome = failure.outcome
            raise
        except RecordRevoked:
            outcome = "revoked"
            raise
        except PortraitMissing:
            outcome = "declined"
            raise
        except (AddressDeclined, ReplyDeclined):
            outcome = "declined"
            raise
        finally:
            self.recorder.record(offer, call, outcome, (self.monotonic() - started) * 1000)
            if outcome in _COUNTED:
                self.breaker.failed(offer.agency.id)
            elif outcome not in ("breakerOpen", "notAllowed", "noCredentials"):
                self.breaker.succeeded(offer.agency.id)

    def _exchange(self, offer: Offer, call: str, request: BaseModel | None, is_read: bool) -> HttpAnswer:
        """Send a request; repeat a read once if the agency is briefly unavailable."""
        message, body = self._sign(offer, call, request)
        # The time limit begins here, so that reading the secret on a function's first call does not count.
        deadline = self.monotonic() + self.total_seconds
        try:
            answer = self._send(offer, message, body, deadline)
        except AgencyFailure as failure:
            if not is_read or failure.outcome != "unreachable" or not self._has_time(deadline):
                raise
        else:
            if not is_read or answer.status not in _TRIED_AGAIN or not self._has_time(deadline):
                return answer
        message, body = self._sign(offer, call, request)
        return self._send(offer, message, body, deadline)

    def _has_time(self, deadline: float) -> bool:
        return deadline - self.monotonic() >= MIN_RETRY_SECONDS

    def _send(self, offer: Offer, message: SignedMessage, body: bytes | None, deadline: float) -> HttpAnswer:
        seconds = max(deadline - self.monotonic(), 0.0)
        try:
            answer = self.transport.exchange(message.method, message.url, message.headers, body, seconds)
        except NotAllowed:
            raise AgencyFailure("notAllowed") from None
        except Unreachable:
            raise AgencyFailure("unreachable") from None
        except Late:
            raise AgencyFailure("late") from None
        except TooLarge:
            raise AgencyFailure("tooLarge") from None
        if answer.status in _UNAUTHORIZED:
            self.credentials.forget(offer.service.credentials)
        return answer

    def _sign(self, offer: Offer, call: str, request: BaseModel | None) -> tuple[SignedMessage, bytes | None]:
        try:
            secret = self.credentials.get_secret(offer.service.credentials)
        except NoCredentials:
            raise AgencyFailure("noCredentials") from None
        headers = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": "saguaro-portal",
        }
        body = None
        if request is not None:
            body = request.model_dump_json(by_alias=True).encode()
            headers["Content-Type"] = "application/json"
        url = f"{offer.service.endpoint.rstrip('/')}/{call}"
        message = SignedMessage("GET" if body is None else "POST", url, headers)
        sign(message, body, agency_id=offer.agency.id, secret=secret, now=self.clock(), nonce=make_nonce())
        return message, body


def _read(answer: HttpAnswer, read: Callable[[HttpAnswer], Answer]) -> Answer:
    if 300 <= answer.status < 400:
        raise AgencyFailure("redirected")
    if answer.status in _UNAUTHORIZED:
        raise AgencyFailure("unauthorised")
    if answer.status >= 500 or answer.status == _TOO_MANY_REQUESTS:
        raise AgencyFailure("failed")
    try:
        return read(answer)
    except WrongRecord:
        raise AgencyFailure("wrongRecord") from None
    except MalformedAnswer:
        raise AgencyFailure("malformedValue") from None


def _parse_model(answer: HttpAnswer, model: type[Model]) -> Model:
    if answer.status != 200:
        raise AgencyFailure("refused" if answer.status >= 400 else "malformed")
    try:
        return model.model_validate_json(answer.body)
    except ValidationError:
        raise AgencyFailure("malformed") from None


def _account(answer: HttpAnswer, possible: Collection[str]) -> protocol.AccountAnswer:
    """Read an answer about an account; only the possible outcomes of the call are valid."""
    reported = _parse_model(answer, protocol.AccountAnswer)
    if reported.outcome not in possible:
        raise MalformedAnswer("outcome")
    return reported


def _name_account(reported: protocol.AccountAnswer) -> protocol.AccountAnswer:
    """Require the agency's reference of the account if the outcome is `done`."""
    if reported.outcome == "done" and (
        reported.reference is None or has_unprintable_characters(reported.reference)
    ):
        raise MalformedAnswer("reference")
    return reported


def _ignore_body(answer: HttpAnswer) -> None:
    if answer.status not in (200, 204):
        raise AgencyFailure("refused" if answer.status >= 400 else "malformed")
