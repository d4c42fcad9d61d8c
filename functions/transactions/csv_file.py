"""Transactions as a CSV file (RFC 4180) that is safe to open in a spreadsheet."""

import json
from dataclasses import dataclass, field
from datetime import date

from functions.transactions import texts
from functions.transactions.contract import TransactionReply
from portal.csv_lines import BYTE_ORDER_MARK, make_csv_line
from portal.language import Language

MAX_BYTES = 5_000_000
_MAX_LAST_LINE_BYTES = 1000


@dataclass(slots=True)
class CsvFile:
    """A file in one language, with limited size.

    The size includes JSON escapes in the response.
    """

    language: Language
    _lines: list[str] = field(default_factory=list)
    _size: int = 0

    def __post_init__(self) -> None:
        self._append(make_csv_line([column.in_language(self.language) for column in texts.COLUMNS]))

    def add_row(self, transaction: TransactionReply) -> bool:
        """Add a row.

        Returns:
            False if the file is full; nothing was added.
        """
        amounts = (transaction.amount, transaction.convenience_fee)
        line = make_csv_line(
            [
                transaction.occurred_on.isoformat(),
                transaction.agency_name,
                transaction.service_name,
                texts.TYPES[transaction.type].in_language(self.language),
                texts.STATUSES[transaction.status].in_language(self.language),
                transaction.description,
                transaction.reference_number or "",
                *(each.amount if each else "" for each in amounts),
                transaction.method or "",
                transaction.period or "",
                transaction.receipt_url or "",
            ]
        )
        if self._size + _get_size(line) > MAX_BYTES - _MAX_LAST_LINE_BYTES:
            return False
        self._append(line)
        return True

    def get_text(self, scanned_until: date | None) -> str:
        """Return the file, with a byte order mark so spreadsheets recognize UTF-8.

        Args:
            scanned_until: last day of a truncated file, for its last line.
        """
        rest = []
        if scanned_until is not None:
            rest = [
                make_csv_line([texts.make_incomplete_file_text(scanned_until).in_language(self.language)])
            ]
        return BYTE_ORDER_MARK + "".join([*self._lines, *rest])

    def _append(self, line: str) -> None:
        self._lines.append(line)
        self._size += _get_size(line)


def _get_size(line: str) -> int:
    return len(json.dumps(line, ensure_ascii=False).encode())
