"""The people and the application that the conformance test asks an agency about."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from pydantic import BaseModel, ConfigDict

from domains.agencies import protocol
from domains.agencies.manifest import IdentityField, Service
from domains.agencies.manifest_forms import ApplicationForm, FormField
from domains.agencies.protocol import MatchedPerson
from domains.applications.form_rules import list_fields, list_shown_fields
from domains.applications.records import get_least_people, write_record

_ADDRESS = {"line1": "1700 W Washington St", "city": "Phoenix", "state": "AZ", "zip": "85007"}
_SAMPLES = {
    "text": "Conformance test",
    "businessName": "Conformance Test LLC",
    "longText": "Conformance test",
    "date": "2026-01-02",
    "yesNo": "no",
    "county": "maricopa",
    "email": "conformance@example.com",
    "phone": "+16025550100",
}


class KnownPerson(BaseModel):
    """Person whose record the agency finds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    identity: dict[str, str]  # value of each identity field
    # Names and birth date in the agency's record; needed if the manifest says that the agency matches people.
    person: MatchedPerson | None = None


People = Mapping[str, KnownPerson]
"""People whom the agency finds, by service."""


def make_unknown_identity(service: Service) -> dict[str, str]:
    """Return valid values that nobody has."""
    return {field.name: make_other_value(field, "") for field in service.identity_fields}


def make_unknown_person(service: Service) -> dict[str, str] | None:
    """Return a person whom no agency knows; None if the service does not match people."""
    if not service.matches_person:
        return None
    return {"legalFirstName": "NOBODY", "legalLastName": "CONFORMANCE", "dateOfBirth": "1901-01-01"}


def list_similar_people(person: MatchedPerson) -> dict[str, MatchedPerson]:
    """Return people who differ in one detail, by the detail."""
    first, last = person.legal_first_name, person.legal_last_name
    others = {
        "another first name": person.model_copy(update={"legal_first_name": f"{first}a"}),
        "the first name left out": person.model_copy(update={"legal_first_name": ""}),
        "another last name": person.model_copy(update={"legal_last_name": f"{last}a"}),
        "a last name more": person.model_copy(update={"legal_last_name": f"{last} Conformance"}),
        "first and last name the other way around": person.model_copy(
            update={"legal_first_name": last, "legal_last_name": first}
        ),
        "another date of birth": person.model_copy(
            update={"date_of_birth": person.date_of_birth + timedelta(days=1)}
        ),
    }
    # James James stays the same if swapped.
    return {name: other for name, other in others.items() if other != person}


def list_other_spellings(person: MatchedPerson) -> dict[str, MatchedPerson]:
    """Return other spellings of the same person, by kind."""
    first, last = person.legal_first_name, person.legal_last_name
    words = last.replace("-", " ").split()
    spellings = {
        "in capitals": (first.upper(), last.upper()),
        "in small letters": (first.lower(), last.lower()),
        "with other accents": (_add_accents(first), _add_accents(last)),
    }
    if len(words) == 2:
        spellings["with a hyphen"] = (first, "-".join(words))
        spellings["with the last names the other way around"] = (first, " ".join(reversed(words)))
    return {
        name: person.model_copy(update={"legal_first_name": first, "legal_last_name": last})
        for name, (first, last) in spellings.items()
    }


def _add_accents(name: str) -> str:
    return unicodedata.normalize("NFC", re.sub(r"([aeiouAEIOU])(?![\u0300-\u036f])", "\\1\u0301", name))


def make_other_value(field: IdentityField, value: str) -> str:
    """Return a valid value of an identity field that differs from one."""
    match field.format:
        case "date":
            return "1901-01-01" if value != "1901-01-01" else "1901-01-02"
        case "choice":
            return next(choice.value for choice in field.choices if choice.value != value)
        case "digits":
            filler = "0" if value.endswith("9") else "9"
        case _:
            filler = "X" if value.endswith("Z") else "Z"
    length = max(field.min_length, min(len(value) or len(field.example), field.max_length))
    return filler * length


def make_application(
    service: Service, form: ApplicationForm, own_id: str, submission: int
) -> protocol.AgencyApplicationRequest:
    """Return an application of a made-up business, with every required question answered and no file."""
    answers = {field.name: _make_sample(field) for field in list_fields(form)}
    shown = list_shown_fields(form, answers)
    return protocol.AgencyApplicationRequest(
        service_id=service.id,
        application_id=own_id,
        submission=submission,
        form_id=form.id,
        submitted_at=datetime.now(UTC),
        business=protocol.ApplyingBusiness(
            id=f"{own_id}-business",
            name="Conformance test",
            entity_type=form.entity_types[0] if form.entity_types else "llc",
            county_id="maricopa",
        ),
        applicant=protocol.Applicant(name="Conformance test", email="conformance@example.com"),
        answers={field.name: answers[field.name] for field in shown},
        documents=[],
    )


def _make_sample(field: FormField) -> str:
    match field.kind:
        case "choice":
            return field.choices[0].value
        case "number":
            return str(field.minimum or 0)
        case "money":
            return f"{field.minimum or 0}.00"
        case "address":
            return write_record(_ADDRESS)
        case "people":
            person = (
                {"name": "Conformance test"}
                | ({"role": field.choices[0].value} if field.choices else {})
                | ({"address": _ADDRESS} if field.has_address else {})
            )
            return write_record([person] * max(1, get_least_people(field)))
        case _:
            return _SAMPLES[field.kind][: field.max_length]
