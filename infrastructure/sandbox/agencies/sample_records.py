"""Fictitious people, and the records of them at the sandbox's agencies."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta

from domains.agencies.protocol import MatchedPerson
from infrastructure.operations.names.sample_companies import COMMISSION, SampleCompany, get_sample_company
from infrastructure.sandbox.agencies.fees import compute_renewal_fees
from infrastructure.sandbox.agencies.record_fields import (
    Vehicle,
    describe_benefits,
    describe_contractor,
    describe_credential,
    describe_entity,
    describe_hunting,
    describe_property_tax,
    describe_refund,
    describe_tpt,
    describe_utility,
    describe_voter,
)
from infrastructure.sandbox.agencies.records import Fields, Owner, Payment, Record
from infrastructure.sandbox.identity_provider import SAMPLE_PEOPLE
from portal.language import Text, get_month_name


def _make_owner(email: str, born: str, license_number: str) -> Owner:
    (account,) = (person for person in SAMPLE_PEOPLE if person.email == email)
    person = MatchedPerson(
        legal_first_name=account.given_name,
        legal_last_name=account.family_name,
        date_of_birth=date.fromisoformat(born),
    )
    return Owner(person, email, license_number)


_ROSAS_LICENSE, _BENS_LICENSE, _NORAS_LICENSE = "D01234567", "B07654321", "D09876543"
ROSA = _make_owner("resident@example.com", "1984-05-17", _ROSAS_LICENSE)
BEN = _make_owner("business@example.com", "1971-11-02", _BENS_LICENSE)
NORA = _make_owner("new@example.com", "1999-03-08", _NORAS_LICENSE)
SAMPLE_OWNERS = (ROSA, BEN, NORA)
_ROSAS_BIRTHDAY = ROSA.person.date_of_birth.isoformat()

_BUILDER = get_sample_company("23104478")
_SUPPLIER = get_sample_company("23877015")
_CREDIT_UNION = get_sample_company("20417736").row


def _make_vehicle_record(
    reference: str, owner: Owner, customer: str, vehicle: Vehicle, payments: Sequence[Payment] = ()
) -> Record:
    return Record(
        reference,
        "adot-mvd-vehicle",
        owner,
        {"customerNumber": [customer], "vinOrPlate": [vehicle.plate, vehicle.vin_end]},
        f"{vehicle.year} {vehicle.make} {vehicle.model}, •••{vehicle.plate[-3:]}",
        vehicle.describe,
        payments,
        whole={"vin": vehicle.vin},
    )


def _make_entity_record(
    reference: str,
    owner: Owner,
    company: SampleCompany,
    fields: Callable[[date], Fields],
    actions: Sequence[str] | None = None,
) -> Record:
    identity = {name: [value] for name, value in (company.identity or {}).items()}
    return Record(reference, COMMISSION, owner, identity, company.row.name, fields, actions=actions)


_CARD = "Visa ••4242"
_DAYS_OF_A_MONTH = 30.4
_DAYS_OF_A_YEAR = 365


def _name_month(today: date, days_ago: int) -> Text:
    return get_month_name(today - timedelta(days=days_ago))


def _make_water_bill(
    own_id: str, days_ago: int, amount: str, method: str, reference: str, today: date
) -> Payment:
    month = _name_month(today, days_ago)
    return Payment(
        own_id, days_ago, "payment", "completed", f"{month.en} bill", f"Recibo de {month.es}", amount, None,
        method, reference,
    )  # fmt: skip


def _make_water_bills(first_days_ago: int, months: int, today: date) -> Iterator[Payment]:
    """Yield a bill a month, higher in summer."""
    cents = (6_512, 6_377, 6_840, 7_215, 8_034, 9_166, 9_782, 9_541, 8_623, 7_590, 6_958, 6_604)
    for month in range(months):
        amount = cents[month % len(cents)]
        yield _make_water_bill(
            f"tu-w-{month + 1}", first_days_ago + round(month * _DAYS_OF_A_MONTH), f"{amount / 100:.2f}",
            _CARD if month % 3 else "ACH", f"P-{116_900 - month * 1_204}", today,
        )  # fmt: skip


def _make_tax_return(own_id: str, days_ago: int, amount: str, reference: str, today: date) -> Payment:
    """Return the return of the month before."""
    month = _name_month(today, days_ago + 30)
    return Payment(
        own_id, days_ago, "filing", "completed", f"{month.en} return", f"Declaración de {month.es}", amount,
        None, "ACH", reference,
    )  # fmt: skip


def _make_tax_returns(first_days_ago: int, months: int, today: date) -> Iterator[Payment]:
    """Yield a return of transaction privilege tax a month."""
    for month in range(months):
        cents = 98_000 + (month * 7_919) % 46_000
        yield _make_tax_return(
            f"dor-tpt-{month + 1}", first_days_ago + round(month * _DAYS_OF_A_MONTH), f"{cents / 100:.2f}",
            f"F-{89_700 - month * 311}", today,
        )  # fmt: skip


def _make_earlier_halves(prefix: str, first_half_days_ago: int, half: str, today: date) -> Iterator[Payment]:
    """Yield the property tax of the two years before, a half in autumn and a half in spring."""
    for years, (days, en, es) in (
        (1, (first_half_days_ago + 170, "Second half", "Segunda mitad")),
        (1, (first_half_days_ago + _DAYS_OF_A_YEAR, "First half", "Primera mitad")),
        (2, (first_half_days_ago + 170 + _DAYS_OF_A_YEAR, "Second half", "Segunda mitad")),
    ):
        yield Payment(
            f"{prefix}-{days}", days, "payment", "completed", f"{en} of the property tax",
            f"{es} del impuesto a la propiedad", half, None, "ACH", f"T-{prefix[-3:]}{days}",
            str(today.year - years),
        )  # fmt: skip


def make_records(today: date) -> Iterator[Record]:
    """Yield every record.

    Args:
        today: for the tax year that a person types and for identity values that follow it.
    """
    yield _make_vehicle_record(
        "v-8f31c6", ROSA, _ROSAS_LICENSE,
        Vehicle("SGR4TR", "5SGWA2E46M107K4TR", 2021, "Saguaro", "Wagon", "Green", 30_000, 23,
                 emissions_in=20),
        [
            Payment("mvd-70021", 342, "renewal", "completed",
                    "Registration renewal, 2021 Saguaro Wagon", "Renovación del registro, Saguaro Wagon 2021",
                    str(compute_renewal_fees(30_000, max(today.year - 2021, 1))), None, _CARD, "R-70021"),
            Payment("mvd-70388", 41, "document", "completed",
                    "Emissions test reminder, 2021 Saguaro Wagon",
                    "Recordatorio de la prueba de emisiones, Saguaro Wagon 2021", reference_number="N-70388"),
        ],
    )  # fmt: skip
    yield _make_vehicle_record(
        "v-1d90ab", ROSA, _ROSAS_LICENSE,
        Vehicle("DSRT88", "1DSPB7F29G202M8Q1", 2016, "Ocotillo", "Pickup", "White", 34_500, 201,
                 is_paid=True, lienholder=_CREDIT_UNION.name),
        [Payment("mvd-69110", 164, "renewal", "completed",
                 "Registration renewal, 2016 Ocotillo Pickup",
                 "Renovación del registro, Ocotillo Pickup 2016",
                 str(compute_renewal_fees(34_500, today.year - 2015)), None, "ACH", "R-69110")],
    )  # fmt: skip
    yield Record(
        "c-55ae07", "adot-mvd-credential", ROSA,
        {"licenceNumber": [_ROSAS_LICENSE]},
        f"{ROSA.name}, •••{_ROSAS_LICENSE[-4:]}",
        lambda day: describe_credential(day, _ROSAS_LICENSE, expires_in=1_260, photo_in=64, points=2),
        [Payment("mvd-64002", 510, "change", "completed", "Address changed", "Cambio de dirección",
                 reference_number="A-64002")],
        whole={"number": _ROSAS_LICENSE},
    )  # fmt: skip
    yield Record(
        "u-90c311", "tucson-utilities-account", ROSA,
        {"accountNumber": ["4400123456"], "serviceZip": ["85713"]},
        "1200 W Ocotillo Ln, •••3456",
        lambda day: describe_utility(day, "4400123456", "1200 W Ocotillo Ln", "84.17", due_in=9),
        [
            _make_water_bill("tu-2026-1", 22, "71.46", _CARD, "P-118842", today),
            Payment("tu-2026-2", 53, "payment", "refunded", "Duplicate payment refunded",
                    "Pago duplicado reembolsado", "68.90", None, _CARD, "P-117320"),
            _make_water_bill("tu-2026-3", 54, "68.90", _CARD, "P-117318", today),
            *_make_water_bills(84, 16, today),
        ],
        whole={"account": "4400123456"},
    )  # fmt: skip
    yield Record(
        "p-2208fe", "county-treasurers-property-tax", ROSA,
        {"parcel": ["118-20-455A", "11820455A"], "county": ["pima"]},
        "1200 W Ocotillo Ln",
        lambda day: describe_property_tax(day, "118-20-455A", "1200 W Ocotillo Ln, Tucson", "241500.00",
            "188320.00", "912.44"),
        [Payment("tr-81120", 48, "payment", "completed", "First half of the property tax",
                 "Primera mitad del impuesto a la propiedad", "912.44", None, "ACH", "T-81120",
                 str(today.year)), *_make_earlier_halves("tr-811", 48, "884.10", today)],
    )  # fmt: skip
    yield Record(
        "s-71b0d2", "azsos-voter", ROSA,
        {
            "licenceOrLastFour": [_ROSAS_LICENSE, "3456"],
            "dateOfBirth": [_ROSAS_BIRTHDAY],
            "lastName": [ROSA.person.legal_last_name],
        },
        f"{ROSA.name}, Pima",
        lambda _: describe_voter("Pima", "Precinct 52", ["Congressional 7", "Legislative 20"],
            "El Pueblo Center"),
        # A person on the list cannot join it.
        actions=["update-registration"],
    )  # fmt: skip
    yield Record(
        "r-04e8c1", "azdor-income-tax-refund", ROSA,
        {"taxpayerNumber": ["000123456"], "filingStatus": ["single"], "taxYear": [str(today.year - 1)],
         "zip": ["85713"]},
        f"Refund {today.year - 1}", lambda day: describe_refund(day, "418.00", "REVIEW", received_ago=34),
        [Payment("dor-33218", 34, "filing", "completed", f"Return for {today.year - 1} received",
                 f"Declaración de {today.year - 1} recibida", reference_number="F-33218",
                 period=str(today.year - 1))],
    )  # fmt: skip
    yield Record(
        "g-6612ad", "azgfd-licence", ROSA,
        {"departmentId": ["100234567"], "dateOfBirth": [_ROSAS_BIRTHDAY]},
        "Combination license •••4567", lambda day: describe_hunting(day, "100234567", expires_in=16),
    )  # fmt: skip
    yield Record(
        "d-3f7710", "azdes-benefits", ROSA,
        {"caseNumber": ["7012345678"], "dateOfBirth": [_ROSAS_BIRTHDAY]},
        "Case •••5678", lambda day: describe_benefits(day, "7012345678", "CHILD_CARE", review_in=12),
    )  # fmt: skip
    yield Record(
        "l-b18820", "azroc-licence", BEN,
        {"licenceNumber": ["338127"], "zip": ["85004"]},
        f"{_BUILDER.row.name}, •••127",
        lambda day: describe_contractor(day, "338127", _BUILDER.row.name, expires_in=38),
        [Payment("roc-50107", 692, "renewal", "completed", "License renewed", "Licencia renovada",
                 reference_number="L-50107")],
    )  # fmt: skip
    yield Record(
        "t-c40917", "azdor-tpt", BEN,
        {"licenceNumber": ["20123456"], "zip": ["85004"]},
        "TPT ••••3456",
        lambda day: describe_tpt(day, "20123456", ["401 N 1st St, Phoenix", "77 E Main St, Mesa"],
            "1264.30", due_in=-1),
        [
            _make_tax_return("dor-90033", 29, "1188.02", "F-90033", today),
            Payment("dor-90034", 1, "payment", "failed", "Payment returned by the bank",
                    "Pago devuelto por el banco", "1264.30", None, "ACH", "F-90034"),
            *_make_tax_returns(59, 20, today),
        ],
    )  # fmt: skip
    yield _make_entity_record(
        "e-5d20b8",
        BEN,
        _BUILDER,
        lambda day: describe_entity(day, _BUILDER.row, BEN.name, "401 N 1st St", "Construction"),
        # LLCs file no annual report.
        actions=["change-agent"],
    )
    yield _make_entity_record(
        "e-71f3c9",
        BEN,
        _SUPPLIER,
        lambda day: describe_entity(
            day, _SUPPLIER.row, BEN.name, "77 E Main St", "Building materials", report_in=33
        ),
    )
    yield _make_vehicle_record(
        "v-77aa10",
        BEN,
        _BENS_LICENSE,
        Vehicle(
            "WHB1CO", "4PVVC3H81R309TT40", 2024, "Palo Verde", "Van", "Silver", 41_200, 77, insurance="LAPSED"
        ),
    )
    yield Record(
        "p-91c0b7", "county-treasurers-property-tax", BEN,
        {"parcel": ["112-34-567", "11234567"], "county": ["maricopa"]},
        "401 N 1st St",
        lambda day: describe_property_tax(day, "112-34-567", "401 N 1st St, Phoenix", "688000.00",
            "530250.00", "3105.75"),
        [Payment("tr-81877", 50, "payment", "completed", "First half of the property tax",
                 "Primera mitad del impuesto a la propiedad", "3105.75", None, "ACH", "T-81877",
                 str(today.year)), *_make_earlier_halves("tr-818", 50, "3011.20", today)],
    )  # fmt: skip
    yield Record(
        "c-0b9e14", "adot-mvd-credential", NORA,
        {"licenceNumber": [_NORAS_LICENSE]},
        f"{NORA.name}, •••{_NORAS_LICENSE[-4:]}",
        lambda day: describe_credential(day, _NORAS_LICENSE, expires_in=40, photo_in=40, points=0),
        whole={"number": _NORAS_LICENSE},
    )  # fmt: skip


SAMPLE_CONNECTIONS: Mapping[str, Sequence[str]] = {
    "resident@example.com": ["v-8f31c6", "v-1d90ab", "u-90c311", "p-2208fe", "c-55ae07", "s-71b0d2"],
    "business@example.com": ["l-b18820", "t-c40917", "v-77aa10", "p-91c0b7", "e-5d20b8"],
}
"""References of the records with which sample people are connected at the start, by email address and in the
order of cards."""
