"""Settings of authorizers from the environment."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from portal.settings import SettingsError, get_required

TOKEN_SHAPES = ("cognito", "b2c", "entra")


@dataclass(frozen=True, slots=True)
class TokenSource:
    """The accepted issuer of tokens.

    A plain dataclass, because importing pydantic costs most of an authorizer's cold start.
    """

    issuer: str
    jwks_uri: str
    audience: str  # client id of the portal
    shape: str

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "TokenSource":
        """Read and validate the variables `TOKEN_ISSUER`, `_JWKS_URI`, `_AUDIENCE` and `_SHAPE`.

        Raises SettingsError with the name of a missing or invalid variable.
        """
        shape = get_required(environment, "TOKEN_SHAPE")
        if shape not in TOKEN_SHAPES:
            raise SettingsError(f"TOKEN_SHAPE must be one of {', '.join(TOKEN_SHAPES)}")
        issuer = require_web_address(environment, "TOKEN_ISSUER")
        jwks_uri = require_web_address(environment, "TOKEN_JWKS_URI")
        if issuer.startswith("https:") and not jwks_uri.startswith("https:"):
            raise SettingsError("TOKEN_JWKS_URI must use https because TOKEN_ISSUER does")
        return cls(issuer, jwks_uri, get_required(environment, "TOKEN_AUDIENCE"), shape)


def require_web_address(environment: Mapping[str, str], name: str) -> str:
    """Return a variable that is an absolute http(s) address. Raises SettingsError if it is not."""
    value = get_required(environment, name)
    try:
        parts = urlsplit(value)
        isweb_address = parts.scheme in ("https", "http") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        isweb_address = False
    if not isweb_address:
        raise SettingsError(f"{name} must be an absolute http(s) address")
    return value
