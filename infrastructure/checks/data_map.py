"""Compares the data map with the templates, the models and the web app.

A table, index, bucket, queue, log group, user pool, model or storage key without a row fails, and so does a
row without one of them. The API tests compare the map with every item that they store.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

import domains
import functions
from domains.reference.data_map import DataMap, ItemKind
from infrastructure.stacks.transform import read
from portal.items import JsonSchema, PlainSchema, Schema
from shared.contract.data_map import load_data_map

REPOSITORY = Path(__file__).parents[2]
_KINDS_OF_MODULES = ("_table", "_items", "repository", "erasure")
_STORAGE_KEY = re.compile(r"""['"`](saguaro\.[\w.]+ ?)""")
_LAWS = REPOSITORY / "webapp/src/features/privacy/notice/laws.md"
_NOT_STORED = {"saguaro.ics", "saguaro.renewal"}  # a file and a lock
_DAYS_OF_BACKUPS = 35  # of point-in-time recovery, unless the template says fewer

Resources = Mapping[str, Mapping[str, Any]]
"""Resources of all templates, by logical id."""


def check_data_map() -> str:
    """Return the differences, a line for each."""
    return "\n".join(find_differences(load_data_map(), read_resources(REPOSITORY), REPOSITORY / "webapp/src"))


def find_differences(data_map: DataMap, resources: Resources, webapp: Path) -> list[str]:
    """List the differences between the data map and what it describes.

    Args:
        webapp: folder of the web app's sources.
    """
    return [
        *_compare_resources(data_map, resources),
        *_compare_tables(data_map, resources),
        *_compare_times(data_map, resources),
        *_compare_models(data_map),
        *_compare_browser(data_map, webapp),
        *_compare_laws(data_map),
    ]


def read_resources(root: Path) -> Resources:
    """Return the resources of the templates in a repository, as written, with production's mapped values."""
    templates = map(read, [root / "template.yaml", *sorted((root / "infrastructure/stacks").glob("*.yaml"))])
    return {
        name: _resolve(resource, template.get("Mappings", {}).get("Stages", {}).get("prod", {}))
        for template in templates
        for name, resource in template["Resources"].items()
    }


def _resolve(value: Any, mapped: Mapping[str, Any]) -> Any:
    """Replace lookups of the stage in the mappings."""
    if isinstance(value, dict):
        match value.get("Fn::FindInMap"):
            case ["Stages", _, name]:
                return mapped[name]
        return {key: _resolve(each, mapped) for key, each in value.items()}
    return [_resolve(each, mapped) for each in value] if isinstance(value, list) else value


def list_schemas() -> Iterator[tuple[str, Schema[Any]]]:
    """List the schemas of entities in the modules that store something, by dotted name."""
    for package in (domains, functions):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith(_KINDS_OF_MODULES):
                loaded = importlib.import_module(module.name)
                for name, each in vars(loaded).items():
                    if isinstance(each, Schema) and not isinstance(each, PlainSchema):
                        yield f"{module.name}.{name}", each


def _compare(kind: str, mapped: Iterator[str] | set[str], existing: set[str]) -> Iterator[str]:
    rows = set(mapped)
    yield from (f"{kind} {name} has no row in the data map" for name in sorted(existing - rows))
    yield from (f"{kind} {name} of the data map does not exist" for name in sorted(rows - existing))


def _compare_resources(data_map: DataMap, resources: Resources) -> Iterator[str]:
    mapped = {
        "AWS::DynamoDB::Table": set(data_map.tables),
        "AWS::S3::Bucket": set(data_map.buckets),
        "AWS::SQS::Queue": set(data_map.queues),
        "AWS::Logs::LogGroup": {group for each in data_map.logs.values() for group in each.groups},
        "AWS::Cognito::UserPool": set(data_map.user_pools),
    }
    for kind, rows in mapped.items():
        existing = {name for name, resource in resources.items() if resource["Type"] == kind}
        yield from _compare(kind, rows, existing)


def _compare_tables(data_map: DataMap, resources: Resources) -> Iterator[str]:
    for table, described in data_map.tables.items():
        properties = resources.get(table, {}).get("Properties", {})
        indexes = [
            index["IndexName"]
            for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes")
            for index in properties.get(kind, ())
        ]
        yield from _compare(f"{table}: the index", set(described.indexes), set(indexes))
        keys = [each["AttributeName"] for each in properties.get("KeySchema", ())]
        if list(described.keys) != keys:
            yield f"{table}: the data map has the keys {list(described.keys)}, the template {keys}"
        stream = properties.get("StreamSpecification", {}).get("StreamViewType")
        if described.stream != stream:
            yield f"{table}: the data map says {described.stream} of its stream, the template {stream}"
        expiry = properties.get("TimeToLiveSpecification", {}).get("AttributeName")
        for name, kind in described.items.items():
            if kind.kept.startswith("P") and expiry not in kind.names:
                yield f"{table} {name}: kept for {kind.kept}, but no attribute makes it expire"
            if len(kind.key) != len(described.keys):
                yield f"{table} {name}: the key needs a pattern for each of {', '.join(described.keys)}"


def _compare_times(data_map: DataMap, resources: Resources) -> Iterator[str]:
    expected = {
        **{
            f"log group {group}": (each.kept, resources[group]["Properties"]["RetentionInDays"])
            for each in data_map.logs.values()
            for group in each.groups
            if group in resources
        },
        **{
            f"queue {name}": (each.kept, resources[name]["Properties"]["MessageRetentionPeriod"] // 86_400)
            for name, each in data_map.queues.items()
            if name in resources
        },
        **{
            f"backups of {name}": (data_map.backups["pointInTimeRecovery"].kept, _get_backup_days(resource))
            for name, resource in resources.items()
            if resource["Type"] == "AWS::DynamoDB::Table"
        },
    }
    for bucket, prefixes in data_map.buckets.items():
        rules = (
            resources.get(bucket, {}).get("Properties", {}).get("LifecycleConfiguration", {}).get("Rules", ())
        )
        for prefix, row in prefixes.items():
            days = [
                rule["ExpirationInDays"]
                for rule in rules
                if "ExpirationInDays" in rule and prefix.startswith(rule.get("Prefix", ""))
            ]
            if days or row.kept.startswith("P"):
                expected[f"{bucket} {prefix}"] = (row.kept, min(days, default=0))
    for place, (kept, days) in expected.items():
        if kept != f"P{days}D":
            yield f"{place}: the data map says {kept}, the template {days} days"


def _get_backup_days(table: Mapping[str, Any]) -> int:
    recovery = table["Properties"]["PointInTimeRecoverySpecification"]
    days: int = recovery.get("RecoveryPeriodInDays", _DAYS_OF_BACKUPS)
    return days


def _compare_models(data_map: DataMap) -> Iterator[str]:
    rows: dict[int, list[ItemKind]] = {}
    for table in data_map.tables.values():
        for kind in table.items.values():
            if kind.schema_name:
                rows.setdefault(id(_find_schema(kind.schema_name)), []).append(kind)
    # A module may import the schema of another.
    schemas = {id(schema): (name, schema) for name, schema in reversed([*list_schemas()])}
    for name, schema in schemas.values():
        if id(schema) not in rows:
            yield f"{name} has no row in the data map"
        for kind in rows.get(id(schema), ()):
            if isinstance(schema, JsonSchema) and (missing := _list_fields(schema) - kind.names):
                yield f"{name}: {', '.join(sorted(missing))} missing in the data map"


def _find_schema(name: str) -> Schema[Any] | None:
    module, _, attribute = name.rpartition(".")
    schema: Schema[Any] | None = getattr(importlib.import_module(module), attribute, None)
    return schema


def _list_fields(schema: JsonSchema[Any]) -> set[str]:
    described = TypeAdapter(schema.entity).json_schema()
    while "$ref" in described:
        described = {**described["$defs"][described["$ref"].split("/")[-1]], "$defs": described["$defs"]}
    return set(described["properties"])


def _compare_browser(data_map: DataMap, webapp: Path) -> Iterator[str]:
    found = {
        key
        for path in webapp.rglob("*.ts*")
        if ".test." not in path.name and "/generated/" not in path.as_posix()
        for key in _STORAGE_KEY.findall(path.read_text(encoding="utf-8"))
    }
    rows = {key.removesuffix("*") for key in data_map.browser if key.startswith("saguaro.")}
    yield from _compare("storage key", rows, found - _NOT_STORED)


def _compare_laws(data_map: DataMap) -> Iterator[str]:
    listed = {
        line.split("|")[1].strip() for line in _LAWS.read_text(encoding="utf-8").splitlines() if "|" in line
    }
    for category in data_map.categories:
        for law in category.laws:
            if law not in listed:
                yield f"{category.id}: {law} is not in the list of laws for counsel"
