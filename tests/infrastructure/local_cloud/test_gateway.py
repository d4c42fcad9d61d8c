"""The gateway behaves like an HTTP API with payload format 1.0."""

import json
from typing import Any

import pytest

from infrastructure.local.gateway import Gateway, UnsupportedApi
from infrastructure.local.http import Request
from infrastructure.local.http_server import MAX_BODY
from tests.infrastructure.local_cloud.fakes import Stage, echo, get

TOKENS = (("Authorization", "Bearer a"), ("id_token", "b"))


def make_policy(effect: str = "Allow", resource: str = "*", **context: Any) -> dict[str, Any]:
    return {
        "principalId": "someone",
        "policyDocument": {"Statement": [{"Effect": effect, "Resource": resource}]},
        "context": context,
    }


def get_event(stage: Stage, request: Request) -> dict[str, Any]:
    response = stage.gateway()(request)
    assert response.status == 200, response.body
    event: dict[str, Any] = json.loads(response.body)
    return event


class TestEvents:
    def test_event_has_the_fields_chalice_reads(self, stage: Stage) -> None:
        stage.route("GET", "/api/things/{id}", echo)

        event = get_event(stage, get("/api/things/a%20b", ("X-One", "1"), ("x-one", "2"), query="a=1&a=2&b="))

        assert event["version"] == "1.0"
        assert event["resource"] == event["requestContext"]["resourcePath"] == "/api/things/{id}"
        assert event["path"] == "/api/things/a%20b"
        assert event["pathParameters"] == {"id": "a b"}
        assert event["headers"] == {"x-one": "2"}
        assert event["multiValueHeaders"] == {"x-one": ["1", "2"]}
        assert event["queryStringParameters"] == {"a": "2", "b": ""}
        assert event["multiValueQueryStringParameters"] == {"a": ["1", "2"], "b": [""]}
        assert event["body"] is None
        assert event["isBase64Encoded"] is False
        assert event["stageVariables"] is None
        assert event["requestContext"]["stage"] == "$default"

    @pytest.mark.parametrize(
        ("content_type", "is_text"),
        [
            ("application/json", True),
            ("Application/JSON; charset=utf-8", True),
            ("text/plain", True),
            ("application/xml", True),
            ("application/x-www-form-urlencoded", False),
            ("application/octet-stream", False),
            (None, False),
        ],
    )
    def test_binary_body_is_encoded(self, stage: Stage, content_type: str | None, is_text: bool) -> None:
        stage.route("POST", "/x", echo)
        headers = (("Content-Type", content_type),) if content_type else ()

        event = get_event(stage, Request("POST", "/x", headers=headers, body=b"{}"))

        assert event["isBase64Encoded"] is not is_text
        assert event["body"] == ("{}" if is_text else "e30=")


class TestRoutes:
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("GET", "/nothing"),
            ("POST", "/api/users"),
            ("OPTIONS", "/api/users"),
            ("GET", "/API/users"),
            ("GET", "/api/users/"),
            ("GET", "/api//users"),
            ("GET", "/api/users/../users"),
            ("GET", "/api/users/%2e%2e"),
        ],
    )
    def test_unknown_route_is_404(self, stage: Stage, method: str, path: str) -> None:
        stage.route("GET", "/api/users", echo)

        response = stage.gateway()(Request(method, path))

        assert (response.status, json.loads(response.body)) == (404, {"message": "Not Found"})

    def test_literal_segment_is_preferred(self, stage: Stage) -> None:
        stage.route("GET", "/api/users/{id}", echo)
        stage.route("GET", "/api/users/registered", echo)

        assert get_event(stage, get("/api/users/registered"))["resource"] == "/api/users/registered"
        assert get_event(stage, get("/api/users/other"))["resource"] == "/api/users/{id}"

    def test_payload_version_2_is_refused(self, stage: Stage) -> None:
        stage.route("GET", "/x", echo)
        stage.paths["/x"]["get"]["x-amazon-apigateway-integration"]["payloadFormatVersion"] = "2.0"

        with pytest.raises(UnsupportedApi):
            stage.gateway()


class TestLimits:
    def test_body_over_10_mb_is_413(self, stage: Stage) -> None:
        stage.route("POST", "/x", echo)

        response = stage.gateway()(Request("POST", "/x", body=None))

        assert (response.status, json.loads(response.body)) == (413, {"message": "Request Entity Too Large"})
        assert MAX_BODY == 10 * 1024 * 1024


class TestAnswers:
    @pytest.mark.parametrize(
        "answer",
        [
            None,
            "text",
            {},
            {"statusCode": "x"},
            {"statusCode": 200, "body": {}},
            {"statusCode": 200, "body": {1}},
        ],
    )
    def test_invalid_answer_is_500(self, stage: Stage, answer: Any) -> None:
        stage.route("GET", "/x", lambda *_: answer)

        response = stage.gateway()(get("/x"))

        assert (response.status, json.loads(response.body)) == (500, {"message": "Internal Server Error"})
        assert len(stage.failures) == 1

    def test_failing_function_is_500_without_its_trace(self, stage: Stage) -> None:
        def fail(*_: Any) -> Any:
            raise ValueError("secret reason")

        stage.route("GET", "/x", fail)

        response = stage.gateway()(get("/x"))

        assert b"secret" not in response.body
        assert "secret reason" in stage.failures[0].trace

    def test_both_kinds_of_headers_are_merged_and_body_decoded(self, stage: Stage) -> None:
        answer = {
            "statusCode": 201,
            "headers": {"X-One": 1, "Set-Cookie": "dropped"},
            "multiValueHeaders": {"set-cookie": ["a", "b"]},
            "body": "aGVsbG8=",
            "isBase64Encoded": True,
        }
        stage.route("GET", "/x", lambda *_: answer)

        response = stage.gateway()(get("/x"))

        assert response.status == 201
        assert response.body == b"hello"
        assert [value for name, value in response.headers if name.lower() == "set-cookie"] == ["a", "b"]
        assert response.header("x-one") == "1"
        assert response.header("content-type") == "text/plain;charset=UTF-8"


class TestAuthorizer:
    @pytest.fixture
    def calls(self) -> list[Any]:
        return []

    def guarded(self, stage: Stage, calls: list[Any], answer: Any = None, **details: Any) -> Gateway:
        def guard(event: Any, _context: Any) -> Any:
            calls.append(event)
            if isinstance(answer, Exception):
                raise answer
            return answer or make_policy(userId="u1", isStaff=False)

        stage.authorizer(guard, **details)
        stage.route("GET", "/mine", echo, auth="Guard")
        stage.route("GET", "/other", echo, auth="Guard")
        stage.route("GET", "/open", echo)
        return stage.gateway()

    def test_authorizer_context_reaches_the_function(self, stage: Stage, calls: list[Any]) -> None:
        response = self.guarded(stage, calls)(get("/mine", *TOKENS))

        context = json.loads(response.body)["requestContext"]["authorizer"]
        assert context == {"principalId": "someone", "userId": "u1", "isStaff": False}

    def test_authorizer_gets_the_request(self, stage: Stage, calls: list[Any]) -> None:
        self.guarded(stage, calls)(get("/mine", *TOKENS))

        (event,) = calls
        assert event["type"] == "REQUEST"
        assert event["methodArn"].endswith(":api/$default/GET/mine")
        assert event["identitySource"] == event["authorizationToken"] == "Bearer a,b"
        assert event["headers"] == {"authorization": "Bearer a", "id_token": "b"}
        assert "body" not in event

    def test_authorizer_answer_is_cached_per_header_pair(self, stage: Stage, calls: list[Any]) -> None:
        gateway = self.guarded(stage, calls)

        for path in ("/mine", "/mine", "/other"):
            assert gateway(get(path, *TOKENS)).status == 200
        assert len(calls) == 1
        gateway(get("/mine", TOKENS[0], ("id_token", "another")))
        gateway(get("/mine", ("Authorization", "Bearer another"), TOKENS[1]))
        assert len(calls) == 3

    def test_cached_policy_is_applied_to_each_route(self, stage: Stage, calls: list[Any]) -> None:
        gateway = self.guarded(stage, calls, make_policy(resource="*/GET/mine"))

        assert gateway(get("/mine", *TOKENS)).status == 200
        response = gateway(get("/other", *TOKENS))
        assert (response.status, json.loads(response.body)) == (403, {"message": "Forbidden"})

    def test_deny_is_403(self, stage: Stage, calls: list[Any]) -> None:
        assert self.guarded(stage, calls, make_policy("Deny"))(get("/mine", *TOKENS)).status == 403

    def test_unauthorized_is_401_and_not_cached(self, stage: Stage, calls: list[Any]) -> None:
        gateway = self.guarded(stage, calls, Exception("Unauthorized"))

        for _ in range(2):
            response = gateway(get("/mine", *TOKENS))
            assert (response.status, json.loads(response.body)) == (401, {"message": "Unauthorized"})
        assert len(calls) == 2
        assert stage.failures == []


class TestTwoAuthorizers:
    """An authorizer for people with two tokens, and one for agencies with the Authorization header only."""

    @pytest.fixture
    def asked(self) -> list[str]:
        return []

    @pytest.fixture
    def gateway(self, stage: Stage, asked: list[str]) -> Gateway:
        def people(event: Any, _context: Any) -> Any:
            asked.append(f"people: {event['identitySource']}")
            return make_policy(userId="u1")

        def agencies(event: Any, _context: Any) -> Any:
            asked.append(f"agencies: {event['identitySource']}")
            if "Bearer a" not in event["identitySource"]:
                raise Exception("Unauthorized")
            return make_policy(agencyId="adot-mvd", resource="*/POST/inbound/*")

        stage.authorizer(people)
        stage.authorizer(agencies, name="Agencies", headers=("Authorization",))
        stage.route("POST", "/mine", echo, auth="Guard")
        stage.route("POST", "/inbound/things", echo, auth="Agencies")
        stage.route("POST", "/inbound/others", echo, auth="Agencies")
        stage.route("POST", "/elsewhere", echo, auth="Agencies")
        return stage.gateway()

    @staticmethod
    def post(gateway: Gateway, path: str, *headers: tuple[str, str]) -> tuple[int, Any]:
        response = gateway(Request("POST", path, headers=headers))
        content = json.loads(response.body)
        return response.status, content["requestContext"]["authorizer"] if response.status == 200 else content

    def test_route_uses_its_own_authorizer(self, gateway: Gateway, asked: list[str]) -> None:
        status, agency = self.post(gateway, "/inbound/things", TOKENS[0])
        assert (status, agency) == (200, {"principalId": "someone", "agencyId": "adot-mvd"})
        status, person = self.post(gateway, "/mine", *TOKENS)
        assert (status, person) == (200, {"principalId": "someone", "userId": "u1"})
        assert asked == ["agencies: Bearer a", "people: Bearer a,b"]

    def test_cache_is_separate_per_authorizer(self, stage: Stage) -> None:
        stage.authorizer(lambda *_: make_policy(userId="u1"), headers=("Authorization",))
        stage.authorizer(lambda *_: make_policy(agencyId="a1"), name="Agencies", headers=("Authorization",))
        stage.route("POST", "/mine", echo, auth="Guard")
        stage.route("POST", "/inbound", echo, auth="Agencies")
        gateway = stage.gateway()
        assert self.post(gateway, "/mine", TOKENS[0])[1] == {"principalId": "someone", "userId": "u1"}
        assert self.post(gateway, "/inbound", TOKENS[0])[1] == {"principalId": "someone", "agencyId": "a1"}
