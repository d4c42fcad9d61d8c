"""The budget of DynamoDB calls of each route: `call_budget.csv`.

A row has the calls and capacity units that a request may take for a new person ("none") and for the person
with the most data of the API tests ("largest"). The client of these tests compares each successful request.
The list of agencies, which a function keeps for its next requests, does not count. Units may be one more than
the row, because sizes of items differ by some bytes.

`TEST_CALL_BUDGET=record npm test -- api proofs` writes what the tests took. Say in the commit why a row
rises.
"""

import csv
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any, Literal

from tests.api.calls import RequestCalls

Column = Literal["none", "largest"]
_Key = tuple[str, Column]

IS_RECORDING = os.environ.get("TEST_CALL_BUDGET") == "record"
FILE = Path(__file__).with_name("call_budget.csv")
_COLUMNS: tuple[Column, ...] = ("none", "largest")
_UNIT_TOLERANCE = 1


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls of a request and their units, rounded up."""

    calls: int = 0
    units: int = 0

    def join(self, other: "Cost") -> "Cost":
        """Return the higher number of each."""
        return Cost(max(self.calls, other.calls), max(self.units, other.units))


_AGENCY_STAFF = "agency staff: the dashboard tells if the person is within reach, then it is shown or changed"
_REPEATED = "finds what an earlier try did"
_NAMES = "looks for the hold, then checks the name with fresh holds"
_RACE = "reads again because another writer was faster"

READS_TWICE: Mapping[str, str] = {
    "DELETE /api/businessapplications/businesses/{id}/members/{member}": _REPEATED,
    "DELETE /api/users/{id}/cleardashboard": _AGENCY_STAFF,
    "GET /api/businessapplications/businessnames/companies/{id}": _NAMES,
    "GET /api/users/{id}/connections": _AGENCY_STAFF,
    "POST /api/agency-inbound/applications/{id}/status": _NAMES,
    "POST /api/agency-inbound/messages": _REPEATED,
    "POST /api/agency-inbound/messages/batch": _REPEATED,
    "POST /api/agency/messages/{messageid}/replies": "refuses a full thread before files are kept",
    "POST /api/authentication/attempts/{id}/completion": "follows an account that moved",
    "POST /api/businessapplications/applications/{id}/submission": _NAMES,
    "POST /api/businessapplications/businesses": _RACE,
    "PUT /api/profile/details": _RACE,
    "POST /api/businessapplications/businesses/{id}/invitations": _RACE,
    "POST /api/businessapplications/businessnames/reservations": _NAMES,
    "POST /api/users/{id}/reloaddashboard": _AGENCY_STAFF,
    "POST /api/users/{id}/restoredashboard": _AGENCY_STAFF,
}
"""Routes that may read a key twice in one request, with the reason."""

_measured: dict[_Key, Cost] = {}
_read_twice: set[str] = set()


@cache
def read_budget() -> Mapping[_Key, Cost]:
    """Return the costs of the file by route and column."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return {
            (row["route"], column): Cost(int(row[f"{column}_calls"]), int(row[f"{column}_units"]))
            for row in csv.DictReader(file)
            for column in _COLUMNS
        }


def write_budget() -> None:
    """Replace the file by what the tests took."""
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("route", "none_calls", "none_units", "largest_calls", "largest_units"))
        for route in sorted({route for route, _ in _measured}):
            none, largest = (_measured.get((route, column), Cost()) for column in _COLUMNS)
            writer.writerow((route, none.calls, none.units, largest.calls, largest.units))


def check_request(route: str, column: Column, request: RequestCalls) -> None:
    """Fail if a request takes more than its row, or reads a key twice without a reason."""
    cost = Cost(len(request.made), ceil(request.units))
    _add_cost((route, column), cost)
    if request.read_twice:
        _read_twice.add(route)
    if IS_RECORDING:
        return
    listed = "; ".join(request.made)
    assert not request.read_twice or route in READS_TWICE, f"{route} reads twice: {request.read_twice}"
    allowed = read_budget().get((route, column))
    assert allowed is not None, f"{FILE.name} has no row of {route}; {_describe(cost)}: {listed}"
    is_within = cost.calls <= allowed.calls and cost.units <= allowed.units + _UNIT_TOLERANCE
    assert is_within, (
        f"{FILE.name}: {route}, {column}: {_describe(cost)} instead of {_describe(allowed)}: {listed}"
    )


def export_results() -> dict[str, Any]:
    """Return what this process measured, for `import_results` of another one."""
    costs = [(*key, cost.calls, cost.units) for key, cost in _measured.items()]
    return {"costs": costs, "read_twice": sorted(_read_twice)}


def import_results(costs: Iterable[tuple[str, Column, int, int]], read_twice: Iterable[str]) -> None:
    """Add what another process measured."""
    for route, column, calls, units in costs:
        _add_cost((route, column), Cost(calls, units))
    _read_twice.update(read_twice)


def list_too_high() -> list[str]:
    """Describe rows and exceptions that a run of the whole suite did not need."""
    too_high = [
        f"{route}, {column}: {_describe(taken)} instead of {_describe(allowed)}"
        for (route, column), allowed in read_budget().items()
        for taken in [_measured.get((route, column), Cost())]
        if taken.calls < allowed.calls or taken.units < allowed.units - _UNIT_TOLERANCE
    ]
    return too_high + [f"{route} reads nothing twice" for route in READS_TWICE if route not in _read_twice]


def _add_cost(key: _Key, cost: Cost) -> None:
    _measured[key] = _measured.get(key, Cost()).join(cost)


def _describe(cost: Cost) -> str:
    return f"{cost.calls} calls and {cost.units} units"
