"""The estimate: its totals, dates, and the comparison of two plans."""

import csv
import io
import random
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, get_args
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.businesses.business import EntityType as BusinessEntity
from domains.reference.data import get_municipality_list, list_counties
from functions.startupcosts.contract import EstimateQuery, EstimateRequest
from functions.startupcosts.fee_table import get_fee_table
from functions.startupcosts.service import StartupCostService
from functions.startupcosts.table import make_csv
from portal.csv_lines import BYTE_ORDER_MARK
from portal.errors import InvalidRequest
from tests.depth import examples
from tests.unit.startupcosts.estimates import (
    get_lines,
    list_problems,
    make_estimate,
    make_plan,
    make_service,
    make_table_with_llc_fee,
)

RESTAURANT = {
    "sector": "722",
    "businessCountyId": "yavapai",
    "agentCountyId": "yavapai",
    "municipalityId": "prescott",
    "premises": "rented",
    "servesFood": True,
    "servesAlcohol": True,
}


class TestOpeningCosts:
    def test_restaurant_pays_for_licenses_before_opening(self) -> None:
        result = make_estimate(**RESTAURANT)
        lines = {line.code: line for line in result.lines}
        before = ("acc-llc", "publication", "stat-agent", "city-biz", "food", "liquor")
        assert [lines[code].falls_due for code in before] == ["opening"] * len(before)
        assert [lines[code].status for code in ("city-biz", "food", "liquor")] == ["unknown"] * 3
        opening = sum(lines[code].typical or 0 for code in before)
        assert result.totals.one_time_typical == opening
        totals = result.totals
        assert totals.cash_needed_typical == opening + 3 * totals.monthly_typical + totals.contingency_typical
        assert totals.first_year_typical == opening + 12 * totals.monthly_typical

    def test_later_payments_are_not_due_at_opening(self) -> None:
        lines = get_lines(entityType="corporation", employees=2, averageMonthlyWage=300_000)
        assert {lines[code].falls_due for code in ("annual-corp", "ui", "futa")} == {"yearly"}
        assert {lines[code].falls_due for code in ("fica", "wc", "pay-emp")} == {"monthly"}

    def test_monthly_payments_are_not_due_at_opening(self) -> None:
        for line in get_fee_table().lines:
            assert (line.falls_due == "monthly") == (line.cadence == "monthly")
            assert line.is_paid_before_opening or line.cadence in ("monthly", "yearly")


def make_random_plan(draw: random.Random) -> EstimateRequest:
    """Return a random valid plan."""
    county = draw.choice(list_counties()).id
    places = [place.id for place in get_municipality_list().items if county in place.county_ids]
    sector = draw.choice(["23", "44", "54", "722", "8121", "62"])
    return EstimateRequest.model_validate(
        {
            "entityType": draw.choice(get_args(BusinessEntity)),
            "businessCountyId": county,
            "agentCountyId": draw.choice(list_counties()).id,
            "municipalityId": draw.choice([None, *places]),
            "inMunicipality": draw.choice([True, False]),
            "sector": sector,
            "employees": draw.choice([0, 0, 1, 7, 300]),
            "averageMonthlyWage": draw.randint(1, 2_000_000),
            "locations": draw.randint(1, 9),
            "expedite": draw.choice(["none", "standard", "nextDay", "sameDay", "twoHour"]),
            "premises": draw.choice(["home", "rented"]),
            "contractorClass": draw.choice(["generalDual", "specialtyResidential"])
            if sector == "23"
            else None,
            "hasOwnStatutoryAgent": draw.choice([None, True, False]),
            "monthsOfCash": draw.randint(0, 24),
            "funding": draw.choice([0, 123_456_700]),
            "figures": draw.choice([{}, {"rent": draw.randint(0, 900_000)}, {"food": 12_345, "inv": 1}]),
            **{
                name: draw.random() < 0.5
                for name in ("sellsTaxable", "reserveName", "tradeName", "servesAlcohol", "servesFood")
            },
        }
    )


TOTAL_OF = {"opening": "one_time", "monthly": "monthly", "yearly": "yearly"}
COUNTED_IN = {"to open": "opening", "each month": "monthly", "later in the year": "yearly"}


def test_headings_are_the_sum_of_their_lines() -> None:
    draw = random.Random(20261123)
    service = make_service()
    for _ in range(examples(1_000)):
        result = service.estimate_plan(make_random_plan(draw), "en")
        totals = result.totals
        rows = list(csv.DictReader(io.StringIO(make_csv(result, "en").removeprefix(BYTE_ORDER_MARK))))
        for falls_due, name in TOTAL_OF.items():
            for bound in ("low", "typical", "high"):
                reported = getattr(totals, f"{name}_{bound}")
                lines = [line for line in result.lines if line.falls_due == falls_due]
                assert sum(getattr(line, bound) or 0 for line in lines) == reported
                cells = [
                    row[f"{bound.title()} (USD)"]
                    for row in rows
                    if COUNTED_IN[row["Counted in"]] == falls_due
                ]
                assert sum(Decimal(cell or 0) for cell in cells) * 100 == reported
        assert totals.first_year_typical == (
            totals.one_time_typical + 12 * totals.monthly_typical + totals.yearly_typical
        )
        query = dict(parse_qsl(urlsplit(result.link).query))
        linked = EstimateQuery.model_validate({name: query[name] for name in query})
        assert service.estimate_of_link(linked, linked.check, "en").totals == totals


class TestTotals:
    def test_totals_are_the_sum_of_their_lines(self) -> None:
        result = make_estimate(
            municipalityId="tucson",
            employees=3,
            averageMonthlyWage=320_000,
            premises="rented",
            figures={"rent": 150_000, "inv": 1_000_000},
            monthsOfCash=3,
            funding=500_000,
        )
        counted = [line for line in result.lines if line.typical is not None]
        monthly = sum(line.typical for line in counted if line.falls_due == "monthly")
        yearly = sum(line.typical for line in counted if line.falls_due == "yearly")
        once = sum(line.typical for line in counted if line.falls_due == "opening")
        totals = result.totals
        assert (totals.one_time_typical, totals.monthly_typical, totals.yearly_typical) == (
            once,
            monthly,
            yearly,
        )
        assert totals.first_year_typical == once + 12 * monthly + yearly
        assert totals.cash_needed_typical == once + 3 * monthly + totals.contingency_typical
        assert totals.still_needed_typical == totals.cash_needed_typical - 500_000
        assert totals.contingency_typical % 100 == 0
        assert 0 <= totals.contingency_typical - (once + 3 * monthly) / 10 < 100

    @given(
        employees=st.integers(0, 200),
        wage=st.integers(1, 2_000_000),
        locations=st.integers(1, 20),
        months=st.integers(0, 24),
        expedite=st.sampled_from(["none", "standard", "nextDay", "sameDay", "twoHour"]),
        entity=st.sampled_from(["llc", "pllc", "corporation", "nonprofit", "lp", "foreignLlc"]),
        county=st.sampled_from([county.id for county in list_counties()]),
    )
    def test_low_typical_and_high_are_ordered(
        self, employees: Any, wage: Any, locations: Any, months: Any, expedite: Any, entity: Any, county: Any
    ) -> None:
        result = make_estimate(
            entityType=entity,
            agentCountyId=county,
            businessCountyId=county,
            employees=employees,
            averageMonthlyWage=wage,
            locations=locations,
            monthsOfCash=months,
            expedite=expedite,
            sellsTaxable=True,
        )
        for line in result.lines:
            if line.typical is not None:
                assert 0 <= line.low <= line.typical <= line.high
                assert (line.source_url is not None) == (line.status in ("confirmed", "free")), line.code
                assert line.low == line.high or line.typical % 100 == 0
        assert result.totals.first_year_low <= result.totals.first_year_high


class TestDates:
    def test_estimate_of_an_earlier_date_is_reproducible(self) -> None:
        service = make_service(make_table_with_llc_fee(7_500, date(2027, 1, 1)))
        before = make_service().estimate_plan(make_plan(date="2026-12-31"), "en")
        assert service.estimate_plan(make_plan(date="2026-12-31"), "en").lines == before.lines
        after = service.estimate_plan(make_plan(date="2027-01-01"), "en")
        fees = {line.code: line.typical for line in after.lines}
        assert fees["acc-llc"] == 7_500

    def test_today_is_the_day_in_arizona(self) -> None:
        service = make_service()
        assert service.estimate_plan(make_plan(), "en").as_of == date(2026, 11, 21)
        late = StartupCostService(
            clock=lambda: datetime(2026, 11, 22, 6, 59, tzinfo=UTC),
            table=get_fee_table(),
            counties=list_counties(),
            municipalities=(),
            categories=(),
        )
        assert late.estimate_plan(make_plan(), "en").as_of == date(2026, 11, 21)

    def test_date_before_the_first_fee_is_refused(self) -> None:
        first = get_fee_table().first_day
        assert list_problems(date=date.fromordinal(first.toordinal() - 1).isoformat()) == {"date"}
        assert make_estimate(date=first.isoformat()).as_of == first

    def test_line_without_a_fee_is_left_out(self) -> None:
        table = make_table_with_llc_fee(7_500, date(2027, 1, 1))
        ended = [
            line.model_copy(update={"fees": line.fees[:1]}) if line.code == "acc-llc" else line
            for line in table.lines
        ]
        service = make_service(table.model_copy(update={"lines": tuple(ended)}))
        result = service.estimate_plan(make_plan(date="2027-01-01"), "en")
        assert "acc-llc" not in {line.code for line in result.lines}
        assert "missingFee.acc-llc" in {remark.code for remark in result.unknowns}

    def test_later_date_has_a_warning(self) -> None:
        assert "laterDate" in {remark.code for remark in make_estimate(date="2027-06-01").assumptions}
        assert "laterDate" not in {remark.code for remark in make_estimate().assumptions}


class TestComparing:
    def test_changed_answers_are_listed_by_line(self) -> None:
        comparison = make_service().compare_plans(
            make_plan(), make_plan(entityType="corporation", expedite="standard"), "en"
        )
        changes = {change.code: (change.kind, change.cause) for change in comparison.changes}
        assert changes == {
            "acc-llc": ("removed", "answers"),
            "acc-corp": ("added", "answers"),
            "acc-llc-exp": ("added", "answers"),
            "annual-llc": ("removed", "answers"),
            "annual-corp": ("added", "answers"),
        }

    def test_changed_date_is_listed_as_a_fee_change(self) -> None:
        service = make_service(make_table_with_llc_fee(7_500, date(2027, 1, 1)))
        comparison = service.compare_plans(make_plan(date="2026-12-01"), make_plan(date="2027-01-01"), "en")
        (change,) = comparison.changes
        assert (change.code, change.kind, change.cause) == ("acc-llc", "changed", "fees")
        assert (change.before.typical, change.after.typical) == (5_000, 7_500)
        assert comparison.after.one_time_typical - comparison.before.one_time_typical == 2_500

    def test_equal_plans_have_no_changes(self) -> None:
        assert make_service().compare_plans(make_plan(), make_plan(), "en").changes == []

    def test_problems_name_the_plan(self) -> None:
        with pytest.raises(InvalidRequest) as refused:
            make_service().compare_plans(make_plan(businessCountyId="x"), make_plan(sector="99"), "en")
        assert {each.property_name for each in refused.value.problems} == {
            "before.businessCountyId",
            "after.sector",
        }
