"""Rules for the details of a person, as entered at registration and corrected later."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from domains.accounts import registration_texts as texts
from domains.accounts.account import Registration
from domains.state.time import ARIZONA, get_day
from portal.errors import InvalidRequest, Problem
from portal.language import Language
from portal.text import normalize

MIN_AGE = 13
EARLIEST_DATE_OF_BIRTH = date(1900, 1, 1)


@dataclass(frozen=True, slots=True)
class RegistrationDetails:
    """Details of a registration as entered; people with one name have only a last name."""

    legal_first_name: str | None
    legal_last_name: str
    preferred_name: str | None
    date_of_birth: date
    county_id: str | None
    language: Language


def check_details(details: RegistrationDetails, now: datetime, county_ids: Collection[str]) -> None:
    """Validate the details, except for the minimum age; see `is_too_young`."""
    problems = list(_find_problems(details, get_day(now), county_ids))
    if problems:
        raise InvalidRequest(*problems)


def is_too_young(details: RegistrationDetails, now: datetime) -> bool:
    """Return whether the date of birth is below the minimum age."""
    today = get_day(now)
    return details.date_of_birth <= today < get_minimum_age_day(details.date_of_birth)


def get_end_of_day(now: datetime) -> datetime:
    """Return the midnight in Arizona that ends the day."""
    tomorrow = get_day(now) + timedelta(days=1)
    return datetime.combine(tomorrow, time.min, ARIZONA)


def make_registration(details: RegistrationDetails, email: str, now: datetime) -> Registration:
    """Return the registration with these details.

    Args:
        email: the verified sign-in address, if any.
    """
    first_name, preferred_name = details.legal_first_name, details.preferred_name or None
    if first_name is None:
        display_name = preferred_name or details.legal_last_name
    else:
        display_name = f"{preferred_name or first_name} {details.legal_last_name}"
    return Registration(
        legal_first_name=normalize(first_name or "") or "",
        legal_last_name=normalize(details.legal_last_name) or "",
        preferred_name=preferred_name,
        display_name=display_name,
        date_of_birth=details.date_of_birth,
        county_id=details.county_id,
        language=details.language,
        email=email,
        registered_at=now,
        typed_first_name=first_name or "",
        typed_last_name=details.legal_last_name,
    )


def get_typed_names(registration: Registration) -> tuple[str, str]:
    """Return the legal first and last name as the person typed them.

    Registrations made before these were stored have only the display name, which lacks the legal first name
    of a person with a preferred one.
    """
    if registration.typed_last_name is not None:
        return registration.typed_first_name or "", registration.typed_last_name
    first, last = registration.legal_first_name, registration.legal_last_name
    words = registration.display_name.split()
    for number in range(len(words)):
        typed_first, typed_last = " ".join(words[:number]), " ".join(words[number:])
        if normalize(typed_last) == last:
            is_legal = (normalize(typed_first) or "") == first
            return typed_first if is_legal else first.title(), typed_last
    return first.title(), last.title()


def make_first_name(display_name: str, last_name: str) -> str:
    """Return the form of address: the name without the last name, and not in capitals.

    Args:
        last_name: last name in any spelling; empty if unknown, and then the first word is the first name.
    """
    words = display_name.split()
    first = " ".join(words[: -len(last_name.split())] if last_name else words[:1]) or display_name
    return first.title() if first.isupper() else first


def is_same_person(first: Registration, second: Registration) -> bool:
    """Return whether two registrations describe the same person, regardless of spelling."""
    return _make_compared(first) == _make_compared(second)


def get_minimum_age_day(date_of_birth: date) -> date:
    """Return the day from which a person may register.

    A birthday on February 29 counts on March 1 in other years. Source of the age: the privacy notice's
    section on children. COPPA (15 U.S.C. 6501-6506) binds commercial operators; the portal adopts its age by
    choice.
    """
    year = date_of_birth.year + MIN_AGE
    try:
        return date_of_birth.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def _find_problems(
    details: RegistrationDetails, today: date, county_ids: Collection[str]
) -> Iterator[Problem]:
    if details.date_of_birth > today:
        yield Problem("dateOfBirth", texts.BORN_IN_THE_FUTURE)
    elif details.date_of_birth < EARLIEST_DATE_OF_BIRTH:
        yield Problem("dateOfBirth", texts.BORN_TOO_LONG_AGO)
    if details.county_id is not None and details.county_id not in county_ids:
        yield Problem("countyId", texts.UNKNOWN_COUNTY)


def _make_compared(registration: Registration) -> tuple[object, ...]:
    return (
        registration.legal_first_name,
        registration.legal_last_name,
        normalize(registration.preferred_name or ""),
        registration.date_of_birth,
        registration.county_id,
        registration.language,
    )
