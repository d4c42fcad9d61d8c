"""HTTP in, HTTP out: the app of a group, made from its routes.

Errors leave in one of two shapes (design, section 5): a list of problems for a bad request, and
`{code, message, requestId}` for everything else, both in the language of the request.
"""

import hashlib
import hmac
import logging
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

from aws_lambda_powertools import Logger
from chalice import app as chalice
from pydantic import BaseModel, TypeAdapter, ValidationError

from portal import errors
from portal.contract import ErrorReply, RequestContract, ValidationProblem
from portal.language import Language, Text, preferred_language
from portal.media_types import preferred_media_type
from portal.observability import RequestRecorder, make_logger
from portal.principal import Principal, agency_of, principal_of, token_expiry_of
from portal.routes import JSON, NO_STORE, Endpoint, Reply, Request, Routes, TextReply
from portal.validation import invalid_request

ORIGIN_HEADER = "x-origin-verify"
IDEMPOTENCY_HEADER = "Idempotency-Key"
IDEMPOTENCY_KEY_PATTERN = "[A-Za-z0-9-]{8,64}"

_ENTITY_TAGS = re.compile(r'(?:W/)?("[^"]*")')
_IDEMPOTENCY_KEY = re.compile(IDEMPOTENCY_KEY_PATTERN)

STATUS_OF: Mapping[type[errors.DomainError], int] = {
    errors.Forbidden: 403,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.TooManyRequests: 429,
    errors.Unavailable: 503,
}


class HttpSettings(BaseModel):
    """Settings that every HTTP function has.

    Attributes:
        origin_secrets: comma-separated values of the header by which CloudFront shows that a request
            came through it; more than one while the secret is being replaced.
        powertools_metrics_namespace: under which CloudWatch counts the requests.
    """

    origin_secrets: str
    powertools_metrics_namespace: str

    def is_origin_secret(self, value: str) -> bool:
        """Whether the value is one of the current secrets, compared in constant time."""
        return any(
            secret and hmac.compare_digest(secret.encode(), value.encode())
            for secret in self.origin_secrets.split(",")
        )


def create_app(
    routes: Routes,
    service: object,
    settings: HttpSettings,
    is_open_to: Callable[[Principal], bool] | None = None,
) -> chalice.Chalice:
    """Make the Lambda handler of a group.

    Args:
        routes: its endpoints.
        service: given to each view as its second argument.
        is_open_to: asked by every route for people that is not open before the terms; see `terms_gate`.

    Returns:
        A Chalice app, called with the event of an HTTP API in payload format 1.0.

    Raises:
        ValueError: a route has to ask it, and there is none.
    """
    for endpoint in routes:
        if endpoint.needs_terms and is_open_to is None:
            raise ValueError(f"{endpoint.route} needs to know who accepted the terms")
    app = chalice.Chalice(app_name=routes.group, configure_logs=False)
    logger = make_logger()
    app.log = cast(logging.Logger, logger)
    for endpoint in routes:
        handler = _Handler(app, endpoint, service, settings, is_open_to, logger)
        app.route(endpoint.path, methods=[endpoint.method], name=endpoint.route, content_types=["*/*"])(
            handler.answer
        )
    return app


@dataclass(frozen=True, slots=True)
class _Refusal:
    status: int
    code: str
    message: Text


class _Refused(Exception):
    """A request that is refused for its form, before any rule of the portal is asked."""

    def __init__(self, refusal: _Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


_NOT_THROUGH_THE_FRONT_DOOR = _Refusal(
    403,
    "forbidden",
    Text(en="Use the portal's own address.", es="Use la dirección propia del portal."),
)
_NOT_SIGNED_IN = _Refusal(
    401, "notSignedIn", Text(en="Sign in to do this.", es="Inicie sesión para hacer esto.")
)
_NO_ACCESS = _Refusal(
    403,
    "noAccess",
    Text(en="Your account has no access to this.", es="Su cuenta no tiene acceso a esto."),
)
_TERMS_NOT_ACCEPTED = _Refusal(
    403,
    "termsNotAccepted",
    Text(
        en="Accept the terms and conditions first. Nothing was changed.",
        es="Primero acepte los términos y condiciones. No se cambió nada.",
    ),
)
_NOT_ACCEPTABLE = _Refusal(
    406,
    "notAcceptable",
    Text(
        en="The header Accept allows no form in which this can be answered.",
        es="La cabecera Accept no permite ninguna forma en que se pueda responder.",
    ),
)
_NOT_JSON = _Refusal(
    415,
    "unsupportedMediaType",
    Text(
        en="Send JSON with the header Content-Type: application/json.",
        es="Envíe JSON con la cabecera Content-Type: application/json.",
    ),
)
_NO_BODY = errors.Problem(
    "",
    Text(en="The request has no body. Send a JSON object.", es="Falta el contenido. Envíe un objeto JSON."),
)
_NO_IDEMPOTENCY_KEY = errors.Problem(
    IDEMPOTENCY_HEADER,
    Text(
        en="Send the header Idempotency-Key: 8 to 64 letters, digits or hyphens, new for each thing to be "
        "made and the same when the request is repeated.",
        es="Envíe la cabecera Idempotency-Key: de 8 a 64 letras, dígitos o guiones, nueva para cada cosa que "
        "se cree y la misma cuando se repita la solicitud.",
    ),
)
_INTERNAL = _Refusal(
    500,
    "internalError",
    Text(
        en="Something went wrong on our side. Try again later.",
        es="Algo falló de nuestro lado. Inténtelo más tarde.",
    ),
)


def _too_large(largest: int) -> _Refusal:
    kilobytes = f"{largest // 1024:,} KB"
    return _Refusal(
        413,
        "bodyTooLarge",
        Text(en=f"The request is larger than {kilobytes}.", es=f"La solicitud supera los {kilobytes}."),
    )


class _Handler:
    """Answers the requests of one endpoint."""

    def __init__(
        self,
        app: chalice.Chalice,
        endpoint: Endpoint,
        service: object,
        settings: HttpSettings,
        is_open_to: Callable[[Principal], bool] | None,
        logger: Logger,
    ) -> None:
        self._app = app
        self._endpoint = endpoint
        self._service = service
        self._settings = settings
        self._is_open_to = is_open_to if endpoint.needs_terms else None
        self._logger = logger
        self._recorder = RequestRecorder(logger, settings.powertools_metrics_namespace)

    def answer(self, **path: str) -> chalice.Response:
        started = time.perf_counter()
        incoming = cast(chalice.Request, self._app.current_request)
        request_id = incoming.context["requestId"]
        language = preferred_language(incoming.headers.get("accept-language"))
        caller, agency_id = principal_of(incoming.context), agency_of(incoming.context)
        try:
            response = self._reply(incoming, path, language, caller, agency_id)
        except Exception as error:
            response = self._failure(error, language, request_id)
        response.headers.update({"Content-Language": language, "X-Request-Id": request_id})
        self._recorder.record(
            subject=caller.user_id if caller else agency_id,
            route=self._endpoint.route,
            status=response.status_code,
            milliseconds=(time.perf_counter() - started) * 1000,
            request_id=request_id,
        )
        return response

    def _reply(
        self,
        incoming: chalice.Request,
        path: Mapping[str, str],
        language: Language,
        caller: Principal | None,
        agency_id: str | None,
    ) -> chalice.Response:
        endpoint = self._endpoint
        if not self._settings.is_origin_secret(incoming.headers.get(ORIGIN_HEADER, "")):
            raise _Refused(_NOT_THROUGH_THE_FRONT_DOOR)
        _check_access(endpoint, caller, agency_id, token_expiry_of(incoming.context))
        if caller and self._is_open_to and not self._is_open_to(caller):
            raise _Refused(_TERMS_NOT_ACCEPTED)
        media_type = _media_type(incoming, endpoint)
        request = Request(
            input=_read(incoming, endpoint),
            path=path,
            language=language,
            caller=caller,
            calling_agency=agency_id,
            idempotency_key=_idempotency_key(incoming) if endpoint.needs_idempotency_key else "",
            media_type=media_type,
        )
        result = endpoint.view(request, self._service)
        status = next(iter(endpoint.replies))
        if isinstance(result, TextReply):
            response = _file(result, status, media_type, endpoint.cache_control)
        else:
            reply = result if isinstance(result, Reply) else Reply(result, status)
            body = reply.body.model_dump_json(by_alias=True)
            response = _response(reply.status, body, endpoint.cache_control)
        varies = ["Accept"] if endpoint.alternatives else []
        if endpoint.is_kept:
            varies.append("Accept-Language")
            response = _unless_known(response, incoming.headers.get("if-none-match", ""))
        if varies:
            response.headers["Vary"] = ", ".join(varies)
        return response

    def _failure(self, error: Exception, language: Language, request_id: str) -> chalice.Response:
        match error:
            case errors.InvalidRequest():
                return _response(400, _problem_list(error, self._endpoint.section, language))
            case _Refused():
                return _error(error.refusal, language, request_id)
            case errors.DomainError():
                refusal = _Refusal(_status_of(error), error.code, error.message)
                response = _error(refusal, language, request_id)
                if isinstance(error, errors.TooManyRequests):
                    response.headers["Retry-After"] = str(error.retry_after_seconds)
                return response
            case _:
                return self._internal_error(error, language, request_id)

    def _internal_error(self, error: Exception, language: Language, request_id: str) -> chalice.Response:
        self._logger.error("unhandled", exc_info=error, extra={"request_id": request_id})
        return _error(_INTERNAL, language, request_id)


def _status_of(error: errors.DomainError) -> int:
    return next(status for kind, status in STATUS_OF.items() if isinstance(error, kind))


def _check_access(
    endpoint: Endpoint, caller: Principal | None, agency_id: str | None, token_expires_at: float
) -> None:
    """Let people to their routes and agencies to theirs, whatever the gateway let through.

    The gateway keeps a verdict for longer than the token that it was about may be good.
    """
    if endpoint.is_public:
        return
    if (agency_id if endpoint.is_for_agencies else caller) is None or token_expires_at <= time.time():
        raise _Refused(_NOT_SIGNED_IN)
    if endpoint.roles and not (caller and caller.roles & endpoint.roles):
        raise _Refused(_NO_ACCESS)


def _media_type(incoming: chalice.Request, endpoint: Endpoint) -> str:
    """The media type of the answer; an endpoint that has JSON alone sends it whatever is accepted."""
    if not endpoint.alternatives:
        return JSON
    media_type = preferred_media_type(incoming.headers.get("accept"), (JSON, *endpoint.alternatives))
    if media_type is None:
        raise _Refused(_NOT_ACCEPTABLE)
    return media_type


def _idempotency_key(incoming: chalice.Request) -> str:
    key = incoming.headers.get(IDEMPOTENCY_HEADER.lower(), "")
    if not _IDEMPOTENCY_KEY.fullmatch(key):
        raise errors.InvalidRequest(_NO_IDEMPOTENCY_KEY)
    return cast(str, key)


def _read(incoming: chalice.Request, endpoint: Endpoint) -> RequestContract | None:
    if endpoint.input is None:
        return None
    try:
        if endpoint.reads_body:
            return endpoint.input.model_validate_json(
                _json_bytes(incoming, endpoint.largest_body_bytes), strict=True
            )
        return endpoint.input.model_validate(dict(incoming.query_params or {}))
    except ValidationError as error:
        raise invalid_request(error) from None


def _json_bytes(incoming: chalice.Request, largest: int) -> bytes:
    try:
        body = cast(bytes, incoming.raw_body)
    except ValueError:
        raise errors.InvalidRequest(_NO_BODY) from None
    if len(body) > largest:
        raise _Refused(_too_large(largest))
    if not body:
        raise errors.InvalidRequest(_NO_BODY)
    media_type = incoming.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != JSON:
        raise _Refused(_NOT_JSON)
    return body


def _response(status: int, body: str, cache_control: str = NO_STORE) -> chalice.Response:
    headers: dict[str, str | list[str]] = {"Content-Type": JSON, "Cache-Control": cache_control}
    return chalice.Response(body=body, status_code=status, headers=headers)


def _file(reply: TextReply, status: int, media_type: str, cache_control: str) -> chalice.Response:
    headers: dict[str, str | list[str]] = {
        "Content-Type": f"{media_type}; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{reply.filename}"',
        "Cache-Control": cache_control,
        **reply.headers,
    }
    return chalice.Response(body=reply.text, status_code=status, headers=headers)


def _unless_known(response: chalice.Response, known: str) -> chalice.Response:
    """Give the answer its `ETag`, or say 304 where the caller has it already (RFC 9110, 13.1.2).

    Args:
        known: the header `If-None-Match`, compared weakly; what is no list of tags is no match.
    """
    tag = f'"{hashlib.sha256(response.body.encode()).hexdigest()[:32]}"'
    response.headers["ETag"] = tag
    if known.strip() == "*" or tag in _ENTITY_TAGS.findall(known):
        kept = {name: response.headers[name] for name in ("Cache-Control", "ETag")}
        return chalice.Response(body="", status_code=304, headers=kept)
    return response


def _error(refusal: _Refusal, language: Language, request_id: str) -> chalice.Response:
    message = refusal.message.in_language(language)
    reply = ErrorReply(code=refusal.code, message=message, request_id=request_id)
    return _response(refusal.status, reply.model_dump_json(by_alias=True))


def _problem_list(error: errors.InvalidRequest, section: str, language: Language) -> str:
    problems: dict[str, list[str]] = {}
    for problem in error.problems:
        problems.setdefault(problem.property_name, []).append(problem.message.in_language(language))
    reply = [
        ValidationProblem(application_section=section, property_name=name, validation_errors=messages)
        for name, messages in problems.items()
    ]
    return _PROBLEMS.dump_json(reply, by_alias=True).decode()


_PROBLEMS = TypeAdapter(list[ValidationProblem])
