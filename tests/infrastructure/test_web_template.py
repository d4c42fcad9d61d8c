"""web.yaml: headers, paths and caches between a browser and the portal."""

import fnmatch
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from infrastructure.local.edge import MAX_BODY_OF_A_ROUTE
from infrastructure.local.functions import MAX_PAYLOAD
from infrastructure.stacks.transform import read
from portal.audiences import PUBLIC
from shared.contract.export import list_groups
from tests.infrastructure.templates import list_routes

REPOSITORY = Path(__file__).parents[2]
TEMPLATE = read(REPOSITORY / "infrastructure/stacks/web.yaml")
RESOURCES = TEMPLATE["Resources"]
DISTRIBUTION = RESOURCES["Distribution"]["Properties"]["DistributionConfig"]
BEHAVIORS = {
    behavior.get("PathPattern", "*"): behavior
    for behavior in [DISTRIBUTION["DefaultCacheBehavior"], *DISTRIBUTION["CacheBehaviors"]]
}
POLICIES = ("PortalHeaders", "CameraHeaders", "PopupCallbackHeaders")
CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
ROUTES = list_routes()


def get_policy(name: str) -> dict[str, Any]:
    policy: dict[str, Any] = RESOURCES[name]["Properties"]["ResponseHeadersPolicyConfig"]
    return policy


def get_security(name: str) -> dict[str, Any]:
    security: dict[str, Any] = get_policy(name)["SecurityHeadersConfig"]
    return security


def get_content_security_policy(name: str) -> dict[str, list[str]]:
    separator, directives = get_security(name)["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Fn::Join"]
    assert separator == "; "
    texts = [each["Fn::Sub"] if isinstance(each, dict) else each for each in directives]
    return {text.split()[0]: text.split()[1:] for text in texts}


def get_custom_headers(name: str) -> dict[str, str]:
    return {each["Header"]: each["Value"] for each in get_policy(name)["CustomHeadersConfig"]["Items"]}


@pytest.mark.parametrize("name", POLICIES)
def test_only_portal_scripts_and_styles_run(name: str) -> None:
    directives = get_content_security_policy(name)
    # Code for a processor and no text: no script comes in by it. Only the camera's page needs it.
    web_assembly = ["'wasm-unsafe-eval'"] if name == "CameraHeaders" else []
    may_make_html = ["'none'"] if name == "PopupCallbackHeaders" else ["dompurify"]
    assert directives["script-src"] == ["'self'", *web_assembly]
    assert directives.get("style-src", ["'self'"]) == ["'self'"]
    assert directives["default-src"] == directives["base-uri"] == ["'none'"]
    assert directives["require-trusted-types-for"] == ["'script'"]
    assert directives["trusted-types"] == may_make_html
    sources = {source for values in directives.values() for source in values}
    assert {source for source in sources if "unsafe" in source} == set(web_assembly)
    assert not sources & {"*", "http:", "https:"}


def test_page_may_connect_only_to_known_origins() -> None:
    directives = get_content_security_policy("PortalHeaders")
    assert directives["connect-src"] == ["'self'", "${IdentityOrigins}", "${ChatOrigin}"]
    for directive in ("frame-src", "form-action"):
        assert directives[directive] == ["'self'", "${IdentityOrigins}"]
    assert directives["frame-ancestors"] == ["'self'"]


def test_camera_page_has_only_the_extra_permissions() -> None:
    assert get_content_security_policy("CameraHeaders") == get_content_security_policy("PortalHeaders") | {
        "script-src": ["'self'", "'wasm-unsafe-eval'"],
        "media-src": ["blob:"],
        "connect-src": [
            "'self'",
            "${IdentityOrigins}",
            "https://cdn.liveness.rekognition.amazonaws.com",
            "wss://streaming-rekognition.${FaceRegion}.${AWS::URLSuffix}",
        ],
        "frame-ancestors": ["'none'"],
    }
    portal, camera, popup = (get_custom_headers(name)["Permissions-Policy"] for name in POLICIES)
    assert "camera=()" in popup
    assert camera == portal.replace("camera=()", "camera=(self)") != portal


def test_traffic_is_encrypted() -> None:
    from_viewers = {behavior["ViewerProtocolPolicy"] for behavior in BEHAVIORS.values()}
    assert from_viewers <= {"https-only", "redirect-to-https"}
    origins = [each["CustomOriginConfig"] for each in DISTRIBUTION["Origins"] if "CustomOriginConfig" in each]
    assert {origin["OriginProtocolPolicy"] for origin in origins} == {"https-only"}
    for name in POLICIES:
        assert get_security(name)["StrictTransportSecurity"]["AccessControlMaxAgeSec"] >= 31_536_000


@pytest.mark.parametrize("name", POLICIES)
def test_security_headers_override_the_origin(name: str) -> None:
    security = get_security(name)
    assert {header.get("Override") for header in security.values()} == {True}
    named = {"ContentSecurityPolicy", "ContentTypeOptions", "FrameOptions", "ReferrerPolicy"}
    assert set(security) == named | {"StrictTransportSecurity"}
    custom = get_custom_headers(name)
    assert {"Cross-Origin-Resource-Policy", "Permissions-Policy"} <= custom.keys()
    is_popup = name == "PopupCallbackHeaders"
    expected = "unsafe-none" if is_popup else "same-origin-allow-popups"
    assert custom["Cross-Origin-Opener-Policy"] == expected


def test_two_pages_have_headers_of_their_own() -> None:
    others = {pattern: each["ResponseHeadersPolicyId"]["Ref"] for pattern, each in BEHAVIORS.items()}
    assert {pattern: name for pattern, name in others.items() if name != "PortalHeaders"} == {
        "/popup-callback.html": "PopupCallbackHeaders",
        "/enhancedauthentication/face/camera": "CameraHeaders",
    }


def find_behavior(path: str) -> dict[str, Any]:
    """Return the behavior of a path: the first matching pattern, or else the default."""
    patterns = [each["PathPattern"] for each in DISTRIBUTION["CacheBehaviors"]]
    found: dict[str, Any] = BEHAVIORS[
        next((each for each in patterns if fnmatch.fnmatchcase(path, each)), "*")
    ]
    return found


def test_paths_have_the_right_origin() -> None:
    assert {path: find_behavior(path)["TargetOriginId"] for path in ROUTES} == dict.fromkeys(ROUTES, "api")
    pages = ["/", "/profile", "/assets/a.js", "/popup-callback.html", "/api"]
    assert {path: find_behavior(path)["TargetOriginId"] for path in pages} == dict.fromkeys(pages, "site")
    for methods, behavior in ((ROUTES[path], find_behavior(path)) for path in ROUTES):
        assert set(methods) <= set(behavior["AllowedMethods"])


def list_cache_policies() -> dict[str, dict[str, Any]]:
    """Return the cache policies of the template, by the path pattern of the cached answers."""
    return {
        pattern: RESOURCES[behavior["CachePolicyId"]["Ref"]]["Properties"]["CachePolicyConfig"]
        for pattern, behavior in BEHAVIORS.items()
        if isinstance(behavior["CachePolicyId"], dict)
    }


def test_cloudfront_caches_exactly_the_public_answers() -> None:
    endpoints = [endpoint for group in list_groups() for endpoint in group]
    is_kept = {
        endpoint.path
        for endpoint in endpoints
        if endpoint.audience == PUBLIC and endpoint.method == "GET" and "max-age" in endpoint.cache_control
    }
    has_policy = {path for path in ROUTES if isinstance(find_behavior(path)["CachePolicyId"], dict)}
    assert has_policy == is_kept
    others = {find_behavior(path)["CachePolicyId"] for path in ROUTES.keys() - has_policy}
    assert others == {CACHING_DISABLED}


def test_name_checks_are_not_cached() -> None:
    names = {path for path in ROUTES if path.startswith("/api/businessapplications/businessnames/")}
    assert {find_behavior(path)["CachePolicyId"] for path in names} == {CACHING_DISABLED}


@pytest.mark.parametrize("pattern", sorted(list_cache_policies()))
def test_cached_requests_are_anonymous(pattern: str) -> None:
    configuration = list_cache_policies()[pattern]
    parameters = configuration["ParametersInCacheKeyAndForwardedToOrigin"]
    request_policy = BEHAVIORS[pattern].get("OriginRequestPolicyId")
    passed_on = list(parameters["HeadersConfig"]["Headers"])
    assert parameters["CookiesConfig"] == {"CookieBehavior": "none"}
    if request_policy:
        further = RESOURCES[request_policy["Ref"]]["Properties"]["OriginRequestPolicyConfig"]
        assert further["CookiesConfig"] == {"CookieBehavior": "none"}
        assert further["HeadersConfig"]["HeaderBehavior"] == "whitelist"
        passed_on += further["HeadersConfig"]["Headers"]
    assert set(passed_on) <= {"Accept", "Accept-Language", "Content-Type"}
    # Answers without Cache-Control are not cached, and no policy overrides `no-store`.
    assert (configuration["MinTTL"], configuration["DefaultTTL"]) == (0, 0)
    assert configuration["MaxTTL"] <= 86_400


def test_cache_key_has_everything_that_changes_an_answer() -> None:
    for endpoint in (endpoint for group in list_groups() for endpoint in group):
        reference = find_behavior(endpoint.path)["CachePolicyId"]
        if endpoint.method != "GET" or not isinstance(reference, dict):
            continue
        configuration = RESOURCES[reference["Ref"]]["Properties"]["CachePolicyConfig"]
        parameters = configuration["ParametersInCacheKeyAndForwardedToOrigin"]
        headers = parameters["HeadersConfig"]["Headers"]
        assert "Accept-Language" in headers, endpoint.route
        assert ("Accept" in headers) == bool(endpoint.alternatives), endpoint.route
        query = parameters["QueryStringsConfig"]["QueryStringBehavior"]
        assert query == ("all" if endpoint.query else "none"), endpoint.route


def test_errors_are_not_cached() -> None:
    # Source: CloudFront developer guide, how CloudFront processes HTTP 4xx and 5xx status codes.
    kept_otherwise = {400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504}
    kept = {error["ErrorCode"]: error["ErrorCachingMinTTL"] for error in DISTRIBUTION["CustomErrorResponses"]}
    assert kept == dict.fromkeys(kept_otherwise, 0)


def test_oversized_body_is_refused_before_lambda() -> None:
    code = RESOURCES["ApiRequest"]["Properties"]["FunctionCode"]
    (refused_from,) = re.findall(r"largestBody = (\d+);", code)
    largest = max(
        endpoint.body.largest_bytes for group in list_groups() for endpoint in group if endpoint.body
    )
    assert int(refused_from) == largest == MAX_BODY_OF_A_ROUTE
    # Room for headers and context in the event.
    assert largest < MAX_PAYLOAD - 1_000_000


def test_redirect_of_a_call_keeps_its_query() -> None:
    """The local cloud's tests compare paths; they have no query."""
    query = {"a": {"value": "1"}, "b": {"value": "2", "multiValue": [{"value": "2"}, {"value": "3"}]}}
    request = {"uri": "/API/Lookups/Counties", "headers": {}, "querystring": query}
    code = RESOURCES["SitePath"]["Properties"]["FunctionCode"]
    script = f"{code}\nconsole.log(JSON.stringify(handler({json.dumps({'request': request})})));"
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    assert answer["statusCode"] == 308
    assert answer["headers"]["location"]["value"] == "/api/lookups/counties?a=1&b=2&b=3"


def test_bucket_is_readable_by_the_distribution_only() -> None:
    statements = RESOURCES["SiteBucketPolicy"]["Properties"]["PolicyDocument"]["Statement"]
    (allowed,) = [statement for statement in statements if statement["Effect"] == "Allow"]
    assert allowed["Principal"] == {"Service": "cloudfront.amazonaws.com"}
    assert allowed["Action"] == "s3:GetObject"
    assert "${Distribution}" in allowed["Condition"]["StringEquals"]["AWS:SourceArn"]["Fn::Sub"]
    access = RESOURCES["SiteBucket"]["Properties"]["PublicAccessBlockConfiguration"]
    assert list(access.values()) == [True] * 4


def test_logs_of_the_edge_have_no_personal_data() -> None:
    fields = set(RESOURCES["AccessLogDelivery"]["Properties"]["RecordFields"])
    personal = {"c-ip", "x-forwarded-for", "cs-uri-query", "cs-uri-stem"}
    personal |= {"cs(Cookie)", "cs(User-Agent)", "cs(Referer)"}
    assert fields
    assert fields.isdisjoint(personal)
    redacted = RESOURCES["WebAclLogging"]["Properties"]["RedactedFields"]
    headers = {each["SingleHeader"]["Name"] for each in redacted if "SingleHeader" in each}
    assert {"UriPath": {}} in redacted
    assert {"QueryString": {}} in redacted
    assert headers == {"authorization", "case-number", "confirmed-name", "cookie", "id_token", "referer"}


def test_firewall_refusals_have_the_security_headers() -> None:
    rules = RESOURCES["WebAcl"]["Properties"]["Rules"]
    blocks = [rule["Action"]["Block"]["CustomResponse"] for rule in rules if "Action" in rule]
    age = get_security("PortalHeaders")["StrictTransportSecurity"]["AccessControlMaxAgeSec"]
    assert blocks
    for block in blocks:
        headers = {each["Name"]: each["Value"] for each in block["ResponseHeaders"]}
        # A person has to read it, not to use it: it may load nothing and be shown in no frame.
        assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Strict-Transport-Security"] == f"max-age={age}; includeSubDomains; preload"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cache-Control"] == "no-store"
