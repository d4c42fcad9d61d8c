from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from domains.agencies.catalog import Offer
from domains.agencies.manifest import Action, DisplayField
from domains.agencies.values import AgencyRecord
from functions.subscriptions.cards import list_action_links, list_notices, list_shown_fields
from tests.api.agency_support import make_manifest, make_text

TODAY = date(2026, 11, 21)
MANIFEST = make_manifest("https://agency.example/")


def make_field(name: Any, kind: Any, statuses: Any = (), **attention: Any) -> DisplayField:
    return DisplayField.model_validate(
        {
            "name": name,
            "label": make_text(name),
            "kind": kind,
            "statuses": list(statuses),
            "attention": attention or None,
        }
    )


def make_offer(*fields: Any, actions: Any = ()) -> Offer:
    service = MANIFEST.services[0].model_copy(
        update={"display_fields": list(fields), "actions": list(actions)}
    )
    return Offer(MANIFEST.agency, service, True)


def make_record(actions: Any = ("a",), **values: Any) -> AgencyRecord:
    return AgencyRecord("r", datetime(2026, 11, 21, tzinfo=UTC), values, tuple(actions))


def describe_notices(*fields: Any, **values: Any) -> list[tuple[Any, ...]]:
    return [
        (notice.kind, notice.field.name, notice.on)
        for notice in list_notices(make_offer(*fields), make_record(**values), TODAY)
    ]


EXPIRES = make_field("expires", "date", means="expires", withinDays=30)
DUE = make_field("due", "date", means="due", withinDays=10)
FEES = make_field("fees", "money", means="unpaid")


class TestNotices:
    @pytest.mark.parametrize(
        ("day", "kind"),
        [
            (date(2026, 11, 20), "expired"),
            (date(2026, 11, 21), "expiring"),
            (date(2026, 12, 21), "expiring"),
            (date(2026, 12, 22), None),
        ],
    )
    def test_expiry_date_has_a_notice(self, day: Any, kind: str | None) -> None:
        assert describe_notices(EXPIRES, expires=day) == ([(kind, "expires", day)] if kind else [])

    @pytest.mark.parametrize(
        ("day", "kind"),
        [
            (date(2026, 11, 20), "overdue"),
            (date(2026, 11, 21), "due"),
            (date(2026, 12, 1), "due"),
            (date(2026, 12, 2), None),
        ],
    )
    def test_due_date_has_a_notice(self, day: Any, kind: str | None) -> None:
        assert describe_notices(DUE, due=day) == ([(kind, "due", day)] if kind else [])

    @pytest.mark.parametrize("amount", ["0.00", "-5.00"])
    def test_paid_amount_has_no_notice(self, amount: str) -> None:
        assert describe_notices(FEES, fees=Decimal(amount)) == []

    def test_unpaid_amount_has_a_notice(self) -> None:
        assert describe_notices(FEES, fees=Decimal("0.01")) == [("unpaid", "fees", None)]

    @pytest.mark.parametrize(
        ("day", "kind"),
        [
            (date(2026, 11, 20), "overdue"),
            (date(2026, 11, 21), "unpaid"),
            (date(2026, 12, 21), "unpaid"),
            (date(2026, 12, 22), None),
        ],
    )
    def test_unpaid_amount_with_due_date_has_a_notice(self, day: Any, kind: str | None) -> None:
        fees = make_field("fees", "money", means="unpaid", dueField="due")
        assert describe_notices(fees, DUE, fees=Decimal("9.00"), due=day) == (
            [(kind, "fees", day)] if kind else []
        )

    def test_paid_amount_with_due_date_has_no_notice(self) -> None:
        fees = make_field("fees", "money", means="unpaid", dueField="due")
        assert describe_notices(fees, DUE, fees=Decimal("0.00"), due=date(2026, 1, 1)) == []

    def test_unpaid_amount_without_due_date_has_a_notice(self) -> None:
        fees = make_field("fees", "money", means="unpaid", dueField="due")
        assert describe_notices(fees, DUE, fees=Decimal("9.00")) == [("unpaid", "fees", None)]

    def test_problem_status_has_a_notice(self) -> None:
        states = [
            {"code": code, "label": make_text(code), "tone": tone}
            for code, tone in [("GOOD", "good"), ("BAD", "problem"), ("SO_SO", "attention")]
        ]
        status = make_field("status", "status", states)
        assert describe_notices(status, status="BAD") == [("problem", "status", None)]
        assert describe_notices(status, status="SO_SO") == describe_notices(status, status="GOOD") == []

    @pytest.mark.parametrize(
        ("day", "days", "english"),
        [
            (date(2026, 11, 20), -1, "{amount} was due {date}"),
            (date(2026, 11, 21), 0, "Pay {amount} by {date}"),
            (date(2026, 11, 22), 1, "Pay {amount} by {date}"),
            (None, None, "Pay {amount} for “{service}”"),
        ],
    )
    def test_notice_has_the_sentence_of_its_day(self, day: Any, days: Any, english: str) -> None:
        fees = make_field(
            "fees",
            "money",
            means="unpaid",
            dueField="due",
            sentence=make_text("Pay {amount} by {date}"),
            lateSentence=make_text("{amount} was due {date}"),
            action="pay",
        )
        values = {"fees": Decimal("9.00")} | ({"due": day} if day else {})
        (notice,) = list_notices(make_offer(fees, DUE), make_record(**values), TODAY)
        assert (notice.days, notice.sentence.en, notice.action) == (days, english, "pay")

    def test_problem_has_the_sentence_of_its_state(self) -> None:
        states = [
            {"code": code, "label": make_text(code), "tone": "problem", "sentence": sentence}
            for code, sentence in [("LOST", make_text("Your card is lost")), ("BAD", None)]
        ]
        status = make_field("status", "status", states)
        found = [
            list_notices(make_offer(status), make_record(status=code), TODAY)[0].sentence.en
            for code in ("LOST", "BAD")
        ]
        assert found == ["Your card is lost", "“{service}” needs your attention: {field} is “{status}”"]

    def test_manifest_without_sentences_has_general_ones(self) -> None:
        late = date(2026, 11, 20)
        fees = make_field("fees", "money", means="unpaid", dueField="due")
        record = make_record(expires=late, due=late, fees=Decimal("1.00"))
        found = list_notices(make_offer(EXPIRES, fees, DUE), record, TODAY)
        assert [notice.sentence.en for notice in found] == [
            "“{service}” expired {date}",
            "Your payment of {amount} for “{service}” was due {date}",
        ]

    def test_field_without_a_rule_has_no_notice(self) -> None:
        plain = [make_field("day", "date"), make_field("sum", "money"), make_field("word", "text")]
        assert describe_notices(*plain, day=date(1990, 1, 1), sum=Decimal("5.00"), word="BAD") == []

    def test_most_urgent_notice_comes_first(self) -> None:
        states = [{"code": "BAD", "label": make_text("Bad"), "tone": "problem"}]
        fields = [
            EXPIRES,
            DUE,
            FEES,
            make_field("status", "status", states),
            make_field("old", "date", means="due"),
        ]
        found = describe_notices(
            *fields,
            expires=date(2026, 12, 10),
            due=date(2026, 11, 22),
            fees=Decimal("1.00"),
            status="BAD",
            old=date(2026, 10, 1),
        )
        assert [kind for kind, _, _ in found] == ["overdue", "problem", "unpaid", "due", "expiring"]


def test_fields_follow_the_manifest_order() -> None:
    found = list_shown_fields(make_offer(DUE, EXPIRES, FEES), make_record(fees=Decimal("1.00"), due=TODAY))
    assert [(each.name, value) for each, value in found] == [("due", TODAY), ("fees", Decimal("1.00"))]


def list_links(url: Any, possible: Any = ("a",), network: Any = "public", **values: Any) -> list[Any]:
    action = Action.model_validate({"id": "a", "label": make_text("Act"), "url": url})
    fields = [make_field("plate", "text"), make_field("day", "date")]
    return [
        found.url
        for found in list_action_links(
            make_offer(*fields, actions=[action]), make_record(possible, **values), network
        )
    ]


class TestActions:
    def test_dates_are_filled_in(self) -> None:
        url = "https://agency.example/renew/{day}?on={day}"
        assert list_links(url, day=TODAY) == ["https://agency.example/renew/2026-11-21?on=2026-11-21"]

    @pytest.mark.parametrize("value", ["SGR4TR", "118-20-455A", ".", "@evil.example", "javascript:alert(1)"])
    def test_text_value_is_not_put_into_a_link(self, value: str) -> None:
        assert list_links("https://agency.example/{plate}", plate=value) == []

    def test_impossible_action_is_left_out(self) -> None:
        assert list_links("https://agency.example/", possible=()) == []

    def test_link_without_its_value_is_left_out(self) -> None:
        assert list_links("https://agency.example/{day}") == []

    @pytest.mark.parametrize(
        "url",
        [
            "http://agency.example/",
            "https://evil.example/",
            "https://agency.example.evil.example/",
            "https://agency.example@evil.example/",
            "https://agency.example:8443/",
            "javascript:alert(1)//agency.example",
            "//agency.example/",
            "https://[agency.example/",
        ],
    )
    def test_link_to_another_host_is_left_out(self, url: str) -> None:
        assert list_links(url) == []

    def test_plain_http_link_needs_the_local_network(self) -> None:
        url = "http://agency.example:8083/renew"
        assert list_links(url) == []
        assert list_links(url, network="any") == [url]
        assert list_links("http://evil.example:8083/renew", network="any") == []
        assert list_links("http://a@agency.example:8083/renew", network="any") == []
        assert list_links("javascript:alert(1)//agency.example", network="any") == []
