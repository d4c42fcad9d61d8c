"""An estimate as comma-separated values with a heading row (RFC 4180)."""

from collections.abc import Sequence

from functions.startupcosts.contract import EstimateReply, LineReply
from portal.csv_lines import BYTE_ORDER_MARK, make_csv_line
from portal.language import Language, Text

_HEADINGS: tuple[Text, ...] = (
    Text(en="Code", es="Código"),
    Text(en="What", es="Concepto"),
    Text(en="Agency", es="Dependencia"),
    Text(en="How often", es="Frecuencia"),
    Text(en="Counted in", es="Se cuenta en"),
    Text(en="Low (USD)", es="Mínimo (USD)"),
    Text(en="Typical (USD)", es="Típico (USD)"),
    Text(en="High (USD)", es="Máximo (USD)"),
    Text(en="Government fee", es="Tarifa del gobierno"),
    Text(en="Legal basis", es="Base legal"),
    Text(en="Source", es="Fuente"),
    Text(en="Link", es="Enlace"),
    Text(en="As of", es="Consultado el"),
    Text(en="Status", es="Estado"),
)
_CADENCES = {
    "once": Text(en="once", es="una vez"),
    "monthly": Text(en="monthly", es="cada mes"),
    "yearly": Text(en="yearly", es="cada año"),
    "everyTwoYears": Text(en="every two years", es="cada dos años"),
    "everyFiveYears": Text(en="every five years", es="cada cinco años"),
}
_FALLS_DUE = {
    "opening": Text(en="to open", es="para abrir"),
    "monthly": Text(en="each month", es="cada mes"),
    "yearly": Text(en="later in the year", es="más tarde en el año"),
}
_STATUSES = {
    "confirmed": Text(en="confirmed", es="confirmada"),
    "free": Text(en="free", es="gratis"),
    "notConfirmed": Text(en="not confirmed", es="sin confirmar"),
    "unknown": Text(en="unknown", es="desconocida"),
    "market": Text(en="market estimate", es="estimación de mercado"),
    "own": Text(en="your own amount", es="su propia cifra"),
}
_YES, _NO = Text(en="yes", es="sí"), Text(en="no", es="no")


def make_csv(estimate: EstimateReply, language: Language) -> str:
    """Return the lines of an estimate as CSV."""
    headings = make_csv_line(heading.in_language(language) for heading in _HEADINGS)
    return (
        BYTE_ORDER_MARK
        + headings
        + "".join(make_csv_line(_make_row(line, language)) for line in estimate.lines)
    )


def _make_row(line: LineReply, language: Language) -> Sequence[str]:
    return (
        line.code,
        line.label,
        line.agency or "",
        _CADENCES[line.cadence].in_language(language),
        _FALLS_DUE[line.falls_due].in_language(language),
        _format_dollars(line.low),
        _format_dollars(line.typical),
        _format_dollars(line.high),
        (_YES if line.is_government_fee else _NO).in_language(language),
        line.legal_basis or "",
        line.source,
        line.source_url or "",
        line.checked_on.isoformat() if line.checked_on else "",
        _STATUSES[line.status].in_language(language),
    )


def _format_dollars(cents: int | None) -> str:
    return "" if cents is None else f"{cents // 100}.{cents % 100:02}"
