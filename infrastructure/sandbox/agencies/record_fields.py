"""Display fields of records, by kind of record.

Days are counted from today, so that something is always about to expire or due.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from domains.names.index_writer import Name
from domains.reference.data import list_counties
from infrastructure.operations.names.sample_companies import COMMISSION
from infrastructure.sandbox.agencies.fees import compute_renewal_fees, compute_vehicle_license_tax
from infrastructure.sandbox.agencies.manifest_files import list_manifests
from infrastructure.sandbox.agencies.records import Fields


@cache
def _get_commission_codes() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the Commission's codes of entity types, and of statuses, by the register's words."""
    services = (service for manifest in list_manifests() for service in manifest.services)
    company = next(service.company for service in services if service.id == COMMISSION)
    if company is None:
        raise LookupError(f"The manifest does not say which fields of {COMMISSION} name a company")
    types: dict[str, str] = {word: code for code, word in company.types.items()}
    statuses: dict[str, str] = {word: code for code, word in company.statuses.items()}
    return types, statuses


def _format_day(today: date, days: int) -> str:
    return (today + timedelta(days=days)).isoformat()


def _get_county_name(county_id: str) -> str:
    return next(county.name for county in list_counties() if county.id == county_id)


def _find_next(today: date, month: int, day: int) -> date:
    """Return the next such day of a year, today included."""
    this_year = date(today.year, month, day)
    return this_year if this_year >= today else date(today.year + 1, month, day)


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A registered vehicle.

    Attributes:
        expires_in: days until the registration expires; likewise the emissions test.
    """

    plate: str
    vin: str
    year: int
    make: str
    model: str
    color: str
    retail_price: int
    expires_in: int
    is_paid: bool = False
    lienholder: str | None = None
    emissions_in: int | None = None
    insurance: str = "VERIFIED"

    @property
    def vin_end(self) -> str:
        """The last five characters of the VIN."""
        return self.vin[-5:]

    def describe(self, today: date) -> Fields:
        """Return the display fields."""
        registration_year = today.year - self.year + 1
        tax = compute_vehicle_license_tax(self.retail_price, registration_year)
        fees = "0.00" if self.is_paid else str(compute_renewal_fees(self.retail_price, registration_year))
        return {
            "plate": self.plate,
            "vin": f"••••••••••••{self.vin_end}",
            "year": str(self.year),
            "make": self.make,
            "model": self.model,
            "color": self.color,
            "registrationExpires": _format_day(today, self.expires_in),
            "term": "ONE_YEAR",
            "status": "REGISTERED" if self.expires_in >= 0 else "EXPIRED",
            "titleStatus": "LIEN" if self.lienholder else "ELECTRONIC",
            "lienholder": self.lienholder,
            "insurance": self.insurance,
            "emissions": "NOT_REQUIRED" if self.emissions_in is None else "REQUIRED",
            "emissionsDue": None if self.emissions_in is None else _format_day(today, self.emissions_in),
            "vltEstimate": str(tax),
            "feesDue": fees,
        }


def describe_credential(today: date, number: str, *, expires_in: int, photo_in: int, points: int) -> Fields:
    """Return the display fields of a driver's license."""
    return {
        "number": f"•••••{number[-4:]}",
        "class": "D",
        "type": "TRAVEL_ID",
        "issued": _format_day(today, expires_in - 8 * 365 - 2),
        "expires": _format_day(today, expires_in),
        "photoUpdateDue": _format_day(today, photo_in),
        "endorsements": [],
        "restrictions": ["B"],
        "status": "VALID",
        "points": str(points),
        "organDonor": "YES",
    }


def describe_property_tax(
    today: date, parcel: str, address: str, full_value: str, limited: str, half: str
) -> Fields:
    """Return the display fields of a parcel."""
    # First half due October 1, delinquent after November 1; second half due March 1, delinquent after May 1.
    # Source: facts of the service. The first half is paid, so that the second is what is due next.
    second = _find_next(today, 5, 1)
    return {
        "parcel": parcel,
        "situsAddress": address,
        "taxYear": str(second.year - 1),
        "fullCashValue": full_value,
        "limitedValue": limited,
        "firstHalf": "PAID",
        "firstHalfUnpaid": "0.00",
        "firstHalfPayBy": date(second.year - 1, 11, 1).isoformat(),
        "secondHalf": "DUE",
        "secondHalfUnpaid": half,
        "secondHalfPayBy": second.isoformat(),
        "balance": half,
        "delinquentInterest": "0.00",
    }


def describe_utility(today: date, account: str, address: str, balance: str, *, due_in: int) -> Fields:
    """Return the display fields of an account for water, sewer, and trash."""
    return {
        "account": f"••••••{account[-4:]}",
        "serviceAddress": address,
        "balance": balance,
        "dueDate": _format_day(today, due_in),
        "lastPayment": "71.46",
        "lastPaymentOn": _format_day(today, due_in - 31),
        "autopay": "OFF",
        "usageThisPeriod": "11 Ccf",
        "usageLastPeriod": "9 Ccf",
        "meterRead": _format_day(today, due_in - 18),
        "shutOffNotice": "NONE",
    }


def describe_refund(today: date, amount: str, stage: str, *, received_ago: int) -> Fields:
    """Return the display fields of a refund of income tax."""
    return {
        "taxYear": str(today.year - 1),
        "form": "140",
        "received": _format_day(today, -received_ago),
        "stage": stage,
        "amount": amount,
        "method": "DIRECT_DEPOSIT",
        "dateSent": _format_day(today, -3) if stage == "SENT" else None,
    }


def describe_voter(county: str, precinct: str, districts: list[str], place: str) -> Fields:
    """Return the display fields of a voter registration."""
    return {
        "status": "ACTIVE",
        "party": None,
        "county": county,
        "precinct": precinct,
        "districts": districts,
        "pollingPlace": place,
        "earlyVotingList": "ON_LIST",
        "registeredOn": "2012-08-20",
        "lastBallot": "COUNTED",
    }


def describe_hunting(today: date, department_id: str, *, expires_in: int) -> Fields:
    """Return the display fields of a hunting and fishing license."""
    return {
        "departmentId": f"•••••{department_id[-4:]}",
        "licenceType": "COMBINATION",
        "residency": "RESIDENT",
        "issued": _format_day(today, expires_in - 365),
        "expires": _format_day(today, expires_in),
        "tags": ["Javelina 34A"],
        "bonusPoints": ["Elk: 3", "Pronghorn: 5"],
        "stamps": ["Migratory bird"],
        "drawResults": ["Elk: no tag"],
    }


def describe_contractor(today: date, number: str, holder: str, *, expires_in: int) -> Fields:
    """Return the display fields of a contractor's license."""
    return {
        "board": "Registrar of Contractors",
        "licenceNumber": number,
        "class": "B",
        "holder": holder,
        "status": "ACTIVE",
        "issued": _format_day(today, expires_in - 2 * 365),
        "expires": _format_day(today, expires_in),
        "ceHours": None,
        "bond": "IN_FORCE",
        "disciplinaryAction": "NONE",
    }


def describe_tpt(today: date, number: str, locations: list[str], balance: str, *, due_in: int) -> Fields:
    """Return the display fields of a license for transaction privilege tax."""
    return {
        "licenceNumber": f"••••{number[-4:]}",
        "locations": locations,
        "filingFrequency": "MONTHLY",
        "nextDue": _format_day(today, due_in),
        "renewBy": _find_next(today, 1, 1).isoformat(),
        "balance": balance,
    }


def describe_entity(
    today: date, company: Name, agent: str, street: str, character: str, report_in: int | None = None
) -> Fields:
    """Return the display fields of a corporation or an LLC."""
    types, statuses = _get_commission_codes()
    return {
        "name": company.name,
        "entityId": company.id,
        "type": types[company.entity_type],
        "status": statuses[company.status],
        "standing": "GOOD",
        "formedOn": company.formed_on.isoformat(),
        "statutoryAgent": agent,
        "placeOfBusiness": f"{street}, {company.city}, {_get_county_name(company.county_id)}",
        "character": character,
        # LLCs file no annual report. Source: azcc.gov annual report page.
        "annualReportDue": None if report_in is None else _format_day(today, report_in),
    }


def describe_benefits(today: date, case: str, programme: str, *, review_in: int) -> Fields:
    """Return the display fields of a case of benefits."""
    return {
        "case": f"••••••{case[-4:]}",
        "programme": programme,
        "reviewDue": _format_day(today, review_in),
        "status": "ACTIVE",
    }
