"""What a transaction from an agency must be like, checked as a whole."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from functions.agencyinbound import messages
from functions.agencyinbound.link_rules import leads_to, origins_of_hosts
from portal.agencies.transactions import TransactionStatus, TransactionType
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.text import has_unprintable_characters, tidy

EARLIEST_DAY = date(1900, 1, 1)
_EARLIEST_MOMENT = datetime(1900, 1, 1, tzinfo=UTC)
_LONGEST_AHEAD = timedelta(days=366)
_CLOCKS_DIFFER_BY = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Posted:
    """A transaction as the agency sent it, or, from `check_transaction`, as it is kept.

    Attributes:
        id: the agency's own id.
        amount: a decimal with two places; so too `convenience_fee`.
    """

    id: str
    occurred_on: date
    type: TransactionType
    status: TransactionStatus
    description: Text
    reference_number: str | None
    amount: str | None
    convenience_fee: str | None
    method: str | None
    period: str | None
    receipt_url: str | None
    updated_at: datetime


def check_transaction(posted: Posted, hosts: Collection[str], now: datetime) -> Posted:
    """Hold a transaction against the rules and bring it into the form in which it is kept.

    Texts are trimmed and their white space collapsed; what is optional and empty becomes None.

    Args:
        hosts: those of the agency's manifest, in lower case.

    Raises:
        InvalidRequest: every rule that is not kept, at the field it concerns.
    """
    problems = list(_problems(posted, hosts, now))
    if problems:
        raise InvalidRequest(*problems)
    return Posted(
        id=posted.id,
        occurred_on=posted.occurred_on,
        type=posted.type,
        status=posted.status,
        description=Text(en=tidy(posted.description.en), es=tidy(posted.description.es)),
        reference_number=_tidy(posted.reference_number),
        amount=_amount(posted.amount),
        convenience_fee=_amount(posted.convenience_fee),
        method=_tidy(posted.method),
        period=_tidy(posted.period),
        receipt_url=posted.receipt_url,
        updated_at=posted.updated_at.astimezone(UTC),
    )


def _problems(posted: Posted, hosts: Collection[str], now: datetime) -> Iterator[Problem]:
    required = {
        "id": posted.id,
        "description.en": posted.description.en,
        "description.es": posted.description.es,
    }
    optional = {
        "referenceNumber": posted.reference_number,
        "method": posted.method,
        "period": posted.period,
    }
    for name, text in (required | optional).items():
        if text is not None and has_unprintable_characters(text):
            yield _problem(name, messages.UNPRINTABLE)
        elif name in required and not tidy(text or ""):
            yield _problem(name, messages.EMPTY)
    if not EARLIEST_DAY <= posted.occurred_on <= now.date() + _LONGEST_AHEAD:
        yield _problem("occurredOn", messages.DAY_OUT_OF_RANGE)
    if not _EARLIEST_MOMENT <= posted.updated_at <= now + _CLOCKS_DIFFER_BY:
        yield _problem("updatedAt", messages.MOMENT_OUT_OF_RANGE)
    if posted.receipt_url is not None and not leads_to(posted.receipt_url, origins_of_hosts(hosts)):
        yield _problem("receiptUrl", messages.WRONG_LINK)


def _problem(name: str, message: Text) -> Problem:
    return Problem(f"transaction.{name}", message)


def _tidy(text: str | None) -> str | None:
    return tidy(text or "") or None


def _amount(amount: str | None) -> str | None:
    return str(Decimal(amount)) if amount else None
