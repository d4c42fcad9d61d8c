"""Checks a manifest's file against the schema and further rules."""

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from domains.agencies import manifest_rules
from domains.agencies.manifest import Manifest
from domains.agencies.manifest_address_rules import Network
from infrastructure.operations.agencies.documents import Document, Fault, FaultyDocument, Place, read_document
from portal.parts import make_parts


def read_manifest(path: Path, network: Network = "public") -> Manifest:
    """Return the manifest in a file, or raise every fault of it."""
    faults: list[Fault] = []
    try:
        document = read_document(path)
    except FaultyDocument as error:
        if error.document is None:
            raise
        document, faults = error.document, error.faults
    try:
        manifest = Manifest.model_validate(document.content)
        is_partial = False
    except ValidationError as error:
        faults += [_make_schema_fault(document, detail) for detail in error.errors(include_url=False)]
        manifest = make_parts(Manifest, document.content)
        is_partial = True
    for fault in manifest_rules.find_faults(manifest, network, is_partial=is_partial):
        line = document.get_line(fault.path)
        faults.append(Fault(fault.message, fault.remedy, line, _format_place(fault.path)))
    if faults:
        raise FaultyDocument(*faults)
    return manifest


def _format_place(place: Place) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")


def _make_schema_fault(document: Document, detail: ErrorDetails) -> Fault:
    place: Place = detail["loc"]
    message, remedy = _describe_error(detail, place)
    return Fault(message, remedy, document.get_line(place), _format_place(place))


def _describe_error(detail: ErrorDetails, place: Place) -> tuple[str, str]:
    """Return the fault and its remedy for the kinds of errors that the models can have."""
    name = place[-1] if place else "manifest"
    context: dict[str, Any] = detail.get("ctx", {})
    match detail["type"]:
        case "missing":
            return f"{name} is missing.", f"Add `{name}:` here."
        case "extra_forbidden":
            return f"{name} is not known here.", _find_nearest(str(name), _list_known_names(place))
        case "literal_error":
            return f"{detail['input']} is not known.", f"Take one of: {context['expected']}."
        case "string_type":
            return (
                f"{name} must be a text, and this is {_describe_kind(detail['input'])}.",
                "Put the value in quotes.",
            )
        case "string_pattern_mismatch":
            return f"{detail['input']} has the wrong form.", _describe_pattern(context["pattern"])
        case "string_too_long":
            return f"{name} has more than {context['max_length']} characters.", "Shorten it."
        case "string_too_short":
            return f"{name} is empty.", "Write something, or remove the line where it is optional."
        case "too_long":
            return f"{name} has more than {context['max_length']} entries.", "Remove some of them."
        case "too_short":
            return f"{name} has fewer than {context['min_length']} entries.", "Add one."
        case "model_type" | "model_attributes_type" | "dict_type":
            return f"{name} must have names below it.", "Indent them under it, each as `name: value`."
        case "list_type":
            return f"{name} must be a list.", "Begin each entry with a hyphen on a line of its own."
        case _:
            return f"{name}: {detail['msg']}.", "Correct the value; the schema describes every field."


def _describe_kind(value: object) -> str:
    names = {bool: "yes or no", int: "a number", float: "a number", list: "a list", dict: "a mapping"}
    return "nothing" if value is None else names.get(type(value), "a date")


def _describe_pattern(pattern: str) -> str:
    if pattern.startswith("^[A-Z]"):
        return "Write it in capitals, digits and underscores, such as VEHICLE_TITLE."
    if pattern.startswith("^data:"):
        return "Write the picture as data:image/svg+xml;base64,… or data:image/png;base64,…"
    if "A-Za-z" in pattern:
        return "Write it in letters and digits and begin with a small letter, such as dueDate."
    return "Write it in small letters, digits and single hyphens, such as adot-mvd."


def _find_nearest(name: str, known: list[str]) -> str:
    nearest = difflib.get_close_matches(name, known, n=1)
    return f"Do you mean {nearest[0]}?" if nearest else f"Remove it, or take one of: {', '.join(known)}."


def _list_known_names(place: Place) -> list[str]:
    model: Any = Manifest
    for part in place[:-1]:
        if isinstance(part, str):
            field = next(f for n, f in model.model_fields.items() if (f.alias or n) == part)
            model = next(_list_models(field.annotation))
    return [field.alias or name for name, field in model.model_fields.items()]


def _list_models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _list_models(argument)
