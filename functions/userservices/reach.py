"""Rules for staff's access: records, their parts, and the purposes that allow changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from domains.accesslog.record import AccessReason, Purpose, StaffMember
from domains.accounts.account import Account
from domains.accounts.account_table import AccountRepository
from domains.agencies.catalog import Catalog
from domains.agencies.subscriptions import Dashboard, Subscription
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.applications.application import Application
from domains.applications.applications_table import ApplicationsTable
from domains.businesses.businesses_table import BusinessesTable
from functions.userservices.errors import NotYourCase, OwnRecord, PurposeChangesNothing
from functions.userservices.texts import PURPOSES

Part = Literal[
    "identity",
    "account",
    "contact",
    "connections",
    "applications",
    "allow",
    "resend",
    "locks",
    "lift",
    "reload",
    "clear",
    "restore",
]
"""A part of a record that a call shows or changes."""


@dataclass(frozen=True, slots=True)
class PartRule:
    """The rule of a part."""

    is_of_agencies: bool  # true if agencies' staff reach it for their agency's people
    is_change: bool = False  # true if it changes the record, which some purposes forbid


PARTS: Mapping[Part, PartRule] = {
    "identity": PartRule(is_of_agencies=True),
    "account": PartRule(is_of_agencies=False),
    "contact": PartRule(is_of_agencies=False),
    "connections": PartRule(is_of_agencies=True),
    "applications": PartRule(is_of_agencies=True),
    "allow": PartRule(is_of_agencies=False, is_change=True),
    "resend": PartRule(is_of_agencies=False, is_change=True),
    "locks": PartRule(is_of_agencies=False),
    "lift": PartRule(is_of_agencies=False, is_change=True),
    "reload": PartRule(is_of_agencies=True, is_change=True),
    "clear": PartRule(is_of_agencies=True, is_change=True),
    "restore": PartRule(is_of_agencies=True, is_change=True),
}

CHANGING_PURPOSES: frozenset[Purpose] = frozenset({"resident-asked", "complaint"})
"""Purposes that allow changes. All others only allow reading."""


def list_parts(staff: StaffMember, reason: AccessReason) -> list[Part]:
    """Return the parts of records that a staff member reaches for a purpose."""
    return [each for each in PARTS if is_for(staff, each) and is_allowed(reason.purpose, each)]


def is_for(staff: StaffMember, part: Part) -> bool:
    """Tell if a staff member's role reaches a part."""
    return staff.agency_id is None or PARTS[part].is_of_agencies


def is_allowed(purpose: Purpose, part: Part) -> bool:
    """Tell if a purpose allows a part."""
    return purpose in CHANGING_PURPOSES or not PARTS[part].is_change


@dataclass(frozen=True, slots=True)
class Reach:
    """The records within reach of a staff member, and their parts.

    The portal's own support reaches everything. An agency's staff reach connections and applications with
    that agency, and nothing of other people.
    """

    staff: StaffMember
    accounts: AccountRepository
    subscriptions: SubscriptionsTable
    businesses: BusinessesTable
    applications: ApplicationsTable
    catalog: Catalog
    wait: Callable[[], None]  # waits until the response time reveals nothing

    def find_account(self, user_id: str, part: Part, reason: AccessReason) -> Account:
        """Return a person's account if a part is within reach; log every disclosure of it."""
        if not is_allowed(reason.purpose, part):
            raise PurposeChangesNothing(purpose=PURPOSES[reason.purpose])
        if user_id == self.staff.user_id:
            raise OwnRecord
        if not is_for(self.staff, part):
            raise NotYourCase
        account = self.accounts.get_account(user_id)
        if account.registration is None or not self.is_open(user_id):
            self.hide_work()
            raise NotYourCase
        return account

    def hide_work(self) -> None:
        """Equalize the response time for an agency's staff, whatever was found."""
        if self.staff.agency_id is not None:
            self.wait()

    def is_open(self, user_id: str) -> bool:
        """Tell if anything of a person is within reach."""
        if user_id == self.staff.user_id:
            return False
        return self.staff.agency_id is None or bool(
            self.list_subscriptions(self.subscriptions.get_dashboard(user_id))
            or self.list_applications(user_id)
        )

    def list_subscriptions(self, dashboard: Dashboard) -> list[Subscription]:
        """List a person's subscriptions within reach, in the order of the dashboard."""
        if self.staff.agency_id is None:
            return dashboard.order_subscriptions()
        offers = self.catalog.get_offers()
        return [
            each
            for each in dashboard.order_subscriptions()
            if (offer := offers.get_offer(each.service_id)) is not None
            and offer.agency.id == self.staff.agency_id
        ]

    def list_applications(self, user_id: str) -> list[tuple[str, Application]]:
        """List the applications of a person's businesses within reach, each with the business's name."""
        names = {business.id: business.name for business, _ in self.businesses.list_businesses(user_id)}
        ids = [each for business_id in names for each in self.applications.list_ids(business_id)]
        return [
            (names[each.business_id], each)
            for each in (self.applications.read_many(ids) if ids else [])
            if self.staff.agency_id in (None, each.agency_id)
        ]
