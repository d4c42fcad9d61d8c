"""What the authorizer is told by its environment."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from portal.settings import SettingsError

TOKEN_SHAPES = ("cognito", "b2c")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where accepted tokens come from and whom they are for.

    A plain dataclass, because importing pydantic costs most of the function's cold start.
    """

    issuer: str
    jwks_uri: str
    audience: str
    shape: str
    policies: frozenset[str]

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """Read and validate the `TOKEN_*` variables.

        Raises SettingsError naming the variable that is missing or makes no sense.
        """
        shape = _required(environment, "TOKEN_SHAPE")
        if shape not in TOKEN_SHAPES:
            raise SettingsError(f"TOKEN_SHAPE must be one of {', '.join(TOKEN_SHAPES)}")
        issuer = _web_address(environment, "TOKEN_ISSUER")
        jwks_uri = _web_address(environment, "TOKEN_JWKS_URI")
        if issuer.startswith("https:") and not jwks_uri.startswith("https:"):
            raise SettingsError("TOKEN_JWKS_URI must use https because TOKEN_ISSUER does")
        policies = frozenset(
            policy.strip() for policy in environment.get("TOKEN_POLICIES", "").split(",") if policy.strip()
        )
        if shape == "b2c" and not policies:
            raise SettingsError("TOKEN_POLICIES must name the accepted policies when TOKEN_SHAPE is b2c")
        return cls(
            issuer=issuer,
            jwks_uri=jwks_uri,
            audience=_required(environment, "TOKEN_AUDIENCE"),
            shape=shape,
            policies=policies,
        )


def _required(environment: Mapping[str, str], name: str) -> str:
    value = environment.get(name, "").strip()
    if not value:
        raise SettingsError(f"{name} must be set")
    return value


def _web_address(environment: Mapping[str, str], name: str) -> str:
    value = _required(environment, name)
    try:
        parts = urlsplit(value)
        is_web_address = parts.scheme in ("https", "http") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_web_address = False
    if not is_web_address:
        raise SettingsError(f"{name} must be an absolute http(s) address")
    return value
