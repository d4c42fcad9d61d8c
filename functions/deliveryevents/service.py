"""Stores networks' events about deliveries and addresses, and notifies people.

Events come at least once and in any order; every step is safe to repeat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from aws_lambda_powertools import Logger

from domains.accounts.account import Channel
from domains.accounts.account_table import AccountRepository
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.delivery import AddressState, AddressStatus, make_address_key
from domains.deliveries.dispatch import Dispatch, Outcome, Recipient
from domains.deliveries.outbound import CLAIM_TAG, NotSent, OutcomeUnknown, TextMessages
from domains.messages import address_notices
from domains.messages.messages_table import MessagesTable
from functions.deliveryevents.events import (
    BounceEvent,
    ComplaintEvent,
    DeliveryEvent,
    MailEvent,
    ReceivedText,
    ReportedMail,
)
from functions.deliveryevents.keywords import ANSWERS, Understood, parse_reply
from portal.language import DEFAULT_LANGUAGE
from portal.types import Clock
from portal.updates import load_known_first, update_until_saved


class UnknownMail(Exception):
    """The event's announcement is unknown, maybe only so far; the event has to be repeated."""


class _TooManyEvents(TimeoutError):
    """Concurrent events of one email won at every try; the event has to be repeated."""


class EventsFailed(Exception):
    """Some events failed; Lambda repeats all of them."""


@dataclass(slots=True, kw_only=True)
class DeliveryEventsService:
    """Handles email events and replies to text messages."""

    clock: Clock
    accounts: AccountRepository
    deliveries: DeliveriesTable
    messages: MessagesTable
    text_messages: TextMessages
    logger: Logger

    def handle_mail_event(self, event: MailEvent) -> None:
        """Store an email event; a permanent bounce or a complaint marks its address.

        A code, an invitation, or an email of Cognito has no delivery, and marks its address in the same way.
        """
        dispatches = self.deliveries.list_for_provider_id(event.mail.message_id) or self._settle(event.mail)
        if not dispatches and CLAIM_TAG in event.mail.tags:
            raise UnknownMail
        match event:
            case DeliveryEvent():
                self._keep_all(dispatches, "delivered", event.delivery.timestamp)
            case BounceEvent():
                is_for_now = event.bounce.bounce_type != "Permanent"
                self._keep_all(dispatches, "bounced", event.bounce.timestamp, is_for_now=is_for_now)
                if not is_for_now:
                    self._mark(event, "bounced", event.bounce.timestamp)
            case ComplaintEvent():
                if event.complaint.complaint_feedback_type != "not-spam":
                    self._keep_all(dispatches, "complained", event.complaint.timestamp)
                    self._mark(event, "complained", event.complaint.timestamp)
            case _:
                self._refuse_all(dispatches)

    def handle_text_reply(self, reply: ReceivedText, at: datetime) -> None:
        """Apply a person's request by text message, and answer once.

        Requests for help are answered once an hour. An unclear reply is answered once a day, by how to reply,
        and only to a number that the portal texts and that did not stop. YES and its like, from a number that
        did not stop, are unclear: they answer another question (CTIA, 5.1.3, lists them for opting in).

        Args:
            at: the network's time; the latest request counts, regardless of arrival order.
        """
        understood = parse_reply(reply.message_body)
        if understood is None:
            return
        number = reply.origination_number
        address = make_address_key("text", number)
        recipients = self.deliveries.list_recipients(address)
        claim = reply.inbound_message_id
        match understood.request:
            case "stop":
                is_answered = self._stop(number, recipients, at)
            case "start" if self._is_stopped_or_newer(number, at):
                is_answered = self._start(number, at)
            case "help":
                # Limited, so that two programs that answer each other end.
                claim = f"help#{understood.language or 'any'}#{at:%Y-%m-%dT%H}"
                is_answered = True
            case _:
                understood = Understood("unclear", understood.language)
                claim = f"unclear#{at:%Y-%m-%d}"
                is_answered = (
                    bool(recipients) and self.deliveries.get_address_status("text", number).state != "stopped"
                )
        if is_answered and self.deliveries.claim_answer(address, claim, self.clock()):
            self._answer(number, understood, recipients)

    def _settle(self, mail: ReportedMail) -> list[Dispatch]:
        """List the dispatches of an email that SES accepted although its answer was lost.

        Finds them again after an interruption, so the rest of the event is not lost.
        """
        claim_ids = mail.tags.get(CLAIM_TAG, [])
        claimed = [each for claim_id in claim_ids for each in self.deliveries.list_for_provider_id(claim_id)]
        return [self._settle_dispatch(dispatch, mail) for dispatch in claimed]

    def _settle_dispatch(self, dispatch: Dispatch, mail: ReportedMail) -> Dispatch:
        def settle(current: Dispatch) -> Dispatch:
            return current.mark_settled(mail.message_id, mail.timestamp) or current

        saved, _ = update_until_saved(
            load_known_first(dispatch, lambda: self.deliveries.get_dispatch(dispatch.key) or dispatch),
            settle,
            lambda _, after: self.deliveries.save_dispatch(after, self.clock()),
            _TooManyEvents,
        )
        return saved

    def _refuse_all(self, dispatches: Sequence[Dispatch]) -> None:
        now = self.clock()
        for dispatch in dispatches:
            is_accepted = dispatch.delivery.state == "accepted"
            if is_accepted and not self.deliveries.save_dispatch(dispatch.mark_failed("refused", now), now):
                raise TimeoutError("something else of that email was kept at the same moment")

    def _keep_all(
        self, dispatches: Sequence[Dispatch], outcome: Outcome, at: datetime, *, is_for_now: bool = False
    ) -> None:
        for dispatch in dispatches:
            self._keep(dispatch, outcome, at, is_for_now)

    def _keep(self, dispatch: Dispatch, outcome: Outcome, at: datetime, is_for_now: bool) -> None:
        def report(current: Dispatch | None) -> Dispatch | None:
            return (current and current.mark_reported(outcome, at, is_for_now=is_for_now)) or current

        stored: Dispatch | None = dispatch
        update_until_saved(
            load_known_first(stored, lambda: self.deliveries.get_dispatch(dispatch.key)),
            report,
            lambda _, after: after is not None and self.deliveries.save_dispatch(after, self.clock()),
            _TooManyEvents,
        )

    def _mark(self, event: BounceEvent | ComplaintEvent, state: AddressState, at: datetime) -> None:
        [address, *_] = event.mail.destination
        status = AddressStatus(state, at)
        current = self.deliveries.get_address_status("email", address)
        if current.state == state and current.at != at and event.mail.timestamp <= current.at:
            # It was sent before the address was marked, so there is nothing new to report.
            return
        key = make_address_key("email", address)
        if not self._is_in_force(key, "email", address, status):
            return
        tell = (
            address_notices.make_bounce_notice
            if state == "bounced"
            else address_notices.make_complaint_notice
        )
        for user_id in self._list_users("email", address, self.deliveries.list_recipients(key)):
            self.messages.add_message(tell(user_id, "email", address, at))

    def _stop(self, number: str, recipients: Sequence[Recipient], at: datetime) -> bool:
        """Stop text messages to a number; false if already stopped, or restarted later."""
        current = self.deliveries.get_address_status("text", number)
        if current.state == "stopped" and current.at != at:
            return False
        if not self._is_in_force(
            make_address_key("text", number), "text", number, AddressStatus("stopped", at)
        ):
            return False
        for user_id in self._list_users("text", number, recipients):
            self.messages.add_message(address_notices.make_stop_notice(user_id, "text", number, at))
        return True

    def _list_users(self, channel: Channel, address: str, recipients: Sequence[Recipient]) -> list[str]:
        """List the recipients who still have an address."""
        return [
            recipient.user_id
            for recipient in recipients
            if self.accounts.get_account(recipient.user_id).has_address(channel, address)
        ]

    def _is_stopped_or_newer(self, number: str, at: datetime) -> bool:
        """Tell if a number is stopped, or if its status is as late as a reply or later."""
        current = self.deliveries.get_address_status("text", number)
        return current.state == "stopped" or current.at >= at

    def _start(self, number: str, at: datetime) -> bool:
        """Revoke a STOP; false if there is none, or a later one."""
        current = self.deliveries.get_address_status("text", number)
        if current.state != "stopped" and current.at != at:
            return False
        return self._is_in_force(
            make_address_key("text", number), "text", number, AddressStatus("usable", at)
        )

    def _is_in_force(self, key: str, channel: Channel, address: str, status: AddressStatus) -> bool:
        """Store an address's status; false if a later one is stored.

        True for an equal status: the call that stored it may have died before the remaining steps.
        """
        return (
            self.deliveries.set_status(key, status)
            or self.deliveries.get_address_status(channel, address) == status
        )

    def _answer(self, number: str, understood: Understood, recipients: Sequence[Recipient]) -> None:
        language = recipients[0].language if recipients else DEFAULT_LANGUAGE
        text = ANSWERS[understood.request].in_language(understood.language or language)
        try:
            self.text_messages.send_text_message(number, text)
        except (NotSent, OutcomeUnknown) as error:
            # The request is complete; the answer only confirms it.
            self.logger.warning("Text message not answered", extra={"error": type(error).__name__})
