"""Derives the circumstances of a plan, which select lines and remarks of the fee table."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from domains.businesses.business import EntityType
from domains.reference.data import BusinessCategory, County
from functions.startupcosts.contract import EstimateRequest

WITHOUT_AGENT: frozenset[EntityType] = frozenset({"soleProprietor", "partnership"})
"""Entity types without a filing and therefore without a statutory agent."""

PUBLISHING_BY_AGENT: frozenset[EntityType] = frozenset({"llc", "pllc"})
PUBLISHING_BY_BUSINESS: frozenset[EntityType] = frozenset({"corporation", "nonprofit"})
"""County whose rule applies. Source: data/startup_costs.json, line `publication`: the LLC Act looks at the
statutory agent's county (A.R.S. 29-3201(G)) and covers professional LLCs too (title 29, chapter 7); the rule
for corporations looks at the known place of business.
"""

RESERVING_AT_COMMISSION: frozenset[EntityType] = frozenset(
    {"llc", "pllc", "corporation", "professionalCorporation", "nonprofit"}
)
"""Entity types whose names the Corporation Commission reserves. Source: data/name_rules.json, rule res-1; the
Secretary of State reserves those of limited partnerships (res-3), and no source mentions others.
"""

SECTORS = frozenset(
    {
        "11", "21", "22", "23", "31", "32", "33", "42", "44", "45",
        "48", "49", "51", "52", "53", "54", "55", "56", "61", "62",
        "71", "72", "81", "92",
    }
)  # fmt: skip
"""The sectors of NAICS 2022. Source: US Census Bureau."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Circumstances of a plan that fees depend on."""

    names: frozenset[str]  # names from the fee table's conditions
    newspaper_county_id: str | None  # county whose rule on publication applies, if any


def derive_circumstances(
    plan: EstimateRequest,
    counties: Mapping[str, County],
    categories: Mapping[str, BusinessCategory],
    today: date,
) -> Circumstances:
    """Return the circumstances of a plan with existing ids."""
    names = {f"entity:{plan.entity_type}", f"expedite:{plan.expedite}"}
    names |= _get_sector(plan, categories)
    names |= {
        name
        for name, is_given in {
            "reservesName": plan.reserve_name,
            "reservesNameAtCommission": plan.reserve_name and plan.entity_type in RESERVING_AT_COMMISSION,
            "registersTradeName": plan.trade_name,
            "sellsTaxable": plan.sells_taxable,
            "hasEmployees": plan.employees > 0,
            "includesWages": plan.employees > 0 and plan.average_monthly_wage > 0,
            "leavesOutWages": plan.employees > 0 and plan.average_monthly_wage == 0,
            "inMunicipality": plan.in_municipality or plan.municipality_id is not None,
            "rentsPremises": plan.premises == "rented",
            "worksFromHome": plan.premises == "home",
            "servesAlcohol": plan.serves_alcohol,
            "servesFood": plan.serves_food,
            "laterDate": plan.at_date is not None and plan.at_date > today,
        }.items()
        if is_given
    }
    if plan.contractor_class:
        names.add(f"contractor:{plan.contractor_class}")
    elif "sector:23" in names:
        names.add("contractorClassNotTold")
    if plan.entity_type not in WITHOUT_AGENT:
        if not plan.has_own_statutory_agent:
            names.add("hiresAgent")
        if plan.has_own_statutory_agent is None:
            names.add("agentNotTold")
    deciding = _find_deciding_county(plan)
    if deciding is not None:
        names |= _get_publication(plan, counties, deciding)
    return Circumstances(frozenset(names), deciding)


def _get_sector(plan: EstimateRequest, categories: Mapping[str, BusinessCategory]) -> set[str]:
    names = set()
    sector = plan.sector
    if plan.category_id is not None:
        names.add(f"category:{plan.category_id}")
        if sector is None:
            # A range such as 31-33 is one sector; its first code stands for it.
            sector = (categories[plan.category_id].naics_sector or "").partition("-")[0]
            names.add("sectorFromCategory")
    if sector:
        names |= {f"sector:{sector[:length]}" for length in range(2, len(sector) + 1)}
    if sector == "72" and not plan.serves_food:
        names.add("sectorTooBroadForFood")
    if sector in ("81", "812") and plan.category_id is None:
        names.add("sectorTooBroadForSalon")
    return names


def _find_deciding_county(plan: EstimateRequest) -> str | None:
    if plan.entity_type in PUBLISHING_BY_AGENT:
        return plan.agent_county_id
    if plan.entity_type in PUBLISHING_BY_BUSINESS:
        return plan.business_county_id
    return None


def _get_publication(plan: EstimateRequest, counties: Mapping[str, County], deciding: str) -> set[str]:
    is_by_agent = plan.entity_type in PUBLISHING_BY_AGENT
    names = {"publicationByAgent" if is_by_agent else "publicationByBusiness"}
    names.add("database" if counties[deciding].publishes_in_database else "newspaper")
    other = plan.business_county_id if is_by_agent else plan.agent_county_id
    if other and counties[other].publishes_in_database != counties[deciding].publishes_in_database:
        names.add("publicationCountiesDiffer")
    return names
