"""Validated input from HTTP requests."""

import codecs
import re
from collections.abc import Collection, Mapping
from typing import Any, cast, get_origin
from urllib.parse import parse_qsl

from chalice import app as chalice
from pydantic import Secret, ValidationError
from pydantic_core import from_json, to_json

from portal import errors
from portal.audiences import AGENCIES
from portal.contract import RequestContract
from portal.language import Text
from portal.parts import make_parts
from portal.routes import FORM, Body, Endpoint
from portal.text import clean
from portal.validation import make_invalid_request, refuse_names_of_python

IDEMPOTENCY_HEADER = "Idempotency-Key"
IDEMPOTENCY_KEY_PATTERN = "[A-Za-z0-9-]{8,64}"
_IDEMPOTENCY_KEY = re.compile(IDEMPOTENCY_KEY_PATTERN)
_NO_BODY = errors.Problem(
    "",
    Text(en="The request has no body. Send a JSON object.", es="Falta el contenido. Envíe un objeto JSON."),
)
_MAX_FORM_FIELDS = 20
_NO_FORM = errors.Problem(
    "",
    Text(
        en="Send a form with each field once, at most 20 of them.",
        es="Envíe un formulario con cada campo una sola vez, 20 como máximo.",
    ),
)
_NO_IDEMPOTENCY_KEY = errors.Problem(
    IDEMPOTENCY_HEADER,
    Text(
        en="Send the Idempotency-Key header: 8 to 64 letters, digits, or hyphens. Use a new key for "
        "each new item, and the same key when you repeat a request.",
        es="Envíe la cabecera Idempotency-Key: de 8 a 64 letras, dígitos o guiones, nueva para cada cosa que "
        "se cree y la misma cuando se repita la solicitud.",
    ),
)


def read_idempotency_key(incoming: chalice.Request) -> str:
    """Return the header `Idempotency-Key`, which must be valid."""
    key = incoming.headers.get(IDEMPOTENCY_HEADER.lower(), "")
    if not _IDEMPOTENCY_KEY.fullmatch(key):
        raise errors.InvalidRequest(_NO_IDEMPOTENCY_KEY)
    return cast(str, key)


def read_headers(incoming: chalice.Request, endpoint: Endpoint) -> RequestContract | None:
    """Return the validated headers, if the endpoint has a model of them."""
    if endpoint.headers is None:
        return None
    names = [field.alias or name for name, field in endpoint.headers.model_fields.items()]
    headers = {name: clean(incoming.headers[name]) for name in names if name in incoming.headers}
    try:
        return endpoint.headers.model_validate(headers)
    except ValidationError as error:
        raise make_invalid_request(error) from None


def read_input(
    incoming: chalice.Request, endpoint: Endpoint
) -> tuple[RequestContract | None, tuple[errors.Problem, ...]]:
    """Return the validated input of a request, if the endpoint takes any, and the faults of its shape.

    Raises:
        InvalidRequest: it has faults, and the endpoint does not pass them to its view.
    """
    try:
        if endpoint.query:
            return endpoint.query.model_validate(_clean(dict(incoming.query_params or {}))), ()
        if not (source := endpoint.body):
            return None, ()
        body = _read_body_bytes(incoming, source)
        if source.media_type == FORM:
            return source.model.model_validate(_read_form(body)), ()
    except ValidationError as error:
        raise make_invalid_request(error) from None
    # Some programs write one before JSON, which a reader may ignore (RFC 8259, section 8.1).
    body = body.removeprefix(codecs.BOM_UTF8)
    if endpoint.audience != AGENCIES:
        body = _clean_body_text(body, source.model)
    try:
        return _parse_body(body, source.model), ()
    except errors.InvalidRequest as error:
        if not source.passes_faults:
            raise
        return make_parts(source.model, _load(body)), error.problems


def _parse_body(body: bytes, model: type[RequestContract]) -> RequestContract:
    try:
        received = model.model_validate_json(body, strict=True)
    except ValidationError as error:
        raise make_invalid_request(error) from None
    refuse_names_of_python(received, from_json(body))
    return received


def _load(body: bytes) -> object:
    try:
        return from_json(body)
    except ValueError:
        return None


def _clean_body_text(body: bytes, model: type[RequestContract]) -> bytes:
    """Clean every text in a body except for secrets, which are compared as typed."""
    try:
        content = from_json(body)
    except ValueError:
        return body  # Validation of the body will report the fault.
    secrets = {
        field.alias or name
        for name, field in model.model_fields.items()
        if get_origin(field.annotation) is Secret
    }
    cleaned = _clean(content, secrets)
    return body if cleaned == content else to_json(cleaned)


def _clean(value: Any, left_alone: Collection[str] = ()) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_clean(each) for each in value]
    if isinstance(value, dict):
        return {name: each if name in left_alone else _clean(each) for name, each in value.items()}
    return value


def _read_form(body: bytes) -> Mapping[str, str]:
    try:
        fields = parse_qsl(
            body.decode(), keep_blank_values=True, strict_parsing=True, max_num_fields=_MAX_FORM_FIELDS
        )
    except ValueError:
        raise errors.InvalidRequest(_NO_FORM) from None
    form = dict(fields)
    if len(form) != len(fields):
        raise errors.InvalidRequest(_NO_FORM)
    return form


def _read_body_bytes(incoming: chalice.Request, source: Body) -> bytes:
    largest = source.largest_bytes
    try:
        body = cast(bytes, incoming.raw_body)
    except ValueError:
        raise errors.InvalidRequest(_NO_BODY) from None
    if len(body) > largest:
        raise errors.BodyTooLarge(kilobytes=largest // 1024)
    if not body:
        raise errors.InvalidRequest(_NO_BODY)
    media_type = incoming.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != source.media_type:
        raise errors.UnsupportedMediaType(media_type=source.media_type)
    return body
