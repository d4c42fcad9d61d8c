"""Errors in the portal's own terms. `portal.http` alone turns these into HTTP.

An error is declared once, as a class: its base gives the status, the class the stable code and the sentence.
`raise AddressNotFound` or `raise NameReserved(until=day)` uses it, and `raises=(AddressNotFound, …)` of a
route puts its code into the contract.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from portal.contract import EnhancedAuthenticationReply, ErrorReply
from portal.language import Parameter, Text


@dataclass(frozen=True, slots=True)
class Problem:
    """Refused value of a request.

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
    """A refusal with a stable code, documented for callers, and a sentence for people.

    Attributes:
        status: of the answer; the bases below set it.
        code: how callers tell the error; it never changes.
        text: the sentence in every language, with `{parameters}` where it needs them.
        parameters: the values of those, which also travel with the code. They hold nothing about a person
            but what that person sent.
        message: the sentence with its parameters.
        reply: the shape of the answer.
        details: what that shape has beyond `ErrorReply`.
    """

    status: ClassVar[int]
    code: ClassVar[str]
    text: ClassVar[Text]
    reply: ClassVar[type[ErrorReply]] = ErrorReply
    details: Mapping[str, Any] = {}

    def __init__(self, **parameters: Parameter) -> None:
        """Make the error.

        Raises:
            TypeError: these are not the parameters that the sentence names.
        """
        super().__init__(self.code)
        if parameters.keys() != self.text.list_parameter_names():
            raise TypeError(f"The sentence of {self.code} names {sorted(self.text.list_parameter_names())}")
        self.parameters = parameters
        self.message = self.text.format(**parameters)


class Forbidden(DomainError):
    """The caller may not do this."""

    status = 403


class NotFound(DomainError):
    """The resource does not exist, or belongs to another person."""

    status = 404


class Conflict(DomainError):
    """The state of things does not allow this."""

    status = 409


class TooManyRequests(DomainError):
    """The caller has to wait; `retry_after_seconds` is sent as the header `Retry-After`."""

    status = 429

    def __init__(self, *, retry_after_seconds: int, **parameters: Parameter) -> None:
        super().__init__(**parameters)
        self.retry_after_seconds = retry_after_seconds


class Unavailable(DomainError):
    """Something that the portal depends on does not answer.

    Attributes:
        retry_after_seconds: sent as the header `Retry-After`.
    """

    status = 503
    retry_after_seconds: ClassVar[int] = 5


class IdempotencyKeyReused(Conflict):
    """The header `Idempotency-Key` has made something else before, or something that is gone."""

    code = "idempotencyKeyReused"
    text = Text(
        en="This Idempotency-Key was used before, for something else or for something that was removed "
        "since. Send the request with a new one.",
        es="Esta Idempotency-Key ya se usó para otra cosa o para algo que después se quitó. Envíe la "
        "solicitud con una nueva.",
    )


class NotViaCloudFront(Forbidden):
    """The call lacks the secret that CloudFront adds."""

    code = "forbidden"
    text = Text(en="Use the portal's own address.", es="Use la dirección propia del portal.")


class NotSignedIn(DomainError):
    """No person, or no agency, calls a route that asks for one; or their token has expired."""

    status = 401
    code = "notSignedIn"
    text = Text(en="Sign in to do this.", es="Inicie sesión para hacer esto.")


class ChatTokenExpired(Forbidden):
    """The chat token is over. Direct Line clients ask for another one after a 403."""

    code = "chatTokenExpired"
    text = Text(
        en="This chat token has expired. Open the assistant again.",
        es="Este token del chat ha vencido. Abra de nuevo el asistente.",
    )


class NoAccess(Forbidden):
    """The caller has none of the roles of the route."""

    code = "noAccess"
    text = Text(en="Your account has no access to this.", es="Su cuenta no tiene acceso a esto.")


class TermsNotAccepted(Forbidden):
    """The caller has not accepted the terms in force."""

    code = "termsNotAccepted"
    text = Text(
        en="Accept the terms and conditions first. Nothing was changed.",
        es="Primero acepte los términos y condiciones. No se cambió nada.",
    )


class EnhancedAuthenticationRequired(Forbidden):
    """The caller's session has not the assurance that is asked."""

    code = "enhancedAuthenticationRequired"
    text = Text(
        en="Prove who you are first, then do this again. Nothing was changed or shown.",
        es="Primero compruebe quién es usted y luego hágalo de nuevo. No se cambió ni se mostró nada.",
    )
    reply = EnhancedAuthenticationReply

    def __init__(self, types: Sequence[int]) -> None:
        """Make the error.

        Args:
            types: the ways that would do.
        """
        super().__init__()
        self.details = {"types": list(types)}


class SecondFactorRequired(Forbidden):
    """The route shows other people's records, and the caller signed in by a password alone."""

    code = "secondFactorRequired"
    text = Text(
        en="Sign in with a second factor first. Nothing was changed or shown.",
        es="Primero inicie sesión con un segundo factor. No se cambió ni se mostró nada.",
    )


class NotAcceptable(DomainError):
    """The route answers in no media type of the header `Accept`."""

    status = 406
    code = "notAcceptable"
    text = Text(
        en="The header Accept allows no form in which this can be answered.",
        es="La cabecera Accept no permite ninguna forma en que se pueda responder.",
    )


class BodyTooLarge(DomainError):
    """The body is larger than the route reads."""

    status = 413
    code = "bodyTooLarge"
    text = Text(
        en="The request is larger than {kilobytes:,} KB.", es="La solicitud supera los {kilobytes:,} KB."
    )


class UnsupportedMediaType(DomainError):
    """The body is not of the media type that the route reads."""

    status = 415
    code = "unsupportedMediaType"
    text = Text(
        en="Send the body with the header Content-Type: {media_type}.",
        es="Envíe el contenido con la cabecera Content-Type: {media_type}.",
    )


class TooManyCalls(TooManyRequests):
    """Answered by the web ACL of `infrastructure/stacks/web.yaml` in both languages; never raised here."""

    code = "tooManyRequests"
    text = Text(
        en="Too many requests came from your network. Try again in five minutes.",
        es="Llegaron demasiadas solicitudes desde su red. Inténtelo de nuevo en cinco minutos.",
    )


class StorageUnavailable(Unavailable):
    """The tables, the files or the mail of the portal are too busy or do not answer.

    What was asked for may have been done nevertheless; the same request again does it once.
    """

    code = "storageUnavailable"
    text = Text(
        en="The portal is too busy right now. Try again in a few seconds.",
        es="El portal está muy ocupado ahora. Inténtelo de nuevo en unos segundos.",
    )


class InternalError(DomainError):
    """Something that nobody foresaw; the log has it under the id of the request."""

    status = 500
    code = "internalError"
    text = Text(
        en="Something went wrong on our side. Try again later.",
        es="Algo falló de nuestro lado. Inténtelo más tarde.",
    )
