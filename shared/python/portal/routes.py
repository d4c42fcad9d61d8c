"""The routes of a group, with their contracts and views.

The template, the OpenAPI document, and the app are all made from or checked against these.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from portal.contract import RequestContract
from portal.errors import (
    BodyTooLarge,
    ChatTokenExpired,
    DomainError,
    EnhancedAuthenticationRequired,
    InternalError,
    NoAccess,
    NotAcceptable,
    NotSignedIn,
    NotViaCloudFront,
    Problem,
    SecondFactorRequired,
    StaffGroupsRefused,
    StorageUnavailable,
    TermsNotAccepted,
    TooManyCalls,
    UnsupportedMediaType,
)
from portal.language import Language
from portal.principal import ChatSession, Principal
from portal.types import Assurance

NO_STORE = "no-store"
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
MAX_BODY_BYTES = 256 * 1024
"""Size limit of a request body, unless the endpoint has its own."""

_WRITING_METHODS = frozenset({"POST", "PUT", "PATCH"})

Input = TypeVar("Input")


@dataclass(frozen=True, slots=True)
class Request(Generic[Input]):
    """The input of a view."""

    input: Input  # validated body of a write or query of a read; None if the endpoint takes neither
    path: Mapping[str, str]  # path parameters by name
    language: Language  # language of the answer
    caller: Principal | None  # calling person, or None
    calling_agency: str | None = None  # id of the calling agency, or None
    calling_chat: ChatSession | None = None  # conversation of the chat token, or None
    idempotency_key: str = ""  # header of that name, if the endpoint requires it
    media_type: str = JSON  # media type of the answer: JSON, or one of the endpoint's `alternatives`
    headers: Any = None  # validated headers, if the endpoint has a model of them
    route: str = ""  # route of the endpoint; see `Endpoint.route`
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
    def chat(self) -> ChatSession:
        """The conversation of a route for chat tokens."""
        if self.calling_chat is None:
            raise LookupError("Only a route for chat tokens has a conversation")
        return self.calling_chat


@dataclass(frozen=True, slots=True)
class Reply:
    """A view's answer with a status other than the endpoint's first."""

    body: BaseModel
    status: int


@dataclass(frozen=True, slots=True)
class TextReply:
    """A view's answer in one of the endpoint's `alternatives` to JSON, for download as a file."""

    text: str
    filename: str  # ASCII letters, digits, dots, and hyphens
    headers: Mapping[str, str] = field(default_factory=dict)  # additional headers


View = Callable[..., BaseModel | Reply | TextReply]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route with its contract and view."""

    method: str
    path: str  # path of the template, in lower case, with `{parameters}`
    view: View
    summary: str
    replies: Mapping[int, type[BaseModel]]  # model of each status that the view answers
    # Model of the body of a write or the query of a read, or None; see `reads_query`.
    input: type[RequestContract] | None
    section: str  # `applicationSection` of its validation problems
    is_public: bool  # true if it needs no sign-in
    is_for_agencies: bool  # true if only agencies can call it, with their own credentials
    is_for_chat: bool  # true if it requires a chat token
    roles: frozenset[str]  # roles, any of which admits the caller; empty admits all signed-in people
    raises: tuple[type[DomainError], ...]  # errors of its service; see `errors`
    cache_control: str  # header of its successful answers
    needs_idempotency_key: bool  # true if the header `Idempotency-Key` is required
    # True if even a write takes its input from the query and ignores its body, for callers with a body format
    # set by others.
    reads_query: bool
    # Media types besides JSON that `Accept` can select, each with a description for the documentation.
    alternatives: Mapping[str, str]
    # True if the body of a write is a form instead of JSON, for callers with a body format set by others.
    takes_form: bool
    media_type: str  # media type of the view's model: JSON, or that of a model of one text
    largest_body_bytes: int  # size limit of the body, enforced with 413
    is_before_terms: bool  # true if people can call it before they accept the terms in force
    # Required assurance of the caller's session. If it depends on more than the route, its service uses
    # `AssuranceGate`.
    assurance: Assurance
    # True if it requires a sign-in with a second factor. Enhanced authentication does not count, because it
    # compares with what the person registered.
    needs_second_factor: bool
    headers: type[RequestContract] | None  # model of its headers, with their names as field aliases, or None
    # True if the view itself answers faults of the input's shape, to report those of its rules with them.
    passes_faults: bool

    @property
    def needs_terms(self) -> bool:
        """Tell if it requires acceptance of the terms in force."""
        return self.is_for_people and not self.is_before_terms

    @property
    def is_for_people(self) -> bool:
        """Tell if it requires a signed-in person."""
        return not (self.is_public or self.is_for_agencies or self.is_for_chat)

    @property
    def reads_body(self) -> bool:
        return self.method in _WRITING_METHODS and not self.reads_query

    @property
    def body_media_type(self) -> str:
        return FORM if self.takes_form else JSON

    @property
    def is_kept(self) -> bool:
        """Tell if its answers may be cached and therefore have an `ETag`."""
        return self.method == "GET" and self.cache_control != NO_STORE

    @property
    def takes_input(self) -> bool:
        """Tell if a request has input, which can be invalid and lead to a 400."""
        return self.input is not None or self.headers is not None or self.needs_idempotency_key

    @property
    def errors(self) -> tuple[type[DomainError], ...]:
        """All its errors except a bad request: its own, those of `portal.http`, and those of the web ACL."""
        reads_body = self.input is not None and self.reads_body
        of_every_route = {
            NotViaCloudFront: True,
            NotSignedIn: not self.is_public,
            ChatTokenExpired: self.is_for_chat,
            NoAccess: bool(self.roles),
            StaffGroupsRefused: bool(self.roles),
            TermsNotAccepted: self.needs_terms,
            EnhancedAuthenticationRequired: self.assurance != "none",
            SecondFactorRequired: self.needs_second_factor,
            NotAcceptable: bool(self.alternatives),
            BodyTooLarge: reads_body,
            UnsupportedMediaType: reads_body,
            TooManyCalls: True,
            InternalError: True,
            StorageUnavailable: True,
        }
        return (*(error for error, is_possible in of_every_route.items() if is_possible), *self.raises)

    @property
    def route(self) -> str:
        """Method and path pattern: the key of the route in template, contract and log."""
        return f"{self.method} {self.path}"


@dataclass(slots=True)
class Routes:
    """The endpoints of a group, collected by the decorator `endpoint`."""

    group: str
    endpoints: list[Endpoint] = field(default_factory=list)

    def __iter__(self) -> Iterator[Endpoint]:
        return iter(self.endpoints)

    def endpoint(
        self,
        method: str,
        path: str,
        *,
        summary: str,
        replies: Mapping[int, type[BaseModel]],
        input: type[RequestContract] | None = None,
        section: str = "",
        public: bool = False,
        for_agencies: bool = False,
        for_chat: bool = False,
        roles: frozenset[str] = frozenset(),
        raises: tuple[type[DomainError], ...] = (),
        cache_control: str = NO_STORE,
        idempotency_key: bool = False,
        input_from_query: bool = False,
        alternatives: Mapping[str, str] | None = None,
        form: bool = False,
        media_type: str = JSON,
        largest_body_bytes: int = MAX_BODY_BYTES,
        before_terms: bool = False,
        assurance: Assurance = "none",
        second_factor: bool = False,
        headers: type[RequestContract] | None = None,
        passes_faults: bool = False,
    ) -> Callable[[View], View]:
        """Make a view `(request: Request, service) -> model, Reply, or TextReply` an endpoint of this group.

        A plain model is sent with the first status of `replies`. For the arguments, see `Endpoint`.
        """

        def add(view: View) -> View:
            self.endpoints.append(
                Endpoint(
                    method=method,
                    path=path,
                    view=view,
                    summary=summary,
                    replies=replies,
                    input=input,
                    section=section or self.group,
                    is_public=public,
                    is_for_agencies=for_agencies,
                    is_for_chat=for_chat,
                    roles=roles,
                    raises=raises,
                    cache_control=cache_control,
                    needs_idempotency_key=idempotency_key,
                    reads_query=input_from_query,
                    alternatives=alternatives or {},
                    takes_form=form,
                    media_type=media_type,
                    largest_body_bytes=largest_body_bytes,
                    is_before_terms=before_terms,
                    assurance=assurance,
                    needs_second_factor=second_factor,
                    headers=headers,
                    passes_faults=passes_faults,
                )
            )
            return view

        return add
