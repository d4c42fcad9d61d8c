"""Requests that change something: forms of the sandbox's pages, and JSON of programs."""

import json
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from infrastructure.local.http import Request, Response, make_json_response


def is_from_elsewhere(request: Request) -> bool:
    """Return whether a page of another origin sent the request."""
    origin = request.header("Origin")
    return origin is not None and urlsplit(origin).netloc != request.header("Host")


def read_content(request: Request) -> Mapping[str, object]:
    """Return the fields of a form or of a JSON object; empty for anything else."""
    body = (request.body or b"").decode(errors="replace")
    if is_json(request):
        try:
            content = json.loads(body)
        except ValueError:
            return {}
        return content if isinstance(content, dict) else {}
    return dict(parse_qsl(body))


def is_json(request: Request) -> bool:
    """Return whether the body is declared as JSON."""
    return (request.header("Content-Type") or "").startswith("application/json")


def answer_form(request: Request, content: Mapping[str, object], page: str, status: int = 200) -> Response:
    """Answer JSON with JSON, and a form with a redirect to the page."""
    if is_json(request):
        return make_json_response(status, content)
    return Response(303, [("Location", page)])
