"""The routes of a group: what the contract says of each and the view that answers it.

The template, the OpenAPI document and the app are all held against, or made from, what is collected here.
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
    SecondFactorRequired,
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
    """Input of a view.

    Attributes:
        input: the validated body of a write or query of a read; None where the endpoint takes neither.
        path: the path parameters by name.
        language: in which to answer.
        caller: None where nobody is signed in.
        calling_agency: id of the agency that calls; None where a person or nobody does.
        calling_chat: the conversation of the chat token; None where it was not a chat token.
        idempotency_key: the header of that name, where the endpoint asks for it.
        media_type: in which to answer: JSON, or one of the endpoint's `alternatives`.
        headers: the validated headers, where the endpoint has a model of them.
        route: the endpoint's own; see `Endpoint.route`.
    """

    input: Input
    path: Mapping[str, str]
    language: Language
    caller: Principal | None
    calling_agency: str | None = None
    calling_chat: ChatSession | None = None
    idempotency_key: str = ""
    media_type: str = JSON
    headers: Any = None
    route: str = ""

    @property
    def principal(self) -> Principal:
        """The caller of a route that only signed-in people reach."""
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
    """A view's answer where it is more than a body with the endpoint's own status."""

    body: BaseModel
    status: int


@dataclass(frozen=True, slots=True)
class TextReply:
    """A view's answer in one of the endpoint's `alternatives` to JSON: a file to be kept.

    Attributes:
        filename: letters, digits, dots and hyphens of ASCII.
        headers: sent besides those of every answer.
    """

    text: str
    filename: str
    headers: Mapping[str, str] = field(default_factory=dict)


View = Callable[..., BaseModel | Reply | TextReply]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Route: its contract and the view that answers it.

    Attributes:
        path: as the template has it, in lower case, with `{parameters}`.
        replies: the model of each status that the view itself answers.
        input: model of the body of a write or the query of a read, or None; see `reads_query`.
        section: `applicationSection` of its validation problems.
        is_public: whether it is reached without signing in.
        is_for_agencies: whether agencies reach it with credentials of their own, and people never do.
        is_for_chat: whether it is reached with a chat token, and with nothing else.
        roles: any one of these admits the caller; empty admits everybody who is signed in.
        raises: the errors that its service raises; see `errors`.
        cache_control: of its successful answers.
        needs_idempotency_key: whether the header `Idempotency-Key` is required.
        reads_query: whether even a write takes its input from the query. Its body, of whatever media type, is
            not read: for callers whose body somebody else has laid down.
        alternatives: the media types besides JSON that the view answers in where `Accept` prefers them, with
            what each contains, for the documentation.
        takes_form: whether the body of a write is a form, and not JSON: for callers whose body somebody else
            has laid down.
        media_type: in which the view's model is sent: JSON, or what a model of one text is.
        largest_body_bytes: a larger one is answered with 413.
        is_before_terms: whether people reach it who have not accepted the terms in force.
        assurance: that the caller's session must have. Where that depends on more than the route, its service
            asks, by `AssuranceGate`.
        needs_second_factor: whether people reach it only after a sign-in with a second factor. A proof of who
            they are is none: it compares with what they registered themselves.
        headers: model of the headers that it reads, each under the alias of its field, or None.
        validation_context: makes what the validators of `input` find as their context of the service and the
            id of the calling agency: the moment, and what the caller may send. None where they need nothing.
    """

    method: str
    path: str
    view: View
    summary: str
    replies: Mapping[int, type[BaseModel]]
    input: type[RequestContract] | None
    section: str
    is_public: bool
    is_for_agencies: bool
    is_for_chat: bool
    roles: frozenset[str]
    raises: tuple[type[DomainError], ...]
    cache_control: str
    needs_idempotency_key: bool
    reads_query: bool
    alternatives: Mapping[str, str]
    takes_form: bool
    media_type: str
    largest_body_bytes: int
    is_before_terms: bool
    assurance: Assurance
    needs_second_factor: bool
    headers: type[RequestContract] | None
    validation_context: Callable[[Any, str | None], object] | None

    @property
    def needs_terms(self) -> bool:
        """Tell if it is closed to people until they accept the terms in force."""
        return self.is_for_people and not self.is_before_terms

    @property
    def is_for_people(self) -> bool:
        """Tell if people reach it with the tokens of their sign-in."""
        return not (self.is_public or self.is_for_agencies or self.is_for_chat)

    @property
    def reads_body(self) -> bool:
        """Tell if its input is a body."""
        return self.method in _WRITING_METHODS and not self.reads_query

    @property
    def body_media_type(self) -> str:
        """Type of its input, where that is a body."""
        return FORM if self.takes_form else JSON

    @property
    def is_kept(self) -> bool:
        """Tell if its answers may be kept and are therefore asked for again with their `ETag`."""
        return self.method == "GET" and self.cache_control != NO_STORE

    @property
    def takes_input(self) -> bool:
        """Tell if there is anything in a request that can be wrong, which is answered with 400."""
        return self.input is not None or self.headers is not None or self.needs_idempotency_key

    @property
    def errors(self) -> tuple[type[DomainError], ...]:
        """Every error but a bad request that it answers: its own, `portal.http`'s and the web ACL's."""
        reads_body = self.input is not None and self.reads_body
        of_every_route = {
            NotViaCloudFront: True,
            NotSignedIn: not self.is_public,
            ChatTokenExpired: self.is_for_chat,
            NoAccess: bool(self.roles),
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
    """The endpoints of one group, collected by the decorator `endpoint`."""

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
        validation_context: Callable[[Any, str | None], object] | None = None,
    ) -> Callable[[View], View]:
        """Make a view `(request: Request, service) -> model, Reply or TextReply` an endpoint of this group.

        The view's plain answer is sent with the first status of `replies`. The other arguments are
        those of `Endpoint`.
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
                    validation_context=validation_context,
                )
            )
            return view

        return add
