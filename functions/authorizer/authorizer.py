"""One decision for each call: let in, refuse, or fail; with one log line and one metric."""

from typing import Any

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import MetricUnit, single_metric

from functions.authorizer.gateway import Event, access_token_of, allow, id_token_of, route_of
from functions.authorizer.keys import KeysUnavailableError
from functions.authorizer.refusal import RefusedError
from functions.authorizer.tokens import TokenVerifier

ACCEPTED = "accepted"
KEYS_UNAVAILABLE = "keysUnavailable"


class Authorizer:
    """The Lambda function behind the gateway's authorizer."""

    def __init__(self, verifier: TokenVerifier, logger: Logger) -> None:
        self._verifier = verifier
        self._logger = logger

    def decide(self, event: Event, _context: object) -> dict[str, Any]:
        """Return the gateway's Allow answer for the call that the event describes.

        Raises Exception("Unauthorized"), the text that the gateway answers with 401, for a refused call,
        and KeysUnavailableError, which it answers with 500, when no token can be judged.
        """
        try:
            caller = self._verifier.caller(access_token_of(event), id_token_of(event))
        except RefusedError as refusal:
            self._record(event, refusal.reason.value)
            raise Exception("Unauthorized") from None
        except KeysUnavailableError:
            self._record(event, KEYS_UNAVAILABLE)
            raise
        answer = allow(caller, event["methodArn"])
        self._record(event, ACCEPTED, subject=answer["principalId"])
        return answer

    def _record(self, event: Event, outcome: str, subject: str | None = None) -> None:
        self._logger.info(
            "authorization",
            extra={
                "outcome": outcome,
                "subject": subject,
                "route": route_of(event),
                "request_id": event["requestContext"]["requestId"],
            },
        )
        with single_metric(name="Authorization", unit=MetricUnit.Count, value=1) as metric:
            metric.add_dimension(name="outcome", value=outcome)
