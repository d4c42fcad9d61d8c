"""The portal's calls to an agency: signed, limited in time and size, and counted.

A call always ends within its time limit, with an answer valid by the protocol or with `AgencyFailure`. Each
call writes a log line and a metric, without personal data.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pydantic import BaseModel, Secret

from domains.agencies import protocol
from domains.agencies.answers import (
    UNAUTHORIZED,
    Answer,
    check_reference,
    parse_model,
    read_account,
    read_answer,
    read_named_account,
    require_success,
)
from domains.agencies.breaker import CircuitBreaker
from domains.agencies.call_recorder import CallRecorder
from domains.agencies.catalog import Offer
from domains.agencies.failures import (
    AddressDeclined,
    AgencyFailure,
    Outcome,
    PortraitMissing,
    RecordRevoked,
    ReplyDeclined,
    is_agency_fault,
)
from domains.agencies.manifest import DisplayField
from domains.agencies.network import NotAllowed
from domains.agencies.signatures import NoCredentials, ParameterCredentials, SignedMessage, make_nonce, sign
from domains.agencies.transport import HttpAnswer, Late, TooLarge, Transport, Unreachable
from domains.agencies.values import AgencyRecord, check_match, read_field_value, read_portrait, read_record
from portal.types import Clock

TOTAL_SECONDS = 2.5
MIN_RETRY_SECONDS = 0.3

_TRIED_AGAIN = frozenset({502, 503, 504})


@dataclass(frozen=True, slots=True, kw_only=True)
class AgencyClient:
    """Calls agencies as `domains.agencies.protocol` describes."""

    transport: Transport
    credentials: ParameterCredentials
    breaker: CircuitBreaker
    recorder: CallRecorder
    clock: Clock
    monotonic: Callable[[], float] = time.monotonic
    total_seconds: float = TOTAL_SECONDS

    def match_record(
        self, offer: Offer, identity: dict[str, str], person: protocol.MatchedPerson | None
    ) -> protocol.MatchAnswer:
        """Ask if a record matches these values.

        Args:
            person: owner that the record must have; None if the agency does not match people.

        Raises:
            AgencyFailure: no usable answer.
        """
        request = protocol.MatchRequest(service_id=offer.service.id, identity=identity, person=person)
        return self._call(
            offer,
            protocol.MATCH,
            request,
            lambda answer: check_match(parse_model(answer, protocol.MatchAnswer)),
            is_read=True,
        )

    def get_service_data(self, offer: Offer, reference: str, accounts: int) -> AgencyRecord:
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

        def read(answer: HttpAnswer) -> AgencyRecord:
            if answer.status == 410:
                raise RecordRevoked
            return read_record(
                offer.service, reference, parse_model(answer, protocol.ServiceDataAnswer), self.clock()
            )

        return self._call(offer, protocol.SERVICE_DATA, request, read, is_read=True)

    def get_field_value(self, offer: Offer, reference: str, field: DisplayField) -> str:
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
            return read_field_value(field, reference, parse_model(answer, protocol.FieldValueAnswer))

        return self._call(offer, protocol.FIELD_VALUE, request, read, is_read=True)

    def get_portrait(self, offer: Offer, reference: str, person: protocol.MatchedPerson) -> bytes:
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
            return read_portrait(reference, parse_model(answer, protocol.PortraitAnswer))

        return self._call(offer, protocol.PORTRAIT, request, read, is_read=True)

    def send_disconnect(self, offer: Offer, reference: str) -> None:
        """Tell the agency that the person ended the connection.

        Raises:
            AgencyFailure: the agency may not know; try again later.
        """
        request = protocol.DisconnectRequest(service_id=offer.service.id, reference=reference)
        self._call(offer, protocol.DISCONNECT, request, require_success)

    def send_address(self, offer: Offer, reference: str, address: protocol.PostalAddress) -> None:
        """Send a new address.

        Raises:
            AgencyFailure: the agency may not have it.
            AddressDeclined: the agency does not accept it for this record.
        """
        request = protocol.AddressUpdateRequest(
            service_id=offer.service.id, reference=reference, address=address
        )

        def read(answer: HttpAnswer) -> None:
            if answer.status == 409:
                raise AddressDeclined
            require_success(answer)

        self._call(offer, protocol.ADDRESS, request, read)

    def send_application(
        self, offer: Offer, request: protocol.AgencyApplicationRequest
    ) -> protocol.ApplicationAnswer:
        """Send an application; safe to repeat.

        Raises:
            AgencyFailure: the agency may not have it; send it again later.
        """
        return self._call(
            offer,
            protocol.APPLICATION,
            request,
            lambda answer: check_reference(parse_model(answer, protocol.ApplicationAnswer)),
        )

    def send_reply(self, offer: Offer, request: protocol.PersonReplyRequest) -> protocol.ReplyAnswer:
        """Send a person's reply to a message; safe to repeat.

        Raises:
            AgencyFailure: the agency may not have it; send it again later.
            ReplyDeclined: the agency does not accept it.
        """

        def read(answer: HttpAnswer) -> protocol.ReplyAnswer:
            if answer.status in (409, 410):
                raise ReplyDeclined
            return check_reference(parse_model(answer, protocol.ReplyAnswer))

        return self._call(offer, protocol.REPLY, request, read)

    def withdraw_application(self, offer: Offer, application_id: str) -> None:
        """Tell the agency that an application was withdrawn.

        Raises:
            AgencyFailure: the agency may not know; try again later.
        """
        request = protocol.ApplicationWithdrawalRequest(
            service_id=offer.service.id, application_id=application_id
        )
        self._call(offer, protocol.APPLICATION_WITHDRAWAL, request, require_success)

    def register_account(
        self, offer: Offer, user_name: str, email: str, password: Secret[str]
    ) -> protocol.AccountAnswer:
        """Ask for a new account at the agency.

        Raises:
            AgencyFailure: no usable answer; the account may exist now.
        """
        request = protocol.AgencyAccountRegistrationRequest(
            service_id=offer.service.id,
            user_name=user_name,
            email=email,
            password=password.get_secret_value(),
        )
        read = partial(read_named_account, possible={"done", "userNameTaken", "passwordRefused"})
        return self._call(offer, protocol.ACCOUNT_REGISTRATION, request, read)

    def link_account(self, offer: Offer, user_name: str, password: Secret[str]) -> protocol.AccountAnswer:
        """Ask if user name and password belong to an account at the agency.

        Raises:
            AgencyFailure: no usable answer.
        """
        request = protocol.AgencyAccountLinkRequest(
            service_id=offer.service.id, user_name=user_name, password=password.get_secret_value()
        )
        read = partial(read_named_account, possible={"done", "refused"})
        return self._call(offer, protocol.ACCOUNT_LINK, request, read)

    def unlink_account(self, offer: Offer, reference: str) -> None:
        """Tell the agency that the portal no longer uses an account.

        Raises:
            AgencyFailure: the agency may not know.
        """
        request = protocol.AccountUnlinkRequest(service_id=offer.service.id, reference=reference)
        self._call(offer, protocol.ACCOUNT_UNLINK, request, require_success)

    def change_account_password(
        self, offer: Offer, reference: str, current: Secret[str], new: Secret[str]
    ) -> protocol.AccountAnswer:
        """Ask for a change of an account's password.

        Raises:
            AgencyFailure: no usable answer; the password may have changed.
        """
        request = protocol.AgencyAccountPasswordRequest(
            service_id=offer.service.id,
            reference=reference,
            current_password=current.get_secret_value(),
            new_password=new.get_secret_value(),
        )
        read = partial(read_account, possible={"done", "refused", "passwordRefused"})
        return self._call(offer, protocol.ACCOUNT_PASSWORD, request, read)

    def ask_for_account_password(self, offer: Offer, user_name: str) -> None:
        """Ask the agency to let an account's owner reset the password.

        Raises:
            AgencyFailure: the agency may not know.
        """
        request = protocol.AccountForgottenPasswordRequest(service_id=offer.service.id, user_name=user_name)
        self._call(offer, protocol.ACCOUNT_FORGOTTEN_PASSWORD, request, require_success)

    def check_health(self, offer: Offer) -> None:
        """Check the agency's health.

        Raises:
            AgencyFailure: the agency is unhealthy.
        """
        self._call(
            offer,
            protocol.HEALTH,
            None,
            lambda answer: parse_model(answer, protocol.HealthAnswer),
            is_read=True,
        )

    def _call(
        self,
        offer: Offer,
        call: str,
        request: BaseModel | None,
        read: Callable[[HttpAnswer], Answer],
        *,
        is_read: bool = False,
    ) -> Answer:
        started = self.monotonic()
        outcome: Outcome = "failed"
        try:
            if not self.breaker.is_call_allowed(offer.agency.id):
                outcome = "breakerOpen"
                raise AgencyFailure(outcome)
            answer = self._exchange(offer, call, request, is_read)
            result = read_answer(answer, read)
            outcome = "ok"
            return result
        except AgencyFailure as failure:
            outcome = failure.outcome
            raise
        except RecordRevoked:
            outcome = "revoked"
            raise
        except (AddressDeclined, PortraitMissing, ReplyDeclined):
            outcome = "declined"
            raise
        finally:
            self.recorder.record_call(offer, call, outcome, (self.monotonic() - started) * 1000)
            if is_agency_fault(outcome):
                self.breaker.record_failure(offer.agency.id, outcome)
            elif outcome not in ("breakerOpen", "notAllowed", "noCredentials"):
                self.breaker.record_success(offer.agency.id)

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
        if answer.status in UNAUTHORIZED:
            self.credentials.forget_secret(offer.service.credentials)
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
