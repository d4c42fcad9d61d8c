"""Requests and replies of the start-up cost routes. Every amount is in cents of US dollars."""

import re
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from domains.businesses.business import EntityType
from domains.reference.data import Confidence
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
    """The facts that the estimate rests on; nothing in it is about a person.

    Attributes:
        agent_county_id: of the statutory agent; asked of every entity that has one.
        business_county_id: of the known place of business.
        municipality_id: None outside of every city and town.
        sector: NAICS code of two to four digits; or `category_id`, a character of business of the lookups.
        average_monthly_wage: of one employee.
        locations: places at which taxable things are sold.
        has_own_statutory_agent: None while that is not decided.
        months_of_cash: for how many months the cash should last.
        funding: the money at hand.
        figures: the person's own figure by code of a line that is an estimate.
        at_date: as of which the fees are; today when missing.
    """

    entity_type: EntityType
    business_county_id: Annotated[str, Field(max_length=40)]
    agent_county_id: Annotated[str | None, Field(max_length=40)] = None
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
    """The same as a query, which a link carries.

    Attributes:
        figures: as `code:cents`, separated by commas.
        check: shows that the link is as it was made; a query written by hand needs none.
    """

    figures: Annotated[
        Figures,
        BeforeValidator(_parse_query_figures),
        WithJsonSchema({"type": "string", "pattern": f"^{_FIGURES.pattern}$"}),
    ] = Field(default_factory=dict)
    check: Annotated[str | None, Field(max_length=26)] = None


class CompareRequest(RequestContract):
    """Two estimates to compare: other answers, or the same answers at another date."""

    before: EstimateRequest
    after: EstimateRequest


class LineReply(Contract):
    """Cost of one line.

    Attributes:
        code: stable; what `figures` of a request calls it by.
        low: None, with `typical` and `high`, while there is no figure.
        cadence: how often it is paid.
        falls_due: the one total in which it is: `opening` for what is first paid before the door opens, also
            where it is paid again later, `yearly` for what is first paid later in the first year.
        monthly_equivalent: of `typical`; None for what is paid once and for what has no figure.
        legal_basis: None where our sources name none.
        effective_from: since when the portal has known this fee; None for a line without a fee row.
        is_exact: true when it is one amount and not a range; never of a fee that nobody has confirmed.
        is_editable: true when a figure of the person's own may take its place.
        is_own_figure: true when one has taken its place.
        is_optional: true when one can open without it.
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
    effective_from: date
    confidence: Confidence
    is_government_fee: bool
    is_exact: bool
    is_editable: bool
    is_own_figure: bool
    is_optional: bool
    note: str | None


class TotalsReply(Contract):
    """The sums of the lines with a figure.

    Attributes:
        one_time_low: the cash to open: all that is paid once, and the first payment of what has to be
            paid before the door opens and is paid again later.
        monthly_low: the sum due every month.
        yearly_low: the sum first paid later in the first year.
        first_year_low: the cash to open, twelve months, and the sum first paid later in the year.
        contingency_low: for what nobody foresees, a share of opening and `months_of_cash` months.
        cash_needed_low: opening, `months_of_cash` months and contingency.
        still_needed_low: the rest that `funding` leaves of `cash_needed_low`.
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
    """Something that the estimate takes for granted, or does not know."""

    code: str
    text: str


class EstimateReply(Contract):
    """The costs of starting: exact government fees first, then ranges and figures of one's own.

    Attributes:
        as_of: the day whose fees these are.
        newspaper_county_id: of the county whose rule on publication was applied; None where none was.
        unknowns: costs that our sources do not tell; nothing is invented in its place.
        link: page and query that make this estimate again.
    """

    as_of: date
    newspaper_county_id: str | None
    lines: list[LineReply]
    totals: TotalsReply
    assumptions: list[RemarkReply]
    unknowns: list[RemarkReply]
    link: str


class ChangeReply(Contract):
    """A line that is not the same in both estimates.

    Attributes:
        before: None for a line that was added.
        after: None for a line that was removed.
        cause: `fees` when the fee itself is another one at the later date, otherwise `answers`.
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
