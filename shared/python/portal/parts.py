"""The parts of a model with the right shape, to check rules about them beside faults of other parts."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

Model = TypeVar("Model", bound=BaseModel)
Finding = TypeVar("Finding")
Rule: TypeAlias = Iterator[Finding | "Rule[Finding]"]


def make_parts(model: type[Model], content: object) -> Model:
    """Return a model without the fields that are missing or have a wrong shape.

    Reading such a field raises `AttributeError`; see `apply_rules`. The same holds for models within it. If
    there is an unknown field, any optional field may be the one that was meant, and is missing too.
    """
    fields: dict[str, object] = content if isinstance(content, dict) else {}
    aliases = {name: field.alias or name for name, field in model.model_fields.items()}
    has_unknown = bool(fields.keys() - aliases.values())
    values: dict[str, Any] = {}
    faulty = set()
    for name, alias in aliases.items():
        if alias in fields:
            try:
                values[name] = _read_field(model, name, fields[alias])
            except ValidationError:
                faulty.add(name)
        elif has_unknown or model.model_fields[name].is_required():
            faulty.add(name)
    parts = model.model_construct(**values)
    for name in faulty:
        vars(parts).pop(name, None)
    return parts


def apply_rules(*rules: Rule[Finding], to_parts: bool) -> Iterator[Finding]:
    """Yield what the rules find.

    Args:
        rules: generators of findings and of further rules. Each stops at a part that it needs and that has a
            wrong shape; the others go on.
        to_parts: whether the rules read a model of `make_parts`.
    """
    for rule in rules:
        try:
            for each in rule:
                if isinstance(each, Iterator):
                    yield from apply_rules(each, to_parts=to_parts)
                else:
                    yield each
        except AttributeError:
            if not to_parts:
                raise


def _read_field(model: type[BaseModel], name: str, value: Any) -> object:
    try:
        return _get_adapter(model, name).validate_python(value)
    except ValidationError as error:
        inner, is_list = _get_inner_model(model.model_fields[name].annotation)
        is_whole_wrong = any(not details["loc"] for details in error.errors())
        if inner is None or is_whole_wrong:
            raise
        return [make_parts(inner, entry) for entry in value] if is_list else make_parts(inner, value)


def _get_inner_model(annotation: Any) -> tuple[type[BaseModel] | None, bool]:
    """Return the model of a field and whether the field is a list of it; None for other fields."""
    for kind in (annotation, *get_args(annotation)):
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return kind, get_origin(annotation) is list
    return None, False


@cache
def _get_adapter(model: type[BaseModel], name: str) -> TypeAdapter[object]:
    field = model.model_fields[name]
    annotation: Any = field.annotation
    return TypeAdapter(Annotated[annotation, *field.metadata] if field.metadata else annotation)
