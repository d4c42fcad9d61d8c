"""Interpretation of an agency's HTTP answers."""

from collections.abc import Callable, Collection
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from domains.agencies import protocol
from domains.agencies.failures import AgencyFailure
from domains.agencies.transport import HttpAnswer
from domains.agencies.values import MalformedAnswer, WrongRecord
from portal.text import has_unprintable_characters

UNAUTHORIZED = frozenset({401, 403})
_TOO_MANY_REQUESTS = 429

Answer = TypeVar("Answer")
Model = TypeVar("Model", bound=BaseModel)
Referenced = TypeVar("Referenced", protocol.AccountAnswer, protocol.ApplicationAnswer, protocol.ReplyAnswer)


def read_answer(answer: HttpAnswer, read: Callable[[HttpAnswer], Answer]) -> Answer:
    """Read an answer, and convert every fault of it to `AgencyFailure`."""
    if 300 <= answer.status < 400:
        raise AgencyFailure("redirected")
    if answer.status in UNAUTHORIZED:
        raise AgencyFailure("unauthorised")
    if answer.status >= 500 or answer.status == _TOO_MANY_REQUESTS:
        raise AgencyFailure("failed")
    try:
        return read(answer)
    except WrongRecord:
        raise AgencyFailure("wrongRecord") from None
    except MalformedAnswer:
        raise AgencyFailure("malformedValue") from None


def parse_model(answer: HttpAnswer, model: type[Model]) -> Model:
    """Return the model in an answer with status 200."""
    if answer.status != 200:
        raise AgencyFailure("refused" if answer.status >= 400 else "malformed")
    try:
        return model.model_validate_json(answer.json_text)
    except ValidationError:
        raise AgencyFailure("malformed") from None


def read_account(answer: HttpAnswer, possible: Collection[str]) -> protocol.AccountAnswer:
    """Read an answer about an account; only the possible outcomes of the call are valid."""
    account = parse_model(answer, protocol.AccountAnswer)
    if account.outcome not in possible:
        raise MalformedAnswer("outcome")
    return account


def read_named_account(answer: HttpAnswer, possible: Collection[str]) -> protocol.AccountAnswer:
    """Read an answer about an account, which must have a reference if the outcome is `done`."""
    account = read_account(answer, possible)
    if account.outcome != "done":
        return account
    if account.reference is None:
        raise MalformedAnswer("reference")
    return check_reference(account)


def check_reference(answer: Referenced) -> Referenced:
    """Refuse a reference with unprintable characters."""
    if answer.reference is not None and has_unprintable_characters(answer.reference):
        raise MalformedAnswer("reference")
    return answer


def require_success(answer: HttpAnswer) -> None:
    """Require a status of success, and ignore the body."""
    if answer.status not in (200, 204):
        raise AgencyFailure("refused" if answer.status >= 400 else "malformed")
