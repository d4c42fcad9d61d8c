"""The fast variant of moto answers like moto, and does not slow down with the table size."""

import copy
import pickle
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws
from moto.dynamodb.exceptions import ItemSizeTooLarge, TransactionCanceledException
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.dynamo_type import DynamoType, Item, LimitedSizeDict
from moto.dynamodb.models.table import Table
from moto.dynamodb.responses import DynamoHandler

from infrastructure.local import dynamodb_speed

PROPERTIES = {
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": "S"} for name in ("person", "item", "color", "day")
    ],
    "KeySchema": [
        {"AttributeName": "person", "KeyType": "HASH"},
        {"AttributeName": "item", "KeyType": "RANGE"},
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "by_color",
            "KeySchema": [{"AttributeName": "color", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        },
        {
            "IndexName": "by_color_and_item",
            "KeySchema": [
                {"AttributeName": "color", "KeyType": "HASH"},
                {"AttributeName": "item", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        },
    ],
    "LocalSecondaryIndexes": [
        {
            "IndexName": "by_day",
            "KeySchema": [
                {"AttributeName": "person", "KeyType": "HASH"},
                {"AttributeName": "day", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
}
PATCHED = (
    (Table, "query"),
    (Table, "all_items"),
    (Table, "__deepcopy__"),
    (DynamoDBBackend, "transact_write_items"),
    (DynamoHandler, "serialized"),
    (DynamoType, "cast_value"),
    (Item, "__init__"),
    (LimitedSizeDict, "__reduce__"),
)


@contextmanager
def speed_up_moto() -> Iterator[None]:
    """Moto made fast, and afterwards as it was."""
    originals = [(owner, name, vars(owner).get(name)) for owner, name in PATCHED]
    dynamodb_speed.install()
    try:
        yield
    finally:
        for owner, name, original in originals:
            if original is None:
                delattr(owner, name)
            else:
                setattr(owner, name, original)


@pytest.fixture(params=["as it is", "fast"])
def backend(request: pytest.FixtureRequest) -> Iterator[DynamoDBBackend]:
    with speed_up_moto() if request.param == "fast" else nullcontext():
        yield make_backend(40)


def make_backend(people: int) -> DynamoDBBackend:
    backend = DynamoDBBackend("us-east-1", "123456789012")
    backend.tables["t"] = Table(
        "t",
        account_id="123456789012",
        region="us-east-1",
        schema=PROPERTIES["KeySchema"],
        attr=PROPERTIES["AttributeDefinitions"],
        indexes=PROPERTIES["LocalSecondaryIndexes"],
        global_indexes=PROPERTIES["GlobalSecondaryIndexes"],
    )
    for person in range(people):
        for item in "cab":
            # The item of one person has no index key.
            color = {} if person == 3 else {"color": "red" if person == 7 else "blue"}
            backend.put_item("t", make_row(str(person), item, **color))
    return backend


def make_row(person: str, item: str, **others: str) -> dict[str, Any]:
    return {"person": {"S": person}, "item": {"S": item}, **{k: {"S": v} for k, v in others.items()}}


def run_query(backend: DynamoDBBackend, **changes: Any) -> Any:
    arguments: dict[str, Any] = {
        "hash_key_dict": {"S": "7"},
        "range_comparison": None,
        "range_value_dicts": [],
        "limit": 100,
        "exclusive_start_key": None,
        "scan_index_forward": True,
        "projection_expressions": None,
    }
    return backend.query("t", **{**arguments, **changes})


def list_keys(found: list[Any]) -> list[tuple[str, str]]:
    return [(item.attrs["person"].value, item.attrs["item"].value) for item in found]


def test_query_returns_items_in_order(backend: DynamoDBBackend) -> None:
    found, _, _ = run_query(backend)
    backwards, _, _ = run_query(backend, scan_index_forward=False)

    assert list_keys(found) == [("7", "a"), ("7", "b"), ("7", "c")]
    assert list_keys(backwards) == list_keys(found)[::-1]
    assert run_query(backend, hash_key_dict={"S": "nobody"})[0] == []


def test_pages_are_consecutive(backend: DynamoDBBackend) -> None:
    found, _, place = run_query(backend, limit=2)
    rest, _, end = run_query(backend, limit=2, exclusive_start_key={k: v.to_json() for k, v in place.items()})

    assert list_keys(found) + list_keys(rest) == [("7", "a"), ("7", "b"), ("7", "c")]
    assert end is None


def test_index_query_returns_its_items(backend: DynamoDBBackend) -> None:
    found, _, _ = run_query(
        backend,
        hash_key_dict=None,
        index_name="by_color",
        hash_key_conditions=[("color", {"S": "red"})],
    )

    assert sorted(list_keys(found)) == [("7", "a"), ("7", "b"), ("7", "c")]


def test_scan_returns_all_items(backend: DynamoDBBackend) -> None:
    found, count, _ = backend.scan(
        "t",
        {},
        1_000,
        None,
        None,
        None,
        None,
        None,
        consistent_read=False,
        projection_expression=None,
        segments=(None, None),
    )

    assert len(found) == count == 120


def make_transaction(*, expected: str) -> list[dict[str, Any]]:
    return [
        {"Put": {"TableName": "t", "Item": make_row("new", "x")}},
        {"Delete": {"TableName": "t", "Key": make_row("7", "a")}},
        {
            "Update": {
                "TableName": "t",
                "Key": make_row("7", "b"),
                "UpdateExpression": "SET color = :green",
                "ExpressionAttributeValues": {":green": {"S": "green"}},
            }
        },
        {
            "ConditionCheck": {
                "TableName": "t",
                "Key": make_row("7", "c"),
                "ConditionExpression": "color = :expected",
                "ExpressionAttributeValues": {":expected": {"S": expected}},
            }
        },
    ]


def list_contents(backend: DynamoDBBackend) -> list[Any]:
    return [item.to_json() for item in backend.tables["t"].all_items()]


def test_transaction_is_applied_completely(backend: DynamoDBBackend) -> None:
    backend.transact_write_items(make_transaction(expected="red"))

    assert list_keys(run_query(backend)[0]) == [("7", "b"), ("7", "c")]
    assert list_keys(run_query(backend, hash_key_dict={"S": "new"})[0]) == [("new", "x")]


def test_cancelled_transaction_changes_nothing(backend: DynamoDBBackend) -> None:
    before = list_contents(backend)

    with pytest.raises(TransactionCanceledException):
        backend.transact_write_items(make_transaction(expected="blue"))

    assert list_contents(backend) == before
    assert list_keys(run_query(backend)[0]) == [("7", "a"), ("7", "b"), ("7", "c")]


@pytest.mark.parametrize("backend", ["fast"], indirect=True)
def test_transaction_copies_only_its_items(backend: DynamoDBBackend, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = []

    def counted(item: Item, memo: dict[int, Any]) -> Item:
        copied.append(item)
        duplicate = Item.__new__(Item)
        vars(duplicate).update(copy.deepcopy(vars(item), memo))
        return duplicate

    monkeypatch.setattr(Item, "__deepcopy__", counted, raising=False)
    backend.transact_write_items([{"Put": {"TableName": "t", "Item": make_row("7", "a")}}])
    assert [item.range_key.value for item in copied] == ["a"]


@pytest.mark.parametrize("backend", ["fast"], indirect=True)
def test_table_can_be_read_during_writes(backend: DynamoDBBackend) -> None:
    is_over = threading.Event()

    def write() -> None:
        for number in range(3_000):
            backend.tables["t"].put_item({"person": {"S": "p1"}, "item": {"S": f"new{number}"}})
        is_over.set()

    writer = threading.Thread(target=write)
    writer.start()
    while not is_over.is_set():
        assert len(backend.tables["t"].all_items()) >= 40
    writer.join()
    assert backend.tables["t"].all_items() == sorted(
        backend.tables["t"].all_items(), key=lambda item: (item.hash_key, item.range_key)
    )


@pytest.mark.parametrize("backend", ["fast"], indirect=True)
def test_missing_item_can_be_read_during_a_transaction(backend: DynamoDBBackend) -> None:
    table = backend.tables["t"]

    class ReadBetween(dict):  # type: ignore[type-arg]
        def __copy__(self) -> "ReadBetween":
            assert table.get_item(DynamoType({"S": "nobody"}), DynamoType({"S": "x"})) is None
            return ReadBetween(self)

    person = DynamoType({"S": "7"})
    table.items[person] = ReadBetween(table.items[person])

    backend.transact_write_items([{"Put": {"TableName": "t", "Item": make_row("7", "a")}}])

    assert DynamoType({"S": "nobody"}) in table.items


DAYS = ["2024-12-31", "2025-01-01", "2025-01-01", "2025-01-15", "2025-02-01", "2026-01-01", None]


def list_pages(
    backend: DynamoDBBackend, index: str, hash_key: tuple[str, str], limit: int, **changes: Any
) -> list[list[tuple[str, str]]]:
    """Return the keys on every page of a query, up to the page without a next key."""
    found, start = [], None
    while True:
        items, _, place = run_query(
            backend,
            hash_key_dict=None,
            index_name=index,
            hash_key_conditions=[(hash_key[0], {"S": hash_key[1]})],
            limit=limit,
            exclusive_start_key=start,
            **changes,
        )
        found.append(list_keys(items))
        if place is None:
            return found
        start = {name: value.to_json() for name, value in place.items()}


def make_comparison(name: str, how: str, *values: str) -> dict[str, Any]:
    given = [{"S": value} for value in values]
    return {
        "range_comparison": how,
        "range_value_dicts": given,
        "range_key_conditions": [(name, how, given)],
    }


CONDITIONS = [
    {},
    make_comparison("day", "BEGINS_WITH", "2025-01"),
    make_comparison("day", "BEGINS_WITH", "2026"),
    make_comparison("day", "BEGINS_WITH", "2027"),
    make_comparison("day", "BETWEEN", "2025-01-01", "2025-01-31"),
    make_comparison("day", "BETWEEN", "2024-12-31", "2026-01-01"),
    make_comparison("day", "BETWEEN", "2030-01-01", "2030-01-02"),
    make_comparison("day", ">=", "2025-01-15"),
    make_comparison("day", "<", "2025-01-15"),
]


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 100])
@pytest.mark.parametrize("is_forward", [True, False])
def test_index_pages_match_moto(is_forward: bool, limit: int) -> None:
    def all_pages() -> list[Any]:
        backend = make_backend(4)
        for number, day in enumerate(DAYS):
            days = {"day": day} if day else {}
            backend.put_item("t", make_row("p", f"i{number}", color="green", **days))
        return [
            *(
                list_pages(
                    backend, "by_day", ("person", "p"), limit, scan_index_forward=is_forward, **condition
                )
                for condition in CONDITIONS
            ),
            list_pages(backend, "by_color_and_item", ("color", "blue"), limit, scan_index_forward=is_forward),
            list_pages(backend, "by_color_and_item", ("color", "none"), limit, scan_index_forward=is_forward),
            list_pages(backend, "by_day", ("person", "nobody"), limit, scan_index_forward=is_forward),
        ]

    expected = all_pages()
    with speed_up_moto():
        found = all_pages()

    assert found == expected
    assert expected[0][0] != []


@pytest.mark.parametrize("backend", ["fast"], indirect=True)
def test_index_page_sorts_only_its_items(backend: DynamoDBBackend, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(500):
        backend.put_item("t", make_row("p", f"i{number:03}", day=f"2025-01-{number % 28:02}#{number}"))
    looked_at: list[Any] = []

    def counted(table: Table) -> list[Any]:
        items = all_items(table)
        looked_at.append(len(items))
        return items

    all_items = Table.all_items
    monkeypatch.setattr(Table, "all_items", counted)
    run_query(
        backend,
        hash_key_dict=None,
        index_name="by_day",
        hash_key_conditions=[("person", {"S": "p"})],
        limit=25,
        scan_index_forward=False,
    )
    # Add an item beyond the page, so that moto announces another page.
    assert looked_at == [26]


VALUES = {
    "text": {"S": "¿Qué?"},
    "no text": {"S": ""},
    "number": {"N": "1.50"},
    "yes": {"BOOL": True},
    "no": {"BOOL": False},
    "nothing": {"NULL": True},
    "bytes": {"B": b"\x00\xff"},
    "words": {"SS": ["a", "b"]},
    "numbers": {"NS": ["1", "2"]},
    "files": {"BS": [b"a", b"b"]},
    "map": {"M": {"S": {"S": "named like a type"}, "deep": {"M": {"list": {"L": [{"N": "1"}, {"M": {}}]}}}}},
    "bytes in a map": {"M": {"text": {"S": "x"}, "bytes": {"B": b"deep"}}},
    "list": {"L": [{"S": "a"}, {"NULL": True}, {"L": []}, {"B": b"deep"}]},
    "empty map": {"M": {}},
    "empty list": {"L": []},
}


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
@mock_aws
def test_all_value_types_are_returned(value: dict[str, Any]) -> None:
    client = boto3.client(
        "dynamodb", region_name="us-east-1", aws_access_key_id="local", aws_secret_access_key="local"
    )
    client.create_table(TableName="t", **PROPERTIES)
    key = {"person": {"S": "p"}, "item": {"S": "i"}}
    client.put_item(TableName="t", Item=key | {"value": value})
    condition = {"TableName": "t", "ExpressionAttributeValues": {":p": {"S": "p"}}}

    assert client.get_item(TableName="t", Key=key)["Item"] == key | {"value": value}
    assert client.query(KeyConditionExpression="person = :p", **condition)["Items"] == [
        key | {"value": value}
    ]
    with pytest.raises(client.exceptions.ConditionalCheckFailedException) as failed:
        client.put_item(
            TableName="t",
            Item=key,
            ConditionExpression="attribute_not_exists(person)",
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )
    assert failed.value.response["Item"] == key | {"value": value}


def collect_answers() -> list[Any]:
    """Return the answers of all item operations, without the parts that always differ."""
    reported: list[Any] = []
    with mock_aws():
        client = boto3.client(
            "dynamodb", region_name="us-east-1", aws_access_key_id="local", aws_secret_access_key="local"
        )
        client.create_table(TableName="t", **PROPERTIES)

        def ask(operation: str, **asked: Any) -> None:
            try:
                answer = getattr(client, operation)(ReturnConsumedCapacity="INDEXES", **asked)
            except ClientError as refused:
                answer = refused.response
            metadata = answer.pop("ResponseMetadata")
            reported.append((operation, answer, metadata["HTTPStatusCode"]))

        def item(name: str, **others: Any) -> dict[str, Any]:
            return {"TableName": "t", "Item": make_row("p", name) | others}

        def key(name: str, **others: Any) -> dict[str, Any]:
            return {"TableName": "t", "Key": make_row("p", name)} | others

        one = {"ExpressionAttributeValues": {":one": {"N": "1"}}}
        vain = {"ConditionExpression": "attribute_exists(person)"}
        every = [{"M": VALUES}, {"L": list(VALUES.values())}]
        ask("put_item", **item("a", value=every[0]))
        ask("put_item", **item("a", value=every[1]), ReturnValues="ALL_OLD")
        ask("put_item", **item("new"), **vain)
        ask("update_item", **key("a"), UpdateExpression="SET seen = :one", **one, ReturnValues="ALL_NEW")
        ask("update_item", **key("a"), UpdateExpression="ADD seen :one", **one, ReturnValues="UPDATED_NEW")
        ask("update_item", **key("a"), UpdateExpression="ADD seen :one", **one, ReturnValues="UPDATED_OLD")
        ask("update_item", **key("b"), UpdateExpression="ADD seen :one", **one)
        ask("batch_write_item", RequestItems={"t": [{"PutRequest": {"Item": make_row("p", "c", day="x")}}]})
        ask("get_item", **key("a"))
        ask("get_item", **key("nobody"))
        ask("batch_get_item", RequestItems={"t": {"Keys": [make_row("p", "a"), make_row("p", "nobody")]}})
        by_person = {"TableName": "t", "KeyConditionExpression": "person = :p"}
        person = {"ExpressionAttributeValues": {":p": {"S": "p"}}}
        ask("query", **by_person, **person)
        ask("query", **by_person, **person, Limit=1)
        ask("query", **by_person, **person, IndexName="by_day", Limit=1)
        ask("query", **by_person, **person, Select="COUNT")
        ask("scan", TableName="t", Limit=2)
        ask("scan", TableName="nothing")
        ask("transact_write_items", TransactItems=[{"Put": item("d")}, {"Delete": key("c")}])
        ask("transact_write_items", TransactItems=[{"Put": item("e")}, {"Put": item("new") | vain}])
        ask("transact_get_items", TransactItems=[{"Get": key("a")}, {"Get": key("nobody")}])
        ask("delete_item", **key("a"), ReturnValues="ALL_OLD")
        ask("delete_item", **key("nobody"))
    return reported


def test_operations_answer_like_moto() -> None:
    expected = collect_answers()
    with speed_up_moto():
        found = collect_answers()

    assert found == expected
    assert {status for *_, status in expected} == {200, 400}
    assert sum(status == 200 for *_, status in expected) == 19


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("lengths", [(405_000,), (400_000, 10_000), (10_000, 400_000), (2_000,) * 210])
def test_oversized_item_is_refused(lengths: tuple[int, ...]) -> None:
    attributes = {f"attribute {number}": {"S": "x" * length} for number, length in enumerate(lengths)}
    with pytest.raises(ItemSizeTooLarge):
        Item(DynamoType({"S": "a"}), None, attributes)


@pytest.mark.usefixtures("backend")
def test_copied_item_is_equal_and_limited_in_size() -> None:
    item = Item(DynamoType({"S": "a"}), None, {"one": {"S": "x" * 300_000}, "other": {"N": "1"}})
    for duplicate in (copy.deepcopy(item), pickle.loads(pickle.dumps(item))):  # noqa: S301
        assert (duplicate == item, list(duplicate.attrs)) == (True, ["one", "other"])
        with pytest.raises(ItemSizeTooLarge):
            duplicate.attrs["third"] = DynamoType({"S": "x" * 110_000})
        duplicate.attrs["third"] = DynamoType({"S": "x"})
        assert "third" not in item.attrs
