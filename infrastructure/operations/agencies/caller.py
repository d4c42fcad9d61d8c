"""Calls an agency's server with valid and invalid signatures, and reads its answers."""

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import urllib3
from http_message_signatures import HTTPMessageSigner, MappingKeyResolver, algorithms
from pydantic import BaseModel, ValidationError

Model = TypeVar("Model", bound=BaseModel)

MAX_SECONDS = 2.5
"""The portal's timeout for an answer."""

MAX_ANSWER_BYTES = 64 * 1024

_PATIENCE_SECONDS = 10.0
_LIFETIME = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Signature:
    """Signature options of a call; the defaults are valid."""

    age: timedelta = timedelta()  # how long ago it says that it was made; negative in the future
    secret: bytes | None = None
    key_id: str | None = None  # None is the agency's id
    tag: str = "saguaro-portal"
    target: str | None = None  # another last part of the address than the one that is called
    covered: tuple[str, ...] | None = None  # None is everything that the protocol asks for
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(18))


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it goes over the wire."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of an agency's server."""

    status: int  # 0 if there was no answer
    content_type: str
    body: bytes
    seconds: float
    is_too_large: bool = False  # the body was longer than the portal reads, and is cut
    problem: str = ""  # why there was no answer; empty otherwise

    def parse_json(self) -> Any:
        """Return the body; raises `ValueError` when it is not JSON."""
        return json.loads(self.body)


@dataclass(slots=True)
class _Message:
    method: str
    url: str
    headers: dict[str, str]


def make_call(method: str, url: str, content: object = None) -> Call:
    """Return a call with a JSON body, or none when `content` is None."""
    body = None if content is None else json.dumps(content).encode()
    return Call(method, url, {} if body is None else {"Content-Type": "application/json"}, body)


def sign_call(call: Call, agency_id: str, secret: bytes, signature: Signature | None = None) -> Call:
    """Return a call with a signature."""
    signature = signature or Signature()
    key_id = signature.key_id or agency_id
    covered = signature.covered or (
        "@method",
        "@target-uri",
        *(("content-type", "content-digest") if call.body is not None else ()),
    )
    created = datetime.now(UTC) - signature.age
    base = call.url.rpartition("/")[0]
    url = f"{base}/{signature.target}" if signature.target else call.url
    message = _Message(call.method, url, dict(call.headers))
    signer = HTTPMessageSigner(
        signature_algorithm=algorithms.HMAC_SHA256,
        key_resolver=MappingKeyResolver(public_keys={}, private_keys={key_id: signature.secret or secret}),
    )
    signer.sign(
        message,
        key_id=key_id,
        created=created,
        expires=created + _LIFETIME,
        nonce=signature.nonce,
        label="portal",
        tag=signature.tag,
        covered_component_ids=covered,
        body=call.body if "content-digest" in covered else None,
    )
    return replace(call, headers=message.headers)


class Caller:
    """Sends calls without redirects and retries."""

    def __init__(self) -> None:
        self._pool = urllib3.PoolManager(timeout=urllib3.Timeout(total=_PATIENCE_SECONDS))

    def send(self, call: Call) -> Answer:
        """Return the answer to a call; its status is 0 if there is none."""
        began = time.perf_counter()
        try:
            response = self._pool.request(
                call.method,
                call.url,
                body=call.body,
                headers={**call.headers, "Accept": "application/json", "Accept-Encoding": "identity"},
                redirect=False,
                retries=False,
                preload_content=False,
            )
            try:
                body = response.read(MAX_ANSWER_BYTES + 1)
            finally:
                # Not returned to the pool: the unread rest would precede the next answer.
                response.close()
        except (urllib3.exceptions.HTTPError, OSError) as error:
            return Answer(0, "", b"", time.perf_counter() - began, problem=str(error) or type(error).__name__)
        return Answer(
            response.status,
            response.headers.get("Content-Type", ""),
            body[:MAX_ANSWER_BYTES],
            time.perf_counter() - began,
            is_too_large=len(body) > MAX_ANSWER_BYTES,
        )


class Broken(Exception):
    """A check did not pass."""

    def __init__(self, detail: str, remedy: str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.remedy = remedy


def check_transport(answer: Answer) -> None:
    """Check the rules for all answers."""
    if answer.problem:
        raise Broken(f"no answer ({answer.problem})", "Start the server, and check address and certificate.")
    if answer.seconds > MAX_SECONDS:
        raise Broken(
            f"it took {answer.seconds:.1f} s", f"Answer within {MAX_SECONDS} s: the portal waits no longer."
        )
    if 300 <= answer.status < 400:
        raise Broken(f"it redirects ({answer.status})", "Answer at the endpoint of the manifest itself.")
    if answer.is_too_large:
        raise Broken("the answer is too long", f"Send at most {MAX_ANSWER_BYTES // 1024} KB.")


def read_answer(answer: Answer, model: type[Model], remedy: str) -> Model:
    """Read the body of an answer."""
    check_transport(answer)
    if answer.status != 200:
        raise Broken(f"it answered {answer.status}", remedy)
    if answer.content_type.partition(";")[0].strip().lower() != "application/json":
        raise Broken(
            f"the content type is {answer.content_type or 'missing'}", "Send Content-Type: application/json."
        )
    try:
        return model.model_validate_json(answer.body)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in fault["loc"]) or "the body"
        raise Broken(f"{place}: {fault['msg']}", remedy) from None
