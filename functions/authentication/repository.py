"""The table of enhanced authentication: a person's partition has attempts, statuses, and passkeys."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from pynamodb.transactions import TransactWrite

from domains.assurance.enhanced_authentication import Status
from domains.assurance.enhanced_authentication_table import (
    STATUSES,
    AuthenticationItem,
    StatusTable,
    VersionedAuthenticationItem,
    get_item,
)
from domains.messages.message import Message
from domains.messages.message_items import make_item as message_item_of
from functions.authentication.attempt import Attempt, DocumentOwner, WalletHandle
from functions.authentication.passkeys import Passkeys
from functions.authentication.revocation_list import RevocationList
from functions.authentication.trust_list import TrustList
from functions.authentication.types import ATTEMPT_LIFETIME
from portal.dynamo import Codec, bind_table, get_version_before, save_if, write_together

_ATTEMPT, _PASSKEYS = "attempt#", "passkeys"
_WALLET, _HANDLE = "#wallet#", "handle"
_DOCUMENT, _OWNER = "#document#", "owner"
# Partition outside of all accounts: no user id has this character.
_PORTAL, _TRUST_LIST, _REVOCATIONS = "#portal", "trustlist", "revocations#"
REVOCATIONS_KEPT = timedelta(days=90)
"""An issuer renews its list sooner (ISO/IEC 18013-5, B.1.9)."""


def _get_attempt_attributes(attempt: Attempt) -> Mapping[str, Any]:
    return {
        "item": _ATTEMPT + attempt.id,
        "expires_at": attempt.expires_at,
        **get_version_before(attempt.revision),
    }


def _get_passkeys_attributes(passkeys: Passkeys) -> Mapping[str, Any]:
    ends = [each.proof.expires_at for each in passkeys.items]
    if passkeys.new:
        ends.append(passkeys.new.begun_at + ATTEMPT_LIFETIME)
    # Without a passkey there is nothing to store.
    expires_at = max(ends, default=timedelta(0))
    return {"item": _PASSKEYS, "expires_at": expires_at, **get_version_before(passkeys.revision)}


def _get_handle_attributes(handle: WalletHandle) -> Mapping[str, Any]:
    # Like the portal's own partition, this one belongs to no person.
    return {"user_id": _WALLET + handle.handle, "item": _HANDLE, "expires_at": handle.expires_at}


def _get_document_owner_attributes(owner: DocumentOwner) -> Mapping[str, Any]:
    return {"user_id": _DOCUMENT + owner.document_hash, "item": _OWNER, **get_version_before(owner.revision)}


def _get_trust_list_attributes(trust_list: TrustList) -> Mapping[str, Any]:
    return {"item": _TRUST_LIST, **get_version_before(trust_list.revision)}


def _get_revocation_list_attributes(revocation_list: RevocationList) -> Mapping[str, Any]:
    return {
        "item": _REVOCATIONS + revocation_list.name,
        "expires_at": revocation_list.fetched_at + REVOCATIONS_KEPT,
    }


ATTEMPTS = Codec(VersionedAuthenticationItem, Attempt, _get_attempt_attributes)
PASSKEYS = Codec(VersionedAuthenticationItem, Passkeys, _get_passkeys_attributes)
REVOCATION_LISTS = Codec(AuthenticationItem, RevocationList, _get_revocation_list_attributes)
DOCUMENT_OWNERS = Codec(VersionedAuthenticationItem, DocumentOwner, _get_document_owner_attributes)
HANDLES = Codec(AuthenticationItem, WalletHandle, _get_handle_attributes)
TRUST_LISTS = Codec(VersionedAuthenticationItem, TrustList, _get_trust_list_attributes)


class AuthenticationRepository(StatusTable):
    """Reads and writes attempts, statuses and passkeys; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        super().__init__(table_name)
        bind_table(VersionedAuthenticationItem, table_name)

    def get_attempt(self, user_id: str, attempt_id: str) -> Attempt | None:
        """Return an attempt of a person, even if expired; None if there is none."""
        item = get_item(user_id, _ATTEMPT + attempt_id)
        return ATTEMPTS.parse_item(item) if item else None

    def save_attempt(self, user_id: str, attempt: Attempt) -> bool:
        """Replace an attempt's previous revision; false if another revision is stored."""
        return save_if(ATTEMPTS.make_item(attempt, user_id=user_id))

    def cancel_attempts(self, user_id: str, is_ended: Callable[[Attempt], bool]) -> None:
        """Cancel a person's attempts without a result; those being judged can no longer succeed.

        Args:
            is_ended: selects the attempts.
        """
        items = VersionedAuthenticationItem.query(
            user_id, VersionedAuthenticationItem.item.startswith(_ATTEMPT), consistent_read=True
        )
        for item in items:
            attempt: Attempt | None = ATTEMPTS.parse_item(item)
            while attempt and not attempt.has_result and is_ended(attempt):
                if self.save_attempt(user_id, attempt.in_state("canceled")):
                    break
                attempt = self.get_attempt(user_id, attempt.id)

    def save_success(
        self,
        user_id: str,
        attempt: Attempt,
        status: Status | None,
        owners: Sequence[DocumentOwner],
        notice: Message,
    ) -> bool:
        """Store a success in one transaction: attempt, status, document owners, and notice.

        Args:
            status: None if the session keeps a stronger one.
            owners: owner of the presented document, once for each of its hashes. All are written, so that
                functions whose secret is one step behind or ahead see the owner as well.
            notice: message to the person.

        Returns:
            False if the attempt has ended or the document has another owner; nothing was written.
        """

        def write(transaction: TransactWrite) -> None:
            transaction.save(ATTEMPTS.make_item(attempt, user_id=user_id))
            if status:
                transaction.save(STATUSES.make_item(status, user_id=user_id))
            for owner in owners:
                transaction.save(DOCUMENT_OWNERS.make_item(owner))
            transaction.save(message_item_of(notice))

        return write_together(write)

    def get_document_owner(self, document_hash: str) -> DocumentOwner | None:
        """Return the account that a document proves, or None."""
        item = get_item(_DOCUMENT + document_hash, _OWNER)
        return DOCUMENT_OWNERS.parse_item(item) if item else None

    def get_wallet_handle(self, handle: str) -> WalletHandle | None:
        """Return a wallet handle, even if expired; None if there is none."""
        item = get_item(_WALLET + handle, _HANDLE)
        return HANDLES.parse_item(item) if item else None

    def save_wallet_handle(self, handle: WalletHandle) -> None:
        HANDLES.make_item(handle).save()

    def get_passkeys(self, user_id: str) -> Passkeys:
        item = get_item(user_id, _PASSKEYS)
        return PASSKEYS.parse_item(item) if item else Passkeys()

    def save_passkeys(self, user_id: str, passkeys: Passkeys) -> bool:
        """Replace the previous revision of a person's passkeys; false if another revision is stored."""
        return save_if(PASSKEYS.make_item(passkeys, user_id=user_id))

    def save_new_passkey(self, user_id: str, passkeys: Passkeys, session_id: str) -> bool:
        """Store a person's passkeys with a new one, if the session still has a status.

        Returns:
            False if it has none, or another revision is stored; nothing was written.
        """

        def write(transaction: TransactWrite) -> None:
            transaction.save(PASSKEYS.make_item(passkeys, user_id=user_id))
            self.require_status(user_id, session_id, transaction)

        return write_together(write)

    def delete_statuses_by_passkey(self, user_id: str, passkey_id: str) -> None:
        """Delete the statuses that sessions got from a passkey."""
        for status in self.list_statuses(user_id):
            if status.passkey_id == passkey_id:
                self.delete_status(user_id, status.session_id)

    def get_trust_list(self) -> TrustList | None:
        """Return the last good list of trusted issuers, or None."""
        item = get_item(_PORTAL, _TRUST_LIST)
        return TRUST_LISTS.parse_item(item) if item else None

    def save_trust_list(self, trust_list: TrustList) -> bool:
        """Replace the list's previous revision; false if another revision is stored."""
        return save_if(TRUST_LISTS.make_item(trust_list, user_id=_PORTAL))

    def get_revocation_list(self, name: str) -> RevocationList | None:
        """Return the last good list with this name, or None."""
        item = get_item(_PORTAL, _REVOCATIONS + name)
        return REVOCATION_LISTS.parse_item(item) if item else None

    def save_revocation_list(self, revocation_list: RevocationList) -> None:
        """Replace a list."""
        REVOCATION_LISTS.make_item(revocation_list, user_id=_PORTAL).save()
