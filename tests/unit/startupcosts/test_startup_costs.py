"""The estimate: its lines and their amounts."""

from datetime import date
from typing import Any, get_args

import pytest

from domains.businesses.business import EntityType as BusinessEntity
from domains.names.rules import get_name_rules
from domains.reference.data import get_business_category_list, list_counties
from domains.reference.fees import is_official_page
from functions.startupcosts.circumstances import derive_circumstances
from functions.startupcosts.fee_table import get_fee_table
from functions.startupcosts.trade_licenses import list_trades
from tests.cases import read_cases
from tests.unit.startupcosts.estimates import (
    NOW,
    get_lines,
    list_problems,
    make_estimate,
    make_plan,
    make_service,
)

CASES = read_cases(__file__)


class TestGovernmentFees:
    @pytest.mark.parametrize(
        ("entity", "code", "cents", "status"), CASES["entity_pays_its_own_filing_fee_only"]
    )
    def test_entity_pays_its_own_filing_fee_only(
        self, entity: str, code: str, cents: int | None, status: str
    ) -> None:
        lines = get_lines(entityType=entity)
        filings = {"acc-llc", "acc-corp", "acc-np", "acc-fllc", "acc-fcorp", "sos-lp"} & lines.keys()
        assert filings == {code}
        assert (lines[code].low, lines[code].typical, lines[code].high) == (cents, cents, cents)
        assert lines[code].is_government_fee
        assert lines[code].status == status
        assert lines[code].source == {
            "confirmed": "azleg.gov",
            "notConfirmed": "Not confirmed: ask the Arizona Corporation Commission",
            "unknown": "Ask the Arizona Secretary of State",
        }.get(status)

    @pytest.mark.parametrize("entity", ["soleProprietor", "partnership"])
    def test_entity_without_filing_pays_no_filing_fee(self, entity: str) -> None:
        result = make_estimate(entityType=entity, agentCountyId=None)
        assert not [line for line in result.lines if line.group == "state-filing"]
        assert "noFormation" in {remark.code for remark in result.assumptions}

    @pytest.mark.parametrize("entity", get_args(BusinessEntity))
    @pytest.mark.parametrize("expedite", ["none", "standard", "sameDay"])
    def test_reservation_fee_is_the_row_of_the_name_rules(self, entity: Any, expedite: str) -> None:
        result = make_estimate(entityType=entity, reserveName=True, expedite=expedite)
        fees = {line.code: line.typical for line in result.lines if line.code.startswith("name-res")}
        terms = get_name_rules().get_reservation_terms(entity)
        unknown = {each.code for each in result.unknowns}
        if terms is not None and terms.fee_row is not None:
            rows = {terms.fee_row, terms.expedited_fee_row} if expedite == "standard" else {terms.fee_row}
            assert fees.keys() == rows
            assert ("nameExpedite" in unknown) == (expedite == "sameDay")
        else:
            assert fees == {}
            assert "nameExpedite" not in unknown
        without_fee = {"partnershipNameReservation", "nameReservation"} & unknown
        if entity == "lp":
            assert without_fee == {"partnershipNameReservation"}
        else:
            assert without_fee == (set() if fees else {"nameReservation"})

    def test_confirmed_government_fees_come_first(self) -> None:
        result = make_estimate(municipalityId="tucson", sellsTaxable=True, servesFood=True, premises="rented")
        ranks = [
            2 if not line.is_government_fee else 0 if line.status in ("confirmed", "free") else 1
            for line in result.lines
        ]
        assert ranks == sorted(ranks)
        assert set(ranks) == {0, 1, 2}

    @pytest.mark.parametrize(
        ("level", "code", "cents"),
        [
            ("standard", "acc-llc-exp", 3500),
            ("nextDay", "acc-nextday", None),
            ("sameDay", "acc-sameday", None),
            ("twoHour", "acc-twohour", None),
        ],
    )
    def test_expedite_level_is_one_line(self, level: str, code: str, cents: int | None) -> None:
        levels = {"acc-llc-exp", "acc-nextday", "acc-sameday", "acc-twohour"}
        assert levels & get_lines(expedite=level).keys() == {code}
        assert get_lines(expedite=level)[code].typical == cents
        assert not levels & get_lines().keys()

    def test_partnership_expedite_fee_is_unknown(self) -> None:
        result = make_estimate(entityType="lp", expedite="sameDay")
        assert "partnershipExpedite" in {remark.code for remark in result.unknowns}
        assert not [line for line in result.lines if line.code.startswith("acc-")]

    def test_tax_license_is_paid_per_location(self) -> None:
        assert get_lines(sellsTaxable=True, locations=3)["tpt"].typical == 3600
        assert "tpt" not in get_lines(locations=3)

    def test_contractor_license_needs_a_class(self) -> None:
        lines = get_lines(sector="23", contractorClass="generalDual")
        assert lines["roc-5"].typical == 105000
        assert lines["roc-5"].monthly_equivalent == 4375
        result = make_estimate(sector="23")
        assert "contractorClass" in {remark.code for remark in result.unknowns}
        assert not [line for line in result.lines if line.code in ("roc-1", "roc-5")]

    def test_fee_is_confirmed_only_with_link_and_day(self) -> None:
        lines = get_lines(sellsTaxable=True)
        assert lines["tpt"].status == "confirmed"
        assert (lines["tpt"].source, lines["tpt"].source_url) == (
            "azdor.gov",
            "https://azdor.gov/transaction-privilege-tax/tpt-license",
        )
        assert lines["tpt"].checked_on == date(2026, 11, 29)
        unlinked = get_fee_table().lines[0].fees[0].model_copy(update={"source_url": None})
        assert unlinked.status == "notConfirmed"
        assert unlinked.model_copy(update={"source_url": "https://example.com/fees"}).status == "notConfirmed"
        assert unlinked.model_copy(update={"source_url": "https://azcc.gov", "checked_on": None}).status == (
            "notConfirmed"
        )

    def test_fee_is_one_figure_or_none(self) -> None:
        for line in get_fee_table().lines:
            for fee in line.fees:
                if line.is_government_fee:
                    assert fee.low == fee.typical == fee.high, line.code
                    assert fee.status != "notConfirmed" or fee.typical, line.code

    def test_unknown_fee_has_no_figure_and_an_office_to_ask(self) -> None:
        registration = get_lines(employees=1, averageMonthlyWage=100_000)["emp-reg"]
        assert (registration.low, registration.high, registration.status) == (None, None, "unknown")
        assert registration.source == "Ask the Arizona Department of Revenue"

    def test_free_fee_has_a_link(self) -> None:
        number = get_lines()["ein"]
        assert (number.typical, number.status, number.source) == (0, "free", "sba.gov")

    def test_own_figure_and_market_estimate_have_their_status(self) -> None:
        lines = get_lines(figures={"acc-llc": 5_500}, agentCountyId="yuma")
        assert (lines["acc-llc"].status, lines["publication"].status) == ("own", "market")


class TestPublication:
    @pytest.mark.parametrize(
        ("entity", "agent", "business", "is_due"), CASES["publication_county_depends_on_the_entity"]
    )
    def test_publication_county_depends_on_the_entity(
        self, entity: str, agent: str, business: str, is_due: bool
    ) -> None:
        lines = get_lines(entityType=entity, agentCountyId=agent, businessCountyId=business)
        assert ("publication" in lines) is is_due

    def test_exactly_two_counties_publish_in_the_database(self) -> None:
        without = {
            each.id for each in list_counties() if "publication" not in get_lines(agentCountyId=each.id)
        }
        assert without == {"maricopa", "pima"}

    def test_counties_with_opposite_rules_are_mentioned(self) -> None:
        codes = {remark.code for remark in make_estimate(agentCountyId="yuma").assumptions}
        assert {"agentCountyDecides", "countiesDiffer"} <= codes
        assert "countiesDiffer" not in {remark.code for remark in make_estimate().assumptions}

    def test_unknown_publication_rule_is_mentioned(self) -> None:
        unknown = {remark.code for remark in make_estimate(entityType="foreignLlc").unknowns}
        assert "publication" in unknown
        assert "publication" not in {remark.code for remark in make_estimate().unknowns}


class TestPayroll:
    def test_taxes_follow_the_wages(self) -> None:
        lines = get_lines(employees=2, averageMonthlyWage=300_000)
        assert lines["pay-emp"].typical == 600_000
        assert lines["fica"].typical == 45_900
        assert lines["ui"].typical == 32_000
        assert lines["futa"].typical == 8_400

    def test_taxes_below_the_wage_base_use_the_wages(self) -> None:
        lines = get_lines(employees=1, averageMonthlyWage=10_000)
        assert lines["ui"].typical == 2_400
        assert lines["futa"].typical == 720

    def test_wages_and_their_taxes_are_counted_only_with_a_wage(self) -> None:
        result = make_estimate(employees=2)
        lines = {line.code: line for line in result.lines}
        assert "pay-emp" not in lines
        assert [lines[code].typical for code in ("ui", "futa", "fica")] == [None, None, None]
        assert lines["wc"].typical is not None
        assert "wages" in {remark.code for remark in result.unknowns}
        assert "payroll" not in {remark.code for remark in result.assumptions}
        wages = make_estimate(employees=2, averageMonthlyWage=1)
        assert "wages" not in {remark.code for remark in wages.unknowns}

    def test_own_figure_counts_without_wages(self) -> None:
        assert get_lines(employees=2, figures={"fica": 45_900})["fica"].typical == 45_900

    def test_business_without_employees_has_no_payroll(self) -> None:
        groups = {line.group for line in make_estimate().lines}
        assert not {"employer"} & groups
        assert "pay-emp" not in get_lines()


class TestTrades:
    @pytest.mark.parametrize("category", [each.id for each in get_business_category_list().items])
    @pytest.mark.parametrize("language", ["en", "es"])
    def test_total_of_each_category_names_offices_to_ask(self, category: str, language: Any) -> None:
        result = make_service().estimate_plan(make_plan(sector=None, categoryId=category), language)
        assert result.leaves_out.startswith(("This total", "Este total"))
        assert ("Ask" if language == "en" else "Pregunte a") in result.leaves_out

    @pytest.mark.parametrize(("changes", "trade", "agency"), CASES["trade_lists_its_licenses"])
    def test_trade_lists_its_licenses(self, changes: Any, trade: str, agency: str) -> None:
        (found,) = [each for each in make_estimate(**changes).trades if each.id == trade]
        assert any(agency in each.agency for each in found.licenses)

    def test_license_has_an_amount_only_if_it_is_confirmed(self) -> None:
        trades = {each.id: each for each in make_estimate(sector="722").trades}
        assert [each.amount for each in trades["restaurant"].licenses] == [None, None, 1200]
        salon = {each.id: each for each in make_estimate(sector="8121").trades}["salon"]
        assert [each.amount for each in salon.licenses] == [None] * 4

    def test_links_are_official_and_have_a_day(self) -> None:
        codes = {line.code for line in get_fee_table().lines}
        for each in (each for trade in list_trades() for each in trade.licenses):
            assert (each.link is None) == (each.checked_on is None), each.name.en
            assert each.link is None or is_official_page(each.link), each.link
            assert each.line is None or each.line in codes


class TestFigures:
    def test_figure_replaces_a_range(self) -> None:
        lines = get_lines(agentCountyId="yuma", figures={"publication": 12_345})
        assert (lines["publication"].low, lines["publication"].high) == (12_345, 12_345)
        assert lines["publication"].is_own_figure

    def test_own_figure_is_no_confirmed_fee(self) -> None:
        result = make_estimate(municipalityId="tucson", figures={"city-biz": 1000})
        last_exact = max(
            index
            for index, line in enumerate(result.lines)
            if line.is_government_fee and line.status == "confirmed" and line.code != "city-biz"
        )
        assert [line.code for line in result.lines].index("city-biz") > last_exact

    def test_deposit_is_one_to_three_months_of_rent(self) -> None:
        lines = get_lines(premises="rented", figures={"rent": 100_000})
        assert (lines["rent-dep"].low, lines["rent-dep"].high) == (100_000, 300_000)

    def test_unknown_rent_is_left_out_of_totals(self) -> None:
        lines = get_lines(premises="rented")
        assert (lines["rent"].low, lines["rent"].typical, lines["rent"].high) == (None,) * 3
        assert lines["rent-dep"].typical is None
        filing, agent = (get_lines()[code].typical for code in ("acc-llc", "stat-agent"))
        assert make_estimate(premises="rented").totals.one_time_typical == filing + agent

    @pytest.mark.parametrize("code", ["annual-llc", "pay-emp", "nonsense"])
    def test_fixed_fee_refuses_a_figure(self, code: str) -> None:
        assert list_problems(figures={code: 1}) == {f"figures.{code}"}


class TestBadPlans:
    @pytest.mark.parametrize(
        ("changes", "names"),
        [
            ({"businessCountyId": "los-angeles"}, {"businessCountyId"}),
            ({"agentCountyId": "nowhere"}, {"agentCountyId"}),
            ({"agentCountyId": None}, {"agentCountyId"}),
            ({"municipalityId": "springfield"}, {"municipalityId"}),
            ({"municipalityId": "phoenix"}, {"municipalityId"}),
            ({"sector": "99"}, {"sector"}),
            ({"sector": None}, {"sector"}),
            ({"sector": None, "categoryId": "999"}, {"categoryId"}),
        ],
    )
    def test_unknown_or_unfit_input_is_named(self, changes: dict[str, Any], names: set[str]) -> None:
        assert list_problems(**changes) == names

    def test_business_category_selects_the_sector(self) -> None:
        result = make_estimate(sector=None, categoryId="9", contractorClass="generalCommercial")
        assert "roc-1" in {line.code for line in result.lines}
        assert "sectorOfCategory" in {remark.code for remark in result.assumptions}
        assert "cosmo" in get_lines(sector=None, categoryId="7")


def test_all_conditions_of_the_table_can_be_met() -> None:
    """A name that no plan ever has would hide a line or a sentence for good."""
    by_county = {county.id: county for county in list_counties()}
    by_category = {category.id: category for category in get_business_category_list().items}
    variations = [
        *({"entityType": entity, "agentCountyId": agent} for entity in (
            "soleProprietor", "partnership", "llc", "pllc", "corporation", "professionalCorporation",
            "nonprofit", "lp", "llp", "foreignLlc", "foreignCorporation",
        ) for agent in ("pima", "yuma")),
        *({"expedite": level} for level in ("standard", "nextDay", "sameDay", "twoHour")),
        *({"sector": "23", "contractorClass": kind} for kind in (
            "generalCommercial", "specialtyCommercial", "generalResidential", "specialtyResidential",
            "generalDual", "specialtyDual",
        )),
        *({"sector": sector} for sector in ("23", "54", "62", "72", "722", "81", "8121")),
        *({"sector": None, "categoryId": category.id} for category in by_category.values()),
        {"reserveName": True, "tradeName": True, "sellsTaxable": True, "premises": "rented"},
        {"servesAlcohol": True, "servesFood": True, "municipalityId": "tucson", "date": "2030-01-01"},
        {"employees": 1},
        {"employees": 1, "averageMonthlyWage": 1, "hasOwnStatutoryAgent": True},
    ]  # fmt: skip
    possible: set[Any] = set()
    for changes in variations:
        found = derive_circumstances(make_plan(**changes), by_county, by_category, NOW.date())  # type: ignore[arg-type]
        possible |= found.names
    table = get_fee_table()
    conditions = [each.when for each in (*table.lines, *table.assumptions, *table.unknowns)]  # type: ignore[attr-defined]
    assert {name for condition in conditions for group in condition for name in group} <= possible


def test_texts_are_in_both_languages() -> None:
    table = get_fee_table()
    for line in table.lines:
        assert line.label.en != line.label.es, line.code
        assert line.agency is None or line.agency.en != line.agency.es, line.code
    for remark in (*table.assumptions, *table.unknowns):
        assert remark.text.en != remark.text.es, remark.code
    spanish = make_service().estimate_plan(make_plan(), "es")
    labels = {line.code: line.label for line in spanish.lines}
    assert labels["acc-llc"].startswith("Acta constitutiva")
    corporation = make_service().estimate_plan(make_plan(entityType="corporation"), "es")
    sources = {line.code: line.source for line in corporation.lines}
    assert sources["acc-corp"] == "Sin confirmar. Pregunte a la agencia: Comisión de Corporaciones de Arizona"
    agencies = {line.code: line.agency for line in spanish.lines}
    assert agencies["acc-llc"] == "Comisión de Corporaciones de Arizona"
