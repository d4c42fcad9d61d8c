"""The transactions routes."""

from urllib.parse import urlencode

from functions.transactions.contract import (
    AmountReply,
    TransactionReply,
    TransactionsQuery,
    TransactionsReply,
)
from functions.transactions.filters import Filters
from functions.transactions.service import NamedTransaction, TransactionsService
from portal.errors import NotFound, Unavailable
from portal.routes import Request, Routes, TextReply

routes = Routes("transactions")

PATH = "/api/transactions"
CSV = "text/csv"


@routes.endpoint(
    "GET",
    PATH,
    summary="The caller's transactions, newest first; text/csv is a file of up to 5,000",
    input=TransactionsQuery,
    replies={200: TransactionsReply},
    alternatives={
        CSV: "A row for each transaction, up to 5,000 and 5 MB whatever `limit` says, after a row of "
        "column names in the language of the request; UTF-8 with a byte order mark. Days are ISO 8601, "
        "amounts plain decimals. A cell that a spreadsheet would take for a formula begins with an "
        "apostrophe. Where there are more transactions, the last row has one cell that says so, and the "
        "header `Link` has the address of a file with the next ones (`rel=next`)."
    },
    raises=(Unavailable,),
)
def list_transactions(
    request: Request[TransactionsQuery], service: TransactionsService
) -> TransactionsReply | TextReply:
    """One query of one index, whatever the filters; the file takes up to 20."""
    query = request.input
    filters = Filters(
        agency_id=query.agency_id or None,
        service_id=query.agency_service_id or None,
        type=query.type,
        status=query.status,
        first=query.first,
        last=query.last,
        text=(query.text or "").strip() or None,
    )
    if request.media_type == CSV:
        file = service.file(request.principal, filters, query.next_token, request.language)
        return TextReply(file.text, file.name, _link_to_next(query, file.next_token))
    history = service.page(request.principal, filters, query.limit, query.next_token, request.language)
    return TransactionsReply(
        items=[_reply(named) for named in history.items],
        next_token=history.next_token,
        searched_to=history.searched_to,
    )


@routes.endpoint(
    "GET",
    f"{PATH}/{{id}}",
    summary="A transaction of the caller",
    replies={200: TransactionReply},
    raises=(NotFound, Unavailable),
)
def read_transaction(request: Request[None], service: TransactionsService) -> TransactionReply:
    """404 is `transactionNotFound`."""
    return _reply(service.read(request.principal, request.path["id"], request.language))


def _link_to_next(query: TransactionsQuery, token: str | None) -> dict[str, str]:
    if token is None:
        return {}
    asked = query.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
    return {"Link": f'<{PATH}?{urlencode(asked | {"nextToken": token})}>; rel="next"'}


def _reply(named: NamedTransaction) -> TransactionReply:
    transaction = named.transaction
    return TransactionReply(
        id=transaction.id,
        occurred_on=transaction.occurred_on,
        agency_id=transaction.agency_id,
        agency_name=named.agency_name,
        agency_service_id=transaction.service_id,
        service_name=named.service_name,
        type=transaction.type,
        status=transaction.status,
        description=named.description,
        reference_number=transaction.reference_number,
        amount=_amount(transaction.amount),
        convenience_fee=_amount(transaction.convenience_fee),
        method=transaction.method,
        period=transaction.period,
        receipt_url=transaction.receipt_url,
        updated_at=transaction.updated_at,
    )


def _amount(amount: str | None) -> AmountReply | None:
    return AmountReply(amount=amount) if amount else None
