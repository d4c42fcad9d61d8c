"""The link that repeats an estimate."""

import hmac
from datetime import date
from urllib.parse import urlencode

from functions.startupcosts.contract import EstimateRequest
from portal.types import derive_id

PAGE = "/businessapplications/plan/costestimator"
_CHECK_LENGTH = 10


def make_link(plan: EstimateRequest, as_of: date) -> str:
    """Return page and query with the plan, its date, and a checksum, without personal data."""
    query = _query(plan, as_of)
    return f"{PAGE}?{query}&check={_check(query)}"


def is_intact(plan: EstimateRequest, check: str) -> bool:
    """Return whether a checksum belongs to a plan.

    The checksum is not secret: it only detects truncated or altered links.
    """
    if plan.at_date is None:
        return False
    return hmac.compare_digest(_check(_query(plan, plan.at_date)).encode(), check.encode())


def _check(query: str) -> str:
    return derive_id("start-up costs", query)[:_CHECK_LENGTH]


def _query(plan: EstimateRequest, as_of: date) -> str:
    dated_plan = plan.model_copy(update={"at_date": as_of})
    reported = EstimateRequest.model_dump(dated_plan, mode="json", by_alias=True, exclude_defaults=True)
    reported.pop("check", None)
    if plan.figures:
        reported["figures"] = ",".join(f"{code}:{cents}" for code, cents in sorted(plan.figures.items()))
    return urlencode({name: _make_plain(value) for name, value in sorted(reported.items())})


def _make_plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
