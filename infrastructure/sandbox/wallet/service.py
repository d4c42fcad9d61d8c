"""The wallet's pages, as on a phone that scanned the portal's QR code, and the list of issuers.

The user of the page chooses the license, and a fault.
"""

import urllib.error
import urllib.request
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qsl

from infrastructure.local.http import Request, Response, make_page_response, make_text_response
from infrastructure.sandbox.agencies.sample_records import SAMPLE_OWNERS
from infrastructure.sandbox.pages import make_templates
from infrastructure.sandbox.wallet.authority import REVOCATIONS, Authority, find_holder
from infrastructure.sandbox.wallet.cases import CASES
from infrastructure.sandbox.wallet.issue import make_revocation_list
from infrastructure.sandbox.wallet.present import present_to_link
from infrastructure.sandbox.wallet.requests import NotAnswered

_SECONDS = 10
_HOLDERS = {str(owner.email): owner for owner in SAMPLE_OWNERS}


class CallFailed(Exception):
    """The portal does not answer, or refuses; the message has the reason."""


def call(url: str, body: str | None = None, headers: Mapping[str, str] | None = None) -> str:
    """Call an address and return its answer; a body is posted, as a form unless a header says otherwise.

    Raises:
        CallFailed: the text says why.
    """
    request = urllib.request.Request(url, body.encode() if body is not None else None, dict(headers or {}))  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
            text: str = answer.read().decode()
            return text
    except urllib.error.HTTPError as error:
        said = error.read().decode(errors="replace")
        raise CallFailed(f"{url} answered {error.code}: {said}") from None
    except OSError as error:
        raise CallFailed(f"{url} does not answer ({error}). Start the portal with `npm start`.") from None


def answer_link(link: Mapping[str, str], email: str, case: str, authority: Authority) -> str:
    """Act like a phone that scanned a QR code: fetch the request, seal an answer and post it.

    Args:
        link: the query of what the code holds, `client_id` and `request_uri`.
        email: of the holder.
        case: the fault to make.

    Returns:
        The portal's answer.

    Raises:
        CallFailed: it refuses.
        NotAnswered: a wallet refuses the request.
    """
    now = datetime.now(UTC)
    asked = call(link["request_uri"])
    holder = find_holder(_HOLDERS[email])
    address, form = present_to_link(asked, link["client_id"], holder, authority, now, CASES[case])
    return call(address, form)


class SandboxWallet:
    """Answers requests below the wallet's address."""

    def __init__(self, authority: Authority, portal_origin: str) -> None:
        """Show licenses of an authority, to one portal."""
        self._authority = authority
        self._portal_origin = portal_origin
        self._templates = make_templates(
            Path(__file__).parent / "templates",
            portal_origin=portal_origin,
            people=SAMPLE_OWNERS,
            cases=CASES,
        )

    def __call__(self, name: str, request: Request) -> Response:
        """Answer a request.

        Args:
            name: of what is asked for, below the wallet's address.
        """
        match request.method, name:
            case "GET", "trustlist":
                content = self._authority.make_vical(datetime.now(UTC))
                return Response(200, [("Content-Type", "application/cbor")], content)
            case "GET", name if name == REVOCATIONS:
                content = make_revocation_list(self._authority.root, [], datetime.now(UTC))
                return Response(200, [("Content-Type", "application/pkix-crl")], content)
            case "GET", "":
                return self._ask(dict(parse_qsl(request.query)))
            case "POST", "":
                return self._show(dict(parse_qsl((request.body or b"").decode(errors="replace"))))
        return make_text_response(404, "There is nothing here.")

    def _ask(self, link: Mapping[str, str]) -> Response:
        if not self._is_from_portal(link):
            return self._render("home.html")
        return self._render("show.html", link=link)

    def _show(self, form: Mapping[str, str]) -> Response:
        if (
            not self._is_from_portal(form)
            or form.get("email") not in _HOLDERS
            or form.get("case") not in CASES
        ):
            return make_text_response(400, "This is not what the wallet's page sends.")
        try:
            if form.get("choice") == "decline":
                call(form["request_uri"], "error=access_denied")
            else:
                answer_link(form, form["email"], form["case"], self._authority)
        except (CallFailed, NotAnswered) as error:
            return self._render("shown.html", failure=str(error))
        return self._render("shown.html", failure=None)

    def _is_from_portal(self, link: Mapping[str, str]) -> bool:
        address = link.get("request_uri", "")
        return bool(link.get("client_id")) and address.startswith(f"{self._portal_origin}/api/")

    def _render(self, template: str, **context: object) -> Response:
        return make_page_response(self._templates.get_template(template).render(**context))
