"""The sandbox's pages: who can be connected, what the agencies hold, and the switches."""

import mimetypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

from domains.agencies.manifest import IdentityField, Service
from infrastructure.local.http import Response
from infrastructure.sandbox.agencies.accounts import SAMPLE_PASSWORD
from infrastructure.sandbox.agencies.agency import MODES, Agency
from infrastructure.sandbox.agencies.applications import TIME_TO_RESPOND
from infrastructure.sandbox.agencies.files import FileKind
from infrastructure.sandbox.agencies.records import Owner, Record
from infrastructure.sandbox.agencies.sample_records import SAMPLE_OWNERS
from infrastructure.settings import REPOSITORY

_HERE = Path(__file__).parent
_PROVIDER_STATIC = REPOSITORY / "infrastructure/sandbox/identity_provider/static"
_FONTS = REPOSITORY / "webapp" / "src" / "styles" / "fonts"
_STATIC = {
    "style.css": _PROVIDER_STATIC / "style.css",
    "saguaro.svg": _PROVIDER_STATIC / "saguaro.svg",
    "sandbox.css": _HERE / "static" / "sandbox.css",
}
_HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    # Not no-referrer, with which browsers send the origin of a form as null.
    ("Referrer-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
)
_EXPLAINED = {
    "normal": "answers as it should",
    "slow": "answers after 1.5 s",
    "hanging": "answers after 60 s",
    "error": "answers 500",
    "malformed": "answers JSON of another shape",
    "wrongPerson": "answers another person's data",
    "refused": "closes the connection",
    "flapping": "fails every second call",
    "html": "answers a web page",
    "large": "answers 5 MB",
}

_EXPLAINED_FILES: Mapping[FileKind, str] = {
    "none": "No file",
    "pdf": "A PDF",
    "png": "A PNG",
    "harmful": "A PDF with the test virus",
}


@dataclass(frozen=True, slots=True)
class Call:
    """Call of the portal.

    Attributes:
        status: of the answer; 0 when the connection was closed without one.
        note: why a signature was refused.
    """

    at: datetime
    agency_id: str
    name: str
    status: int
    mode: str
    note: str


class Pages:
    """Draws the pages; the portal's own colors and font, without any script."""

    def __init__(self, portal_origin: str) -> None:
        """Prepare the templates.

        Args:
            portal_origin: where the links to the portal lead.
        """
        self._templates = Environment(
            loader=FileSystemLoader(_HERE / "templates"), autoescape=select_autoescape(), trim_blocks=True
        )
        self._templates.globals.update(
            portal_origin=portal_origin, modes=MODES, explained=_EXPLAINED, as_typed=_format_identity
        )
        self._said: tuple[str, bool] | None = None

    def say(self, text: str, is_problem: bool = False) -> None:
        """Show a message on the next page with switches or forms."""
        self._said = (text, is_problem)

    def show_home(self, agencies: Sequence[Agency], calls: Sequence[Call]) -> Response:
        """Return the page of all agencies and people."""
        return self._render(
            200,
            "home.html",
            agencies=agencies,
            people=_group_by_owner(agencies),
            calls=calls,
            said=self._take_said(),
        )

    def show_messages(self, agency: Agency) -> Response:
        """Return the page for sending messages, with a form for each service that has records."""
        services = [
            (service, found)
            for service in agency.manifest.services
            if service.message_types
            and (found := [each for each in agency.records.values() if each.service_id == service.id])
        ]
        return self._render(
            200,
            "messages.html",
            agency=agency.manifest.agency,
            services=services,
            file_kinds=_EXPLAINED_FILES,
            said=self._take_said(),
        )

    def show_applications(self, agency: Agency) -> Response:
        """Return the page of applications, with buttons for decisions."""
        return self._render(
            200,
            "applications.html",
            agency=agency.manifest.agency,
            applications=agency.applications,
            respond_by=(datetime.now(UTC) + TIME_TO_RESPOND).date(),
            said=self._take_said(),
        )

    def show_accounts(self, agency: Agency) -> Response:
        """Return the page of the agency's accounts, without passwords except the sample one."""
        if agency.accounts is None:
            return self.show_missing()
        return self._render(
            200,
            "accounts.html",
            agency=agency.manifest.agency,
            accounts=agency.accounts.all(),
            sample_password=SAMPLE_PASSWORD,
            said=self._take_said(),
        )

    def show_password(self, agency: Agency, token: str) -> Response:
        """Return the page of a mailed link, to choose a new password."""
        if agency.accounts is None or not agency.accounts.is_link(token):
            return self.show_missing()
        return self._render(
            200, "password.html", agency=agency.manifest.agency, token=token, said=self._take_said()
        )

    def show_agency_page(self, agency: Agency, page: str, values: Mapping[str, str]) -> Response:
        """Return the page of a card's action."""
        titles = {
            action.id: action.label.en for service in agency.manifest.services for action in service.actions
        }
        if page not in titles:
            return self.show_missing()
        return self._render(
            200, "agency.html", agency=agency.manifest.agency, title=titles[page], values=values
        )

    def show_missing(self) -> Response:
        """Return the page for an unknown address."""
        return self._render(404, "missing.html")

    def serve_static(self, name: str) -> Response:
        """Return a style sheet or a picture."""
        return self._serve_file(_STATIC[name]) if name in _STATIC else self.show_missing()

    def serve_font(self, name: str) -> Response:
        """Return a font of the web app."""
        path = _FONTS / name
        return self._serve_file(path) if path.parent == _FONTS and path.is_file() else self.show_missing()

    def _take_said(self) -> tuple[str, bool] | None:
        said, self._said = self._said, None
        return said

    def _render(self, status: int, template: str, **context: object) -> Response:
        html = self._templates.get_template(template).render(**context)
        return Response(status, [("Content-Type", "text/html; charset=utf-8"), *_HEADERS], html.encode())

    def _serve_file(self, path: Path) -> Response:
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return Response(200, [("Content-Type", kind), *_HEADERS], path.read_bytes())


def _group_by_owner(
    agencies: Sequence[Agency],
) -> list[tuple[Owner, list[tuple[Agency, Service, list[Record]]]]]:
    """Group records by owner, sample people first, with agency and service."""
    shown = []
    owners = [*SAMPLE_OWNERS, *(record.owner for agency in agencies for record in agency.records.values())]
    for owner in dict.fromkeys(owners):
        found = [
            (agency, service, mine)
            for agency in agencies
            for service in agency.manifest.services
            if (
                mine := [
                    record
                    for record in agency.records.values()
                    if record.service_id == service.id and record.owner == owner
                ]
            )
        ]
        shown.append((owner, found))
    return shown


def _format_identity(field: IdentityField, record: Record) -> str:
    """Return the value of an identity field as the form shows it."""
    value = record.typed[field.name]
    return next((choice.label.en for choice in field.choices if choice.value == value), value)
