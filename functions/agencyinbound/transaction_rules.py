"""Rules for a transaction from an agency."""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from domains.agencies.transactions import Transaction
from functions.agencyinbound import texts
from functions.agencyinbound.contract import TransactionPostRequest
from functions.agencyinbound.link_rules import is_allowed_link, list_host_origins
from portal.errors import Problem
from portal.language import Text
from portal.parts import apply_rules
from portal.validation import refuse_problems

_FIRST_DAY = date(1900, 1, 1)
_FIRST_MOMENT = datetime(1900, 1, 1, tzinfo=UTC)
_MAX_AHEAD = timedelta(days=366)
_MAX_CLOCK_DIFFERENCE = timedelta(minutes=5)


def draft_transaction(
    request: TransactionPostRequest,
    agency_id: str,
    hosts: Collection[str],
    now: datetime,
    faults: Sequence[Problem] = (),
) -> Transaction:
    """Make the part of a transaction that is the same for everybody; see `Transaction.assign_to_person`.

    Args:
        hosts: hosts of the agency's manifest, in lower case.
        faults: faults of the request's shape; see `Request.faults`.

    Raises:
        InvalidRequest: has all faults, of the shape and of the rules.
    """
    rules = (_check_day(request, now), _check_receipt(request, hosts), _check_update(request, now))
    refuse_problems(*faults, *apply_rules(*rules, to_parts=bool(faults)))
    transaction = request.transaction
    return Transaction(
        **dict(transaction)
        | {
            "description": Text(en=transaction.description.en, es=transaction.description.es),
            "user_id": "",
            "agency_id": agency_id,
            "service_id": request.agency_service_id,
        }
    )


def _check_day(request: TransactionPostRequest, now: datetime) -> Iterator[Problem]:
    if not _FIRST_DAY <= request.transaction.occurred_on <= now.date() + _MAX_AHEAD:
        yield Problem("transaction.occurredOn", texts.DAY_OUT_OF_RANGE)


def _check_receipt(request: TransactionPostRequest, hosts: Collection[str]) -> Iterator[Problem]:
    url = request.transaction.receipt_url
    if url is not None and not is_allowed_link(url, list_host_origins(hosts)):
        yield Problem("transaction.receiptUrl", texts.WRONG_LINK)


def _check_update(request: TransactionPostRequest, now: datetime) -> Iterator[Problem]:
    if not _FIRST_MOMENT <= request.transaction.updated_at <= now + _MAX_CLOCK_DIFFERENCE:
        yield Problem("transaction.updatedAt", texts.MOMENT_OUT_OF_RANGE)
