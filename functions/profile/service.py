"""The rules of the terms and conditions and of the contact preferences."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from functions.profile import texts
from functions.profile.contact_rules import Choices, check
from functions.profile.contract import ContactPreferencesRequest
from functions.profile.errors import (
    AddressChanged,
    AddressNotUsable,
    AlreadyVerified,
    DecisionChanged,
    PreferencesChanged,
    TermsSuperseded,
)
from functions.profile.preferences import (
    KnownAddress,
    PreferencesState,
    ShownPreferences,
    is_same_mailbox,
    is_vouched_for,
    proven_at,
    shown,
    state_of,
    why_unusable,
)
from functions.profile.repository import ProfileRepository
from functions.profile.text_numbers import number_fault
from portal.account import (
    Account,
    Channel,
    ContactAddress,
    ContactPreferences,
    NotRegistered,
    PostLoginAction,
    Registration,
    TermsDecision,
    TermsOutcome,
)
from portal.deliveries.deliveries_table import DeliveriesTable
from portal.errors import Conflict, InvalidRequest, Problem, TooManyRequests, Unavailable
from portal.language import Language
from portal.mail import Mail
from portal.masking import mask_email
from portal.messages import portal_notices
from portal.messages.message import Message
from portal.one_time_code import OneTimeCodes
from portal.principal import Principal
from portal.reference import Terms, TermsCatalog
from portal.types import Clock
from portal.updates import update_until_saved

WELCOME_INTERVAL = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class SentCode:
    """Where a code went, masked, and until when it is good."""

    channel: Channel
    sent_to: str
    expires_at: datetime


class ProfileService:
    """What a person decides about the terms and about being contacted."""

    def __init__(
        self,
        *,
        clock: Clock,
        new_id: Callable[[datetime], str],
        new_code: Callable[[], str],
        repository: ProfileRepository,
        codes: OneTimeCodes,
        mail: Mail,
        terms: TermsCatalog,
        statuses: DeliveriesTable,
    ) -> None:
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
        account = self._repository.get_account(principal.user_id)
        return terms, account.decision_on(terms.version)

    def decide_on_terms(self, principal: Principal, version: str, outcome: TermsOutcome) -> TermsDecision:
        """Record a decision on the terms in force; the same one again is answered with the first.

        Raises:
            InvalidRequest: there is no such version.
            TermsSuperseded: a newer version is in force.
            DecisionChanged: too many decisions at the same moment.
        """
        if self._terms.find(version) is None:
            raise InvalidRequest(Problem("version", texts.UNKNOWN_VERSION))
        if version != self._terms.current.version:
            raise TermsSuperseded

        def decide(account: Account) -> Account:
            latest = account.decision_on(version)
            is_accepted = account.accepted_terms == version
            if latest is not None and latest.outcome == outcome and is_accepted == (outcome == "accepted"):
                return account
            now = self._clock()
            decision = TermsDecision(self._new_id(now), version, outcome, now)
            return replace(account, decisions=(*account.decisions, decision))

        def save(before: Account, after: Account) -> bool:
            number = sum(made.version == version for made in before.decisions)
            return self._repository.create_terms_decision(principal.user_id, after.decisions[-1], number)

        account, _ = update_until_saved(lambda: self._registered(principal)[0], decide, save, DecisionChanged)
        return next(made for made in reversed(account.decisions) if made.version == version)

    def read_preferences(self, principal: Principal) -> ShownPreferences:
        """The contact preferences; before the first saving, a proposal."""
        account, registration = self._registered(principal)
        return shown(state_of(account.preferences, registration, principal), self._statuses)

    def save_preferences(self, principal: Principal, sent: ContactPreferencesRequest) -> ShownPreferences:
        """Replace the contact preferences. Another address has to be verified, the same one stays verified.

        Notices go on to a verified e-mail address until the one that takes its place is verified too. A
        warning goes there first: without it nobody would notice a stranger's change, so that nothing is saved
        where it cannot be sent. A change of any address in force is also a message in the inbox.

        Raises:
            InvalidRequest: see `contact_rules.check`.
            PreferencesChanged: something else was saved at the same moment.
            MessageNotSent: nothing could be sent to the address so far.
        """
        choices = check(sent)
        account, registration = self._registered(principal)
        before = state_of(account.preferences, registration, principal)
        now = self._clock()
        email, pending_email = _email_after(choices.addresses["email"], before, registration, principal, now)
        preferences = ContactPreferences(
            language=choices.language,
            addresses=(email, *_number(choices, before)),
            notices=choices.notices,
            saved_at=now,
            revision=account.preferences.revision + 1 if account.preferences else 1,
            email_frequency=choices.email_frequency,
            quiet_hours=choices.quiet_hours,
            pending_email=pending_email,
        )
        new_address = _new_address(preferences, before)
        was_just_saved = before.saved_at is not None and now - before.saved_at < WELCOME_INTERVAL
        old_address = before.address_of("email")
        is_warned = before.pending_email is not None and was_just_saved
        if (
            new_address
            and old_address
            and proven_at(old_address, registration, principal, now)
            and not is_warned
        ):
            letter = texts.address_change_letter(
                mask_email(new_address), is_waiting=pending_email is not None, language=before.language
            )
            self._mail.send_email(old_address.address, letter.subject, letter.body)
        notice = _notice_of_change(principal.user_id, before, preferences, now)
        if not self._repository.save_contact_preferences(principal.user_id, preferences, notice):
            return self._saved_by_another(principal, preferences)
        saved = state_of(preferences, registration, principal)
        if new_address and not was_just_saved:
            self._welcome(saved)
        return shown(saved, self._statuses)

    def send_verification(self, principal: Principal, channel: Channel) -> SentCode:
        """Send a code to the saved address of a channel, in the language that the person chose.

        It goes to the e-mail address that waits for being confirmed, where one does.

        A verified address that bounced is verified again, which is how the person says that it works again.

        Raises:
            InvalidRequest: no such address was saved.
            AddressNotUsable: the person stopped what is sent there.
            CodeAlreadySent: less than a minute ago.
            MessageNotSent: another code can be asked for at once.
        """
        account, registration = self._registered(principal)
        state = state_of(account.preferences, registration, principal)
        to = state.address_to_confirm(channel)
        if to is None or state.saved_at is None:
            raise InvalidRequest(Problem("channel", texts.NOTHING_SAVED))
        fault = number_fault(to.address) if channel == "text" else None
        if fault:
            raise InvalidRequest(Problem("channel", texts.NUMBER_FAULTS[fault]))
        unusable = why_unusable(to, self._statuses)
        if unusable and unusable.state == "stopped":
            raise AddressNotUsable
        if to.is_verified and not unusable:
            raise AlreadyVerified
        now = self._clock()
        if channel == "text":
            self._codes.count_to_number(to.address, now)
        try:
            expires_at = self._issue_and_send(principal.user_id, to, state.language, now)
        except (Conflict, TooManyRequests, Unavailable):
            if channel == "text":
                self._codes.uncount_to_number(to.address)
            raise
        return SentCode(channel, to.masked, expires_at)

    def confirm_verification(self, principal: Principal, channel: Channel, code: str) -> ShownPreferences:
        """Take a code as proof that the saved address of a channel is the person's.

        An e-mail address that waited for that is the one in force from now on, which is also a message in the
        inbox.

        Raises:
            InvalidRequest: not the code, expired, used or tried too often.
            AddressChanged: the code was sent to another address than the one now saved.
            PreferencesChanged: too many savings at the same moment.
        """
        self._registered(principal)
        now = self._clock()
        proven = self._codes.redeem(principal.user_id, _purpose(channel), code, now)
        _, registration = self._registered(principal)

        def with_proven(saved: ContactPreferences | None) -> ContactPreferences | None:
            verified = _with_proven(saved, channel, proven, now) if saved else None
            if verified is None:
                raise AddressChanged
            return verified

        def save(before: ContactPreferences | None, after: ContactPreferences | None) -> bool:
            if after is None:
                return False
            notice = _notice_of_change(
                principal.user_id, state_of(before, registration, principal), after, now
            )
            return self._repository.save_contact_preferences(principal.user_id, after, notice)

        after, _ = update_until_saved(
            lambda: self._registered(principal)[0].preferences, with_proven, save, PreferencesChanged
        )
        return shown(state_of(after, registration, principal), self._statuses)

    def is_completed(self, principal: Principal) -> bool:
        """Whether the person is registered, accepted the terms in force and saved contact preferences."""
        account = self._repository.get_account(principal.user_id)
        return account.next_step(self._terms.current.version) is PostLoginAction.DASHBOARD

    def _registered(self, principal: Principal) -> tuple[Account, Registration]:
        account = self._repository.get_account(principal.user_id)
        if account.registration is None:
            raise NotRegistered
        return account, account.registration

    def _saved_by_another(self, principal: Principal, wanted: ContactPreferences) -> ShownPreferences:
        account, registration = self._registered(principal)
        if account.preferences is None or not _say_the_same(account.preferences, wanted):
            raise PreferencesChanged
        return shown(state_of(account.preferences, registration, principal), self._statuses)

    def _welcome(self, saved: PreferencesState) -> None:
        new_address = saved.address_to_confirm("email")
        if new_address is None or new_address.is_verified:
            return
        letter = texts.welcome_letter(saved.language)
        try:
            self._mail.send_email(new_address.address, letter.subject, letter.body)
        except Unavailable:
            # The preferences are saved, and the reply says that the address is not verified.
            return

    def _issue_and_send(self, user_id: str, to: KnownAddress, language: Language, now: datetime) -> datetime:
        """Until when the code that was sent is good; one that could not be sent is withdrawn."""
        issued = self._codes.issue(user_id, _purpose(to.channel), to.address, self._new_code(), now)
        minutes = round((issued.expires_at - now) / timedelta(minutes=1))
        try:
            self._send_code(to, issued.code, minutes, language)
        except Unavailable:
            self._codes.withdraw(user_id, _purpose(to.channel))
            raise
        return issued.expires_at

    def _send_code(self, to: KnownAddress, code: str, minutes: int, language: Language) -> None:
        if to.channel == "text":
            self._mail.send_text_message(to.address, texts.code_text_message(code, minutes, language))
            return
        letter = texts.code_letter(code, minutes, language)
        self._mail.send_email(to.address, letter.subject, letter.body)


def _email_after(
    wanted: str, before: PreferencesState, registration: Registration, principal: Principal, now: datetime
) -> tuple[ContactAddress, str | None]:
    """The e-mail address in force after a saving, and the one that waits to take its place.

    Another case is the same address, and stays as it is spelled. A sign-in address that the identity provider
    verified takes effect at once, and so does any address where none was proven that could stay.
    """
    stored = before.address_of("email")
    if stored is None:
        return ContactAddress(
            "email", wanted, now if is_vouched_for("email", wanted, principal) else None
        ), None
    verified_since = proven_at(stored, registration, principal, now)
    if is_same_mailbox(wanted, stored.address):
        return ContactAddress("email", stored.address, verified_since), None
    if is_vouched_for("email", wanted, principal):
        return ContactAddress("email", wanted, now), None
    if verified_since is None:
        return ContactAddress("email", wanted, None), None
    is_waiting = before.pending_email is not None and is_same_mailbox(wanted, before.pending_email)
    pending_email = before.pending_email if is_waiting else wanted
    return ContactAddress("email", stored.address, verified_since), pending_email


def _number(choices: Choices, before: PreferencesState) -> tuple[ContactAddress, ...]:
    """The number for text messages, if there is one; the same one stays verified."""
    number = choices.addresses.get("text")
    if number is None:
        return ()
    stored = before.address_of("text")
    verified_at = stored.verified_at if stored is not None and stored.address == number else None
    return (ContactAddress("text", number, verified_at),)


def _new_address(after: ContactPreferences, before: PreferencesState) -> str | None:
    """The e-mail address that a saving asks for; None where it is that of before or was asked for before."""
    in_force = next(each.address for each in after.addresses if each.channel == "email")
    asked_for = after.pending_email or in_force
    stored = before.address_of("email")
    known = [before.pending_email, stored.address if stored else None]
    return None if any(each and is_same_mailbox(asked_for, each) for each in known) else asked_for


def _with_proven(
    saved: ContactPreferences, channel: Channel, proven: str, now: datetime
) -> ContactPreferences | None:
    """The preferences with an address verified; None where it is neither saved nor waits any more."""
    is_pending = channel == "email" and saved.pending_email == proven
    if not is_pending and not any(_is_at(address, channel, proven) for address in saved.addresses):
        return None
    verified = ContactAddress(channel, proven, now)
    return replace(
        saved,
        addresses=tuple(verified if each.channel == channel else each for each in saved.addresses),
        pending_email=None if is_pending else saved.pending_email,
        revision=saved.revision + 1,
    )


def _notice_of_change(
    user_id: str, before: PreferencesState, after: ContactPreferences, now: datetime
) -> Message | None:
    """The message about a change of addresses; None where none changed, or none was saved before."""
    places = _places(after.addresses)
    if before.saved_at is None or _places(before.addresses) == places:
        return None
    return portal_notices.contact_preferences_changed(user_id, after.revision, places, now)


def _places(addresses: Iterable[ContactAddress | KnownAddress]) -> dict[Channel, str]:
    return {address.channel: address.address for address in addresses}


def _is_at(address: ContactAddress, channel: Channel, proven: str) -> bool:
    return address.channel == channel and address.address == proven


def _say_the_same(one: ContactPreferences, other: ContactPreferences) -> bool:
    def settings(preferences: ContactPreferences) -> object:
        return (
            preferences.language,
            _places(preferences.addresses),
            preferences.pending_email,
            dict(preferences.notices),
            preferences.email_frequency,
            preferences.quiet_hours,
        )

    return settings(one) == settings(other)


def _purpose(channel: Channel) -> str:
    return f"contact-{channel}"
