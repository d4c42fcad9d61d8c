"""Names for tests of the business names routes."""

from datetime import date
from typing import Any
from urllib.parse import urlencode

from domains.names.index_writer import Name
from tests.api.support import Answer, Client


def _make_name(number: int, name: str, status: str = "active", entity_type: str = "llc") -> Name:
    return Name(f"T{number}", name, entity_type, status, "Tucson", "pima", date(2020, 2, number))


TESTED_NAMES = (
    _make_name(1, "Quarzolith Lantern Works LLC"),
    _make_name(2, "The Quarzolith Group, Inc.", entity_type="corporation"),
    _make_name(3, "Moonlit Quarzolith LLC", status="dissolved"),
    _make_name(4, "Zephyrandel Holdings LLC", status="administrativelyDissolved"),
    _make_name(5, "Bramblewick & Co. 7 LLC"),
    _make_name(6, "Ñandúbay Café LLC"),
    _make_name(7, "沙漠商店 LLC"),
)


SEARCH = "/api/businessapplications/businessnames/search"


def search(client: Client, name: Any, **more: Any) -> Answer:
    return client.get(f"{SEARCH}?{urlencode({'name': name} | more, errors='surrogatepass')}")
