"""The calls of the sandbox's agencies to the portal: transactions, messages and decisions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any
from urllib.parse import quote

from domains.agencies.protocol import PersonReplyRequest
from infrastructure.sandbox.agencies.agency import Agency
from infrastructure.sandbox.agencies.applications import SAMPLE_QUESTION, TIME_TO_RESPOND, Decision
from infrastructure.sandbox.agencies.inbound import InboundClient, MessageIdReused, Portal, make_transaction
from infrastructure.sandbox.agencies.letters import MessageInput, build_answer, build_message, build_sample
from infrastructure.sandbox.files import File, make_certificate, make_file
from infrastructure.sandbox.samples import (
    SAMPLE_CONNECTIONS,
    SAMPLE_MESSAGES,
    Payment,
    Record,
    SampleMessage,
    get_today,
    make_records,
)


class NotPossible(Exception):
    """The agency cannot do as a form or a program asks; the message is for its sender."""


@dataclass(slots=True)
class Outgoing:
    """The calls of all agencies to the portal."""

    agencies: Mapping[str, Agency]  # by id; likewise `clients`
    clients: Mapping[str, InboundClient]
    portal: Portal  # answers the calls
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def list_sample_connections(self) -> Mapping[str, Sequence[tuple[str, dict[str, str]]]]:
        """List the service and identity values of each connection at the start, by email address."""
        found = {record.reference: record for record in make_records(get_today())}
        return {
            email: [(found[reference].service_id, found[reference].typed) for reference in references]
            for email, references in SAMPLE_CONNECTIONS.items()
        }

    def list_read_messages(self) -> Mapping[str, Sequence[tuple[str, Mapping[str, str]]]]:
        """List the service and subject of each sample message that is read, by email address."""
        found = {record.reference: record for record in make_records(get_today())}
        read: dict[str, list[tuple[str, Mapping[str, str]]]] = {}
        for message in SAMPLE_MESSAGES:
            if message.is_read:
                record = found[message.reference]
                read.setdefault(record.owner.email or "", []).append((record.service_id, message.subject))
        return read

    def post_sample_transactions(self) -> None:
        """Post the transactions of the sample connections. Idempotent.

        Raises:
            InboundFailed: see its docstring.
        """
        connected = {reference for references in SAMPLE_CONNECTIONS.values() for reference in references}
        for agency in self.agencies.values():
            for record in agency.records.values():
                if record.reference in connected:
                    for payment in record.payments:
                        self._post_payment(agency, record, payment)

    def post_sample_messages(self) -> None:
        """Send the sample messages about the sample connections. Idempotent.

        Raises:
            InboundFailed: see its docstring.
        """
        owners = {reference: agency for agency in self.agencies.values() for reference in agency.records}
        for message in SAMPLE_MESSAGES:
            self._post_sample(owners[message.reference], message)

    def ask_about_sample(self, form_id: str, application_id: str) -> None:
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
        asked = {"note": SAMPLE_QUESTION, "respondBy": get_today() + TIME_TO_RESPOND}
        decision = Decision.model_validate({"state": "needsInformation", **asked})
        self.send_decision(agency.id, application_id, decision)

    def send_decision(self, agency_id: str, application_id: str, decision: Decision) -> dict[str, str]:
        """Send the decision on an application, which the agency need not know, to the portal.

        Returns:
            The id of the decision and the portal's outcome.

        Raises:
            InboundFailed: see its docstring.
        """
        agency, client = self.agencies[agency_id], self.clients[agency_id]
        found = agency.applications.find(application_id)
        name = found.request.business.name if found else application_id
        own_id = f"sandbox-{self._make_number()}"
        is_approved = decision.state == "approved"
        file = make_certificate(f"{agency_id}: approved for {name}") if is_approved else None
        path = f"applications/{quote(application_id, safe='')}/status"
        body = decision.make_status(own_id, self._attach(client, file), datetime.now(UTC))
        outcome = str(client.post(self.portal, path, body)["outcome"])
        agency.applications.note_report(application_id, decision.state, outcome)
        return {"id": own_id, "outcome": outcome}

    def send_message(self, agency: Agency, requested: MessageInput) -> dict[str, Any]:
        """Send the requested message; return its id and outcome."""
        record = agency.records.get(requested.reference)
        service = agency.services.get(record.service_id if record else requested.service or "")
        if service is None or not service.message_types or (record is None and requested.reference != "*"):
            raise NotPossible(f"{agency.id} has no record {requested.reference}, or no message type for it.")
        client = self.clients[agency.id]
        own_id = f"sandbox-{self._make_number()}"
        attached = self._attach(client, make_file(requested.attachment, f"{agency.id} {own_id}"))
        message = build_message(requested, service, own_id, attached, datetime.now(UTC))
        if record:
            return {"id": own_id, **self._post_message(agency, record.reference, message)}
        references = [each.reference for each in agency.list_records(service.id)]
        body = {"agencyServiceId": service.id, "references": references, "message": message}
        return {"id": own_id, **client.post(self.portal, "messages/batch", body)}

    def post_new_payment(self, agency: Agency, record: Record) -> str:
        """Post a made-up payment; return the portal's outcome."""
        number = self._make_number()
        payment = Payment(
            f"sandbox-{number}", 0, "payment", "completed", "Payment from the sandbox",
            "Pago desde el entorno de pruebas", "12.34", "1.00", "Visa ••4242", f"S-{number}",
        )  # fmt: skip
        return self._post_payment(agency, record, payment)

    def revoke(self, agency: Agency, record: Record) -> str:
        """Tell the portal that a record is nobody's any more; return its outcome."""
        body = {"agencyServiceId": record.service_id, "reference": record.reference}
        return str(self.clients[agency.id].post(self.portal, "revocations", body)["outcome"])

    def fetch_document(self, agency: Agency, application_id: str, document_id: str) -> tuple[str, bytes]:
        """Fetch a file of an application; see `InboundClient.fetch_document`."""
        return self.clients[agency.id].fetch_document(self.portal, application_id, document_id)

    def answer_reply(self, agency_id: str, reply: PersonReplyRequest) -> None:
        """Send the answer to a reply.

        Raises:
            InboundFailed: see its docstring.
        """
        agency = self.agencies[agency_id]
        answer = build_answer(reply, agency.services[reply.service_id], datetime.now(UTC))
        self._post_message(agency, reply.reference, answer)

    def _post_message(self, agency: Agency, reference: str, message: Mapping[str, Any]) -> Any:
        service_id = agency.records[reference].service_id
        content = {"agencyServiceId": service_id, "reference": reference, "message": message}
        return self.clients[agency.id].post(self.portal, "messages", content)

    def _post_payment(self, agency: Agency, record: Record, payment: Payment) -> str:
        content = make_transaction(record, payment, get_today())
        return str(self.clients[agency.id].post(self.portal, "transactions", content)["outcome"])

    def _post_sample(self, agency: Agency, message: SampleMessage) -> None:
        service = agency.services[agency.records[message.reference].service_id]
        file = make_file(message.file, next(iter(message.subject.values())))
        attached = self._attach(self.clients[agency.id], file)
        try:
            self._post_message(
                agency, message.reference, build_sample(message, service, attached, get_today())
            )
        except MessageIdReused:
            # An interrupted start sent it with another file or date.
            return

    def _attach(self, client: InboundClient, file: File | None) -> list[str]:
        return [client.attach(self.portal, file)] if file else []

    def _make_number(self) -> str:
        return f"{datetime.now(UTC):%Y%m%d%H%M%S}-{next(self._numbers)}"
