"""A profile service with everything it talks to kept in memory."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from functions.profile.address_book import AddressBook
from functions.profile.address_book_service import AddressBookService
from functions.profile.contact_rules import AddressWish, NoticeWish, Wishes
from functions.profile.notice_service import NoticeService
from functions.profile.service import ProfileService
from portal.account import NOTICE_KINDS, Account, Channel, ContactPreferences, Registration, TermsDecision
from portal.deliveries.delivery import AddressStatus
from portal.deliveries.unsubscribe_tokens import UnsubscribeTokens
from portal.errors import InvalidRequest, Problem, Unavailable
from portal.language import Language, Text
from portal.messages.message import Message
from portal.principal import Principal
from portal.reference import Terms, TermsCatalogue, TermsSection, TermsText

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
EMAIL = "rosa@example.com"
NUMBER = "+16025550123"
ROSA = Principal("rosa", EMAIL, True, "Rosa Delgado", frozenset())
UNVERIFIED_ROSA = replace(ROSA, is_email_verified=False)
OLD_TERMS = "2025-01-01"
TERMS = "2026-11-01"


def terms_version(version: str) -> Terms:
    """A version of the terms with one sentence."""

    def text(language: Language) -> TermsText:
        return TermsText(f"Title {language}", (TermsSection("Heading", (f"{version} {language}",)),))

    return Terms(version, version, {"en": text("en"), "es": text("es")})


def registration(language: Language = "en") -> Registration:
    """What Rosa told when registering."""
    return Registration(
        legal_first_name="ROSA",
        legal_last_name="DELGADO",
        preferred_name=None,
        display_name="Rosa Delgado",
        date_of_birth=date(1988, 4, 2),
        county_id="pima",
        language=language,
        email=EMAIL,
        registered_at=NOW - timedelta(days=1),
    )


def wishes(email: str = EMAIL, number: str | None = None, language: Language = "en") -> Wishes:
    """Acceptable wishes: every notice by e-mail."""
    addresses = [AddressWish("email", email)]
    if number is not None:
        addresses.append(AddressWish("text", number))
    notices = tuple(NoticeWish(kind, ("email",)) for kind in NOTICE_KINDS)
    return Wishes(language, tuple(addresses), notices)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **duration: float) -> None:
        self.now += timedelta(**duration)


class MemoryRepository:
    """Accounts with the conditions of the table; `meanwhile` runs once, just before the next write."""

    def __init__(self, inbox: "MemoryInbox") -> None:
        self.inbox = inbox
        self.accounts: dict[str, Account] = {}
        self.moved: dict[str, str] = {}
        self.address_books: dict[str, AddressBook] = {}
        self.meanwhile: list[Callable[[], object]] = []

    def read_account(self, user_id: str) -> Account:
        return self.accounts.get(user_id, Account())

    def add_decision(self, user_id: str, decision: TermsDecision, number: int) -> bool:
        self._let_others_go_first()
        account = self.read_account(user_id)
        if number != sum(made.version == decision.version for made in account.decisions):
            return False
        self.accounts[user_id] = replace(account, decisions=(*account.decisions, decision))
        return True

    def present_user_id(self, user_id: str) -> str:
        return self.moved.get(user_id, user_id)

    def save_preferences(
        self, user_id: str, preferences: ContactPreferences, notice: Message | None = None
    ) -> bool:
        self._let_others_go_first()
        account = self.read_account(user_id)
        if preferences.revision != (account.preferences.revision if account.preferences else 0) + 1:
            return False
        self.accounts[user_id] = replace(account, preferences=preferences)
        if notice:
            self.inbox.add(notice)
        return True

    def read_address_book(self, user_id: str) -> AddressBook | None:
        if self.read_account(user_id).registration is None:
            return None
        return self.address_books.get(user_id, AddressBook())

    def save_address_book(self, user_id: str, book: AddressBook) -> bool:
        self._let_others_go_first()
        if book.revision != self.address_books.get(user_id, AddressBook()).revision + 1:
            return False
        self.address_books[user_id] = book
        return True

    def _let_others_go_first(self) -> None:
        if self.meanwhile:
            self.meanwhile.pop(0)()


@dataclass(frozen=True)
class Issued:
    code: str
    expires_at: datetime


class MemoryCodes:
    """One code for each person and purpose, good for ten minutes."""

    def __init__(self) -> None:
        self.good: dict[tuple[str, str], tuple[str, str, datetime]] = {}

    def issue(self, user_id: str, purpose: str, target: str, code: str, now: datetime) -> Issued:
        expires_at = now + timedelta(minutes=10)
        self.good[user_id, purpose] = (code, target, expires_at)
        return Issued(code, expires_at)

    def withdraw(self, user_id: str, purpose: str) -> None:
        del self.good[user_id, purpose]

    def redeem(self, user_id: str, purpose: str, code: str, now: datetime) -> str:
        known, target, expires_at = self.good.get((user_id, purpose), ("", "", now))
        if code != known or now >= expires_at:
            raise InvalidRequest(Problem("code", Text(en="No.", es="No.")))
        del self.good[user_id, purpose]
        return target


class MemoryInbox:
    """Messages, each once."""

    def __init__(self) -> None:
        self.messages: dict[str, Message] = {}

    def add(self, message: Message) -> bool:
        return self.messages.setdefault(message.id, message) is message


class MemoryStatuses:
    """What was said of addresses; usable where nothing was."""

    def __init__(self) -> None:
        self.known: dict[tuple[Channel, str], AddressStatus] = {}

    def status(self, channel: Channel, address: str) -> AddressStatus:
        return self.known.get((channel, address), AddressStatus("usable", NOW))


@dataclass
class Outbox:
    """What was sent; nothing leaves while `is_down`."""

    emails: list[tuple[str, str, str]] = field(default_factory=list)
    text_messages: list[tuple[str, str]] = field(default_factory=list)
    is_down: bool = False

    def send_email(self, address: str, subject: str, text: str) -> None:
        self._check()
        self.emails.append((address, subject, text))

    def send_text_message(self, number: str, text: str) -> None:
        self._check()
        self.text_messages.append((number, text))

    def _check(self) -> None:
        if self.is_down:
            raise Unavailable("messageNotSent", Text(en="Not sent.", es="No se envió."))


class Bench:
    """The service, and what it was given."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.inbox = MemoryInbox()
        self.statuses = MemoryStatuses()
        self.tokens = UnsubscribeTokens("signs the links")
        self.repository = MemoryRepository(self.inbox)
        self.repository.accounts[ROSA.user_id] = Account(registration())
        self.codes = MemoryCodes()
        self.outbox = Outbox()
        self.service = self.with_terms(OLD_TERMS, TERMS)

    def with_terms(self, *versions: str) -> ProfileService:
        """The same service at a time when these versions exist."""
        ids = iter(f"id-{number}" for number in range(1000))
        codes = iter(f"{number:06d}" for number in range(123456, 124456))
        return ProfileService(
            clock=self.clock,
            new_id=lambda _at: next(ids),
            new_code=lambda: next(codes),
            repository=self.repository,
            codes=self.codes,
            mail=self.outbox,
            terms=TermsCatalogue(tuple(terms_version(version) for version in versions)),
            statuses=self.statuses,
            address_book=AddressBookService(
                clock=self.clock, repository=self.repository, state_codes={"AZ", "NM", "AE"}
            ),
            notices=NoticeService(
                clock=self.clock,
                repository=self.repository,
                inbox=self.inbox,
                statuses=self.statuses,
                tokens=self.tokens,
            ),
        )

    @property
    def account(self) -> Account:
        return self.repository.read_account(ROSA.user_id)
