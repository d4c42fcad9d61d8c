"""The transactions routes."""

from urllib.parse import urlencode

from domains.agencies.catalog import CatalogUnavailable
from functions.transactions.contract import (
    SummaryQuery,
    SummaryReply,
    TransactionReply,
    TransactionsQuery,
    TransactionsReply,
)
from functions.transactions.service import TransactionNotFound, TransactionsService
from portal.routes import Request, Routes, TextFileReply

routes = Routes("transactions")

PATH = "/api/transactions"
CSV = "text/csv"


@routes.endpoint(
    "GET",
    PATH,
    summary="List the caller's transactions, newest first; text/csv is a file of up to 5,000",
    input=TransactionsQuery,
    replies={200: TransactionsReply},
    alternatives={
        CSV: "A row for each transaction, up to 5,000 and 5 MB whatever `limit` says, after a row of "
        "column names in the language of the request; UTF-8 with a byte order mark. Days are ISO 8601, "
        "amounts plain decimals. A cell that a spreadsheet would take for a formula begins with an "
        "apostrophe. Where there are more transactions, the last row has one cell that says so, and the "
        "header `Link` has the address of a file with the next ones (`rel=next`)."
    },
    raises=(CatalogUnavailable,),
)
def list_transactions(
    request: Request[TransactionsQuery], service: TransactionsService
) -> TransactionsReply | TextFileReply:
    """List transactions with any filters; a page can be short or empty although more follow."""
    user_id, query = request.principal.user_id, request.input
    if request.media_type == CSV:
        file = service.export_transactions(user_id, query, request.language)
        return TextFileReply(file.text, file.name, _link_to_next(query, file.next_token))
    return service.list_transactions(user_id, query, request.language)


@routes.endpoint(
    "GET",
    f"{PATH}/summary",
    summary="Get the sum that the caller paid in each of twelve months",
    input=SummaryQuery,
    replies={200: SummaryReply},
)
def get_summary(request: Request[SummaryQuery], service: TransactionsService) -> SummaryReply:
    """Return the sums of completed transactions that match the filters."""
    return service.get_summary(request.principal.user_id, request.input)


@routes.endpoint(
    "GET",
    f"{PATH}/{{id}}",
    summary="Get a transaction of the caller",
    replies={200: TransactionReply},
    raises=(TransactionNotFound, CatalogUnavailable),
)
def get_transaction(request: Request[None], service: TransactionsService) -> TransactionReply:
    """Return one transaction, named in the language of the request."""
    return service.get_transaction(request.principal.user_id, request.path["id"], request.language)


def _link_to_next(query: TransactionsQuery, token: str | None) -> dict[str, str]:
    if token is None:
        return {}
    parameters = query.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
    return {"Link": f'<{PATH}?{urlencode(parameters | {"nextToken": token})}>; rel="next"'}
