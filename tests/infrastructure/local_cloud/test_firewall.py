"""How often a network address may call, by the web ACL of the template."""

import copy
import http.client
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from infrastructure.local.firewall import Firewall, UnsupportedRule
from infrastructure.local.http_server import HttpServer
from infrastructure.local.messages import Request, Response, text_response
from infrastructure.local.stack import Stack
from portal.contract import ErrorReply
from tests.infrastructure.local_cloud.fakes import Clock, get

WINDOW = 300
UNSUBSCRIBE = "/api/profile/unsubscribe"
UNSUBSCRIBING = 100


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def firewall(web: Stack, clock: Clock) -> Firewall:
    return Firewall(web, lambda _: text_response(200, "let through"), now=clock)


def statuses(firewall: Firewall, request: Request, times: int) -> list[int]:
    return [firewall(request).status for _ in range(times)]


@pytest.mark.parametrize(
    ("method", "path", "limit"),
    [
        ("GET", "/api/businessapplications/businessnames/search", 1_200),
        ("GET", "/api/businessapplications/businessnames/searchreservation", 1_200),
        ("GET", "/configuration", 1_000),
        ("GET", "/api/lookups/counties", 1_000),
        ("GET", "/api/businessapplications/startupcostestimate", 600),
        ("POST", "/api/businessapplications/startupcostestimate/changes", 600),
        ("POST", "/api/addressvalidation", 300),
        ("POST", UNSUBSCRIBE, UNSUBSCRIBING),
        ("POST", "/api/users/link/confirm", 50),
        ("GET", "/api/users", 3_000),
        ("GET", "/", 3_000),
    ],
)
def test_an_address_may_call_as_often_as_the_template_says(
    firewall: Firewall, method: str, path: str, limit: int
) -> None:
    assert statuses(firewall, Request(method, path), limit + 2) == [200] * limit + [429, 429]


def test_a_refusal_has_the_shape_of_the_contract_and_says_when_to_come_again(firewall: Firewall) -> None:
    statuses(firewall, get(UNSUBSCRIBE), UNSUBSCRIBING)

    refusal = firewall(get(UNSUBSCRIBE))

    assert refusal.status == 429
    assert refusal.header("content-type") == "application/json"
    assert refusal.header("retry-after") == str(WINDOW)
    assert refusal.header("cache-control") == "no-store"
    assert refusal.header("x-cache") == "Error from cloudfront"
    reply = ErrorReply.model_validate_json(refusal.body)
    assert (reply.code, reply.request_id) == ("tooManyRequests", "")
    assert "five minutes" in reply.message
    assert "cinco minutos" in reply.message


def test_the_window_slides(firewall: Firewall, clock: Clock) -> None:
    assert statuses(firewall, get(UNSUBSCRIBE), 60) == [200] * 60
    clock.pass_by(200)
    assert statuses(firewall, get(UNSUBSCRIBE), 40) == [200] * 40
    clock.pass_by(99.9)
    assert statuses(firewall, get(UNSUBSCRIBE), 1) == [429]
    clock.pass_by(0.1)
    # The sixty of the beginning count no more; forty and the refused one do.
    assert statuses(firewall, get(UNSUBSCRIBE), 60) == [200] * 59 + [429]


def test_whoever_waits_as_long_as_the_refusal_says_is_let_in(firewall: Firewall, clock: Clock) -> None:
    statuses(firewall, get(UNSUBSCRIBE), 3 * UNSUBSCRIBING)
    refusal = firewall(get(UNSUBSCRIBE))
    clock.pass_by(float(refusal.header("retry-after") or 0))

    assert statuses(firewall, get(UNSUBSCRIBE), UNSUBSCRIBING) == [200] * UNSUBSCRIBING


def test_whoever_goes_on_is_not_let_in(firewall: Firewall, clock: Clock) -> None:
    statuses(firewall, get(UNSUBSCRIBE), UNSUBSCRIBING)
    for _ in range(2 * WINDOW):
        clock.pass_by(1)
        assert firewall(get(UNSUBSCRIBE)).status == 429


def test_each_address_has_a_rate_of_its_own(firewall: Firewall) -> None:
    def of(address: str) -> Request:
        return Request("GET", UNSUBSCRIBE, viewer=address)

    statuses(firewall, of("192.0.2.1"), UNSUBSCRIBING)

    assert statuses(firewall, of("192.0.2.1"), 1) == [429]
    assert statuses(firewall, of("192.0.2.2"), 1) == [200]


def test_a_rate_that_is_used_up_leaves_the_others(firewall: Firewall) -> None:
    assert statuses(firewall, get(UNSUBSCRIBE), UNSUBSCRIBING + 1)[-1] == 429

    assert firewall(get("/api/lookups/counties")).status == 200
    assert firewall(get("/api/users")).status == 200


def test_however_a_path_is_written_it_counts(firewall: Firewall) -> None:
    spellings = [
        *("/api/profile/unsubscribe", "/API/Profile/UnSubscribe", "/api/profile/unsubscribe/"),
        *("/api/profile/unsubscribe///", "/api/profile/unsub%73cribe", "/api/%50rofile/unsubscribe"),
        *("//api/profile/unsubscribe", "/api/./profile/unsubscribe", "/api/users/../profile//unsubscribe"),
        "/api/profile%2Funsubscribe",
    ]
    for number in range(UNSUBSCRIBING):
        assert firewall(get(spellings[number % len(spellings)])).status == 200

    assert {path: firewall(get(path)).status for path in spellings} == dict.fromkeys(spellings, 429)
    assert firewall(get("/api/profile/unsubscribed")).status == 200


def test_a_factor_is_for_whoever_calls_more_often(web: Stack) -> None:
    more = Firewall(web, lambda _: text_response(200, "let through"), 3)
    fewer = Firewall(web, lambda _: text_response(200, "let through"), 0.001)

    assert statuses(more, get(UNSUBSCRIBE), 3 * UNSUBSCRIBING + 1)[-2:] == [200, 429]
    assert statuses(fewer, get(UNSUBSCRIBE), 2) == [200, 429]


@pytest.fixture
def server(web: Stack) -> Iterator[HttpServer]:
    server = HttpServer(0, Firewall(web, lambda _: text_response(200, "let through"), 0.1))
    server.start()
    yield server
    server.stop()


def called(server: HttpServer, source: str, headers: dict[str, str]) -> Response:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=(source, 0))
    connection.request("POST", UNSUBSCRIBE, b"", headers)
    answer = connection.getresponse()
    response = Response(answer.status, answer.getheaders(), answer.read())
    connection.close()
    return response


def test_no_header_makes_another_address_of_a_caller(server: HttpServer) -> None:
    def forged(number: int) -> dict[str, str]:
        address = f"203.0.113.{number}"
        return {
            "X-Forwarded-For": address,
            "Forwarded": f"for={address}",
            "X-Real-IP": address,
            "True-Client-IP": address,
            "CloudFront-Viewer-Address": f"{address}:443",
        }

    answers = [called(server, "127.0.0.1", forged(number)).status for number in range(12)]

    assert answers == [200] * 10 + [429] * 2
    # And nobody uses up the calls of an address by writing it into a header.
    assert called(server, "127.0.0.2", {"X-Forwarded-For": "127.0.0.1"}).status == 200


def changed(web: Stack, change: Callable[[list[dict[str, Any]]], None]) -> Any:
    class Changed:
        def of_type(self, resource_type: str) -> list[str]:
            return web.of_type(resource_type)

        def properties(self, logical_id: str) -> dict[str, Any]:
            properties = copy.deepcopy(web.properties(logical_id))
            change([rule for rule in properties["Rules"] if "RateBasedStatement" in rule["Statement"]])
            return properties

    return Changed()


@pytest.mark.parametrize(
    "change",
    [
        lambda rates: rates[0].update(Statement={"GeoMatchStatement": {"CountryCodes": ["US"]}}),
        lambda rates: rates[0]["Statement"]["RateBasedStatement"].update(AggregateKeyType="FORWARDED_IP"),
        lambda rates: rates[0].update(Action={"Count": {}}),
        lambda rates: rates[0]["Statement"]["RateBasedStatement"].update(
            ScopeDownStatement={"NotStatement": {}}
        ),
        lambda rates: rates[0]["Statement"]["RateBasedStatement"]["ScopeDownStatement"][
            "RegexMatchStatement"
        ]["TextTransformations"].append({"Priority": 3, "Type": "MD5"}),
    ],
)
def test_a_rule_that_is_not_known_is_refused(
    web: Stack, change: Callable[[list[dict[str, Any]]], None]
) -> None:
    with pytest.raises(UnsupportedRule):
        Firewall(changed(web, change), lambda _: text_response(200, "let through"))
