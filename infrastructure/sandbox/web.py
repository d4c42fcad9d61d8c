"""Routes, pages, forms and switches of the sandbox."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=select_autoescape(),
    trim_blocks=True,
)

_SECONDS = {"slow": 1.5, "hanging": 60.0}


def get(path: str, handle: Callable[[Request], Response]) -> Route:
    """Return a route for GET, answered in a thread."""
    return Route(path, handle, methods=["GET"])


def post(path: str, handle: Callable[[Request, bytes], Response]) -> Route:
    """Return a route for POST, whose handler gets the body and runs in a thread."""

    async def answer(request: Request) -> Response:
        return await run_in_threadpool(handle, request, await request.body())

    return Route(path, answer, methods=["POST"])


def make_headers(*form_targets: str) -> dict[str, str]:
    """Return the headers of a page, which runs no script.

    Args:
        form_targets: origins to which forms of the page may lead, besides its own.
    """
    targets = ["'self'", *form_targets]
    policy = (
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
        # Browsers also apply this to redirects after a form.
        f"form-action {' '.join(targets)}; base-uri 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        # Not no-referrer, with which browsers send the origin of a form as null.
        "Referrer-Policy": "same-origin",
        "Cache-Control": "no-store",
    }


def make_page(template: str, *form_targets: str, status: int = 200, **context: object) -> Response:
    """Return a page; `portal_origin` is among the context."""
    html = TEMPLATES.get_template(template).render(**context)
    return Response(html, status, make_headers(*form_targets), "text/html")


def go_to(address: str) -> Response:
    """Return a redirect after a form."""
    return RedirectResponse(address, 303)


def parse_form(body: bytes) -> dict[str, str]:
    """Return the fields of a form that have a value."""
    return dict(parse_qsl(body.decode(errors="replace")))


def nest_fields(fields: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a form as a program sends them: `note-en` and `note-es` are members of `note`."""
    nested: dict[str, Any] = {}
    for name, value in fields.items():
        part, _, member = name.partition("-")
        if member:
            nested.setdefault(part, {})[member] = value
        else:
            nested[name] = value
    return nested


def refuse_foreign_forms(app: ASGIApp) -> ASGIApp:
    """Return an application that takes no changes from pages of another origin."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        origin = request.headers.get("Origin")
        is_foreign = origin is not None and urlsplit(origin).netloc != request.headers.get("Host")
        refusal = PlainTextResponse("Another page may not do that.", 403)
        await (refusal if is_foreign and request.method == "POST" else app)(scope, receive, send)

    return answer


@dataclass(slots=True)
class Switch:
    """Switch of a service's behavior."""

    explained: Mapping[str, str]  # the modes with what the service does in each
    page: str  # address of the service's page
    wait: Callable[[float], object]  # pauses for some seconds
    mode: str = "normal"

    def set(self, _request: Request, body: bytes) -> Response:
        """Answer the form of the page."""
        mode = parse_form(body).get("mode", "")
        if mode not in self.explained:
            return JSONResponse({"error": f"mode is one of {', '.join(self.explained)}"}, 400)
        self.mode = mode
        return go_to(self.page)

    def misbehave(self) -> Response | None:
        """Wait as the switch says; return the answer where it says `error`."""
        if seconds := _SECONDS.get(self.mode):
            self.wait(seconds)
        return PlainTextResponse("The switch says so.", 500) if self.mode == "error" else None
