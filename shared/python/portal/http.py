"""The HTTP app of a group, made from its routes.

Errors have two formats (design, section 5): a list of problems for a bad request, and `{code, message,
requestId, parameters}` for everything else, both in the language of the request.
"""

import hashlib
import hmac
import logging
import re
import time
from collections.abc import Callable, Mapping
from datetime import date
from typing import cast

from aws_lambda_powertools.logging import correlation_paths
from chalice import app as chalice
from pydantic import BaseModel, TypeAdapter
from pydantic.alias_generators import to_camel

from portal import errors
from portal.audiences import People
from portal.aws import is_temporary
from portal.contract import ValidationProblem
from portal.http_requests import read_headers, read_idempotency_key, read_input
from portal.language import LANGUAGES, Language, Parameter, Text, choose_language
from portal.media_types import choose_media_type
from portal.observability import Telemetry
from portal.principal import Caller, Principal
from portal.routes import JSON, NO_STORE, Endpoint, HttpReply, Request, Routes, TextFileReply
from portal.secrets import RotatingSecret
from portal.types import Assurance
from portal.viewer import read_viewer

ORIGIN_HEADER = "x-origin-verify"

_ENTITY_TAGS = re.compile(r'(?:W/)?("[^"]*")')


class HttpSettings(BaseModel):
    """Settings of all HTTP functions."""

    origin_secrets: RotatingSecret  # the secret that CloudFront sends in a header with each request

    def is_origin_secret(self, value: str) -> bool:
        """Tell if the value is one of the accepted secrets, compared in constant time."""
        return any(
            hmac.compare_digest(secret.encode(), value.encode()) for secret in self.origin_secrets.accepted
        )


def create_app(
    *parts: tuple[Routes, object],
    settings: HttpSettings,
    telemetry: Telemetry,
    is_open_to: Callable[[Principal], bool] | None = None,
    require_assurance: Callable[[Principal, Assurance], None] | None = None,
) -> chalice.Chalice:
    """Make the Lambda handler of a group.

    Args:
        parts: routes of the group, each with the service for their views.
        is_open_to: check for routes that require acceptance of the terms; see `make_terms_gate`.
        require_assurance: check for routes that require an assurance; see `AssuranceGate`.

    Returns:
        A Chalice app, called with the event of an HTTP API in payload format 1.0.

    Raises:
        ValueError: a route needs `is_open_to` or `require_assurance` and it is missing, or the routes are not
            of one group.
    """
    groups = sorted({routes.group for routes, _ in parts})
    if len(groups) != 1:
        raise ValueError(f"Not the routes of one group: {', '.join(groups)}")
    app = chalice.Chalice(app_name=groups[0], configure_logs=False)
    app.log = cast(logging.Logger, telemetry.logger)
    app.register_middleware(
        chalice.ConvertToMiddleware(
            telemetry.logger.inject_lambda_context(correlation_id_path=correlation_paths.API_GATEWAY_REST)
        )
    )
    for endpoint, service in ((endpoint, service) for routes, service in parts for endpoint in routes):
        if isinstance(endpoint.audience, People):
            if not endpoint.audience.before_terms and is_open_to is None:
                raise ValueError(f"{endpoint.route} needs to know who accepted the terms")
            if endpoint.audience.assurance != "none" and require_assurance is None:
                raise ValueError(f"{endpoint.route} needs to know what assurance a session has")
        handler = _Handler(app, endpoint, service, settings, is_open_to, require_assurance, telemetry)
        app.route(endpoint.path, methods=[endpoint.method], name=endpoint.route, content_types=["*/*"])(
            handler.answer
        )
    return app


class _Handler:
    """Answers requests to an endpoint."""

    def __init__(
        self,
        app: chalice.Chalice,
        endpoint: Endpoint,
        service: object,
        settings: HttpSettings,
        is_open_to: Callable[[Principal], bool] | None,
        require_assurance: Callable[[Principal, Assurance], None] | None,
        telemetry: Telemetry,
    ) -> None:
        self._app = app
        self._endpoint = endpoint
        self._service = service
        self._settings = settings
        self._is_open_to = is_open_to
        self._require_assurance = require_assurance
        self._telemetry = telemetry

    def answer(self, **path: str) -> chalice.Response:
        started = time.perf_counter()
        incoming = cast(chalice.Request, self._app.current_request)
        request_id = incoming.context["requestId"]
        language = choose_language(incoming.headers.get("accept-language"))
        caller = Caller.from_request_context(incoming.context)
        try:
            response = self._reply(incoming, path, language, caller)
        except Exception as error:
            response = self._make_failure(error, language, request_id)
        response.headers.update({"Content-Language": language, "X-Request-Id": request_id})
        self._telemetry.record_request(
            subject=caller.log_id,
            route=self._endpoint.route,
            status=response.status_code,
            milliseconds=(time.perf_counter() - started) * 1000,
            request_id=request_id,
        )
        return response

    def _reply(
        self, incoming: chalice.Request, path: Mapping[str, str], language: Language, caller: Caller
    ) -> chalice.Response:
        endpoint = self._endpoint
        if not self._settings.is_origin_secret(incoming.headers.get(ORIGIN_HEADER, "")):
            raise errors.NotViaCloudFront
        endpoint.audience.check_caller(caller)
        if isinstance(endpoint.audience, People) and caller.principal:
            self._check_sign_in(endpoint.audience, caller.principal)
        media_type = _choose_media_type(incoming, endpoint)
        received, faults = read_input(incoming, endpoint)
        request = Request(
            input=received,
            path=path,
            language=language,
            caller=caller.principal,
            calling_agency=caller.agency_id,
            calling_token_holder=caller.token_holder,
            idempotency_key=read_idempotency_key(incoming) if endpoint.idempotency_key else "",
            media_type=media_type,
            headers=read_headers(incoming, endpoint),
            route=endpoint.route,
            viewer=read_viewer(incoming.headers),
            faults=faults,
        )
        result = endpoint.view(request, self._service)
        status = next(iter(endpoint.replies))
        if isinstance(result, TextFileReply):
            response = _make_file_response(result, status, media_type, endpoint.cache_control)
        else:
            reply = result if isinstance(result, HttpReply) else HttpReply(result, status)
            response = _make_response(
                reply.status,
                _make_body(reply.body, endpoint.media_type),
                endpoint.cache_control,
                endpoint.media_type,
            )
        varies = ["Accept"] if endpoint.alternatives else []
        if endpoint.is_kept:
            varies.append("Accept-Language")
            response = _make_conditional_response(response, incoming.headers.get("if-none-match", ""))
        if varies:
            response.headers["Vary"] = ", ".join(varies)
        return response

    def _check_sign_in(self, audience: People, caller: Principal) -> None:
        if not audience.before_terms and self._is_open_to and not self._is_open_to(caller):
            raise errors.TermsNotAccepted
        if audience.second_factor and not caller.has_second_factor:
            raise errors.SecondFactorRequired
        if self._require_assurance:
            self._require_assurance(caller, audience.assurance)

    def _make_failure(self, error: Exception, language: Language, request_id: str) -> chalice.Response:
        match error:
            case errors.InvalidRequest():
                section = self._endpoint.section or self._app.app_name
                return _make_response(400, _format_problems(error, section, language))
            case errors.DomainError():
                return _make_error(error, language, request_id)
            case _ if is_temporary(error):
                self._telemetry.logger.error("unavailable", exc_info=error, extra={"request_id": request_id})
                return _make_error(errors.StorageUnavailable(), language, request_id)
            case _:
                self._telemetry.logger.error("unhandled", exc_info=error, extra={"request_id": request_id})
                return _make_error(errors.InternalError(), language, request_id)


def _choose_media_type(incoming: chalice.Request, endpoint: Endpoint) -> str:
    """Return the media type of the answer; an endpoint with only JSON ignores the header `Accept`."""
    if not endpoint.alternatives:
        return JSON
    media_type = choose_media_type(incoming.headers.get("accept"), (JSON, *endpoint.alternatives))
    if media_type is None:
        raise errors.NotAcceptable
    return media_type


def _make_body(model: BaseModel, media_type: str) -> str:
    return model.model_dump_json(by_alias=True) if media_type == JSON else str(model.model_dump())


def _make_response(
    status: int, body: str, cache_control: str = NO_STORE, media_type: str = JSON
) -> chalice.Response:
    headers: dict[str, str | list[str]] = {"Content-Type": media_type, "Cache-Control": cache_control}
    return chalice.Response(body=body, status_code=status, headers=headers)


def _make_file_response(
    reply: TextFileReply, status: int, media_type: str, cache_control: str
) -> chalice.Response:
    headers: dict[str, str | list[str]] = {
        "Content-Type": f"{media_type}; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{reply.filename}"',
        "Cache-Control": cache_control,
        **reply.headers,
    }
    return chalice.Response(body=reply.text, status_code=status, headers=headers)


def _make_conditional_response(response: chalice.Response, if_none_match: str) -> chalice.Response:
    """Add the `ETag` to an answer, or return 304 if the caller has it already (RFC 9110, 13.1.2).

    Args:
        if_none_match: header `If-None-Match`, compared weakly; a malformed one does not match.
    """
    tag = f'"{hashlib.sha256(response.body.encode()).hexdigest()[:32]}"'
    response.headers["ETag"] = tag
    if if_none_match.strip() == "*" or tag in _ENTITY_TAGS.findall(if_none_match):
        headers = {name: response.headers[name] for name in ("Cache-Control", "ETag")}
        return chalice.Response(body="", status_code=304, headers=headers)
    return response


def _make_error(error: errors.DomainError, language: Language, request_id: str) -> chalice.Response:
    reply = error.reply(
        code=error.code,
        message=error.message.in_language(language),
        wordings={each: error.message.in_language(each) for each in LANGUAGES},
        request_id=request_id,
        parameters={
            to_camel(name): _format_value(value, language) for name, value in error.parameters.items()
        },
        **error.details,
    )
    response = _make_response(error.status, reply.model_dump_json(by_alias=True))
    if isinstance(error, errors.TooManyRequests | errors.Unavailable):
        response.headers["Retry-After"] = str(error.retry_after_seconds)
    return response


def _format_value(parameter: Parameter, language: Language) -> str | int:
    if isinstance(parameter, Text):
        return parameter.in_language(language)
    return parameter.isoformat() if isinstance(parameter, date) else parameter


def _format_problems(error: errors.InvalidRequest, section: str, language: Language) -> str:
    problems: dict[str, list[Text]] = {}
    for problem in error.problems:
        problems.setdefault(problem.property_name, []).append(problem.message)
    reply = []
    for name, messages in problems.items():
        wordings = {each: [message.in_language(each) for message in messages] for each in LANGUAGES}
        reply.append(
            ValidationProblem(
                application_section=section,
                property_name=name,
                validation_errors=wordings[language],
                wordings=wordings,
            )
        )
    return _PROBLEMS.dump_json(reply, by_alias=True).decode()


_PROBLEMS = TypeAdapter(list[ValidationProblem])
