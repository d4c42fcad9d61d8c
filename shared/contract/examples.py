"""Examples of requests and replies: `examples.json`, a line for each route, taken from calls of tests.

`TEST_EXAMPLES=record npm test -- api` writes them; see tests/api/examples.py.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from jsonschema import Draft202012Validator

FILE = Path(__file__).with_name("examples.json")


class Example(TypedDict):
    """Successful call.

    Attributes:
        request: body, if the route takes one.
    """

    request: NotRequired[Any]
    status: int
    reply: Any


@cache
def read_examples() -> Mapping[str, Example]:
    """Return the examples of the file by route."""
    examples: dict[str, Example] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return examples


def add_example(operation: dict[str, Any], route: str, media_type: str) -> None:
    """Add the example of a route, if there is one, to its operation.

    Args:
        media_type: of the reply.
    """
    example = read_examples().get(route)
    replies = operation["responses"].get(str(example["status"]), {}).get("content", {}) if example else {}
    if example is None or media_type not in replies:
        return
    replies[media_type]["example"] = example["reply"]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        content["example"] = example.get("request")


def list_faults(document: Mapping[str, Any], route: str, example: Example) -> list[str]:
    """Describe where an example does not fit the schemas of its operation."""
    method, path = route.lower().split(" ")
    operation = document["paths"].get(path, {}).get(method)
    if operation is None:
        return [f"{route} does not exist"]
    sent = operation.get("requestBody", {}).get("content", {})
    answered = operation["responses"].get(str(example["status"]), {}).get("content", {})
    checked = [(content["schema"], example.get("request")) for content in sent.values()]
    checked += [(content["schema"], example["reply"]) for content in list(answered.values())[:1]]
    if not answered or bool(sent) != ("request" in example):
        return [f"{route} has another status, or a request where there is none"]
    return [
        f"{route}, {fault.json_path}: {fault.message}"
        for schema, value in checked
        for fault in Draft202012Validator({**document, **schema}).iter_errors(value)
    ]
