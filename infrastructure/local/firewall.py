"""AWS WAF before CloudFront: how often one network address may call.

The rates, whom they hold for and how they are answered are read from the web ACL of `web.yaml`. The groups of
rules that AWS manages are left out: what they know is not public.

A call that is refused counts as well, as in AWS WAF: whoever goes on without a pause is not let in again. AWS
WAF estimates the rate and needs a while to notice; here a call too many is refused at once. Source: AWS WAF
developer guide, rate-based rule statements and their caveats.
"""

import posixpath
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from infrastructure.local.errors import CannotStart
from infrastructure.local.http_server import Application
from infrastructure.local.messages import Request, Response
from infrastructure.local.stack import Stack

_CONTENT_TYPES = {
    "APPLICATION_JSON": "application/json",
    "TEXT_PLAIN": "text/plain",
    "TEXT_HTML": "text/html",
}


class UnsupportedRule(CannotStart):
    """The web ACL has a rule that is not known here."""


def _normalized(path: str) -> str:
    normal = posixpath.normpath(f"/{path.lstrip('/')}")
    return f"{normal}/" if path.endswith("/") and normal != "/" else normal


_TRANSFORMATIONS: Mapping[str, Callable[[str], str]] = {
    "LOWERCASE": str.lower,
    "NORMALIZE_PATH": _normalized,
    "URL_DECODE": unquote,
}


@dataclass(slots=True)
class _Rate:
    """A rule with the times of the calls that it counts, by network address."""

    limit: int
    seconds: float
    covers: Callable[[Request], bool]
    status: int
    headers: list[tuple[str, str]]
    body: bytes
    calls: dict[str, deque[float]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def is_exceeded(self, address: str, now: float) -> bool:
        """Count a call; whether it is one too many."""
        with self.lock:
            calls = self.calls.setdefault(address, deque(maxlen=self.limit + 1))
            calls.append(now)
            while calls[0] <= now - self.seconds:
                calls.popleft()
            return len(calls) > self.limit


class Firewall:
    """Lets through what the web ACL lets through."""

    def __init__(
        self,
        web: Stack,
        answer: Application,
        rate_factor: float = 1,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read the web ACL.

        Args:
            web: the stack of `web.yaml`.
            answer: answers what is let through.
            rate_factor: how many times as often as in the template an address may call.
            now: seconds of a clock that only runs forwards.

        Raises:
            UnsupportedRule: see there.
        """
        (acl,) = web.of_type("AWS::WAFv2::WebACL")
        properties = web.properties(acl)
        bodies = properties.get("CustomResponseBodies", {})
        rules = sorted(properties["Rules"], key=lambda rule: int(rule["Priority"]))
        self._rates = [
            _rate(rule, bodies, rate_factor)
            for rule in rules
            if "ManagedRuleGroupStatement" not in rule["Statement"]
        ]
        self._answer = answer
        self._now = now

    def __call__(self, request: Request) -> Response:
        """Answer a request, or refuse it."""
        now = self._now()
        for rate in self._rates:
            # The peer of the connection: what headers say of an address may be made up.
            if rate.covers(request) and rate.is_exceeded(request.viewer, now):
                return Response(rate.status, [*rate.headers, ("X-Cache", "Error from cloudfront")], rate.body)
        return self._answer(request)


def _rate(rule: Mapping[str, Any], bodies: Mapping[str, Mapping[str, str]], factor: float) -> _Rate:
    name, statement = rule["Name"], rule["Statement"]
    rate = statement.get("RateBasedStatement")
    if rate is None or rate["AggregateKeyType"] != "IP":
        raise UnsupportedRule(f"{name}: only rates of network addresses are known")
    response = rule.get("Action", {}).get("Block", {}).get("CustomResponse")
    if response is None:
        raise UnsupportedRule(f"{name}: only a refusal with an answer of its own is known")
    body = bodies[response["CustomResponseBodyKey"]]
    return _Rate(
        limit=max(1, round(int(rate["Limit"]) * factor)),
        seconds=float(rate["EvaluationWindowSec"]),
        covers=_scope(name, rate.get("ScopeDownStatement")),
        status=int(response["ResponseCode"]),
        headers=[
            ("Content-Type", _CONTENT_TYPES[body["ContentType"]]),
            *((header["Name"], header["Value"]) for header in response.get("ResponseHeaders", [])),
        ],
        body=body["Content"].encode(),
    )


def _scope(name: str, statement: Mapping[str, Any] | None) -> Callable[[Request], bool]:
    if statement is None:
        return lambda _request: True
    match = statement.get("RegexMatchStatement")
    if match is None or match["FieldToMatch"] != {"UriPath": {}}:
        raise UnsupportedRule(f"{name}: only a path narrows a rate")
    kinds = [entry["Type"] for entry in sorted(match["TextTransformations"], key=lambda one: one["Priority"])]
    if unknown := set(kinds) - _TRANSFORMATIONS.keys():
        raise UnsupportedRule(f"{name}: {', '.join(sorted(unknown))} is not known")
    expression = re.compile(match["RegexString"])

    def covers(request: Request) -> bool:
        path = request.path
        for kind in kinds:
            path = _TRANSFORMATIONS[kind](path)
        return expression.search(path) is not None

    return covers
