"""Rules of terms and conditions, and of contact preferences."""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from domains.accounts.account import (
    CHANNELS,
    Account,
    Channel,
    ContactPreferences,
    NotRegistered,
    PendingAddress,
    PostLoginAction,
    Registration,
    TermsDecision,
    TermsOutcome,
)
from domains.accounts.masking import mask_address, mask_email
from domains.accounts.one_time_code import OneTimeCodes
from domains.accounts.sending_limits import SendingLimits
from domains.assurance.enhanced_authentication import AssuranceGate
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.messages import account_notices
from domains.messages.message import InboxMessage
from domains.messages.messages_table import MessagesTable
from domains.reference.data import Terms, TermsCatalog
from functions.profile import texts
from functions.profile.address_changes import (
    allow_change,
    choose_address,
    confirm_address,
    describe_change,
)
from functions.profile.contact_messages import map_places, notify_of_changes, send_code
from functions.profile.contact_rules import check
from functions.profile.contract import ContactPreferencesRequest, WhichAddress
from functions.profile.errors import (
    AddressChanged,
    AddressNotUsable,
    AlreadyVerified,
    ChangeAlreadyAllowed,
    DecisionChanged,
    PreferencesChanged,
    TermsSuperseded,
)
from functions.profile.preferences import (
    KnownAddress,
    PreferencesState,
    ShownPreferences,
    find_unusable_reason,
    get_proven_at,
    get_state,
    is_same_mailbox,
    to_shown,
)
from functions.profile.repository import ProfileRepository
from functions.profile.text_numbers import find_number_fault
from portal.errors import InvalidRequest, Problem, TooManyRequests, Unavailable
from portal.language import Language
from portal.mail import Mail
from portal.principal import Principal
from portal.rate_window import Call
from portal.types import Clock
from portal.updates import load_known_first, update_until_saved


@dataclass(frozen=True, slots=True)
class SentCode:
    """A sent code: the masked address and the expiry."""

    channel: Channel
    sent_to: str
    expires_at: datetime


@dataclass(slots=True, kw_only=True)
class ProfileService:
    """A person's use cases with terms and contact preferences."""

    clock: Clock
    new_id: Callable[[datetime], str]
    new_code: Callable[[], str]
    repository: ProfileRepository
    codes: OneTimeCodes
    limits: SendingLimits
    mail: Mail
    terms: TermsCatalog
    statuses: DeliveriesTable
    inbox: MessagesTable
    gate: AssuranceGate

    def read_terms(self, principal: Principal) -> tuple[Terms, TermsDecision | None]:
        """Return the terms in force, and the person's latest decision on them."""
        terms = self.terms.current
        account = self.repository.get_account(principal.user_id)
        return terms, account.find_decision(terms.version)

    def decide_on_terms(self, principal: Principal, version: str, outcome: TermsOutcome) -> TermsDecision:
        """Record a decision on the terms in force; a repetition returns the first."""
        if self.terms.get_terms(version) is None:
            raise InvalidRequest(Problem("version", texts.UNKNOWN_VERSION))
        if version != self.terms.current.version:
            raise TermsSuperseded

        def decide(account: Account) -> Account:
            latest = account.find_decision(version)
            is_accepted = account.accepted_terms == version
            if latest is not None and latest.outcome == outcome and is_accepted == (outcome == "accepted"):
                return account
            now = self.clock()
            decision = TermsDecision(self.new_id(now), version, outcome, now)
            return replace(account, decisions=(*account.decisions, decision))

        def save(before: Account, after: Account) -> bool:
            number = sum(decision.version == version for decision in before.decisions)
            return self.repository.create_terms_decision(principal.user_id, after.decisions[-1], number)

        account, _ = update_until_saved(
            lambda: self._require_registered(principal)[0], decide, save, DecisionChanged
        )
        return next(decision for decision in reversed(account.decisions) if decision.version == version)

    def read_preferences(self, principal: Principal) -> ShownPreferences:
        """Return the contact preferences, or a proposal before the first save."""
        account, registration = self._require_registered(principal)
        return to_shown(get_state(account.preferences, registration, principal), self.statuses, self.clock())

    def save_preferences(self, principal: Principal, request: ContactPreferencesRequest) -> ShownPreferences:
        """Replace the contact preferences; a new address needs verification.

        Notices still go to a verified address until the change is complete; see `address_changes`. Nothing is
        saved unless a warning reaches the old email address: without it, a stranger's change would go
        unnoticed. A change of any address in force also puts a message into the inbox.

        Raises:
            TooManyAddressChanges: each change of a proven address sends warnings, which must not drown.
            MessageNotSent: the warning could not be sent.
        """
        choices = check(request)
        account, registration = self._require_registered(principal)
        before = get_state(account.preferences, registration, principal)
        now = self.clock()
        address_pairs = [
            choose_address(channel, choices.addresses.get(channel, ""), before, registration, principal, now)
            for channel in CHANNELS
        ]
        preferences = ContactPreferences(
            language=choices.language,
            addresses=tuple(address for address, _ in address_pairs if address),
            notices=choices.notices,
            saved_at=now,
            revision=account.preferences.revision + 1 if account.preferences else 1,
            email_frequency=choices.email_frequency,
            quiet_hours=choices.quiet_hours,
            pending=tuple(pending for _, pending in address_pairs if pending),
        )
        new_addresses = _list_new_addresses(preferences, before)
        with ExitStack() as counted:
            for channel, new_address in new_addresses.items():
                old = before.find_address(channel)
                if old is None or get_proven_at(old, registration, principal, now) is None:
                    continue
                call = Call(self.new_id(now), now)
                counted.enter_context(
                    self.limits.count_while_sending(
                        "addressChange", principal.user_id, channel, old.address, call
                    )
                )
                if channel == "email" and new_address:
                    email = texts.make_change_requested_email(mask_email(new_address), before.language)
                    self.mail.send_email(old.address, email)
            notice = _make_change_notice(principal.user_id, before, preferences, now)
            notices = [self.inbox.write_notice(notice)] if notice else []
            if not self.repository.save_contact_preferences(principal.user_id, preferences, *notices):
                return self._get_saved_by_another(principal, preferences)
        notify_of_changes(self.mail, before, preferences)
        saved = get_state(preferences, registration, principal)
        if new_addresses.get("email"):
            self._welcome(principal.user_id, saved, now)
        return to_shown(saved, self.statuses, self.clock())

    def send_verification(self, principal: Principal, channel: Channel, which: WhichAddress) -> SentCode:
        """Send a code to an address of a channel, in the person's language.

        A verified address that bounced can be verified again, to show that it works.

        Raises:
            CodeAlreadySent: one was sent less than a minute ago.
            TooManyCodes, TooManyCodesToAddress, TooManyCodesToNumber: say how long to wait.
            MessageNotSent: the call can be repeated at once.
        """
        account, registration = self._require_registered(principal)
        state = get_state(account.preferences, registration, principal)
        change = state.find_pending(channel) if which == "current" else None
        if which == "current" and change is None:
            raise InvalidRequest(Problem("channel", texts.NO_CHANGE_WAITS))
        to = state.find_address(channel) if change else state.find_address_to_confirm(channel)
        if to is None or state.saved_at is None:
            raise InvalidRequest(Problem("channel", texts.NOTHING_SAVED))
        fault = find_number_fault(to.address) if channel == "text" else None
        if fault:
            raise InvalidRequest(Problem("channel", texts.NUMBER_FAULTS[fault]))
        unusable = find_unusable_reason(to, self.statuses)
        if unusable and (change or unusable.state == "stopped"):
            raise AddressNotUsable
        now = self.clock()
        if change and change.is_allowed(now):
            raise ChangeAlreadyAllowed
        if not change and to.is_verified and not unusable:
            raise AlreadyVerified
        call = Call(self.new_id(now), now)
        with self.limits.count_while_sending("code", principal.user_id, channel, to.address, call):
            expires_at = self._issue_and_send(principal.user_id, to, change, state.language, now)
        return SentCode(channel, to.masked, expires_at)

    def confirm_verification(
        self,
        principal: Principal,
        channel: Channel,
        which: WhichAddress,
        code: str | None,
        change_to: str | None,
    ) -> ShownPreferences:
        """Verify a new address or allow a change, by a code.

        A complete change takes effect at once. Both addresses get a letter, and the inbox a message.

        Args:
            code: None for the change in `change_to`, if support allowed it and the wait is over, or the
                session's enhanced authentication allows it.
        """
        account, registration = self._require_registered(principal)
        now = self.clock()
        if code is not None:
            confirmed = self.codes.redeem_code(principal.user_id, _make_purpose(channel, which), code, now)
        elif which == "current" and change_to is not None:
            confirmed = change_to
        else:
            raise InvalidRequest(Problem("code", texts.CODE_MISSING))
        is_allowed = which == "new" and self.gate.list_missing_types(principal, "proof") is None

        def confirm(saved: ContactPreferences | None) -> ContactPreferences | None:
            after = None
            if saved and which == "new":
                after = confirm_address(saved, channel, confirmed, now, is_allowed=is_allowed)
            elif saved:
                pending = saved.find_pending(channel)
                if code is None and not (pending and pending.is_allowed(now)):
                    self.gate.require_assurance(principal, "proof")
                after = allow_change(saved, channel, confirmed, now)
            if after is None:
                raise AddressChanged
            return after

        def save(before: ContactPreferences | None, after: ContactPreferences | None) -> bool:
            if after is None:
                return False
            state = get_state(before, registration, principal)
            notice = _make_change_notice(principal.user_id, state, after, now)
            notices = [self.inbox.write_notice(notice)] if notice else []
            is_saved = self.repository.save_contact_preferences(principal.user_id, after, *notices)
            if is_saved:
                notify_of_changes(self.mail, state, after)
            return is_saved

        after, _ = update_until_saved(
            load_known_first(account.preferences, lambda: self._require_registered(principal)[0].preferences),
            confirm,
            save,
            PreferencesChanged,
        )
        return to_shown(get_state(after, registration, principal), self.statuses, self.clock())

    def get_completion(self, principal: Principal) -> tuple[bool, list[Channel]]:
        """Return whether the profile is complete, and the channels whose saved address waits for its code.

        It is complete when the person is registered, accepted the terms in force, and saved contact
        preferences.
        """
        account = self.repository.get_account(principal.user_id)
        is_completed = account.get_next_step(self.terms.current.version) is PostLoginAction.DASHBOARD
        if account.registration is None or account.preferences is None:
            return is_completed, []
        state = get_state(account.preferences, account.registration, principal)
        return is_completed, [each.channel for each in state.addresses if not each.is_verified]

    def _require_registered(self, principal: Principal) -> tuple[Account, Registration]:
        account = self.repository.get_account(principal.user_id)
        if account.registration is None:
            raise NotRegistered
        return account, account.registration

    def _get_saved_by_another(
        self, principal: Principal, preferences: ContactPreferences
    ) -> ShownPreferences:
        account, registration = self._require_registered(principal)
        if account.preferences is None or not _is_same(account.preferences, preferences):
            raise PreferencesChanged
        return to_shown(get_state(account.preferences, registration, principal), self.statuses, self.clock())

    def _welcome(self, user_id: str, saved: PreferencesState, now: datetime) -> None:
        """Send the welcome letter to an unverified new address, unless there were too many."""
        to = saved.find_address_to_confirm("email")
        if to is None or to.is_verified:
            return
        # The preferences are saved, and the reply says that the address is unverified.
        with suppress(TooManyRequests, Unavailable):
            call = Call(self.new_id(now), now)
            with self.limits.count_while_sending("welcome", user_id, "email", to.address, call):
                email = texts.make_welcome_email(saved.language)
                self.mail.send_email(to.address, email)

    def _issue_and_send(
        self, user_id: str, to: KnownAddress, change: PendingAddress | None, language: Language, now: datetime
    ) -> datetime:
        """Send a code and return its expiry; withdraws the code if the message fails.

        Args:
            change: the change to allow; None to verify the address.
        """
        purpose = _make_purpose(to.channel, "current" if change else "new")
        target = describe_change(to.address, change) if change else to.address
        issued = self.codes.issue_code(user_id, purpose, target, self.new_code(), now)
        minutes = round((issued.expires_at - now) / timedelta(minutes=1))
        new = mask_address(change.channel, change.address) if change else None
        try:
            send_code(self.mail, to, issued.code, minutes, new, language)
        except Unavailable:
            self.codes.withdraw_code(user_id, purpose)
            raise
        return issued.expires_at


def _list_new_addresses(after: ContactPreferences, before: PreferencesState) -> dict[Channel, str]:
    """Return newly asked addresses by channel, "" for none, without those in force or pending."""
    addresses = {}
    for channel in CHANNELS:
        new = after.find_pending(channel) or after.find_address(channel)
        address = new.address if new else ""
        known_addresses = [
            each.address for each in (before.find_address(channel), before.find_pending(channel)) if each
        ]
        if not any(is_same_mailbox(address, each) for each in known_addresses or [""]):
            addresses[channel] = address
    return addresses


def _make_change_notice(
    user_id: str, before: PreferencesState, after: ContactPreferences, now: datetime
) -> InboxMessage | None:
    """Return the message about changed addresses; None without a change, or on the first save."""
    places = map_places(after.addresses)
    if before.saved_at is None or map_places(before.addresses) == places:
        return None
    return account_notices.make_contact_change_notice(user_id, after.revision, places, now)


def _is_same(first: ContactPreferences, second: ContactPreferences) -> bool:
    def list_settings(preferences: ContactPreferences) -> object:
        return (
            preferences.language,
            map_places(preferences.addresses),
            map_places(preferences.pending),
            dict(preferences.notices),
            preferences.email_frequency,
            preferences.quiet_hours,
        )

    return list_settings(first) == list_settings(second)


def _make_purpose(channel: Channel, which: WhichAddress) -> str:
    return f"contact-{channel}" if which == "new" else f"contact-{channel}-change"
