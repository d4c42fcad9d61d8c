"""Startup cost routes: body, query, link, table and comparison."""

import csv
import io
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from functions.startupcosts.fee_table import get_fee_table
from tests.api.support import Client

PATH = "/api/businessapplications/startupcostestimate"
PLAN = {
    "entityType": "llc",
    "businessCountyId": "yuma",
    "agentCountyId": "yuma",
    "inMunicipality": True,
    "categoryId": "27",
    "employees": 2,
    "averageMonthlyWage": 300000,
    "sellsTaxable": True,
    "expedite": "standard",
    "premises": "rented",
    "figures": {"rent": 150000, "inv": 500000},
}


def get_query(answer: Any) -> Any:
    return urlsplit(answer.json["link"]).query


def test_body_and_returned_link_give_same_estimate(client: Client) -> None:
    posted = client.post(PATH, PLAN)
    assert posted.status == 200
    linked = client.get(f"{PATH}?{get_query(posted)}")
    assert linked.json == posted.json
    assert linked.headers["cache-control"] == "public, max-age=300"
    assert posted.headers["cache-control"] == "no-store"


def test_link_contains_only_plan(client: Client) -> None:
    link = urlsplit(client.post(PATH, PLAN).json["link"])
    assert link.path == "/businessapplications/plan/costestimator"
    names = {part.partition("=")[0] for part in link.query.split("&")}
    assert names == {*PLAN, "date", "check"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("employees=2", "employees=3"),
        ("rent%3A150000", "rent%3A1"),
        ("entityType=llc", "entityType=pllc"),
        ("date=", "date=2027-01-01&x="),
        ("check=", "check=a"),
    ],
)
def test_link_with_changed_part_is_refused(client: Client, old: str, new: str) -> None:
    query = get_query(client.post(PATH, PLAN))
    assert old in query
    assert client.get(f"{PATH}?{query.replace(old, new)}").status == 400


def test_link_with_missing_part_is_refused(client: Client) -> None:
    parts = get_query(client.post(PATH, PLAN)).split("&")
    for index, part in enumerate(parts):
        answer = client.get(f"{PATH}?{'&'.join(parts[:index] + parts[index + 1 :])}")
        if part.startswith("check="):
            assert answer.status == 200
        else:
            assert answer.status == 400, part


def test_manual_query_needs_no_check(client: Client) -> None:
    query = {"entityType": "soleProprietor", "businessCountyId": "pima", "sector": "54", "tradeName": "true"}
    answer = client.get(f"{PATH}?{urlencode(query)}")
    assert answer.status == 200
    assert "trade-name" in {line["code"] for line in answer.json["lines"]}


def test_unchanged_estimate_is_304(client: Client) -> None:
    path = f"{PATH}?{get_query(client.post(PATH, PLAN))}"
    tag = client.get(path).headers["etag"]
    again = client.sending(if_none_match=tag).get(path)
    assert again.status == 304
    assert again.headers["vary"] == "Accept, Accept-Language"
    other_form = client.sending(if_none_match=tag, accept="text/csv").get(path)
    assert other_form.status == 200


def test_amounts_are_whole_cents(client: Client) -> None:
    answer = client.post(PATH, PLAN).json
    for line in answer["lines"]:
        for bound in ("low", "typical", "high"):
            assert line[bound] is None or isinstance(line[bound], int)
    assert all(isinstance(total, int) for total in answer["totals"].values())


def test_estimate_contains_all_designed_fields(client: Client) -> None:
    answer = client.post(PATH, PLAN).json
    wanted = {
        "code", "group", "label", "agency", "low", "high", "typical", "cadence", "monthlyEquivalent",
        "legalBasis", "source", "sourceUrl", "checkedOn", "status", "isGovernmentFee",
    }  # fmt: skip
    assert wanted <= answer["lines"][0].keys()
    totals = {
        f"{name}{bound}"
        for name in ("oneTime", "monthly", "yearly", "firstYear", "cashNeeded")
        for bound in ("Low", "High")
    }
    assert totals <= answer["totals"].keys()
    assert answer["newspaperCountyId"] == "yuma"
    assert answer["assumptions"]
    assert answer["unknowns"]


def test_csv_contains_same_lines(client: Client) -> None:
    answer = client.post(PATH, PLAN).json
    table = client.sending(accept="text/csv").post(PATH, PLAN)
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert f"startup-costs-{answer['asOf']}.csv" in table.headers["content-disposition"]
    assert table.text.startswith("\ufeff")
    heading, *rows = csv.reader(io.StringIO(table.text))
    assert [row[0] for row in rows] == [line["code"] for line in answer["lines"]]
    rows = [row for row in rows if row[0] == "tpt"]
    assert rows[0][heading.index("Typical (USD)")] == "12.00"
    assert rows[0][heading.index("Status")] == "confirmed"
    assert rows[0][heading.index("Link")] == "https://azdor.gov/transaction-privilege-tax/tpt-license"
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@", "-"))]


def test_estimate_is_in_spanish(client: Client) -> None:
    spanish = client.sending(accept_language="es").post(PATH, PLAN)
    assert "Acta constitutiva de una LLC (ACC)" in {line["label"] for line in spanish.json["lines"]}
    table = client.sending(accept_language="es", accept="text/csv").post(PATH, PLAN)
    assert table.text.startswith("\ufeffCódigo,")


def test_earlier_link_with_a_city_counts_city_fees(client: Client) -> None:
    query = {"entityType": "soleProprietor", "businessCountyId": "pima", "sector": "54"}
    lines = [
        {line["code"] for line in client.get(f"{PATH}?{urlencode(query | more)}").json["lines"]}
        for more in ({"municipalityId": "tucson"}, {"inMunicipality": "true"}, {})
    ]
    assert lines[0] == lines[1] == lines[2] | {"city-biz"}


def test_two_dates_are_compared(client: Client) -> None:
    first = get_fee_table().first_day.isoformat()
    answer = client.post(
        f"{PATH}/changes", {"before": PLAN | {"date": first}, "after": PLAN | {"entityType": "corporation"}}
    )
    assert answer.status == 200
    assert {change["code"] for change in answer.json["changes"]} == {
        "acc-llc",
        "acc-corp",
        "annual-llc",
        "annual-corp",
    }


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"employees": -1}, "employees"),
        ({"employees": 10001}, "employees"),
        ({"employees": 1.5}, "employees"),
        ({"employees": "2"}, "employees"),
        ({"averageMonthlyWage": -1}, "averageMonthlyWage"),
        ({"locations": 0}, "locations"),
        ({"businessCountyId": "los-angeles"}, "businessCountyId"),
        ({"businessCountyId": "x" * 41}, "businessCountyId"),
        ({"businessCountyId": None}, "businessCountyId"),
        ({"entityType": "LLC"}, "entityType"),
        ({"date": "2026-10-31"}, "date"),
        ({"date": "0001-01-01"}, "date"),
        ({"date": "2026-02-30"}, "date"),
        ({"date": 0}, "date"),
        ({"sector": "5"}, "sector"),
        ({"sector": "54' OR 1=1"}, "sector"),
        ({"sector": "٥٤"}, "sector"),
        ({"figures": {"rent": -1}}, "figures.rent"),
        ({"figures": {"tpt": 1}}, "figures.tpt"),
        ({"figures": []}, "figures"),
        ({"expedite": "yesterday"}, "expedite"),
        ({"name": "Rosa"}, "name"),
    ],
)
def test_invalid_field_is_reported(client: Client, changes: dict[str, Any], name: str) -> None:
    assert list(client.post(PATH, PLAN | changes).problems()) == [name]


@pytest.mark.parametrize(
    "figures", ["rent", "rent:", "rent:-1", "rent:1.5", ":1", "rent:1,", "rent:1;x:2", "x" * 5000, "="]
)
def test_unreadable_figures_are_refused(client: Client, figures: str) -> None:
    query = {"entityType": "soleProprietor", "businessCountyId": "pima", "sector": "54", "figures": figures}
    assert list(client.get(f"{PATH}?{urlencode(query)}").problems()) == ["figures"]
