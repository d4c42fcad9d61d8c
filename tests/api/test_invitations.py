"""Invitations to act for a business: from the email to the member."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, cast

import pytest

from domains.accounts.sending_limits import RULES, Kind, SendingRule
from portal import mail
from portal.rate_window import Limit
from tests.api.businesses_support import (
    ACCEPTANCE,
    BEN,
    BUSINESSES,
    EVA,
    PREVIEW,
    accept,
    add_bakery,
    add_member,
    expire,
    get_refusal,
    get_token,
    invite,
    invite_and_get_token,
    list_invitations,
    use_clock,
)
from tests.api.clock import Clock
from tests.api.conftest import Outbox
from tests.api.profile_support import PREFERENCES as PREFERENCES_PATH
from tests.api.profile_support import ROSA, make_preferences, register
from tests.api.support import BUSINESSES_TABLE, UNKNOWN_ID, USERS_TABLE, Client

UNVERIFIED_BEN = replace(BEN, email_verified=False)


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


@pytest.fixture
def bakery(rosa: Client) -> str:
    return add_bakery(rosa)


@pytest.fixture
def ben(client: Client) -> Client:
    return register(client, BEN)


class TestInviting:
    def test_invitation_is_mailed_and_listed(self, rosa: Client, bakery: str, outbox: Outbox) -> None:
        answer = invite(rosa, bakery, " ben@Example.COM ", "viewer")
        assert answer.status == 201
        invitation = answer.json
        assert (invitation["email"], invitation["role"], invitation["state"], invitation["invitedBy"]) == (
            "ben@example.com",
            "viewer",
            "open",
            "Rosa Delgado",
        )
        (letter,) = outbox.mail
        assert letter.address == "ben@example.com"
        assert "Desert Bakery" in letter.text
        assert get_token(letter.text).startswith(f"{bakery}.{invitation['id']}.")
        assert list_invitations(rosa, bakery) == [invitation]
        sent, ends = (datetime.fromisoformat(invitation[name]) for name in ("sentAt", "expiresAt"))
        assert ends - sent == timedelta(days=7)

    @pytest.mark.parametrize(
        ("language", "first", "second"),
        [
            ("en", "invites you to act", "le invita a actuar"),
            ("es", "le invita a actuar", "invites you to act"),
        ],
    )
    def test_email_has_both_languages_with_that_of_owner_first(
        self, rosa: Client, bakery: str, outbox: Outbox, language: str, first: str, second: str
    ) -> None:
        assert rosa.put(PREFERENCES_PATH, make_preferences(language=language)).status == 200
        outbox.clear()
        invite(rosa, bakery, BEN.email)
        (letter,) = outbox.mail
        assert 0 < letter.text.index(first) < letter.text.index(second)
        assert letter.text.count(f"{bakery}.") == len(("en", "es"))

    def test_address_and_token_are_not_logged_or_stored(
        self,
        output: Callable[[], str],
        rosa: Client,
        bakery: str,
        ben: Client,
        outbox: Outbox,
        stored: Mapping[str, Any],
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        ben.post(PREVIEW, {"token": token})
        accept(ben, token)
        secret = token.rpartition(".")[2]
        assert secret not in str(stored[BUSINESSES_TABLE].scan()["Items"])
        written = output()
        assert "POST /api/businessapplications/invitations/acceptance" in written
        assert secret not in written
        assert BEN.email not in written

    def test_repeated_invitation_sends_no_email(self, rosa: Client, bakery: str, outbox: Outbox) -> None:
        first = invite(rosa, bakery, BEN.email)
        again = invite(rosa, bakery, "BEN@example.com")
        assert (again.status, again.json) == (200, first.json)
        assert len(outbox.mail) == 1
        assert invite(rosa, bakery, BEN.email, "viewer").status == 201

    def test_expired_invitation_is_sent_again(
        self, rosa: Client, bakery: str, outbox: Outbox, stored: Mapping[str, Any]
    ) -> None:
        invite(rosa, bakery, BEN.email)
        expire(stored, bakery)
        assert invite(rosa, bakery, BEN.email).status == 201

    def test_failed_email_leaves_no_invitation(
        self,
        rosa: Client,
        bakery: str,
        outbox: Outbox,
        stored: Mapping[str, Any],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def fail(*_arguments: Any) -> None:
            raise mail.MessageNotSent

        with monkeypatch.context() as patch:
            patch.setattr(mail.Mail, "send_email", fail)
            assert get_refusal(invite(rosa, bakery, BEN.email)) == (503, "messageNotSent")
        assert list_invitations(rosa, bakery) == []
        sent = [item for item in stored[USERS_TABLE].scan()["Items"] if item["item"] == "invitation"]
        assert [json.loads(each["content"])["calls"] for each in sent] == [[], []]
        assert invite(rosa, bakery, BEN.email).status == 201

    @pytest.mark.parametrize(
        "email",
        [
            "ben",
            "@example.com",
            "ben@localhost",
            "ben@exam ple.com",
            "ben@example.com\nBcc: x@y.example",
            "ben@example.com, eva@example.com",
            f"{'b' * 65}@example.com",
            "bén@x.com",
        ],
    )
    def test_invalid_address_is_refused(self, rosa: Client, bakery: str, outbox: Outbox, email: str) -> None:
        assert list(invite(rosa, bakery, email).problems()) == ["email"]
        assert outbox.mail == []

    def test_own_address_is_refused(self, rosa: Client, bakery: str, outbox: Outbox) -> None:
        refused = invite(rosa, bakery, ROSA.email.upper(), "viewer")
        assert "your own address" in str(refused.problems()["email"])
        assert outbox.mail == list_invitations(rosa, bakery) == []

    def test_address_of_member_is_refused_while_member(
        self, rosa: Client, bakery: str, outbox: Outbox
    ) -> None:
        ben = add_member(rosa, outbox, bakery, BEN, "viewer")
        refused = invite(rosa, bakery, "BEN@example.com", "manager")
        assert "already acts for this business" in str(refused.problems()["email"])
        assert ben.delete(f"{BUSINESSES}/{bakery}/members/{BEN.user_id}").status == 200
        assert invite(rosa, bakery, BEN.email).status == 201

    def test_open_and_daily_invitations_are_limited(self, rosa: Client, bakery: str, outbox: Outbox) -> None:
        for number in range(20):
            invite_and_get_token(rosa, outbox, bakery, f"p{number}@example.com")
        assert get_refusal(invite(rosa, bakery, BEN.email)) == (409, "tooManyInvitations")
        assert invite(rosa, bakery, "p0@example.com").status == 200
        other = add_bakery(rosa, "key-00002")
        for number in range(10):
            invite_and_get_token(rosa, outbox, other, f"p{number}@example.com")
        answer = invite(rosa, other, BEN.email)
        assert get_refusal(answer) == (429, "tooManyInvitations")
        assert 86_000 < int(answer.headers["retry-after"]) <= 86_400
        assert len(outbox.mail) == 30

    def test_address_gets_at_most_five_invitations_per_day(
        self, rosa: Client, ben: Client, bakery: str, outbox: Outbox
    ) -> None:
        businesses = [
            (rosa, bakery),
            (rosa, add_bakery(rosa, "key-00002")),
            (rosa, add_bakery(rosa, "key-00003")),
        ]
        businesses += [(ben, add_bakery(ben, f"key-0000{number}")) for number in (1, 2, 3)]
        for client, business in businesses[:5]:
            assert invite(client, business, EVA.email).status == 201
        client, business = businesses[5]
        assert get_refusal(invite(client, business, EVA.email.upper())) == (
            429,
            "tooManyInvitationsToAddress",
        )
        assert len(outbox.mail) == 5
        assert invite(client, business, "other@example.com").status == 201

    def test_names_in_email_are_last_and_contain_no_links(self, rosa: Client, outbox: Outbox) -> None:
        business = add_bakery(
            rosa, "key-00002", name="Your refund: https://evil.example/login www.evil.example"
        )
        invite(rosa, business, EVA.email)
        (mail,) = outbox.mail
        link, _, names = mail.text.rpartition("\n---\n")
        assert mail.text.startswith("Someone on the Saguaro portal invites you")
        assert "refund" not in link
        assert "refund" in names
        assert not re.search(r"://|\.\w|@\w", names)

    def test_expired_invitations_do_not_count_toward_limit(
        self,
        rosa: Client,
        bakery: str,
        outbox: Outbox,
        stored: Mapping[str, Any],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("functions.businesses.invitation_service.MAX_OPEN", 1)
        invite(rosa, bakery, EVA.email)
        assert get_refusal(invite(rosa, bakery, BEN.email)) == (409, "tooManyInvitations")
        expire(stored, bakery)
        assert invite(rosa, bakery, BEN.email).status == 201

    def test_invitations_older_than_one_day_do_not_count(
        self, client: Client, rosa: Client, bakery: str, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        limit = Limit(all=2, within=timedelta(days=1))
        rule = replace(RULES["invitation"], by_account=limit)
        monkeypatch.setitem(cast(dict[Kind, SendingRule], RULES), "invitation", rule)
        clock = Clock()
        use_clock(monkeypatch, clock)
        rosa = client.acting_as(ROSA)
        for number in range(2):
            invite_and_get_token(rosa, outbox, bakery, f"p{number}@example.com")
            clock.advance(minutes=15)
        answer = invite(rosa, bakery, BEN.email)
        assert get_refusal(answer) == (429, "tooManyInvitations")
        assert int(answer.headers["retry-after"]) == 86_400 - 30 * 60
        clock.advance(seconds=86_400 - 30 * 60 - 1)
        assert invite(rosa, bakery, BEN.email).status == 429
        clock.advance(seconds=1)
        assert invite(rosa, bakery, BEN.email).status == 201

    def test_withdrawn_invitation_is_void_and_still_listed(
        self, rosa: Client, bakery: str, ben: Client, outbox: Outbox
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        (invitation,) = list_invitations(rosa, bakery)
        path = f"{BUSINESSES}/{bakery}/invitations/{invitation['id']}"
        for _ in range(2):
            assert rosa.delete(path).json == {"id": invitation["id"], "outcome": "removed"}
        assert list_invitations(rosa, bakery) == [invitation | {"state": "withdrawn"}]
        assert get_refusal(accept(ben, token)) == (409, "invitationWithdrawn")
        assert ben.post(PREVIEW, {"token": token}).json["state"] == "withdrawn"
        assert invite(rosa, bakery, BEN.email).status == 201

    def test_invitation_of_other_business_is_404(
        self, rosa: Client, ben: Client, bakery: str, outbox: Outbox
    ) -> None:
        invite_and_get_token(rosa, outbox, bakery, EVA.email)
        bens = add_bakery(ben)
        (invitation,) = list_invitations(rosa, bakery)
        path = f"{BUSINESSES}/{bens}/invitations/{invitation['id']}"
        assert get_refusal(ben.delete(path)) == (404, "invitationNotFound")
        assert list_invitations(rosa, bakery)[0]["state"] == "open"


class TestPreview:
    def test_preview_shows_business_and_masks_address(
        self, rosa: Client, bakery: str, ben: Client, outbox: Outbox
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email, "viewer")
        answer = ben.post(PREVIEW, {"token": token})
        assert answer.status == 200
        assert {name: answer.json[name] for name in ("businessName", "role", "invitedBy", "email")} == {
            "businessName": "Desert Bakery",
            "role": "viewer",
            "invitedBy": "Rosa Delgado",
            "email": "b•••@example.com",
        }
        assert (answer.json["state"], answer.json["isForYou"]) == ("open", True)

    def test_preview_works_before_registration_and_for_others(
        self, client: Client, rosa: Client, bakery: str, outbox: Outbox
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        assert client.acting_as(BEN).post(PREVIEW, {"token": token}).json["isForYou"]
        for person in (EVA, UNVERIFIED_BEN):
            assert not client.acting_as(person).post(PREVIEW, {"token": token}).json["isForYou"]

    @pytest.mark.parametrize("path", [PREVIEW, ACCEPTANCE])
    @pytest.mark.parametrize(
        "token",
        [
            "x",
            "..",
            "a.b.c",
            f"{'a' * 26}.{UNKNOWN_ID}.{'x' * 43}\n",
            "é" * 200,
            f"{'a' * 26}.{UNKNOWN_ID}.{'x' * 43}",
            "' OR 1=1 --",
        ],
    )
    def test_unknown_token_is_404(self, ben: Client, path: Any, token: str) -> None:
        assert get_refusal(ben.post(path, {"token": token})) == (404, "invitationNotFound")

    def test_altered_token_is_404(self, rosa: Client, bakery: str, ben: Client, outbox: Outbox) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        for place in range(0, len(token), 7):
            letter = "b" if token[place] != "b" else "c"
            changed = token[:place] + letter + token[place + 1 :]
            assert get_refusal(accept(ben, changed)) == (404, "invitationNotFound")
        assert accept(ben, token).status == 200
