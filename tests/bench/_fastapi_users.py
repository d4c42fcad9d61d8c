"""The users function with FastAPI and Mangum around the same contract, service, repository and records."""

import time
from typing import Annotated, Any

from fastapi import Depends, FastAPI, HTTPException, Request, Response
from mangum import Mangum

from domains.accounts.one_time_code import OneTimeCodes, make_random_code
from domains.accounts.one_time_codes_table import OneTimeCodesTable
from domains.accounts.registration_rules import RegistrationDetails
from domains.accounts.sending_limits import SendingLimits
from domains.accounts.sign_ins_table import SignInsTable
from domains.messages.messages_table import MessagesTable
from domains.reference.data import get_terms_catalog, list_counties
from functions.users.contract import (
    CodeSentReply,
    LinkConfirmation,
    LinkRequest,
    RegistrationReply,
    RegistrationRequest,
    RegistrationStateReply,
    UserDetailsReply,
)
from functions.users.repository import UsersRepository
from functions.users.service import UserService
from functions.users.settings import UsersSettings
from portal.http import ORIGIN_HEADER
from portal.language import choose_language
from portal.mail import Mail
from portal.observability import Telemetry
from portal.principal import Caller as AuthorizedCaller
from portal.principal import Principal
from portal.settings import get_environment, load
from portal.types import get_utc_now
from portal.viewer import Viewer

_settings = load(UsersSettings, get_environment())
_service = UserService(
    clock=get_utc_now,
    new_code=make_random_code,
    repository=UsersRepository(_settings.users_table),
    sign_ins=SignInsTable(_settings.users_table),
    inbox=MessagesTable(_settings.messages_table),
    codes=OneTimeCodes(OneTimeCodesTable(_settings.users_table)),
    limits=SendingLimits(_settings.users_table, _settings.sending_secret),
    mail=Mail(_settings),
    terms_version=get_terms_catalog().current.version,
    county_ids=frozenset(county.id for county in list_counties()),
)
_telemetry = Telemetry.from_environment(get_environment())
app = FastAPI()


def _get_context(request: Request) -> dict[str, Any]:
    context: dict[str, Any] = request.scope["aws.event"]["requestContext"]
    return context


async def _caller(request: Request) -> Principal:
    if not _settings.is_origin_secret(request.headers.get(ORIGIN_HEADER, "")):
        raise HTTPException(403)
    caller = AuthorizedCaller.from_request_context(_get_context(request)).principal
    if caller is None:
        raise HTTPException(401)
    return caller


Caller = Annotated[Principal, Depends(_caller)]


@app.middleware("http")
async def _record(request: Request, answer: Any) -> Response:
    started = time.perf_counter()
    response: Response = await answer(request)
    context = _get_context(request)
    caller = AuthorizedCaller.from_request_context(context).principal
    response.headers["X-Request-Id"] = context["requestId"]
    response.headers["Cache-Control"] = "no-store"
    _telemetry.record_request(
        subject=caller.user_id if caller else None,
        route=f"{request.method} {context['resourcePath']}",
        status=response.status_code,
        milliseconds=(time.perf_counter() - started) * 1000,
        request_id=context["requestId"],
    )
    return response


@app.get("/api/users", response_model=UserDetailsReply)
async def read_user_details(caller: Caller) -> Any:
    """See `functions.users.routes`."""
    return _service.get_details(caller, Viewer())


@app.get("/api/users/registered", response_model=RegistrationStateReply)
async def read_registration_state(caller: Caller) -> Any:
    """See `functions.users.routes`."""
    return _service.get_registration_state(caller)


@app.post("/api/users/register", response_model=RegistrationReply)
async def register(details: RegistrationRequest, caller: Caller) -> Any:
    """See `functions.users.routes`."""
    return _service.register_person(caller, RegistrationDetails(**dict(details))).registration


@app.post("/api/users/link", response_model=CodeSentReply, status_code=202)
async def send_link_code(_nothing: LinkRequest, request: Request, caller: Caller) -> Any:
    """See `functions.users.routes`."""
    return _service.send_link_code(caller, choose_language(request.headers.get("accept-language")))


@app.post("/api/users/link/confirm", response_model=RegistrationReply)
async def confirm_link(confirmation: LinkConfirmation, caller: Caller) -> Any:
    """See `functions.users.routes`."""
    return _service.confirm_link(caller, confirmation.code)


handler = Mangum(app, lifespan="off")
