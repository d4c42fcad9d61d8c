"""Revealing masked values."""

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import datetime
from typing import TYPE_CHECKING

from domains.agencies.catalog import Offer
from domains.agencies.client import AgencyClient
from domains.agencies.failures import AgencyFailure, RecordRevoked
from domains.agencies.manifest import DisplayField
from domains.agencies.record_reader import make_unavailable
from domains.agencies.subscriptions import Identity
from domains.assurance.enhanced_authentication import AssuranceGate
from domains.messages.agency_notices import ShownValue, make_shown_value_notice
from functions.subscriptions.connecting import to_text
from functions.subscriptions.errors import FieldNotMasked, IdentityRevoked, TooManyReveals
from functions.subscriptions.ports import Inbox, Repository
from functions.subscriptions.recorder import RevealRecorder
from portal.principal import Principal
from portal.rate_window import Call, Limit
from portal.types import Clock

if TYPE_CHECKING:
    from portal.rate_windows_table import RateWindows

REVEALS = Limit(all=20)
_REVEALS_KEY = "asked values"


@dataclass(frozen=True, slots=True)
class RevealedValue:
    """The unmasked value of a field."""

    field: DisplayField
    value: str = dataclass_field(repr=False)


@dataclass(frozen=True, slots=True)
class Revealer:
    """Fetches the unmasked values of fields, within limits."""

    clock: Clock
    new_id: Callable[[datetime], str]
    repository: Repository
    attempts: "RateWindows"
    inbox: Inbox
    agencies: AgencyClient
    gate: AssuranceGate
    recorder: RevealRecorder

    def reveal_value(
        self, principal: Principal, offer: Offer, identity: Identity, field_name: str
    ) -> RevealedValue:
        """Return the unmasked value of a field; see `SubscriptionService.reveal_value`."""
        field = next((each for each in offer.service.display_fields if each.name == field_name), None)
        if field is None or field.reveal is None:
            raise FieldNotMasked
        self.gate.require_assurance(principal, field.reveal.assurance)
        now = self.clock()
        call = Call(self.new_id(now), now)
        self.attempts.count_call(principal.user_id, _REVEALS_KEY, REVEALS, call, TooManyReveals)
        try:
            value = self.agencies.get_field_value(offer, identity.reference, field)
        except RecordRevoked:
            self.repository.revoke_identity(principal.user_id, offer.service.id, identity.id)
            raise IdentityRevoked from None
        except AgencyFailure:
            self.attempts.change_window(
                principal.user_id, _REVEALS_KEY, REVEALS, lambda window: window.remove_call(call.id)
            )
            raise make_unavailable(offer) from None
        self.recorder.record_reveal(principal.user_id, offer, field.name)
        shown = ShownValue(
            field_name=to_text(field.label),
            record_label=identity.label,
            service_name=to_text(offer.service.name),
            agency_name=to_text(offer.agency.name),
            call_id=call.id,
            at=now,
        )
        self.inbox.add_message(make_shown_value_notice(principal.user_id, shown))
        return RevealedValue(field, value)
