"""Conventions of Azure AD B2C: user flows ("policies") and the errors that leave them."""

import re
from urllib.parse import quote_plus
from uuid import uuid4

from infrastructure.sandbox.identity_provider.settings import Clock

SIGN_UP_SIGN_IN = "B2C_1_sign_up_sign_in"
RESET_PASSWORD = "B2C_1_reset_password"  # noqa: S105 - the name of a user flow

CANCELLED = "AADB2C90091: The user has cancelled entering self-asserted information."
PASSWORD_FORGOTTEN = "AADB2C90118: The user has forgotten their password."  # noqa: S105


def make_error_address(
    redirect_uri: str, message: str, state: str | None, *, in_fragment: bool, clock: Clock
) -> str:
    """Return the address that carries a B2C error back to the client.

    B2C's wire form: three lines (message, correlation id, time) that end in CRLF, percent-encoded as .NET
    does it, with lower-case digits and plus signs for spaces.
    """
    description = (
        f"{message}\r\nCorrelation ID: {uuid4()}\r\nTimestamp: {clock().strftime('%Y-%m-%d %H:%M:%SZ')}\r\n"
    )
    parameters = f"error=access_denied&error_description={_encode(description)}"
    if state:
        parameters += f"&state={_encode(state)}"
    return f"{redirect_uri}{'#' if in_fragment else '?'}{parameters}"


def _encode(text: str) -> str:
    return re.sub("%[0-9A-F]{2}", lambda match: match[0].lower(), quote_plus(text, safe="-_.!*()"))
