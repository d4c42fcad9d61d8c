"""The rules of the terms and conditions and of the contact preferences."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from functions.profile import messages
from functions.profile.address_book_service import AddressBookService
from functions.profile.contact_rules import Choices, Wishes, check
from functions.profile.notice_service import NoticeService
from functions.profile.preferences import (
    AddressStatuses,
    KnownAddress,
    PreferencesState,
    ShownPreferences,
    is_vouched_for,
    shown,
    state_of,
    why_unusable,
)
from portal.account import (
    CHANNELS,
    Account,
    Channel,
    ContactAddress,
    ContactPreferences,
    PostLoginAction,
    Registration,
    TermsDecision,
    TermsOutcome,
)
from portal.errors import Conflict, InvalidRequest, Problem, Unavailable
from portal.language import Language
from portal.masking import mask_email
from portal.messages import portal_notices
from portal.messages.message import Message
from portal.principal import Principal
from portal.reference import Terms, TermsCatalogue
from portal.types import Clock

ATTEMPTS_AT_ONCE = 3
WELCOME_INTERVAL = timedelta(minutes=1)


class Repository(Protocol):
    """Where accounts are kept; see `functions.profile.repository`."""

    def read_account(self, user_id: str) -> Account: ...

    def add_decision(self, user_id: str, decision: TermsDecision, number: int) -> bool: ...

    def save_preferences(
        self, user_id: str, preferences: ContactPreferences, notice: Message | None = None
    ) -> bool: ...


class IssuedCode(Protocol):
    """A new code and until when it is good."""

    @property
    def code(self) -> str: ...

    @property
    def expires_at(self) -> datetime: ...


class Codes(Protocol):
    """Codes that prove that an address is the person's; see `portal.one_time_code`."""

    def issue(self, user_id: str, purpose: str, target: str, code: str, now: datetime) -> IssuedCode: ...

    def withdraw(self, user_id: str, purpose: str) -> None: ...

    def redeem(self, user_id: str, purpose: str, code: str, now: datetime) -> str: ...


class Mail(Protocol):
    """The way to a person's inbox and phone; see `portal.mail`."""

    def send_email(self, address: str, subject: str, text: str) -> None: ...

    def send_text_message(self, number: str, text: str) -> None: ...


@dataclass(frozen=True, slots=True)
class SentCode:
    """Where a code went, masked, and until when it is good."""

    channel: Channel
    sent_to: str
    expires_at: datetime


class ProfileService:
    """What a person decides about the terms and about being contacted.

    Attributes:
        address_book: what the person does with the address book.
        notices: what is asked about single notices.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        new_id: Callable[[datetime], str],
        new_code: Callable[[], str],
        repository: Repository,
        codes: Codes,
        mail: Mail,
        terms: TermsCatalogue,
        statuses: AddressStatuses,
        address_book: AddressBookService,
        notices: NoticeService,
    ) -> None:
        self.address_book = address_book
        self.notices = notices
        self._clock = clock
        self._new_id = new_id
        self._new_code = new_code
        self._repository = repository
        self._codes = codes
        self._mail = mail
        self._terms = terms
        self._statuses = statuses

    def read_terms(self, principal: Principal) -> tuple[Terms, TermsDecision | None]:
        """The terms in force, and the person's latest decision on them."""
        terms = self._terms.current
        account = self._repository.read_account(principal.user_id)
        return terms, account.decision_on(terms.version)

    def decide_on_terms(self, principal: Principal, version: str, outcome: TermsOutcome) -> TermsDecision:
        """Record a decision on the terms in force; the same one again is answered with the first.

        Raises:
            InvalidRequest: there is no such version.
            Conflict: `termsSuperseded`, a newer version is in force; `notRegistered`; `decisionChanged`, too
                many decisions at the same moment.
        """
        if self._terms.find(version) is None:
            raise InvalidRequest(Problem("version", messages.UNKNOWN_VERSION))
        if version != self._terms.current.version:
            raise Conflict("termsSuperseded", messages.SUPERSEDED_VERSION)
        for _ in range(ATTEMPTS_AT_ONCE):
            account, _registration = self._registered(principal)
            latest = account.decision_on(version)
            if latest is not None and latest.outcome == outcome:
                return latest
            now = self._clock()
            decision = TermsDecision(self._new_id(now), version, outcome, now)
            number = sum(made.version == version for made in account.decisions)
            if self._repository.add_decision(principal.user_id, decision, number):
                return decision
        raise Conflict("decisionChanged", messages.DECISIONS_AT_ONCE)

    def read_preferences(self, principal: Principal) -> ShownPreferences:
        """The contact preferences; before the first saving, a proposal.

        Raises:
            Conflict: `notRegistered`.
        """
        account, registration = self._registered(principal)
        return shown(state_of(account.preferences, registration, principal), self._statuses)

    def save_preferences(self, principal: Principal, wishes: Wishes) -> ShownPreferences:
        """Replace the contact preferences. Another address has to be verified, the same one stays verified.

        A verified e-mail address that is replaced is told so first: were that impossible, nobody would notice
        a stranger's change, so nothing is saved then. A change of any address is also a message in the inbox.

        Raises:
            InvalidRequest: see `contact_rules.check`.
            Conflict: `notRegistered`; `preferencesChanged`, something else was saved at the same moment.
            Unavailable: `messageNotSent`, the address so far could not be told.
        """
        choices = check(wishes)
        account, registration = self._registered(principal)
        before = state_of(account.preferences, registration, principal)
        now = self._clock()
        preferences = ContactPreferences(
            language=choices.language,
            addresses=_addresses(choices, before, principal, now),
            notices=choices.notices,
            saved_at=now,
            revision=account.preferences.revision + 1 if account.preferences else 1,
            email_frequency=choices.email_frequency,
            quiet_hours=choices.quiet_hours,
        )
        old_address = before.address_of("email")
        new_address = choices.addresses["email"]
        is_replaced = old_address is None or old_address.address != new_address
        if is_replaced and old_address is not None and _is_proven(old_address, principal):
            letter = messages.address_change_letter(mask_email(new_address), before.language)
            self._mail.send_email(old_address.address, letter.subject, letter.body)
        notice = _notice_of_change(principal.user_id, before, preferences)
        if not self._repository.save_preferences(principal.user_id, preferences, notice):
            return self._saved_by_another(principal, preferences)
        saved = state_of(preferences, registration, principal)
        was_just_saved = before.saved_at is not None and now - before.saved_at < WELCOME_INTERVAL
        if is_replaced and not was_just_saved:
            self._welcome(saved)
        return shown(saved, self._statuses)

    def send_verification(self, principal: Principal, channel: Channel) -> SentCode:
        """Send a code to the saved address of a channel, in the language that the person chose.

        A verified address that bounced is verified anew, which is how the person says that it works again.

        Raises:
            InvalidRequest: no such address was saved.
            Conflict: `notRegistered`; `alreadyVerified`; `addressNotUsable`, the person stopped what is sent
                there; `tooManyWrongCodes`.
            TooManyRequests: `codeAlreadySent`, less than a minute ago.
            Unavailable: `messageNotSent`; another code can be asked for at once.
        """
        account, registration = self._registered(principal)
        state = state_of(account.preferences, registration, principal)
        to = state.address_of(channel)
        if to is None or state.saved_at is None:
            raise InvalidRequest(Problem("channel", messages.NOTHING_SAVED))
        unusable = why_unusable(to, self._statuses)
        if unusable and unusable.state == "stopped":
            raise Conflict("addressNotUsable", messages.ADDRESS_NOT_USABLE)
        if to.is_verified and not unusable:
            raise Conflict("alreadyVerified", messages.ALREADY_VERIFIED)
        now = self._clock()
        issued = self._codes.issue(principal.user_id, _purpose(channel), to.address, self._new_code(), now)
        minutes = round((issued.expires_at - now) / timedelta(minutes=1))
        try:
            self._send_code(to, issued.code, minutes, state.language)
        except Unavailable:
            self._codes.withdraw(principal.user_id, _purpose(channel))
            raise
        return SentCode(channel, to.masked, issued.expires_at)

    def confirm_verification(self, principal: Principal, channel: Channel, code: str) -> ShownPreferences:
        """Take a code as proof that the saved address of a channel is the person's.

        Raises:
            InvalidRequest: not the code, expired, used or tried too often.
            Conflict: `notRegistered`; `addressChanged`, the code was sent to another address than the one now
                saved; `preferencesChanged`, too many savings at the same moment.
        """
        self._registered(principal)
        now = self._clock()
        proven = self._codes.redeem(principal.user_id, _purpose(channel), code, now)
        for _ in range(ATTEMPTS_AT_ONCE):
            account, registration = self._registered(principal)
            saved = account.preferences
            if saved is None or not any(_is_at(address, channel, proven) for address in saved.addresses):
                raise Conflict("addressChanged", messages.ADDRESS_CHANGED)
            addresses = tuple(
                replace(address, verified_at=now) if _is_at(address, channel, proven) else address
                for address in saved.addresses
            )
            verified = replace(saved, addresses=addresses, revision=saved.revision + 1)
            if self._repository.save_preferences(principal.user_id, verified):
                return shown(state_of(verified, registration, principal), self._statuses)
        raise Conflict("preferencesChanged", messages.PREFERENCES_CHANGED)

    def is_completed(self, principal: Principal) -> bool:
        """Whether the person is registered, accepted the terms in force and saved contact preferences."""
        account = self._repository.read_account(principal.user_id)
        return account.next_step(self._terms.current.version) is PostLoginAction.DASHBOARD

    def _registered(self, principal: Principal) -> tuple[Account, Registration]:
        account = self._repository.read_account(principal.user_id)
        if account.registration is None:
            raise Conflict("notRegistered", messages.NOT_REGISTERED)
        return account, account.registration

    def _saved_by_another(self, principal: Principal, wanted: ContactPreferences) -> ShownPreferences:
        account, registration = self._registered(principal)
        if account.preferences is None or not _say_the_same(account.preferences, wanted):
            raise Conflict("preferencesChanged", messages.PREFERENCES_CHANGED)
        return shown(state_of(account.preferences, registration, principal), self._statuses)

    def _welcome(self, saved: PreferencesState) -> None:
        new_address = saved.address_of("email")
        if new_address is None or new_address.is_verified:
            return
        letter = messages.welcome_letter(saved.language)
        try:
            self._mail.send_email(new_address.address, letter.subject, letter.body)
        except Unavailable:
            # The preferences are saved, and the reply says that the address is not verified.
            return

    def _send_code(self, to: KnownAddress, code: str, minutes: int, language: Language) -> None:
        if to.channel == "text":
            self._mail.send_text_message(to.address, messages.code_text_message(code, minutes, language))
            return
        letter = messages.code_letter(code, minutes, language)
        self._mail.send_email(to.address, letter.subject, letter.body)


def _addresses(
    choices: Choices, before: PreferencesState, principal: Principal, now: datetime
) -> tuple[ContactAddress, ...]:
    proven = {(known.channel, known.address): known.verified_at for known in before.addresses}

    def verified_at(channel: Channel, address: str) -> datetime | None:
        vouched_for_at = now if is_vouched_for(channel, address, principal) else None
        return proven.get((channel, address)) or vouched_for_at

    return tuple(
        ContactAddress(channel, address, verified_at(channel, address))
        for channel in CHANNELS
        if (address := choices.addresses.get(channel)) is not None
    )


def _notice_of_change(user_id: str, before: PreferencesState, after: ContactPreferences) -> Message | None:
    """The message about a change of addresses; None where none changed, or none was saved before."""
    places = _places(after.addresses)
    if before.saved_at is None or _places(before.addresses) == places:
        return None
    return portal_notices.contact_preferences_changed(user_id, after.revision, places, after.saved_at)


def _is_proven(known: KnownAddress, principal: Principal) -> bool:
    return known.is_verified or is_vouched_for(known.channel, known.address, principal)


def _places(addresses: Iterable[ContactAddress | KnownAddress]) -> dict[Channel, str]:
    return {address.channel: address.address for address in addresses}


def _is_at(address: ContactAddress, channel: Channel, proven: str) -> bool:
    return address.channel == channel and address.address == proven


def _say_the_same(one: ContactPreferences, other: ContactPreferences) -> bool:
    def settings(preferences: ContactPreferences) -> object:
        return (
            preferences.language,
            _places(preferences.addresses),
            dict(preferences.notices),
            preferences.email_frequency,
            preferences.quiet_hours,
        )

    return settings(one) == settings(other)


def _purpose(channel: Channel) -> str:
    return f"contact-{channel}"
