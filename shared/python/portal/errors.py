"""Errors of the portal, which only `portal.http` converts to HTTP.

Each error is a class with a stable code and a sentence; its base has the status. `raise AddressNotFound` or
`raise NameReserved(until=day)` raises it, and `raises=(AddressNotFound, …)` of a route adds its code to the
contract.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from portal.contract import EnhancedAuthenticationReply, ErrorReply
from portal.language import Parameter, Text


@dataclass(frozen=True, slots=True)
class Problem:
    """A refused value of a request."""

    # Name of the field in the contract, dotted inside lists (`addresses.0.address`); empty for the whole
    # request.
    property_name: str
    message: Text  # the fault and its remedy


class InvalidRequest(Exception):
    """The request is invalid; answered with 400 and a list of problems."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__([problem.property_name for problem in problems])
        self.problems = problems


class DomainError(Exception):
    """An error with a stable code for callers and a sentence for people.

    Attributes:
        status: HTTP status, set by the bases below.
        code: stable code for callers.
        text: sentence in every language, with optional `{parameters}`.
        parameters: values of the parameters, which the answer also contains. They hold no personal data
            except what the person sent.
        message: sentence with its parameters filled in.
        reply: model of the answer.
        details: fields of the model beyond those of `ErrorReply`.
    """

    status: ClassVar[int]
    code: ClassVar[str]
    text: ClassVar[Text]
    reply: ClassVar[type[ErrorReply]] = ErrorReply
    details: Mapping[str, Any] = {}

    def __init__(self, **parameters: Parameter) -> None:
        """Make the error.

        Raises:
            TypeError: the parameters differ from those of the sentence.
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
    """The current state does not allow this."""

    status = 409


class TooManyRequests(DomainError):
    """The caller must wait; `retry_after_seconds` is sent as the header `Retry-After`."""

    status = 429

    def __init__(self, *, retry_after_seconds: int, **parameters: Parameter) -> None:
        super().__init__(**parameters)
        self.retry_after_seconds = retry_after_seconds


class Unavailable(DomainError):
    """A dependency of the portal is unavailable."""

    status = 503
    retry_after_seconds: ClassVar[int] = 5  # sent as the header `Retry-After`


class IdempotencyKeyReused(Conflict):
    """The header `Idempotency-Key` was used for something else, or for something since removed."""

    code = "idempotencyKeyReused"
    text = Text(
        en="You already used this Idempotency-Key for something else, or for something that was "
        "removed. Send the request with a new key.",
        es="Esta Idempotency-Key ya se usó para otra cosa o para algo que después se quitó. Envíe la "
        "solicitud con una nueva.",
    )


class NotViaCloudFront(Forbidden):
    """The call lacks the secret that CloudFront adds."""

    code = "forbidden"
    text = Text(en="Use the portal's own address.", es="Use la dirección propia del portal.")


class NotSignedIn(DomainError):
    """The route requires a person or an agency, and there is no valid token."""

    status = 401
    code = "notSignedIn"
    text = Text(en="Sign in to do this.", es="Inicie sesión para hacer esto.")


class NoAccess(Forbidden):
    """The caller has none of the roles of the route."""

    code = "noAccess"
    text = Text(en="Your account has no access to this.", es="Su cuenta no tiene acceso a esto.")


class StaffGroupsRefused(Forbidden):
    """The caller is staff, but their groups are unknown, contradictory, or name no reach."""

    code = "staffGroupsRefused"
    text = Text(
        en="Your staff account is not set up correctly, so it opens no records. "
        "Ask the person who manages staff accounts to check your groups.",
        es="Su cuenta de personal no está bien configurada, así que no abre ningún registro. "
        "Pida a la persona que administra las cuentas del personal que revise sus grupos.",
    )


class TermsNotAccepted(Forbidden):
    """The caller has not accepted the terms in force."""

    code = "termsNotAccepted"
    text = Text(
        en="Register if you have not yet, and accept the terms and conditions. Nothing was changed.",
        es="Regístrese, si aún no lo ha hecho, y acepte los términos y condiciones. No se cambió nada.",
    )


class EnhancedAuthenticationRequired(Forbidden):
    """The caller's session lacks the required assurance."""

    code = "enhancedAuthenticationRequired"
    text = Text(
        en="Prove who you are first, then do this again. Nothing was changed or shown.",
        es="Primero compruebe quién es usted y luego hágalo de nuevo. No se cambió ni se mostró nada.",
    )
    reply = EnhancedAuthenticationReply

    def __init__(self, types: Sequence[int]) -> None:
        """Make the error.

        Args:
            types: sufficient types.
        """
        super().__init__()
        self.details = {"types": list(types)}


class SecondFactorRequired(Forbidden):
    """The route shows other people's records, and the caller signed in with only a password."""

    code = "secondFactorRequired"
    text = Text(
        en="Sign in with a second factor first. Nothing was changed or shown.",
        es="Primero inicie sesión con un segundo factor. No se cambió ni se mostró nada.",
    )


class NotAcceptable(DomainError):
    """The route supports no media type in the header `Accept`."""

    status = 406
    code = "notAcceptable"
    text = Text(
        en="The Accept header does not allow any format that this endpoint can return.",
        es="La cabecera Accept no permite ninguna forma en que se pueda responder.",
    )


class BodyTooLarge(DomainError):
    """The body is larger than the route allows."""

    status = 413
    code = "bodyTooLarge"
    text = Text(
        en="The request is larger than {kilobytes:,} KB.", es="La solicitud supera los {kilobytes:,} KB."
    )


class UnsupportedMediaType(DomainError):
    """The media type of the body is not supported by the route."""

    status = 415
    code = "unsupportedMediaType"
    text = Text(
        en="Send the body with the header Content-Type: {media_type}.",
        es="Envíe el contenido con la cabecera Content-Type: {media_type}.",
    )


class TooManyCalls(TooManyRequests):
    """Error that only the web ACL of `infrastructure/stacks/web.yaml` sends, in both languages."""

    code = "tooManyRequests"
    text = Text(
        en="Too many requests came from your network. Try again in five minutes.",
        es="Llegaron demasiadas solicitudes desde su red. Inténtelo de nuevo en cinco minutos.",
    )


class StorageUnavailable(Unavailable):
    """The portal's tables, files, or mail are overloaded or unavailable.

    The operation may have succeeded; repeating the request is safe.
    """

    code = "storageUnavailable"
    text = Text(
        en="The portal is too busy right now. Try again in a few seconds.",
        es="El portal está muy ocupado ahora. Inténtelo de nuevo en unos segundos.",
    )


class InternalError(DomainError):
    """An unexpected error; the log has it under the request id."""

    status = 500
    code = "internalError"
    text = Text(
        en="Something went wrong on our side. Try again later.",
        es="Algo falló de nuestro lado. Inténtelo más tarde.",
    )
