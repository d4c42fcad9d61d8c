"""What contact preferences must be like."""

from typing import Any

import pytest

from domains.accounts.account import NOTICE_KINDS, NoticeKind
from functions.profile.contact_rules import check
from functions.profile.contract import ContactAddressRequest, ContactPreferencesRequest, NoticeRequest
from portal.errors import InvalidRequest
from tests.unit.profile.support import EMAIL, NUMBER, preferences


def address_of(channel: str, address: str) -> ContactAddressRequest:
    return ContactAddressRequest.model_validate({"channel": channel, "address": address})


def notice_of(kind: NoticeKind, *channels: str) -> NoticeRequest:
    return NoticeRequest.model_validate({"kind": kind, "channels": channels})


def changed(sent: ContactPreferencesRequest, **changes: Any) -> ContactPreferencesRequest:
    return sent.model_copy(update=changes)


def problems_of(sent: ContactPreferencesRequest) -> list[str]:
    with pytest.raises(InvalidRequest) as refused:
        check(sent)
    return [problem.property_name for problem in refused.value.problems]


def with_notice(kind: NoticeKind, *channels: str, number: str | None = None) -> ContactPreferencesRequest:
    """Acceptable preferences but for one kind of notice."""
    sent = preferences(number=number)
    notices = [notice for notice in sent.notices if notice.kind != kind]
    return changed(sent, notices=[notice_of(kind, *channels), *notices])


def test_valid_preferences_become_normalized_choices() -> None:
    sent = with_notice("reminders", "text", "email", number="(602) 555-0123")
    choices = check(sent)
    assert choices.addresses == {"email": EMAIL, "text": NUMBER}
    assert choices.notices["reminders"] == ("email", "text")
    assert set(choices.notices) == set(NOTICE_KINDS)


def test_all_notices_but_security_can_be_switched_off() -> None:
    notices = tuple(notice_of(kind, *("email",) if kind == "security" else ()) for kind in NOTICE_KINDS)
    assert check(changed(preferences(), notices=notices)).notices["agencyMessages"] == ()


def test_email_address_is_required() -> None:
    assert problems_of(changed(preferences(), addresses=())) == ["addresses"]


def test_second_address_of_a_channel_is_refused() -> None:
    addresses = (address_of("email", EMAIL), address_of("text", NUMBER), address_of("email", EMAIL))
    assert problems_of(changed(preferences(), addresses=addresses)) == ["addresses.2.channel"]


def test_unusable_address_is_refused() -> None:
    assert problems_of(preferences(email="rosa", number="12")) == [
        "addresses.0.address",
        "addresses.1.address",
    ]


@pytest.mark.parametrize("channels", [(), ("text",)])
def test_security_notices_require_email(channels: tuple[str, ...]) -> None:
    assert problems_of(with_notice("security", *channels, number=NUMBER)) == ["notices.0.channels"]


def test_text_messages_require_a_number() -> None:
    assert problems_of(with_notice("news", "text")) == ["notices.0.channels"]


def test_repeated_channel_is_refused() -> None:
    assert problems_of(with_notice("news", "email", "email")) == ["notices.0.channels"]


def test_repeated_notice_kind_is_refused() -> None:
    sent = preferences()
    assert problems_of(changed(sent, notices=(*sent.notices, sent.notices[1]))) == ["notices.5.kind"]


def test_missing_notice_kinds_are_named() -> None:
    sent = preferences()
    with pytest.raises(InvalidRequest) as refused:
        check(changed(sent, notices=sent.notices[:3]))
    (problem,) = refused.value.problems
    assert problem.property_name == "notices"
    assert problem.message.en.endswith("reminders, news.")
    assert problem.message.es.endswith("recordatorios, noticias.")


def test_all_problems_are_reported_at_once() -> None:
    sent = changed(
        preferences(), addresses=[address_of("text", "1")], notices=[notice_of("security", "text")]
    )
    assert problems_of(sent) == ["addresses", "addresses.0.address", "notices.0.channels", "notices"]
