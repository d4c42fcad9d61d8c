"""What the authorizer is told by its environment."""

from collections.abc import Mapping
from dataclasses import dataclass

from portal.settings import SettingsError
from portal.tokens.settings import TokenSource


@dataclass(frozen=True, slots=True)
class Settings:
    """Where accepted tokens come from and whom they are for."""

    source: TokenSource
    policies: frozenset[str]

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """Read and validate the `TOKEN_*` variables.

        Raises SettingsError naming the variable that is missing or makes no sense.
        """
        source = TokenSource.from_environment(environment)
        policies = frozenset(
            policy.strip() for policy in environment.get("TOKEN_POLICIES", "").split(",") if policy.strip()
        )
        if source.shape == "b2c" and not policies:
            raise SettingsError("TOKEN_POLICIES must name the accepted policies when TOKEN_SHAPE is b2c")
        return cls(source, policies)
