"""Replies of the contract from the results of the services."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache

from domains.accounts.account import Account, NotRegistered, PendingAddress
from domains.accounts.masking import mask_address, mask_email
from domains.agencies.catalog import localize
from domains.agencies.subscriptions import ClearedDashboard
from domains.deliveries.delivery import NoticeDelivery
from domains.reference.data import get_county_list, get_terms_catalog
from functions.userservices.contract import (
    CardReply,
    ConnectedRecordReply,
    ConnectionsReply,
    FailedCallReply,
    LockReply,
    LocksReply,
    NoticeDeliveryReply,
    PersonConnectionReply,
    PersonReply,
    PersonTermsDecisionReply,
    WaitingAddressReply,
)
from functions.userservices.dashboard import DashboardConnection, ReloadedCard
from functions.userservices.locks import FailedTries
from functions.userservices.notices import NoticeTitle
from functions.userservices.service import OpenRecord
from portal.language import Language


@cache
def list_county_names() -> Mapping[str, str]:
    """Return the names of the counties by id."""
    return {county.id: county.name for county in get_county_list().items}


def make_person_reply(user_id: str, opened: OpenRecord) -> PersonReply:
    """Return the parts of a record that the staff member sees."""
    account, sees_account = opened.account, "account" in opened.parts
    registration = account.registration
    if registration is None:
        raise NotRegistered
    current = get_terms_catalog().current.version
    return PersonReply(
        id=user_id,
        display_name=registration.display_name,
        legal_first_name=registration.legal_first_name,
        legal_last_name=registration.legal_last_name,
        preferred_name=registration.preferred_name,
        birth_year=registration.date_of_birth.year,
        county=list_county_names().get(registration.county_id or ""),
        language=account.preferences.language if account.preferences else registration.language,
        email=mask_email(registration.email) if registration.email else None,
        parts=list(opened.parts),
        registered_at=registration.registered_at if sees_account else None,
        linked_at_registration=registration.linked_from is not None if sees_account else None,
        state=account.get_next_step(current) if sees_account else None,
        accepted_terms=account.accepted_terms if sees_account else None,
        current_terms=current if sees_account else None,
        terms=_list_decisions(account) if sees_account else None,
    )


def _list_decisions(account: Account) -> list[PersonTermsDecisionReply]:
    """Return the decisions on the terms, the newest first."""
    decisions = sorted(account.decisions, key=lambda each: each.decided_at, reverse=True)
    return [PersonTermsDecisionReply.from_entity(each) for each in decisions]


def make_waiting_reply(pending: PendingAddress, now: datetime) -> WaitingAddressReply:
    """Return an address that waits for its confirmation."""
    is_allowed, has_permission = pending.is_allowed(now), pending.has_permission(now)
    return WaitingAddressReply(
        id=pending.id,
        channel=pending.channel,
        sent_to=mask_address(pending.channel, pending.address),
        is_confirmed=pending.confirmed_at is not None,
        is_allowed=is_allowed,
        allowed_from=pending.allowed_from if has_permission and not is_allowed else None,
        allowed_until=pending.allowed_until if has_permission else None,
    )


def make_delivery_reply(
    delivery: NoticeDelivery, title: NoticeTitle | None, language: Language
) -> NoticeDeliveryReply:
    """Return a delivery of a notice."""
    return NoticeDeliveryReply.from_entity(
        delivery,
        reason=delivery.steps[-1].reason,
        at=delivery.steps[-1].at,
        sender=title.sender.in_language(language) if title else None,
        subject=title.subject.in_language(language) if title and title.subject else None,
    )


def make_connections_reply(
    connections: list[DashboardConnection], cleared: ClearedDashboard | None, language: Language
) -> ConnectionsReply:
    """Return a person's connections and the last clearing of the dashboard."""
    return ConnectionsReply(
        items=[_make_connection_reply(each, language) for each in connections],
        restorable_until=cleared.restorable_until if cleared else None,
    )


def _make_connection_reply(connection: DashboardConnection, language: Language) -> PersonConnectionReply:
    offer = connection.offer
    return PersonConnectionReply(
        service_id=connection.subscription.service_id,
        service_name=localize(offer.service.name, language) if offer else None,
        agency_name=localize(offer.agency.name, language) if offer else None,
        is_on_dashboard=connection.is_on_dashboard,
        is_offered=offer is not None and offer.is_available,
        not_answering_since=connection.breaker.paused_since,
        asked_again_from=connection.breaker.asked_again_from,
        last_failure=FailedCallReply.from_entity(failure) if (failure := connection.last_failure) else None,
        connected_at=connection.subscription.created_at,
        records=[
            ConnectedRecordReply.from_entity(each.identity, checked_at=each.checked_at)
            for each in connection.records
        ],
    )


def make_locks_reply(failed: list[FailedTries], language: Language) -> LocksReply:
    """Return the lockouts and failed attempts of a person."""
    return LocksReply(
        items=[LockReply.from_entity(each, name=each.name.in_language(language)) for each in failed]
    )


def make_card_reply(card: ReloadedCard, language: Language) -> CardReply:
    """Return the result of reloading a card."""
    return CardReply(
        number=card.number,
        service_name=localize(card.offer.service.name, language) if card.offer else None,
        agency_name=localize(card.offer.agency.name, language) if card.offer else None,
        outcome=card.outcome,
        checked_at=card.checked_at,
    )
