"""The rules for contact preferences."""

from typing import Any

import pytest

from domains.accounts.account import NOTICE_KINDS, NoticeKind
from functions.profile.contact_rules import check
from functions.profile.contract import ContactAddressRequest, ContactPreferencesRequest, NoticeRequest
from portal.errors import InvalidRequest
from tests.unit.profile.support import EMAIL, NUMBER, make_preferences


def make_address(channel: str, address: str) -> ContactAddressRequest:
    return ContactAddressRequest.model_validate({"channel": channel, "address": address})


def make_notice(kind: NoticeKind, *channels: str) -> NoticeRequest:
    return NoticeRequest.model_validate({"kind": kind, "channels": channels})


def change_preferences(sent: ContactPreferencesRequest, **changes: Any) -> ContactPreferencesRequest:
    return sent.model_copy(update=changes)


def list_problems(sent: ContactPreferencesRequest) -> list[str]:
    with pytest.raises(InvalidRequest) as refused:
        check(sent)
    return [problem.property_name for problem in refused.value.problems]


def make_preferences_with(
    kind: NoticeKind, *channels: str, number: str | None = None
) -> ContactPreferencesRequest:
    """Make acceptable preferences but for one kind of notice."""
    sent = make_preferences(number=number)
    notices = [notice for notice in sent.notices if notice.kind != kind]
    return change_preferences(sent, notices=[make_notice(kind, *channels), *notices])


def test_valid_preferences_become_normalized_choices() -> None:
    sent = make_preferences_with("reminders", "text", "email", number="(602) 555-0123")
    choices = check(sent)
    assert choices.addresses == {"email": EMAIL, "text": NUMBER}
    assert choices.notices["reminders"] == ("email", "text")
    assert set(choices.notices) == set(NOTICE_KINDS)


def test_all_notices_but_security_can_be_switched_off() -> None:
    notices = tuple(make_notice(kind, *("email",) if kind == "security" else ()) for kind in NOTICE_KINDS)
    assert check(change_preferences(make_preferences(), notices=notices)).notices["agencyMessages"] == ()


def test_email_address_is_required() -> None:
    assert list_problems(change_preferences(make_preferences(), addresses=())) == ["addresses"]


def test_second_address_of_a_channel_is_refused() -> None:
    addresses = (make_address("email", EMAIL), make_address("text", NUMBER), make_address("email", EMAIL))
    assert list_problems(change_preferences(make_preferences(), addresses=addresses)) == [
        "addresses.2.channel"
    ]


def test_unusable_address_is_refused() -> None:
    assert list_problems(make_preferences(email="rosa", number="12")) == [
        "addresses.0.address",
        "addresses.1.address",
    ]


@pytest.mark.parametrize("channels", [(), ("text",)])
def test_security_notices_require_email(channels: tuple[str, ...]) -> None:
    assert list_problems(make_preferences_with("security", *channels, number=NUMBER)) == [
        "notices.0.channels"
    ]


def test_text_messages_require_a_number() -> None:
    assert list_problems(make_preferences_with("news", "text")) == ["notices.0.channels"]


def test_repeated_channel_is_refused() -> None:
    assert list_problems(make_preferences_with("news", "email", "email")) == ["notices.0.channels"]


def test_repeated_notice_kind_is_refused() -> None:
    sent = make_preferences()
    assert list_problems(change_preferences(sent, notices=(*sent.notices, sent.notices[1]))) == [
        "notices.5.kind"
    ]


def test_missing_notice_kinds_are_named() -> None:
    sent = make_preferences()
    with pytest.raises(InvalidRequest) as refused:
        check(change_preferences(sent, notices=sent.notices[:3]))
    (problem,) = refused.value.problems
    assert problem.property_name == "notices"
    assert problem.message.en.endswith("reminders, news.")
    assert problem.message.es.endswith("recordatorios, noticias.")


def test_all_problems_are_reported_at_once() -> None:
    sent = change_preferences(
        make_preferences(), addresses=[make_address("text", "1")], notices=[make_notice("security", "text")]
    )
    assert list_problems(sent) == ["addresses", "addresses.0.address", "notices.0.channels", "notices"]
