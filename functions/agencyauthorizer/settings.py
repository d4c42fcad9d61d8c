"""Settings of the agencies' authorizer."""

from collections.abc import Mapping
from dataclasses import dataclass

from portal.settings import SettingsError
from portal.tokens.settings import TokenSource, required


@dataclass(frozen=True, slots=True)
class Settings:
    """Issuer of agencies' tokens, and the scopes that let them in.

    Attributes:
        scope_prefix: what stands before the agency's id in the scope, such as `agency-inbound/`.
    """

    source: TokenSource
    scope_prefix: str

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """Read and validate the `TOKEN_*` variables and `AGENCY_SCOPE_PREFIX`.

        Raises SettingsError naming the variable that is missing or makes no sense.
        """
        prefix = required(environment, "AGENCY_SCOPE_PREFIX")
        if not prefix.endswith("/") or prefix == "/" or " " in prefix:
            raise SettingsError("AGENCY_SCOPE_PREFIX must be a name and a slash, such as agency-inbound/")
        return cls(TokenSource.from_environment(environment), prefix)
