"""Sample details of a registration."""

from datetime import UTC, date, datetime

from domains.accounts.registration_rules import RegistrationDetails

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
COUNTIES = {"maricopa", "pima"}
DETAILS = RegistrationDetails(
    legal_first_name="Rosa María",
    legal_last_name="Delgado",
    preferred_name=None,
    date_of_birth=date(1984, 5, 17),
    county_id="pima",
    language="es",
)
