"""The applications at an agency of the sandbox, and the decisions of its clerk."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from starlette.exceptions import HTTPException

from domains.agencies import protocol
from domains.agencies.manifest import Manifest
from domains.agencies.manifest_forms import ApplicationForm, FormField
from domains.applications.application import AgencyState, ApplicationState
from domains.applications.records import Record, Unreadable, read_address, read_people
from infrastructure.sandbox.agencies.letters import Texts

TIME_TO_RESPOND = timedelta(days=14)
SAMPLE_QUESTION = Texts(
    en="Please tell us what the business does in a few more words. Others use the name Ocotillo Repairs too.",
    es="Díganos con más palabras a qué se dedica el negocio. Otros también usan el nombre Ocotillo Repairs.",
)


@dataclass(slots=True)
class ReceivedApplication:
    """An application that the agency has."""

    request: protocol.AgencyApplicationRequest  # as it was submitted last
    form: ApplicationForm
    received_at: datetime
    # The last one sent to the portal; `submitted` before, and after each submission.
    state: ApplicationState = "submitted"
    # The states that it sent, latest first.
    reported: list[tuple[datetime, str]] = field(default_factory=list)

    @property
    def answers(self) -> list[tuple[str, str]]:
        """Question and answer, in the order of the form."""
        fields = {each.name: each for section in self.form.sections for each in section.fields}
        return [
            (fields[name].label.en, _format_answer(fields[name], self.request.answers[name]))
            for name in fields
            if name in self.request.answers
        ]

    @property
    def documents(self) -> list[tuple[str, protocol.SentDocument]]:
        """Requested documents with their files."""
        labels = {document.code: document.label.en for document in self.form.documents}
        return [(labels.get(sent.code, sent.code), sent) for sent in self.request.documents]

    def find(self, document_id: str) -> protocol.SentDocument | None:
        """Return a file of the application, None where it has no such."""
        return next((sent for sent in self.request.documents if sent.id == document_id), None)


class Decision(BaseModel):
    """Decision on an application, entered by a form or a program.

    The portal refuses a decision that lacks something.
    """

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")

    state: AgencyState
    note: Texts | None = None
    respond_by: date | None = None  # ignored unless information is needed, as the form always sends it
    amount_due: str | None = None  # total that the applicant pays, in US dollars

    def make_status(self, own_id: str, documents: Sequence[str], now: datetime) -> dict[str, Any]:
        """Return the body for the portal."""
        respond_by = self.respond_by if self.state == "needsInformation" else None
        return {
            "status": {
                "id": own_id,
                "state": self.state,
                "note": self.note.model_dump(exclude_none=True) if self.note else None,
                "respondBy": respond_by.isoformat() if respond_by else None,
                "amountDue": self.amount_due,
                "documents": [{"id": each} for each in documents],
                "at": now.isoformat(),
            }
        }


class Applications:
    """The applications of one agency, in memory: after a restart it knows none."""

    def __init__(self, manifest: Manifest) -> None:
        self._agency_id = manifest.agency.id
        self._forms = {
            form.id: (service.id, form) for service in manifest.services for form in service.application_forms
        }
        self._received: dict[str, ReceivedApplication] = {}

    @property
    def has_forms(self) -> bool:
        """True if businesses can apply for something here."""
        return bool(self._forms)

    def list_applications(self) -> list[ReceivedApplication]:
        """List the applications, latest first."""
        return sorted(self._received.values(), key=lambda each: each.received_at, reverse=True)

    def find(self, application_id: str) -> ReceivedApplication | None:
        """Return an application by the portal's name for it."""
        return self._received.get(application_id)

    def receive(self, request: protocol.AgencyApplicationRequest) -> protocol.ApplicationAnswer:
        """Take an application. Idempotent for the same id and submission.

        Raises:
            HTTPException: the agency has no such form.
        """
        service_id, form = self._forms.get(request.form_id, (None, None))
        if form is None or service_id != request.service_id:
            raise HTTPException(400, "there is no such form")
        known = self._received.get(request.application_id)
        if known is None or known.request.submission < request.submission:
            reported = known.reported if known else []
            self._received[request.application_id] = ReceivedApplication(
                request, form, datetime.now(UTC), reported=reported
            )
        return protocol.ApplicationAnswer(received=True, reference=self.get_reference(request))

    def withdraw(self, request: protocol.ApplicationWithdrawalRequest) -> None:
        """Note that an application is withdrawn; an unknown one is ignored."""
        if found := self._received.get(request.application_id):
            found.state = "withdrawn"

    def note_report(self, application_id: str, state: AgencyState, outcome: str) -> None:
        """Note the portal's outcome for a state."""
        if found := self._received.get(application_id):
            found.state = state
            found.reported.insert(0, (datetime.now(UTC), f"{state}: {outcome}"))

    def get_reference(self, request: protocol.AgencyApplicationRequest) -> str:
        """Return the agency's reference of an application."""
        # Derived from the id, so that it is the same after a restart.
        number = hashlib.sha256(request.application_id.encode()).hexdigest()[:8].upper()
        return f"{self._agency_id.upper()}-{number}"

    def describe(self) -> dict[str, object]:
        """Return the applications as JSON content."""
        return {
            "items": [
                {
                    "state": found.state,
                    "reference": self.get_reference(found.request),
                    "request": found.request.model_dump(by_alias=True, mode="json"),
                }
                for found in self.list_applications()
            ]
        }


def _format_answer(field: FormField, answer: str) -> str:
    """Return an answer in words, each person on a line; as it is if an earlier form asked otherwise."""
    try:
        if field.kind == "address":
            return _format_address(read_address(answer))
        if field.kind == "people":
            return "\n".join(_format_person(field, each) for each in read_people(answer))
    except Unreadable:
        return answer
    return _format_choice(field, answer)


def _format_person(field: FormField, person: Record) -> str:
    parts = (
        person.get("name", ""),
        _format_choice(field, person.get("role", "")),
        _format_address(person.get("address", {})),
    )
    return ", ".join(filter(None, parts))


def _format_address(address: Mapping[str, str]) -> str:
    place = " ".join(filter(None, (address.get("state"), address.get("zip"))))
    return ", ".join(filter(None, (address.get("line1"), address.get("line2"), address.get("city"), place)))


def _format_choice(field: FormField, answer: str) -> str:
    return next((choice.label.en for choice in field.choices if choice.value == answer), answer)
