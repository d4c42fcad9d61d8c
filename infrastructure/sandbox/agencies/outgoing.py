"""The calls of the sandbox's agencies to the portal: transactions, messages and decisions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import count
from typing import Any
from urllib.parse import quote

from domains.agencies.manifest import Service
from domains.agencies.protocol import ReplyRequest
from infrastructure.sandbox.agencies.agency import Agency
from infrastructure.sandbox.agencies.applications import (
    CERTIFICATE,
    SAMPLE_QUESTION,
    TIME_TO_RESPOND,
    Decision,
)
from infrastructure.sandbox.agencies.inbound import InboundClient, MessageIdReused, Portal, make_transaction
from infrastructure.sandbox.agencies.letters import MessageInput, build_answer, build_message, build_sample
from infrastructure.sandbox.files import File, make_certificate, make_file
from infrastructure.sandbox.samples import (
    SAMPLE_CONNECTIONS,
    SAMPLE_MESSAGES,
    Payment,
    Record,
    SampleMessage,
    make_records,
)


class NoSuchRecord(Exception):
    """The request names no record or message type of the agency; the message is for a developer."""


@dataclass(slots=True)
class Outgoing:
    """The calls of all agencies to the portal.

    Attributes:
        agencies: by id; likewise `clients`.
        portal: answers calls for which no other portal is given to the method.
        today: returns the day in Arizona.
    """

    agencies: Mapping[str, Agency]
    clients: Mapping[str, InboundClient]
    portal: Portal
    today: Callable[[], date]
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def list_sample_connections(self) -> Mapping[str, Sequence[tuple[str, dict[str, str]]]]:
        """List the service and identity values of each connection at the start, by email address."""
        found = {record.reference: record for record in make_records(self.today())}
        return {
            email: [(found[reference].service_id, found[reference].typed) for reference in references]
            for email, references in SAMPLE_CONNECTIONS.items()
        }

    def list_read_messages(self) -> Mapping[str, Sequence[tuple[str, Mapping[str, str]]]]:
        """List the service and subject of each sample message that is read, by email address."""
        found = {record.reference: record for record in make_records(self.today())}
        read: dict[str, list[tuple[str, Mapping[str, str]]]] = {}
        for message in SAMPLE_MESSAGES:
            if message.is_read:
                record = found[message.reference]
                read.setdefault(record.owner.email or "", []).append((record.service_id, message.subject))
        return read

    def post_sample_transactions(self, portal: Portal | None = None) -> None:
        """Post the transactions of the sample connections. Idempotent.

        Raises:
            InboundFailed: see its docstring.
        """
        connected = {reference for references in SAMPLE_CONNECTIONS.values() for reference in references}
        for agency in self.agencies.values():
            for record in agency.records.values():
                if record.reference in connected:
                    for payment in record.payments:
                        self._post_payment(agency, record, payment, portal or self.portal)

    def post_sample_messages(self, portal: Portal | None = None) -> None:
        """Send the sample messages about the sample connections. Idempotent.

        Raises:
            InboundFailed: see its docstring.
        """
        owners = {reference: agency for agency in self.agencies.values() for reference in agency.records}
        for message in SAMPLE_MESSAGES:
            self._post_sample(owners[message.reference], message, portal or self.portal)

    def ask_about_sample(self, form_id: str, application_id: str, portal: Portal | None = None) -> None:
        """Ask a sample person for more information about an application.

        Raises:
            InboundFailed: see its docstring.
        """
        agency = next(
            agency
            for agency in self.agencies.values()
            for service in agency.manifest.services
            if any(form.id == form_id for form in service.application_forms)
        )
        decision = Decision.model_validate(
            {
                "state": "needsInformation",
                "note": SAMPLE_QUESTION,
                "respondBy": self.today() + TIME_TO_RESPOND,
            }
        )
        self.send_decision(agency.id, application_id, decision, portal)

    def send_decision(
        self, agency_id: str, application_id: str, decision: Decision, portal: Portal | None = None
    ) -> dict[str, str]:
        """Send the decision on an application, which the agency need not know, to the portal.

        Returns:
            The id of the decision and the portal's outcome.

        Raises:
            InboundFailed: see its docstring.
        """
        agency, client = self.agencies[agency_id], self.clients[agency_id]
        portal = portal or self.portal
        found = agency.applications.find(application_id)
        name = found.request.business.name if found else application_id
        own_id = decision.id or f"sandbox-{self._make_number()}"
        attached = _attach(client, _make_decision_file(decision, f"{agency_id}: approved for {name}"), portal)
        path = f"applications/{quote(application_id, safe='')}/status"
        body = decision.make_status(own_id, attached, datetime.now(UTC))
        outcome = str(client.post(portal, path, body)["outcome"])
        agency.applications.note_report(application_id, decision.state, outcome)
        return {"id": own_id, "outcome": outcome}

    def send_message(self, agency: Agency, requested: MessageInput) -> dict[str, Any]:
        """Send the requested message; return its id and outcome."""
        service, references = _find_addressees(agency, requested)
        client = self.clients[agency.id]
        own_id = requested.id or f"sandbox-{self._make_number()}"
        attached = _attach(client, make_file(requested.attachment, f"{agency.id} {own_id}"), self.portal)
        body: dict[str, Any] = {
            "agencyServiceId": service.id,
            "message": build_message(requested, service, own_id, attached, datetime.now(UTC)),
        }
        if requested.references is None:
            answer = client.post(self.portal, "messages", body | {"reference": references[0]})
        else:
            answer = client.post(self.portal, "messages/batch", body | {"references": references})
        return {"id": own_id, **answer}

    def post_new_payment(self, agency: Agency, record: Record) -> str:
        """Post a made-up payment; return the portal's outcome."""
        number = self._make_number()
        payment = Payment(
            f"sandbox-{number}", 0, "payment", "completed", "Payment from the sandbox",
            "Pago desde el entorno de pruebas", "12.34", "1.00", "Visa ••4242", f"S-{number}",
        )  # fmt: skip
        return self._post_payment(agency, record, payment, self.portal)

    def revoke(self, agency: Agency, record: Record) -> str:
        """Tell the portal that a record is nobody's any more; return its outcome."""
        body = {"agencyServiceId": record.service_id, "reference": record.reference}
        return str(self.clients[agency.id].post(self.portal, "revocations", body)["outcome"])

    def fetch_document(self, agency: Agency, application_id: str, document_id: str) -> tuple[str, bytes]:
        """Fetch a file of an application; see `InboundClient.fetch_document`."""
        return self.clients[agency.id].fetch_document(self.portal, application_id, document_id)

    def answer_reply(self, agency_id: str, reply: ReplyRequest) -> None:
        """Send the answer to a reply.

        Raises:
            InboundFailed: see its docstring.
        """
        services = self.agencies[agency_id].manifest.services
        service = next(each for each in services if each.id == reply.service_id)
        content = {
            "agencyServiceId": service.id,
            "reference": reply.reference,
            "message": build_answer(reply, service, datetime.now(UTC)),
        }
        self.clients[agency_id].post(self.portal, "messages", content)

    def _post_payment(self, agency: Agency, record: Record, payment: Payment, portal: Portal) -> str:
        content = make_transaction(record, payment, self.today())
        return str(self.clients[agency.id].post(portal, "transactions", content)["outcome"])

    def _post_sample(self, agency: Agency, message: SampleMessage, portal: Portal) -> None:
        client = self.clients[agency.id]
        service_id = agency.records[message.reference].service_id
        service = next(each for each in agency.manifest.services if each.id == service_id)
        attached = _attach(client, make_file(message.file, next(iter(message.subject.values()))), portal)
        content = {
            "agencyServiceId": service_id,
            "reference": message.reference,
            "message": build_sample(message, service, attached, self.today()),
        }
        try:
            client.post(portal, "messages", content)
        except MessageIdReused:
            # An interrupted start sent it with another file or date.
            return

    def _make_number(self) -> str:
        return f"{datetime.now(UTC):%Y%m%d%H%M%S}-{next(self._numbers)}"


def _attach(client: InboundClient, file: File | None, portal: Portal) -> list[str]:
    return [client.attach(portal, file)] if file else []


def _make_decision_file(decision: Decision, text: str) -> File | None:
    if decision.state == "approved" and decision.file_kind == CERTIFICATE:
        return make_certificate(text)
    return make_file(decision.file_kind, text)


def _find_addressees(agency: Agency, requested: MessageInput) -> tuple[Service, list[str]]:
    """Return the service and the references of the records that a request names."""
    wanted = requested.references if requested.references is not None else [requested.reference]
    known = [agency.records[each] for each in wanted if each is not None and each in agency.records]
    service_id = requested.service or next((record.service_id for record in known), None)
    service = next((each for each in agency.manifest.services if each.id == service_id), None)
    if service is None or not service.message_types:
        raise NoSuchRecord(f"{agency.id} has no record {wanted}, or no message type at {service_id}.")
    if wanted == ["*"]:
        return service, [each.reference for each in agency.records.values() if each.service_id == service.id]
    return service, [each for each in wanted if each is not None]
