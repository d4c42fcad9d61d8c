"""Pages and answers of the edge match CloudFront with the template of the web app."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from infrastructure.local.edge import (
    FUNCTIONS,
    MAX_BODY_OF_A_ROUTE,
    Edge,
)
from infrastructure.local.http import Request, Response
from infrastructure.local.site import Site
from infrastructure.local.stack import Stack
from infrastructure.settings import REPOSITORY
from infrastructure.stacks.transform import read
from portal.contract import ErrorReply
from portal.errors import BodyTooLarge
from portal.language import Language
from tests.infrastructure.local_cloud.fakes import ORIGIN_SECRET, get

IDENTITY = "http://localhost:9101"
STREAM = "us-west-2.amazonaws.com"
COUNTIES = "/api/lookups/counties"
ESTIMATE = "/api/businessapplications/startupcostestimate"
CACHED = [
    "/configuration",
    COUNTIES,
    "/api/businessapplications/lookups/businesscharactercategories",
    ESTIMATE,
]
LARGE_SCRIPT = b"export const answer = 42;\n" * 100


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Portal</title>")
    (tmp_path / "landing.html").write_text("<!doctype html><title>Portal</title>")
    (tmp_path / "popup-callback.html").write_text("<!doctype html><title>Signed in</title>")
    (tmp_path / "robots.txt").write_text("User-agent: *\n")
    (tmp_path / "assets" / "app-1a2b.js").write_bytes(LARGE_SCRIPT)
    return tmp_path


@pytest.fixture
def received() -> list[Request]:
    return []


@pytest.fixture
def edge(web: Stack, site: Path, received: list[Request]) -> Edge:
    def api(request: Request) -> Response:
        received.append(request)
        headers = [
            ("Content-Type", "application/json"),
            ("Vary", "Accept-Language"),
            ("Set-Cookie", "session=1"),
        ]
        if request.header("if-none-match"):
            return Response(304, [("ETag", request.header("if-none-match") or "")])
        return Response(200, headers, b'{"a": "' + b"b" * 2_000 + b'"}')

    def log(request: Request) -> Response:
        return Response(200, [("Content-Type", "text/plain")], request.path.encode())

    buckets = {"sealed-log.s3.example.com": log}
    return Edge(web, Site(site), api, "api.example.com", buckets=buckets)


def get_template_headers(logical_id: str) -> dict[str, str]:
    """Return the headers of a policy, read from the template without the code under test."""
    policy = read(REPOSITORY / "infrastructure/stacks/web.yaml")["Resources"][logical_id]["Properties"]
    security = policy["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
    join = security["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Fn::Join"]
    directives = [part if isinstance(part, str) else part["Fn::Sub"] for part in join[1]]
    policy_text = join[0].join(directives).replace("${IdentityOrigins}", IDENTITY)
    policy_text = policy_text.replace("${ChatOrigin}", "")
    custom = policy["ResponseHeadersPolicyConfig"]["CustomHeadersConfig"]["Items"]
    return {
        "Content-Security-Policy": policy_text.replace("${FaceRegion}.${AWS::URLSuffix}", STREAM),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": security["FrameOptions"]["FrameOption"],
        "Referrer-Policy": security["ReferrerPolicy"]["ReferrerPolicy"],
        **{item["Header"]: item["Value"] for item in custom},
    }


@pytest.mark.parametrize(
    ("path", "policy"),
    [
        ("/", "PortalHeaders"),
        ("/profile/contact", "PortalHeaders"),
        ("/assets/app-1a2b.js", "PortalHeaders"),
        ("/missing.png", "PortalHeaders"),
        ("/api/users", "PortalHeaders"),
        ("/configuration/", "PortalHeaders"),
        ("/popup-callback.html", "PopupCallbackHeaders"),
        ("/enhancedauthentication/face/camera", "CameraHeaders"),
    ],
)
def test_headers_match_the_template(edge: Edge, path: str, policy: str) -> None:
    response = edge(get(path))

    expected = get_template_headers(policy)
    assert {name: response.header(name) for name in expected} == expected
    assert response.header("Strict-Transport-Security") is None


@pytest.mark.parametrize(
    ("path", "query", "location"),
    [
        ("/API/users", "", "/api/users"),
        ("/Api/Lookups/Counties", "a=1", "/api/lookups/counties?a=1"),
        ("/Configuration/", "", "/configuration/"),
    ],
)
def test_call_in_other_letters_is_redirected(edge: Edge, path: str, query: str, location: str) -> None:
    response = edge(Request("GET", path, query=query))

    assert (response.status, response.header("location")) == (308, location)


@pytest.mark.parametrize("path", ["/", "/profile/contact", "/any/depth/", "//evil", "/api"])
def test_page_path_serves_the_web_app(edge: Edge, path: str) -> None:
    response = edge(get(path))

    assert response.status == 200
    assert response.header("content-type") == "text/html; charset=utf-8"
    assert b"Portal" in response.body
    assert response.header("cache-control") == "no-cache"


def test_files_are_served(edge: Edge) -> None:
    robots = edge(get("/robots.txt"))

    assert (robots.status, robots.body) == (200, b"User-agent: *\n")
    assert edge(get("/missing.png")).status == 403
    assert edge(get("/assets/app-1a2b.js")).header("cache-control") == "public, max-age=31536000, immutable"


def test_compression_matches_cloudfront(edge: Edge) -> None:
    accepts = ("Accept-Encoding", "br, gzip")

    script = edge(get("/assets/app-1a2b.js", accepts))
    assert script.header("content-encoding") == "gzip"
    assert gzip.decompress(script.body) == LARGE_SCRIPT
    assert edge(get("/configuration", accepts)).header("content-encoding") == "gzip"
    assert edge(get("/robots.txt", accepts)).header("content-encoding") is None
    assert edge(get("/assets/app-1a2b.js")).header("content-encoding") is None
    assert (
        edge(get("/assets/app-1a2b.js", ("Accept-Encoding", "gzip;q=0"))).header("content-encoding") is None
    )
    assert edge(get("/configuration", accepts)).header("vary") == "Accept-Language, Accept-Encoding"
    # The cache policy of the API forbids compression: answers with secrets are not compressed with input.
    assert edge(get("/api/users", accepts)).header("content-encoding") is None


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_page_refuses_other_methods(edge: Edge, method: str) -> None:
    assert edge(Request(method, "/register")).status == 403
    assert edge(Request(method, "/configuration")).status == 403


def test_api_request_has_the_secret_of_this_stack(edge: Edge, received: list[Request]) -> None:
    edge(get("/api/Users/", ("X-Origin-Verify", "forged"), ("id_token", "t"), query="a=b"))

    (request,) = received
    assert request.path == "/api/users"
    assert request.query == "a=b"
    assert [value for name, value in request.headers if name.lower() == "x-origin-verify"] == [ORIGIN_SECRET]
    assert request.header("id_token") == "t"
    assert request.header("host") == "api.example.com"


@pytest.mark.parametrize("path", ["/api/users", "/configuration"])
def test_viewer_address_is_last_in_forwarded_for(edge: Edge, received: list[Request], path: str) -> None:
    edge(get(path, ("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-For", "203.0.113.8")))

    assert received[0].header("x-forwarded-for") == "203.0.113.9, 203.0.113.8, 127.0.0.1"


def test_forged_cloudfront_headers_are_removed(edge: Edge, received: list[Request]) -> None:
    forged = [("CloudFront-Viewer-Address", "203.0.113.9:1"), ("X-Real-IP", "203.0.113.9"), ("X-Edge-A", "b")]
    edge(get("/api/users", *forged))

    assert [received[0].header(name) for name, _ in forged] == [None, None, None]


@pytest.mark.parametrize("path", CACHED)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_cached_path_passes_no_credentials(
    edge: Edge, received: list[Request], path: str, method: str
) -> None:
    personal = (
        ("Authorization", "Bearer t"),
        ("id_token", "t"),
        ("Cookie", "c=1"),
        ("X-Origin-Verify", "forged"),
    )

    answer = edge(Request(method, path, headers=personal))

    (request,) = received
    assert [request.header(name) for name, _ in personal] == [None, None, None, ORIGIN_SECRET]
    assert answer.header("set-cookie") is None


def test_query_is_forwarded_only_where_it_is_in_the_cache_key(edge: Edge, received: list[Request]) -> None:
    for path in (ESTIMATE, COUNTIES):
        edge(get(path, query="b=2&a=1"))

    assert [request.query for request in received] == ["b=2&a=1", ""]


@pytest.mark.skipif(
    shutil.which("node") is None, reason="CloudFront functions are JavaScript: Node is needed"
)
def test_rewrites_match_the_template_functions() -> None:
    resources = read(REPOSITORY / "infrastructure/stacks/web.yaml")["Resources"]
    codes = {
        name: resource["Properties"]["FunctionCode"]
        for name, resource in resources.items()
        if resource["Type"] == "AWS::CloudFront::Function"
    }
    paths = [
        *("/", "/api/Users/", "/API/x", "/api/users///", "/Configuration", "/configuration/", "/a.b/c"),
        *("/a/b.JS", "/x.", "/.well-known/x", "/x.y/", "/%41pi/", "/robots.txt", "/é.png", "/a.tar_gz"),
        *("/businessapplications/plan", "/BusinessApplications/Plan/Resources//"),
        *("/businessapplications/plan/other", "/businessapplications/plans", "/a/businessapplications/plan"),
    ]
    languages = [
        "",
        "es",
        "en",
        "es-MX,es;q=0.9",
        "es_MX.UTF-8",
        "es@euro, en;q=0.1",
        "fr_ES",
        "fr, en;q=0.2, ES-us;q=0.3",
        "de",
        "*",
        "es;q=0",
        "en;q=x, es;q=0.1",
    ]
    languages += [
        "es;",
        "es;q=0.5;level=1",
        ",,es ; q=1",
        "english",
        "e,s",
        "es;q=0.5,en;q=0.5",
        "en;q=0.50,es;q=0.501",
    ]
    schemes = [
        "Bearer a.b.c",
        "bearer a.b.c",
        "bEaReR a.b.c",
        "bearer  a",
        "bearer",
        "Basic bearer x",
        "a bearer b",
    ]
    requests = [
        *(Request("GET", path) for path in paths),
        *(get("/", ("accept-language", value)) for value in languages),
        *(get("/api/users", ("authorization", value)) for value in schemes),
    ]
    sent = json.dumps(
        [
            {"uri": each.path, "headers": {name: {"value": value} for name, value in each.headers}}
            for each in requests
        ]
    )
    script = "".join(
        f"(() => {{ {code}\nfor (const request of {sent}) {{ const made = handler({{request}}); results.push("
        f"[{json.dumps(name)}, made.uri ?? made.headers.location.value, "
        f"made.headers['accept-language']?.value ?? null, "
        f"made.headers.authorization?.value ?? null]); }} }})();\n"
        for name, code in codes.items()
    )
    script = f"const results = [];\n{script}console.log(JSON.stringify(results));"
    output = subprocess.run(["node", "-e", script], capture_output=True, check=True, text=True).stdout

    assert codes.keys() == FUNCTIONS.keys()
    made = [(name, FUNCTIONS[name](request)) for name in codes for request in requests]
    assert [
        [
            name,
            answer.path if isinstance(answer, Request) else answer.header("location"),
            answer.header("accept-language"),
            answer.header("authorization"),
        ]
        for name, answer in made
    ] == json.loads(output)


def make_large_request(length: int, language: str) -> Request:
    headers = (("Content-Length", str(length)), ("Accept-Language", language))
    return Request("POST", "/api/x", headers=headers, body=None)


@pytest.mark.skipif(
    shutil.which("node") is None, reason="CloudFront functions are JavaScript: Node is needed"
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_oversized_body_is_answered_by_the_edge(
    edge: Edge, received: list[Request], language: Language
) -> None:
    answer = edge(make_large_request(MAX_BODY_OF_A_ROUTE + 1, language))
    assert (answer.status, answer.header("content-language")) == (413, language)
    assert answer.header("cache-control") == "no-store"
    assert answer.header("x-content-type-options") == "nosniff"
    error = ErrorReply.model_validate_json(answer.body)
    assert error.message == BodyTooLarge(kilobytes=4882).message.in_language(language)
    assert received == []

    code = read(REPOSITORY / "infrastructure/stacks/web.yaml")["Resources"]["ApiRequest"]["Properties"][
        "FunctionCode"
    ]
    headers = {"content-length": {"value": "5000001"}, "accept-language": {"value": language}}
    event = {"request": {"uri": "/api/x", "headers": headers}, "context": {"requestId": error.request_id}}
    script = f"{code}\nconsole.log(JSON.stringify(handler({json.dumps(event)})));"
    done = subprocess.run(["node", "-e", script], capture_output=True, check=True, text=True)
    made = json.loads(done.stdout)
    assert (made["statusCode"], json.loads(made["body"]["data"])) == (413, json.loads(answer.body))
    own = {
        name.lower(): {"value": value} for name, value in answer.headers if name.lower() in made["headers"]
    }
    assert made["headers"] == own


def test_largest_body_reaches_the_api(edge: Edge, received: list[Request]) -> None:
    assert edge(make_large_request(MAX_BODY_OF_A_ROUTE, "en")).status == 200
    assert len(received) == 1


def test_sealed_log_comes_from_its_bucket(edge: Edge) -> None:
    path = "/.well-known/access-log/tile/0/x001/234.p/5"
    answer = edge(Request("GET", path, "", (), b"", "127.0.0.1"))
    assert (answer.status, answer.body) == (200, path.encode())
    assert b"<!doctype html>" in edge(Request("GET", "/.well-known/other", "", (), b"", "127.0.0.1")).body
