"""Address lines in the form of USPS Publication 28, except for its dictionary of streets.

Boxes, routes, and mileposts are recognized first: they are common in the state, and general address parsers
refuse them.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from portal.text import fold_signs

AddressKind = Literal[
    "street",
    "poBox",
    "generalDelivery",
    "highwayContract",
    "ruralRoute",
    "military",
    "milepost",
    "directions",
    "otherCountry",
    "unknown",
]

_DIRECTIONS = {
    "NORTH": "N",
    "SOUTH": "S",
    "EAST": "E",
    "WEST": "W",
    "NORTHEAST": "NE",
    "NORTHWEST": "NW",
    "SOUTHEAST": "SE",
    "SOUTHWEST": "SW",
}
_SUFFIXES = {
    "ALLEY": "ALY",
    "AVENUE": "AVE",
    "AV": "AVE",
    "BOULEVARD": "BLVD",
    "CIRCLE": "CIR",
    "COURT": "CT",
    "DRIVE": "DR",
    "EXPRESSWAY": "EXPY",
    "FREEWAY": "FWY",
    "HIGHWAY": "HWY",
    "LANE": "LN",
    "LOOP": "LOOP",
    "PARKWAY": "PKWY",
    "PLACE": "PL",
    "PLAZA": "PLZ",
    "ROAD": "RD",
    "SQUARE": "SQ",
    "STREET": "ST",
    "TERRACE": "TER",
    "TRAIL": "TRL",
    "WAY": "WAY",
}
_UNITS = {
    "APARTMENT": "APT",
    "APT": "APT",
    "BUILDING": "BLDG",
    "BLDG": "BLDG",
    "FLOOR": "FL",
    "FL": "FL",
    "LOT": "LOT",
    "ROOM": "RM",
    "RM": "RM",
    "SPACE": "SPC",
    "SPC": "SPC",
    "STE": "STE",
    "SUITE": "STE",
    "TRAILER": "TRLR",
    "TRLR": "TRLR",
    "UNIT": "UNIT",
    "#": "#",
}
"""Common entries of USPS Publication 28, appendices B, C1, and C2, for all three tables."""

_ALL_SUFFIXES = _SUFFIXES.keys() | set(_SUFFIXES.values())
# Dots between digits are decimal points, as in 39.2 RD (USPS Publication 28, appendix D1).
_MARKS = re.compile(r"[,;]+|(?<![0-9])[.]+|[.]+(?![0-9])")
_FRACTION = re.compile("([\u00bc-\u00be\u2150-\u215e])")
_FULL_WIDTH = re.compile("[\uff01-\uff5e]+")
_HASH = re.compile(r"#\s*")
_SMALL_UNIT = re.compile(r"(?<![0-9])([0-9]++(?:ST|ND|RD|TH)) FLOOR$")
# A house number, or a grid coordinate such as N6W23001.
_NUMBER = re.compile(
    r"(?:[0-9]+(?:[.][0-9]+)?|[NSEW][0-9]+[NSEW][0-9]+)[A-Z]?"
    r"(?:-(?:[0-9]+[A-Z]?|[A-Z])(?=[ -]))?(?:[ -][0-9]+/[0-9]+)?(?= )"
)
# Sources: USPS Publication 28, sections 24 (rural routes), 25 (highway contract routes) and 28 (boxes), and
# 295.4 for APARTADO.
_BOXES = (
    r"(?:(?:P ?O[ -]?|POST OFFICE |POSTAL |APARTADO )?(?:LOCK ?)?BOX|(?:P ?O |POST OFFICE )?(?:DRAWER|BIN)"
    r"|(?:P ?O )?LOCKBOX|(?:P ?O )?(?:FIRM )?CALLER(?: SERVICE)?|P ?O ?B|APARTADO(?: POSTAL)?)"
)
_ROUTE = "(?: (?:ROUTE|RTE|RT))?"
_CONTRACTS = rf"(?:H ?C ?R?|(?:HIGHWAY|HWY) CONTRACT{_ROUTE}|STAR (?:ROUTE|RTE|RT)|S ?R)"
_RURAL = rf"(?:R ?R|R ?D|R ?F ?D{_ROUTE}|RURAL (?:ROUTE|RTE|RT|DELIVERY)|ROUTE|RTE|RT)"
_NO = r"[ -]?(?:(?:#|NO|NUMBER) ?)?0*"
_BESIDE_THE_STREET = re.compile(
    r"\b(?:P ?O ?(?:BOX|DRAWER|BIN|LOCKBOX)\b|GENERAL DELIVERY\b"
    r"|(?:BOX|DRAWER|H ?C ?R?|R ?R|RFD|PSC|CMR|HIGHWAY CONTRACT(?: ROUTE)?|STAR ROUTE|RURAL (?:ROUTE|RTE|RT)"
    r"|MILE ?MARKER|MILE ?POST|MP|MM)[ -]?#? ?[0-9])"
)
# Places along a road, in the words of people whose roads have no house numbers.
_MILE = r"(?:MILE ?MARKER|MILE ?POST|MP|MM)"
_MILES = r"[0-9]+(?:[.][0-9]+)?"
_ROAD = (
    r"(?:(?P<direction>[NSEW]|NORTH|SOUTH|EAST|WEST) )?"
    r"(?:(?P<system>US|STATE|AZ|ARIZONA|INTERSTATE|I|SR)[ -])?(?:HIGHWAY|HWY|ROUTE|RTE)?[ -]?"
    r"(?P<road>[0-9]+[A-Z]?)"
)
_AT_MILEPOST = re.compile(rf"\b{_MILE} ?{_MILES}\b")
_DIRECTION_WORD = rf"(?:[NS]?[EW]|[NS]|{'|'.join(_DIRECTIONS)})"
_DISTANCE = re.compile(
    rf"(?:(?:ABOUT|APPROX(?:IMATELY)?) )?(?:{_MILES}(?: [0-9]/[0-9])?|[0-9]/[0-9]) ?"
    r"(?:MILES?|MI|KILOMETERS?|KMS?|BLOCKS?|YARDS?|YDS?|FEET|FT) "
    rf"(?:{_DIRECTION_WORD} )?(?:OF|FROM|OFF|ON|PAST|BEYOND|AFTER|BEFORE|ALONG|UP|DOWN|BEHIND)\b"
)
# Source: USPS Publication 28, section 238, and the prefixes of ships of the Navy, Army, and Coast Guard.
_SHIP = re.compile(r"(U ?S ?S|U ?S ?C ?G ?C|U ?S ?N ?S|U ?S ?N ?V|U ?S ?A ?V) (\S.*)")
_POST_OFFICE = re.compile(
    r"\b(?:(?:P ?O|POST OFFICE|POSTAL) ?(?:BOX|DRAWER|BIN|LOCKBOX)\b|APARTADO\b|GENERAL DELIVERY\b)"
)
_AT_POST_OFFICE: frozenset[AddressKind] = frozenset({"poBox", "generalDelivery"})
_IDENTIFIER = "[0-9A-Z-]{1,10}"
_BOX_ON_ROUTE = rf"[ -]?(?:BOX{_NO}|# ?)({_IDENTIFIER})"
_BOX_FIRST = re.compile(rf"(BOX{_NO}{_IDENTIFIER}) (.+)")

_Form = Callable[[re.Match[str]], str]


def _write_milepost(match: re.Match[str]) -> str:
    direction = _DIRECTIONS.get(match["direction"] or "", match["direction"])
    highway = "HWY" if match["road"] else None
    parts = (direction, match["system"], highway, match["road"], "MILEPOST", match["miles"])
    return " ".join(filter(None, parts))


_PATTERNS: tuple[tuple[AddressKind, re.Pattern[str], _Form], ...] = (
    ("generalDelivery", re.compile("(?:GENERAL|GEN) (?:DELIVERY|DEL)"), lambda _: "GENERAL DELIVERY"),
    (
        "poBox",
        re.compile(rf"{_BOXES}{_NO}({_IDENTIFIER})"),
        lambda match: f"PO BOX {match[1]}",
    ),
    (
        "highwayContract",
        re.compile(rf"{_CONTRACTS}{_NO}([0-9]+[A-Z]?){_BOX_ON_ROUTE}"),
        lambda match: f"HC {match[1]} BOX {match[2]}",
    ),
    (
        "ruralRoute",
        re.compile(rf"{_RURAL}{_NO}([0-9]+[A-Z]?){_BOX_ON_ROUTE}"),
        lambda match: f"RR {match[1]} BOX {match[2]}",
    ),
    (
        "military",
        re.compile(rf"(PSC|CMR|UNIT){_NO}([0-9]+)[ -]?BOX{_NO}({_IDENTIFIER})"),
        lambda match: f"{match[1]} {match[2]} BOX {match[3]}",
    ),
    ("milepost", re.compile(rf"{_ROAD} (?:AT )?{_MILE} ?(?P<miles>{_MILES})"), _write_milepost),
    ("milepost", re.compile(rf"{_MILE} ?(?P<miles>{_MILES}) (?:ON )?{_ROAD}"), _write_milepost),
    (
        "milepost",
        re.compile(rf"(?P<miles>{_MILES}) MILE ?(?:MARKER|POST)(?: (?:ON )?{_ROAD})?"),
        _write_milepost,
    ),
)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of an address in standard form."""

    kind: AddressKind
    line1: str
    line2: str


def standardize(line1: str, line2: str) -> Lines:
    """Bring the two lines of an address into standard form.

    Returns:
        Lines in standard form. Directions, mileposts on roads without numbers, and lines of kind `unknown`,
        which have no box, route, ship, milepost, or house number, are only capitalized.
    """
    first, second = _make_plain(line1), _make_plain(line2)
    both = f"{first} {second}".strip()
    for route, rest in ((_move_box_last(both), ""), (_move_box_last(first), second)):
        for kind, pattern, form in _PATTERNS:
            if match := pattern.fullmatch(route):
                return Lines(kind, form(match), _standardize_unit(rest))
    if (ship := _SHIP.fullmatch(first)) and first.split()[-1] not in _ALL_SUFFIXES:
        return Lines("military", f"{ship[1].replace(' ', '')} {ship[2]}", second)
    if _DISTANCE.match(first):
        return Lines("directions", first, second)
    number = _NUMBER.match(first + " ")
    if _AT_MILEPOST.match(first) or (not number and _AT_MILEPOST.search(first)):
        return Lines("milepost", first, second)
    if not number or len(first) == number.end():
        return Lines("unknown", first, _standardize_unit(second))
    street, unit = _split_unit(first[number.end() :].split())
    return Lines(
        "street",
        f"{number.group()} {_standardize_street(street)}",
        _standardize_unit(" ".join((*unit, second)).strip()),
    )


def fold_line(text: str) -> str:
    """Return a line with ASCII dashes, apostrophes, fractions, and digits: `12½` becomes `12 1/2`."""
    line = _FRACTION.sub(_write_fraction, fold_signs(text))
    return _FULL_WIDTH.sub(lambda match: unicodedata.normalize("NFKC", match.group()), line)


def is_only_street(lines: Lines) -> bool:
    """Return whether the lines are a house number and street, without a box, route, or milepost."""
    return lines.kind == "street" and not _BESIDE_THE_STREET.search(f"{lines.line1} {lines.line2}")


def has_po_box(lines: Lines) -> bool:
    """Return whether the lines have a box or a counter of a post office, beside a street or alone."""
    return lines.kind in _AT_POST_OFFICE or bool(_POST_OFFICE.search(f"{lines.line1} {lines.line2}"))


def cut_house_number(line1: str) -> tuple[str, str]:
    """Split a line in standard form into house number, which may be empty, and street."""
    number = _NUMBER.match(line1)
    return (number.group(), line1[number.end() :].strip()) if number else ("", line1)


def _make_plain(text: str) -> str:
    line = fold_line(text).upper()
    return " ".join(_HASH.sub("# ", _MARKS.sub(" ", line)).split())


def _write_fraction(match: re.Match[str]) -> str:
    return f" {unicodedata.normalize('NFKC', match[1])}".replace("\u2044", "/")


def _move_box_last(route: str) -> str:
    match = _BOX_FIRST.fullmatch(route)
    return f"{match[2]} {match[1]}" if match else route


def _split_unit(words: list[str]) -> tuple[list[str], list[str]]:
    """Split words into those of the street and those of the unit."""
    floor = _SMALL_UNIT.search(" ".join(words))
    if floor and len(words) > 2:
        return words[:-2], ["FL", floor.group(1)]
    for index in range(1, len(words) - 1):
        if _is_unit_start(words, index):
            # Words that end with a street suffix are always a street.
            is_street = not _ALL_SUFFIXES.isdisjoint(words[index + 1 :])
            return (words, []) if is_street else (words[:index], words[index:])
    return words, []


def _is_unit_start(words: list[str], index: int) -> bool:
    """Return whether a word starts a unit; in names such as Space Center, it does not."""
    following = words[index + 1] if index + 1 < len(words) else ""
    is_identifier = following == "#" or len(following) == 1 or any(each.isdigit() for each in following)
    return words[index] in _UNITS and is_identifier


def _standardize_street(words: list[str]) -> str:
    # A direction directly before a suffix is the street's name: North Avenue.
    if len(words) > 2 or (len(words) == 2 and words[1] not in _ALL_SUFFIXES):
        words = [_DIRECTIONS.get(words[0], words[0]), *words[1:]]
    if len(words) > 2 and words[-1] in _DIRECTIONS:
        words = [*words[:-2], _SUFFIXES.get(words[-2], words[-2]), _DIRECTIONS[words[-1]]]
    elif len(words) > 1:
        words = [*words[:-1], _SUFFIXES.get(words[-1], words[-1])]
    return " ".join(words)


def _standardize_unit(text: str) -> str:
    words = text.split()
    if not words:
        return ""
    floor = _SMALL_UNIT.fullmatch(text)
    if floor:
        return f"FL {floor.group(1)}"
    return " ".join(
        _UNITS[word] if _is_unit_start(words, index) else word for index, word in enumerate(words)
    )
