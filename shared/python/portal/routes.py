"""The routes of a group: what the contract says of each and the view that answers it.

The template, the OpenAPI document and the app are all held against, or made from, what is collected here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import BaseModel

from portal.contract import RequestContract
from portal.errors import DomainError
from portal.language import Language
from portal.principal import Principal

NO_STORE = "no-store"

_WRITING_METHODS = frozenset({"POST", "PUT", "PATCH"})

Input = TypeVar("Input")


@dataclass(frozen=True, slots=True)
class Request(Generic[Input]):
    """What a view is given.

    Attributes:
        input: the validated body of a write or query of a read; None where the endpoint takes neither.
        path: the path parameters by name.
        language: in which to answer.
        caller: None where nobody is signed in.
    """

    input: Input
    path: Mapping[str, str]
    language: Language
    caller: Principal | None

    @property
    def principal(self) -> Principal:
        """The caller of a route that only signed-in people reach."""
        if self.caller is None:
            raise LookupError("A public route has no principal")
        return self.caller


@dataclass(frozen=True, slots=True)
class Reply:
    """A view's answer where it is more than a body with the endpoint's own status."""

    body: BaseModel
    status: int


View = Callable[..., BaseModel | Reply]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One route: what the contract says of it and the view that answers it.

    Attributes:
        path: as the template has it, in lower case, with `{parameters}`.
        replies: the model of each status that the view itself answers.
        input: model of the body of a write or the query of a read, or None.
        section: `applicationSection` of its validation problems.
        is_public: whether it is reached without signing in.
        roles: any one of these admits the caller; empty admits everybody who is signed in.
        raises: the domain errors that its service raises, for the documentation.
        cache_control: of its successful answers.
    """

    method: str
    path: str
    view: View
    summary: str
    replies: Mapping[int, type[BaseModel]]
    input: type[RequestContract] | None
    section: str
    is_public: bool
    roles: frozenset[str]
    raises: tuple[type[DomainError], ...]
    cache_control: str

    @property
    def is_write(self) -> bool:
        """Whether its input is a body."""
        return self.method in _WRITING_METHODS

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
        roles: frozenset[str] = frozenset(),
        raises: tuple[type[DomainError], ...] = (),
        cache_control: str = NO_STORE,
    ) -> Callable[[View], View]:
        """Make a view `(request: Request, service) -> model or Reply` an endpoint of this group.

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
                    roles=roles,
                    raises=raises,
                    cache_control=cache_control,
                )
            )
            return view

        return add
