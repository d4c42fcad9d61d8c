"""The sandbox's wallet as a command: `python -m infrastructure.sandbox.wallet --as EMAIL --attempt ID`.

It prints the body that completes the attempt, `{"wallet": {"protocol": …, "data": …}}`. With `--link` it
acts like a phone that scanned a QR code: it fetches the request, posts its answer and prints the response.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from infrastructure.sandbox.wallet.authority import find_holder, load_authority
from infrastructure.sandbox.wallet.cases import CASES
from infrastructure.sandbox.wallet.present import present
from infrastructure.sandbox.wallet.requests import NotAnswered
from infrastructure.sandbox.wallet.service import HOLDERS, WALLET, answer_link, call
from infrastructure.settings import DEFAULT_DATA, DEFAULT_PORT, HOST, LocalSettings, find_running_port


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="npm run --silent wallet --", description=__doc__.split("\n")[0])
    parser.add_argument("--as", dest="email", required=True, choices=HOLDERS, help="whose license it is")
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
    port = options.port or find_running_port(data) or DEFAULT_PORT
    now = datetime.now(UTC)
    wallet = f"{LocalSettings(port=port).agencies_origin}/{WALLET}"
    authority = load_authority(data, "localhost", now, wallet)
    holder = find_holder(HOLDERS[options.email])
    try:
        if options.link:
            link = dict(parse_qsl(urlsplit(options.link).query))
            print(answer_link(link, options.email, options.case, authority))
            return 0
        if options.requests:
            requests = json.loads(options.requests.read_text("utf-8"))
        else:
            requests = _read_requests(options.email, options.attempt, port)
        request = _choose(requests, options.protocol)
        answer = present(request, f"http://localhost:{port}", holder, authority, now, CASES[options.case])
    except NotAnswered as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps({"wallet": answer}))
    return 0


def _read_requests(email: str, attempt: str, port: int) -> list[Mapping[str, Any]]:
    """Return the requests of an attempt, as in the person's latest sign-in."""
    wanted = {"email": email, "ofLatest": True}
    tokens = call("POST", f"http://{HOST}:{port + 1}/local/token", json=wanted).json()
    headers = {"Authorization": f"Bearer {tokens['access_token']}", "id_token": tokens["id_token"]}
    address = f"http://{HOST}:{port}/api/authentication/attempts/{attempt}"
    return list(call("GET", address, headers=headers).json().get("requests") or [])


def _choose(requests: list[Mapping[str, Any]], protocol: str | None) -> Mapping[str, Any]:
    for request in requests:
        if protocol in (None, request["protocol"]):
            return request
    raise NotAnswered("The attempt does not wait for a wallet, or not by this protocol.")


if __name__ == "__main__":
    sys.exit(main())
