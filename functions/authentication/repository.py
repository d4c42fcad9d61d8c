"""The table of enhanced authentication: a person's partition has attempts, statuses, and passkeys."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from domains.assurance.enhanced_authentication import AuthenticationStatus
from domains.assurance.enhanced_authentication_table import KEYS, StatusTable
from domains.assurance.identity_proofs_table import PASSKEYS_KEY
from functions.authentication.attempt import Attempt, DocumentOwner, WalletHandle
from functions.authentication.passkeys import Passkeys
from functions.authentication.revocation_list import RevocationList
from functions.authentication.trust_list import TrustList
from functions.authentication.types import ATTEMPT_LIFETIME
from portal.items import JsonSchema, to_seconds
from portal.tables import Attr, Table, Write, write_together
from portal.types import get_utc_now

_ATTEMPT = "attempt#"
_WALLET, _HANDLE = "#wallet#", "handle"
_DOCUMENT, _OWNER = "#document#", "owner"
# Partition outside of all accounts: no user id has this character.
_PORTAL, _TRUST_LIST, _REVOCATIONS = "#portal", "trustlist", "revocations#"
REVOCATIONS_KEPT = timedelta(days=90)
"""An issuer renews its list sooner (ISO/IEC 18013-5, B.1.9)."""


def _get_passkeys_attributes(passkeys: Passkeys) -> Mapping[str, Any]:
    ends = [each.proof.expires_at for each in passkeys.items]
    if passkeys.new:
        ends.append(passkeys.new.begun_at + ATTEMPT_LIFETIME)
    # Without a passkey, the item can expire at once.
    return {"item": PASSKEYS_KEY, "expires_at": to_seconds(max(ends, default=get_utc_now()))}


_ATTEMPTS = JsonSchema(
    Attempt,
    KEYS,
    lambda attempt: {"item": _ATTEMPT + attempt.id, "expires_at": to_seconds(attempt.expires_at)},
    has_revision=True,
)
_PASSKEY_LISTS = JsonSchema(Passkeys, KEYS, _get_passkeys_attributes, has_revision=True)
# Like the portal's own partition, those of handles and documents belong to no person.
_HANDLES = JsonSchema(
    WalletHandle,
    KEYS,
    lambda handle: {
        "user_id": _WALLET + handle.handle,
        "item": _HANDLE,
        "expires_at": to_seconds(handle.expires_at),
    },
)
_DOCUMENT_OWNERS = JsonSchema(
    DocumentOwner,
    KEYS,
    lambda owner: {"user_id": _DOCUMENT + owner.document_hash, "item": _OWNER},
    has_revision=True,
)
_TRUST_LISTS = JsonSchema(
    TrustList, KEYS, lambda _: {"user_id": _PORTAL, "item": _TRUST_LIST}, has_revision=True
)
_REVOCATION_LISTS = JsonSchema(
    RevocationList,
    KEYS,
    lambda revocations: {
        "user_id": _PORTAL,
        "item": _REVOCATIONS + revocations.name,
        "expires_at": to_seconds(revocations.fetched_at + REVOCATIONS_KEPT),
    },
)


class AuthenticationRepository(StatusTable):
    """Reads and writes attempts, statuses and passkeys; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        super().__init__(table_name)
        self._attempts = Table(table_name, _ATTEMPTS)
        self._passkeys = Table(table_name, _PASSKEY_LISTS)
        self._handles = Table(table_name, _HANDLES)
        self._document_owners = Table(table_name, _DOCUMENT_OWNERS)
        self._trust_lists = Table(table_name, _TRUST_LISTS)
        self._revocation_lists = Table(table_name, _REVOCATION_LISTS)

    def get_attempt(self, user_id: str, attempt_id: str) -> Attempt | None:
        """Return an attempt of a person, even if expired; None if there is none."""
        return self._attempts.get(user_id, _ATTEMPT + attempt_id)

    def save_attempt(self, user_id: str, attempt: Attempt) -> bool:
        """Replace an attempt's previous revision; false if another revision is stored."""
        return self._attempts.put(attempt, user_id=user_id)

    def cancel_attempts(self, user_id: str, is_ended: Callable[[Attempt], bool]) -> None:
        """Cancel a person's attempts without a result; those being judged can no longer succeed.

        Args:
            is_ended: selects the attempts.
        """
        is_attempt = (Attr("user_id") == user_id) & Attr("item").startswith(_ATTEMPT)
        for stored in self._attempts.list(is_attempt):
            attempt: Attempt | None = stored
            while attempt and not attempt.has_result and is_ended(attempt):
                if self.save_attempt(user_id, attempt.in_state("canceled")):
                    break
                attempt = self.get_attempt(user_id, attempt.id)

    def save_success(
        self,
        user_id: str,
        attempt: Attempt,
        status: AuthenticationStatus | None,
        owners: Sequence[DocumentOwner],
        notice: Write,
    ) -> bool:
        """Store a success in one transaction: attempt, status, document owners, and notice.

        Args:
            status: None if the session keeps a stronger one.
            owners: owner of the presented document, once for each of its hashes. All are written, so that
                functions whose secret is one step behind or ahead see the owner as well.
            notice: write of the message to the person.

        Returns:
            False if the attempt has ended or the document has another owner; nothing was written.
        """
        writes = [self._attempts.make_put(attempt, user_id=user_id), notice]
        if status:
            writes.append(self.statuses.make_put(status, user_id=user_id))
        writes += [self._document_owners.make_put(owner) for owner in owners]
        return write_together(writes)

    def get_document_owner(self, document_hash: str) -> DocumentOwner | None:
        """Return the account that a document proves, or None."""
        return self._document_owners.get(_DOCUMENT + document_hash, _OWNER)

    def get_wallet_handle(self, handle: str) -> WalletHandle | None:
        """Return a wallet handle, even if expired; None if there is none."""
        return self._handles.get(_WALLET + handle, _HANDLE)

    def save_wallet_handle(self, handle: WalletHandle) -> None:
        self._handles.put(handle)

    def get_passkeys(self, user_id: str) -> Passkeys:
        return self._passkeys.get(user_id, PASSKEYS_KEY) or Passkeys()

    def save_passkeys(self, user_id: str, passkeys: Passkeys) -> bool:
        """Replace the previous revision of a person's passkeys; false if another revision is stored."""
        return self._passkeys.put(passkeys, user_id=user_id)

    def save_new_passkey(self, user_id: str, passkeys: Passkeys, session_id: str) -> bool:
        """Store a person's passkeys with a new one, if the session still has a status.

        Returns:
            False if it has none, or another revision is stored; nothing was written.
        """
        return write_together(
            [
                self._passkeys.make_put(passkeys, user_id=user_id),
                self.require_status(user_id, session_id),
            ]
        )

    def delete_statuses_by_passkey(self, user_id: str, passkey_id: str) -> None:
        """Delete the statuses that sessions got from a passkey."""
        for status in self.list_statuses(user_id):
            if status.passkey_id == passkey_id:
                self.delete_status(user_id, status.session_id)

    def get_trust_list(self) -> TrustList | None:
        """Return the last good list of trusted issuers, or None."""
        return self._trust_lists.get(_PORTAL, _TRUST_LIST)

    def save_trust_list(self, trust_list: TrustList) -> bool:
        """Replace the list's previous revision; false if another revision is stored."""
        return self._trust_lists.put(trust_list)

    def get_revocation_list(self, name: str) -> RevocationList | None:
        """Return the last good list with this name, or None."""
        return self._revocation_lists.get(_PORTAL, _REVOCATIONS + name)

    def save_revocation_list(self, revocation_list: RevocationList) -> None:
        self._revocation_lists.put(revocation_list)
