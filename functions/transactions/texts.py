"""Sentences and words of the transactions group."""

from collections.abc import Mapping
from datetime import date

from domains.agencies.transactions import TransactionStatus, TransactionType
from portal.language import Text

FROM_AFTER_TO = Text(
    en="The first day is after the last day. Choose an earlier one.",
    es="El primer día es posterior al último. Elija uno anterior.",
)

COLUMNS = (
    Text(en="Date", es="Fecha"),
    Text(en="Agency", es="Agencia"),
    Text(en="Service", es="Servicio"),
    Text(en="Type", es="Tipo"),
    Text(en="Status", es="Estado"),
    Text(en="Description", es="Descripción"),
    Text(en="Reference number", es="Número de referencia"),
    Text(en="Amount (USD)", es="Importe (USD)"),
    Text(en="Convenience fee (USD)", es="Cargo por servicio (USD)"),
    Text(en="Payment method", es="Forma de pago"),
    Text(en="Period", es="Período"),
    Text(en="Receipt", es="Recibo"),
)
TYPES: Mapping[TransactionType, Text] = {
    "payment": Text(en="Payment", es="Pago"),
    "renewal": Text(en="Renewal", es="Renovación"),
    "filing": Text(en="Filing", es="Presentación"),
    "change": Text(en="Change", es="Cambio"),
    "document": Text(en="Document", es="Documento"),
}
STATUSES: Mapping[TransactionStatus, Text] = {
    "pending": Text(en="Pending", es="Pendiente"),
    "completed": Text(en="Completed", es="Completada"),
    "failed": Text(en="Failed", es="Fallida"),
    "refunded": Text(en="Refunded", es="Reembolsada"),
    "cancelled": Text(en="Cancelled", es="Cancelada"),
}
FILE_NAME = Text(en="transactions", es="transacciones")


def make_incomplete_file_text(scanned_until: date) -> Text:
    """Return the last line of an incomplete file."""
    return Text(
        en=f"This file is not complete: it goes back to {scanned_until}. For earlier transactions, choose "
        "that day as the last one and download again.",
        es=f"Este archivo no está completo: llega hasta {scanned_until}. Para transacciones anteriores, "
        "elija ese día como el último y descargue de nuevo.",
    )
