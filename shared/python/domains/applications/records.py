"""Answers that have parts: an address, and a list of people.

An address has `line1`, `line2`, `city`, `state` and `zip`; a person has `name`, `role` and `address`. Empty
parts are left out. Answers are stored and sent to agencies as compact JSON; the API has their parts.
`webapp/src/features/applications/records.ts` checks the same.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from domains.addresses.places import OWN_STATE, is_zip_code_in_state, normalize_zip_code
from domains.addresses.standard_form import has_po_box, standardize
from domains.agencies.kinds import MAX_PEOPLE
from domains.agencies.manifest_forms import FormField
from domains.applications import record_texts as texts
from domains.reference.data import list_us_jurisdictions
from portal.language import Text
from portal.text import fold_signs, tidy

ADDRESS_LENGTHS: Mapping[str, int] = {"line1": 100, "line2": 100, "city": 60, "state": 2, "zip": 10}
_PERSON_LENGTHS: Mapping[str, int] = {"name": 120, "role": 40}

_MARKUP = re.compile(r"[<>{}\[\]|\\^~=*_]")
# Such as Blue Gap/Tachee, Oak Creek (Big Park), or 29 Palms. A number of five digits is a ZIP Code.
_CITY = re.compile(r"(?:[0-9]{1,4} )?'?[^\W\d_](?:[^\W\d_]|[ .'/()\u0300-\u036f-])*")

Record = dict[str, Any]

Answer = str | Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""Text, an address, or people, before the answer is tidied."""


@dataclass(frozen=True, slots=True)
class PartFault:
    """Fault of a part of an answer."""

    path: str  # place in the answer, such as `.1.address.zip` for the second person; empty for the whole
    remedy: Text  # sentence without its beginning, in which the part is named


class Unreadable(Exception):
    """An answer that is not JSON, or JSON of another shape."""


def write_answer(answer: Answer) -> str:
    """Return an answer in the form in which it is stored and sent to agencies."""
    return (
        answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    )


def read_answer(field: FormField, answer: str) -> str | Record | list[Record]:
    """Return a stored answer as its kind has it."""
    if field.kind == "address":
        return read_address(answer)
    return read_people(answer) if field.kind == "people" else answer


def tidy_record(field: FormField, answer: str) -> str:
    """Return the answer with tidy parts, without empty ones; empty if no part is left.

    Raises:
        Unreadable: it is no JSON of the shape.
    """
    return write_record(read_address(answer) if field.kind == "address" else read_people(answer))


def read_address(answer: str) -> dict[str, str]:
    """Return the parts of an address."""
    return _tidy_parts(_parse(answer), ADDRESS_LENGTHS)


def read_people(answer: str) -> list[Record]:
    """Return the records of people, each with `name`, `role` and `address` as far as they are given."""
    people = _parse(answer)
    if not isinstance(people, list):
        raise Unreadable
    return [_tidy_person(each) for each in people]


def write_record(record: Record | list[Record]) -> str:
    """Return the answer for an address or for people; empty if all of it is blank."""
    if not record or not any(record):
        return ""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def find_size_faults(field: FormField, answer: str) -> Iterator[PartFault]:
    """Find the faults for which an answer is not even saved: too many records, or too long parts.

    Raises:
        Unreadable: it is no JSON of the shape.
    """
    if field.kind == "address":
        yield from _find_long_parts("", read_address(answer), ADDRESS_LENGTHS)
        return
    people = read_people(answer)
    most = get_most_people(field)
    if len(people) > most:
        yield PartFault("", texts.format_at_most_people(most))
        return
    for index, person in enumerate(people):
        for fault in (
            *_find_long_parts("", {name: person.get(name, "") for name in _PERSON_LENGTHS}, _PERSON_LENGTHS),
            *_find_long_parts(".address", person.get("address", {}), ADDRESS_LENGTHS),
        ):
            yield _place_in_list(index, fault)


def complete_record(field: FormField, answer: str) -> tuple[str, list[PartFault]]:
    """Return the answer in the format for agencies, and every fault."""
    if field.kind == "address":
        address, faults = _complete_address(field, read_address(answer))
        return write_record(address), faults
    people = read_people(answer)
    faults = []
    least = get_least_people(field)
    if len(people) < least:
        faults.append(PartFault("", texts.format_at_least_people(least)))
    completed = []
    for index, person in enumerate(people):
        complete, person_faults = _complete_person(field, person)
        completed.append(complete)
        faults += [_place_in_list(index, each) for each in person_faults]
    return write_record(completed), faults


def get_least_people(field: FormField) -> int:
    """Return the number of records that an answer has at least."""
    return 1 if field.minimum is None else field.minimum


def get_most_people(field: FormField) -> int:
    """Return the number of records that an answer has at most."""
    return MAX_PEOPLE if field.maximum is None else min(field.maximum, MAX_PEOPLE)


def _parse(answer: str) -> Any:
    try:
        parsed = json.loads(answer)
        json.dumps(parsed, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Unreadable from None
    return parsed


def _tidy_parts(parsed: Any, names: Mapping[str, int]) -> dict[str, str]:
    if not isinstance(parsed, dict) or not parsed.keys() <= names.keys():
        raise Unreadable
    if not all(isinstance(part, str) for part in parsed.values()):
        raise Unreadable
    parts = {name: tidy(parsed.get(name, "")) for name in names}
    return {name: part for name, part in parts.items() if part}


def _tidy_person(parsed: Any) -> Record:
    if not isinstance(parsed, dict):
        raise Unreadable
    person: Record = {}
    person |= _tidy_parts({name: part for name, part in parsed.items() if name != "address"}, _PERSON_LENGTHS)
    if address := _tidy_parts(parsed.get("address", {}), ADDRESS_LENGTHS):
        person["address"] = address
    return person


def _find_long_parts(path: str, parts: Mapping[str, str], lengths: Mapping[str, int]) -> Iterator[PartFault]:
    for name, part in parts.items():
        if len(part) > lengths[name]:
            yield PartFault(f"{path}.{name}", texts.format_part_too_long(name, lengths[name]))


def _place_in_list(index: int, fault: PartFault) -> PartFault:
    return PartFault(f".{index}{fault.path}", texts.format_person(index + 1, fault.remedy))


def _complete_person(field: FormField, person: Record) -> tuple[Record, list[PartFault]]:
    faults = []
    name = person.get("name", "")
    if not any(character.isalpha() for character in name):
        faults.append(PartFault(".name", texts.NAME_MISSING))
    elif markup := _MARKUP.search(name):
        faults.append(PartFault(".name", texts.format_sign("name", markup.group())))
    roles = {choice.value for choice in field.choices}
    if roles and person.get("role") not in roles:
        faults.append(PartFault(".role", texts.ROLE_MISSING))
    complete = {"name": name} | ({"role": person.get("role", "")} if roles else {})
    if field.has_address:
        complete["address"], address_faults = _complete_address(field, person.get("address", {}))
        faults += [PartFault(f".address{each.path}", each.remedy) for each in address_faults]
    return complete, faults


def _complete_address(field: FormField, address: Mapping[str, str]) -> tuple[dict[str, str], list[PartFault]]:
    """Check an address by the rules of `/api/addressvalidation` that make one `INVALID`."""
    line1, line2, city = (address.get(name, "") for name in ("line1", "line2", "city"))
    state = address.get("state", OWN_STATE)
    zip_code = normalize_zip_code(address.get("zip", ""))
    faults = [*_find_line_faults(field, line1, line2)]
    if not city:
        faults.append(PartFault(".city", texts.CITY_MISSING))
    elif not _CITY.fullmatch(fold_signs(city)):
        faults.append(PartFault(".city", texts.CITY_SIGNS))
    if state not in _list_state_codes():
        faults.append(PartFault(".state", texts.STATE_UNKNOWN))
    elif state != OWN_STATE and not field.allows_other_states:
        faults.append(PartFault(".state", texts.STATE_NOT_ALLOWED))
    if zip_code is None:
        faults.append(PartFault(".zip", texts.ZIP_MALFORMED))
    elif is_zip_code_in_state(zip_code, state) == "no":
        faults.append(PartFault(".zip", texts.format_zip_of_another_state(zip_code, state)))
    parts = {"line1": line1, "line2": line2, "city": city, "state": state, "zip": zip_code or ""}
    return {name: part for name, part in parts.items() if part}, faults


def _find_line_faults(field: FormField, line1: str, line2: str) -> Iterator[PartFault]:
    if not any(character.isalnum() for character in line1):
        yield PartFault(".line1", texts.LINE_MISSING)
    for name, line in (("line1", line1), ("line2", line2)):
        if markup := _MARKUP.search(line):
            yield PartFault(f".{name}", texts.format_sign(name, markup.group()))
    if not field.allows_po_box and has_po_box(standardize(line1, line2)):
        yield PartFault(".line1", texts.NO_PO_BOX)


@cache
def _list_state_codes() -> frozenset[str]:
    return frozenset(each.code for each in list_us_jurisdictions())
