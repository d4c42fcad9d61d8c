"""Local agency with its own accounts, and the function that calls it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.manifest import Manifest
from functions.businessagency.repository import AgencyAccountsRepository
from functions.businessagency.routes import routes
from functions.businessagency.service import AgencyAccountsService
from portal.http import HttpSettings, create_app
from portal.rate_windows_table import RateWindows
from portal.secrets import RotatingSecret
from portal.types import make_id
from tests.api.agency_support import AGENCY, TinyAgency, World, make_manifest, make_text
from tests.api.support import AGENCY_ACCOUNTS_TABLE, ORIGIN_SECRET, TELEMETRY, USERS_TABLE, Client, Person

AGENCIES = "/api/businessapplications/businessagency"
USER = f"{AGENCIES}/{AGENCY}/user"
NAME, PASSWORD = "rosa.delgado", "seven saguaros at noon"
SYSTEM = {
    "name": make_text("Test account"),
    "userNameHelp": make_text("The name of your account"),
    "passwordMinLength": 12,
    "passwordMaxLength": 64,
    "passwordHelp": make_text("At least 12 characters"),
}


@dataclass
class AccountAgency(TinyAgency):
    """Agency that stores reference and password by user name."""

    accounts: dict[str, tuple[str, str]] = field(default_factory=lambda: {NAME: ("account-1", PASSWORD)})
    lock: Any = field(default_factory=threading.Lock)

    def answer(self, name: str, body: Any) -> tuple[int, Any]:
        match name:
            case "account-registration":
                return 200, self._registered(body)
            case "account-link":
                reference, password = self.accounts.get(body["userName"], ("", ""))
                is_right = bool(reference) and password == body["password"]
                return 200, {"outcome": "done", "reference": reference} if is_right else {
                    "outcome": "refused"
                }
            case "account-password":
                return 200, self._changed(body)
            case "account-unlink" | "account-forgotten-password":
                return 204, None
        return super().answer(name, body)

    def _registered(self, body: Any) -> Any:
        if body["password"].lower() == body["userName"].lower():
            return {"outcome": "passwordRefused"}
        with self.lock:
            if body["userName"] in self.accounts:
                return {"outcome": "userNameTaken"}
            reference = f"account-{len(self.accounts) + 1}"
            self.accounts[body["userName"]] = (reference, body["password"])
        return {"outcome": "done", "reference": reference}

    def _changed(self, body: Any) -> Any:
        for name, (reference, password) in self.accounts.items():
            if (reference, password) == (body["reference"], body["currentPassword"]):
                if body["newPassword"].lower() == name:
                    return {"outcome": "passwordRefused"}
                self.accounts[name] = (reference, body["newPassword"])
                return {"outcome": "done"}
        return {"outcome": "refused"}


def make_manifest_with_accounts(endpoint: str, agency: str = AGENCY, **changes: Any) -> Manifest:
    """Return the test agency's manifest, with accounts at its first service."""
    return make_manifest(endpoint, agency, accounts=SYSTEM | changes)


@dataclass
class AccountsWorld(World):
    """Accounts function over moto, with an agency that has accounts."""

    def accounts_service(
        self, repository: AgencyAccountsRepository | None = None, agencies: Any = None
    ) -> AgencyAccountsService:
        return AgencyAccountsService(
            clock=lambda: self.now,
            new_id=make_id,
            repository=repository or AgencyAccountsRepository(AGENCY_ACCOUNTS_TABLE),
            registrations=AccountRepository(USERS_TABLE),
            catalog=Catalog(self.catalog_table, self.monotonic),
            agencies=agencies or self.agency_client(),
            attempts=RateWindows(AGENCY_ACCOUNTS_TABLE, expiry="remove_at"),
        )

    def with_accounts(self, person: Person, **parts: Any) -> Client:
        """Return a client with a separate sandbox of the accounts function."""
        settings = HttpSettings(origin_secrets=RotatingSecret(ORIGIN_SECRET))
        app = create_app(
            (routes, self.accounts_service(**parts)),
            settings=settings,
            telemetry=TELEMETRY,
            is_open_to=make_terms_gate(USERS_TABLE),
        )
        rest: Callable[[str], Any] = self.client.app_of
        acting = replace(self.client, app_of=lambda group: app if group == "businessagency" else rest(group))
        return acting.acting_as(person)
