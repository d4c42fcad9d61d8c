"""Bases of the contract models, and the models of errors."""

from typing import Self

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from portal.language import Language


class Contract(BaseModel):
    """Base of all models in replies; camel case on the wire."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        frozen=True,
        hide_input_in_errors=True,
        json_schema_serialization_defaults_required=True,
    )

    @classmethod
    def from_entity(cls, entity: object, /, **more: object) -> Self:
        """Return a reply with the attributes of an entity, by name, including nested ones.

        Args:
            more: fields that the entity lacks, or has in another form.
        """
        rest = {name: getattr(entity, name) for name in cls.model_fields if name not in more}
        return cls.model_validate(rest | more, from_attributes=True, by_name=True)


class RequestContract(Contract):
    """Base of all models in requests; unknown fields are errors.

    The Python names of the fields are not part of the contract.
    """

    model_config = ConfigDict(extra="forbid", validate_by_name=False)


class ValidationProblem(Contract):
    """A refused field of a request.

    Attributes:
        validation_errors: sentences about the faults, in the language of the request.
        wordings: the same sentences in every language, for a page that changes its language.
    """

    application_section: str
    property_name: str
    validation_errors: list[str]
    wordings: dict[Language, list[str]]


class ErrorReply(Contract):
    """Any error except a bad request.

    Attributes:
        code: kind of error; each response lists its codes.
        message: sentence about the error, in the language of the request.
        wordings: the same sentence in every language, for a page that changes its language.
        parameters: values in the sentence, for callers that translate it: dates in ISO 8601, and names in the
            language of the request.
    """

    code: str
    message: str
    wordings: dict[Language, str]
    request_id: str
    parameters: dict[str, str | int]


class EnhancedAuthenticationReply(ErrorReply):
    """A demand for enhanced authentication that the session lacks.

    Attributes:
        types: ids of the sufficient types; empty if the portal offers none.
    """

    types: list[int]


class GatewayReply(Contract):
    """The gateway's own answer if it refuses a request or a function fails."""

    model_config = ConfigDict(extra="forbid")

    message: str
