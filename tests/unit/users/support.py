"""What the service is given in these tests: no AWS, and a clock that stands still until it is moved."""

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from functions.users.registration_rules import RegistrationDetails
from functions.users.service import UserService
from portal.account import Account, Registration
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.messages.message import Message
from portal.principal import Principal

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
TERMS = "2026-01-01"
CODE = "123456"
COUNTIES = {"maricopa", "pima"}

ROSA = Principal("rosa", "rosa@example.com", True, "Rosa Token", frozenset())
ROSA_AGAIN = replace(ROSA, user_id="rosa-again")

DETAILS = RegistrationDetails(
    legal_first_name="Rosa María",
    legal_last_name="Delgado",
    preferred_name=None,
    date_of_birth=date(1984, 5, 17),
    county_id="pima",
    language="es",
)


@dataclass
class Accounts:
    """A repository in memory."""

    accounts: dict[str, Account] = field(default_factory=dict)
    registers_meanwhile: Registration | None = None

    def read_account(self, user_id):
        return self.accounts.get(user_id, Account())

    def add_registration(self, user_id, registration):
        if self.read_account(user_id).registration:
            return False
        self.accounts[user_id] = Account(registration)
        return True

    def users_registered_with(self, email):
        found = self.accounts.items()
        return [user for user, it in found if it.registration and it.registration.email == email]

    def move_account(self, earlier_user_id, user_id, at):
        if self.registers_meanwhile:
            self.add_registration(user_id, self.registers_meanwhile)
        earlier = self.read_account(earlier_user_id)
        if earlier.registration and not self.read_account(user_id).registration:
            linked = replace(earlier.registration, linked_from=earlier_user_id)
            self.accounts[user_id] = replace(self.accounts.pop(earlier_user_id), registration=linked)


@dataclass(frozen=True)
class Issued:
    expires_at: datetime


@dataclass
class Codes:
    """Codes in memory, each good once."""

    good: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)

    def issue(self, user_id, purpose, target, code, now):
        self.good[user_id, purpose] = (code, target)
        return Issued(now + timedelta(minutes=10))

    def withdraw(self, user_id, purpose):
        del self.good[user_id, purpose]

    def redeem(self, user_id, purpose, code, now):
        expected, target = self.good.get((user_id, purpose), (None, ""))
        if code != expected:
            raise InvalidRequest(Problem("code", Text(en="No.", es="No.")))
        del self.good[user_id, purpose]
        return target


@dataclass
class Inbox:
    """Messages in memory, each once; or fails as told."""

    failure: Exception | None = None
    messages: dict[str, Message] = field(default_factory=dict)

    def add(self, message):
        if self.failure:
            raise self.failure
        return self.messages.setdefault(message.id, message) is message


@dataclass
class Mail:
    """Remembers what was sent, or fails as told."""

    failure: Exception | None = None
    sent: list[tuple[str, str, str]] = field(default_factory=list)

    def send_email(self, address, subject, text):
        if self.failure:
            raise self.failure
        self.sent.append((address, subject, text))


@dataclass
class World:
    """A service and everything around it."""

    now: datetime = NOW
    accounts: Accounts = field(default_factory=Accounts)
    codes: Codes = field(default_factory=Codes)
    inbox: Inbox = field(default_factory=Inbox)
    mail: Mail = field(default_factory=Mail)

    @property
    def service(self):
        return UserService(
            clock=lambda: self.now,
            new_code=lambda: CODE,
            repository=self.accounts,
            codes=self.codes,
            inbox=self.inbox,
            mail=self.mail,
            terms_version=TERMS,
            county_ids=COUNTIES,
        )
