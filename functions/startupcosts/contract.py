"""Requests and replies of the start-up cost routes. Every amount is in cents of US dollars."""

import re
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from domains.businesses.business import EntityType
from domains.reference.fees import FeeStatus
from portal.contract import Contract, RequestContract
from portal.language import Text
from portal.validation import IsoDate, UnacceptableValue

Expedite = Literal["none", "standard", "nextDay", "sameDay", "twoHour"]
ContractorClass = Literal[
    "generalCommercial",
    "specialtyCommercial",
    "generalResidential",
    "specialtyResidential",
    "generalDual",
    "specialtyDual",
]
Premises = Literal["home", "rented"]
Cadence = Literal["once", "monthly", "yearly", "everyTwoYears", "everyFiveYears"]
FallsDue = Literal["opening", "monthly", "yearly"]
ChangeKind = Literal["added", "removed", "changed"]
ChangeCause = Literal["fees", "answers"]
LineStatus = FeeStatus | Literal["market", "own"]
"""The status of a government fee; `market` for an estimate of a price, `own` for the person's own figure."""

MAX_FIGURE = 100_000_000_000
_FIGURES = re.compile(r"[a-z0-9-]{1,20}:[0-9]{1,12}(,[a-z0-9-]{1,20}:[0-9]{1,12}){0,59}")
_MALFORMED_FIGURES = Text(
    en="Write figures as code:cents, separated by commas, such as rent:150000,util:20000.",
    es="Escriba las cifras como código:centavos, separadas por comas, por ejemplo rent:150000,util:20000.",
)


def _parse_query_figures(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if not _FIGURES.fullmatch(value):
        raise UnacceptableValue(_MALFORMED_FIGURES)
    return {code: int(cents) for code, _, cents in (part.partition(":") for part in value.split(","))}


Figures = dict[Annotated[str, Field(max_length=20)], Annotated[int, Field(ge=0, le=MAX_FIGURE)]]


class EstimateRequest(RequestContract):
    """Input of an estimate, without personal data.

    Attributes:
        agent_county_id: county of the statutory agent; for entities that have one.
        business_county_id: of the known place of business.
        in_municipality: whether the place of business lies inside a city or town.
        municipality_id: city or town in earlier links; means `in_municipality`.
        sector: NAICS code of two to four digits; alternative to `category_id` of the lookups.
        average_monthly_wage: average wage of one employee; 0 leaves out wages and the taxes that depend on
            them.
        locations: number of places with taxable sales.
        has_own_statutory_agent: None if undecided.
        months_of_cash: number of months that the cash should last.
        funding: available money.
        figures: own figures by code of an estimated line.
        at_date: date of the fees; today if missing.
    """

    entity_type: EntityType
    business_county_id: Annotated[str, Field(max_length=40)]
    agent_county_id: Annotated[str | None, Field(max_length=40)] = None
    in_municipality: bool = False
    municipality_id: Annotated[str | None, Field(max_length=40)] = None
    sector: Annotated[str | None, Field(pattern=r"^[0-9]{2,4}$")] = None
    category_id: Annotated[str | None, Field(max_length=10)] = None
    employees: Annotated[int, Field(ge=0, le=10_000)] = 0
    average_monthly_wage: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    sells_taxable: bool = False
    locations: Annotated[int, Field(ge=1, le=1_000)] = 1
    expedite: Expedite = "none"
    reserve_name: bool = False
    trade_name: bool = False
    premises: Premises = "home"
    serves_alcohol: bool = False
    serves_food: bool = False
    contractor_class: ContractorClass | None = None
    has_own_statutory_agent: bool | None = None
    months_of_cash: Annotated[int, Field(ge=0, le=24)] = 3
    funding: Annotated[int, Field(ge=0, le=MAX_FIGURE)] = 0
    figures: Annotated[Figures, Field(max_length=60)] = Field(default_factory=dict)
    at_date: Annotated[IsoDate | None, Field(alias="date")] = None


class EstimateQuery(EstimateRequest):
    """The input of an estimate as a query of a link.

    Attributes:
        figures: as `code:cents`, separated by commas.
        check: checksum of a generated link; optional.
    """

    figures: Annotated[
        Figures,
        BeforeValidator(_parse_query_figures),
        WithJsonSchema({"type": "string", "pattern": f"^{_FIGURES.pattern}$"}),
    ] = Field(default_factory=dict)
    check: Annotated[str | None, Field(max_length=26)] = None


class CompareRequest(RequestContract):
    """Two estimates to compare: different answers or dates."""

    before: EstimateRequest
    after: EstimateRequest


class LineReply(Contract):
    """Cost of one line.

    Attributes:
        code: stable code, used by `figures` of a request.
        low: None, like `typical` and `high`, without a figure.
        cadence: how often it is paid.
        falls_due: total that includes it: `opening` if first paid before opening, `yearly` if first paid
            later in the first year.
        monthly_equivalent: monthly part of `typical`; None for one-time costs and without a figure.
        legal_basis: None if no source names it.
        source: origin of the figure, or whom to ask.
        source_url: page of a government, or text of a law, that says the amount.
        checked_on: day on which the figure was looked at; None for own figures and wages.
        status: `confirmed` or `free` only with `source_url` and `checked_on`.
        is_editable: true if an own figure can replace it.
        is_own_figure: true if an own figure replaced it.
        is_optional: true if not required for opening.
    """

    code: str
    group: str
    label: str
    agency: str | None
    low: int | None
    high: int | None
    typical: int | None
    cadence: Cadence
    falls_due: FallsDue
    monthly_equivalent: int | None
    legal_basis: str | None
    source: str
    source_url: str | None
    checked_on: date | None
    is_government_fee: bool
    status: LineStatus
    is_editable: bool
    is_own_figure: bool
    is_optional: bool
    note: str | None


class TotalsReply(Contract):
    """The sums of the lines with a figure.

    Attributes:
        one_time_low: cash to open: one-time costs, and the first payment of recurring costs due before
            opening, with amounts that are not confirmed and market estimates.
        monthly_low: monthly costs.
        yearly_low: costs first paid later in the first year.
        first_year_low: cash to open, twelve months, and the yearly costs.
        contingency_low: reserve: a share of the cash to open and `months_of_cash` months.
        cash_needed_low: opening, `months_of_cash` months and contingency.
        still_needed_low: part of `cash_needed_low` that `funding` does not cover.
    """

    one_time_low: int
    one_time_typical: int
    one_time_high: int
    monthly_low: int
    monthly_typical: int
    monthly_high: int
    yearly_low: int
    yearly_typical: int
    yearly_high: int
    first_year_low: int
    first_year_typical: int
    first_year_high: int
    contingency_low: int
    contingency_typical: int
    contingency_high: int
    cash_needed_low: int
    cash_needed_typical: int
    cash_needed_high: int
    still_needed_low: int
    still_needed_typical: int
    still_needed_high: int


class RemarkReply(Contract):
    """An assumption or gap of the estimate."""

    code: str
    text: str


class LicenseReply(Contract):
    """A license that a trade may need.

    Attributes:
        agency: whom to ask.
        amount: confirmed fee in cents; None if the agency has to tell it.
        link: official page about the license, looked at on `checked_on`; None without one.
    """

    name: str
    agency: str
    amount: int | None
    link: str | None
    checked_on: date | None
    note: str | None


class TradeReply(Contract):
    """A trade that the plan may be, with the licenses that we know of."""

    id: str
    name: str
    licenses: list[LicenseReply]


class EstimateReply(Contract):
    """The costs of starting: confirmed government fees first, then the other fees, then everything else.

    Attributes:
        as_of: day of the fees.
        newspaper_county_id: county whose publication rule applies, or None.
        unknowns: costs without a source.
        trades: licenses of the trades that the plan may be; the totals count only those that are lines.
        leaves_out: sentence that says what the totals leave out, and whom to ask.
        link: page and query that reproduce the estimate.
    """

    as_of: date
    newspaper_county_id: str | None
    lines: list[LineReply]
    totals: TotalsReply
    assumptions: list[RemarkReply]
    unknowns: list[RemarkReply]
    trades: list[TradeReply]
    leaves_out: str
    link: str


class ChangeReply(Contract):
    """A line that differs between the estimates.

    Attributes:
        before: None for a line that was added.
        after: None for a line that was removed.
        cause: `fees` if the fee itself changed by the later date, otherwise `answers`.
    """

    code: str
    kind: ChangeKind
    cause: ChangeCause
    before: LineReply | None
    after: LineReply | None


class ComparisonReply(Contract):
    """The changes from one estimate to the other, line by line."""

    changes: list[ChangeReply]
    before: TotalsReply
    after: TotalsReply
