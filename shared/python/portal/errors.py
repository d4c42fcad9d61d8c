"""What can go wrong in the portal's own terms. `portal.http` alone turns these into HTTP."""

from dataclasses import dataclass

from portal.language import Text


@dataclass(frozen=True, slots=True)
class Problem:
    """One unacceptable value of a request.

    Attributes:
        property_name: the field as the contract names it, dotted inside lists (`addresses.0.address`);
            empty when the fault lies in the request as a whole.
        message: what is wrong and what to do about it.
    """

    property_name: str
    message: Text


class InvalidRequest(Exception):
    """The caller sent something that cannot be accepted; answered as 400 with every problem listed."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__([problem.property_name for problem in problems])
        self.problems = problems


class DomainError(Exception):
    """A refusal with a stable code, documented for callers, and a sentence for people."""

    def __init__(self, code: str, message: Text) -> None:
        super().__init__(code)
        self.code = code
        self.message = message


class Forbidden(DomainError):
    """The caller may not do this; answered as 403."""


class NotFound(DomainError):
    """There is no such thing, or it is somebody else's; answered as 404."""


class Conflict(DomainError):
    """The state of things does not allow this; answered as 409."""


class TooManyRequests(DomainError):
    """The caller has to wait; answered as 429 with `Retry-After`."""

    def __init__(self, code: str, message: Text, retry_after_seconds: int) -> None:
        super().__init__(code, message)
        self.retry_after_seconds = retry_after_seconds


class Unavailable(DomainError):
    """Something that the portal depends on does not answer; answered as 503."""
