"""The wallet's pages, as on a phone that scanned the portal's QR code, and the list of issuers.

The user of the page chooses the license, and a fault.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import requests
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from infrastructure.sandbox.samples import SAMPLE_OWNERS
from infrastructure.sandbox.wallet.authority import REVOCATIONS, Authority, find_holder
from infrastructure.sandbox.wallet.cases import CASES
from infrastructure.sandbox.wallet.issue import make_revocation_list
from infrastructure.sandbox.wallet.present import present_to_link
from infrastructure.sandbox.wallet.requests import NotAnswered
from infrastructure.sandbox.web import get, make_page, parse_form, post

WALLET = "wallet"
"""Path of the wallet, beside the agencies."""

_SECONDS = 10
HOLDERS = {str(owner.email): owner for owner in SAMPLE_OWNERS}
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def call(method: str, url: str, **parts: Any) -> requests.Response:
    """Call an address and return its answer.

    Raises:
        NotAnswered: it does not answer, or refuses.
    """
    try:
        answer = requests.request(method, url, timeout=_SECONDS, **parts)
    except requests.RequestException as error:
        raise NotAnswered(f"{url} does not answer ({error}). Start the portal with `npm start`.") from None
    if not answer.ok:
        raise NotAnswered(f"{url} answered {answer.status_code}: {answer.text}")
    return answer


def answer_link(link: Mapping[str, str], email: str, case: str, authority: Authority) -> str:
    """Act like a phone that scanned a QR code: fetch the request, seal an answer and post it.

    Args:
        link: the query of what the code holds, `client_id` and `request_uri`.

    Returns:
        The portal's answer.

    Raises:
        NotAnswered: see its docstring.
    """
    now = datetime.now(UTC)
    asked = call("GET", link["request_uri"]).text
    holder = find_holder(HOLDERS[email])
    address, form = present_to_link(asked, link["client_id"], holder, authority, now, CASES[case])
    return call("POST", address, data=form, headers=_FORM).text


class SandboxWallet:
    """The wallet, which shows licenses of an authority to one portal."""

    def __init__(self, authority: Authority, portal_origin: str) -> None:
        """Keep the authority and the portal."""
        self._authority = authority
        self._portal_origin = portal_origin
        self.routes = [
            get(f"/{WALLET}/trustlist", self._list_issuers),
            get(f"/{WALLET}/{REVOCATIONS}", self._list_revocations),
            get(f"/{WALLET}", self._ask),
            post(f"/{WALLET}", self._show),
        ]

    def _list_issuers(self, _request: Request) -> Response:
        return Response(self._authority.make_vical(datetime.now(UTC)))

    def _list_revocations(self, _request: Request) -> Response:
        return Response(make_revocation_list(self._authority.root, [], datetime.now(UTC)))

    def _ask(self, request: Request) -> Response:
        link = request.query_params
        if not self._is_from_portal(link):
            return self._render("wallet.html")
        return self._render("wallet_show.html", link=link, people=SAMPLE_OWNERS, cases=CASES)

    def _show(self, _request: Request, body: bytes) -> Response:
        form = parse_form(body)
        if (
            not self._is_from_portal(form)
            or form.get("email") not in HOLDERS
            or form.get("case") not in CASES
        ):
            return PlainTextResponse("This is not what the wallet's page sends.", 400)
        failure = None
        try:
            if form.get("choice") == "decline":
                call("POST", form["request_uri"], data={"error": "access_denied"})
            else:
                answer_link(form, form["email"], form["case"], self._authority)
        except NotAnswered as error:
            failure = str(error)
        return self._render("wallet_shown.html", failure=failure)

    def _is_from_portal(self, link: Mapping[str, str]) -> bool:
        address = link.get("request_uri", "")
        return bool(link.get("client_id")) and address.startswith(f"{self._portal_origin}/api/")

    def _render(self, template: str, **context: Any) -> Response:
        return make_page(template, portal_origin=self._portal_origin, **context)
