"""What is sent and received: the base of every contract model, and the two shapes of an error."""

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


class RequestContract(Contract):
    """Base of every model that is received: a field that the contract does not know is an error.

    Python's own names of the fields are not part of the contract.
    """

    model_config = ConfigDict(extra="forbid", validate_by_name=False)


class ValidationProblem(Contract):
    """One field of a request that cannot be accepted."""

    application_section: str
    property_name: str
    validation_errors: list[str]


class ErrorReply(Contract):
    """Every error but a bad request."""

    code: str
    message: str
    request_id: str


class GatewayReply(Contract):
    """What the gateway itself answers when it refuses a request or a function fails."""

    message: str
