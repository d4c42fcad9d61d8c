"""Estimates for the plan of an LLC, changed as a test needs it."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from domains.reference.data import get_business_category_list, get_municipality_list, list_counties
from functions.startupcosts.contract import EstimateRequest
from functions.startupcosts.fee_table import FeeTable, get_fee_table
from functions.startupcosts.service import StartupCostService
from portal.errors import InvalidRequest

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
LLC = {"entityType": "llc", "businessCountyId": "pima", "agentCountyId": "pima", "sector": "54"}


def make_service(table: FeeTable | None = None) -> StartupCostService:
    return StartupCostService(
        clock=lambda: NOW,
        table=table or get_fee_table(),
        counties=list_counties(),
        municipalities=get_municipality_list().items,
        categories=get_business_category_list().items,
    )


def make_plan(**changes: Any) -> EstimateRequest:
    return EstimateRequest.model_validate(LLC | changes)


def make_estimate(**changes: Any) -> Any:
    return make_service().estimate_plan(make_plan(**changes), "en")


def get_lines(**changes: Any) -> dict[Any, Any]:
    return {line.code: line for line in make_estimate(**changes).lines}


def list_problems(**changes: Any) -> set[Any]:
    with pytest.raises(InvalidRequest) as refused:
        make_estimate(**changes)
    return {problem.property_name for problem in refused.value.problems}


def make_table_with_llc_fee(amount: Any, since: Any) -> Any:
    """Return the portal's table, in which the fee of an LLC became another one."""
    table = get_fee_table()
    lines = []
    for line in table.lines:
        if line.code == "acc-llc":
            old = line.fees[0].model_copy(update={"valid_to": date.fromordinal(since.toordinal() - 1)})
            new = line.fees[0].model_copy(
                update={"valid_from": since, "low": amount, "typical": amount, "high": amount}
            )
            line = line.model_copy(update={"fees": (old, new)})
        lines.append(line)
    return table.model_copy(update={"lines": tuple(lines)})
