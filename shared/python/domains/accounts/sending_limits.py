"""Limits of the messages that a person causes: by kind, account, and destination.

Whatever a person can do to make the portal send an email or a text message is counted here first. So nobody
floods a stranger's address from one account or many, and nobody buries a warning under others: what a
warning warns of is limited, and each accepted one sends its own.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from domains.accounts.account import Channel
from portal.errors import TooManyRequests
from portal.language import Text
from portal.rate_window import Call, Limit
from portal.rate_windows_table import Counter, RateWindows
from portal.secrets import RotatingSecret
from portal.tables import Write

Kind = Literal["code", "welcome", "addressChange", "invitation"]

_DAY = timedelta(days=1)


class TooManyCodes(TooManyRequests):
    code = "tooManyCodes"
    text = Text(
        en="You asked for too many codes. Wait up to an hour before you ask for another.",
        es="Usted pidió demasiados códigos. Espere antes de pedir otro: una hora siempre basta.",
    )


class TooManyCodesToAddress(TooManyRequests):
    code = "tooManyCodesToAddress"
    text = Text(
        en="We sent too many codes to this email address. Wait up to an hour before you ask for another.",
        es="Se enviaron demasiados códigos a este correo electrónico. Espere antes de pedir otro: una hora "
        "siempre basta.",
    )


class TooManyCodesToNumber(TooManyRequests):
    code = "tooManyCodesToNumber"
    text = Text(
        en="We sent too many codes to this number. Wait up to an hour before you ask for another.",
        es="Se enviaron demasiados códigos a este número. Espere antes de pedir otro: una hora "
        "siempre basta.",
    )


class TooManyWelcomes(TooManyRequests):
    """Never shown: the letter is left out."""

    code = "tooManyWelcomes"
    text = Text(en="We welcomed this address before.", es="Ya se dio la bienvenida a esta dirección.")


class TooManyAddressChanges(TooManyRequests):
    code = "tooManyAddressChanges"
    text = Text(
        en="You changed this too often in a day. Try again tomorrow. Nothing was changed.",
        es="Usted cambió esto demasiadas veces en un día. Inténtelo mañana. No se cambió nada.",
    )


class TooManyInvitationsSent(TooManyRequests):
    code = "tooManyInvitations"
    text = Text(
        en="You sent 30 invitations in a day, which is the limit. Try again later.",
        es="Usted envió 30 invitaciones en un día, que es el máximo. Inténtelo más tarde.",
    )


class TooManyInvitationsToAddress(TooManyRequests):
    code = "tooManyInvitationsToAddress"
    text = Text(
        en="This email address got five invitations in a day, which is the limit. Try again tomorrow.",
        es="Este correo electrónico recibió cinco invitaciones en un día, que es el máximo. "
        "Inténtelo mañana.",
    )


@dataclass(frozen=True, slots=True)
class SendingRule:
    """Limits of a kind of message, each with the error of its refusal."""

    by_account: Limit
    to_destination: Limit  # from all accounts together
    account_refusal: type[TooManyRequests]
    refusals: Mapping[Channel, type[TooManyRequests]]


RULES: Mapping[Kind, SendingRule] = {
    # Source of the five: facts/enhanced_auth.json, `codes`.
    "code": SendingRule(
        Limit(all=10),
        Limit(all=5),
        TooManyCodes,
        {"email": TooManyCodesToAddress, "text": TooManyCodesToNumber},
    ),
    "welcome": SendingRule(
        Limit(all=3, within=_DAY), Limit(all=1, within=_DAY), TooManyWelcomes, {"email": TooManyWelcomes}
    ),
    "addressChange": SendingRule(
        Limit(all=5, within=_DAY),
        Limit(all=5, within=_DAY),
        TooManyAddressChanges,
        {"email": TooManyAddressChanges, "text": TooManyAddressChanges},
    ),
    "invitation": SendingRule(
        Limit(all=30, within=_DAY),
        Limit(all=5, within=_DAY),
        TooManyInvitationsSent,
        {"email": TooManyInvitationsToAddress},
    ),
}


class SendingLimits:
    """Counts messages that are about to be sent, in the users table."""

    def __init__(self, table_name: str, secret: RotatingSecret) -> None:
        """Use the table of that name.

        Args:
            secret: keys the hashes of destinations, so that the table does not tell who got a message. A
                message counts by the hash of every accepted secret, so that a rotation forgets none.
        """
        self._windows = RateWindows(table_name)
        self._secret = secret

    def admit_message(
        self, kind: Kind, user_id: str, channel: Channel, address: str, call: Call
    ) -> list[Write]:
        """Return writes that count a message, for the transaction that stores what is sent.

        Raises:
            TooManyRequests: see `count`.
        """
        return self._windows.admit_together(self._list_counters(kind, user_id, channel, address), call)

    def count_message(self, kind: Kind, user_id: str, channel: Channel, address: str, call: Call) -> None:
        """Count a message; one with an id that was counted before is not counted again.

        Args:
            address: normalized address or number of the destination.

        Raises:
            TooManyRequests: the refusal of the kind's rule, with the time to wait; nothing is counted.
        """
        self._windows.count_together(self._list_counters(kind, user_id, channel, address), call)

    def take_back(self, kind: Kind, user_id: str, channel: Channel, address: str, call: Call) -> None:
        """Take back the count of a message that was not sent; if that cannot be saved, it stays counted."""
        for each in self._list_counters(kind, user_id, channel, address):
            self._windows.change_window(
                each.owner, each.name, each.limit, lambda window: window.remove_call(call.id)
            )

    @contextmanager
    def count_while_sending(
        self, kind: Kind, user_id: str, channel: Channel, address: str, call: Call
    ) -> Iterator[None]:
        """Count a message that the block sends; take the count back if the block raises.

        Raises:
            TooManyRequests: see `count`.
        """
        self.count_message(kind, user_id, channel, address, call)
        try:
            yield
        except Exception:
            self.take_back(kind, user_id, channel, address, call)
            raise

    def _list_counters(self, kind: Kind, user_id: str, channel: Channel, address: str) -> list[Counter]:
        rule = RULES[kind]
        destination = f"{channel}\n{address.lower()}".encode()
        digests = [
            hmac.new(secret.encode(), destination, hashlib.sha256).hexdigest()
            for secret in self._secret.accepted
        ]
        return [
            Counter(f"sender#{user_id}", kind, rule.by_account, rule.account_refusal),
            *(
                Counter(f"destination#{digest}", kind, rule.to_destination, rule.refusals[channel])
                for digest in digests
            ),
        ]
