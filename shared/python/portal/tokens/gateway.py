"""The gateway's side of an authorizer: headers out of its event, its answer (payload format 1.0)."""

import re
from collections.abc import Mapping
from typing import Any

from portal.principal import Caller
from portal.tokens.refusal import Reason, RefusedError

Event = Mapping[str, Any]

_BEARER = re.compile(r"bearer (\S+)", re.IGNORECASE)


def get_access_token(event: Event) -> str:
    """Return the bearer token (RFC 6750, section 2.1) of the call.

    Raises RefusedError if there is none, or more than one.
    """
    value = _get_only_value(
        event, "authorization", Reason.AUTHORIZATION_MISSING, Reason.AUTHORIZATION_REPEATED
    )
    match = _BEARER.fullmatch(value)
    if not match:
        raise RefusedError(Reason.NOT_BEARER)
    return match[1]


def get_id_token(event: Event) -> str:
    """Return the value of the `id_token` header.

    Raises RefusedError if there is none, or more than one.
    """
    return _get_only_value(event, "id_token", Reason.ID_TOKEN_MISSING, Reason.ID_TOKEN_REPEATED)


def get_route(event: Event) -> str:
    """Return method and path pattern of the call, never the path itself, which may name a person."""
    context = event["requestContext"]
    return f"{context['httpMethod']} {context['resourcePath']}"


def allow(principal_id: str, method_arn: str, routes: str, caller: Caller) -> dict[str, Any]:
    """Return the answer that lets a caller in.

    Args:
        routes: what the policy covers, `METHOD/path` with `*`; the gateway reuses the policy for other calls.
        caller: what the functions learn of the caller.
    """
    api, stage, *_ = method_arn.split("/")
    return {
        "principalId": principal_id,
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [
                {"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": f"{api}/{stage}/{routes}"},
            ],
        },
        "context": caller.to_authorizer_context(),
    }


def _get_only_value(event: Event, name: str, missing: Reason, repeated: Reason) -> str:
    """Return the one value of a header, whatever the case of its name.

    A gateway gives the last value of a repeated header in `headers` and all of them in
    `multiValueHeaders`. A repeated token header is refused, so that nobody can make the gateway's cache
    and this function look at different values.
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
