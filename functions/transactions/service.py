"""What a person sees of their history with agencies."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from itertools import takewhile
from typing import Any, NamedTuple, Protocol

from functions.transactions import messages
from functions.transactions.filters import Filters
from functions.transactions.spreadsheet import Spreadsheet
from portal.agencies.catalogue import Catalogue, Offers, localised
from portal.agencies.transactions import Transaction
from portal.errors import InvalidRequest, NotFound, Problem
from portal.language import Language
from portal.page_tokens import LastEvaluatedKey, PageTokens
from portal.principal import Principal
from portal.types import ARIZONA, Clock

MAXIMUM_ROWS = 5000
MAXIMUM_QUERIES = 20


class Page(Protocol):
    """What one look into the table found; see `functions.transactions.repository`."""

    @property
    def transactions(self) -> tuple[Transaction, ...]: ...

    @property
    def place(self) -> LastEvaluatedKey | None: ...

    @property
    def searched_to(self) -> date | None: ...


class Repository(Protocol):
    """Where transactions are kept; see `functions.transactions.repository`."""

    def read(self, user_id: str, transaction_id: str) -> Transaction | None: ...

    def page(self, user_id: str, filters: Filters, limit: int, place: LastEvaluatedKey | None) -> Page: ...

    def place_after(self, transaction: Transaction, filters: Filters) -> LastEvaluatedKey: ...


class NamedTransaction(NamedTuple):
    """A transaction with what is said of it in one language."""

    transaction: Transaction
    agency_name: str
    service_name: str
    description: str


@dataclass(frozen=True, slots=True)
class History:
    """A page of a history.

    Attributes:
        next_token: asks for the next page; None when there is none.
        searched_to: the day down to which the filters were applied; None when they all were.
    """

    items: tuple[NamedTransaction, ...]
    next_token: str | None
    searched_to: date | None


@dataclass(frozen=True, slots=True)
class HistoryFile:
    """A history as a file.

    Attributes:
        next_token: asks for a file with what did not fit; None when everything did.
    """

    name: str
    text: str
    next_token: str | None


class TransactionsService:
    """Reads histories; agencies alone write them."""

    def __init__(
        self, *, clock: Clock, repository: Repository, catalogue: Catalogue, page_tokens: PageTokens
    ) -> None:
        self._clock = clock
        self._repository = repository
        self._catalogue = catalogue
        self._page_tokens = page_tokens

    def read(self, principal: Principal, transaction_id: str, language: Language) -> NamedTransaction:
        """One transaction.

        Raises:
            NotFound: `transactionNotFound`, also when it is somebody else's.
        """
        transaction = self._repository.read(principal.user_id, transaction_id)
        if transaction is None:
            raise NotFound("transactionNotFound", messages.NOT_FOUND)
        return _named(transaction, self._catalogue.offers(), language)

    def page(
        self, principal: Principal, filters: Filters, limit: int, token: str | None, language: Language
    ) -> History:
        """A page of the history, newest first, by one look into the table.

        Args:
            token: of the page before.

        Raises:
            InvalidRequest: the first day is after the last; the token is of another person or other filters.
        """
        place = self._place(principal, filters, token)
        page = self._repository.page(principal.user_id, filters, limit, place)
        offers = self._catalogue.offers()
        return History(
            tuple(_named(transaction, offers, language) for transaction in page.transactions),
            self._page_tokens.encode(page.place, principal.user_id, _described(filters)),
            page.searched_to,
        )

    def file(
        self, principal: Principal, filters: Filters, token: str | None, language: Language
    ) -> HistoryFile:
        """The history as CSV: at most 5,000 rows and 5 MB, and at most 20 looks into the table.

        Where that is not all, the last line says so and names the day down to which it goes.

        Args:
            token: of a file or page before.

        Raises:
            InvalidRequest: see `page`.
        """
        place = self._place(principal, filters, token)
        offers = self._catalogue.offers()
        spreadsheet = Spreadsheet(language)
        rows, searched_to = 0, None
        for _ in range(MAXIMUM_QUERIES):
            page = self._repository.page(principal.user_id, filters, MAXIMUM_ROWS - rows, place)
            named = [_named(transaction, offers, language) for transaction in page.transactions]
            fitting = list(takewhile(lambda row: spreadsheet.add(*row), named))
            rows += len(fitting)
            if len(fitting) == len(named):
                place, searched_to = page.place, page.searched_to
            elif fitting:
                last = fitting[-1].transaction
                place, searched_to = self._repository.place_after(last, filters), last.occurred_on
            if place is None or rows == MAXIMUM_ROWS or len(fitting) < len(named):
                break
        return HistoryFile(
            name=self._file_name(language),
            text=spreadsheet.text(searched_to),
            next_token=self._page_tokens.encode(place, principal.user_id, _described(filters)),
        )

    def _place(self, principal: Principal, filters: Filters, token: str | None) -> LastEvaluatedKey | None:
        if filters.first and filters.last and filters.first > filters.last:
            raise InvalidRequest(Problem("from", messages.FROM_AFTER_TO))
        return self._page_tokens.decode(token, principal.user_id, _described(filters))

    def _file_name(self, language: Language) -> str:
        today = self._clock().astimezone(ARIZONA).date()
        return f"{messages.FILE_NAME.in_language(language)}-{today}.csv"


def _described(filters: Filters) -> Mapping[str, Any]:
    return asdict(filters)


def _named(transaction: Transaction, offers: Offers, language: Language) -> NamedTransaction:
    """Names by the catalogue; the ids stand in for what is not in it any more."""
    offer = offers.find(transaction.service_id)
    return NamedTransaction(
        transaction,
        localised(offer.agency.name, language) if offer else transaction.agency_id,
        localised(offer.service.name, language) if offer else transaction.service_id,
        transaction.description.in_language(language),
    )
