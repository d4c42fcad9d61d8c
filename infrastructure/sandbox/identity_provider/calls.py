"""A request to the provider: its browser, its language, its form, and the pages that answer it."""

import json
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from re import fullmatch
from typing import Any
from urllib.parse import urlencode, urlsplit

from jinja2 import Environment, FileSystemLoader
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from domains.state.time import write_moment
from infrastructure.sandbox.identity_provider.accounts import Account, Accounts
from infrastructure.sandbox.identity_provider.settings import ProviderSettings
from infrastructure.sandbox.identity_provider.store import Store
from infrastructure.sandbox.identity_provider.tokens import Tokens
from portal.language import choose_language, parse_language

FOLDER = Path(__file__).parent

_LANGUAGES = {"en": "English", "es": "Español"}
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_MIN_PASSWORD_LENGTH = 8
_SESSION_SECONDS = 12 * 60 * 60


class Refused(Exception):
    """A request is refused: OAuth's error code, and the address that tells the client, if that is sure."""

    def __init__(self, code: str, description: str = "", *, status: int = 400, address: str = "") -> None:
        super().__init__(code, description, status, address)
        self.code, self.description, self.status, self.address = code, description, status, address


class Services:
    """The parts of one provider."""

    def __init__(self, settings: ProviderSettings) -> None:
        self.settings = settings
        self.store = Store(settings.database, settings.clock)
        self.accounts = Accounts(self.store)
        self.tokens = Tokens(settings, self.store)


@dataclass
class Session:
    """State of one browser: who is signed in, and the codes that it has to enter, by purpose."""

    id: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    subject: str = ""
    authenticated_at: int = 0
    has_second_factor: bool = False
    codes: dict[str, dict[str, Any]] = field(default_factory=dict)


@cache
def _parse_texts(language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((FOLDER / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    return texts


@cache
def _open_templates() -> Environment:
    return Environment(loader=FileSystemLoader(FOLDER / "templates"), autoescape=True)


class Call:
    """Request of a browser or a program, with the browser's session.

    `errors` maps fields of the posted form to keys of texts in the order of the page, and "form" to a general
    error; `values` is shown again. `now` is in seconds since 1970.
    """

    def __init__(self, services: Services, request: Request, body: bytes, form: FormData) -> None:
        self.services, self.settings, self.request = services, services.settings, request
        self.form = {name: value for name, value in form.multi_items() if isinstance(value, str)}
        self.errors: dict[str, str] = {}
        self.values: dict[str, str] = {}
        self.is_post = request.method == "POST"
        self.now = int(self.settings.clock().timestamp())
        # OpenID Connect Core, section 3.1.2.1: tags in order of preference.
        asked = filter(None, map(parse_language, self.get("ui_locales").split()))
        self.language = next(asked, None) or choose_language(request.headers.get("Accept-Language"))
        self._body = body
        # Cookies ignore ports, and two portals on one machine must not share one.
        self._cookie = f"saguaro_identity_{urlsplit(self.settings.origin).port}"
        kept = services.store.find("session", request.cookies.get(self._cookie, ""))
        self.session = Session(**kept) if kept else Session()
        self._is_saved = False
        self.account = services.accounts.find_subject(self.session.subject)

    def get(self, name: str) -> str:
        """Return a parameter of the query, or an empty text."""
        return self.request.query_params.get(name, "")

    def get_text(self, key: str, **values: object) -> str:
        """Return a text in the language of the page."""
        return _parse_texts(self.language)[key].format(**values)

    def read_json(self) -> dict[str, Any]:
        """Return the object of a JSON body; raises Refused for anything else."""
        try:
            value = json.loads(self._body)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise Refused("invalid_request")
        return value

    def read_field(self, name: str, pattern: str) -> str:
        """Return a field of the form with single spaces, and note an error unless it matches."""
        self.values[name] = value = " ".join(self.form.get(name, "").split())
        if not fullmatch(pattern, value):
            self.errors[name] = f"error_{name}_{'invalid' if value else 'missing'}"
        return value

    def read_email(self) -> str:
        """Return an email address in lower case."""
        return self.read_field("email", r"(?=.{1,254}$)[^@\s]+@[^@\s.]+(\.[^@\s.]+)+").lower()

    def read_password(self, *, is_new: bool = False) -> str:
        """Return a password; a new one has at least eight characters (NIST SP 800-63B, section 5.1.1)."""
        value = self.form.get("password", "")
        if not value:
            self.errors["password"] = "error_password_missing"  # noqa: S105 - a text key
        elif is_new and len(value) < _MIN_PASSWORD_LENGTH:
            self.errors["password"] = "error_password_short"  # noqa: S105 - a text key
        return value

    def sign_in(self, account: Account) -> None:
        """Begin a session under another id, so that nobody can have planted it."""
        self.sign_out()
        self.session, self.account = Session(subject=account.subject, authenticated_at=self.now), account
        self.save_session()

    def sign_out(self) -> None:
        """End the session and the tokens that came from it."""
        self.services.store.take("session", self.session.id)
        self.services.store.delete("grant", "session_id", self.session.id)
        self.session, self.account = Session(), None

    def save_session(self) -> None:
        """Keep the session; the answer sets its cookie."""
        self.services.store.put("session", self.session.id, asdict(self.session), _SESSION_SECONDS)
        self._is_saved = True

    def make_address(self, path: str, **changes: str) -> str:
        """Return the address of a page with this query (authorization request, language) and changes."""
        query = urlencode({**self.request.query_params, **changes})
        return f"{path}?{query}" if query else path

    def go_to(self, path: str) -> Response:
        """Redirect to another page of the same request; 303, so that a form is not posted again."""
        return RedirectResponse(self.make_address(path), 303)

    def show(self, template: str, status: int = 200, *, policy: str = "", **context: Any) -> Response:
        """Render a page; with status 400 when its form has errors.

        Args:
            policy: an addition to the content security policy.
        """
        origin = self.settings.portal_origin
        context |= {
            "t": self.get_text,
            "form": self,
            "portal_origin": origin,
            "page_address": self.make_address,
        }
        context |= {"language": self.language, "languages": _LANGUAGES, "path": self.request.url.path}
        context["local_time"] = lambda moment: getattr(write_moment(moment), self.language)
        page = _open_templates().get_template(template).render(context)
        # A browser applies form-action to the redirect after a form too, and that leads to the portal.
        headers = {"Content-Security-Policy": f"{_POLICY}; form-action 'self' {origin}{policy}"}
        return HTMLResponse(page, 400 if self.errors else status, headers)

    def finish(self, response: Response) -> Response:
        """Forbid that browsers keep the answer, and add the cookie of a session that was saved."""
        response.headers["Cache-Control"] = "no-store"
        if self._is_saved:
            response.set_cookie(self._cookie, self.session.id, httponly=True, samesite="lax")
        return response


View = Callable[[Call], Response]


class Routes(dict[str, View]):
    """Answers by address."""

    def at(self, path: str) -> Callable[[View], View]:
        """Decorate the answer to requests at an address."""
        return lambda view: self.setdefault(path, view)


PAGES, STEPS, ENDPOINTS, LOCAL = Routes(), Routes(), Routes(), Routes()
"""Pages, pages of an authorization request, endpoints of the protocol, and calls of local programs."""
