"""The event of an API call, as the gateway sends it to a function."""

from typing import Any

from infrastructure.local.events import request_event
from infrastructure.local.messages import Request

ORIGIN_SECRET = "measurement"

ENVIRONMENT = {
    "STAGE": "dev",
    "ORIGIN_SECRETS": ORIGIN_SECRET,
    "USERS_TABLE": "users",
    "MAIL_SENDER": "no-reply@portal.example",
    "POWERTOOLS_SERVICE_NAME": "users",
    "POWERTOOLS_METRICS_NAMESPACE": "Saguaro",
    "POWERTOOLS_LOG_LEVEL": "INFO",
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_ACCESS_KEY_ID": "none",
    "AWS_SECRET_ACCESS_KEY": "none",
    "TOKEN_ISSUER": "https://issuer.example",
    "TOKEN_JWKS_URI": "https://issuer.example/keys",
    "TOKEN_AUDIENCE": "portal-web",
    "TOKEN_SHAPE": "cognito",
    "TOKEN_POLICIES": "",
}


def event_of(path: str) -> dict[str, Any]:
    """The event of a GET by somebody who is signed in."""
    request = Request("GET", path, headers=(("x-origin-verify", ORIGIN_SECRET), ("Host", "portal.example")))
    event = request_event(request, path, {}, api_id="abc", domain="portal.example")
    event["requestContext"]["authorizer"] = {
        "userId": "a" * 26,
        "issuer": "https://issuer.example",
        "subject": "subject",
        "email": "person@example.com",
        "emailVerified": "true",
        "name": "Pat Person",
        "groups": "",
    }
    return event
