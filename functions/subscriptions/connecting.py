"""Connecting records and subscribing to services."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime

from domains.agencies.catalog import Offer
from domains.agencies.client import AgencyClient
from domains.agencies.failures import AgencyFailure
from domains.agencies.manifest_texts import LocalizedText
from domains.agencies.protocol import MatchAnswer, MatchedPerson
from domains.agencies.record_reader import make_unavailable
from domains.agencies.subscriptions import (
    Dashboard,
    Identity,
    Subscription,
    derive_identity_id,
)
from domains.messages.agency_notices import SharedRecord, make_shared_record_notice
from domains.messages.message import InboxMessage
from functions.subscriptions.disconnecting import DISCONNECT_LEASE
from functions.subscriptions.errors import (
    Disconnecting,
    SubscriptionsChanged,
    TooManyIdentities,
    TooManySubscriptions,
)
from functions.subscriptions.identity_rules import make_masked_label
from functions.subscriptions.ports import Inbox, Repository
from portal.language import Language, Text
from portal.types import Clock
from portal.updates import LostRace, retry_lost_races

MAX_IDENTITIES = 20
MAX_SUBSCRIPTIONS = 200
# A transaction has at most 100 items, of which a connection takes three.
MAX_NOTICES_AT_ONCE = 90
MAX_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Connected:
    """Result of connecting, with the dashboard after it; `is_new` is false if it was connected before."""

    dashboard: Dashboard
    identity_id: str | None
    is_new: bool


@dataclass(frozen=True, slots=True)
class Connector:
    """Connects a person with services and their records."""

    clock: Clock
    new_id: Callable[[datetime], str]
    repository: Repository
    inbox: Inbox
    agencies: AgencyClient

    @retry_lost_races(SubscriptionsChanged, attempts=MAX_ATTEMPTS)
    def subscribe_to_service(self, user_id: str, service_id: str) -> Connected:
        """Subscribe to a service without identity fields; safe to repeat."""
        dashboard = self.repository.get_dashboard(user_id)
        if service_id in dashboard.subscriptions:
            return Connected(dashboard, None, is_new=False)
        self._check_room(dashboard)
        subscription = self._make_subscription(service_id)
        if self.repository.save_connection(user_id, subscription, None, None):
            return Connected(_replace_subscriptions(dashboard, subscription), None, is_new=True)
        raise LostRace

    def _check_room(self, dashboard: Dashboard) -> None:
        if len(dashboard.subscriptions) >= MAX_SUBSCRIPTIONS:
            raise TooManySubscriptions

    def _make_subscription(self, service_id: str) -> Subscription:
        now = self.clock()
        return Subscription(self.new_id(now), service_id, now, {}, 1)

    @retry_lost_races(SubscriptionsChanged, attempts=MAX_ATTEMPTS)
    def connect_record(
        self,
        user_id: str,
        offer: Offer,
        values: dict[str, str],
        person: MatchedPerson | None,
        language: Language,
    ) -> Connected | None:
        """Connect the record that the agency finds; None if it finds none.

        Reads the stored state before asking the agency: if it changes before the write, a disconnect may have
        been reported meanwhile, so the agency is asked again.
        """
        service_id = offer.service.id
        dashboard = self.repository.get_all(user_id)
        answer = self._match(offer, values, person)
        if answer.reference is None:
            return None
        identity_id = derive_identity_id(user_id, service_id, answer.reference)
        before = dashboard.subscriptions.get(service_id)
        existing = before.identities.get(identity_id) if before else None
        if existing is not None and existing.status == "connected":
            return Connected(dashboard, identity_id, is_new=False)
        pending = dashboard.disconnects.get(identity_id)
        if pending is not None and self.clock() - pending.tried_at < DISCONNECT_LEASE:
            raise Disconnecting
        label = answer.label or make_masked_label(offer.service.identity_fields, values, language)
        identity = Identity(identity_id, answer.reference, label, "connected", self.clock())
        after = self._set_identity(dashboard, service_id, identity)
        # Save the connection and its notices in one transaction.
        reported = self._make_notices(user_id, offer, identity)
        notices = list(reported.values())[:MAX_NOTICES_AT_ONCE]
        writes = map(self.inbox.write_notice, notices)
        if self.repository.save_connection(user_id, after, identity, pending, *writes):
            self._notify_others(user_id, offer, identity, {each.user_id for each in notices})
            return Connected(_replace_subscriptions(dashboard, after), identity_id, is_new=existing is None)
        raise LostRace

    def _make_notices(self, user_id: str, offer: Offer, connected: Identity) -> dict[str, InboxMessage]:
        """Return messages to other people connected with a record, about the new connection."""
        others = self.repository.list_connected_people(
            offer.service.id, connected.reference, except_for=user_id
        )
        return {
            other_id: make_shared_record_notice(
                other_id,
                SharedRecord(
                    label=connection.label,
                    service_name=to_text(offer.service.name),
                    agency_name=to_text(offer.agency.name),
                    connection_id=connected.id,
                    at=connected.connected_at,
                ),
            )
            for other_id, connection in others.items()
        }

    def _notify_others(
        self, user_id: str, offer: Offer, connected: Identity, reported: Collection[str]
    ) -> None:
        """Notify concurrently connected people, and those beyond one transaction's limit."""
        for other_id, notice in self._make_notices(user_id, offer, connected).items():
            if other_id not in reported:
                self.inbox.add_message(notice)

    def _match(self, offer: Offer, values: dict[str, str], person: MatchedPerson | None) -> MatchAnswer:
        try:
            answer = self.agencies.match_record(offer, values, person)
        except AgencyFailure:
            raise make_unavailable(offer) from None
        return answer if answer.matched else MatchAnswer(matched=False)

    def _set_identity(self, dashboard: Dashboard, service_id: str, identity: Identity) -> Subscription:
        before = dashboard.subscriptions.get(service_id)
        if before is None:
            self._check_room(dashboard)
            return replace(self._make_subscription(service_id), identities={identity.id: identity})
        if identity.id not in before.identities and len(before.identities) >= MAX_IDENTITIES:
            raise TooManyIdentities
        identities = {**before.identities, identity.id: identity}
        return replace(before, identities=identities, revision=before.revision + 1)


def to_text(localized: LocalizedText) -> Text:
    """Return a manifest's text as the portal's."""
    return Text(en=localized.en, es=localized.es)


def _replace_subscriptions(dashboard: Dashboard, subscription: Subscription) -> Dashboard:
    return replace(
        dashboard, subscriptions={**dashboard.subscriptions, subscription.service_id: subscription}
    )
