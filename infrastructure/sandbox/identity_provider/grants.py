"""Grants of clients: authorization codes and rotating refresh tokens, in families that end together."""

import secrets
import sqlite3
from dataclasses import dataclass
from uuid import uuid4

from infrastructure.sandbox.identity_provider.accounts import Account
from infrastructure.sandbox.identity_provider.clients import Client
from infrastructure.sandbox.identity_provider.database import Database, hash_token
from infrastructure.sandbox.identity_provider.sessions import BrowserSession
from infrastructure.sandbox.identity_provider.settings import Clock

CODE_LIFETIME_SECONDS = 60
GRANT_LIFETIME_SECONDS = 12 * 60 * 60


class ReuseError(Exception):
    """A refresh token was used twice, so it may be stolen."""


@dataclass(frozen=True)
class Grant:
    """Sign-in at one client. Its id is the `origin_jti` of every token that comes from it."""

    id: str
    subject: str
    client_id: str
    scope: str
    authenticated_at: int
    is_active: bool
    has_second_factor: bool


@dataclass(frozen=True)
class CodeRequest:
    """Request that an authorization code is bound to."""

    redirect_uri: str
    nonce: str | None
    code_challenge: str
    code_challenge_method: str


@dataclass(frozen=True)
class AuthorizationCode:
    """A redeemed authorization code, as Authlib wants to see it."""

    grant: Grant
    request: CodeRequest

    @property
    def code_challenge(self) -> str:
        """Read by Authlib's PKCE extension."""
        return self.request.code_challenge

    @property
    def code_challenge_method(self) -> str:
        """Read by Authlib's PKCE extension."""
        return self.request.code_challenge_method

    def get_redirect_uri(self) -> str:
        """Return the address that the token request must repeat."""
        return self.request.redirect_uri

    def get_scope(self) -> str:
        """Return the scope that was granted."""
        return self.grant.scope

    def get_nonce(self) -> str | None:
        """Return the nonce, which the id token repeats."""
        return self.request.nonce

    def get_auth_time(self) -> int:
        """Return the time of the sign-in."""
        return self.grant.authenticated_at


@dataclass(frozen=True)
class RefreshToken:
    """A refresh token that is still good, as Authlib wants to see it."""

    token: str
    grant: Grant

    def check_client(self, client: Client) -> bool:
        """Return whether it was issued to this client."""
        return self.grant.client_id == client.client_id

    def get_scope(self) -> str:
        """Return the scope that was granted."""
        return self.grant.scope


@dataclass(frozen=True, slots=True)
class Grants:
    """Grants with their codes and refresh tokens, which are stored as hashes."""

    database: Database
    clock: Clock

    def open(
        self, account: Account, client_id: str, scope: str, session: BrowserSession | None = None
    ) -> Grant:
        """Begin a grant. Signing out of `session` revokes it.

        Without a session it is for a program on this machine, with a second factor for staff.
        """
        now = self._get_now()
        grant = Grant(
            id=str(uuid4()),
            subject=account.subject,
            client_id=client_id,
            scope=scope,
            authenticated_at=session.authenticated_at if session else now,
            is_active=True,
            has_second_factor=session.has_second_factor if session else account.is_staff,
        )
        with self.database.begin_transaction() as connection:
            connection.execute(
                "INSERT INTO grants VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
                (
                    grant.id,
                    grant.subject,
                    grant.client_id,
                    grant.scope,
                    session.id if session else None,
                    grant.authenticated_at,
                    now + GRANT_LIFETIME_SECONDS,
                ),
            )
            if grant.has_second_factor:
                connection.execute("INSERT INTO grant_second_factors VALUES (?)", (grant.id,))
        return grant

    def find(self, grant_id: str) -> Grant | None:
        """Return the grant with this id, also when it was revoked or expired; None when it never was."""
        row = self.database.fetch_one("SELECT * FROM known_grants WHERE id = ?", (grant_id,))
        return self._make_grant(row) if row else None

    def find_latest(self, subject: str, client_id: str) -> Grant | None:
        """Return the grant that was opened last and has not ended; None when there is none."""
        row = self.database.fetch_one(
            "SELECT * FROM known_grants WHERE subject = ? AND client_id = ? AND revoked_at IS NULL"
            " AND expires_at > ? ORDER BY number DESC",
            (subject, client_id, self._get_now()),
        )
        return self._make_grant(row) if row else None

    def revoke(self, grant_id: str) -> None:
        """End a grant with everything that came from it."""
        with self.database.begin_transaction() as connection:
            self._revoke(connection, grant_id)

    def save_code(self, code: str, grant: Grant, request: CodeRequest) -> None:
        """Keep an authorization code until it is redeemed or expires."""
        with self.database.begin_transaction() as connection:
            connection.execute(
                "INSERT INTO authorization_codes VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
                (
                    hash_token(code),
                    grant.id,
                    request.redirect_uri,
                    request.nonce,
                    request.code_challenge,
                    request.code_challenge_method,
                    self._get_now() + CODE_LIFETIME_SECONDS,
                ),
            )

    def redeem_code(self, code: str, client_id: str) -> AuthorizationCode | None:
        """Return the code if it is valid for this client, and use it up.

        A second use revokes the grant (RFC 6749, section 4.1.2).
        """
        now = self._get_now()
        with self.database.begin_transaction() as connection:
            row = connection.execute(
                "SELECT known_grants.*, redirect_uri, nonce, code_challenge, code_challenge_method, used_at,"
                " authorization_codes.expires_at AS code_expires_at"
                " FROM authorization_codes JOIN known_grants ON known_grants.id = grant_id"
                " WHERE code_hash = ?",
                (hash_token(code),),
            ).fetchone()
            if row is None or row["client_id"] != client_id:
                return None
            if row["used_at"] is not None:
                self._revoke(connection, row["id"])
                return None
            connection.execute(
                "UPDATE authorization_codes SET used_at = ? WHERE code_hash = ?", (now, hash_token(code))
            )
        grant = self._make_grant(row)
        if row["code_expires_at"] <= now or not grant.is_active:
            return None
        return AuthorizationCode(
            grant,
            CodeRequest(
                row["redirect_uri"], row["nonce"], row["code_challenge"], row["code_challenge_method"]
            ),
        )

    def issue_refresh_token(self, grant: Grant) -> str:
        """Return the first refresh token of a grant."""
        with self.database.begin_transaction() as connection:
            return self._insert_refresh_token(connection, grant.id)

    def find_refresh_token(self, token: str) -> RefreshToken | None:
        """Return a refresh token that may be used now. One that was used before revokes its whole family."""
        row = self.database.fetch_one(
            "SELECT known_grants.*, used_at"
            " FROM refresh_tokens JOIN known_grants ON known_grants.id = grant_id WHERE token_hash = ?",
            (hash_token(token),),
        )
        if row is None:
            return None
        if row["used_at"] is not None:
            self.revoke(row["id"])
            return None
        grant = self._make_grant(row)
        return RefreshToken(token, grant) if grant.is_active else None

    def rotate(self, token: RefreshToken) -> str:
        """Use up a refresh token and give its successor, which ends at the same time as the grant.

        Raises ReuseError, and revokes the family, when another request was faster.
        """
        with self.database.begin_transaction() as connection:
            used = connection.execute(
                "UPDATE refresh_tokens SET used_at = ? WHERE token_hash = ? AND used_at IS NULL",
                (self._get_now(), hash_token(token.token)),
            )
            if used.rowcount:
                return self._insert_refresh_token(connection, token.grant.id)
            self._revoke(connection, token.grant.id)
        raise ReuseError(token.grant.id)

    def _insert_refresh_token(self, connection: sqlite3.Connection, grant_id: str) -> str:
        token = secrets.token_urlsafe(48)
        connection.execute("INSERT INTO refresh_tokens VALUES (?, ?, NULL)", (hash_token(token), grant_id))
        return token

    def _revoke(self, connection: sqlite3.Connection, grant_id: str) -> None:
        connection.execute(
            "UPDATE grants SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
            (self._get_now(), grant_id),
        )

    def _make_grant(self, row: sqlite3.Row) -> Grant:
        return Grant(
            id=row["id"],
            subject=row["subject"],
            client_id=row["client_id"],
            scope=row["scope"],
            authenticated_at=row["authenticated_at"],
            is_active=row["revoked_at"] is None and row["expires_at"] > self._get_now(),
            has_second_factor=bool(row["has_second_factor"]),
        )

    def _get_now(self) -> int:
        return int(self.clock().timestamp())
