"""What CloudFront keeps of an origin's answers, and how it says so.

Source: CloudFront developer guide (managing how long content stays in the cache; request and response
behavior for custom origins).
"""

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from infrastructure.local.errors import CannotStart
from infrastructure.local.messages import Request, Response

Origin = Callable[[Request], Response]
Clock = Callable[[], float]

# What is asked for most stays; a developer's machine needs no more.
_MOST_ENTRIES = 1_000
_NEVER_KEPT = {"no-store", "no-cache", "private"}
# Source: RFC 9110, 15.4.5: what an answer without its content still tells.
_TOLD_WITHOUT_CONTENT = {
    "age",
    "cache-control",
    "content-language",
    "date",
    "etag",
    "expires",
    "last-modified",
    "vary",
    "x-cache",
}


class UnsupportedCachePolicy(CannotStart):
    """A cache policy of the template wants something that this cache does not do."""


@dataclass(frozen=True, slots=True)
class CachePolicy:
    """What of a request an answer depends on, and how long an answer is kept at most.

    Attributes:
        headers: in lower case; they are passed on to the origin, and part of the key.
        has_query: whether the query is passed on and part of the key.
        default_seconds: for answers that say nothing of it.
        compresses: whether answers may be compressed.
    """

    headers: frozenset[str]
    has_query: bool
    default_seconds: int
    most_seconds: int
    compresses: bool

    @classmethod
    def of(cls, configuration: Mapping[str, Any]) -> "CachePolicy":
        """Read `CachePolicyConfig`.

        Raises:
            UnsupportedCachePolicy: see there.
        """
        parameters = configuration["ParametersInCacheKeyAndForwardedToOrigin"]
        if configuration["MinTTL"] != 0:
            raise UnsupportedCachePolicy("A cache policy that keeps what is not to be kept")
        if parameters["CookiesConfig"]["CookieBehavior"] != "none":
            raise UnsupportedCachePolicy("A cache policy with cookies")
        query = parameters["QueryStringsConfig"]["QueryStringBehavior"]
        if query not in ("none", "all"):
            raise UnsupportedCachePolicy(f"A cache policy with {query} of the query")
        return cls(
            headers=frozenset(name.lower() for name in parameters["HeadersConfig"].get("Headers", [])),
            has_query=query == "all",
            default_seconds=int(configuration["DefaultTTL"]),
            most_seconds=int(configuration["MaxTTL"]),
            compresses=bool(parameters["EnableAcceptEncodingGzip"]),
        )

    def seconds(self, response: Response) -> float:
        """How long an answer is kept; 0 is not at all."""
        if response.status != 200:
            return 0
        directives = _directives(response.header("cache-control") or "")
        if directives.keys() & _NEVER_KEPT:
            return 0
        said = directives.get("s-maxage") or directives.get("max-age") or ""
        return min(int(said) if said.isdecimal() else self.default_seconds, self.most_seconds)


@dataclass(slots=True)
class _Kept:
    response: Response
    since: float
    seconds: float


class AnswerCache:
    """Answers GET requests with what an origin has said before."""

    def __init__(self, now: Clock = time.monotonic) -> None:
        """Keep nothing yet."""
        self._now = now
        self._kept: OrderedDict[object, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def answer(self, request: Request, known: str | None, policy: CachePolicy, origin: Origin) -> Response:
        """Answer from what is kept, or ask the origin.

        Args:
            request: as the origin gets it.
            known: the browser's `If-None-Match`, which is answered here.
            policy: of the path.
            origin: answers what is not kept.
        """
        response = self._answer(request, policy, origin)
        return response if known is None else _unless_known(response, known)

    def _answer(self, request: Request, policy: CachePolicy, origin: Origin) -> Response:
        key = _key(request, policy)
        kept = self._find(key)
        if kept and self._now() - kept.since < kept.seconds:
            return self._told(kept, "Hit from cloudfront")
        etag = kept and kept.response.header("etag")
        if kept and etag:
            response = origin(replace(request, headers=(*request.headers, ("If-None-Match", etag))))
            if response.status == 304:
                # The origin says anew how long, and nothing of the content.
                renewed = _copy(kept.response)
                for name, value in response.headers:
                    if name.lower() in _TOLD_WITHOUT_CONTENT:
                        renewed.set_header(name, value)
                again = self._keep(key, renewed, policy)
                return self._told(again, "RefreshHit from cloudfront")
        else:
            response = origin(request)
        self._keep(key, response, policy)
        return response

    def _find(self, key: object) -> _Kept | None:
        with self._lock:
            kept = self._kept.get(key)
            if kept:
                self._kept.move_to_end(key)
            return kept

    def _keep(self, key: object, response: Response, policy: CachePolicy) -> _Kept:
        kept = _Kept(_copy(response), self._now(), policy.seconds(response))
        with self._lock:
            # An error is told once; what was kept before it stays, to be asked for again with its ETag.
            if kept.seconds > 0:
                self._kept[key] = kept
                self._kept.move_to_end(key)
                if len(self._kept) > _MOST_ENTRIES:
                    self._kept.popitem(last=False)
        return kept

    def _told(self, kept: _Kept, result: str) -> Response:
        response = _copy(kept.response)
        # Nothing was called to answer it.
        response.function = ""
        response.set_header("Age", str(int(self._now() - kept.since)))
        response.set_header("X-Cache", result)
        return response


def _key(request: Request, policy: CachePolicy) -> object:
    """Path, the query as it was sent, and the headers of the policy."""
    headers = tuple((name, request.header(name)) for name in sorted(policy.headers))
    return request.path, request.query if policy.has_query else "", headers


def _copy(response: Response) -> Response:
    return replace(response, headers=list(response.headers))


def _directives(cache_control: str) -> dict[str, str]:
    parts = (part.strip().partition("=") for part in cache_control.lower().split(","))
    return {name: value.strip('"') for name, _, value in parts}


def _unless_known(response: Response, known: str) -> Response:
    """304 where the browser has the answer already; compared weakly (RFC 9110, 13.1.2)."""
    etag = response.header("etag")
    if response.status != 200 or not etag:
        return response
    if known.strip() != "*" and etag.removeprefix("W/") not in re.findall(r'"[^"]*"', known):
        return response
    headers = [(name, value) for name, value in response.headers if name.lower() in _TOLD_WITHOUT_CONTENT]
    return Response(304, headers, function=response.function)
