"""Examples of the contract, taken from calls of these tests: `shared/contract/examples.json`.

`TEST_EXAMPLES=record npm test -- api` adds an example of each route that has none, or one that does not fit
its schema any more. Remove a line to record it again, with the path of a test to choose its calls. An
example is a successful call with few empty values and as short as possible. Lists and long texts are
shortened; ids, tokens, signatures and seconds are replaced.
"""

import json
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from portal.routes import FORM, Endpoint
from shared.contract.examples import FILE, Example, list_faults, read_examples
from shared.contract.export import format_by_lines, make_openapi_document

IS_RECORDING = os.environ.get("TEST_EXAMPLES") == "record"
_MAX_ITEMS = 2
_MAX_CHARACTERS = 200
_ID = re.compile(r"\b(?=[0-9]*[a-z])(?=[a-z]*[0-9])[0-9a-z]{26}\b")
_REPLACED = (
    (re.compile(r"\beyJ[\w-]+(\.[\w-]*){2,4}"), "header.payload.signature"),
    (re.compile(r"(amazonaws\.com/[^\s\"?]*)\?[^\s\"]*"), r"\1?X-Amz-Signature=signature"),
    (re.compile(r"(?<=[.=\"])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*[0-9])[\w-]{32,}(?=[\"&=])"), "secret"),
    (re.compile(r"http://(localhost|127\.0\.0\.1):[0-9]+"), "https://agency.example"),
    (re.compile(r"(T[0-9]{2}:[0-9]{2}):[0-9]{2}(\.[0-9]+)?"), r"\1:00"),
)
_UNUSUAL = re.compile(r"<|\" | \"|\"notFound\"|\"gone")

_Rank = tuple[bool, int, int, str]
_recorded: dict[str, tuple[_Rank, Example]] = {}


def record_example(endpoint: Endpoint, body: object, status: int, text: str) -> None:
    """Take a successful call as the example of its route if it is better than the one so far."""
    if endpoint.route in _list_kept():
        return
    example: Example = {"status": status, "reply": _parse(endpoint.media_type, text)}
    if endpoint.body:
        example = {"request": _parse(endpoint.body.media_type, body), **example}
    text = json.dumps(example, ensure_ascii=False)
    for pattern, replacement in _REPLACED:
        text = pattern.sub(replacement, text)
    ids = {found: f"01jd{number:022}" for number, found in enumerate(dict.fromkeys(_ID.findall(text)), 1)}
    example = _shorten(json.loads(_ID.sub(lambda found: ids[found[0]], text)))
    text = json.dumps(example, separators=(",", ":"))
    values = example["reply"].values() if isinstance(example["reply"], dict) else ()
    empty = sum(value in (None, "", [], {}) for value in values)
    unusual = status != next(iter(endpoint.replies)) or _UNUSUAL.search(text) is not None
    _add(endpoint.route, (unusual, empty, len(text), text), example)


def export_recorded() -> list[tuple[str, _Rank, Example]]:
    """Return what this process recorded, for `import_recorded` of another one."""
    return [(route, rank, example) for route, (rank, example) in _recorded.items()]


def import_recorded(recorded: Iterable[tuple[str, Iterable[Any], Example]]) -> None:
    """Add what another process recorded."""
    for route, (*rank,), example in recorded:
        _add(route, tuple(rank), example)


def write_examples() -> None:
    """Replace the file by the kept and the recorded examples."""
    examples = {**_list_kept(), **{route: example for route, (_, example) in _recorded.items()}}
    FILE.write_text(format_by_lines(dict(sorted(examples.items())), 1) + "\n", encoding="utf-8")


def _add(route: str, rank: Any, example: Example) -> None:
    best = _recorded.get(route)
    if (best is None or rank < best[0]) and not list_faults(_make_document(), route, example):
        _recorded[route] = rank, example


@cache
def _list_kept() -> Mapping[str, Example]:
    document, examples = _make_document(), read_examples()
    return {route: examples[route] for route in examples if not list_faults(document, route, examples[route])}


@cache
def _make_document() -> Mapping[str, Any]:
    return make_openapi_document()


def _parse(media_type: str, body: Any) -> Any:
    if isinstance(body, bytes):
        body = body.decode(errors="replace")
    if not isinstance(body, str):
        return body
    try:
        return json.loads(body)
    except ValueError:
        return dict(parse_qsl(body)) if media_type == FORM else body


def _shorten(value: Any) -> Any:
    match value:
        case dict():
            return {name: _shorten(each) for name, each in value.items()}
        case list():
            return [_shorten(each) for each in value[:_MAX_ITEMS]]
        case str() if len(value) > _MAX_CHARACTERS:
            # Base64 without its end is still base64.
            return f"{value[:_MAX_CHARACTERS]}{'…' if ' ' in value else ''}"
    return value
