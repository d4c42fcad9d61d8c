"""CloudFront: the origin of each path, the headers that it gets, and the headers of its answers.

Everything is read from the distribution of `web.yaml`, so that a page has the same headers locally as when
deployed. Answers are not cached (docs/adr/0010).
"""

import fnmatch
import gzip
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from infrastructure.local.errors import CannotStart
from infrastructure.local.http import Request, Response, make_json_response, make_text_response
from infrastructure.local.http_server import Application
from infrastructure.local.stack import Stack
from portal.errors import BodyTooLarge
from portal.language import LANGUAGES, Language, choose_language
from portal.types import make_id

_CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6"
_CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
_ALL_VIEWER_EXCEPT_HOST_HEADER = "b689b0a8-53d0-40ab-baf2-68738e2966ac"

# CloudFront does not pass these on, or sets them itself. Source: CloudFront developer guide, HTTP request
# headers and CloudFront behavior (custom origins). Headers whose names begin with `CloudFront-` are its own,
# too: it adds those that a policy asks for, and none does.
_OWN_HEADERS = frozenset(
    {
        "connection",
        "expect",
        "host",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "x-forwarded-for",
        "x-forwarded-port",
        "x-forwarded-proto",
        "x-real-ip",
    }
)
_OWN_PREFIXES = ("cloudfront-", "x-edge-")
# CloudFront asks with these itself, whatever a policy says, or answers them from its cache.
_CONDITIONS = frozenset({"if-none-match", "if-modified-since"})

# Source: CloudFront developer guide, serving compressed files.
_SMALLEST_COMPRESSED = 1_000
_MAX_COMPRESSED = 10_000_000
_COMPRESSED_TYPES = re.compile(
    r"text/.*|application/(javascript|json|xml|manifest\+json|wasm|vnd\.ms-fontobject)|image/svg\+xml|font/(otf|ttf)"
)
_OWN_PAGES = re.compile(
    r"/businessapplications/plan(/(costestimator|decideyourname|resources|searchexisting))?"
)
_BEARER = re.compile(r"\Abearer ", re.IGNORECASE | re.ASCII)
MAX_BODY_OF_A_ROUTE = 5_000_000
"""Larger ones are answered by the function ApiRequest."""
_GZIP_LEVEL = 6
_COMPRESSED_REMEMBERED = 128


def apply_api_request(request: Request) -> Request | Response:
    """Change a request as the function ApiRequest does, or answer in the API's place."""
    accepted = next((value for name, value in request.headers if name.lower() == "accept-language"), None)
    others = tuple(entry for entry in request.headers if entry[0].lower() != "accept-language")
    language = choose_language(accepted)
    length = request.header("content-length") or ""
    if length.isdecimal() and int(length) > MAX_BODY_OF_A_ROUTE:
        return _refuse_large_request(language)
    path = request.path.lower().rstrip("/")
    others = tuple(
        (name, _BEARER.sub("Bearer ", value) if name.lower() == "authorization" else value)
        for name, value in others
    )
    return replace(request, path=path, headers=(*others, ("Accept-Language", language)))


def _refuse_large_request(language: Language) -> Response:
    error = BodyTooLarge(kilobytes=MAX_BODY_OF_A_ROUTE // 1024)
    reply = {
        "code": error.code,
        "message": error.message.in_language(language),
        "wordings": {each: error.message.in_language(each) for each in LANGUAGES},
        "requestId": make_id(datetime.now(UTC)),
        "parameters": error.parameters,
    }
    response = make_json_response(error.status, reply)
    response.headers += [("Cache-Control", "no-store"), ("Content-Language", language)]
    return response


def apply_site_path(request: Request) -> Request | Response:
    """Change a request as the function SitePath does, or redirect a call in other letters."""
    lower = request.path.lower()
    if re.match(r"/(api|configuration)(/|$)", lower) and lower != request.path:
        return Response(308, [("Location", lower + (f"?{request.query}" if request.query else ""))])
    if re.search(r"\.[A-Za-z0-9]+$", request.path):
        return request
    page = request.path.lower().rstrip("/")
    if page == "":
        return request.replace_path("/landing.html")
    return request.replace_path(f"{page}.html" if _OWN_PAGES.fullmatch(page) else "/index.html")


_Rewrite = Callable[[Request], Request | Response]
FUNCTIONS: Mapping[str, _Rewrite] = {"ApiRequest": apply_api_request, "SitePath": apply_site_path}
"""CloudFront functions in Python, by logical id; a test runs the originals and compares."""


class UnsupportedDistribution(CannotStart):
    """The template uses something of CloudFront that the local cloud does not do."""


@dataclass(frozen=True, slots=True)
class _Origin:
    answer: Application
    headers: Mapping[str, str]
    is_bucket: bool


@dataclass(frozen=True, slots=True)
class _Behavior:
    """Cache behavior of a path."""

    pattern: str
    origin: _Origin
    methods: frozenset[str]
    rewrite: _Rewrite
    # Headers in lower case that the origin gets of the browser's; None is all of them.
    forwarded: frozenset[str] | None
    has_query: bool
    added: Mapping[str, str]  # headers of each answer
    compresses: bool


class Edge:
    """Answers a browser's request as the distribution would."""

    def __init__(
        self,
        web: Stack,
        site: Application,
        api: Application,
        api_domain: str,
        buckets: Mapping[str, Application] | None = None,
    ) -> None:
        """Read the distribution.

        Args:
            web: the stack of `web.yaml`.
            site: answers in place of an S3 origin that is none of `buckets`.
            api: answers in place of the other origins.
            api_domain: host name of the API.
            buckets: what answers in place of other S3 origins, by their domains.
        """
        self._web = web
        self._api_domain = api_domain
        (distribution,) = web.list_by_type("AWS::CloudFront::Distribution")
        configuration = web.get_properties(distribution)["DistributionConfig"]
        self._origins = {
            origin["Id"]: _Origin(
                answer=(buckets or {}).get(origin["DomainName"], site) if "S3OriginConfig" in origin else api,
                headers={
                    header["HeaderName"]: header["HeaderValue"]
                    for header in origin.get("OriginCustomHeaders", [])
                },
                is_bucket="S3OriginConfig" in origin,
            )
            for origin in configuration["Origins"]
        }
        self._behaviors = [
            *(
                self._read_behavior(behavior["PathPattern"], behavior)
                for behavior in configuration.get("CacheBehaviors", [])
            ),
            self._read_behavior("*", configuration["DefaultCacheBehavior"]),
        ]

    def __call__(self, request: Request) -> Response:
        behavior = next(
            known for known in self._behaviors if fnmatch.fnmatchcase(request.path, known.pattern)
        )
        if request.method in behavior.methods:
            made = behavior.rewrite(request)
            response = made if isinstance(made, Response) else self._fetch(behavior, made)
        else:
            response = make_text_response(403, "This method is not allowed here.")
        if behavior.compresses:
            _compress(request, response)
        for name, value in behavior.added.items():
            response.set_header(name, value)
        return response

    def _fetch(self, behavior: _Behavior, request: Request) -> Response:
        response = behavior.origin.answer(self._make_origin_request(behavior, request))
        if behavior.forwarded is not None:
            # An origin that gets no cookies cannot set any. Source: developer guide, HTTP response headers
            # that CloudFront removes or replaces.
            response.remove_header("Set-Cookie")
        return response

    def _make_origin_request(self, behavior: _Behavior, request: Request) -> Request:
        own = {name.lower() for name in behavior.origin.headers} | _OWN_HEADERS
        kept = [
            (name, value)
            for name, value in request.headers
            if name.lower() not in own
            and not name.lower().startswith(_OWN_PREFIXES)
            and (behavior.forwarded is None or name.lower() in behavior.forwarded)
        ]
        forwarded_for = [value for name, value in request.headers if name.lower() == "x-forwarded-for"]
        added = [
            ("Host", self._api_domain),
            ("X-Forwarded-For", ", ".join([*forwarded_for, request.viewer])),
            ("X-Forwarded-Proto", "https"),
            ("X-Forwarded-Port", "443"),
            *behavior.origin.headers.items(),
        ]
        return Request(
            method=request.method,
            path=request.path,
            query=request.query if behavior.has_query else "",
            headers=(*kept, *added),
            body=request.body,
            viewer=request.viewer,
        )

    def _read_behavior(self, pattern: str, behavior: Mapping[str, Any]) -> _Behavior:
        if "[" in pattern:
            raise UnsupportedDistribution(f"Path pattern {pattern}")
        origin = self._origins[behavior["TargetOriginId"]]
        key, has_query, compresses = self._read_cache_policy(behavior["CachePolicyId"])
        request_policy = behavior.get("OriginRequestPolicyId")
        passes_everything = request_policy == _ALL_VIEWER_EXCEPT_HOST_HEADER
        forwarded = key | _CONDITIONS | self._read_request_headers(request_policy)
        policy = behavior.get("ResponseHeadersPolicyId")
        return _Behavior(
            pattern=pattern,
            origin=origin,
            methods=frozenset(behavior.get("AllowedMethods", ["GET", "HEAD"])),
            rewrite=self._rewrite(behavior.get("FunctionAssociations", [])),
            forwarded=None if origin.is_bucket or passes_everything else forwarded,
            has_query=has_query or passes_everything,
            added=self._read_response_headers(policy) if policy else {},
            compresses=bool(behavior.get("Compress")) and compresses,
        )

    def _read_cache_policy(self, reference: str) -> tuple[frozenset[str], bool, bool]:
        """Read the headers of the cache key, has_query and compresses; the origin gets all of its key."""
        if reference in (_CACHING_OPTIMIZED, _CACHING_DISABLED):
            return frozenset(), False, reference == _CACHING_OPTIMIZED
        logical_id = self._get_logical_id("AWS::CloudFront::CachePolicy", reference)
        configuration = self._web.get_properties(logical_id)["CachePolicyConfig"]
        key = configuration["ParametersInCacheKeyAndForwardedToOrigin"]
        query = key["QueryStringsConfig"]["QueryStringBehavior"]
        if key["CookiesConfig"]["CookieBehavior"] != "none" or query not in ("none", "all"):
            raise UnsupportedDistribution(f"{logical_id} has cookies or a part of the query in its key")
        headers = frozenset(name.lower() for name in key["HeadersConfig"].get("Headers", []))
        return headers, query == "all", bool(key["EnableAcceptEncodingGzip"])

    def _read_request_headers(self, reference: str | None) -> frozenset[str]:
        """List the headers that an origin request policy adds to those of the cache key."""
        if reference is None or reference == _ALL_VIEWER_EXCEPT_HOST_HEADER:
            return frozenset()
        logical_id = self._get_logical_id("AWS::CloudFront::OriginRequestPolicy", reference)
        configuration = self._web.get_properties(logical_id)["OriginRequestPolicyConfig"]
        wanted = {
            "CookiesConfig": {"CookieBehavior": "none"},
            "QueryStringsConfig": {"QueryStringBehavior": "none"},
        }
        if any(configuration[section] != setting for section, setting in wanted.items()):
            raise UnsupportedDistribution(f"{logical_id} passes on more than headers")
        if configuration["HeadersConfig"]["HeaderBehavior"] != "whitelist":
            raise UnsupportedDistribution(f"{logical_id} does not name its headers")
        return frozenset(name.lower() for name in configuration["HeadersConfig"]["Headers"])

    def _rewrite(self, associations: list[Mapping[str, str]]) -> _Rewrite:
        if not associations:
            return lambda request: request
        (association,) = associations
        for logical_id in self._web.list_by_type("AWS::CloudFront::Function"):
            arn = self._web.get_attribute(logical_id, "FunctionMetadata.FunctionARN")
            if association == {"EventType": "viewer-request", "FunctionARN": arn}:
                return FUNCTIONS[logical_id]
        raise UnsupportedDistribution(f"Function {association}")

    def _read_response_headers(self, reference: str) -> dict[str, str]:
        logical_id = self._get_logical_id("AWS::CloudFront::ResponseHeadersPolicy", reference)
        return list_policy_headers(self._web.get_properties(logical_id)["ResponseHeadersPolicyConfig"])

    def _get_logical_id(self, resource_type: str, reference: str) -> str:
        for logical_id in self._web.list_by_type(resource_type):
            if self._web.get_attribute(logical_id, "Ref") == reference:
                return logical_id
        raise UnsupportedDistribution(f"{resource_type} {reference} is not in the template")


def list_policy_headers(configuration: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers that a response headers policy adds.

    Strict-Transport-Security is left out: a browser ignores it over plain http, and honoring it would make
    every other project on this developer's localhost unreachable.

    Args:
        configuration: `ResponseHeadersPolicyConfig`, resolved.
    """
    if unknown := configuration.keys() - {"Name", "Comment", "SecurityHeadersConfig", "CustomHeadersConfig"}:
        raise UnsupportedDistribution(f"{', '.join(unknown)} of a response headers policy")
    headers = {}
    for section, details in configuration.get("SecurityHeadersConfig", {}).items():
        match section:
            case "ContentSecurityPolicy":
                headers["Content-Security-Policy"] = details["ContentSecurityPolicy"]
            case "ContentTypeOptions":
                headers["X-Content-Type-Options"] = "nosniff"
            case "FrameOptions":
                headers["X-Frame-Options"] = details["FrameOption"]
            case "ReferrerPolicy":
                headers["Referrer-Policy"] = details["ReferrerPolicy"]
            case "StrictTransportSecurity":
                pass
            case _:
                raise UnsupportedDistribution(f"{section} of a response headers policy")
    for item in configuration.get("CustomHeadersConfig", {}).get("Items", []):
        headers[item["Header"]] = item["Value"]
    return headers


def _compress(request: Request, response: Response) -> None:
    if response.status not in (200, 403, 404) or response.header("content-encoding"):
        return
    media_type = (response.header("content-type") or "").partition(";")[0].strip().lower()
    if not _SMALLEST_COMPRESSED <= len(response.body) <= _MAX_COMPRESSED:
        return
    if not _COMPRESSED_TYPES.fullmatch(media_type):
        return
    varies = response.header("vary")
    response.set_header("Vary", f"{varies}, Accept-Encoding" if varies else "Accept-Encoding")
    if not re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", request.header("accept-encoding") or ""):
        return
    response.body = _compress_gzip(response.body)
    response.set_header("Content-Encoding", "gzip")
    etag = response.header("etag")
    if etag and not etag.startswith("W/"):
        response.set_header("ETag", f"W/{etag}")


@lru_cache(maxsize=_COMPRESSED_REMEMBERED)
def _compress_gzip(content: bytes) -> bytes:
    return gzip.compress(content, _GZIP_LEVEL, mtime=0)
