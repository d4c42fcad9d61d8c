"""What the profile group writes into the users table."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from pynamodb.transactions import TransactWrite

from functions.profile.address_book import Address, AddressBook, AddressDetails
from portal.account import ContactAddress, ContactPreferences, TermsDecision
from portal.account_table import (
    AccessItem,
    AccountRepository,
    AddressBookItem,
    ContactPreferencesItem,
    RegistrationItem,
    TermsDecisionItem,
    TransferItem,
)
from portal.dynamo import save_if, write_together
from portal.messages.message import Message
from portal.messages.messages_table import item_of


class ProfileRepository(AccountRepository):
    """Adds decisions on the terms, and saves contact preferences and address books."""

    def add_decision(self, user_id: str, decision: TermsDecision, number: int) -> bool:
        """Add a decision, which opens or closes the portal to the person; none is ever changed.

        Args:
            number: how many decisions on that version there were when this one was made.

        Returns:
            False when another decision with that number came first; nothing was written then.
        """
        item = TermsDecisionItem(
            user_id,
            f"terms#{decision.version}#{number:06d}",
            version=decision.version,
            outcome=decision.outcome,
            decision_id=decision.decision_id,
            decided_at=decision.decided_at,
        )
        accepted_terms = decision.version if decision.outcome == "accepted" else None
        access = AccessItem(user_id, AccessItem.KEY, accepted_terms=accepted_terms)

        def write(transaction: TransactWrite) -> None:
            transaction.save(item, TermsDecisionItem.item.does_not_exist())
            transaction.save(access)

        return write_together(write)

    def present_user_id(self, user_id: str) -> str:
        """Where an account is now: elsewhere when it was moved to a new identity of the same person."""
        moves = (item for item in self.items_of(user_id) if isinstance(item, TransferItem))
        move = next(moves, None)
        return self.present_user_id(move.moved_to) if move else user_id

    def save_preferences(
        self, user_id: str, preferences: ContactPreferences, notice: Message | None = None
    ) -> bool:
        """Replace the preferences of the revision before.

        Args:
            notice: put into the person's inbox with it; neither is ever written without the other.

        Returns:
            False when what is stored is not the revision before; nothing was saved then.
        """
        item = ContactPreferencesItem(
            user_id,
            ContactPreferencesItem.KEY,
            language=preferences.language,
            addresses=[_stored(address) for address in preferences.addresses],
            notices={kind: list(channels) for kind, channels in preferences.notices.items()},
            saved_at=preferences.saved_at,
            revision=preferences.revision,
            email_frequency=preferences.email_frequency,
            quiet_hours=asdict(preferences.quiet_hours) if preferences.quiet_hours else None,
            pending_email=preferences.pending_email,
        )
        is_first = preferences.revision == 1
        is_as_read = (
            ContactPreferencesItem.item.does_not_exist()
            if is_first
            else ContactPreferencesItem.revision == preferences.revision - 1
        )
        if notice is None:
            return save_if(item, is_as_read)

        def write(transaction: TransactWrite) -> None:
            transaction.save(item, is_as_read)
            transaction.save(item_of(notice))

        return write_together(write)

    def read_address_book(self, user_id: str) -> AddressBook | None:
        """A person's address book, empty when nothing was saved; None for somebody who is not registered.

        One query, strongly consistent.
        """
        items = list(self.items_of(user_id))
        if not any(isinstance(item, RegistrationItem) for item in items):
            return None
        return next(
            (_address_book(item) for item in items if isinstance(item, AddressBookItem)), AddressBook()
        )

    def save_address_book(self, user_id: str, book: AddressBook) -> bool:
        """Replace the address book of the revision before.

        Returns:
            False when what is stored is not the revision before; nothing was saved then.
        """
        item = AddressBookItem(
            user_id,
            AddressBookItem.KEY,
            addresses=[_stored_address(address) for address in book.addresses],
            primary_id=book.primary_id,
            removed={address_id: removed_at.isoformat() for address_id, removed_at in book.removed.items()},
            revision=book.revision,
        )
        is_first = book.revision == 1
        return save_if(
            item,
            AddressBookItem.item.does_not_exist()
            if is_first
            else AddressBookItem.revision == book.revision - 1,
        )


def _stored(address: ContactAddress) -> dict[str, Any]:
    return {
        "channel": address.channel,
        "address": address.address,
        "verified_at": address.verified_at.isoformat() if address.verified_at else None,
    }


def _address_book(item: AddressBookItem) -> AddressBook:
    return AddressBook(
        addresses=tuple(_address(stored) for stored in item.addresses),
        primary_id=item.primary_id,
        removed={each: datetime.fromisoformat(removed_at) for each, removed_at in item.removed.items()},
        revision=int(item.revision),
    )


def _address(stored: Mapping[str, Any]) -> Address:
    return Address(
        id=stored["id"],
        details=AddressDetails(**stored["details"]),
        made_from=stored["made_from"],
        changed_at=datetime.fromisoformat(stored["changed_at"]),
    )


def _stored_address(address: Address) -> dict[str, Any]:
    return asdict(address) | {"changed_at": address.changed_at.isoformat()}
