"""Two agencies and their transactions."""

from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from domains.agencies.manifest import Manifest
from domains.agencies.transactions import Transaction, get_transaction_id
from domains.agencies.transactions_table import TransactionsTable
from infrastructure.operations.agencies.registry import Registry, register
from portal.language import Text
from tests.api.shared_setup import run_once
from tests.api.support import AGENCIES_TABLE, TRANSACTIONS_TABLE, Person

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
MVD, PARKS = "adot-mvd", "state-parks"
VEHICLES, LICENSES, PASSES = "adot-mvd-vehicles", "adot-mvd-licences", "state-parks-passes"

RECORD = {"agencyServiceId": VEHICLES, "reference": "vehicle-1"}
POSTED = RECORD | {
    "transaction": {
        "id": "receipt-1",
        "occurredOn": "2026-03-14",
        "type": "payment",
        "status": "completed",
        "description": {"en": "Registration renewal", "es": "Renovación del registro"},
        "updatedAt": "2026-03-14T19:02:11Z",
    }
}


def _make_service(service_id: str, code: str, name: str, nombre: str, category: str) -> dict[str, Any]:
    return {
        "id": service_id,
        "code": code,
        "name": {"en": name, "es": nombre},
        "description": {"en": name, "es": nombre},
        "category": category,
        "endpoint": "https://api.agency.example/v1",
        "credentials": service_id,
    }


def _make_manifest(
    agency_id: str, name: str, nombre: str, hosts: list[str], services: list[dict[str, Any]]
) -> Manifest:
    agency = {
        "id": agency_id,
        "name": {"en": name, "es": nombre},
        "description": {"en": name, "es": nombre},
        "kind": "state",
        "hosts": hosts,
    }
    return Manifest.model_validate({"manifestVersion": 1, "agency": agency, "services": services})


MANIFESTS = (
    _make_manifest(
        MVD,
        "Motor Vehicle Division",
        "División de Vehículos",
        ["mvd.example", "pay.mvd.example"],
        [
            _make_service(VEHICLES, "VEHICLES", "Vehicle registration", "Registro de vehículos", "vehicles"),
            _make_service(LICENSES, "LICENCES", "Driver licence", "Licencia de conducir", "licences"),
        ],
    ),
    _make_manifest(
        PARKS,
        "State Parks",
        "Parques Estatales",
        ["parks.example"],
        [_make_service(PASSES, "PASSES", "Annual pass", "Pase anual", "recreation")],
    ),
)


def register_agencies() -> None:
    """Add both agencies to the catalog."""

    def register_both() -> None:
        for manifest in MANIFESTS:
            register(manifest, _get_registry())

    run_once("both agencies", register_both)


@cache
def _get_registry() -> Registry:
    return Registry(AGENCIES_TABLE, "/saguaro/dev/agencies/", None)


def make_transaction(person: Person, own_id: str, **changes: Any) -> Transaction:
    """Return a completed payment to the Motor Vehicle Division, with these changes."""
    agency_id = changes.get("agency_id", MVD)
    values: dict[str, Any] = {
        "id": get_transaction_id(person.user_id, agency_id, own_id),
        "user_id": person.user_id,
        "agency_id": agency_id,
        "service_id": VEHICLES,
        "occurred_on": date(2026, 3, 14),
        "type": "payment",
        "status": "completed",
        "description": Text(en="Registration renewal", es="Renovación del registro"),
        "reference_number": f"REF-{own_id}",
        "amount": "435.67",
        "convenience_fee": "3.00",
        "method": "Visa ••42",
        "period": "2026–2027",
        "receipt_url": "https://pay.mvd.example/receipt/1",
        "updated_at": NOW,
    }
    return Transaction(**values | changes)


def store(*transactions: Transaction) -> None:
    """Store transactions in the table."""
    table = TransactionsTable(TRANSACTIONS_TABLE)
    for each in transactions:
        assert table.put_transaction(each)
