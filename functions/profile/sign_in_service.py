"""The list of a person's sign-ins, and ending them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from domains.accounts.sign_ins import SignIn, SignInLog
from domains.accounts.sign_ins_table import SignInsTable
from domains.messages.messages_table import MessagesTable
from domains.messages.sign_in_notices import make_sign_in_ended_notice, make_signed_out_everywhere_notice
from functions.profile.errors import SignInNotFound, SignInsChanged
from portal.principal import Principal
from portal.types import Clock
from portal.updates import update_until_saved


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInService:
    """Lists and ends sign-ins. The portal refuses an ended session; the identity provider does not know."""

    clock: Clock
    table: SignInsTable
    inbox: MessagesTable

    def list_sign_ins(self, caller: Principal) -> tuple[SignIn, ...]:
        """List the caller's sign-ins of the last year, newest first."""
        log = self.table.get_log(caller.user_id)
        log.check_session(caller)
        return log.list_kept(self.clock())

    def end_sign_in(self, caller: Principal, session_id: str) -> tuple[SignIn, ...]:
        """End a sign-in; safe to repeat. Returns all sign-ins."""
        now = self.clock()

        def end(log: SignInLog) -> SignInLog:
            sign_in = next((each for each in log.list_kept(now) if each.session_id == session_id), None)
            if sign_in is None:
                raise SignInNotFound
            return log if sign_in.ended_at else log.with_ended(session_id, now)

        log = self._change(caller, end)
        if ended := log.get_sign_in(session_id):
            # A repeated call sends a lost notice.
            at = ended.ended_at or now
            self.inbox.add_message(make_sign_in_ended_notice(caller.user_id, ended, at))
        return log.list_kept(now)

    def end_all(self, caller: Principal) -> tuple[SignIn, ...]:
        """End all sign-ins, also those that are not in the list. Returns all sign-ins."""
        now: datetime = self.clock()
        log = self._change(caller, lambda log: log.with_all_ended(caller.session_id, now))
        self.inbox.add_message(make_signed_out_everywhere_notice(caller.user_id, now))
        return log.list_kept(now)

    def _change(self, caller: Principal, change: Callable[[SignInLog], SignInLog]) -> SignInLog:
        def check_and_change(log: SignInLog) -> SignInLog:
            log.check_session(caller)
            return change(log)

        log, _ = update_until_saved(
            lambda: self.table.get_log(caller.user_id),
            check_and_change,
            lambda _, changed: self.table.end_sessions(caller.user_id, changed),
            SignInsChanged,
        )
        return log
