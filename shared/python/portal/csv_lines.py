"""Comma-separated values (RFC 4180) that are safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable

BYTE_ORDER_MARK = "\ufeff"
"""A file begins with it: spreadsheets recognize UTF-8 by it."""

# Beginnings of formulas in spreadsheets. Source: OWASP, CSV Injection.
_FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def make_csv_line(cells: Iterable[str]) -> str:
    """Return a line with its line break; formulas are escaped as text."""
    output = io.StringIO()
    csv.writer(output).writerow([_escape_formula(cell) for cell in cells])
    return output.getvalue()


def _escape_formula(cell: str) -> str:
    is_formula = cell.startswith(_FORMULA_PREFIXES) or cell.lstrip().startswith(_FORMULA_PREFIXES)
    return f"'{cell}" if is_formula else cell
