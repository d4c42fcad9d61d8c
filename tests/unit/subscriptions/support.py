"""The service without AWS and with a fixed clock."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from domains.agencies.catalog import Offers
from domains.agencies.subscriptions import Dashboard
from functions.subscriptions.service import SubscriptionService
from portal.principal import Principal

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
ROSA = Principal("rosa", "rosa@example.com", True, "Rosa Token", frozenset())


@dataclass
class Repository:
    """Store of a person's dashboard in memory."""

    dashboard: Dashboard = field(default_factory=Dashboard)
    before_save_order: list[Callable[[], object]] = field(default_factory=list)

    def get_dashboard(self, user_id: Any) -> Any:
        return self.dashboard

    def save_order(self, user_id: Any, order: Any) -> bool:
        if self.before_save_order:
            self.before_save_order.pop()()
        if order.revision != self.dashboard.order.revision + 1:
            return False
        self.dashboard = replace(self.dashboard, order=order)
        return True


class Catalog:
    """Has nothing."""

    def get_offers(self) -> Offers:
        return Offers({})


@dataclass
class World:
    """A service over a repository in memory."""

    repository: Repository = field(default_factory=Repository)

    @property
    def service(self) -> SubscriptionService:
        return SubscriptionService(
            clock=lambda: NOW,
            new_id=str,
            repository=self.repository,  # type: ignore[arg-type]
            attempts=None,  # type: ignore[arg-type]
            accounts=None,  # type: ignore[arg-type]
            inbox=None,  # type: ignore[arg-type]
            catalog=Catalog(),  # type: ignore[arg-type]
            agencies=None,  # type: ignore[arg-type]
            gate=None,  # type: ignore[arg-type]
            recorder=None,  # type: ignore[arg-type]
        )
