"""The users table: each person's account is one partition, so that one query reads all of it."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

from pynamodb.attributes import (
    DiscriminatorAttribute,
    JSONAttribute,
    NumberAttribute,
    UnicodeAttribute,
    UTCDateTimeAttribute,
)
from pynamodb.exceptions import DoesNotExist
from pynamodb.indexes import GlobalSecondaryIndex, IncludeProjection
from pynamodb.models import Model

from portal.account import (
    NOTICE_KINDS,
    Account,
    ContactAddress,
    ContactPreferences,
    QuietHours,
    Registration,
    TermsDecision,
    TermsOutcome,
)
from portal.dynamo import TableMeta, bind_table
from portal.language import Language


class ByEmail(GlobalSecondaryIndex["AccountItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Finds the registrations of an e-mail address.

    It projects the kind, because PynamoDB filters every query of a model with a discriminator by it.
    """

    class Meta(TableMeta):
        index_name = "by_email"
        projection = IncludeProjection(["kind"])

    email_key = UnicodeAttribute(hash_key=True)


class AccountItem(Model):
    """One item of a person's partition; the range key begins with the kind."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    kind = DiscriminatorAttribute()
    by_email = ByEmail()


class RegistrationItem(AccountItem, discriminator="registration"):
    """See `Registration`; `email_key` is left out where there is no address."""

    KEY = "registration"

    legal_first_name = UnicodeAttribute()
    legal_last_name = UnicodeAttribute()
    preferred_name = UnicodeAttribute(null=True)
    display_name = UnicodeAttribute()
    date_of_birth = UnicodeAttribute()
    county_id = UnicodeAttribute(null=True)
    language = UnicodeAttribute()
    email_key = UnicodeAttribute(null=True)
    registered_at = UTCDateTimeAttribute()
    linked_from = UnicodeAttribute(null=True)


class RefusedRegistrationItem(AccountItem, discriminator="refusedregistration"):
    """Until the end of that day this sign-in cannot register: somebody too young tried."""

    KEY = "refusedregistration"

    expires_at = NumberAttribute()


class TermsDecisionItem(AccountItem, discriminator="terms"):
    """See `TermsDecision`; the range key is `terms#VERSION#NUMBER`, the number with six digits."""

    version = UnicodeAttribute()
    outcome = UnicodeAttribute()
    decision_id = UnicodeAttribute()
    decided_at = UTCDateTimeAttribute()


class AccessItem(AccountItem, discriminator="access"):
    """What decides whether a person may use the portal; the authorizer reads nothing else of an account.

    Attributes:
        accepted_terms: the version that the person accepted last and did not decline since; None for none.
    """

    KEY = "access"

    accepted_terms = UnicodeAttribute(null=True)


class ContactPreferencesItem(AccountItem, discriminator="contactpreferences"):
    """See `ContactPreferences`; what was saved before there were quiet hours has none of the three last."""

    KEY = "contactpreferences"

    language = UnicodeAttribute()
    addresses = JSONAttribute()
    notices = JSONAttribute()
    saved_at = UTCDateTimeAttribute()
    revision = NumberAttribute()
    email_frequency = UnicodeAttribute(null=True)
    quiet_hours = JSONAttribute(null=True)
    pending_email = UnicodeAttribute(null=True)


class AddressBookItem(AccountItem, discriminator="addressbook"):
    """All of a person's address book: one item, so that one conditional write changes it as a whole.

    Attributes:
        addresses: oldest first.
        removed: when each of the addresses was removed whose key may still be sent again.
        revision: grows with each change.
    """

    KEY = "addressbook"

    addresses = JSONAttribute()
    primary_id = UnicodeAttribute(null=True)
    removed = JSONAttribute()
    revision = NumberAttribute()


class OneTimeCodeItem(AccountItem, discriminator="code"):
    """A code on its way to a person; see `portal.one_time_code`."""

    target = UnicodeAttribute()
    code_hash = UnicodeAttribute()
    attempts_left = NumberAttribute()
    sent_at = NumberAttribute()
    expires_at = NumberAttribute()


class NumberCodesItem(AccountItem, discriminator="numbercodes"):
    """How many codes went to a number within an hour, from whatever account; see `portal.one_time_code`.

    Its partition is that of the number and of no person.
    """

    KEY = "numbercodes"

    sent = NumberAttribute()
    expires_at = NumberAttribute()


class FailedCodesItem(AccountItem, discriminator="failedcodes"):
    """How many wrong codes came since the last right one; the range key is `failedcodes#PURPOSE`."""

    failures = NumberAttribute()


class TransferItem(AccountItem, discriminator="transfer"):
    """Left behind in a partition whose account moved to a new identity of the same person."""

    KEY = "transfer"

    moved_to = UnicodeAttribute()
    moved_at = UTCDateTimeAttribute()


class AccountRepository:
    """Reads accounts; the groups add what they write."""

    def __init__(self, table_name: str) -> None:
        """Use the users table of that name."""
        bind_table(AccountItem, table_name)

    def read_account(self, user_id: str) -> Account:
        """The account of a person, empty when there is none. One query, strongly consistent."""
        return account_of(self.items_of(user_id))

    def accepted_terms(self, user_id: str) -> str | None:
        """The version of the terms that a person accepted; None for none. One read, strongly consistent."""
        try:
            item = AccessItem.get(
                user_id,
                AccessItem.KEY,
                consistent_read=True,
                attributes_to_get=[AccessItem.kind.attr_name, AccessItem.accepted_terms.attr_name],
            )
        except DoesNotExist:
            return None
        return item.accepted_terms

    def items_of(self, user_id: str) -> Iterator[AccountItem]:
        """Every item of a person's partition, by range key."""
        return iter(AccountItem.query(user_id, consistent_read=True))


def account_of(items: Iterator[AccountItem]) -> Account:
    """Put the items of one partition together.

    Args:
        items: by range key, which numbers the decisions on a version; clocks of two functions may disagree.
    """
    registration: Registration | None = None
    preferences: ContactPreferences | None = None
    decisions: list[TermsDecision] = []
    accepted_terms: str | None = None
    for item in items:
        match item:
            case AccessItem():
                accepted_terms = item.accepted_terms
            case RegistrationItem():
                registration = registration_of(item)
            case ContactPreferencesItem():
                preferences = preferences_of(item)
            case TermsDecisionItem():
                decisions.append(decision_of(item))
    return Account(registration, tuple(decisions), preferences, accepted_terms)


def registration_of(item: RegistrationItem) -> Registration:
    """The registration that an item holds."""
    return Registration(
        legal_first_name=item.legal_first_name,
        legal_last_name=item.legal_last_name,
        preferred_name=item.preferred_name,
        display_name=item.display_name,
        date_of_birth=date.fromisoformat(item.date_of_birth),
        county_id=item.county_id,
        language=_language(item.language),
        email=item.email_key or "",
        registered_at=item.registered_at,
        linked_from=item.linked_from,
    )


def decision_of(item: TermsDecisionItem) -> TermsDecision:
    """The decision that an item holds."""
    outcome: TermsOutcome = "accepted" if item.outcome == "accepted" else "declined"
    return TermsDecision(item.decision_id, item.version, outcome, item.decided_at)


def preferences_of(item: ContactPreferencesItem) -> ContactPreferences:
    """The contact preferences that an item holds."""
    return ContactPreferences(
        language=_language(item.language),
        addresses=tuple(_address(stored) for stored in item.addresses),
        notices={kind: tuple(item.notices.get(kind, ())) for kind in NOTICE_KINDS},
        saved_at=item.saved_at,
        revision=int(item.revision),
        email_frequency="daily" if item.email_frequency == "daily" else "immediate",
        quiet_hours=QuietHours(**item.quiet_hours) if item.quiet_hours else None,
        pending_email=item.pending_email,
    )


def _address(stored: Mapping[str, Any]) -> ContactAddress:
    verified_at = stored["verified_at"]
    return ContactAddress(
        channel=stored["channel"],
        address=stored["address"],
        verified_at=datetime.fromisoformat(verified_at).astimezone(UTC) if verified_at else None,
    )


def _language(stored: str) -> Language:
    return "es" if stored == "es" else "en"
