"""Asks agencies for the records of companies that cards show, and compares them with the register."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from http import HTTPStatus
from typing import Any

from domains.agencies import protocol
from domains.agencies.manifest import CompanyFields, Manifest, Service
from domains.agencies.subscriptions_table import make_subscription_key
from domains.agencies.values import AgencyRecord, MalformedAnswer, WrongRecord, read_record
from domains.names.index_record import NameRecord as Row
from domains.names.key import get_key, read_name
from domains.names.snapshot import Snapshot
from domains.names.verdict import FREED
from infrastructure.operations.agencies.caller import (
    Answer,
    Broken,
    Caller,
    make_call,
    read_answer,
    sign_call,
)
from infrastructure.operations.comparison import Figures, Item
from infrastructure.operations.names.compare import Faults
from infrastructure.operations.portals import Unreachable

_CONFLICTS = 50
_SUBSCRIPTION = make_subscription_key("")
_REMEDY = "Run `npm run agency -- test` for it."


@dataclass(frozen=True, slots=True)
class CompanyService:
    """A service whose records are about companies."""

    agency_id: str
    service: Service
    company: CompanyFields
    secret: bytes
    caller: Caller

    def get_record(self, reference: str, accounts: int) -> AgencyRecord | None:
        """Return the agency's record; None if it does not know it any more."""
        answer = self._post(protocol.SERVICE_DATA, {"reference": reference, "accounts": accounts})
        if answer.status == HTTPStatus.GONE:
            return None
        data = read_answer(answer, protocol.ServiceDataAnswer, _REMEDY)
        try:
            return read_record(self.service, reference, data, datetime.now(UTC))
        except WrongRecord:
            raise Broken("it answered about another record", _REMEDY) from None
        except MalformedAnswer as error:
            raise Broken(str(error), _REMEDY) from None

    def _post(self, call: str, content: Mapping[str, object]) -> Answer:
        made = make_call("POST", f"{self.service.endpoint}/{call}", {"serviceId": self.service.id, **content})
        return self.caller.send(sign_call(made, self.agency_id, self.secret))


def list_company_services(
    manifests: Sequence[Manifest], get_secret: Callable[[str], str | None]
) -> list[CompanyService]:
    """Return the services of registered agencies whose manifests say `company`."""
    caller = Caller()
    found = []
    for manifest in manifests:
        for service in manifest.services:
            if service.company is not None:
                secret = get_secret(service.credentials)
                if not secret:
                    raise Unreachable(f"{service.id} has no signing secret: register its agency again.")
                found.append(
                    CompanyService(manifest.agency.id, service, service.company, secret.encode(), caller)
                )
    return found


def count_connections(items: Iterator[Item]) -> dict[tuple[str, str], int]:
    """Count the connected people by service and reference."""
    connected: dict[tuple[str, str], set[str]] = {}
    for item in items:
        if item["item"]["S"].startswith(_SUBSCRIPTION):
            for identity in item["identities"]["M"].values():
                if identity["M"]["status"]["S"] == "connected":
                    record = item["service_id"]["S"], identity["M"]["reference"]["S"]
                    connected.setdefault(record, set()).add(item["owner"]["S"])
    return {record: len(people) for record, people in connected.items()}


def compare_agencies(
    services: Sequence[CompanyService],
    connections: Mapping[tuple[str, str], int],
    snapshot: Snapshot,
    list_approved_keys: Callable[[], frozenset[str]],
) -> Figures:
    """Ask for every connected record of a company, and compare it with the register."""
    figures = Figures("records of companies")
    by_id = {service.service.id: service for service in services}
    for (service_id, reference), accounts in connections.items():
        if service := by_id.get(service_id):
            try:
                record = service.get_record(reference, accounts)
            except Broken as broken:
                figures.add(service_id, f"it could not be asked: {broken}")
                continue
            # A record that the agency does not know has a card that ends at the next look.
            if record is not None:
                figures.count({"records of companies": 1})
                figures.add_all(_compare_record(service, record, snapshot, list_approved_keys))
    return figures


def _compare_record(
    service: CompanyService,
    record: AgencyRecord,
    snapshot: Snapshot,
    list_approved_keys: Callable[[], frozenset[str]],
) -> Faults:
    company, values = service.company, record.values
    name = str(values.get(company.name, ""))
    if not name:
        return
    key = get_key(name)
    same = [row for row in snapshot.find_conflicts(name, _CONFLICTS) if row.key == key]
    if company.number is None:
        # Licenses are also for people, under their own names.
        if read_name(name).endings and not same and key not in list_approved_keys():
            yield (service.service.id, f"it shows {name}, and the register does not have it")
        return
    number = str(values.get(company.number, ""))
    place = f"{service.service.id} {number}"
    row = snapshot.find_record(number, key)
    if row is not None:
        yield from _compare_facts(company, place, values, row)
        return
    status = company.statuses.get(str(values.get(company.status or "")))
    formed_on = values.get(company.formed_on or "")
    if status in FREED or (isinstance(formed_on, date) and formed_on > snapshot.as_of):
        return
    if same:
        others = ", ".join(sorted(each.id for each in same))
        yield (place, f"it shows {name}, and the register has this name as {others}")
    elif key not in list_approved_keys():
        yield (place, f"it shows {name}, and the register does not have it under this name")


def _compare_facts(company: CompanyFields, place: str, values: Mapping[str, Any], row: Row) -> Faults:
    facts = (
        ("name", values.get(company.name), row.name),
        ("type", company.types.get(str(values.get(company.type or ""))), row.entity_type),
        ("status", company.statuses.get(str(values.get(company.status or ""))), row.status),
        ("day of formation", values.get(company.formed_on or ""), row.formed_on),
    )
    for fact, shown, registered in facts:
        if shown is not None and shown != registered:
            yield (place, f"{row.name}: it shows the {fact} {shown}, and the register has {registered}")
