"""Pages and answers have what CloudFront would give them, by the template of the web app."""

import gzip
import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from infrastructure.local.edge import PATH_FUNCTIONS, Edge, UnsupportedDistribution, policy_headers
from infrastructure.local.messages import Request, Response
from infrastructure.local.settings import REPOSITORY
from infrastructure.local.site import Site
from infrastructure.local.stack import Stack
from infrastructure.local.transform import read, transform
from tests.infrastructure.local_cloud.fakes import get

SECRET = "secret of this stack"
IDENTITY = "http://localhost:9101"
LARGE_SCRIPT = b"export const answer = 42;\n" * 100


class Services:
    def create(self, resource_type: str, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        assert resource_type == "AWS::S3::Bucket", f"The web app needs no {resource_type}"
        return {"Ref": name}

    def secret_value(self, arn: str) -> str:
        return json.dumps({"current": SECRET})


@pytest.fixture(scope="module")
def web() -> Stack:
    parameters = {
        "Stage": "dev",
        "ApiDomain": "api.example.com",
        "OriginSecretArn": "arn:aws:secretsmanager:us-east-1:123456789012:secret:origin",
        "PortalOrigin": "http://localhost:9100",
        "IdentityOrigins": IDENTITY,
    }
    return Stack(REPOSITORY / "infrastructure" / "web.yaml", parameters, Services(), transform, "web")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Portal</title>")
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
        return Response(200, [("Content-Type", "application/json")], b'{"a": "' + b"b" * 2_000 + b'"}')

    return Edge(web, Site(site), api, "api.example.com")


def template_headers(logical_id: str) -> dict[str, str]:
    """The headers of a policy, read from the template without the code under test."""
    policy = read(REPOSITORY / "infrastructure" / "web.yaml")["Resources"][logical_id]["Properties"]
    security = policy["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
    join = security["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Fn::Join"]
    directives = [part if isinstance(part, str) else part["Fn::Sub"] for part in join[1]]
    custom = policy["ResponseHeadersPolicyConfig"]["CustomHeadersConfig"]["Items"]
    return {
        "Content-Security-Policy": join[0].join(directives).replace("${IdentityOrigins}", IDENTITY),
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
    ],
)
def test_headers_are_those_of_the_template(edge: Edge, path: str, policy: str) -> None:
    response = edge(get(path))

    expected = template_headers(policy)
    assert {name: response.header(name) for name in expected} == expected
    assert response.header("Strict-Transport-Security") is None


def test_a_policy_with_an_unknown_section_is_refused() -> None:
    with pytest.raises(UnsupportedDistribution):
        policy_headers({"Name": "x", "CorsConfig": {}})
    with pytest.raises(UnsupportedDistribution):
        policy_headers({"Name": "x", "SecurityHeadersConfig": {"New": {}}})


@pytest.mark.parametrize("path", ["/", "/profile/contact", "/any/depth/", "//evil", "/api", "/API/users"])
def test_a_page_is_the_web_app(edge: Edge, path: str) -> None:
    response = edge(get(path))

    assert response.status == 200
    assert response.header("content-type") == "text/html; charset=utf-8"
    assert b"Portal" in response.body
    assert response.header("cache-control") == "no-cache"


def test_files_are_themselves(edge: Edge) -> None:
    robots = edge(get("/robots.txt"))

    assert (robots.status, robots.body) == (200, b"User-agent: *\n")
    assert edge(get("/missing.png")).status == 403
    assert edge(get("/assets/app-1a2b.js")).header("cache-control") == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    "path", ["/../edge.py", "/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/%00.js"]
)
def test_nothing_outside_the_folder_is_served(edge: Edge, site: Path, path: str) -> None:
    (site.parent / "secret.txt").write_text("secret")

    response = edge(get(path))

    assert response.status == 403
    assert b"secret" not in response.body


def test_a_known_file_is_304(edge: Edge) -> None:
    etag = edge(get("/robots.txt")).header("etag")

    response = edge(get("/robots.txt", ("If-None-Match", f'"other", W/{etag}')))

    assert (response.status, response.body) == (304, b"")


def test_compresses_what_cloudfront_compresses(edge: Edge) -> None:
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
    # The cache policy of the API forbids it: an answer with secrets is never compressed with what came in.
    assert edge(get("/api/users", accepts)).header("content-encoding") is None


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_a_page_takes_no_other_method(edge: Edge, method: str) -> None:
    assert edge(Request(method, "/register")).status == 403
    assert edge(Request(method, "/configuration")).status == 403


def test_the_api_is_reached_with_the_secret_of_this_stack_only(edge: Edge, received: list[Request]) -> None:
    edge(get("/api/Users/", ("X-Origin-Verify", "forged"), ("id_token", "t"), query="a=b"))

    (request,) = received
    assert request.path == "/api/users"
    assert request.query == "a=b"
    assert [value for name, value in request.headers if name.lower() == "x-origin-verify"] == [SECRET]
    assert request.header("id_token") == "t"
    assert request.header("host") == "api.example.com"


def test_the_viewer_is_last_in_forwarded_for(edge: Edge, received: list[Request]) -> None:
    edge(get("/api/users", ("X-Forwarded-For", "203.0.113.9")))

    assert received[0].header("x-forwarded-for") == "203.0.113.9, 127.0.0.1"


def test_configuration_is_given_only_what_its_cache_policy_names(edge: Edge, received: list[Request]) -> None:
    edge(
        get("/configuration", ("Accept-Language", "es"), ("Cookie", "c=1"), ("Authorization", "x"), query="q")
    )

    (request,) = received
    assert request.header("accept-language") == "es"
    assert request.header("cookie") is None
    assert request.header("authorization") is None
    assert request.query == ""


@pytest.mark.skipif(
    shutil.which("node") is None, reason="CloudFront functions are JavaScript: Node is needed"
)
def test_paths_are_rewritten_as_the_functions_of_the_template_do() -> None:
    resources = read(REPOSITORY / "infrastructure" / "web.yaml")["Resources"]
    codes = {
        name: resource["Properties"]["FunctionCode"]
        for name, resource in resources.items()
        if resource["Type"] == "AWS::CloudFront::Function"
    }
    paths = [
        *("/", "/api/Users/", "/API/x", "/api/users///", "/Configuration", "/configuration/", "/a.b/c"),
        *("/a/b.JS", "/x.", "/.well-known/x", "/x.y/", "/%41pi/", "/robots.txt", "/é.png", "/a.tar_gz"),
    ]
    script = "".join(
        f"(() => {{ {code}\nfor (const uri of {json.dumps(paths)}) "
        f"results.push([{json.dumps(name)}, uri, handler({{request: {{uri}}}}).uri]); }})();\n"
        for name, code in codes.items()
    )
    script = f"const results = [];\n{script}console.log(JSON.stringify(results));"
    output = subprocess.run(["node", "-e", script], capture_output=True, check=True, text=True).stdout
    results = json.loads(output)

    assert codes.keys() == PATH_FUNCTIONS.keys()
    assert [(name, path, PATH_FUNCTIONS[name](path)) for name, path, _ in results] == [
        tuple(result) for result in results
    ]
