"""The accounts that an agency of the sandbox keeps itself. They last until the server stops."""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from domains.agencies import protocol
from domains.agencies.manifest import AccountSystem
from infrastructure.sandbox.samples import read_data

SAMPLE_PASSWORD = "saguaro and rain"  # noqa: S105 -- of a fictitious person, shown on the sandbox's page
SAMPLE_ACCOUNTS: Mapping[str, Mapping[str, str]] = {
    agency_id: {user_name: person["email"]}
    for person in read_data("people.yaml")
    for agency_id, user_name in person.get("agency_accounts", {}).items()
}
"""Email addresses by user name of the accounts that are there at the start, by agency."""


@dataclass(slots=True)
class Account:
    """An account."""

    reference: str
    user_name: str
    email: str
    password: str = field(repr=False)
    is_linked: bool = False  # true if the portal uses it, as far as the agency was told

    @property
    def has_sample_password(self) -> bool:
        """True for the password of the start, which may be shown."""
        return self.password == SAMPLE_PASSWORD


class Accounts:
    """The accounts of one agency."""

    def __init__(
        self, system: AccountSystem, samples: Mapping[str, str], forgotten: Callable[[str, str], None]
    ) -> None:
        """Make the sample accounts.

        Args:
            samples: email addresses by user name.
            forgotten: told the email address and a token with which a new password can be chosen.
        """
        self._system = system
        self._forgotten = forgotten
        self._accounts: dict[str, Account] = {}
        self._links: dict[str, Account] = {}
        for user_name, email in samples.items():
            self._add(user_name, email, SAMPLE_PASSWORD)

    def list_accounts(self) -> list[Account]:
        """List the accounts by name."""
        return sorted(self._accounts.values(), key=lambda account: account.user_name)

    def register(self, asked: protocol.AgencyAccountRegistrationRequest) -> protocol.AccountAnswer:
        if not self._is_good(asked.password, asked.user_name):
            return protocol.AccountAnswer(outcome="passwordRefused")
        if asked.user_name.casefold() in self._accounts:
            return protocol.AccountAnswer(outcome="userNameTaken")
        account = self._add(asked.user_name, asked.email, asked.password)
        account.is_linked = True
        return protocol.AccountAnswer(outcome="done", reference=account.reference)

    def link(self, asked: protocol.AgencyAccountLinkRequest) -> protocol.AccountAnswer:
        """Return the outcome for a name and a password."""
        account = self._accounts.get(asked.user_name.casefold())
        if account is None or account.password != asked.password:
            return protocol.AccountAnswer(outcome="refused")
        account.is_linked = True
        return protocol.AccountAnswer(outcome="done", reference=account.reference)

    def unlink(self, asked: protocol.AccountUnlinkRequest) -> None:
        """Note that the portal no longer uses an account."""
        if account := self._find(asked.reference):
            account.is_linked = False

    def change_password(self, asked: protocol.AgencyAccountPasswordRequest) -> protocol.AccountAnswer:
        """Change the password, if the current one is right."""
        account = self._find(asked.reference)
        if account is None or account.password != asked.current_password:
            return protocol.AccountAnswer(outcome="refused")
        if not self._is_good(asked.new_password, account.user_name):
            return protocol.AccountAnswer(outcome="passwordRefused")
        account.password = asked.new_password
        return protocol.AccountAnswer(outcome="done")

    def forget_password(self, asked: protocol.AccountForgottenPasswordRequest) -> None:
        """Mail a link for a new password to the owner of the account."""
        if account := self._accounts.get(asked.user_name.casefold()):
            token = secrets.token_urlsafe()
            self._links[token] = account
            self._forgotten(account.email, token)

    def is_link(self, token: str) -> bool:
        """Return whether a link can still be used."""
        return token in self._links

    def choose_password(self, token: str, password: str) -> bool:
        """Set the password of the account of a link, once.

        Returns:
            False if the link was used or the password is too weak; nothing is changed then.
        """
        account = self._links.get(token)
        if account is None or not self._is_good(password, account.user_name):
            return False
        del self._links[token]
        account.password = password
        return True

    def _add(self, user_name: str, email: str, password: str) -> Account:
        reference = f"account-{hashlib.sha256(user_name.casefold().encode()).hexdigest()[:12]}"
        account = self._accounts[user_name.casefold()] = Account(reference, user_name, email, password)
        return account

    def _find(self, reference: str) -> Account | None:
        return next((each for each in self._accounts.values() if each.reference == reference), None)

    def _is_good(self, password: str, user_name: str) -> bool:
        shortest, longest = self._system.password_min_length, self._system.password_max_length
        return shortest <= len(password) <= longest and password.casefold() != user_name.casefold()
