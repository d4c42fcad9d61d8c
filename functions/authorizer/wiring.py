"""Wiring of the gateway's authorizer for signed-in people."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from domains.accounts.access import PortalAccess
from functions.authorizer.access import AccessReader, AccessUnknownError, parse_credentials
from functions.authorizer.settings import AuthorizerSettings
from functions.authorizer.shapes import get_shape
from functions.authorizer.tokens import TokenVerifier
from portal.observability import Telemetry
from portal.principal import Caller, StaffFault
from portal.tokens.decision import Authorizer, get_keys
from portal.tokens.gateway import Event, allow, get_access_token, get_id_token
from portal.tokens.refusal import RefusalReason, RefusedError
from portal.types import get_utc_now


@dataclass(frozen=True, slots=True)
class PortalJudge:
    """Admits people by their tokens unless they ended the session, and tells functions the accepted terms."""

    verifier: TokenVerifier
    access: AccessReader
    telemetry: Telemetry

    def judge_event(self, event: Event) -> dict[str, Any]:
        """Return the gateway's Allow answer. Raises RefusedError or KeysUnavailableError."""
        principal, expires_at = self.verifier.verify_caller(get_access_token(event), get_id_token(event))
        if principal.staff_fault:
            self.report_fault(principal.user_id, principal.staff_fault)
        access = self._get_access(principal.user_id)
        if access.has_ended(principal.session_id, principal.signed_in_at):
            raise RefusedError(RefusalReason.SESSION_ENDED)
        principal = replace(principal, accepted_terms=access.accepted_terms)
        # Allow the whole API: the functions check roles and terms by route.
        return allow(principal.user_id, event["methodArn"], "*", Caller(principal, expires_at=expires_at))

    def report_fault(self, user_id: str, fault: StaffFault) -> None:
        """Write the log line and metric of groups that grant nothing."""
        self.telemetry.logger.warning("staff groups refused", extra={"fault": fault, "subject": user_id})
        self.telemetry.add_metric("StaffGroupsRefused", 1)

    def _get_access(self, user_id: str) -> PortalAccess:
        try:
            return self.access.get_access(user_id)
        except AccessUnknownError as error:
            # The functions check again unless the answer is yes, so this locks nobody out.
            self.telemetry.logger.warning("The users table did not answer", extra={"fault": str(error)})
            return PortalAccess()


def create_handler(environment: Mapping[str, str]) -> Callable[[Event, object], dict[str, Any]]:
    """Make the Lambda handler."""
    telemetry = Telemetry.from_environment(environment)
    settings = AuthorizerSettings.from_environment(environment)
    verifier = TokenVerifier(
        issuer=settings.source.issuer,
        shape=get_shape(settings),
        keys=get_keys(settings.source, telemetry),
        now=time.time,
    )
    access = AccessReader(settings.users, parse_credentials(environment), now=get_utc_now)
    return Authorizer(PortalJudge(verifier, access, telemetry).judge_event, telemetry).make_handler()
