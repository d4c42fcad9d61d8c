"""The routes of a group, with their contracts and views.

The template, the OpenAPI document, and the app are all made from or checked against these.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from pydantic import BaseModel

from portal.audiences import PEOPLE, Audience
from portal.contract import RequestContract
from portal.errors import (
    BodyTooLarge,
    DomainError,
    InternalError,
    NotAcceptable,
    NotViaCloudFront,
    Problem,
    StorageUnavailable,
    TooManyCalls,
    UnsupportedMediaType,
)
from portal.language import Language
from portal.principal import Principal, TokenHolder
from portal.viewer import Viewer

NO_STORE = "no-store"
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
MAX_BODY_BYTES = 256 * 1024

_WRITING_METHODS = frozenset({"POST", "PUT", "PATCH"})

Input = TypeVar("Input")
Options = ParamSpec("Options")


@dataclass(frozen=True, slots=True)
class Request(Generic[Input]):
    """The input of a view."""

    input: Input  # validated body of a write or query of a read; None if the endpoint takes neither
    path: Mapping[str, str]  # path parameters by name
    language: Language  # language of the answer
    caller: Principal | None  # calling person, or None
    calling_agency: str | None = None  # id of the calling agency, or None
    calling_token_holder: TokenHolder | None = None  # holder of a token for one purpose, or None
    idempotency_key: str = ""  # header of that name, if the endpoint requires it
    media_type: str = JSON  # media type of the answer: JSON, or one of the endpoint's `alternatives`
    headers: Any = None  # validated headers, if the endpoint has a model of them
    route: str = ""  # route of the endpoint; see `Endpoint.route`
    viewer: Viewer = field(default_factory=Viewer)  # browser of the request
    # Faults of the input's shape, only with `passes_faults`; `input` then lacks the faulty fields.
    faults: tuple[Problem, ...] = ()

    @property
    def principal(self) -> Principal:
        """The caller of a route for signed-in people."""
        if self.caller is None:
            raise LookupError("A public route has no principal")
        return self.caller

    @property
    def agency_id(self) -> str:
        """The agency that calls a route for agencies."""
        if self.calling_agency is None:
            raise LookupError("Only a route for agencies has a calling agency")
        return self.calling_agency

    @property
    def token_holder(self) -> TokenHolder:
        """The caller of a route for holders of a token."""
        if self.calling_token_holder is None:
            raise LookupError("Only a route for holders of a token has one")
        return self.calling_token_holder


@dataclass(frozen=True, slots=True)
class HttpReply:
    """A view's answer with a status other than the endpoint's first."""

    body: BaseModel
    status: int


@dataclass(frozen=True, slots=True)
class TextFileReply:
    """A view's answer in one of the endpoint's `alternatives` to JSON, for download as a file."""

    text: str
    filename: str  # ASCII letters, digits, dots, and hyphens
    headers: Mapping[str, str] = field(default_factory=dict)  # additional headers


View = Callable[..., BaseModel | HttpReply | TextFileReply]


@dataclass(frozen=True, slots=True)
class Body:
    """Input from the body of a request."""

    model: type[RequestContract]
    media_type: str = JSON  # JSON, or `FORM` for callers with a body format set by others
    largest_bytes: int = MAX_BODY_BYTES  # size limit, enforced with 413
    # True if the view itself answers faults of the input's shape, to report those of its rules with them.
    passes_faults: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """Input from the query of a request.

    A write with it ignores its body, for callers with a body format set by others.
    """

    model: type[RequestContract]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route with its contract and view."""

    view: View
    method: str
    path: str  # path of the template, in lower case, with `{parameters}`
    _: KW_ONLY
    summary: str
    replies: Mapping[int, type[BaseModel]]  # model of each status; the first is that of a plain model
    audience: Audience = PEOPLE
    # A model alone is the body of a write or the query of a read; see `body` and `query`.
    input: type[RequestContract] | Body | Query | None = None
    headers: type[RequestContract] | None = None  # model of headers, with their names as field aliases
    idempotency_key: bool = False  # true if the header `Idempotency-Key` is required
    raises: tuple[type[DomainError], ...] = ()  # errors of its service; see `errors`
    section: str = ""  # `applicationSection` of its validation problems, unless it is the group
    cache_control: str = NO_STORE  # header of its successful answers
    media_type: str = JSON  # media type of the view's model: JSON, or that of a model of one text
    # Media types besides JSON that `Accept` can select, each with a description for the documentation.
    alternatives: Mapping[str, str] = field(default_factory=dict)

    @property
    def body(self) -> Body | None:
        """The input from the body; None without."""
        match self.input:
            case Query() | None:
                return None
            case Body():
                return self.input
            case model:
                return Body(model) if self.method in _WRITING_METHODS else None

    @property
    def query(self) -> type[RequestContract] | None:
        """Model of the input from the query; None without."""
        match self.input:
            case Body() | None:
                return None
            case Query(model):
                return model
            case model:
                return None if self.method in _WRITING_METHODS else model

    @property
    def is_kept(self) -> bool:
        """Tell if its answers may be cached and therefore have an `ETag`."""
        return self.method == "GET" and self.cache_control != NO_STORE

    @property
    def takes_input(self) -> bool:
        """Tell if a request has input, which can be invalid and lead to a 400."""
        return self.input is not None or self.headers is not None or self.idempotency_key

    @property
    def errors(self) -> tuple[type[DomainError], ...]:
        """All its errors except a bad request: its own, those of `portal.http`, and those of the web ACL."""
        of_format = (NotAcceptable,) if self.alternatives else ()
        of_body = (BodyTooLarge, UnsupportedMediaType) if self.body else ()
        of_every_route = (NotViaCloudFront, TooManyCalls, InternalError, StorageUnavailable)
        return (*self.audience.errors, *of_format, *of_body, *of_every_route, *self.raises)

    @property
    def route(self) -> str:
        """Method and path pattern: the key of the route in template, contract and log."""
        return f"{self.method} {self.path}"


def _make_decorator(
    make: Callable[Concatenate[View, Options], Endpoint],
) -> Callable[Concatenate["Routes", Options], Callable[[View], View]]:
    """Return a method of `Routes` that decorates views, with the options of an endpoint."""

    def endpoint(
        routes: "Routes", /, *args: Options.args, **options: Options.kwargs
    ) -> Callable[[View], View]:
        """Make a view `(request: Request, service) -> model, HttpReply, or TextFileReply` an endpoint.

        For the arguments, see `Endpoint`.
        """

        def add(view: View) -> View:
            routes.endpoints.append(make(view, *args, **options))
            return view

        return add

    return endpoint


@dataclass(slots=True)
class Routes:
    """The endpoints of a group, collected by the decorator `endpoint`."""

    group: str
    endpoints: list[Endpoint] = field(default_factory=list)

    endpoint = _make_decorator(Endpoint)

    def __iter__(self) -> Iterator[Endpoint]:
        return iter(self.endpoints)
