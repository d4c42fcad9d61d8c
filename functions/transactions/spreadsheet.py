"""Transactions as a CSV file (RFC 4180) that a spreadsheet opens without harm."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from functions.transactions import messages
from portal.agencies.transactions import Transaction
from portal.language import Language

MAXIMUM_BYTES = 5_000_000
_BYTE_ORDER_MARK = "\ufeff"
# What a spreadsheet takes for the beginning of a formula. Source: OWASP, CSV Injection.
_FORMULA_BEGINS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_LONGEST_LAST_LINE = 1000


@dataclass(slots=True)
class Spreadsheet:
    """A file in the making; its size is that of the answer that carries it, so escapes of JSON count."""

    language: Language
    _lines: list[str] = field(default_factory=list)
    _bytes: int = 0

    def __post_init__(self) -> None:
        self._append(_line([column.in_language(self.language) for column in messages.COLUMNS]))

    def add(self, transaction: Transaction, agency_name: str, service_name: str, description: str) -> bool:
        """Add a row; the names and the description are in the file's language.

        Returns:
            False when it does not fit any more; nothing was added then.
        """
        line = _line(
            [
                transaction.occurred_on.isoformat(),
                agency_name,
                service_name,
                messages.TYPES[transaction.type].in_language(self.language),
                messages.STATUSES[transaction.status].in_language(self.language),
                description,
                transaction.reference_number or "",
                transaction.amount or "",
                transaction.convenience_fee or "",
                transaction.method or "",
                transaction.period or "",
                transaction.receipt_url or "",
            ]
        )
        if self._bytes + _size(line) > MAXIMUM_BYTES - _LONGEST_LAST_LINE:
            return False
        self._append(line)
        return True

    def text(self, searched_to: date | None) -> str:
        """The whole file, with a byte order mark by which spreadsheets know UTF-8.

        Args:
            searched_to: where the file ends though there is more, which its last line then says.
        """
        last = (
            [] if searched_to is None else [_line([messages.not_all(searched_to).in_language(self.language)])]
        )
        return _BYTE_ORDER_MARK + "".join([*self._lines, *last])

    def _append(self, line: str) -> None:
        self._lines.append(line)
        self._bytes += _size(line)


def _line(cells: Sequence[str]) -> str:
    written = io.StringIO()
    csv.writer(written).writerow([_harmless(cell) for cell in cells])
    return written.getvalue()


def _harmless(cell: str) -> str:
    begins_formula = cell.startswith(_FORMULA_BEGINS) or cell.lstrip().startswith(_FORMULA_BEGINS)
    return f"'{cell}" if begins_formula else cell


def _size(line: str) -> int:
    return len(json.dumps(line, ensure_ascii=False).encode())
