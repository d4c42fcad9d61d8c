"""Request data for address book tests."""

from typing import Any

from tests.api.support import Answer, Client

BOOK = "/api/profile/addresses"
HOME = {
    "label": "Home",
    "type": "home",
    "recipient": "Rosa Delgado",
    "line1": "120 W Cactus Wren Dr",
    "line2": None,
    "city": "Tucson",
    "state": "AZ",
    "zip": "85701",
    "zip4": None,
    "country": "US",
    "phone": None,
}


def make_address(**changes: Any) -> dict[str, Any]:
    """Return a valid address."""
    return HOME | changes


def add_address(client: Client, key: str, **changes: Any) -> Answer:
    """Add an address under a key."""
    return client.sending(idempotency_key=key).post(BOOK, make_address(**changes))


def add_numbered_address(client: Client, number: int, **changes: Any) -> str:
    """Add a unique address and return its id."""
    answer = add_address(client, f"address-{number:04d}", line1=f"{number} Ocotillo Way", **changes)
    assert answer.status == 201, answer.text
    identifier: str = answer.json["id"]
    return identifier


def list_primary_ids(client: Client) -> list[str]:
    """List the ids of the primary addresses."""
    return [each["id"] for each in client.get(BOOK).json["items"] if each["isPrimary"]]
