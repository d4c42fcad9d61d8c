"""Announces messages outside the portal, at most once per message and channel.

The stream reports a message at least once, and the schedule runs every minute. Every delivery is claimed
before it is sent; a claim without an outcome is never sent again, because it may have been sent.
"""

import traceback
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from aws_lambda_powertools import Logger

from domains.accounts.account import Account, ContactAddress
from domains.accounts.account_table import AccountRepository
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.delivery import DeliveryState, Reason, make_address_key
from domains.deliveries.dispatch import ANSWERS_WITHIN, Dispatch, DispatchKey, Recipient, make_dispatch
from domains.deliveries.failures_queue import FailuresQueue
from domains.deliveries.outbound import NotSent, Outbound, OutcomeUnknown
from domains.messages.message import SUPPORT_QUESTION, InboxMessage
from domains.messages.messages_table import MessagesTable
from domains.state.time import get_day
from functions.notifier.composer import Composer
from functions.notifier.moments import get_next_digest
from functions.notifier.planning import (
    choose_pause,
    find_obstacle,
    get_address,
    get_language,
    is_urgent,
    list_considered_channels,
    mask_contact,
)
from portal.language import Language
from portal.types import Clock

# An email takes at most five seconds, and a DynamoDB call four; a started delivery is finished.
NEEDED_MILLISECONDS = 15_000

# Limit of messages read and claimed at a time: a thousand would exceed the function's time.
_PORTION = 100


@dataclass(slots=True)
class NotifierSummary:
    """Outcome of a run over deliveries."""

    sent: int = 0
    waiting: int = 0  # postponed: quiet hours, the daily email, or a retry
    failed: int = 0  # given up
    unknown: int = 0  # claimed, with unknown outcome
    is_complete: bool = True  # false if time ran out or something failed; the next run continues


@dataclass(slots=True, kw_only=True)
class NotifierService:
    """Sends announcements and digests; every step is safe to repeat."""

    clock: Clock
    messages: MessagesTable
    accounts: AccountRepository
    deliveries: DeliveriesTable
    outbound: Outbound
    failures: FailuresQueue
    composer: Composer
    logger: Logger

    def announce_message(self, user_id: str, message_id: str, summary: NotifierSummary) -> None:
        """Start the deliveries of a new message; safe to repeat.

        Args:
            summary: collects the counts.
        """
        message = self.messages.get_message(user_id, message_id)
        if message is None or message.type == SUPPORT_QUESTION:
            return
        account = self.accounts.get_account(user_id)
        for channel in list_considered_channels(message, account):
            address = get_address(account, channel)
            key = DispatchKey(user_id, message_id, channel)
            dispatch = make_dispatch(key, mask_contact(address) if address else "")
            self._proceed(dispatch, message, account, summary)

    def process_due_deliveries(self, remaining_milliseconds: Callable[[], int]) -> NotifierSummary:
        """Process every due delivery.

        Args:
            remaining_milliseconds: time that the function has left.
        """
        summary = NotifierSummary()
        for key in self.deliveries.list_due(self.clock()):
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                summary.is_complete = False
                break
            try:
                self._continue_delivery(key, summary, remaining_milliseconds)
            except Exception as error:
                # Isolate failures: one must not block the others.
                self.note_failure(key.message_id, error)
                summary.is_complete = False
        return summary

    def replay_delivery(self, key: DispatchKey, summary: NotifierSummary) -> DeliveryState:
        """Retry a failed delivery, or start one that never started; others stay unchanged.

        Returns:
            Its new state; `notSent` if there is nothing to deliver.
        """
        failed = self.deliveries.get_dispatch(key)
        now = self.clock()
        if failed is None:
            self.announce_message(key.user_id, key.message_id, summary)
        elif failed.delivery.state == "failed" and self.deliveries.save_dispatch(failed.revive(now), now):
            # Digests are left out, so this takes no longer than an announcement.
            self._continue_delivery(key, summary, lambda: NEEDED_MILLISECONDS)
        replayed = self.deliveries.get_dispatch(key)
        return replayed.delivery.state if replayed is not None else "notSent"

    def note_failure(self, message_id: str, error: Exception) -> None:
        """Log a message's failure, without the error's message, which may have an address."""
        self.logger.error(
            "Message not announced",
            extra={
                "message_id": message_id,
                "error": type(error).__name__,
                "trace": traceback.format_tb(error.__traceback__),
            },
        )

    def _continue_delivery(
        self, key: DispatchKey, summary: NotifierSummary, remaining_milliseconds: Callable[[], int]
    ) -> None:
        now = self.clock()
        dispatch = self.deliveries.get_dispatch(key)
        if dispatch is None or dispatch.due_at is None or dispatch.due_at > now:
            return
        if dispatch.delivery.state == "sending":
            if self.deliveries.save_dispatch(dispatch.mark_unknown(now), now):
                summary.unknown += 1
            return
        account = self.accounts.get_account(key.user_id)
        if dispatch.is_digest:
            self._send_digest(key.user_id, account, summary, remaining_milliseconds)
            return
        message = self._get_unread_message(dispatch)
        if message is not None:
            self._proceed(dispatch, message, account, summary)

    def _get_unread_message(self, waiting: Dispatch) -> InboxMessage | None:
        """Return the message, unless it was read or deleted while its announcement waited."""
        message = self.messages.get_message(waiting.key.user_id, waiting.key.message_id)
        if message is not None:
            is_seen = not message.is_unread or message.deleted_at is not None
            if is_urgent(message) or not is_seen:
                return message
        now = self.clock()
        self.deliveries.save_dispatch(waiting.mark_not_sent("alreadyRead", now), now)
        return None

    def _proceed(
        self, dispatch: Dispatch, message: InboxMessage, account: Account, summary: NotifierSummary
    ) -> None:
        """Send a delivery, or postpone or refuse it."""
        address = self._get_sendable(dispatch, message, account, summary, self._find_refusal)
        if address is None:
            return
        now, key, claim_id = self.clock(), dispatch.key, uuid.uuid4().hex
        language = get_language(account)
        if key.channel == "email":
            content = self.composer.compose_email([message], address.address, language, now)
            send = lambda: self.outbound.send_email(address.address, content, claim_id)  # noqa: E731
        else:
            text = self.composer.compose_text(message, language)
            send = lambda: self.outbound.send_text_message(address.address, text)  # noqa: E731
        claimed = self._claim([dispatch], address, language, claim_id)
        self._send(claimed, send, summary)

    def _get_sendable(
        self,
        dispatch: Dispatch,
        message: InboxMessage,
        account: Account,
        summary: NotifierSummary,
        refusal: Callable[[ContactAddress], Reason | None],
    ) -> ContactAddress | None:
        """Return the address to send to, or record the obstacle and return None."""
        now, channel = self.clock(), dispatch.key.channel
        address = get_address(account, channel)
        reason = find_obstacle(message, channel, account)
        if reason is None and address is not None:
            reason = refusal(address)
        if reason is not None:
            self.deliveries.save_dispatch(dispatch.mark_not_sent(reason, now), now)
            return None
        wait = choose_pause(message, channel, account, now, is_digest_due=dispatch.is_digest)
        if wait is None:
            return address
        later = dispatch.mark_waiting(wait.reason, now, wait.until, is_digest=wait.is_digest)
        if self.deliveries.save_dispatch(later, now):
            summary.waiting += 1
        return None

    def _find_refusal(self, address: ContactAddress) -> Reason | None:
        status = self.deliveries.get_address_status(address.channel, address.address)
        if status.is_usable(address.verified_at) or status.state == "usable":
            return None
        return status.state

    def _send_digest(
        self,
        user_id: str,
        account: Account,
        summary: NotifierSummary,
        remaining_milliseconds: Callable[[], int],
    ) -> None:
        """Send one email about all waiting messages; it only counts those beyond the limit."""
        due = self.deliveries.list_due_with_digest(user_id, self.clock())
        others = due[_PORTION:]
        refusal = cache(self._find_refusal)
        ready: list[tuple[Dispatch, InboxMessage]] = []
        address: ContactAddress | None = None
        for dispatch in due[:_PORTION]:
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                summary.is_complete = False
                return
            message = self._get_unread_message(dispatch)
            if message is None:
                continue
            sendable = self._get_sendable(dispatch, message, account, summary, refusal)
            if sendable is not None:
                address = sendable
                ready.append((dispatch, message))
        if address is None:
            return
        now = self.clock()
        day = max(_get_digest_day(dispatch, now) for dispatch, _ in ready)
        taken_at = self.deliveries.claim_digest(user_id, day, now)
        if taken_at is not None:
            if now - taken_at >= ANSWERS_WITHIN:
                self._postpone_digest([dispatch for dispatch, _ in ready], account, summary)
            return
        language = get_language(account)
        claim_id = uuid.uuid4().hex
        claimed = self._claim([dispatch for dispatch, _ in ready], address, language, claim_id)
        claimed_keys = {each.key for each in claimed}
        messages = [message for dispatch, message in ready if dispatch.key in claimed_keys]
        if not messages:
            return
        to = address.address
        content = self.composer.compose_email(messages, to, language, now, len(others))
        provider_id = self._send(claimed, lambda: self.outbound.send_email(to, content, claim_id), summary)
        if provider_id is None:
            self._postpone_with(others, claimed[0].key, now)
            self.deliveries.reopen_digest(user_id, day, now)
            return
        for start in range(0, len(others) if provider_id else 0, _PORTION):
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                summary.is_complete = False
                return
            portion = self._claim(others[start : start + _PORTION], address, language, claim_id)
            self._save_accepted(portion, provider_id, summary)

    def _postpone_with(self, others: Sequence[Dispatch], dispatch_key: DispatchKey, now: datetime) -> None:
        """Postpone the rest of a daily email to its next try, so it is not sent separately."""
        failed = self.deliveries.get_dispatch(dispatch_key)
        if failed is None or failed.due_at is None:
            return
        for dispatch in others:
            self.deliveries.save_dispatch(
                dispatch.mark_waiting("tryAgain", now, failed.due_at, is_digest=True), now
            )

    def _postpone_digest(
        self, dispatches: Sequence[Dispatch], account: Account, summary: NotifierSummary
    ) -> None:
        """Postpone deliveries to the next daily email: today's was sent or claimed without them."""
        now = self.clock()
        quiet = account.preferences.quiet_hours if account.preferences else None
        for dispatch in dispatches:
            later = dispatch.mark_waiting("dailyDigest", now, get_next_digest(quiet, now), is_digest=True)
            if self.deliveries.save_dispatch(later, now):
                summary.waiting += 1

    def _claim(
        self, dispatches: Sequence[Dispatch], address: ContactAddress, language: Language, claim_id: str
    ) -> list[Dispatch]:
        """Claim deliveries to one address; return those that nobody else claimed."""
        now = self.clock()
        key, sent_to = make_address_key(address.channel, address.address), mask_contact(address)
        user_id = dispatches[0].key.user_id
        self.deliveries.add_recipient(key, Recipient(user_id, sent_to, language), now)
        claims = [dispatch.mark_claimed(now, key, sent_to, claim_id) for dispatch in dispatches]
        return [claim for claim in claims if self.deliveries.save_dispatch(claim, now)]

    def _send(
        self, claimed: Sequence[Dispatch], send: Callable[[], str], summary: NotifierSummary
    ) -> str | None:
        """Send the announcement of claimed deliveries once, and store the outcome.

        Returns:
            The network's id, empty if the outcome is unknown; None if it was certainly not sent.
        """
        if not claimed:
            return ""
        try:
            provider_id = send()
        except NotSent as error:
            self.logger.warning("Announcement refused", extra={"code": error.code})
            for claim in claimed:
                self._save_failed_try(claim, error, summary)
            return None
        except OutcomeUnknown:
            now = self.clock()
            for claim in claimed:
                self.deliveries.save_dispatch(claim.mark_unknown(now), now)
            summary.unknown += len(claimed)
            return ""
        self._save_accepted(claimed, provider_id, summary)
        return provider_id

    def _save_accepted(self, claimed: Sequence[Dispatch], provider_id: str, summary: NotifierSummary) -> None:
        now = self.clock()
        for claim in claimed:
            self.deliveries.save_dispatch(claim.mark_accepted(provider_id, now), now)
        summary.sent += len(claimed)

    def _save_failed_try(self, claim: Dispatch, error: NotSent, summary: NotifierSummary) -> None:
        now = self.clock()
        after = claim.mark_try_failed(now, is_final=error.is_final)
        if after.delivery.state == "failed":
            self._give_up(after, summary)
        else:
            summary.waiting += 1
        self.deliveries.save_dispatch(after, now)

    def _give_up(self, failed: Dispatch, summary: NotifierSummary) -> None:
        summary.failed += 1
        try:
            self.failures.add_failure(failed.key, failed.delivery.steps[-1].reason or "refused")
        except Exception as error:
            # The delivery record has the failure even if the queue is unavailable.
            self.note_failure(failed.key.message_id, error)


def _get_digest_day(waiting: Dispatch, now: datetime) -> date:
    """Return the day of the daily email that a delivery waits for, even if a retry comes after midnight."""
    tries: list[datetime] = []
    for step in waiting.delivery.steps:
        if step.reason == "dailyDigest":
            tries.clear()
        elif step.state == "sending":
            tries.append(step.at)
    return get_day(tries[0] if tries else waiting.due_at or now)
