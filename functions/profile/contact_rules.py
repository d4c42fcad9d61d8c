"""What contact preferences must be like, checked as a whole so that a person is told everything at once."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from functions.profile import messages
from functions.profile.text_numbers import number_fault
from portal.account import CHANNELS, NOTICE_KINDS, Channel, EmailFrequency, NoticeKind, QuietHours
from portal.contact_addresses import normalise_email_address, normalise_number
from portal.errors import InvalidRequest, Problem
from portal.language import Language, Text

REQUIRED_NOTICES: Mapping[NoticeKind, Channel] = {"security": "email"}
PROPOSED_NOTICES: Mapping[NoticeKind, tuple[Channel, ...]] = {
    kind: () if kind == "news" else ("email",) for kind in NOTICE_KINDS
}


@dataclass(frozen=True, slots=True)
class AddressWish:
    """An address as the person typed it."""

    channel: Channel
    address: str


@dataclass(frozen=True, slots=True)
class NoticeWish:
    """The channels that the person wants for a kind of notice."""

    kind: NoticeKind
    channels: tuple[Channel, ...]


@dataclass(frozen=True, slots=True)
class Wishes:
    """Contact preferences as they were sent, in that order, unchecked."""

    language: Language
    addresses: tuple[AddressWish, ...]
    notices: tuple[NoticeWish, ...]
    email_frequency: EmailFrequency = "immediate"
    quiet_hours: QuietHours | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """Contact preferences that keep every rule; addresses normalised, every kind of notice present."""

    language: Language
    addresses: Mapping[Channel, str]
    notices: Mapping[NoticeKind, tuple[Channel, ...]]
    email_frequency: EmailFrequency
    quiet_hours: QuietHours | None


def check(wishes: Wishes) -> Choices:
    """Turn wishes into choices.

    Raises:
        InvalidRequest: every rule that is not kept, at the field it concerns.
    """
    problems = [*_address_problems(wishes), *_notice_problems(wishes), *_hour_problems(wishes)]
    if problems:
        raise InvalidRequest(*problems)
    return Choices(
        wishes.language,
        {wish.channel: address for wish in wishes.addresses if (address := _normalised(wish)) is not None},
        {
            notice.kind: tuple(channel for channel in CHANNELS if channel in notice.channels)
            for notice in wishes.notices
        },
        wishes.email_frequency,
        wishes.quiet_hours,
    )


def _normalised(wish: AddressWish) -> str | None:
    if wish.channel == "email":
        return normalise_email_address(wish.address)
    return normalise_number(wish.address)


def _address_fault(wish: AddressWish) -> Text | None:
    if wish.channel == "email":
        return None if normalise_email_address(wish.address) else messages.UNUSABLE_EMAIL_ADDRESS
    fault = number_fault(wish.address)
    return messages.NUMBER_FAULTS[fault] if fault else None


def _address_problems(wishes: Wishes) -> Iterator[Problem]:
    channels = [wish.channel for wish in wishes.addresses]
    if "email" not in channels:
        yield Problem("addresses", messages.EMAIL_ADDRESS_MISSING)
    for position, wish in enumerate(wishes.addresses):
        if wish.channel in channels[:position]:
            yield Problem(f"addresses.{position}.channel", messages.SECOND_ADDRESS)
        if fault := _address_fault(wish):
            yield Problem(f"addresses.{position}.address", fault)


def _notice_problems(wishes: Wishes) -> Iterator[Problem]:
    reachable = {wish.channel for wish in wishes.addresses}
    seen: set[NoticeKind] = set()
    for position, notice in enumerate(wishes.notices):
        if notice.kind in seen:
            yield Problem(f"notices.{position}.kind", messages.SECOND_NOTICE)
        seen.add(notice.kind)
        name = f"notices.{position}.channels"
        if any(count > 1 for count in Counter(notice.channels).values()):
            yield Problem(name, messages.SECOND_CHANNEL)
        required = REQUIRED_NOTICES.get(notice.kind)
        if required and required not in notice.channels:
            yield Problem(name, messages.SECURITY_BY_EMAIL)
        if "text" in notice.channels and "text" not in reachable:
            yield Problem(name, messages.NUMBER_MISSING)
    missing = [kind for kind in NOTICE_KINDS if kind not in seen]
    if missing:
        yield Problem("notices", messages.notices_missing(missing))


def _hour_problems(wishes: Wishes) -> Iterator[Problem]:
    if wishes.quiet_hours and wishes.quiet_hours.start == wishes.quiet_hours.end:
        yield Problem("quietHours.end", messages.QUIET_HOURS_WITHOUT_END)
