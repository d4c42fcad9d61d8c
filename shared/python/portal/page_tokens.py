"""Tokens for the next page of a list. Apart from `portal.dynamo`: only paged groups load encryption."""

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from cryptography.fernet import Fernet, InvalidToken

from portal.errors import InvalidRequest, Problem
from portal.language import Text

LastEvaluatedKey = dict[str, dict[str, Any]]


class PageTokens:
    """Turns DynamoDB's place in a query into a token that means something to nobody else.

    A token is encrypted and signed, and bound to the person and the query it was made for: with another
    person's token, or one of another query, nothing can be read.
    """

    def __init__(self, secret: str) -> None:
        """Take a secret of any length; whoever has the same secret reads the tokens."""
        self._fernet = Fernet(base64.urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()))

    def encode(self, place: LastEvaluatedKey | None, user_id: str, query: Mapping[str, Any]) -> str | None:
        """Return the token for the next page, or None when there is none.

        Args:
            place: the query's `last_evaluated_key`.
            user_id: whose list it is.
            query: the filters and the order that the list was asked with.
        """
        if place is None:
            return None
        content = {"place": place, "binding": _make_binding(user_id, query)}
        return self._fernet.encrypt(json.dumps(content).encode()).decode()

    def decode(self, token: str | None, user_id: str, query: Mapping[str, Any]) -> LastEvaluatedKey | None:
        """Return the place that a token stands for, or None to begin at the beginning.

        Raises:
            InvalidRequest: the token was not made here, or for somebody or something else.
        """
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


def _make_binding(user_id: str, query: Mapping[str, Any]) -> str:
    described = json.dumps([user_id, dict(query)], sort_keys=True, default=str)
    return hashlib.sha256(described.encode()).hexdigest()
