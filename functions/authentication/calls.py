"""HTTP calls to identity providers; failures become `AuthenticationProviderUnavailable`."""

from collections.abc import Mapping

from domains.agencies.network import NotAllowed
from domains.agencies.transport import HttpAnswer, Late, TooLarge, Transport, Unreachable
from functions.authentication.provider import AuthenticationProviderUnavailable

CALL_SECONDS = 2.5


def exchange(
    transport: Transport,
    method: str,
    url: str,
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
) -> HttpAnswer:
    """Send a request and return the response, whatever its status.

    Raises:
        AuthenticationProviderUnavailable: no response came within `CALL_SECONDS`, or it is too large.
    """
    try:
        return transport.exchange(method, url, headers or {}, body, CALL_SECONDS)
    except (NotAllowed, Unreachable, Late, TooLarge, OSError) as error:
        raise AuthenticationProviderUnavailable(type(error).__name__) from None


def fetch(transport: Transport, url: str) -> bytes:
    """Download a public document.

    Raises:
        AuthenticationProviderUnavailable: the download failed.
    """
    answer = exchange(transport, "GET", url)
    if answer.status != 200:
        raise AuthenticationProviderUnavailable(f"status {answer.status}")
    return answer.body
