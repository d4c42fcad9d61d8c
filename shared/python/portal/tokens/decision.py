"""Decisions of an authorizer: allow, refuse, or fail, each with a log line and a metric."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from aws_lambda_powertools.logging import correlation_paths
from aws_lambda_powertools.metrics import MetricUnit

from portal.observability import Telemetry
from portal.tokens.gateway import Event, get_route
from portal.tokens.keys import KeysUnavailableError, SigningKeys, fetch_document
from portal.tokens.refusal import RefusedError
from portal.tokens.settings import TokenSource

ACCEPTED = "accepted"
KEYS_UNAVAILABLE = "keysUnavailable"

Judge = Callable[[Event], dict[str, Any]]
"""Gives the gateway's Allow answer, or raises RefusedError or KeysUnavailableError."""


@dataclass(frozen=True, slots=True)
class Authorizer:
    """The Lambda function behind an authorizer of the gateway."""

    judge: Judge
    telemetry: Telemetry

    def make_handler(self) -> Callable[[Event, object], dict[str, Any]]:
        """Make the Lambda handler, whose log lines have the id of the gateway's request."""
        return self.telemetry.logger.inject_lambda_context(
            self.decide, correlation_id_path=correlation_paths.API_GATEWAY_REST
        )

    def decide(self, event: Event, _context: object) -> dict[str, Any]:
        """Return the gateway's Allow answer for a call.

        Raises Exception("Unauthorized"), the text that the gateway answers with 401, for a refused call,
        and KeysUnavailableError, which it answers with 500, when no token can be judged.
        """
        try:
            answer = self.judge(event)
        except RefusedError as refusal:
            self._record(event, refusal.reason.value)
            raise Exception("Unauthorized") from None
        except KeysUnavailableError:
            self._record(event, KEYS_UNAVAILABLE)
            raise
        self._record(event, ACCEPTED, subject=answer["principalId"])
        return answer

    def _record(self, event: Event, outcome: str, subject: str | None = None) -> None:
        self.telemetry.logger.info(
            "authorization",
            extra={
                "outcome": outcome,
                "subject": subject,
                "route": get_route(event),
                "request_id": event["requestContext"]["requestId"],
            },
        )
        self.telemetry.add_metric("Authorization", 1, outcome=outcome)


def get_keys(source: TokenSource, telemetry: Telemetry) -> SigningKeys:
    """Return the issuer's keys, which log and measure their age if a refresh fails."""

    def warn(error: KeysUnavailableError, age_seconds: float) -> None:
        hours = age_seconds / 3600
        telemetry.logger.warning(
            "The last good keys stay in use", extra={"fault": str(error), "ageHours": round(hours, 1)}
        )
        telemetry.add_metric("SigningKeysAgeHours", hours, MetricUnit.NoUnit)

    return SigningKeys(
        fetch=partial(fetch_document, source.jwks_uri), monotonic=time.monotonic, on_failed_refresh=warn
    )
