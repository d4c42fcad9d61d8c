"""The second factor of staff in a user pool's id tokens (ADR 55).

Sources: the Amazon Cognito developer guide, "Pre token generation Lambda trigger" and "Adding MFA to a user
pool"; the API reference, AdminUserGlobalSignOut.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aws_lambda_powertools import Logger

from functions.signintokens.amazon_cognito import AmazonCognito

CONFIRMED_SINCE = "custom:second_factor_since"
"""Attribute of a user: when an administrator confirmed their authenticator app, in seconds since 1970.

The portal's client can neither read nor write it.
"""

CLAIM = "custom:amr"
"""Methods of the sign-in, as in RFC 8176. Cognito reserves the name `amr`."""

METHODS = ("pwd", "otp", "mfa")

MAX_SESSION_SECONDS = 14 * 3600
"""Maximum life of a session begun with the password alone before the confirmation.

Refresh tokens live 12 hours (rotated ones no longer), and a cookie of the sign-in pages gets new ones for an
hour.
"""

_SOURCES_WITH_CODE = frozenset(
    {"TokenGeneration_HostedAuth", "TokenGeneration_Authentication", "TokenGeneration_RefreshTokens"}
)


@dataclass(frozen=True, slots=True)
class SecondFactors:
    """Adds the second factor to the id tokens of confirmed staff.

    Cognito does not say whether it asked for a code. It asks at every sign-in with a password while the app
    is active. Tokens made while it is not end the confirmation, and earlier sessions must be over.
    """

    users: AmazonCognito
    now: Callable[[], float]
    logger: Logger

    def add_claim(self, event: dict[str, Any]) -> dict[str, Any]:
        """Return a trigger event, with the claim if every session of the user has a second factor.

        Users without a confirmation, as all residents are, cause no call to AWS, so that no fault of AWS
        keeps them out. Confirmed staff get no tokens while Cognito does not answer: a session that begins
        then, with the password alone, would get the claim at a later refresh (ADR 55).
        """
        since = event["request"].get("userAttributes", {}).get(CONFIRMED_SINCE, "")
        if not since:
            return event
        if not self._needs_code(event):
            self.users.delete_attribute(event["userPoolId"], event["userName"], CONFIRMED_SINCE)
            self.logger.warning("the second factor is no longer confirmed", extra={"user": event["userName"]})
        elif since.isdecimal() and int(since) + MAX_SESSION_SECONDS <= self.now():
            event["response"]["claimsAndScopeOverrideDetails"] = {
                "idTokenGeneration": {"claimsToAddOrOverride": {CLAIM: list(METHODS)}}
            }
        return event

    def _needs_code(self, event: dict[str, Any]) -> bool:
        return (
            event["triggerSource"] in _SOURCES_WITH_CODE
            # Another identity provider signs in users with `identities`; Cognito asks them for nothing.
            and "identities" not in event["request"]["userAttributes"]
            and self.users.has_authenticator_app(event["userPoolId"], event["userName"])
        )
