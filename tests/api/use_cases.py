"""Use cases, and the state that they leave, for the tests of faults and of parallel calls."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from domains.reference.data import get_terms_catalog
from tests.api.address_book_support import BOOK, HOME, add_address
from tests.api.agency_support import SUBSCRIPTIONS, connect
from tests.api.applications_support import ANSWERS, APPLICATIONS, OWNER
from tests.api.businesses_support import (
    BAKERY,
    BEN,
    BUSINESSES,
    PLAN,
    accept,
    add,
    get_member_path,
)
from tests.api.inbound_support import list_inbox
from tests.api.profile_support import (
    ACCEPT,
    OTHER_ADDRESS,
    PREFERENCES,
    ROSA,
    TERMS,
    UNSUBSCRIBE,
    make_preferences,
)
from tests.api.records_support import PASSES
from tests.api.support import (
    BUSINESSES_TABLE,
    MESSAGES_TABLE,
    SUBSCRIPTIONS_TABLE,
    USERS_TABLE,
    Answer,
)
from tests.api.unread_support import AGENCY, PORTAL, Record
from tests.api.use_case_world import (
    DETAILS,
    IDS,
    LINK,
    NAMED,
    NUMBER,
    PASS,
    STATUS,
    WELCOME,
    UseCaseWorld,
    add_news,
    delete,
    disconnect,
    mark,
    save_plan,
)


@dataclass(frozen=True)
class Operation:
    """Request, and the state that it leaves.

    Attributes:
        before: attribute of the world that makes what the request needs.
        repeat: completes the request after a fault; None for the same request.
    """

    before: str
    request: Callable[[UseCaseWorld], Answer | None]
    state: Callable[[UseCaseWorld], Any]
    repeat: Callable[[UseCaseWorld], Answer | None] | None = None


def list_types(world: UseCaseWorld) -> list[str]:
    return sorted(item["type"] for item in world.stored[MESSAGES_TABLE].scan()["Items"])


def get_registrations(world: UseCaseWorld) -> Any:
    items = world.stored[USERS_TABLE].scan()["Items"]
    registered = [item["user_id"] for item in items if item["item"] == "registration"]
    return registered, list_types(world)


def get_preferences(world: UseCaseWorld) -> Any:
    saved = world.rosa.get(PREFERENCES).json
    addresses = [each["address"] for each in saved["addresses"]]
    changes = [each["address"] for each in saved["changes"]]
    notices = [(each["kind"], each["channels"]) for each in saved["notices"]]
    return addresses, changes, notices, get_registrations(world)


def list_addresses(world: UseCaseWorld) -> Any:
    return [(each["line1"], each["city"], each["isPrimary"]) for each in world.rosa.get(BOOK).json["items"]]


def list_businesses(world: UseCaseWorld) -> Any:
    items = world.rosa.get(BUSINESSES).json["items"]
    details = [world.rosa.get(f"{BUSINESSES}/{each['id']}").json for each in items]
    return [
        (each["name"], each["revision"], {member["id"]: member["role"] for member in each["members"]})
        for each in details
    ]


def get_plan(world: UseCaseWorld) -> Any:
    plan = world.rosa.get(PLAN).json
    return plan["answers"], plan["revision"]


def get_counts(world: UseCaseWorld) -> Any:
    figures = world.inboxes.verified()
    has_unread = world.inboxes.of(ROSA).get(f"{AGENCY}/unread/status").json["hasUnread"]
    assert has_unread is (figures.counts["unread, of agencies"] > 0)
    portal = world.inboxes.of(ROSA).get(f"{PORTAL}/unread/count").json["count"]
    assert portal == figures.counts["unread, of the portal"]
    return (
        figures.counts["messages"],
        figures.counts["unread, of agencies"],
        figures.counts["unread, of the portal"],
        figures.counts["in the bin"],
    )


def restore(world: UseCaseWorld) -> Answer:
    return world.inboxes.change_portal(ROSA, "restore", IDS)


def list_services(world: UseCaseWorld) -> Any:
    items = world.stored[SUBSCRIPTIONS_TABLE].scan()["Items"]
    kept = {item["item"] for item in items if not item["item"].startswith("attempts#")}
    cards = world.connections.service().list_cards(ROSA.principal)
    return kept, [(each.subscription.service_id, sorted(each.subscription.identities)) for each in cards]


def sort_services(world: UseCaseWorld) -> Answer:
    items = [{"id": each, "sortIndex": place} for place, each in enumerate(reversed(world.services))]
    return world.connections.acting_as(ROSA).post(f"{SUBSCRIPTIONS}/sortindex", {"items": items})


def get_disconnected(world: UseCaseWorld) -> Any:
    return list_services(world), sorted(world.connections.agency.connected)


def repeat_disconnect(world: UseCaseWorld) -> None:
    assert disconnect(world).status in (200, 404)


def complete_disconnect(world: UseCaseWorld) -> None:
    """Let maintenance tell the agency, or repeat the request if nothing is stored of it."""
    if world.connections.service().list_cards(ROSA.principal):
        repeat_disconnect(world)
    else:
        maintain_connections(world)


def maintain_despite_fault(world: UseCaseWorld) -> None:
    # The schedule runs again after an error.
    with suppress(Exception):
        maintain_connections(world)


def maintain_connections(world: UseCaseWorld) -> None:
    world.connections.passes(days=2)
    world.connections.maintenance().deliver_due_news(lambda: 60_000)


def get_application(world: UseCaseWorld) -> Any:
    [kept] = [
        world.applications.get(each["id"])
        for each in world.applications.by(OWNER).get(APPLICATIONS).json["items"]
    ] or [None]
    history = kept and sorted(each["state"] for each in kept["history"])
    return kept and (kept["state"], kept["revision"], len(kept["documents"]), history), len(list_inbox(OWNER))


def get_delivered_application(world: UseCaseWorld) -> Any:
    calls = world.applications.calls("application")
    # The agency may learn of a submission twice, and recognizes it.
    sent = {call["submission"] for call in calls if call["applicationId"] == world.draft}
    return sent, world.applications.get(world.draft)["isDelivered"], get_application(world)


def repeat_submission(world: UseCaseWorld) -> Answer | None:
    if world.applications.get(world.draft)["state"] == "draft":
        return submit(world)
    world.applications.passes(minutes=2)
    world.applications.maintenance().deliver_due_news(lambda: 60_000)
    return None


def submit(world: UseCaseWorld) -> Answer:
    return world.applications.submit(world.draft, 1)


def register_rosa(world: UseCaseWorld) -> Answer:
    return world.client.acting_as(ROSA).post("/api/users/register", DETAILS)


def list_team_items(world: UseCaseWorld) -> Any:
    items = world.stored[BUSINESSES_TABLE].scan()["Items"]
    details = [(item["roles"], json.loads(item["content"])) for item in items if item["item"] == "details"]
    teams = sorted((content["name"], sorted(json.loads(roles).items())) for roles, content in details)
    return teams, sorted(item["item"].partition("#")[0] for item in items), len(world.outbox.mail)


def decide(world: UseCaseWorld, path: str) -> Answer:
    return world.rosa.put(path, {"version": get_terms_catalog().current.version})


def get_decisions(world: UseCaseWorld) -> Any:
    items = world.stored[USERS_TABLE].scan()["Items"]
    number = sum(item["item"].startswith("terms#") for item in items)
    return number, world.rosa.get(TERMS).json["decision"]["outcome"] if number else None


OPERATIONS = {
    # Profile.
    "accept the terms": Operation("rosa", lambda w: decide(w, ACCEPT), get_decisions),
    "save preferences": Operation(
        "rosa", lambda w: w.rosa.put(PREFERENCES, make_preferences()), get_preferences
    ),
    "register": Operation("client", register_rosa, get_registrations),
    "change the email address": Operation(
        "preferences", lambda w: w.rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS)), get_preferences
    ),
    "change the number": Operation(
        "preferences", lambda w: w.rosa.put(PREFERENCES, make_preferences(number=NUMBER)), get_preferences
    ),
    "unsubscribe": Operation(
        "preferences", lambda w: w.client.post(f"{UNSUBSCRIBE}?token={LINK}"), get_preferences
    ),
    # Address book.
    "add an address": Operation("addresses", lambda w: add_address(w.rosa, "the-same-key"), list_addresses),
    "make an address primary": Operation(
        "addresses", lambda w: w.rosa.put(f"{BOOK}/{w.addresses[1]}/primary", {}), list_addresses
    ),
    "change an address": Operation(
        "addresses", lambda w: w.rosa.put(f"{BOOK}/{w.addresses[0]}", HOME | {"city": "Mesa"}), list_addresses
    ),
    "remove an address": Operation(
        "addresses", lambda w: w.rosa.delete(f"{BOOK}/{w.addresses[0]}"), list_addresses
    ),
    # Businesses.
    "add a business": Operation("rosa", lambda w: add(w.rosa, allowSameName=False), list_businesses),
    "change a business": Operation(
        "bakery",
        lambda w: w.rosa.put(w.bakery_path, BAKERY | {"name": "Other", "revision": 1}),
        list_businesses,
    ),
    "remove a business": Operation("bakery", lambda w: w.rosa.delete(w.bakery_path), list_businesses),
    "change a role": Operation(
        "ben", lambda w: w.rosa.put(get_member_path(w.bakery, BEN), {"role": "viewer"}), list_businesses
    ),
    "leave a business": Operation(
        "ben", lambda w: w.ben.delete(get_member_path(w.bakery, BEN)), list_businesses
    ),
    "accept an invitation": Operation("invited", lambda w: accept(*w.invited), list_businesses),
    "save a plan": Operation("rosa", save_plan, get_plan),
    "delete a plan": Operation("plan", lambda w: w.rosa.delete(PLAN), get_plan),
    # Inboxes.
    "deliver": Operation("inboxes", lambda w: w.inboxes.post(PASS, "d"), get_counts),
    "deliver a batch": Operation(
        "inboxes", lambda w: w.inboxes.post_batch([PASS, Record(PASSES, "pass-2")], "d"), get_counts
    ),
    "open": Operation("inboxes", lambda w: w.inboxes.open(ROSA, *NAMED[0]), get_counts),
    "mark as read": Operation("inboxes", partial(mark, is_read=True), get_counts),
    "mark as unread": Operation("read", partial(mark, is_read=False), get_counts),
    "delete unread": Operation("inboxes", delete, get_counts),
    "delete read": Operation("read", delete, get_counts),
    "restore unread": Operation("binned", restore, get_counts),
    "restore read": Operation("read_and_binned", restore, get_counts),
    "empty the bin": Operation("binned", lambda w: w.inboxes.empty_bin(ROSA), get_counts),
    "mark a portal message as read": Operation(
        "welcomed",
        lambda w: w.inboxes.of(ROSA).call("PATCH", f"{PORTAL}/{WELCOME.id}/markasread"),
        get_counts,
    ),
    # Connections.
    "connect": Operation("connections", lambda w: connect(w.connections.acting_as(ROSA)), list_services),
    "connect again": Operation(
        "identity", lambda w: connect(w.connections.acting_as(ROSA), "XYZ9"), list_services
    ),
    "add a service": Operation("connections", add_news, list_services),
    "sort services": Operation("services", sort_services, list_services),
    "disconnect": Operation("identity", disconnect, get_disconnected, repeat_disconnect),
    "disconnect, then maintenance": Operation("identity", disconnect, get_disconnected, complete_disconnect),
    "notice of a disconnect": Operation(
        "untold", maintain_despite_fault, get_disconnected, maintain_connections
    ),
    # Applications.
    "begin an application": Operation(
        "applications", lambda w: w.applications.begin(key="the-same-key"), get_application
    ),
    "save answers": Operation(
        "draft", lambda w: w.applications.save(w.draft, ANSWERS | {"employees": "4"}, 1), get_application
    ),
    "submit": Operation("draft", submit, get_application),
    "submit, then maintenance": Operation("draft", submit, get_delivered_application, repeat_submission),
    "withdraw": Operation("submitted", lambda w: w.applications.withdraw(w.submitted), get_application),
    "add a document": Operation("draft", lambda w: w.applications.add(w.draft), get_application),
    "remove a document": Operation(
        "document", lambda w: w.applications.by(OWNER).delete(w.document), get_application
    ),
    "report a status": Operation(
        "submitted", lambda w: w.applications.tell(w.submitted, STATUS), get_application
    ),
}
IN_STEPS = {
    "register",
    *("deliver", "deliver a batch", "empty the bin"),
    *("mark as read", "mark as unread", "delete unread", "delete read", "restore unread", "restore read"),
    *("disconnect", "disconnect, then maintenance", "notice of a disconnect"),
    *("submit, then maintenance", "report a status"),
}
"""Operations that may end halfway: the repetition does the rest."""


def is_done(answer: Answer | None) -> bool:
    return answer is None or (answer.status in (200, 201) and '"failed"' not in answer.text)
