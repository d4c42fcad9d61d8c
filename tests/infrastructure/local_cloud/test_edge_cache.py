"""Answers that are the same for everybody are kept as CloudFront would keep them, and no others."""

import gzip
import json

import pytest

from infrastructure.local.edge import Edge
from infrastructure.local.edge_cache import CachePolicy, UnsupportedCachePolicy
from infrastructure.local.messages import Request, Response, text_response
from infrastructure.local.settings import REPOSITORY
from infrastructure.local.stack import Stack
from infrastructure.local.transform import read
from tests.infrastructure.local_cloud.fakes import ORIGIN_SECRET, Clock, get

COUNTIES = "/api/lookups/counties"
ESTIMATE = "/api/businessapplications/startupcostestimate"
KEPT = ["/configuration", COUNTIES, "/api/businessapplications/lookups/businesscharactercategories", ESTIMATE]
NEVER_KEPT = [
    "/api/users",
    "/api/businessapplications/businessnames/search",
    "/api/businessapplications/businessnames/searchreservation",
    "/api/addressvalidation",
    "/api/profile/unsubscribe",
    "/api/businessapplications/startupcostestimate/changes",
]
A_DAY = 86_400


class Api:
    """An API that says what it was asked, and how often it was asked."""

    def __init__(self) -> None:
        self.received: list[Request] = []
        self.cache_control: str | None = "public, max-age=300"
        self.status = 200
        self.release = 1
        self.cookie = ""

    def __call__(self, request: Request) -> Response:
        self.received.append(request)
        asked = [request.header("accept-language"), request.header("accept"), request.query]
        body = json.dumps([self.release, *asked, "." * 2_000]).encode()
        etag = f'"{hash(body)}"'
        headers = [("Content-Type", "application/json"), ("ETag", etag), ("Vary", "Accept-Language")]
        if self.cache_control:
            headers.append(("Cache-Control", self.cache_control))
        if self.cookie:
            headers.append(("Set-Cookie", self.cookie))
        if self.status == 200 and request.header("if-none-match") == etag:
            return Response(304, headers[1:], function="Function")
        return Response(self.status, headers, body, "Function")


@pytest.fixture
def api() -> Api:
    return Api()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def edge(web: Stack, api: Api, clock: Clock) -> Edge:
    return Edge(web, lambda _: text_response(200, "a page"), api, "api.example.com", clock)


def told(response: Response) -> list[object]:
    content: list[object] = json.loads(response.body)[:4]
    return content


@pytest.mark.parametrize("path", KEPT)
def test_the_second_answer_is_the_first_one(edge: Edge, api: Api, clock: Clock, path: str) -> None:
    first = edge(get(path))
    clock.pass_by(7.9)
    second = edge(get(path))

    assert len(api.received) == 1
    assert (second.status, second.body) == (200, first.body)
    assert (first.header("x-cache"), first.header("age")) == ("Miss from cloudfront", None)
    assert (second.header("x-cache"), second.header("age")) == ("Hit from cloudfront", "7")
    assert (first.function, second.function) == ("Function", "")
    assert second.header("content-security-policy") == first.header("content-security-policy")


@pytest.mark.parametrize("path", NEVER_KEPT)
def test_what_is_personal_or_must_be_new_is_never_kept(edge: Edge, api: Api, path: str) -> None:
    answers = [edge(get(path)) for _ in range(3)]

    assert len(api.received) == 3
    assert [answer.header("x-cache") for answer in answers] == ["Miss from cloudfront"] * 3


@pytest.mark.parametrize("path", KEPT)
def test_a_language_is_never_answered_with_another(edge: Edge, api: Api, path: str) -> None:
    accepted = ["es", "en", None, "es-MX,es;q=0.9,en;q=0.1", "en-US", "fr", "en;q=0.1, es"]
    asked = [get(path) if value is None else get(path, ("Accept-Language", value)) for value in accepted]

    languages = [told(edge(request))[1] for request in asked]

    assert languages == ["es", "en", "en", "es", "en", "en", "es"]
    # One of each: however a browser writes it, there are two languages.
    assert len(api.received) == 2


def test_a_query_is_part_of_an_estimate_in_the_order_in_which_it_was_sent(edge: Edge, api: Api) -> None:
    queries = ["a=1&b=2", "b=2&a=1", "a=1&b=2", "a=1&b=3", "", "a=1&b=2&"]

    assert [told(edge(get(ESTIMATE, query=query)))[3] for query in queries] == queries
    assert [request.query for request in api.received] == ["a=1&b=2", "b=2&a=1", "a=1&b=3", "", "a=1&b=2&"]


def test_a_query_gets_nothing_past_the_cache_of_the_lists(edge: Edge, api: Api) -> None:
    for number in range(5):
        assert told(edge(get(COUNTIES, query=f"past={number}")))[3] == ""

    assert len(api.received) == 1


def test_the_table_of_an_estimate_is_not_its_json(edge: Edge, api: Api) -> None:
    accepted = ["application/json", "text/csv", "application/json", "text/csv"]

    assert [told(edge(get(ESTIMATE, ("Accept", value))))[2] for value in accepted] == accepted
    assert len(api.received) == 2


def test_an_old_answer_is_asked_for_by_its_etag(edge: Edge, api: Api, clock: Clock) -> None:
    first = edge(get(COUNTIES))
    clock.pass_by(300)
    renewed = edge(get(COUNTIES))
    clock.pass_by(299)
    again = edge(get(COUNTIES))

    assert [request.header("if-none-match") for request in api.received] == [None, first.header("etag")]
    assert (renewed.status, renewed.body) == (200, first.body)
    assert (renewed.header("x-cache"), renewed.header("age")) == ("RefreshHit from cloudfront", "0")
    assert (again.header("x-cache"), again.header("age")) == ("Hit from cloudfront", "299")


def test_after_its_time_a_new_answer_is_told(edge: Edge, api: Api, clock: Clock) -> None:
    edge(get(COUNTIES))
    api.release = 2
    assert told(edge(get(COUNTIES)))[0] == 1
    clock.pass_by(300)

    answer = edge(get(COUNTIES))

    assert (told(answer)[0], answer.header("x-cache")) == (2, "Miss from cloudfront")
    assert edge(get(COUNTIES)).header("x-cache") == "Hit from cloudfront"


@pytest.mark.parametrize(
    ("cache_control", "seconds"),
    [
        ("public, max-age=86400", A_DAY),
        ("public, max-age=31536000, immutable", A_DAY),
        ("max-age=10, s-maxage=20", 20),
        ("S-MaxAge=20, Max-Age=10", 20),
    ],
)
def test_an_answer_is_kept_as_long_as_it_says_and_a_day_at_most(
    edge: Edge, api: Api, clock: Clock, cache_control: str, seconds: int
) -> None:
    api.cache_control = cache_control
    edge(get(COUNTIES))
    clock.pass_by(seconds - 1)
    assert edge(get(COUNTIES)).header("x-cache") == "Hit from cloudfront"
    clock.pass_by(1)
    assert edge(get(COUNTIES)).header("x-cache") == "RefreshHit from cloudfront"


@pytest.mark.parametrize(
    "cache_control",
    [
        *(None, "no-store", "private, max-age=60", "public, no-cache", "max-age=0", "max-age=60, s-maxage=0"),
        *("public", "max-age=soon", 'no-cache="etag", max-age=60'),
    ],
)
def test_what_says_nothing_or_no_is_not_kept(edge: Edge, api: Api, cache_control: str | None) -> None:
    api.cache_control = cache_control
    for _ in range(2):
        assert edge(get(COUNTIES)).header("x-cache") == "Miss from cloudfront"

    assert len(api.received) == 2


@pytest.mark.parametrize("status", [301, 400, 403, 404, 406, 429, 500, 503])
def test_an_error_is_not_kept(edge: Edge, api: Api, status: int) -> None:
    api.status = status
    assert edge(get(COUNTIES)).status == status
    api.status = 200

    assert edge(get(COUNTIES)).status == 200
    assert len(api.received) == 2


def test_an_error_in_between_is_told_and_over(edge: Edge, api: Api, clock: Clock) -> None:
    edge(get(COUNTIES))
    clock.pass_by(300)
    api.status = 503
    failed = edge(get(COUNTIES))
    api.status = 200

    assert (failed.status, failed.header("x-cache")) == (503, "Error from cloudfront")
    assert edge(get(COUNTIES)).header("x-cache") == "RefreshHit from cloudfront"


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_browser_that_has_the_answer_is_told_so(edge: Edge, api: Api, is_kept: bool) -> None:
    etag = Api()(get(COUNTIES, ("accept-language", "en"))).header("etag")
    if is_kept:
        assert edge(get(COUNTIES)).header("etag") == etag

    answer = edge(get(COUNTIES, ("If-None-Match", f'"other", W/{etag}')))

    assert (answer.status, answer.body) == (304, b"")
    assert answer.header("etag") == etag
    assert answer.header("cache-control") == "public, max-age=300"
    assert answer.header("vary") == "Accept-Language"
    assert answer.header("content-type") is None
    # The answer of the API is whole, so that the next browser can have it.
    assert [request.header("if-none-match") for request in api.received] == [None]
    assert edge(get(COUNTIES, ("If-None-Match", '"other"'))).status == 200


def test_a_browser_without_compression_gets_what_one_with_it_was_sent(edge: Edge) -> None:
    packed = edge(get(COUNTIES, ("Accept-Encoding", "gzip")))
    plain = edge(get(COUNTIES))

    assert plain.header("x-cache") == "Hit from cloudfront"
    assert (packed.header("content-encoding"), plain.header("content-encoding")) == ("gzip", None)
    assert gzip.decompress(packed.body) == plain.body


@pytest.mark.parametrize("path", KEPT)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_is_kept_was_asked_without_anybodys_name(edge: Edge, api: Api, path: str, method: str) -> None:
    personal = (
        ("Authorization", "Bearer t"),
        ("id_token", "t"),
        ("Cookie", "c=1"),
        ("X-Origin-Verify", "forged"),
    )
    api.cookie = "session=1"

    answers = [edge(Request(method, path, headers=personal)), edge(get(path))]

    request = api.received[0]
    assert [request.header(name) for name, _ in personal] == [None, None, None, ORIGIN_SECRET]
    assert [answer.header("set-cookie") for answer in answers] == [None, None]


def test_the_body_of_an_estimate_reaches_the_api_and_its_answer_is_not_kept(edge: Edge, api: Api) -> None:
    headers = (("Content-Type", "application/json"), ("Accept", "text/csv"), ("Authorization", "Bearer t"))
    for _ in range(2):
        answer = edge(Request("POST", ESTIMATE, "a=1", headers, b"{}"))
        assert answer.header("x-cache") == "Miss from cloudfront"

    assert [request.body for request in api.received] == [b"{}", b"{}"]
    names = ["content-type", "accept", "authorization", "x-origin-verify"]
    assert [api.received[0].header(name) for name in names] == [
        "application/json",
        "text/csv",
        None,
        ORIGIN_SECRET,
    ]
    assert edge(get(ESTIMATE, query="a=1")).header("x-cache") == "Miss from cloudfront"


def test_a_person_gets_the_cookies_of_a_route_that_is_not_kept(edge: Edge, api: Api) -> None:
    api.cookie = "session=1"

    assert edge(get("/api/users")).header("set-cookie") == "session=1"


def test_what_was_not_asked_for_longest_is_forgotten(edge: Edge, api: Api) -> None:
    edge(get(ESTIMATE, query="0"))
    edge(get(ESTIMATE, query="1"))
    edge(get(ESTIMATE, query="0"))
    for number in range(2, 1_001):
        edge(get(ESTIMATE, query=str(number)))

    assert edge(get(ESTIMATE, query="0")).header("x-cache") == "Hit from cloudfront"
    assert edge(get(ESTIMATE, query="1")).header("x-cache") == "Miss from cloudfront"


@pytest.mark.parametrize(
    ("section", "value"),
    [
        ("MinTTL", 1),
        ("CookiesConfig", {"CookieBehavior": "all"}),
        ("QueryStringsConfig", {"QueryStringBehavior": "whitelist", "QueryStrings": ["a"]}),
    ],
)
def test_a_policy_that_is_not_known_is_refused(section: str, value: object) -> None:
    resources = read(REPOSITORY / "infrastructure" / "web.yaml")["Resources"]
    configuration = resources["PublicLists"]["Properties"]["CachePolicyConfig"]
    where = (
        configuration if section == "MinTTL" else configuration["ParametersInCacheKeyAndForwardedToOrigin"]
    )
    where[section] = value

    with pytest.raises(UnsupportedCachePolicy):
        CachePolicy.of(configuration)
