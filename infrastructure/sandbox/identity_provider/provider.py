"""Identity provider: its ASGI application and its interface for the local cloud."""

from collections.abc import Callable, Iterable
from functools import partial
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from infrastructure.sandbox.identity_provider import authorization, endpoints, local, outbox, pages
from infrastructure.sandbox.identity_provider.accounts import Person
from infrastructure.sandbox.identity_provider.calls import (
    ENDPOINTS,
    FOLDER,
    LOCAL,
    PAGES,
    STEPS,
    Call,
    Refused,
    Routes,
    Services,
    View,
)
from infrastructure.sandbox.identity_provider.settings import ProviderSettings

__all__ = ["Provider", "endpoints", "outbox", "pages"]  # Their import registers their views.

_FONTS = FOLDER.parents[2] / "webapp" / "src" / "styles" / "fonts"
_METHODS = ("GET", "POST")

Check = Callable[[Call], None]
Refuse = Callable[[Call, Refused], Response]


class Provider:
    """The provider on the database that the settings name; `app` is its ASGI application."""

    def __init__(self, settings: ProviderSettings) -> None:
        self._services = Services(settings)
        self.app = _create_app(self._services)

    def seed(self, people: Iterable[Person]) -> None:
        """Create the accounts of people who were never seeded."""
        self._services.accounts.seed(people)

    def issue_tokens(self, email: str) -> dict[str, str]:
        """Return `access_token` and `id_token` of an account. Raises LookupError."""
        account = self._services.accounts.find(email)
        if account is None:
            raise LookupError(email)
        return self._services.tokens.issue_for_program(account)

    def register_agency_client(self, agency_id: str, client_id: str, client_secret: str) -> None:
        """Make the client of an agency, or replace it."""
        self._services.accounts.register_client(agency_id, client_id, client_secret)

    def close(self) -> None:
        self._services.store.close()


def _check_form(call: Call) -> None:
    """Refuse a form of another website: browsers send its origin."""
    own = f"{call.request.url.scheme}://{call.request.url.netloc}"
    if call.is_post and call.request.headers.get("Origin", own) != own:
        raise Refused("invalid_request", "The form is from another website.")


def _check_step(call: Call) -> None:
    _check_form(call)
    authorization.check_request(call)


def _show_refusal(call: Call, error: Refused) -> Response:
    if error.address:
        return RedirectResponse(error.address, 302)
    return call.show("request_error.html", error.status, code=error.code, details=error.description)


def _describe_refusal(_: Call, error: Refused) -> Response:
    return JSONResponse({"error": error.code, "error_description": error.description}, error.status)


def _create_app(services: Services) -> Starlette:
    def make_routes(views: Routes, check: Check, refuse: Refuse, *methods: str) -> list[BaseRoute]:
        def answer(view: View, request: Request, body: bytes, form: FormData) -> Response:
            call = Call(services, request, body, form)
            try:
                check(call)
                return call.finish(view(call))
            except Refused as error:
                return call.finish(refuse(call, error))

        async def answer_in_thread(view: View, request: Request) -> Response:
            # Some answers wait for the portal, which meanwhile asks the provider for its keys.
            return await run_in_threadpool(answer, view, request, await request.body(), await request.form())

        return [Route(path, partial(answer_in_thread, view), methods=methods) for path, view in views.items()]

    def show_missing(request: Request, _: Exception) -> Response:
        return Call(services, request, b"", FormData()).show("message.html", 404, key="not_found")

    portal = services.settings.portal_origin
    headers = ["Authorization", "Content-Type"]
    cors = Middleware(CORSMiddleware, allow_origins=[portal], allow_methods=_METHODS, allow_headers=headers)
    # Prevents DNS rebinding, which would open the outbox and the local tokens to foreign pages.
    hosts = [urlsplit(services.settings.origin).hostname or "", "127.0.0.1"]
    return Starlette(
        routes=[
            *make_routes(STEPS, _check_step, _show_refusal, *_METHODS),
            *make_routes(LOCAL, local.check_program, _describe_refusal, "POST"),
            *make_routes(PAGES, _check_form, _show_refusal, *_METHODS),
            Mount("/static", StaticFiles(directory=FOLDER / "static")),
            Mount("/fonts", StaticFiles(directory=_FONTS)),
            Mount(
                "/",
                routes=make_routes(ENDPOINTS, lambda _: None, _describe_refusal, *_METHODS),
                middleware=[cors],
            ),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)],
        exception_handlers={404: show_missing},
    )
