"""Export the contract from the code: OpenAPI, the schema of manifests, and the search index of the help.

python -m shared.contract.export            writes them
python -m shared.contract.export --check    fails when one of them is not what the code says
"""

import argparse
import importlib
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema
from typing_extensions import override

from portal.audiences import AGENCIES
from portal.contract import ErrorReply, GatewayReply, ValidationProblem
from portal.errors import DomainError
from portal.http_requests import IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_PATTERN
from portal.routes import JSON, Endpoint, Routes
from shared.contract import agencies
from shared.contract.data_map import make_data_map_document, make_data_map_page, write_notice_sections
from shared.contract.examples import add_example
from shared.contract.help_pages import make_help_pages_document
from shared.contract.privacy_notice import make_privacy_notice_document

ROOT = Path(__file__).parents[2]
_SHARED = ROOT / "shared"

_REFERENCE = "#/components/schemas/{model}"
_RESPONSE_REFERENCE = "#/components/responses/{name}"
_GATEWAY_STATUSES = (401, 403, 404, 413, 429, 431, 500, 503)
# Of them, those that any request can meet.
_OF_EVERY_ROUTE = (403, 429, 431, 500, 503)
_SECURITY: Mapping[str, list[dict[str, list[str]]]] = {
    "NONE": [],
    "PortalAuthorizer": [{"accessToken": [], "idToken": []}],
    "AgencyAuthorizer": [{"agencyCredentials": []}],
    "ChatAuthorizer": [{"chatToken": []}],
}

_CONTACT = {"name": "Maintainers of Saguaro"}

_AGENCY_CREDENTIALS: dict[str, Any] = {
    "type": "oauth2",
    "description": "The access token that the identity provider gives an agency's own client "
    "for the scope `agency-inbound/` followed by the agency's id. The address of the token "
    "endpoint stands in the identity provider's metadata.",
    "flows": {
        "clientCredentials": {
            "tokenUrl": "https://identity.example/oauth2/token",
            "scopes": {},
        }
    },
}

# An attribute in the section of a docstring, with lines that continue it.
_ATTRIBUTE = re.compile(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)

Model = tuple[type[BaseModel], JsonSchemaMode]
Schemas = Mapping[tuple[Any, JsonSchemaMode], dict[str, Any]]


class DescribedSchema(GenerateJsonSchema):
    """Schemas whose properties have the descriptions of their model's docstring."""

    @override
    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Move the attributes of the docstring to the properties."""
        described = super().model_schema(schema)
        summary, _, attributes = described.get("description", "").partition("\n\nAttributes:\n")
        if attributes:
            described["description"] = summary
        for name, text in _ATTRIBUTE.findall(attributes):
            field = schema["cls"].model_fields[name]
            alias = field.serialization_alias if self.mode == "serialization" else field.validation_alias
            sentence = " ".join(text.split()).replace("None", "null")
            described["properties"][alias]["description"] = sentence[0].upper() + sentence[1:]
        return described


def list_groups() -> list[Routes]:
    """Return the routes of every endpoint group, by name of the group."""
    names = sorted(path.parent.name for path in (ROOT / "functions").glob("*/routes.py"))
    return [get_routes(name) for name in names]


def get_routes(group: str) -> Routes:
    """Every route of a group: those of its `routes` and of its modules `*_routes`."""
    names = sorted(path.stem for path in (ROOT / "functions" / group).glob("*routes.py"))
    modules = [importlib.import_module(f"functions.{group}.{name}") for name in names]
    return Routes(group, [endpoint for module in modules for endpoint in module.routes])


def make_openapi_document() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of all routes."""
    endpoints = _list_endpoints()
    schemas, definitions = _make_schemas(endpoints)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Saguaro",
            "version": "0.1.0",
            "contact": _CONTACT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "description": "The calls behind the portal. Paths are case-insensitive, and a slash at the end "
            "is ignored. Messages are in the language of Accept-Language: English or Spanish.",
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": group, "description": inspect.getdoc(importlib.import_module(f"functions.{group}"))}
            for group in dict.fromkeys(group for group, _ in endpoints)
        ],
        "paths": _make_paths(endpoints, schemas),
        "components": {
            "schemas": definitions,
            "responses": _make_error_responses(endpoints, schemas),
            "securitySchemes": {
                "accessToken": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
                "idToken": {"type": "apiKey", "in": "header", "name": "id_token"},
                "agencyCredentials": _AGENCY_CREDENTIALS,
                "chatToken": {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": "JWT",
                    "description": "The token of GET /api/chatbot/data/token.",
                },
            },
        },
    }


def make_agency_protocol_document() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the calls between the portal and agencies, in both directions."""
    inbound = [
        (agencies.TO_PORTAL, endpoint) for _, endpoint in _list_endpoints() if endpoint.audience == AGENCIES
    ]
    schemas, definitions = _make_schemas(inbound, agencies.list_models())
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Saguaro and agencies",
            "version": "1",
            "contact": _CONTACT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "description": agencies.DESCRIPTION,
        },
        "servers": [{"url": "https://portal.example", "description": "The portal"}],
        "tags": agencies.TAGS,
        "paths": {**agencies.make_paths(schemas), **_make_paths(inbound, schemas)},
        "components": {
            "schemas": definitions,
            "responses": _make_error_responses(inbound, schemas),
            "securitySchemes": {
                "portalSignature": agencies.SIGNATURE_SCHEME,
                "agencyCredentials": _AGENCY_CREDENTIALS,
            },
        },
    }


def _list_endpoints() -> list[tuple[str, Endpoint]]:
    return [(routes.group, endpoint) for routes in list_groups() for endpoint in routes]


def _make_schemas(
    endpoints: list[tuple[str, Endpoint]], others: Iterable[Model] = ()
) -> tuple[Schemas, dict[str, Any]]:
    """Return references to the schemas that endpoints send and receive, and the schemas by name."""
    models = {used for _, endpoint in endpoints for used in _list_models(endpoint)}
    models |= {(error.reply, "serialization") for _, endpoint in endpoints for error in endpoint.errors}
    models |= {(shape, "serialization") for shape in (ErrorReply, GatewayReply, ValidationProblem)}
    in_order = sorted({*models, *others}, key=lambda used: (used[0].__module__, used[0].__name__, used[1]))
    references, definitions = models_json_schema(
        in_order, ref_template=_REFERENCE, schema_generator=DescribedSchema
    )
    errors = {
        error.__name__: _make_error_schema(error) for _, endpoint in endpoints for error in endpoint.errors
    }
    named = {**definitions["$defs"], **errors}
    # The properties of a query are parameters.
    bodies = {endpoint.body.model for _, endpoint in endpoints if endpoint.body}
    for query in {endpoint.query for _, endpoint in endpoints if endpoint.query} - bodies:
        del named[references[query, "validation"]["$ref"].rpartition("/")[2]]
    return references, dict(sorted(named.items()))


def _make_paths(endpoints: list[tuple[str, Endpoint]], schemas: Schemas) -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for group, endpoint in endpoints:
        operation = _make_operation(group, endpoint, schemas)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return dict(sorted(paths.items()))


def _list_models(endpoint: Endpoint) -> Iterator[Model]:
    if endpoint.body:
        yield endpoint.body.model, "validation"
    if endpoint.query:
        yield endpoint.query, "validation"
    for reply in endpoint.replies.values():
        yield reply, "serialization"


def _make_operation(group: str, endpoint: Endpoint, schemas: Schemas) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.view.__name__,
        "tags": [group],
        "summary": endpoint.summary,
        "description": (inspect.getdoc(endpoint.view) or "").partition("\n\n")[0].replace("\n", " "),
        "security": _SECURITY[endpoint.audience.authorizer],
        "parameters": _make_parameters(endpoint),
        "responses": _make_responses(endpoint, schemas),
    }
    if body := endpoint.body:
        content = {body.media_type: {"schema": schemas[body.model, "validation"]}}
        operation["requestBody"] = {"required": True, "content": content}
    add_example(operation, endpoint.route, endpoint.media_type)
    return operation


def _make_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", endpoint.path)
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
    ]
    if endpoint.query:
        parameters += _list_parameters(endpoint.query, "query")
    if endpoint.headers:
        parameters += _list_parameters(endpoint.headers, "header")
    if endpoint.idempotency_key:
        key = {"type": "string", "pattern": f"^{IDEMPOTENCY_KEY_PATTERN}$"}
        description = "New for each thing to be made, and the same when the request is repeated."
        parameters.append(
            {
                "name": IDEMPOTENCY_HEADER,
                "in": "header",
                "required": True,
                "description": description,
                "schema": key,
            }
        )
    return parameters


def _list_parameters(model: type[BaseModel], place: str) -> list[dict[str, Any]]:
    schema = model.model_json_schema(ref_template=_REFERENCE, schema_generator=DescribedSchema)
    required = schema.get("required", [])
    return [
        {"name": name, "in": place, "required": name in required, "schema": described}
        for name, described in schema["properties"].items()
    ]


def _make_responses(endpoint: Endpoint, schemas: Schemas) -> dict[str, Any]:
    responses = {
        status: _make_response(status, schemas[model, "serialization"])
        for status, model in endpoint.replies.items()
    }
    success = next(iter(endpoint.replies))
    if endpoint.media_type != JSON:
        content = responses[success]["content"]
        content[endpoint.media_type] = content.pop(JSON)
    for media_type, contains in endpoint.alternatives.items():
        text = {"type": "string", "description": contains}
        responses[success]["content"][media_type] = {"schema": text}
    if endpoint.is_kept:
        responses[304] = {"description": HTTPStatus.NOT_MODIFIED.phrase}
    for status, names in _list_refusals(endpoint):
        name = _make_response_name(status, names)
        responses[status] = {"$ref": _RESPONSE_REFERENCE.format(name=name)}
    return {str(status): response for status, response in sorted(responses.items())}


def _list_refusals(endpoint: Endpoint) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each status of a refusal with the names of its errors."""
    if endpoint.takes_input:
        yield 400, (ValidationProblem.__name__,)
    for status in {*_OF_EVERY_ROUTE, *(error.status for error in endpoint.errors)}:
        yield status, tuple(sorted(error.__name__ for error in endpoint.errors if error.status == status))


def _make_response_name(status: int, names: Iterable[str]) -> str:
    return ".".join((str(status), *names))


def _make_error_responses(endpoints: list[tuple[str, Endpoint]], schemas: Schemas) -> dict[str, Any]:
    """Return the responses that refuse, by name; operations refer to them."""
    refusals = {refusal for _, endpoint in endpoints for refusal in _list_refusals(endpoint)}
    return {
        _make_response_name(status, names): _make_error_response(status, names, schemas)
        for status, names in sorted(refusals)
    }


def _make_error_response(status: int, names: Iterable[str], schemas: Schemas) -> dict[str, Any]:
    shapes: list[dict[str, Any]] = [{"$ref": _REFERENCE.format(model=name)} for name in names]
    if status == HTTPStatus.BAD_REQUEST:
        return _make_response(status, {"type": "array", "items": shapes[0]})
    if status in _GATEWAY_STATUSES:
        shapes.append(schemas[GatewayReply, "serialization"])
    return _make_response(status, {"anyOf": shapes} if len(shapes) > 1 else shapes[0])


def _make_error_schema(error: type[DomainError]) -> dict[str, Any]:
    own: dict[str, Any] = {
        "type": "object",
        "properties": {"code": {"type": "string", "enum": [error.code]}},
        "required": ["code"],
    }
    names = sorted(to_camel(name) for name in error.text.list_parameter_names())
    if names:
        values = {name: {"type": ["string", "integer"]} for name in names}
        own["properties"]["parameters"] = {"type": "object", "properties": values, "required": names}
    general = {"$ref": _REFERENCE.format(model=error.reply.__name__)}
    return {"description": error.text.en, "allOf": [general, own]}


def _make_response(status: int, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "description": HTTPStatus(status).phrase,
        "content": {JSON: {"schema": schema}},
    }


def format_by_lines(value: Any, depth: int) -> str:
    """Format JSON with a line for each value at a depth, so that a diff shows which of them changed."""
    if depth == 0 or not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    lines = [f"{json.dumps(name)}: {format_by_lines(each, depth - 1)}" for name, each in value.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def format_document(name: str, document: Any) -> str:
    """Format a document, the large one with a line for each operation and component."""
    is_large = name == "contract/openapi.json"
    return (
        format_by_lines(document, 3) if is_large else json.dumps(document, indent=2, ensure_ascii=False)
    ) + "\n"


DOCUMENTS: Mapping[str, Callable[[], Any]] = {
    "contract/openapi.json": make_openapi_document,
    "contract/agency-protocol.json": make_agency_protocol_document,
    "contract/agency-manifest.schema.json": agencies.make_manifest_schema,
    "data/help_pages.json": make_help_pages_document,
    "data/privacy_notice.json": make_privacy_notice_document,
    "data/data_map.json": make_data_map_document,
}
"""Files of the folder `shared`, and the functions that make them."""

TEXTS: Mapping[str, Callable[[], str]] = {
    "docs/data-map.md": make_data_map_page,
    "webapp/src/features/privacy/notice/en.md": partial(write_notice_sections, "en"),
    "webapp/src/features/privacy/notice/es.md": partial(write_notice_sections, "es"),
}
"""Texts written from the data map, by path in the repository; documents are made from some of them."""


def main() -> int:
    """Write the documents, or with `--check` compare them; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args()
    makers: dict[str, Callable[[], str]] = {
        **TEXTS,
        **{f"shared/{name}": partial(_make_text, name) for name in DOCUMENTS},
    }
    status = 0
    for name, make in makers.items():
        path = _SHARED.parent / name
        text = make()
        if not arguments.check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{name} differs from its source: run `npm run contract`.")
            status = 1
    return status


def _make_text(name: str) -> str:
    return format_document(name, DOCUMENTS[name]())


if __name__ == "__main__":
    sys.exit(main())
