"""Rules for contact preferences; a check reports all faults at once."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domains.accounts.account import CHANNELS, NOTICE_KINDS, Channel, EmailFrequency, NoticeKind, QuietHours
from functions.profile import texts
from functions.profile.contract import ContactAddressRequest, ContactPreferencesRequest
from functions.profile.text_numbers import find_number_fault
from portal.errors import InvalidRequest, Problem
from portal.language import Language, Text
from portal.values import normalize_phone_number, parse_email_address

REQUIRED_NOTICES: Mapping[NoticeKind, Channel] = {"security": "email"}
PROPOSED_NOTICES: Mapping[NoticeKind, tuple[Channel, ...]] = {
    kind: () if kind == "news" else ("email",) for kind in NOTICE_KINDS
}


@dataclass(frozen=True, slots=True)
class Choices:
    """Valid contact preferences, with normalized addresses and every kind of notice."""

    language: Language
    addresses: Mapping[Channel, str]
    notices: Mapping[NoticeKind, tuple[Channel, ...]]
    email_frequency: EmailFrequency
    quiet_hours: QuietHours | None


def check(request: ContactPreferencesRequest) -> Choices:
    """Validate contact preferences."""
    problems = [
        *_find_address_problems(request),
        *_find_notice_problems(request),
        *_find_hour_problems(request),
    ]
    if problems:
        raise InvalidRequest(*problems)
    return Choices(
        request.language,
        {entry.channel: address for entry in request.addresses if (address := _normalize(entry)) is not None},
        {
            notice.kind: tuple(channel for channel in CHANNELS if channel in notice.channels)
            for notice in request.notices
        },
        request.email_frequency,
        QuietHours(**dict(request.quiet_hours)) if request.quiet_hours else None,
    )


def _normalize(entry: ContactAddressRequest) -> str | None:
    if entry.channel == "email":
        return parse_email_address(entry.address)
    return normalize_phone_number(entry.address)


def _find_address_fault(entry: ContactAddressRequest) -> Text | None:
    if entry.channel == "email":
        return None if parse_email_address(entry.address) else texts.UNUSABLE_EMAIL_ADDRESS
    fault = find_number_fault(entry.address)
    return texts.NUMBER_FAULTS[fault] if fault else None


def _find_address_problems(request: ContactPreferencesRequest) -> Iterator[Problem]:
    channels = [entry.channel for entry in request.addresses]
    if "email" not in channels:
        yield Problem("addresses", texts.EMAIL_ADDRESS_MISSING)
    for position, entry in enumerate(request.addresses):
        if entry.channel in channels[:position]:
            yield Problem(f"addresses.{position}.channel", texts.SECOND_ADDRESS)
        if fault := _find_address_fault(entry):
            yield Problem(f"addresses.{position}.address", fault)


def _find_notice_problems(request: ContactPreferencesRequest) -> Iterator[Problem]:
    reachable = {entry.channel for entry in request.addresses}
    seen: set[NoticeKind] = set()
    for position, notice in enumerate(request.notices):
        if notice.kind in seen:
            yield Problem(f"notices.{position}.kind", texts.SECOND_NOTICE)
        seen.add(notice.kind)
        name = f"notices.{position}.channels"
        if any(count > 1 for count in Counter(notice.channels).values()):
            yield Problem(name, texts.SECOND_CHANNEL)
        required = REQUIRED_NOTICES.get(notice.kind)
        if required and required not in notice.channels:
            yield Problem(name, texts.SECURITY_BY_EMAIL)
        if "text" in notice.channels and "text" not in reachable:
            yield Problem(name, texts.NUMBER_MISSING)
    missing = [kind for kind in NOTICE_KINDS if kind not in seen]
    if missing:
        yield Problem("notices", texts.make_notices_missing_text(missing))


def _find_hour_problems(request: ContactPreferencesRequest) -> Iterator[Problem]:
    if request.quiet_hours and request.quiet_hours.start == request.quiet_hours.end:
        yield Problem("quietHours.end", texts.QUIET_HOURS_WITHOUT_END)
