"""What web.yaml puts between a browser and the portal: headers, paths, rates."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from infrastructure.local.transform import read, transform

REPOSITORY = Path(__file__).parents[2]
RESOURCES = read(REPOSITORY / "infrastructure/web.yaml")["Resources"]
DISTRIBUTION = RESOURCES["Distribution"]["Properties"]["DistributionConfig"]
BEHAVIORS = {
    behavior.get("PathPattern", "*"): behavior
    for behavior in [DISTRIBUTION["DefaultCacheBehavior"], *DISTRIBUTION["CacheBehaviors"]]
}
POLICIES = ["PortalHeaders", "PopupCallbackHeaders"]


def policy(name: str) -> dict[str, Any]:
    return RESOURCES[name]["Properties"]["ResponseHeadersPolicyConfig"]


def content_security_policy(name: str) -> dict[str, list[str]]:
    separator, directives = policy(name)["SecurityHeadersConfig"]["ContentSecurityPolicy"][
        "ContentSecurityPolicy"
    ]["Fn::Join"]
    assert separator == "; "
    texts = [each["Fn::Sub"] if isinstance(each, dict) else each for each in directives]
    return {text.split()[0]: text.split()[1:] for text in texts}


def custom_headers(name: str) -> dict[str, str]:
    return {each["Header"]: each["Value"] for each in policy(name)["CustomHeadersConfig"]["Items"]}


@pytest.mark.parametrize("name", POLICIES)
def test_only_the_portals_own_scripts_and_styles_run(name):
    directives = content_security_policy(name)
    assert directives["default-src"] == ["'none'"]
    assert directives["script-src"] == ["'self'"]
    assert directives.get("style-src", ["'self'"]) == ["'self'"]
    assert directives["base-uri"] == ["'none'"]
    assert directives["require-trusted-types-for"] == ["'script'"]
    sources = {source for values in directives.values() for source in values}
    assert not {source for source in sources if "unsafe" in source or source in ("*", "http:", "https:")}


def test_of_the_pages_only_the_web_app_makes_trusted_html_and_only_by_its_cleaner():
    allowed = {name: content_security_policy(name)["trusted-types"] for name in POLICIES}
    assert allowed == {"PortalHeaders": ["dompurify"], "PopupCallbackHeaders": ["'none'"]}


def test_a_page_talks_to_the_portal_and_the_identity_provider_only():
    directives = content_security_policy("PortalHeaders")
    for directive in ("connect-src", "frame-src", "form-action"):
        assert directives[directive] == ["'self'", "${IdentityOrigins}"]
    assert directives["frame-ancestors"] == ["'self'"]


@pytest.mark.parametrize("name", POLICIES)
def test_every_security_header_replaces_what_the_origin_says(name):
    security = policy(name)["SecurityHeadersConfig"]
    assert set(security) == {
        "ContentSecurityPolicy",
        "ContentTypeOptions",
        "FrameOptions",
        "ReferrerPolicy",
        "StrictTransportSecurity",
    }
    assert all(header["Override"] is True for header in security.values())
    assert security["StrictTransportSecurity"]["AccessControlMaxAgeSec"] >= 31_536_000
    assert set(custom_headers(name)) == {
        "Cross-Origin-Opener-Policy",
        "Cross-Origin-Resource-Policy",
        "Permissions-Policy",
    }


def test_only_the_page_that_a_popup_comes_back_to_has_no_opener_policy():
    assert custom_headers("PortalHeaders")["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"
    assert custom_headers("PopupCallbackHeaders")["Cross-Origin-Opener-Policy"] == "unsafe-none"
    headers = {pattern: behavior["ResponseHeadersPolicyId"] for pattern, behavior in BEHAVIORS.items()}
    assert headers == {
        "*": {"Ref": "PortalHeaders"},
        "/api/*": {"Ref": "PortalHeaders"},
        "/configuration*": {"Ref": "PortalHeaders"},
        "/popup-callback.html": {"Ref": "PopupCallbackHeaders"},
    }


def test_each_path_goes_where_it_is_answered():
    origins = {pattern: behavior["TargetOriginId"] for pattern, behavior in BEHAVIORS.items()}
    assert origins == {"*": "site", "/api/*": "api", "/configuration*": "api", "/popup-callback.html": "site"}


def test_personal_answers_are_never_kept_by_cloudfront():
    caching_disabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
    assert BEHAVIORS["/api/*"]["CachePolicyId"] == caching_disabled


def test_the_api_knows_that_a_call_came_by_cloudfront():
    (api,) = [origin for origin in DISTRIBUTION["Origins"] if origin["Id"] == "api"]
    (header,) = api["OriginCustomHeaders"]
    assert header["HeaderName"] == "x-origin-verify"
    _, rotated, first = header["HeaderValue"]["Fn::If"]
    assert first["Fn::Sub"] == "{{resolve:secretsmanager:${OriginSecretArn}:SecretString:current}}"
    assert rotated["Fn::Sub"].endswith(":SecretString:current::${OriginSecretVersion}}}")


def called(function: str, *paths: str) -> list[str]:
    """What a CloudFront function makes of paths, by Node in place of CloudFront."""
    code = RESOURCES[function]["Properties"]["FunctionCode"]
    script = f"{code}\nconst paths = JSON.parse(process.argv[1]);\n" + (
        "console.log(JSON.stringify(paths.map((uri) => handler({ request: { uri } }).uri)));"
    )
    done = subprocess.run(
        ["node", "-e", script, json.dumps(paths)], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_the_paths_of_the_api_depend_on_neither_case_nor_a_slash():
    asked = ["/api/Lookups/Counties", "/api/users/", "/configuration/", "/configuration", "/API/a//"]
    assert called("ApiPath", *asked) == [
        "/api/lookups/counties",
        "/api/users",
        "/configuration",
        "/configuration",
        "/api/a",
    ]


def test_a_page_of_the_web_app_is_its_one_document():
    asked = [
        "/",
        "/dashboard",
        "/profile/contact/",
        "/signin-callback",
        "/assets/index-B1a2.js",
        "/robots.txt",
    ]
    assert called("SitePath", *asked) == [
        "/index.html",
        "/index.html",
        "/index.html",
        "/index.html",
        "/assets/index-B1a2.js",
        "/robots.txt",
    ]


def rate_rules() -> dict[str, dict[str, Any]]:
    rules = RESOURCES["WebAcl"]["Properties"]["Rules"]
    return {
        rule["Name"]: rule["Statement"]["RateBasedStatement"]
        for rule in rules
        if "RateBasedStatement" in rule["Statement"]
    }


def test_every_public_route_has_the_lower_rate():
    template = transform(REPOSITORY / "template.yaml", {})["Resources"]["PortalApi"]["Properties"]["Body"]
    expression = rate_rules()["RateOfPublicRoutes"]["ScopeDownStatement"]["RegexMatchStatement"][
        "RegexString"
    ]
    limited = {path for path in template["paths"] if re.search(expression, path)}
    public = {
        path
        for path, methods in template["paths"].items()
        if any({"NONE": []} in operation["security"] for operation in methods.values())
    }
    assert limited == public


def test_public_routes_and_codes_are_limited_further_than_the_rest():
    limits = {name: rate["Limit"] for name, rate in rate_rules().items()}
    assert limits["RateOfCodes"] < limits["RateOfPublicRoutes"] < limits["Rate"]


def test_the_bucket_is_read_by_the_distribution_only():
    statements = RESOURCES["SiteBucketPolicy"]["Properties"]["PolicyDocument"]["Statement"]
    (allowed,) = [statement for statement in statements if statement["Effect"] == "Allow"]
    assert allowed["Principal"] == {"Service": "cloudfront.amazonaws.com"}
    assert allowed["Action"] == "s3:GetObject"
    assert "${Distribution}" in allowed["Condition"]["StringEquals"]["AWS:SourceArn"]["Fn::Sub"]
    access = RESOURCES["SiteBucket"]["Properties"]["PublicAccessBlockConfiguration"]
    assert len(access) == 4
    assert all(access.values())


def test_no_log_of_cloudfront_names_a_person():
    fields = set(RESOURCES["AccessLogDelivery"]["Properties"]["RecordFields"])
    assert fields
    assert not fields & {
        "c-ip",
        "x-forwarded-for",
        "cs-uri-query",
        "cs(Cookie)",
        "cs(User-Agent)",
        "cs(Referer)",
    }
