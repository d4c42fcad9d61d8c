"""Identity provider: its Flask app and its interface for the local cloud."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from flask import Flask
from flask_cors import CORS

from infrastructure.sandbox.identity_provider import pages
from infrastructure.sandbox.identity_provider.issuing import issue_tokens
from infrastructure.sandbox.identity_provider.people import Person
from infrastructure.sandbox.identity_provider.protocol import bind
from infrastructure.sandbox.identity_provider.services import EXTENSION, Services
from infrastructure.sandbox.identity_provider.settings import ProviderSettings
from infrastructure.sandbox.identity_provider.views import (
    account,
    endpoints,
    local,
    outbox,
    reset,
    second_factor,
    sign_in,
    sign_up,
)

FORM_BYTES = 64 * 1024


class Provider:
    """The provider on the database that the settings name; `app` is its WSGI application."""

    def __init__(self, settings: ProviderSettings) -> None:
        self._services = Services.open(settings)
        self.app = _create_flask(self._services)

    def seed(self, people: Iterable[Person]) -> None:
        """Create the accounts of people who were never seeded; staff have a second factor."""
        people = tuple(people)
        self._services.accounts.seed(people)
        self._services.second_factors.seed(person.subject for person in people if person.groups)

    def issue_tokens(self, email: str) -> dict[str, str]:
        """Return `access_token` and `id_token` of an account. Raises UnknownAccountError."""
        return issue_tokens(self._services, email)

    def register_agency_client(self, agency_id: str, client_id: str, client_secret: str) -> None:
        """Make the client of an agency, or replace it. Raises UnusableClientError."""
        self._services.agency_clients.register(agency_id, client_id, client_secret, replace=True)

    def close(self) -> None:
        """Close the database."""
        self._services.database.close()


def create_app(settings: ProviderSettings) -> Flask:
    """Return only the WSGI application."""
    return Provider(settings).app


def _create_flask(services: Services) -> Flask:
    settings = services.settings
    address = urlsplit(settings.origin)
    app = Flask(__package__)
    app.config.update(
        SECRET_KEY=services.database.get_secret("cookies"),
        # Cookies ignore ports, and two portals on one machine must not share one.
        SESSION_COOKIE_NAME=f"saguaro_identity_{address.port or address.scheme}",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=address.scheme == "https",
        MAX_CONTENT_LENGTH=FORM_BYTES,
        # Prevents DNS rebinding, which would open the outbox and the local tokens to foreign pages.
        TRUSTED_HOSTS=[address.hostname, "127.0.0.1"],
    )
    app.extensions[EXTENSION] = services
    bind(services.server, app)
    CORS(
        app,
        origins=[settings.portal_origin],
        resources=[r"/oauth2/(token|userinfo|revoke)", r"/\.well-known/.*"],
        allow_headers=["Authorization", "Content-Type"],
        methods=["GET", "POST"],
        max_age=600,
    )
    pages.install(app)
    for view in (endpoints, sign_in, second_factor, sign_up, reset, account, outbox, local):
        app.register_blueprint(view.blueprint)
    return app
