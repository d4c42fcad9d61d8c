"""The agencies as clients: each has a secret, and tokens for the agency, never for a person."""

import re
import sqlite3
from dataclasses import dataclass
from hmac import compare_digest

from infrastructure.sandbox.identity_provider.database import Database, hash_token
from infrastructure.sandbox.identity_provider.settings import Clock

SCOPE_PREFIX = "agency-inbound/"

_AGENCY_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_MAX_AGENCY_ID_LENGTH = 60
_CLIENT_ID = re.compile(r"[A-Za-z0-9_+-]{1,128}")  # Cognito's, and hyphens
# A secret is kept as a hash without salt, and so must be one that nobody can guess.
_SECRET = re.compile(r"[!-~]{24,200}")


class UnusableClientError(Exception):
    """An agency's id, a client id or a secret is not in its form."""


class ClientTakenError(Exception):
    """A client has this id already."""


@dataclass(frozen=True)
class AgencyClient:
    """A confidential client with one grant and one scope. Has the methods of Authlib's `ClientMixin`."""

    client_id: str
    agency_id: str
    secret_hash: str
    redirect_uris: tuple[str, ...] = ()
    logout_uris: tuple[str, ...] = ()

    @property
    def scope(self) -> str:
        """The only scope of the client."""
        return f"{SCOPE_PREFIX}{self.agency_id}"

    def get_client_id(self) -> str:
        """Return the identifier, as tokens carry it."""
        return self.client_id

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Refuse: agencies have no sign-in page and so no redirect."""
        del redirect_uri
        return False

    def check_client_secret(self, client_secret: str) -> bool:
        """Return whether the secret is right."""
        return compare_digest(hash_token(client_secret), self.secret_hash)

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        """Allow only the secret, at the token endpoint."""
        return endpoint == "token" and method in ("client_secret_basic", "client_secret_post")

    def check_response_type(self, response_type: str) -> bool:
        """Refuse: agencies do not use the authorization endpoint."""
        del response_type
        return False

    def check_grant_type(self, grant_type: str) -> bool:
        """Allow only client credentials."""
        return grant_type == "client_credentials"


@dataclass(frozen=True, slots=True)
class AgencyClients:
    """The clients of agencies, by client id."""

    database: Database
    portal_client_id: str
    clock: Clock

    def find(self, client_id: str) -> AgencyClient | None:
        """Return the client with this id, or None."""
        row = self.database.fetch_one("SELECT * FROM agency_clients WHERE client_id = ?", (client_id,))
        return AgencyClient(row["client_id"], row["agency_id"], row["secret_hash"]) if row else None

    def register(self, agency_id: str, client_id: str, client_secret: str, *, replace: bool) -> None:
        """Make a client, or with `replace` give one another secret or agency.

        Raises UnusableClientError, and ClientTakenError without `replace`.
        """
        if (
            not _AGENCY_ID.fullmatch(agency_id)
            or len(agency_id) > _MAX_AGENCY_ID_LENGTH
            or not _CLIENT_ID.fullmatch(client_id)
            or client_id == self.portal_client_id
            or not _SECRET.fullmatch(client_secret)
        ):
            raise UnusableClientError(client_id)
        verb = "INSERT OR REPLACE" if replace else "INSERT"
        try:
            with self.database.begin_transaction() as connection:
                connection.execute(
                    f"{verb} INTO agency_clients VALUES (?, ?, ?, ?)",
                    (client_id, agency_id, hash_token(client_secret), int(self.clock().timestamp())),
                )
        except sqlite3.IntegrityError as error:
            raise ClientTakenError(client_id) from error
