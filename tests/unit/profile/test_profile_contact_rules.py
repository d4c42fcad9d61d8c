"""What contact preferences must be like."""

from dataclasses import replace

import pytest

from functions.profile.contact_rules import AddressWish, NoticeWish, Wishes, check
from portal.account import NOTICE_KINDS, NoticeKind
from portal.errors import InvalidRequest
from tests.unit.profile.support import EMAIL, NUMBER, wishes


def problems_of(sent: Wishes) -> list[str]:
    with pytest.raises(InvalidRequest) as refused:
        check(sent)
    return [problem.property_name for problem in refused.value.problems]


def with_notice(kind: NoticeKind, *channels: str, number: str | None = None) -> Wishes:
    """Acceptable wishes but for one kind of notice."""
    sent = wishes(number=number)
    notices = [notice for notice in sent.notices if notice.kind != kind]
    return replace(sent, notices=(NoticeWish(kind, channels), *notices))  # type: ignore[arg-type]


def test_acceptable_wishes_become_choices_in_a_fixed_form() -> None:
    sent = with_notice("reminders", "text", "email", number="(602) 555-0123")
    choices = check(sent)
    assert choices.addresses == {"email": EMAIL, "text": NUMBER}
    assert choices.notices["reminders"] == ("email", "text")
    assert set(choices.notices) == set(NOTICE_KINDS)


def test_every_notice_but_security_can_be_switched_off() -> None:
    notices = tuple(NoticeWish(kind, ("email",) if kind == "security" else ()) for kind in NOTICE_KINDS)
    assert check(replace(wishes(), notices=notices)).notices["agencyMessages"] == ()


def test_an_email_address_is_required() -> None:
    assert problems_of(replace(wishes(), addresses=())) == ["addresses"]


def test_a_second_address_of_a_channel_is_refused_where_it_stands() -> None:
    addresses = (AddressWish("email", EMAIL), AddressWish("text", NUMBER), AddressWish("email", EMAIL))
    assert problems_of(replace(wishes(), addresses=addresses)) == ["addresses.2.channel"]


def test_an_unusable_address_is_refused_where_it_stands() -> None:
    assert problems_of(wishes(email="rosa", number="12")) == ["addresses.0.address", "addresses.1.address"]


@pytest.mark.parametrize("channels", [(), ("text",)])
def test_security_notices_cannot_do_without_email(channels: tuple[str, ...]) -> None:
    assert problems_of(with_notice("security", *channels, number=NUMBER)) == ["notices.0.channels"]


def test_text_messages_need_a_number() -> None:
    assert problems_of(with_notice("news", "text")) == ["notices.0.channels"]


def test_a_channel_is_chosen_once() -> None:
    assert problems_of(with_notice("news", "email", "email")) == ["notices.0.channels"]


def test_a_kind_of_notice_is_listed_once() -> None:
    sent = wishes()
    assert problems_of(replace(sent, notices=(*sent.notices, sent.notices[1]))) == ["notices.5.kind"]


def test_missing_kinds_of_notice_are_named() -> None:
    sent = wishes()
    with pytest.raises(InvalidRequest) as refused:
        check(replace(sent, notices=sent.notices[:3]))
    (problem,) = refused.value.problems
    assert problem.property_name == "notices"
    assert problem.message.en.endswith("reminders, news.")
    assert problem.message.es.endswith("recordatorios, noticias.")


def test_all_problems_are_told_at_once() -> None:
    sent = Wishes("en", (AddressWish("text", "1"),), (NoticeWish("security", ("text",)),))
    assert problems_of(sent) == ["addresses", "addresses.0.address", "notices.0.channels", "notices"]
