"""The portal as a client of the provider."""

from dataclasses import dataclass, field
from typing import Any

from infrastructure.sandbox.identity_provider.settings import ProviderSettings

SCOPES = ("openid", "email", "profile", "offline_access")


@dataclass(frozen=True)
class Client:
    """A public client: no secret, authorization code with PKCE, addresses compared character by character.

    Has the methods of Authlib's `ClientMixin`.
    """

    client_id: str
    redirect_uris: tuple[str, ...]
    logout_uris: tuple[str, ...]
    client_metadata: dict[str, Any] = field(default_factory=dict)

    def get_client_id(self) -> str:
        """Return the identifier, as tokens carry it."""
        return self.client_id

    def get_default_redirect_uri(self) -> None:
        """Return None: every request must name its address."""

    def get_allowed_scope(self, scope: str | None) -> str | None:
        """Return the asked scope; None, which Authlib refuses, for a request without OpenID Connect."""
        return scope if "openid" in (scope or "").split() else None

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Compare exactly: no prefixes, no patterns (RFC 9700, section 2.1)."""
        return redirect_uri in self.redirect_uris

    def check_client_secret(self, client_secret: str) -> bool:
        """Return False: a public client has no secret."""
        del client_secret
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        """Allow only public clients, which send no secret."""
        del endpoint
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        """Allow only the authorization code flow."""
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """Allow codes and refresh tokens."""
        return grant_type in ("authorization_code", "refresh_token")


def make_portal_client(settings: ProviderSettings) -> Client:
    """Return the client for the portal at the configured origin."""
    origin = settings.portal_origin
    logout_uris = (f"{origin}/",)
    return Client(
        client_id=settings.client_id,
        redirect_uris=(
            f"{origin}/signin-callback",
            f"{origin}/popup-callback.html",
            f"{origin}/silent-callback.html",
        ),
        logout_uris=logout_uris,
        client_metadata={"post_logout_redirect_uris": logout_uris},
    )
