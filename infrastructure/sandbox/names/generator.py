"""Fictitious business names, each with an invented word, so that any likeness to a real firm is chance."""

import csv
import json
import random
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from domains.names.index_writer import Name
from domains.names.rules import get_name_rules
from domains.reference.data import get_municipality_list

_SEED = 6
_LAST_DAY = date(2026, 11, 20)
_OLDEST_DAYS = 40 * 365
EXAMPLES = Path(__file__).with_name("examples.csv")
_PARTS: dict[str, list[str]] = json.loads(Path(__file__).with_name("words.json").read_bytes())
_KIN = ("Brothers", "Family", "Sisters", "& Sons", "& Daughters")
_SHARES_OF_COUNTIES = {"maricopa": 8, "pima": 3}
_ENDINGS = {
    "llc": (" LLC", ", LLC", " L.L.C.", " Limited Liability Company"),
    "pllc": (" PLLC", ", P.L.L.C."),
    "corporation": (", Inc.", " Inc", " Corporation", " Corp.", " Company", ", Ltd."),
    "professionalCorporation": (", P.C.", " PC"),
    "nonprofit": (" Foundation", " Alliance", " Society", " Community Fund"),
    "llp": (" LLP",),
    "lp": (" LP", " Limited Partnership"),
    "tradeName": ("",),
}
_TYPE_SHARES = (62, 4, 16, 2, 6, 1, 1, 8)
_STATUS_SHARES = {
    "active": 70,
    "pendingAdministrativeDissolution": 4,
    "inactive": 5,
    "administrativelyDissolved": 12,
    "dissolved": 6,
    "merged": 2,
    "reserved": 1,
}


def generate(count: int) -> Iterator[Name]:
    """Generate distinct names, deterministically: a longer list begins with the shorter one."""
    chance = random.Random(_SEED)  # noqa: S311 - nothing secret
    places = get_municipality_list().items
    # Businesses are distributed like people.
    shares = [
        8 if "maricopa" in place.county_ids else 3 if "pima" in place.county_ids else 1 for place in places
    ]
    given: set[str] = set()
    while len(given) < count:
        words = _read_words(chance)
        entity_type = chance.choices(tuple(_ENDINGS), _TYPE_SHARES)[0]
        if words in given:
            continue
        given.add(words)
        place = chance.choices(places, shares)[0]
        yield Name(
            id=f"F{len(given):08d}",
            name=words + chance.choice(_ENDINGS[entity_type]),
            entity_type=entity_type,
            status=chance.choices(tuple(_STATUS_SHARES), tuple(_STATUS_SHARES.values()))[0],
            city=place.name,
            county_id=place.county_ids[0],
            # Younger businesses are more common.
            formed_on=_LAST_DAY - timedelta(int(_OLDEST_DAYS * chance.random() ** 2)),
        )


def list_examples() -> Iterator[Name]:
    """Yield the first name of each of the published examples of names that can, or cannot, be told apart.

    They are active here, so that the verdict on the second can be tried. `examples.csv` has their sources.
    """
    with EXAMPLES.open(encoding="utf-8", newline="") as file:
        for number, example in enumerate(csv.DictReader(file), start=1):
            yield Name(
                id=f"E{number:08d}",
                name=example["first"],
                entity_type=_choose_entity_type(example["first"]),
                status="active",
                city="Phoenix",
                county_id="maricopa",
                formed_on=_LAST_DAY,
            )


def _choose_entity_type(name: str) -> str:
    ending = name.replace(".", "").upper().split()[-1]
    kinds = (kind.entity_type for kind in get_name_rules().designators if ending in kind.accept)
    return next(kinds, "tradeName")


def _read_words(chance: random.Random) -> str:
    invented = _invent_word(chance)
    trade = chance.choice(_PARTS["trades"])
    shape = chance.random()
    if shape < 0.45:
        return f"{invented} {trade}"
    if shape < 0.65:
        return f"{chance.choice(_PARTS['places'])} {invented} {trade}"
    if shape < 0.77:
        return f"{invented} & {_invent_word(chance)} {trade}"
    if shape < 0.86:
        return f"{invented} {chance.choice(_KIN)} {trade}"
    if shape < 0.92:
        return f"The {invented} {trade}"
    if shape < 0.96:
        return f"{invented} {trade} of {chance.choice(_PARTS['places'])}"
    return f"{invented} {chance.randint(2, 99)} {trade}"


def _invent_word(chance: random.Random) -> str:
    return "".join(chance.choice(_PARTS[part]) for part in ("first", "middle", "last"))
