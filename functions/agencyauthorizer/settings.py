"""Settings of the agencies' authorizer."""

from collections.abc import Mapping
from dataclasses import dataclass

from portal.settings import SettingsError, get_required
from portal.tokens.settings import TokenSource


@dataclass(frozen=True, slots=True)
class AgencyAuthorizerSettings:
    """Issuer of the agencies' tokens, and the required scopes."""

    source: TokenSource
    scope_prefix: str  # prefix of the agency's id in a scope, such as `agency-inbound/`

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "AgencyAuthorizerSettings":
        """Read and validate the `TOKEN_*` variables and `AGENCY_SCOPE_PREFIX`.

        Raises SettingsError naming the missing or invalid variable.
        """
        prefix = get_required(environment, "AGENCY_SCOPE_PREFIX")
        if not prefix.endswith("/") or prefix == "/" or " " in prefix:
            raise SettingsError("AGENCY_SCOPE_PREFIX must be a name and a slash, such as agency-inbound/")
        return cls(TokenSource.from_environment(environment), prefix)
