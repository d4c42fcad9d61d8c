"""The caller's details, registration, and linking of an earlier registration.

A person with a new identity at the provider has the same verified email address and another user id. They
get their registration back by a code sent to that address, never automatically: somebody else may own the
address now.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from domains.accounts.account import PostLoginAction, Registration
from domains.accounts.account_table import parse_account
from domains.accounts.devices import parse_user_agent
from domains.accounts.masking import mask_email
from domains.accounts.one_time_code import OneTimeCodes
from domains.accounts.registration_rules import (
    RegistrationDetails,
    check_details,
    get_end_of_day,
    is_same_person,
    is_too_young,
    make_first_name,
    make_registration,
)
from domains.accounts.sending_limits import SendingLimits
from domains.accounts.sign_ins import SignIn, SignInLog
from domains.accounts.sign_ins_table import SignInsTable, parse_sign_ins
from domains.messages import account_notices, sign_in_notices
from domains.messages.messages_table import MessagesTable
from functions.users import texts
from functions.users.errors import AlreadyRegistered, LinkChangedMeanwhile, NothingToLink, TooYoung
from functions.users.menu import MenuItem, list_menu_items
from functions.users.repository import UsersRepository
from portal.errors import Unavailable
from portal.language import Language
from portal.mail import Mail
from portal.principal import Principal
from portal.rate_window import Call
from portal.types import Clock, make_id
from portal.viewer import Viewer

LINK_PURPOSE = "link"


@dataclass(frozen=True, slots=True)
class UserDetails:
    """Details of a person, and the page after sign-in."""

    display_name: str
    first_name: str
    language: Language | None
    menu_items: tuple[MenuItem, ...]
    post_login_action: PostLoginAction


@dataclass(frozen=True, slots=True)
class RegistrationState:
    """State of a registration, and whether an earlier one can be linked."""

    is_registered: bool
    can_link: bool


@dataclass(frozen=True, slots=True)
class Registered:
    """A person's registration, and whether it is new."""

    registration: Registration
    is_new: bool


@dataclass(frozen=True, slots=True)
class CodeSent:
    """The masked address of a sent code, and the code's expiry."""

    sent_to: str
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class UserService:
    """Use cases of the users group."""

    clock: Clock
    new_code: Callable[[], str]  # returns an unguessable code
    repository: UsersRepository
    sign_ins: SignInsTable
    codes: OneTimeCodes
    limits: SendingLimits
    inbox: MessagesTable
    mail: Mail
    terms_version: str  # version of the terms in force
    county_ids: Collection[str]  # the counties of the state

    def get_details(self, caller: Principal, viewer: Viewer) -> UserDetails:
        """Return the caller's name, language, menu, and next step; until registration the token's name.

        Records the sign-in of a registered person at the first call of its session.
        """
        items = self.repository.list_items(caller.user_id)
        account, log = parse_account(items), parse_sign_ins(items)
        log.check_session(caller)
        if account.registration and caller.session_id and not log.get_sign_in(caller.session_id):
            self._record_sign_in(caller, viewer, log)
        next_step = account.get_next_step(self.terms_version)
        saved = account.preferences or account.registration
        display_name = account.registration.display_name if account.registration else caller.name
        last_name = account.registration.legal_last_name if account.registration else ""
        return UserDetails(
            display_name=display_name,
            first_name=make_first_name(display_name, last_name),
            language=saved.language if saved else None,
            menu_items=list_menu_items(next_step, caller.roles),
            post_login_action=next_step,
        )

    def _record_sign_in(self, caller: Principal, viewer: Viewer, log: SignInLog) -> None:
        now = self.clock()
        device = parse_user_agent(viewer.user_agent)
        sign_in = SignIn(caller.session_id, now, device, viewer.place, caller.has_second_factor)
        # The notice comes first: adding it again has no effect, and a recorded sign-in gets none.
        if log.is_new_device(device, now):
            self.inbox.add_message(sign_in_notices.make_new_device_notice(caller.user_id, sign_in))
        # A concurrent call records the sign-in, or the next one does.
        self.sign_ins.add_sign_in(caller.user_id, log.with_added(sign_in))

    def get_registration_state(self, caller: Principal) -> RegistrationState:
        """Return whether the caller is registered or can link an earlier registration."""
        is_registered = self.repository.get_account(caller.user_id).registration is not None
        can_link = not is_registered and self._find_earlier_user_id(caller) is not None
        return RegistrationState(is_registered, can_link)

    def register_person(self, caller: Principal, details: RegistrationDetails) -> Registered:
        """Register the caller; repeating the same details returns the same registration.

        A welcome message follows; repeating the call sends a lost one. People who are too young are refused
        with any date of birth for the rest of the day; the portal stores only that refusal.
        """
        now = self.clock()
        if self.repository.is_registration_refused(caller.user_id, now):
            raise TooYoung
        if is_too_young(details, now):
            if self.repository.get_account(caller.user_id).registration:
                raise AlreadyRegistered
            self.repository.refuse_registration(caller.user_id, get_end_of_day(now))
            raise TooYoung
        check_details(details, now, self.county_ids)
        email = caller.email if caller.is_email_verified else ""
        registration = make_registration(details, email, now)
        if self.repository.create_registration(caller.user_id, registration):
            registered = Registered(registration, is_new=True)
        else:
            existing = self.repository.get_account(caller.user_id).registration
            if existing is None or not is_same_person(existing, registration):
                raise AlreadyRegistered
            registered = Registered(existing, is_new=False)
        self.inbox.add_message(
            account_notices.make_welcome_notice(caller.user_id, registered.registration.registered_at)
        )
        return registered

    def send_link_code(self, caller: Principal, language: Language) -> CodeSent:
        """Send a code for linking an earlier registration."""
        if self.repository.get_account(caller.user_id).registration:
            raise AlreadyRegistered
        if self._find_earlier_user_id(caller) is None:
            raise NothingToLink
        now = self.clock()
        code = self.new_code()
        call = Call(make_id(now), now)
        with self.limits.count_while_sending("code", caller.user_id, "email", caller.email, call):
            issued_code = self.codes.issue_code(caller.user_id, LINK_PURPOSE, caller.email, code, now)
            minutes = round((issued_code.expires_at - now).total_seconds() / 60)
            email = texts.make_link_email(code, minutes, language)
            try:
                self.mail.send_email(caller.email, email)
            except Unavailable:
                self.codes.withdraw_code(caller.user_id, LINK_PURPOSE)
                raise
        return CodeSent(mask_email(caller.email), issued_code.expires_at)

    def confirm_link(self, caller: Principal, code: str) -> Registration:
        """Link the earlier registration; safe to repeat."""
        # Look for it first: if another request moved it, the caller's own account shows it.
        earlier_user_id = self._find_earlier_user_id(caller)
        registration = self.repository.get_account(caller.user_id).registration
        if registration is None:
            registration = self._link(caller, earlier_user_id, code)
        if registration.linked_from is None:
            raise AlreadyRegistered
        return registration

    def _link(self, caller: Principal, earlier_user_id: str | None, code: str) -> Registration:
        if earlier_user_id is None:
            raise NothingToLink
        now = self.clock()
        proven_address = self.codes.redeem_code(caller.user_id, LINK_PURPOSE, code, now)
        if proven_address != caller.email:
            raise NothingToLink
        self.repository.move_account(earlier_user_id, caller.user_id, now)
        registration = self.repository.get_account(caller.user_id).registration
        if registration is None:
            raise LinkChangedMeanwhile
        return registration

    def _find_earlier_user_id(self, caller: Principal) -> str | None:
        """Return the id of the only earlier registration with the caller's address, or None."""
        if not caller.is_email_verified or not caller.email:
            return None
        earlier = self.repository.list_others_registered_with(caller.email, caller.user_id)
        return earlier[0] if len(earlier) == 1 else None
