"""Dashboard of a person for support staff: cards, reloading, clearing, and restoring."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from domains.agencies.subscriptions import ClearedDashboard, Dashboard, Identity, Subscription
from domains.messages.support_notices import (
    make_dashboard_cleared_notice,
    make_dashboard_reloaded_notice,
    make_dashboard_restored_notice,
)
from functions.userservices import texts
from functions.userservices.cards import CardReader
from functions.userservices.case_access import Case, CaseAccess, Writes
from functions.userservices.dashboard import DashboardConnection, ReloadedCard
from functions.userservices.errors import DashboardChanged, NothingToClear, NothingToRestore
from functions.userservices.reach import Part, Reach
from functions.userservices.repository import DashboardsRepository, NoticesRepository
from portal.errors import InvalidRequest, Problem
from portal.text import make_searchable
from portal.types import Clock

RELOADING_TAKES_SECONDS = 15.0
"""Time for starting calls to agencies; one takes at most 2.5 s, and the gateway waits 29 s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DashboardDesk:
    """Shows and changes the cards of a person's dashboard.

    Every method raises the errors of `Reach.find_account`.
    """

    clock: Clock
    monotonic: Callable[[], float]  # seconds that never go back
    access: CaseAccess
    subscriptions: DashboardsRepository
    cards: CardReader
    inbox: NoticesRepository

    def list_connections(
        self, case: Case, user_id: str
    ) -> tuple[list[DashboardConnection], ClearedDashboard | None]:
        """Return the person's cards in order, and the restorable ones."""
        reach = self.access.get_reach(case)
        reach.find_account(user_id, "connections", case.reason)
        dashboard = self.subscriptions.get_dashboard(user_id)
        self.access.record_access(case, user_id, "view", "connections")
        cleared = dashboard.cleared if _list_hidden(reach, dashboard) else None
        return self._list_connections(case, user_id, dashboard), cleared

    def reload_dashboard(self, case: Case, user_id: str, confirmed_name: str) -> list[ReloadedCard]:
        """Reload the person's cards from the agencies, without changing connections.

        Notifies the person unless there are no cards.
        """
        self._confirm(case, user_id, "reload", confirmed_name)
        reach, now = self.access.get_reach(case), self.clock()

        def reload() -> tuple[list[tuple[Subscription, int, Identity]], Writes]:
            cards = [
                (subscription, number, identity)
                for subscription in _list_shown(reach, self.subscriptions.get_dashboard(user_id))
                for number, identity in enumerate(subscription.identities.values(), start=1)
            ]
            notice = make_dashboard_reloaded_notice(user_id, case.staff.number, now)
            return cards, [self.inbox.write_notice(notice)] if cards else []

        cards = self.access.write_change(case, user_id, "dashboard", reload, DashboardChanged)
        ends_at = self.monotonic() + RELOADING_TAKES_SECONDS
        return [self.cards.reload_card(user_id, *card, ends_at) for card in cards]

    def clear_dashboard(self, case: Case, user_id: str, confirmed_name: str) -> ClearedDashboard:
        """Remove every card from the dashboard, without disconnecting, and notify the person.

        Safe to repeat.
        """
        self._confirm(case, user_id, "clear", confirmed_name)
        reach, now = self.access.get_reach(case), self.clock()

        def clear() -> tuple[ClearedDashboard, Writes]:
            dashboard = self.subscriptions.get_dashboard(user_id)
            before, shown = dashboard.cleared, _list_shown(reach, dashboard)
            if not shown:
                if before is None or not _list_hidden(reach, dashboard):
                    raise NothingToClear
                return before, []
            hidden = [each for each in dashboard.order_subscriptions() if not dashboard.is_on_dashboard(each)]
            after = ClearedDashboard(frozenset(each.id for each in (*shown, *hidden)), now)
            notice = make_dashboard_cleared_notice(user_id, case.staff.number, now)
            write = self.subscriptions.write_cleared(user_id, before, after)
            return after, [write, self.inbox.write_notice(notice)]

        return self.access.write_change(case, user_id, "dashboard", clear, DashboardChanged)

    def restore_dashboard(self, case: Case, user_id: str) -> list[DashboardConnection]:
        """Restore all removed cards within reach, and notify the person.

        Returns:
            The restored dashboard.
        """
        reach, now = self.access.get_reach(case), self.clock()
        reach.find_account(user_id, "restore", case.reason)

        def restore() -> tuple[Dashboard, Writes]:
            dashboard = self.subscriptions.get_dashboard(user_id)
            before, hidden = dashboard.cleared, _list_hidden(reach, dashboard)
            if before is None or not hidden or before.restorable_until <= now:
                raise NothingToRestore
            within_reach = {each.id for each in hidden}
            remaining_ids = [
                each.id
                for each in dashboard.order_subscriptions()
                if before.is_hidden(each) and each.id not in within_reach
            ]
            after = ClearedDashboard(frozenset(remaining_ids), before.cleared_at) if remaining_ids else None
            notice = make_dashboard_restored_notice(user_id, case.staff.number, now)
            write = self.subscriptions.write_cleared(user_id, before, after)
            return replace(dashboard, cleared=after), [write, self.inbox.write_notice(notice)]

        dashboard = self.access.write_change(case, user_id, "dashboard", restore, DashboardChanged)
        return self._list_connections(case, user_id, dashboard)

    def _list_connections(self, case: Case, user_id: str, dashboard: Dashboard) -> list[DashboardConnection]:
        subscriptions = self.access.get_reach(case).list_subscriptions(dashboard)
        return self.cards.list_connections(user_id, subscriptions, dashboard)

    def _confirm(self, case: Case, user_id: str, part: Part, typed: str) -> None:
        """Require the person's name as a confirmation; a refusal reveals something, so it is logged."""
        registration = self.access.get_reach(case).find_account(user_id, part, case.reason).registration
        if registration is None or make_searchable(typed) != make_searchable(registration.display_name):
            self.access.record_access(case, user_id, "view", "name")
            raise InvalidRequest(Problem("confirmed-name", texts.WRONG_NAME))


def _list_shown(reach: Reach, dashboard: Dashboard) -> list[Subscription]:
    return [each for each in reach.list_subscriptions(dashboard) if dashboard.is_on_dashboard(each)]


def _list_hidden(reach: Reach, dashboard: Dashboard) -> list[Subscription]:
    return [each for each in reach.list_subscriptions(dashboard) if not dashboard.is_on_dashboard(each)]
