"""Names for tests of the business names routes."""

from datetime import date

from infrastructure.operations.names.build import Name


def _name(number: int, name: str, status: str = "active", entity_type: str = "llc") -> Name:
    return Name(f"T{number}", name, entity_type, status, "Tucson", "pima", date(2020, 2, number))


TESTED_NAMES = (
    _name(1, "Quarzolith Lantern Works LLC"),
    _name(2, "The Quarzolith Group, Inc.", entity_type="corporation"),
    _name(3, "Moonlit Quarzolith LLC", status="dissolved"),
    _name(4, "Zephyrandel Holdings LLC", status="administrativelyDissolved"),
    _name(5, "Bramblewick & Co. 7 LLC"),
    _name(6, "Ñandúbay Café LLC"),
    _name(7, "沙漠商店 LLC"),
)
