"""What the profile group writes into the users table."""

from typing import Any

from pynamodb.exceptions import PutError
from pynamodb.expressions.condition import Condition

from portal.account import ContactAddress, ContactPreferences, TermsDecision
from portal.account_table import AccountItem, AccountRepository, ContactPreferencesItem, TermsDecisionItem


class ProfileRepository(AccountRepository):
    """Adds decisions on the terms, and saves contact preferences."""

    def add_decision(self, user_id: str, decision: TermsDecision, number: int) -> bool:
        """Add a decision; none is ever changed.

        Args:
            number: how many decisions on that version there were when this one was made.

        Returns:
            False when another decision with that number came first; nothing was added then.
        """
        item = TermsDecisionItem(
            user_id,
            f"terms#{decision.version}#{number:06d}",
            version=decision.version,
            outcome=decision.outcome,
            decision_id=decision.decision_id,
            decided_at=decision.decided_at,
        )
        return _put(item, TermsDecisionItem.item.does_not_exist())

    def save_preferences(self, user_id: str, preferences: ContactPreferences) -> bool:
        """Replace the preferences of the revision before.

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
        )
        is_first = preferences.revision == 1
        return _put(
            item,
            ContactPreferencesItem.item.does_not_exist()
            if is_first
            else ContactPreferencesItem.revision == preferences.revision - 1,
        )


def _put(item: AccountItem, condition: Condition) -> bool:
    try:
        item.save(condition)
    except PutError as error:
        if error.cause_response_code != "ConditionalCheckFailedException":
            raise
        return False
    return True


def _stored(address: ContactAddress) -> dict[str, Any]:
    return {
        "channel": address.channel,
        "address": address.address,
        "verified_at": address.verified_at.isoformat() if address.verified_at else None,
    }
