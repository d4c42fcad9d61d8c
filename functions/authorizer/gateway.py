"""The gateway's side: the id token out of its event, its answer out of a caller (payload format 1.0)."""

from typing import Any

from functions.authorizer.tokens import Caller
from portal.principal import ROLES, session_id_of
from portal.tokens.gateway import Event, allow, only_value
from portal.tokens.refusal import Reason


def id_token_of(event: Event) -> str:
    """Return the value of the `id_token` header.

    Raises RefusedError if there is none, or more than one.
    """
    return only_value(event, "id_token", Reason.ID_TOKEN_MISSING, Reason.ID_TOKEN_REPEATED)


def allow_caller(caller: Caller, user_id: str, accepted_terms: str, method_arn: str) -> dict[str, Any]:
    """Return the answer that lets a caller in to the whole API.

    Args:
        accepted_terms: "" where none are known; the functions know which routes need the terms in force.
    """
    context = {
        "userId": user_id,
        "issuer": caller.issuer,
        "subject": caller.subject,
        "email": caller.email,
        "emailVerified": "true" if caller.is_email_verified else "false",
        "name": caller.name,
        "groups": ",".join(role for role in ROLES if role in caller.groups),
        "acceptedTerms": accepted_terms,
        "expiresAt": str(caller.expires_at),
        "sessionId": session_id_of(caller.issuer, caller.subject, caller.session),
    }
    return allow(user_id, method_arn, "*", context)
