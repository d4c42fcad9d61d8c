"""States of invitations to the second, roles, and the letter."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from domains.businesses.business import Business, Member, Role
from functions.businesses.team import AddedBusinesses, Invitation, Team, choose_higher
from functions.businesses.texts import make_invitation_email
from portal.language import Language

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)
END = NOW + timedelta(days=2)
BAKERY = Business("bakery", "Desert Bakery", "llc", "pima", NOW, 1)
INVITATION = Invitation(
    id="one",
    business_id=BAKERY.id,
    email="ben@example.com",
    role="manager",
    inviter_id="rosa",
    inviter_name="Rosa",
    secret_hash="",
    sent_at=NOW,
    expires_at=NOW + timedelta(days=7),
)


def make_team(*invitations: Invitation) -> Team:
    return Team(BAKERY, "", (Member(BAKERY.id, "rosa", "Rosa", "owner", NOW),), invitations)


def test_invitation_expires_exactly_at_its_end() -> None:
    assert INVITATION.get_state(INVITATION.expires_at - MOMENT) == "open"
    assert INVITATION.get_state(INVITATION.expires_at) == "expired"


@pytest.mark.parametrize(
    "ended",
    [
        replace(INVITATION, accepted_at=END),
        replace(INVITATION, withdrawn_at=END),
        replace(INVITATION, expires_at=END),
    ],
)
def test_ended_invitation_is_kept_for_thirty_days(ended: Invitation) -> None:
    assert make_team(ended).get_invitation("one", END + timedelta(days=30) - MOMENT) == ended
    assert make_team(ended).get_invitation("one", END + timedelta(days=30)) is None


def test_unmailed_invitation_fails_after_thirty_seconds() -> None:
    late = NOW + timedelta(seconds=30)
    assert not INVITATION.was_never_sent(late)
    assert INVITATION.was_never_sent(late + MOMENT)
    assert not replace(INVITATION, is_mailed=True).was_never_sent(late + MOMENT)


@pytest.mark.parametrize(
    ("invited", "address", "expected"),
    [
        ("ben@example.com", "BEN@Example.com", True),
        ("ben@example.com", "eva@example.com", False),
        ("kim@example.com", "\u212aim@example.com", False),
        ("ben@example.com", "", False),
    ],
)
def test_invitation_address_ignores_ascii_case(invited: str, address: str, expected: bool) -> None:
    assert replace(INVITATION, email=invited).is_for(address) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("owner", "viewer", "owner"),
        ("viewer", "owner", "owner"),
        ("manager", "viewer", "manager"),
        ("manager", "manager", "manager"),
    ],
)
def test_higher_role_wins(one: Role, other: Role, expected: Role) -> None:
    assert choose_higher(one, other) == expected


def test_additions_are_dropped_after_a_minute() -> None:
    added = AddedBusinesses("rosa").with_business(BAKERY)
    soon = replace(BAKERY, id="soon", created_at=NOW + timedelta(minutes=1) - MOMENT)
    later = replace(BAKERY, id="later", created_at=NOW + timedelta(minutes=1))
    assert list(added.with_business(soon).moments) == ["bakery", "soon"]
    assert list(added.with_business(later).moments) == ["later"]


def test_invitation_letter_has_all_details() -> None:
    ends = INVITATION.expires_at
    letter = make_invitation_email("Desert Bakery", "manager", "Rosa", "https://link.example", ends, "en")
    assert "Saguaro" in letter.subject
    for part in (
        "Rosa",
        "Desert Bakery",
        "manager",
        "November 28, 2026 at 5:00 AM Arizona time",
        "https://link.example",
    ):
        assert part in letter.text


@pytest.mark.parametrize(("first", "second"), [("en", "es"), ("es", "en")])
def test_invitation_letter_has_both_languages(first: Language, second: Language) -> None:
    letter = make_invitation_email("", "manager", "Rosa", "", INVITATION.expires_at, first)
    sentences = {"en": "invites you to act", "es": "le invita a actuar"}
    assert 0 < letter.text.index(sentences[first]) < letter.text.index(sentences[second])
    assert all(word in letter.subject for word in ("invitation", "Invitación"))
