"""Amounts of fees in a plan: exact for fees, rounded up to whole dollars for estimates."""

from dataclasses import dataclass

from domains.reference.fees import FeeAmount
from functions.startupcosts.contract import EstimateRequest
from functions.startupcosts.fee_table import Line

_DOLLAR = 100
_WHOLE = 10_000
_RENT = "rent"


@dataclass(frozen=True, slots=True)
class Amount:
    """Cents, from low to high."""

    low: int
    typical: int
    high: int

    @property
    def is_exact(self) -> bool:
        """True if it is not a range."""
        return self.low == self.high

    def multiply(self, count: int) -> "Amount":
        """Return a multiple of the amount."""
        return Amount(self.low * count, self.typical * count, self.high * count)

    def add(self, other: "Amount") -> "Amount":
        """Return the sum of both."""
        return Amount(self.low + other.low, self.typical + other.typical, self.high + other.high)

    def take_share(self, ten_thousandths: int) -> "Amount":
        """Return a share of the amount, rounded up to whole dollars."""
        low, typical, high = (
            round_up_to_dollars(divide_rounding_up(cents * ten_thousandths, _WHOLE))
            for cents in (self.low, self.typical, self.high)
        )
        return Amount(low, typical, high)

    def subtract(self, cents: int) -> "Amount":
        """Return the amount less some cents, never below zero."""
        return Amount(max(0, self.low - cents), max(0, self.typical - cents), max(0, self.high - cents))


NOTHING = Amount(0, 0, 0)


def compute_amount(line: Line, fee: FeeAmount, plan: EstimateRequest) -> Amount | None:
    """Return a line's amount in a plan; None if it depends on a missing answer.

    Source of the rounding: facts/estimator_design.json.
    """
    figure = plan.figures.get(line.code)
    if figure is not None:
        return Amount(figure, figure, figure)
    if line.measure == "wages":
        wages = plan.employees * plan.average_monthly_wage
        return Amount(wages, wages, wages)
    if fee.low is None or fee.typical is None or fee.high is None:
        return None
    if line.measure == "payrollShare" and not plan.average_monthly_wage:
        return None
    amount = Amount(fee.low, fee.typical, fee.high)
    match line.measure:
        case "perLocation":
            amount = amount.multiply(plan.locations)
        case "payrollShare":
            amount = _get_payroll_share(line, fee, amount.typical, plan)
        case "rentMonths":
            if _RENT not in plan.figures:
                return None
            amount = amount.multiply(plan.figures[_RENT])
    if amount.is_exact:
        return amount
    return Amount(
        round_up_to_dollars(amount.low), round_up_to_dollars(amount.typical), round_up_to_dollars(amount.high)
    )


def round_up_to_dollars(cents: int) -> int:
    """Return the amount in cents, rounded up to whole dollars."""
    return divide_rounding_up(cents, _DOLLAR) * _DOLLAR


def divide_rounding_up(number: int, divisor: int) -> int:
    """Return the quotient, rounded up."""
    return -(-number // divisor)


def _get_payroll_share(line: Line, fee: FeeAmount, ten_thousandths: int, plan: EstimateRequest) -> Amount:
    months = 1 if line.cadence == "monthly" else 12
    wages = plan.average_monthly_wage * months
    if fee.wage_base is not None:
        wages = min(wages, fee.wage_base)
    cents = divide_rounding_up(plan.employees * wages * ten_thousandths, _WHOLE)
    return Amount(cents, cents, cents)
