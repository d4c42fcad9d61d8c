"""The accounts that an agency of the sandbox keeps itself. They last until the server stops."""

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from domains.agencies import protocol
from domains.agencies.manifest import AccountSystem

SAMPLE_PASSWORD = "saguaro and rain"  # noqa: S105 -- of a fictitious person, shown on the sandbox's page
LINK_SECONDS = 3600.0

# Source: RFC 7914, section 2; 16 MB and some hundredths of a second for each guess.
_COST, _BLOCK_SIZE, _PARALLELISM = 2**14, 8, 1
_SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class SampleAccount:
    """An account that is there at the start, with the sample password."""

    user_name: str
    email: str


SAMPLE_ACCOUNTS: Mapping[str, Sequence[SampleAccount]] = {
    "azcc": [SampleAccount("benwhitehorse", "business@example.com")]
}


@dataclass(slots=True)
class Account:
    """An account.

    Attributes:
        is_linked: whether the portal uses it, as far as the agency was told.
        has_sample_password: whether its password is the one that it had at the start.
    """

    reference: str
    user_name: str
    email: str
    salt: bytes = field(repr=False)
    digest: bytes = field(repr=False)
    is_linked: bool = False
    has_sample_password: bool = False

    def has(self, password: str) -> bool:
        """Return whether the password is right."""
        return hmac.compare_digest(_hash(password, self.salt), self.digest)


@dataclass(frozen=True, slots=True)
class _Link:
    reference: str
    good_until: float


class Accounts:
    """The accounts of one agency; passwords are kept as what scrypt makes of them."""

    def __init__(
        self, system: AccountSystem, samples: Sequence[SampleAccount], forgotten: Callable[[str, str], None]
    ) -> None:
        """Make the sample accounts.

        Args:
            forgotten: told the email address and a token with which a new password can be chosen.
        """
        self._system = system
        self._forgotten = forgotten
        self._lock = threading.Lock()
        self._accounts: dict[str, Account] = {}
        self._links: dict[str, _Link] = {}
        for sample in samples:
            self._add(sample.user_name, sample.email, SAMPLE_PASSWORD).has_sample_password = True

    def all(self) -> list[Account]:
        """List the accounts by name."""
        return sorted(self._accounts.values(), key=lambda account: account.user_name)

    def register(self, asked: protocol.AccountRegistrationRequest) -> protocol.AccountAnswer:
        """Make an account."""
        if not self._is_good(asked.password, asked.user_name):
            return protocol.AccountAnswer(outcome="passwordRefused")
        with self._lock:
            if asked.user_name.casefold() in self._accounts:
                return protocol.AccountAnswer(outcome="userNameTaken")
            account = self._add(asked.user_name, asked.email, asked.password)
            account.is_linked = True
        return protocol.AccountAnswer(outcome="done", reference=account.reference)

    def link(self, asked: protocol.AccountLinkRequest) -> protocol.AccountAnswer:
        """Return the outcome for a name and a password."""
        account = self._accounts.get(asked.user_name.casefold())
        if account is None:
            # Take as long as for an existing account, so that the time does not reveal its existence.
            _hash(asked.password, bytes(_SALT_BYTES))
            return protocol.AccountAnswer(outcome="refused")
        if not account.has(asked.password):
            return protocol.AccountAnswer(outcome="refused")
        account.is_linked = True
        return protocol.AccountAnswer(outcome="done", reference=account.reference)

    def unlink(self, reference: str) -> None:
        """Note that the portal no longer uses an account."""
        if account := self._find(reference):
            account.is_linked = False

    def change_password(self, asked: protocol.AccountPasswordRequest) -> protocol.AccountAnswer:
        """Change the password, if the current one is right."""
        account = self._find(asked.reference)
        if account is None or not account.has(asked.current_password):
            return protocol.AccountAnswer(outcome="refused")
        if not self._is_good(asked.new_password, account.user_name):
            return protocol.AccountAnswer(outcome="passwordRefused")
        self._set(account, asked.new_password)
        return protocol.AccountAnswer(outcome="done")

    def forget_password(self, user_name: str) -> None:
        """Mail a link for a new password to the owner of the account."""
        if account := self._accounts.get(user_name.casefold()):
            token = secrets.token_urlsafe()
            with self._lock:
                self._links[token] = _Link(account.reference, time.monotonic() + LINK_SECONDS)
            self._forgotten(account.email, token)

    def is_link(self, token: str) -> bool:
        """Return whether a link can still be used."""
        link = self._links.get(token)
        return link is not None and time.monotonic() < link.good_until

    def choose_password(self, token: str, password: str) -> bool:
        """Set the password of the account of a link, once.

        Returns:
            False if the link has expired or the password is too weak; nothing is changed then.
        """
        with self._lock:
            link = self._links.get(token)
            account = self._find(link.reference) if link and time.monotonic() < link.good_until else None
            if account is None or not self._is_good(password, account.user_name):
                return False
            del self._links[token]
            self._set(account, password)
        return True

    def _add(self, user_name: str, email: str, password: str) -> Account:
        salt = secrets.token_bytes(_SALT_BYTES)
        reference = f"account-{hashlib.sha256(user_name.casefold().encode()).hexdigest()[:12]}"
        account = Account(reference, user_name, email, salt, _hash(password, salt))
        self._accounts[user_name.casefold()] = account
        return account

    def _set(self, account: Account, password: str) -> None:
        account.salt = secrets.token_bytes(_SALT_BYTES)
        account.digest = _hash(password, account.salt)
        account.has_sample_password = False

    def _find(self, reference: str) -> Account | None:
        return next((each for each in self._accounts.values() if each.reference == reference), None)

    def _is_good(self, password: str, user_name: str) -> bool:
        shortest, longest = self._system.password_min_length, self._system.password_max_length
        return shortest <= len(password) <= longest and password.casefold() != user_name.casefold()


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=_COST, r=_BLOCK_SIZE, p=_PARALLELISM)
