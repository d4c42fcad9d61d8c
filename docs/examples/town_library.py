"""A library that speaks the portal's protocol: `python town_library.py [PORT]`.

The signing secret comes from the variable AGENCY_SIGNING_SECRET.
"""

import json
import os
import re
import sys
import time
from datetime import UTC, date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

from anyascii import anyascii
from http_message_signatures import HTTPMessageVerifier, MappingKeyResolver, algorithms

PORT = int(sys.argv[1]) if len(sys.argv) > 1 else 8090
SECRET = os.environ["AGENCY_SIGNING_SECRET"].encode()
CARDS: dict[str, dict[str, Any]] = {
    "card-7": {
        "cardNumber": "20451",
        "dateOfBirth": "1984-05-17",
        "firstName": "Rosa",
        "lastName": "Delgado",
        "loans": ["Desert Plants"],
    }
}

REPLIES: dict[str, dict[str, Any]] = {}

verifier = HTTPMessageVerifier(
    signature_algorithm=algorithms.HMAC_SHA256,
    key_resolver=MappingKeyResolver(public_keys={"town-library": SECRET}, private_keys={}),
)
seen: dict[Any, tuple[float, object]] = {}


def is_from_the_portal(request: SimpleNamespace, body: bytes) -> bool:
    """Return whether the portal made this call, within the last minute and for the first time."""
    covered = ["@method", "@target-uri", *(["content-type", "content-digest"] if body else [])]
    try:
        (result,) = verifier.verify(
            request,
            max_age=timedelta(seconds=60),
            expect_tag="saguaro-portal",
            require_components=covered,
            body=body,
        )
        for nonce in [nonce for nonce, (until, _) in list(seen.items()) if until < time.time()]:
            seen.pop(nonce, None)
        entry = (int(result.parameters["expires"]) + 5, object())
        return seen.setdefault(result.parameters["nonce"], entry) is entry
    except Exception:  # whatever is wrong with a signature, it is not the portal's
        return False


def letters(name: str) -> str:
    """Return a name without case, accents, spaces, hyphens and the like."""
    return "".join(character for character in anyascii(name).casefold() if character.isalpha())


def words_and_suffix(name: str, separators: str) -> tuple[list[str], str]:
    """Return the words of a name, and the suffix after them; empty without one."""
    words = [word for word in map(letters, re.split(separators, name)) if word]
    has_suffix = len(words) > 1 and words[-1] in {"jr", "sr", "ii", "iii", "iv", "v"}
    return (words[:-1], words[-1]) if has_suffix else (words, "")


def is_holder(card: dict[str, Any], person: dict[str, str]) -> bool:
    """Tell if a card is the person's.

    The day is the same, the registered first names begin those of the card, the last ones may be in either
    order, and a suffix may be missing on either side.
    """
    given, first_suffix = words_and_suffix(card["firstName"], r"[\s,]+")
    family, last_suffix = words_and_suffix(card["lastName"], r"[\s,-]+")
    registered_first, first = words_and_suffix(person["legalFirstName"], r"[\s,]+")
    registered_last, last = words_and_suffix(person["legalLastName"], r"[\s,-]+")
    if not registered_first and (not given or not family or given == family):
        # A person with one name has it in either field of a card, or in both.
        given, family = [], family or given
    beginnings = {"".join(given[:count]) for count in range(min(1, len(given)), len(given) + 1)}
    last_names = {"".join(family[place:] + family[:place]) for place in range(len(family))}
    return (
        card["dateOfBirth"] == person["dateOfBirth"]
        and len({first_suffix, last_suffix, first, last} - {""}) <= 1
        and "".join(registered_first) in beginnings
        and "".join(registered_last) in last_names
    )


def answer(call: str, asked: dict[str, Any]) -> tuple[int, object]:
    """Status and JSON of the answer to a call."""
    match call:
        case "health":
            return 200, {"status": "ok"}
        case "match":
            for reference, card in CARDS.items():
                is_found = all(card[name] == value for name, value in asked["identity"].items())
                if is_found and is_holder(card, asked["person"]):
                    label = f"Card •••{card['cardNumber'][-2:]}"
                    return 200, {"matched": True, "reference": reference, "label": label}
            return 200, {"matched": False}
        case "service-data" if asked["reference"] in CARDS:
            due = date.today() + timedelta(days=4)
            loans = CARDS[asked["reference"]]["loans"]
            masked = f"•••{CARDS[asked['reference']]['cardNumber'][-2:]}"
            fields = {"card": masked, "loans": loans, "nextDue": str(due), "fine": "0.00", "status": "ACTIVE"}
            return 200, {"reference": asked["reference"], "asOf": str(datetime.now(UTC)), "fields": fields}
        case "field-value" if asked["reference"] in CARDS and asked["field"] == "card":
            value = CARDS[asked["reference"]]["cardNumber"]
            return 200, {"reference": asked["reference"], "field": "card", "value": value}
        case "reply" if asked["reference"] in CARDS:
            REPLIES[asked["replyId"]] = asked
            return 200, {"received": True}
        case "reply":
            return 410, {"error": "unknown card"}
        case "disconnect":
            return 204, None
    return 404, {"error": "unknown"}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        # The address as the manifest has it, because that is what the portal signs.
        url = f"http://localhost:{PORT}{self.path}"
        request = SimpleNamespace(method=self.command, url=url, headers=self.headers)
        status: int = 401
        content: object = {"error": "signature"}
        if is_from_the_portal(request, body):
            try:
                status, content = answer(self.path.removeprefix("/portal/"), json.loads(body or b"{}"))
            except (ValueError, KeyError, TypeError):
                status, content = 400, {"error": "body"}
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        if content is not None:
            self.wfile.write(json.dumps(content).encode())

    do_GET = do_POST  # noqa: N815 -- the name is http.server's


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
