"""Differences planted by hand are found, each in its own words, and nothing else is."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import boto3
import pytest

from domains.messages.message import AgencyOrigin, InboxMessage, get_agency_message_id, get_portal_message_id
from domains.messages.message_items import MESSAGE_SCHEMA, make_item, make_unread_key
from domains.messages.messages_table import MessagesTable
from infrastructure.local import botocore_speed
from infrastructure.operations import verify_counts
from infrastructure.operations.verify_counts import verify
from portal.language import Text
from portal.tables import Table
from tests.api.support import get_table_definitions
from tests.infrastructure.conftest import StandInPortal

TABLE = "messages"
NORA, OMAR = "a" * 26, "b" * 26
SENT = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
DELETED = SENT + timedelta(hours=2)
SERVICE = "adot-mvd-vehicles"
ORIGIN = AgencyOrigin(
    agency_id="adot-mvd",
    agency_name=Text(en="Motor Vehicle Division", es="División de Vehículos"),
    service_id=SERVICE,
    service_name=Text(en="Vehicles", es="Vehículos"),
    identity_id="01jd0000000000000000000000",
    identity_label="ABC4TR",
)
SECRET_WORDS = "Your plate was reported"


def make_message(user_id=NORA, number=1, origin=ORIGIN, body="Text", **changes):
    own_id = f"notice-{number}"
    message_id = (
        get_agency_message_id(user_id, origin.agency_id, own_id, origin.identity_id)
        if origin
        else get_portal_message_id(user_id, own_id)
    )
    made = InboxMessage(
        user_id=user_id,
        id=message_id,
        sender=Text(en="Motor Vehicle Division", es="División de Vehículos"),
        origin=origin,
        type="RENEWAL",
        notice="agencyMessages",
        priority="normal",
        subject={"en": SECRET_WORDS},
        preview={"en": "Text"},
        body={"en": body},
        body_format="plain",
        action=None,
        attachments=(),
        sent_at=SENT + timedelta(minutes=number),
        received_at=SENT,
        content_hash="hash",
    )
    return replace(made, **changes)


@pytest.fixture
def dynamodb(aws):
    botocore_speed.install()
    client = boto3.client("dynamodb")
    client.create_table(**get_table_definitions()["messages"])
    return client


@pytest.fixture
def table(dynamodb):
    """Provide a valid table: two people, both inboxes, read, unread and in the bin."""
    table = MessagesTable(TABLE)
    for user_id in (NORA, OMAR):
        table.add_message(make_message(user_id, 1))
        table.add_message(make_message(user_id, 2, is_unread=False, read_at=SENT))
        table.add_message(make_message(user_id, 3, None))
        table.add_message(make_message(user_id, 4, None, is_unread=False, read_at=SENT))
        table.add_message(make_message(user_id, 5, deleted_at=DELETED))
        table.add_message(make_message(user_id, 6, is_unread=False, deleted_at=DELETED))
    return boto3.resource("dynamodb").Table(TABLE)


def get_key(planted):
    return {"user_id": planted.user_id, "id": planted.id}


def change(table, planted, **values):
    """Write attributes directly, without checks; None removes an attribute."""
    set_values = {name: value for name, value in values.items() if value is not None}
    removed = [name for name, value in values.items() if value is None]
    expression = "SET " + ", ".join(f"#{name} = :{name}" for name in set_values) if set_values else ""
    if removed:
        expression += " REMOVE " + ", ".join(f"#{name}" for name in removed)
    options = {"ExpressionAttributeNames": {f"#{name}": name for name in values}}
    if set_values:
        options["ExpressionAttributeValues"] = {f":{name}": value for name, value in set_values.items()}
    table.update_item(Key=get_key(planted), UpdateExpression=expression, **options)


def list_faults(dynamodb, planted):
    """Return the reports about a message, which must be the only reports."""
    differences = verify(dynamodb, TABLE).differences
    assert {each.where for each in differences} <= {f"{planted.user_id} {planted.id}"}
    return [each.fault for each in differences]


def test_correct_table_has_no_differences(dynamodb, table):
    figures = verify(dynamodb, TABLE)
    assert figures.differences == []
    assert figures.counts == {
        "messages": 12,
        "unread, of the portal": 2,
        "unread, of agencies": 2,
        "in the bin": 4,
        "services with messages": 2,
        "people": 2,
    }


def test_table_of_several_pages_is_read(dynamodb, table):
    wrong = []
    for number in range(100, 180):
        user_id = f"{number}".replace("0", "q").replace("1", "r") + "a" * 23
        large = make_message(user_id, number, body="x" * 20_000)
        Table(TABLE, MESSAGE_SCHEMA).put(large)
        wrong.append(large)
    figures = verify(dynamodb, TABLE, segments=3)
    assert figures.counts["messages"] == 92
    # These were put past `add`, which writes the folder too.
    folders = sorted(f"{each.user_id} folder#{SERVICE}" for each in wrong)
    assert [each.where for each in figures.differences] == folders


UNREAD, READ, OF_PORTAL = make_message(number=1), make_message(number=2), make_message(number=3, origin=None)
BINNED, BINNED_READ = make_message(number=5), make_message(number=6)
SOON = int((DELETED + timedelta(days=3)).timestamp())
WRONG_KEY = "its key in the index is not that of its service, moment and id"
WRONG_END = "its time in the bin does not end 30 days after it was deleted"


@pytest.mark.parametrize(
    ("planted", "values", "expected"),
    [
        (UNREAD, {"unread": "agency#other-service#2026-11-21T18:01:00.000000Z#x"}, WRONG_KEY),
        (OF_PORTAL, {"unread": f"agency#{make_unread_key(OF_PORTAL)}"}, WRONG_KEY),
        (BINNED, {"unread": make_unread_key(BINNED)}, "it is unread in the bin"),
        (
            BINNED,
            {"was_unread": make_unread_key(make_message(number=4))},
            "the key that it gets back from the bin is not that of its service, moment and id",
        ),
        (
            READ,
            {"was_unread": make_unread_key(READ)},
            "it is not in the bin, and has a key to get back from there",
        ),
        (READ, {"expires_at": 1_800_000_000}, "it is not in the bin, and will be removed"),
        (BINNED_READ, {"expires_at": None}, WRONG_END),
        (BINNED_READ, {"expires_at": SOON}, WRONG_END),
        (
            BINNED_READ,
            {"by_folder": make_item(BINNED_READ)["by_folder"]},
            "it was deleted, and its place in the bin is not that of its moment and id",
        ),
        (
            UNREAD,
            {"by_folder": make_item(make_message(number=1, origin=None))["by_folder"]},
            "its place in its folder is not that of its service, moment and id",
        ),
        (UNREAD, {"sent_at": None}, "it is not a whole message"),
        (UNREAD, {"sent_at": "yesterday"}, "it is not a whole message"),
    ],
)
def test_wrong_attribute_is_reported(dynamodb, table, planted, values, expected):
    change(table, planted, **values)
    assert list_faults(dynamodb, planted) == [expected]


def test_missing_folder_is_reported(dynamodb, table):
    table.delete_item(Key={"user_id": OMAR, "id": f"folder#{SERVICE}"})
    assert list(map(str, verify(dynamodb, TABLE).differences)) == [
        f"{OMAR} folder#{SERVICE}: there are messages of a service that has no folder"
    ]


def test_folder_without_messages_is_correct(dynamodb, table):
    for number in (1, 2, 5, 6):
        table.delete_item(Key=get_key(make_message(number=number)))
    figures = verify(dynamodb, TABLE)
    counted = figures.counts["messages"], figures.counts["services with messages"]
    assert (counted, figures.differences) == ((8, 2), [])


def change_index(dynamodb, *, without=(), beside=()):
    """Let the index answer without some messages and with others, which moto cannot have.

    Args:
        beside: messages, each with its key in the index; None for its own key.
    """
    missing = {each.id for each in without}
    others = [
        {"user_id": {"S": each.user_id}, "id": {"S": each.id}, "unread": {"S": key or make_unread_key(each)}}
        for each, key in beside
    ]

    def keep(params, context, **_):
        context["asked"] = params

    def answer(parsed, context, **_):
        asked = context["asked"]
        if asked.get("IndexName") != "unread":
            return
        assert asked["ConsistentRead"] is True
        values = asked.get("ExpressionAttributeValues", {})
        added = [each for each in others if values.get(":unread") in (None, each["unread"])]
        kept = [each for each in parsed["Items"] if each["id"]["S"] not in missing]
        parsed["Items"] = kept + (added if asked.get("Segment", 0) == 0 else [])

    for operation in ("Query", "Scan"):
        dynamodb.meta.events.register(f"provide-client-params.dynamodb.{operation}", keep)
        dynamodb.meta.events.register(f"after-call.dynamodb.{operation}", answer)


NOT_IN_INDEX = "it is unread, and the index does not have it"
UNKNOWN = make_message(number=99)
UNDER_OTHER_KEY = "the index has it under a key that it does not have"


@pytest.mark.parametrize(
    ("planted", "without", "beside", "faults"),
    [
        (UNREAD, [UNREAD], [], [NOT_IN_INDEX]),
        (READ, [], [(READ, None)], [UNDER_OTHER_KEY]),
        (UNREAD, [UNREAD], [(UNREAD, "agency#elsewhere")], [NOT_IN_INDEX, UNDER_OTHER_KEY]),
        (UNKNOWN, [], [(UNKNOWN, None)], ["the index has a message that is not there"]),
    ],
    ids=["unread and missing", "read", "unread under another key", "unknown"],
)
def test_wrong_index_is_reported(dynamodb, table, planted, without, beside, faults):
    change_index(dynamodb, without=without, beside=beside)
    assert list_faults(dynamodb, planted) == faults


def run_before_items(dynamodb, happen):
    """Do something before each read of the items, which comes after that of the index."""

    def run(params, **_):
        if "IndexName" not in params:
            happen()

    dynamodb.meta.events.register("provide-client-params.dynamodb.Scan", run)


def test_change_during_the_comparison_is_ignored(dynamodb, table):
    def happen():
        change(table, UNREAD, unread=None, read_at="2026-11-21T19:00:00.000000+0000")
        change(table, READ, unread=make_unread_key(READ))

    run_before_items(dynamodb, happen)
    assert verify(dynamodb, TABLE, 1).differences == []


def test_removal_during_the_comparison_is_ignored(dynamodb, table):
    run_before_items(dynamodb, lambda: table.delete_item(Key=get_key(UNREAD)))
    assert verify(dynamodb, TABLE, 1).differences == []


def test_constantly_changing_message_is_reported(dynamodb, table):
    change(table, UNREAD, unread="agency#wrong")
    keys = iter([f"agency#wrong {number}" for number in range(100)])
    dynamodb.meta.events.register(
        "provide-client-params.dynamodb.Query", lambda **_: change(table, UNREAD, unread=next(keys))
    )
    assert list_faults(dynamodb, UNREAD) == ["it changes too fast to be compared: verify again"]


class TestCommand:
    @pytest.fixture
    def run(self, dynamodb, table, monkeypatch):
        portal = StandInPortal({"dynamodb": dynamodb}, {"MessagesTable": TABLE})
        monkeypatch.setattr(verify_counts, "open_portal", lambda _options: portal)
        return verify_counts.main

    def test_figures_are_printed(self, run, capsys):
        assert run([]) == 0
        lines = [line.split() for line in capsys.readouterr().out.splitlines()]
        assert ["messages", "12"] in lines
        assert ["unread,", "of", "agencies", "2"] in lines
        assert ["differences", "0"] in lines

    def test_differences_are_printed_by_id_only(self, run, table, capsys):
        planted = make_message(number=5)
        change(table, planted, unread=make_unread_key(planted))
        assert run([]) == 1
        output = capsys.readouterr().out
        assert f"  {NORA} {planted.id}: it is unread in the bin" in output.splitlines()
        assert SECRET_WORDS not in output

    def test_missing_table_is_reported(self, run, capsys):
        assert run(["--table", "elsewhere"]) == 1
        assert capsys.readouterr().err.startswith("AWS refused")


def test_attributes_match_the_portal_items():
    """The command reads these attributes by name."""
    stored = set(make_item(UNREAD))
    assert set(verify_counts._PROJECTION["ExpressionAttributeNames"].values()) <= stored
