"""The rules of the start-up cost estimate. Source: facts/estimator_design.json."""

from collections.abc import Iterable, Iterator, Sequence, Set
from datetime import date
from urllib.parse import urlsplit

from domains.reference.data import BusinessCategory, County, Municipality
from domains.reference.fees import FeeAmount
from domains.state.time import get_day
from functions.startupcosts import texts
from functions.startupcosts.amounts import NOTHING, Amount, compute_amount, divide_rounding_up
from functions.startupcosts.circumstances import SECTORS, WITHOUT_AGENT, Circumstances, derive_circumstances
from functions.startupcosts.contract import (
    Cadence,
    ChangeReply,
    ComparisonReply,
    EstimateReply,
    EstimateRequest,
    LineReply,
    RemarkReply,
    TotalsReply,
)
from functions.startupcosts.fee_table import FeeTable, Line, Remark, is_met
from functions.startupcosts.link import is_intact, make_link
from functions.startupcosts.trade_licenses import describe_missing, list_trade_replies
from portal.errors import InvalidRequest, Problem
from portal.language import Language, Text
from portal.types import Clock

_MONTHS: dict[Cadence, int] = {"monthly": 1, "yearly": 12, "everyTwoYears": 24, "everyFiveYears": 60}


class StartupCostService:
    """Estimates the costs of starting a business."""

    def __init__(
        self,
        *,
        clock: Clock,
        table: FeeTable,
        counties: Sequence[County],
        municipalities: Sequence[Municipality],
        categories: Sequence[BusinessCategory],
    ) -> None:
        self._clock = clock
        self._table = table
        self._counties = {county.id: county for county in counties}
        self._municipalities = {place.id: place for place in municipalities}
        self._categories = {category.id: category for category in categories}

    def estimate_plan(self, plan: EstimateRequest, language: Language) -> EstimateReply:
        """Estimate the costs of a plan at its date."""
        problems = list(self._find_problems(plan, ""))
        if problems:
            raise InvalidRequest(*problems)
        today = get_day(self._clock())
        as_of = plan.at_date or today
        circumstances = derive_circumstances(plan, self._counties, self._categories, today)
        lines = sorted(self._list_lines(plan, circumstances, as_of, language), key=_rank_line)
        return EstimateReply(
            as_of=as_of,
            newspaper_county_id=circumstances.newspaper_county_id,
            lines=lines,
            totals=self._make_totals(lines, plan),
            assumptions=_list_remarks(self._table.assumptions, circumstances, language),
            unknowns=[
                *_list_remarks(self._table.unknowns, circumstances, language),
                *self._list_missing_fees(circumstances, as_of, language),
            ],
            trades=list(list_trade_replies(circumstances.names, self._table, as_of, language)),
            leaves_out=describe_missing(circumstances.names, self._table, as_of, language),
            link=make_link(plan, as_of),
        )

    def estimate_of_link(self, plan: EstimateRequest, check: str | None, language: Language) -> EstimateReply:
        """Estimate the costs of a shared plan."""
        if check is not None and not is_intact(plan, check):
            raise InvalidRequest(Problem("check", texts.DAMAGED_LINK))
        return self.estimate_plan(plan, language)

    def compare_plans(
        self, before: EstimateRequest, after: EstimateRequest, language: Language
    ) -> ComparisonReply:
        """Compare two plans, or one plan at two dates."""
        problems = [*self._find_problems(before, "before."), *self._find_problems(after, "after.")]
        if problems:
            raise InvalidRequest(*problems)
        first, second = self.estimate_plan(before, language), self.estimate_plan(after, language)
        changed = {
            line.code for line in self._table.lines if line.get_fee(first.as_of) != line.get_fee(second.as_of)
        }
        return ComparisonReply(
            changes=list(_list_changes(first.lines, second.lines, changed)),
            before=first.totals,
            after=second.totals,
        )

    def _find_problems(self, plan: EstimateRequest, prefix: str) -> Iterator[Problem]:
        def make_problem(name: str, message: Text) -> Problem:
            return Problem(prefix + name, message)

        is_county_known = plan.business_county_id in self._counties
        if not is_county_known:
            yield make_problem("businessCountyId", texts.UNKNOWN_COUNTY)
        if plan.agent_county_id is not None and plan.agent_county_id not in self._counties:
            yield make_problem("agentCountyId", texts.UNKNOWN_COUNTY)
        if plan.agent_county_id is None and plan.entity_type not in WITHOUT_AGENT:
            yield make_problem("agentCountyId", texts.AGENT_COUNTY_NEEDED)
        if plan.municipality_id is not None:
            place = self._municipalities.get(plan.municipality_id)
            if place is None:
                yield make_problem("municipalityId", texts.UNKNOWN_MUNICIPALITY)
            elif is_county_known and plan.business_county_id not in place.county_ids:
                yield make_problem("municipalityId", texts.MUNICIPALITY_ELSEWHERE)
        if plan.sector is None and plan.category_id is None:
            yield make_problem("sector", texts.SECTOR_NEEDED)
        if plan.sector is not None and plan.sector[:2] not in SECTORS:
            yield make_problem("sector", texts.UNKNOWN_SECTOR)
        if plan.category_id is not None and plan.category_id not in self._categories:
            yield make_problem("categoryId", texts.UNKNOWN_CATEGORY)
        for code in sorted(plan.figures.keys() - self._table.editable_codes):
            yield make_problem(f"figures.{code}", texts.NO_SUCH_FIGURE)
        if plan.at_date is not None and plan.at_date < self._table.first_day:
            yield make_problem("date", texts.make_no_fees_text(self._table.first_day))

    def _list_lines(
        self, plan: EstimateRequest, circumstances: Circumstances, as_of: date, language: Language
    ) -> Iterator[LineReply]:
        for line in self._table.lines:
            fee = line.get_fee(as_of)
            if fee is not None and is_met(line.when, circumstances.names):
                yield _make_line_reply(line, fee, compute_amount(line, fee, plan), plan, language)

    def _list_missing_fees(
        self, circumstances: Circumstances, as_of: date, language: Language
    ) -> Iterator[RemarkReply]:
        """Yield problems for lines of the plan without a fee on its day."""
        for line in self._table.lines:
            if line.get_fee(as_of) is None and is_met(line.when, circumstances.names):
                text = texts.make_no_fee_text(line.label, as_of).in_language(language)
                yield RemarkReply(code=f"missingFee.{line.code}", text=text)

    def _make_totals(self, lines: Iterable[LineReply], plan: EstimateRequest) -> TotalsReply:
        sums = {"opening": NOTHING, "monthly": NOTHING, "yearly": NOTHING}
        for line in lines:
            if line.low is not None and line.typical is not None and line.high is not None:
                sums[line.falls_due] = sums[line.falls_due].add(Amount(line.low, line.typical, line.high))
        once, monthly, yearly = sums["opening"], sums["monthly"], sums["yearly"]
        until_then = once.add(monthly.multiply(plan.months_of_cash))
        contingency = until_then.take_share(self._table.contingency_share)
        needed = until_then.add(contingency)
        reported = {
            "one_time": once,
            "monthly": monthly,
            "yearly": yearly,
            "first_year": once.add(monthly.multiply(12)).add(yearly),
            "contingency": contingency,
            "cash_needed": needed,
            "still_needed": needed.subtract(plan.funding),
        }
        return TotalsReply.model_validate(
            {
                f"{name}_{bound}": getattr(amount, bound)
                for name, amount in reported.items()
                for bound in ("low", "typical", "high")
            }
        )


def _make_line_reply(
    line: Line, fee: FeeAmount, amount: Amount | None, plan: EstimateRequest, language: Language
) -> LineReply:
    months = _MONTHS.get(line.cadence)
    is_own = line.code in plan.figures or line.measure in ("figure", "wages")
    return LineReply(
        code=line.code,
        group=line.group,
        label=line.label.in_language(language),
        agency=line.agency.in_language(language) if line.agency else None,
        low=amount.low if amount else None,
        high=amount.high if amount else None,
        typical=amount.typical if amount else None,
        cadence=line.cadence,
        falls_due=line.falls_due,
        monthly_equivalent=divide_rounding_up(amount.typical, months) if amount and months else None,
        legal_basis=fee.legal_basis,
        source=_describe_source(line, fee, is_own).in_language(language),
        source_url=None if is_own or not _is_confirmed(fee) else fee.source_url,
        checked_on=None if is_own else fee.checked_on,
        is_government_fee=line.is_government_fee,
        status="own" if is_own else fee.status if line.is_government_fee else "market",
        is_editable=line.is_editable,
        is_own_figure=line.code in plan.figures,
        is_optional=line.is_optional,
        note=line.note.in_language(language) if line.note else None,
    )


def _describe_source(line: Line, fee: FeeAmount, is_own: bool) -> Text:
    """Return the origin of a figure, or whom to ask; never a third party."""
    if is_own:
        return texts.OWN_FIGURE
    if not line.is_government_fee:
        return texts.MARKET_ESTIMATE
    if _is_confirmed(fee):
        host = (urlsplit(fee.source_url or "").hostname or "").removeprefix("www.")
        return Text(en=host, es=host)
    return (
        texts.make_confirm_text(line.agency)
        if fee.status == "notConfirmed"
        else texts.make_ask_text(line.agency)
    )


def _is_confirmed(fee: FeeAmount) -> bool:
    return fee.status in ("confirmed", "free")


def _rank_line(line: LineReply) -> int:
    """Sort key: confirmed government fees, then the other government fees, then everything else."""
    if not line.is_government_fee:
        return 2
    return 0 if line.status in ("confirmed", "free") else 1


def _list_remarks(
    remarks: Iterable[Remark], circumstances: Circumstances, language: Language
) -> list[RemarkReply]:
    return [
        RemarkReply(code=remark.code, text=remark.text.in_language(language))
        for remark in remarks
        if is_met(remark.when, circumstances.names)
    ]


def _list_changes(
    before: Iterable[LineReply], after: Iterable[LineReply], changed: Set[str]
) -> Iterator[ChangeReply]:
    """Yield the lines that differ.

    Args:
        changed: codes of the lines whose fee became another one between the two days.
    """
    earlier = {line.code: line for line in before}
    later = {line.code: line for line in after}
    for code in earlier | later:
        old, new = earlier.get(code), later.get(code)
        if old == new:
            continue
        is_another_fee = old is not None and new is not None and code in changed
        yield ChangeReply(
            code=code,
            kind="added" if old is None else "removed" if new is None else "changed",
            cause="fees" if is_another_fee else "answers",
            before=old,
            after=new,
        )
