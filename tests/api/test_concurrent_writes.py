"""Two calls at once, which leave what one after the other would, and races that a call loses."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from functions.businesses.plans_repository import PlansRepository
from functions.businesses.repository import BusinessesRepository
from functions.profile.repository import ProfileRepository
from portal.updates import MAX_WRITE_ATTEMPTS
from tests.api.address_book_support import BOOK, HOME, add_address, add_numbered_address
from tests.api.applications_support import MANAGER
from tests.api.businesses_support import (
    BAKERY,
    BEN,
    EVA,
    PLAN,
    accept,
    add,
    add_bakery,
    add_member,
    get_member_path,
    get_refusal,
    get_roles,
    invite,
)
from tests.api.conftest import Outbox
from tests.api.faults import disturb_each_call, let_others_write_first, run_before_call
from tests.api.profile_support import (
    ACCEPT,
    CONFIRMATION,
    DECLINE,
    PREFERENCES,
    ROSA,
    UNSUBSCRIBE,
    make_preferences,
)
from tests.api.support import Answer, Client
from tests.api.use_case_world import DETAILS, LINK, NUMBER, UseCaseWorld, save_plan
from tests.api.use_cases import (
    decide,
    get_application,
    get_decisions,
    get_plan,
    get_preferences,
    get_registrations,
    list_addresses,
    list_team_items,
    register_rosa,
)

Call = Callable[[UseCaseWorld], Answer]
REFUSALS = (400, 403, 404, 409)


@pytest.fixture
def world(client: Client, outbox: Outbox, stored: Mapping[str, Any]) -> Iterator[UseCaseWorld]:
    with ExitStack() as stack:
        yield UseCaseWorld(client, outbox, stored, stack)


@dataclass(frozen=True)
class Pair:
    """Two calls at once.

    Attributes:
        before: attributes of the world that make what the calls need.
        state: what the calls leave.
        limit: name and value of a limit that one of the calls reaches.
    """

    before: str
    own: Call
    other: Call
    state: Callable[[UseCaseWorld], Any]
    limit: tuple[str, int] | None = None


def put_role(member: Any, role: str, client: str = "rosa") -> Call:
    return lambda w: getattr(w, client).put(get_member_path(w.bakery, member), {"role": role})


def leave(client: str, member: Any) -> Call:
    return lambda w: getattr(w, client).delete(get_member_path(w.bakery, member))


def rename(name: str, client: str = "rosa") -> Call:
    return lambda w: getattr(w, client).put(w.bakery_path, BAKERY | {"name": name, "revision": 1})


def add_business(key: str) -> Call:
    return lambda w: add(w.rosa, key, allowSameName=False)


def prefer(**changes: Any) -> Call:
    return lambda w: w.rosa.put(PREFERENCES, make_preferences(**changes))


def put_address(place: int, city: str) -> Call:
    return lambda w: w.rosa.put(f"{BOOK}/{w.addresses[place]}", HOME | {"city": city})


def make_primary(place: int) -> Call:
    return lambda w: w.rosa.put(f"{BOOK}/{w.addresses[place]}/primary", {})


def remove_address(place: int) -> Call:
    return lambda w: w.rosa.delete(f"{BOOK}/{w.addresses[place]}")


def accept_invitation(world: UseCaseWorld) -> Answer:
    return accept(*world.invited)


def remove_business(world: UseCaseWorld) -> Answer:
    return world.rosa.delete(world.bakery_path)


def withdraw(world: UseCaseWorld) -> Answer:
    return world.rosa.delete(world.invitation_path)


def confirm_number(world: UseCaseWorld) -> Answer:
    return world.rosa.post(CONFIRMATION, {"channel": "text", "address": "new", "code": world.code})


def unsubscribe(world: UseCaseWorld) -> Answer:
    return world.client.post(f"{UNSUBSCRIBE}?token={LINK}")


def register_in(county: str) -> Call:
    return lambda w: w.client.acting_as(ROSA).post("/api/users/register", DETAILS | {"countyId": county})


def save_answers(employees: str, person: Any = MANAGER) -> Call:
    return lambda w: w.applications.save(w.draft, {"employees": employees}, 1, person)


MAX_BUSINESSES = ("functions.businesses.business_service.MAX_BUSINESSES", 1)
MAX_ADDRESSES = ("functions.profile.address_book_service.MAX_ADDRESSES", 3)

PAIRS = {
    "two owners step down": Pair(
        "ben", put_role(ROSA, "viewer"), put_role(BEN, "viewer", "ben"), list_team_items
    ),
    "two owners demote each other": Pair(
        "ben", put_role(BEN, "viewer"), put_role(ROSA, "viewer", "ben"), list_team_items
    ),
    "two owners leave": Pair("ben", leave("rosa", ROSA), leave("ben", BEN), list_team_items),
    "change by a manager who is demoted": Pair(
        "manager", rename("N", "manager"), put_role(BEN, "viewer"), list_team_items
    ),
    "two changes of a business": Pair("bakery", rename("N"), rename("Other"), list_team_items),
    "removal by an owner who is demoted": Pair(
        "ben", remove_business, put_role(ROSA, "viewer", "ben"), list_team_items
    ),
    "acceptance and removal": Pair("invited", accept_invitation, remove_business, list_team_items),
    "removal and acceptance": Pair("invited", remove_business, accept_invitation, list_team_items),
    "acceptance and withdrawal": Pair("invitation_path", accept_invitation, withdraw, list_team_items),
    "withdrawal and acceptance": Pair("invitation_path", withdraw, accept_invitation, list_team_items),
    "the same invitation": Pair(
        "bakery",
        lambda w: invite(w.rosa, w.bakery, BEN.email),
        lambda w: invite(w.rosa, w.bakery, BEN.email),
        list_team_items,
    ),
    "two businesses of a name": Pair(
        "rosa", add_business("key-00001"), add_business("key-00002"), list_team_items
    ),
    "two businesses for one place": Pair(
        "rosa",
        lambda w: add(w.rosa, "key-00001"),
        lambda w: add(w.rosa, "key-00002"),
        list_team_items,
        MAX_BUSINESSES,
    ),
    "two plans": Pair(
        "rosa",
        save_plan,
        lambda w: w.rosa.put(PLAN, {"answers": {"name": "Other"}, "revision": 0}),
        get_plan,
    ),
    "deletion and change of a plan": Pair(
        "plan",
        lambda w: w.rosa.delete(PLAN),
        lambda w: w.rosa.put(PLAN, {"answers": {"name": "Other"}, "revision": 1}),
        get_plan,
    ),
    "two decisions": Pair("rosa", lambda w: decide(w, DECLINE), lambda w: decide(w, ACCEPT), get_decisions),
    "first preferences": Pair("rosa", prefer(number=NUMBER), prefer(language="es"), get_preferences),
    "two preferences": Pair("preferences", prefer(number=NUMBER), prefer(language="es"), get_preferences),
    "two numbers": Pair("preferences", prefer(number=NUMBER), prefer(number="602-555-0199"), get_preferences),
    "confirmation of a changed number": Pair(
        "code", confirm_number, prefer(number="602-555-0199"), get_preferences
    ),
    "link and preferences": Pair("preferences", unsubscribe, prefer(language="es"), get_preferences),
    "preferences and link": Pair("preferences", prefer(language="es"), unsubscribe, get_preferences),
    "two first addresses": Pair(
        "rosa",
        lambda w: add_address(w.rosa, "key-00001"),
        lambda w: add_address(w.rosa, "key-00002"),
        list_addresses,
    ),
    "two addresses with a key": Pair(
        "rosa",
        lambda w: add_address(w.rosa, "the-same-key"),
        lambda w: add_address(w.rosa, "the-same-key", city="Mesa"),
        list_addresses,
    ),
    "two addresses for one place": Pair(
        "addresses",
        lambda w: add_address(w.rosa, "key-00001"),
        lambda w: add_address(w.rosa, "key-00002"),
        list_addresses,
        MAX_ADDRESSES,
    ),
    "two primary addresses": Pair("addresses", make_primary(1), make_primary(0), list_addresses),
    "removed address becomes primary": Pair("addresses", make_primary(1), remove_address(1), list_addresses),
    "removed address is changed": Pair(
        "addresses", put_address(0, "Mesa"), remove_address(0), list_addresses
    ),
    "changed address is removed": Pair(
        "addresses", remove_address(0), put_address(0, "Mesa"), list_addresses
    ),
    "two changed addresses": Pair(
        "addresses", put_address(0, "Yuma"), put_address(1, "Mesa"), list_addresses
    ),
    "two registrations": Pair("client", register_rosa, register_in("yuma"), get_registrations),
    "the same link": Pair("links", lambda w: w.links[0](), lambda w: w.links[0](), get_registrations),
    "two links": Pair("links", lambda w: w.links[0](), lambda w: w.links[1](), get_registrations),
    "two savings": Pair("draft", save_answers("3"), save_answers("4"), get_application),
    "a file and answers": Pair(
        "draft", lambda w: w.applications.add(w.draft), save_answers("4"), get_application
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_two_calls_at_once_are_like_one_after_the_other(
    world: UseCaseWorld, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    pair = PAIRS[name]
    getattr(world, pair.before)
    if pair.limit:
        monkeypatch.setattr(*pair.limit)
    restore = world.save()
    possible = []
    for calls in ((pair.own, pair.other), (pair.other, pair.own)):
        restore()
        outcomes = {call: call(world).status for call in calls}
        possible.append((outcomes[pair.own], outcomes[pair.other], pair.state(world)))
    # A call that loses a race is refused, and changes nothing.
    restore()
    alone = (pair.other(world).status, pair.state(world))
    possible += [(refused, *alone) for refused in REFUSALS]
    restore()
    status, left = pair.own(world).status, pair.state(world)
    possible += [(status, refused, left) for refused in REFUSALS]
    others: list[Answer] = []
    overtake = partial(run_before_call, other=lambda: others.append(pair.other(world)))
    for place, overtaken in disturb_each_call(overtake, restore):
        others.clear()
        with overtaken:
            own = pair.own(world)
        if others:
            assert (own.status, others[0].status, pair.state(world)) in possible, place


def turn_role(world: UseCaseWorld) -> Answer:
    role = "viewer" if get_roles(world.rosa, world.bakery)[BEN.user_id] == "owner" else "owner"
    return put_role(BEN, role)(world)


def save_plan_again(world: UseCaseWorld) -> Answer:
    revision = world.rosa.get(PLAN).json["revision"]
    return world.rosa.put(PLAN, {"answers": {"name": "N"}, "revision": revision})


def change_the_mind(world: UseCaseWorld) -> Answer:
    decide(world, ACCEPT)
    return decide(world, DECLINE)


def add_one_more(add_one: Callable[..., Any]) -> Call:
    numbers = iter(range(10_000_000, 100_000_000))
    return lambda w: add_one(w.rosa, next(numbers))


@pytest.mark.parametrize(
    ("before", "repository", "write", "own", "other", "code"),
    [
        ("rosa", BusinessesRepository, "add_business", lambda w: add(w.rosa, "key-of-one-more"),
         add_one_more(lambda client, number: add_bakery(client, f"key-{number}")), "othersAdded"),
        ("ben", BusinessesRepository, "save_team", put_role(EVA, "manager"), turn_role, "businessChanged"),
        ("plan", PlansRepository, "save_plan", lambda w: w.rosa.delete(PLAN), save_plan_again, "planChanged"),
        ("rosa", ProfileRepository, "create_terms_decision", lambda w: decide(w, ACCEPT), change_the_mind,
         "decisionChanged"),
        ("preferences", ProfileRepository, "save_contact_preferences", unsubscribe, prefer(),
         "preferencesChanged"),
        ("rosa", ProfileRepository, "save_address_book", lambda w: add_address(w.rosa, "mine-first"),
         add_one_more(add_numbered_address), "addressBookChanged"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)  # fmt: skip
def test_five_lost_races_are_conflict(
    world: UseCaseWorld,
    monkeypatch: pytest.MonkeyPatch,
    before: str,
    repository: Any,
    write: str,
    own: Call,
    other: Call,
    code: str,
) -> None:
    getattr(world, before)
    if code == "businessChanged":
        add_member(world.rosa, world.outbox, world.bakery, EVA, "viewer")
    let_others_write_first(monkeypatch, repository, [write], [partial(other, world)] * MAX_WRITE_ATTEMPTS)
    assert get_refusal(own(world)) == (409, code)
    assert own(world).status in (200, 201)
