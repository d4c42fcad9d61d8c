"""Request data and calls for tests of the businesses routes."""

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any, TypeVar

import pytest
from boto3.dynamodb.conditions import Key

from functions.businesses.team import INVITATION_LIFETIME
from portal.types import Clock
from tests.api.profile_support import register
from tests.api.support import BUSINESSES_TABLE, Answer, Client, Person, renew_apps

ROOT = "/api/businessapplications"
BUSINESSES = f"{ROOT}/businesses"
PREVIEW = f"{ROOT}/invitations/preview"
ACCEPTANCE = f"{ROOT}/invitations/acceptance"
PLAN = f"{ROOT}/plan"
BAKERY = {"name": "Desert Bakery", "entityType": "llc", "countyId": "pima"}

BEN = Person(email="ben@example.com", name="Ben Whitehorse")
EVA = Person(email="eva@example.com", name="Eva Begay")
STRANGER = Person(email="sol@example.com", name="Sol Stranger")

Each = TypeVar("Each")
Result = TypeVar("Result")


def use_clock(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """Make the businesses group use that clock."""
    monkeypatch.setattr("functions.businesses.wiring.get_utc_now", clock)
    renew_apps(monkeypatch, "businesses")


def add(client: Client, key: str = "key-00001", **changed: Any) -> Answer:
    """Add a bakery, also if the person has one."""
    return client.sending(idempotency_key=key).post(BUSINESSES, BAKERY | {"allowSameName": True} | changed)


def add_bakery(client: Client, key: str = "key-00001", **changed: Any) -> str:
    """Add a bakery and return its id."""
    answer = add(client, key, **changed)
    assert answer.status == 201, answer
    return str(answer.json["id"])


def copy(table: Any, business_id: str, count: int) -> None:
    """Store more businesses with the same people, without calls of the portal."""
    items = table.query(KeyConditionExpression=Key("business_id").eq(business_id))["Items"]
    with table.batch_writer() as batch:
        for number in range(count):
            for item in items:
                copied = {"business_id": f"{number:026d}"}
                copied["content"] = item["content"].replace(business_id, copied["business_id"])
                batch.put_item(Item=item | copied)


def invite(client: Client, business_id: str, email: str, role: str = "manager") -> Answer:
    """Invite a person by email."""
    return client.post(f"{BUSINESSES}/{business_id}/invitations", {"email": email, "role": role})


def get_token(text: str) -> str:
    """Return the token of the link in an email."""
    return text.partition("/businessapplications/invitation?token=")[2].partition("\n")[0]


def invite_and_get_token(
    client: Client, outbox: Any, business_id: str, email: str, role: str = "manager"
) -> str:
    """Invite a person and return the token that was sent."""
    answer = invite(client, business_id, email, role)
    assert answer.status == 201, answer
    return get_token(outbox.mail[-1].text)


def accept(client: Client, token: str) -> Answer:
    """Accept an invitation."""
    return client.post(ACCEPTANCE, {"token": token})


def add_member(owner: Client, outbox: Any, business_id: str, person: Person, role: str) -> Client:
    """Register a person who joins a business, and return the person's client."""
    acting = register(owner, person)
    answer = accept(acting, invite_and_get_token(owner, outbox, business_id, person.email, role))
    assert (answer.status, answer.json["role"]) == (200, role), answer
    return acting


def get_roles(client: Client, business_id: str) -> dict[str, str]:
    """Return the role of each member by user id."""
    answer = client.get(f"{BUSINESSES}/{business_id}")
    assert answer.status == 200, answer
    return {member["id"]: member["role"] for member in answer.json["members"]}


def get_member_path(business_id: str, person: Person) -> str:
    """Return the path of a member."""
    return f"{BUSINESSES}/{business_id}/members/{person.user_id}"


def get_refusal(answer: Answer) -> tuple[int, str]:
    """Return status and code of a refusal."""
    assert answer.status >= 400, answer
    return answer.status, answer.json["code"]


def call_at_once(each: Sequence[Each], call: Callable[[Each], Result]) -> list[Result]:
    """Make parallel calls, one for each item, and return the answers."""
    barrier = Barrier(len(each), timeout=60)

    def run(one: Each) -> Result:
        barrier.wait()
        return call(one)

    with ThreadPoolExecutor(len(each)) as threads:
        return list(threads.map(run, each))


def list_invitations(rosa: Client, bakery: Any) -> Any:
    return rosa.get(f"{BUSINESSES}/{bakery}").json["invitations"]


def expire(stored: Any, bakery: Any, by: Any = timedelta()) -> None:
    """Move the invitations of a business back in time, so that they have just expired."""
    table = stored[BUSINESSES_TABLE]
    for item in table.scan()["Items"]:
        if item["item"].startswith("invitation#"):
            content = json.loads(item["content"])
            for name in ("sent_at", "expires_at"):
                moment = datetime.fromisoformat(content[name]) - INVITATION_LIFETIME - by
                content[name] = moment.isoformat()
            table.put_item(Item=item | {"content": json.dumps(content)})
