"""The sandbox's wallet on the command line: `python -m infrastructure.local.wallet --as EMAIL --attempt ID`.

It prints the body that completes the attempt, `{"wallet": {"protocol": …, "data": …}}`. With `--link` it does
what a phone does that scanned a QR code: it fetches the request, posts its answer and prints what came back.
"""

import argparse
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from infrastructure.local.agencies.records import SAMPLE_OWNERS
from infrastructure.local.running import running_port
from infrastructure.local.settings import DEFAULT_DATA, DEFAULT_PORT, HOST
from infrastructure.local.wallet.authority import Authority, authority_of, holder_of
from infrastructure.local.wallet.cases import CASES
from infrastructure.local.wallet.issue import Holder
from infrastructure.local.wallet.present import present, present_to_link
from infrastructure.local.wallet.requests import NotAnswered

_SECONDS = 10


class _Failed(Exception):
    """What to say before ending."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="npm run --silent wallet --", description=__doc__.split("\n")[0])
    holders = {str(owner.email): owner for owner in SAMPLE_OWNERS}
    parser.add_argument("--as", dest="email", required=True, choices=holders, help="whose license it is")
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--attempt", help="id of an attempt of the person's latest sign-in")
    asked.add_argument("--requests", type=Path, help="file with what the page hands the browser")
    asked.add_argument("--link", help="what the QR code holds")
    parser.add_argument("--protocol", help="which request to answer, when not the first")
    parser.add_argument("--case", choices=CASES, default="honest", help="what to do wrong")
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder of the portal's data")
    parser.add_argument("--port", type=int, help="port of the portal, when it is not the running one")
    options = parser.parse_args(arguments)
    data = options.data.resolve()
    port = options.port or running_port(data) or DEFAULT_PORT
    now = datetime.now(UTC)
    authority = authority_of(data, "localhost", now)
    holder = holder_of(holders[options.email])
    try:
        if options.link:
            print(_answer_link(options.link, holder, authority, now, options.case))
            return 0
        if options.requests:
            requests = json.loads(options.requests.read_text("utf-8"))
        else:
            requests = _requests(options.email, options.attempt, port)
        request = _chosen(requests, options.protocol)
        answer = present(request, f"http://localhost:{port}", holder, authority, now, CASES[options.case])
    except (_Failed, NotAnswered) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps({"wallet": answer}))
    return 0


def _requests(email: str, attempt: str, port: int) -> list[Mapping[str, Any]]:
    """The requests of an attempt, as the page of the person's latest sign-in has them."""
    body = json.dumps({"email": email, "ofLatest": True}).encode()
    tokens = json.loads(
        _call(f"http://{HOST}:{port + 1}/local/token", body, {"Content-Type": "application/json"})
    )
    headers = {"Authorization": f"Bearer {tokens['access_token']}", "id_token": tokens["id_token"]}
    found = json.loads(_call(f"http://{HOST}:{port}/api/authentication/attempts/{attempt}", None, headers))
    requests: list[Mapping[str, Any]] = found.get("requests") or []
    return requests


def _chosen(requests: list[Mapping[str, Any]], protocol: str | None) -> Mapping[str, Any]:
    for request in requests:
        if protocol in (None, request["protocol"]):
            return request
    raise _Failed("The attempt does not wait for a wallet, or not by this protocol.")


def _answer_link(link: str, holder: Holder, authority: Authority, now: datetime, case: str) -> str:
    query = parse_qs(urlsplit(link).query)
    client_id, request_uri = query["client_id"][0], query["request_uri"][0]
    request_object = _call(request_uri, None, {})
    response_uri, form = present_to_link(request_object, client_id, holder, authority, now, CASES[case])
    return _call(response_uri, form.encode(), {"Content-Type": "application/x-www-form-urlencoded"})


def _call(url: str, body: bytes | None, headers: Mapping[str, str]) -> str:
    try:
        request = urllib.request.Request(url, body, dict(headers))  # noqa: S310
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
            text: str = answer.read().decode()
            return text
    except urllib.error.HTTPError as error:
        raise _Failed(f"{url} answered {error.code}: {error.read().decode(errors='replace')}") from None
    except OSError as error:
        raise _Failed(f"{url} does not answer ({error}). Start the portal with `npm start`.") from None


if __name__ == "__main__":
    sys.exit(main())
