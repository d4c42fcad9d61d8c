"""Event and answer of an authorizer (payload format 1.0)."""

import re
from collections.abc import Mapping
from typing import Any

from portal.principal import Caller
from portal.tokens.refusal import RefusalReason, RefusedError

Event = Mapping[str, Any]

_BEARER = re.compile(r"bearer (\S+)", re.IGNORECASE)


def get_access_token(event: Event) -> str:
    """Return the bearer token (RFC 6750, section 2.1) of the call.

    Raises RefusedError if there is none, or more than one.
    """
    value = _get_only_value(
        event, "authorization", RefusalReason.AUTHORIZATION_MISSING, RefusalReason.AUTHORIZATION_REPEATED
    )
    match = _BEARER.fullmatch(value)
    if not match:
        raise RefusedError(RefusalReason.NOT_BEARER)
    return match[1]


def get_id_token(event: Event) -> str:
    """Return the value of the `id_token` header.

    Raises RefusedError if there is none, or more than one.
    """
    return _get_only_value(event, "id_token", RefusalReason.ID_TOKEN_MISSING, RefusalReason.ID_TOKEN_REPEATED)


def get_route(event: Event) -> str:
    """Return method and path pattern of the call, not the path itself, which may contain personal data."""
    context = event["requestContext"]
    return f"{context['httpMethod']} {context['resourcePath']}"


def allow(principal_id: str, method_arn: str, routes: str, caller: Caller) -> dict[str, Any]:
    """Return the answer that admits a caller.

    Args:
        routes: routes of the policy, `METHOD/path` with `*`; the gateway reuses the policy for other calls.
        caller: data of the caller for the functions.
    """
    api, stage, *_ = method_arn.split("/")
    return {
        "principalId": principal_id,
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [
                {"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": f"{api}/{stage}/{routes}"}
            ],
        },
        "context": caller.to_authorizer_context(),
    }


def _get_only_value(event: Event, name: str, missing: RefusalReason, repeated: RefusalReason) -> str:
    """Return the only value of a header; the case of its name does not matter.

    For a repeated header, the gateway puts the last value into `headers` and all values into
    `multiValueHeaders`. Repeated token headers are refused, so that the gateway's cache and this function
    always use the same value.
    """
    single = [value for key, value in (event.get("headers") or {}).items() if key.lower() == name]
    every = [
        value
        for key, values in (event.get("multiValueHeaders") or {}).items()
        if key.lower() == name
        for value in values
    ]
    if len(single) > 1 or len(every) > 1 or (single and every and single != every):
        raise RefusedError(repeated)
    value: str = next(iter(single or every), "")
    if not value:
        raise RefusedError(missing)
    return value
