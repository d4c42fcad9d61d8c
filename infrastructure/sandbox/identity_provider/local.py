"""Requests of programs on this machine to the local cloud, at a port that no deployed portal has."""

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.responses import JSONResponse, Response

from infrastructure.sandbox.identity_provider.calls import LOCAL, Call, Refused

T = TypeVar("T")


def check_program(call: Call) -> None:
    """Refuse browsers, which send an Origin with a POST, so that no web page can ask."""
    if "Origin" in call.request.headers:
        raise Refused("forbidden", status=403)


@LOCAL.at("/local/token")
def create_tokens(call: Call) -> Response:
    """Return both tokens for `{"email": …}`, so that a command or a test can call the portal as that person.

    With `"ofLatest": true` they belong to the person's latest sign-in, as if its page had asked.
    """
    of_latest = _read(call, "ofLatest", bool, default=False)
    account = call.services.accounts.find(_read(call, "email", str))
    if account is None:
        raise Refused("unknown_account", status=404)
    return JSONResponse(call.services.tokens.issue_for_program(account, of_latest=of_latest))


@LOCAL.at("/local/agency-clients")
def register_agency_client(call: Call) -> Response:
    """Register the client of an agency: `{"agencyId": …, "clientId": …, "clientSecret": …}`.

    201. A client that exists stays as it is (409) unless `"replace": true` is said as well (200).
    """
    agency_id, client_id, secret = (
        _read(call, name, str) for name in ("agencyId", "clientId", "clientSecret")
    )
    is_new = call.services.store.find("agency client", client_id) is None
    if not is_new and not _read(call, "replace", bool, default=False):
        raise Refused("client_exists", status=409)
    call.services.accounts.register_client(agency_id, client_id, secret)
    return JSONResponse({"clientId": client_id}, 201 if is_new else 200)


@LOCAL.at("/local/schedule/{function}")
def run_schedule(call: Call) -> Response:
    """Run at once what a schedule runs, by the logical id of its function; answer with what it answered."""
    return _answer(lambda: call.settings.run_schedule(call.request.path_params["function"]))


@LOCAL.at("/local/functions/{function}")
def invoke_function(call: Call) -> Response:
    """Give a function an event, by its logical id: the body. Answers with what it answered."""
    event = call.read_json()
    return _answer(lambda: call.settings.invoke_function(call.request.path_params["function"], event))


@LOCAL.at("/local/outbox/{message_id}/{action}")
def act_on_message(call: Call) -> Response:
    """Do what the buttons of the outbox do; `unsubscribe` answers with the status of the portal's answer.

    `events` takes `{"event": "Delivery" | "Bounce" | "Complaint"}`, `answers` takes `{"text": …}`.
    """
    message_id, action = (call.request.path_params[name] for name in ("message_id", "action"))
    field = {"events": "event", "answers": "text"}.get(action)
    words = _read(call, field, str) if field else ""
    return _answer(lambda: call.settings.outbox_actions[action](message_id, words), "status")


def _answer(act: Callable[[], Any], name: str = "answer") -> Response:
    try:
        return JSONResponse({name: act()})
    except LookupError:
        raise Refused("not_found", status=404) from None


def _read(call: Call, name: str, kind: type[T], default: T | None = None) -> T:
    value = call.read_json().get(name, default)
    if not isinstance(value, kind):
        raise Refused("invalid_request")
    return value
