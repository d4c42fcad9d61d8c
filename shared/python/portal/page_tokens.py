"""Tokens for the next page of a list. A separate module, so that only paged groups load encryption."""

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.secrets import RotatingSecret

LastEvaluatedKey = dict[str, dict[str, Any]]


class PageTokens:
    """Converts between DynamoDB's cursor of a query and an opaque token.

    A token is encrypted, signed, and bound to a person and a query; it is invalid for any others.
    """

    def __init__(self, secret: RotatingSecret) -> None:
        """Derive keys from a secret of any length; the current one encrypts."""
        self._fernet = MultiFernet([_make_fernet(each) for each in secret.accepted])

    def encode(self, place: LastEvaluatedKey | None, user_id: str, query: Mapping[str, Any]) -> str | None:
        """Return the token for the next page, or None.

        Args:
            place: `last_evaluated_key` of the query.
            user_id: owner of the list.
            query: filters and order of the list.
        """
        if place is None:
            return None
        content = {"place": place, "binding": _make_binding(user_id, query)}
        return self._fernet.encrypt(json.dumps(content).encode()).decode()

    def decode(self, token: str | None, user_id: str, query: Mapping[str, Any]) -> LastEvaluatedKey | None:
        """Return the cursor in a token; None without a token."""
        if token is None:
            return None
        try:
            content = json.loads(self._fernet.decrypt(token.encode()))
        except InvalidToken:
            raise InvalidRequest(_UNUSABLE_TOKEN) from None
        if content["binding"] != _make_binding(user_id, query):
            raise InvalidRequest(_UNUSABLE_TOKEN)
        place: LastEvaluatedKey = content["place"]
        return place


_UNUSABLE_TOKEN = Problem(
    "nextToken",
    Text(
        en="This token does not belong to this list. Start again from the first page.",
        es="Este indicador no corresponde a esta lista. Empiece de nuevo por la primera página.",
    ),
)


def _make_fernet(secret: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()))


def _make_binding(user_id: str, query: Mapping[str, Any]) -> str:
    described = json.dumps([user_id, dict(query)], sort_keys=True, default=str)
    return hashlib.sha256(described.encode()).hexdigest()
