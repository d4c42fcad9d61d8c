"""The base of every contract model, and the two shapes of an error."""

from typing import Self

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Contract(BaseModel):
    """Base of every model that is sent: camel case on the wire."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        frozen=True,
        hide_input_in_errors=True,
        json_schema_serialization_defaults_required=True,
    )

    @classmethod
    def from_entity(cls, entity: object, /, **more: object) -> Self:
        """Return a reply with the attributes of an entity, by name, also in what is nested.

        Args:
            more: fields that the entity does not have, or has in another form.
        """
        rest = {name: getattr(entity, name) for name in cls.model_fields if name not in more}
        return cls.model_validate(rest | more, from_attributes=True, by_name=True)


class RequestContract(Contract):
    """Base of every model that is received: a field that the contract does not know is an error.

    Python's own names of the fields are not part of the contract.
    """

    model_config = ConfigDict(extra="forbid", validate_by_name=False)


class ValidationProblem(Contract):
    """Refused field of a request."""

    application_section: str
    property_name: str
    validation_errors: list[str]


class ErrorReply(Contract):
    """Every error but a bad request.

    Attributes:
        code: the kind of error; each response lists its codes.
        message: a sentence about it in the language of the request.
        parameters: the values in that sentence, with which a caller can word it in another language: days as
            ISO 8601 writes them, and names in the language of the request.
    """

    code: str
    message: str
    request_id: str
    parameters: dict[str, str | int]


class EnhancedAuthenticationReply(ErrorReply):
    """A demand for enhanced authentication that the session lacks.

    Attributes:
        types: ids of the ways that would do; empty where the portal offers none.
    """

    types: list[int]


class GatewayReply(Contract):
    """The answer of the gateway itself when it refuses a request or a function fails."""

    model_config = ConfigDict(extra="forbid")

    message: str
