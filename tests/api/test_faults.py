"""Repeated requests after a fault at each DynamoDB call: the same result as one undisturbed request."""

import copy
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from typing import Any

import pytest
from pynamodb.exceptions import PutError

from domains.agencies.breaker import BreakerState
from domains.agencies.breaker_table import BreakerTable
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from domains.messages.account_notices import welcome
from domains.messages.messages_table import MessagesTable
from portal.secrets import RotatingSecret
from tests.api.address_book_support import BOOK, HOME, add_address, add_numbered_address
from tests.api.agency_support import SUBSCRIPTIONS, World, connect, run_agency
from tests.api.applications_support import ANSWERS, APPLICATIONS, OWNER, ApplicationsWorld, make_status
from tests.api.businesses_support import (
    BAKERY,
    BEN,
    BUSINESSES,
    EVA,
    PLAN,
    accept,
    add,
    add_bakery,
    add_member,
    get_member_path,
    get_token,
    invite,
    invite_and_get_token,
)
from tests.api.conftest import Outbox
from tests.api.faults import (
    Calls,
    Killed,
    fail_call,
    kill_at_call,
    lose_reply,
    throttle_first_attempts,
)
from tests.api.inbound_support import empty_bucket, list_inbox
from tests.api.profile_support import (
    OTHER_ADDRESS,
    PREFERENCES,
    ROSA,
    TEST,
    UNSUBSCRIBE,
    make_preferences,
    register,
    use_clock,
)
from tests.api.records_support import PASSES, VEHICLES
from tests.api.shared_setup import get_state, restore_state
from tests.api.support import (
    AGENCIES_TABLE,
    MESSAGES_TABLE,
    SUBSCRIPTIONS_TABLE,
    UNSUBSCRIBE_SECRET,
    USERS_TABLE,
    Answer,
    Client,
)
from tests.api.unread_support import AGENCY, NOW, PORTAL, Inboxes, Record
from tests.api.unread_support import connect as connect_record
from tests.depth import IS_DEEP

pytestmark = pytest.mark.proof

MAX_CALLS = 60
NUMBER = "+16025550123"
DETAILS = {
    "legalFirstName": "Rosa",
    "legalLastName": "Delgado",
    "dateOfBirth": "1988-04-02",
    "countyId": "pima",
    "language": "en",
}
LINK = UnsubscribeTokens(RotatingSecret(UNSUBSCRIBE_SECRET)).issue(
    Unsubscription(ROSA.user_id, "reminders", "email")
)
VEHICLE = Record(VEHICLES, "vehicle-1")
PASS = Record(PASSES, "pass-1")
IDS = [VEHICLE.get_message_id(ROSA, own_id) for own_id in "abc"]
NAMED = [(message_id, VEHICLE.get_identity_id(ROSA)) for message_id in IDS]
WELCOME = welcome(ROSA.user_id, NOW)
STATUS = make_status("approved", "told-1")

FAULTS: dict[str, Callable[[int], Any]] = {
    "reply lost": partial(lose_reply, also_again=False),
    "reply lost also again": partial(lose_reply, also_again=True),
    "call failed": fail_call,
    "ended before call": partial(kill_at_call, is_after=False),
    "ended after call": partial(kill_at_call, is_after=True),
    "throttled": lambda _place: throttle_first_attempts(),
}
HIDDEN = ("reply lost", "throttled")
"""Faults that the SDK hides by its retries."""


@dataclass
class FaultsWorld:
    """Functions over moto, and what the operations need, made at first use."""

    client: Client
    outbox: Outbox
    stored: Mapping[str, Any]
    stack: ExitStack
    clocks: list[Any] = field(default_factory=list)

    @cached_property
    def rosa(self) -> Client:
        return register(self.client)

    @cached_property
    def preferences(self) -> Answer:
        return self.rosa.put(PREFERENCES, make_preferences())

    @cached_property
    def plan(self) -> Answer:
        return save_plan(self)

    @cached_property
    def bakery(self) -> str:
        return add_bakery(self.rosa)

    @cached_property
    def bakery_path(self) -> str:
        return f"{BUSINESSES}/{self.bakery}"

    @cached_property
    def ben(self) -> Client:
        """Client of Ben, a second owner."""
        return add_member(self.rosa, self.outbox, self.bakery, BEN, "owner")

    @cached_property
    def invited(self) -> tuple[Client, str]:
        """Client of Ben, who is not a member yet, and the token of his invitation."""
        return register(self.client, BEN), invite_and_get_token(
            self.rosa, self.outbox, self.bakery, BEN.email
        )

    @cached_property
    def addresses(self) -> list[str]:
        return [add_numbered_address(self.rosa, number) for number in range(2)]

    @cached_property
    def inboxes(self) -> Inboxes:
        inboxes = self.stack.enter_context(Inboxes.opened())
        for person, record in [(ROSA, VEHICLE), (ROSA, PASS), (BEN, PASS), (BEN, Record(PASSES, "pass-2"))]:
            connect_record(person, record)
        for own_id in "abc":
            inboxes.post(VEHICLE, own_id, NOW)
        return inboxes

    @cached_property
    def read(self) -> Answer:
        return mark(self, is_read=True)

    @cached_property
    def binned(self) -> Answer:
        return delete(self)

    @cached_property
    def read_and_binned(self) -> Answer:
        return self.read and self.binned

    @cached_property
    def welcomed(self) -> bool:
        assert self.inboxes
        return MessagesTable(MESSAGES_TABLE).add(WELCOME)

    @cached_property
    def connections(self) -> World:
        world = World(self.client, self.stack.enter_context(run_agency()))
        world.register()
        register(self.client)
        return world

    @cached_property
    def identity(self) -> str:
        """Connection of Rosa to her vehicle, with a copy of the data."""
        rosa = self.connections.acting_as(ROSA)
        identity_id: str = connect(rosa).json["identityId"]
        assert rosa.get(f"{SUBSCRIPTIONS}/identities/{identity_id}/servicedata").status == 200
        return identity_id

    @cached_property
    def services(self) -> list[str]:
        """Ids of the cards of two services."""
        assert self.identity
        assert add_news(self).status == 201
        return [each["id"] for each in self.connections.acting_as(ROSA).get(SUBSCRIPTIONS).json["items"]]

    @cached_property
    def untold(self) -> Answer:
        """Disconnect that the agency was not told."""
        assert self.identity
        self.connections.agency.mode = "error"
        answer = disconnect(self)
        self.connections.agency.mode = "normal"
        return answer

    @cached_property
    def applications(self) -> ApplicationsWorld:
        empty_bucket()
        return ApplicationsWorld(self.client, self.stack.enter_context(run_agency()))

    @cached_property
    def draft(self) -> str:
        return self.applications.draft()

    @cached_property
    def submitted(self) -> str:
        return self.applications.submitted()

    @cached_property
    def document(self) -> str:
        """Path of a document in the draft."""
        identifier = self.applications.add(self.draft).json["id"]
        return f"{APPLICATIONS}/{self.draft}/documents/{identifier}"

    def list_worlds(self) -> list[Any]:
        return [vars(self)[name] for name in ("connections", "applications") if name in vars(self)]

    def save(self) -> Callable[[], None]:
        """Return a function that restores the present state."""
        state = get_state()
        times = [(world, world.now, copy.copy(world.agency.connected)) for world in self.list_worlds()]

        def restore() -> None:
            restore_state(state)
            for world, now, connected in times:
                world.now = now
                world.agency.connected = set(connected)

        return restore


@dataclass(frozen=True)
class Operation:
    """Request, and the state that it leaves.

    Attributes:
        before: attribute of the world that makes what the request needs.
        repeat: completes the request after a fault; None for the same request.
    """

    before: str
    request: Callable[[FaultsWorld], Answer | None]
    state: Callable[[FaultsWorld], Any]
    repeat: Callable[[FaultsWorld], Answer | None] | None = None


def list_types(world: FaultsWorld) -> list[str]:
    return sorted(item["type"] for item in world.stored[MESSAGES_TABLE].scan()["Items"])


def get_registrations(world: FaultsWorld) -> Any:
    items = world.stored[USERS_TABLE].scan()["Items"]
    registered = [item["user_id"] for item in items if item["item"] == "registration"]
    return registered, list_types(world)


def get_preferences(world: FaultsWorld) -> Any:
    saved = world.rosa.get(PREFERENCES).json
    addresses = [each["address"] for each in saved["addresses"]]
    changes = [each["address"] for each in saved["changes"]]
    notices = [(each["kind"], each["channels"]) for each in saved["notices"]]
    return addresses, changes, notices, get_registrations(world)


def list_addresses(world: FaultsWorld) -> Any:
    return [(each["line1"], each["city"], each["isPrimary"]) for each in world.rosa.get(BOOK).json["items"]]


def list_businesses(world: FaultsWorld) -> Any:
    items = world.rosa.get(BUSINESSES).json["items"]
    details = [world.rosa.get(f"{BUSINESSES}/{each['id']}").json for each in items]
    return [
        (each["name"], each["revision"], {member["id"]: member["role"] for member in each["members"]})
        for each in details
    ]


def get_plan(world: FaultsWorld) -> Any:
    plan = world.rosa.get(PLAN).json
    return plan["answers"], plan["revision"]


def save_plan(world: FaultsWorld) -> Answer:
    return world.rosa.put(PLAN, {"answers": {"name": "N"}, "revision": 0})


def get_counts(world: FaultsWorld) -> Any:
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


def mark(world: FaultsWorld, *, is_read: bool) -> Answer:
    return world.inboxes.change_agency(ROSA, "mark", NAMED, isRead=is_read)


def delete(world: FaultsWorld) -> Answer:
    return world.inboxes.change_agency(ROSA, "delete", NAMED)


def restore(world: FaultsWorld) -> Answer:
    return world.inboxes.change_portal(ROSA, "restore", IDS)


def list_services(world: FaultsWorld) -> Any:
    items = world.stored[SUBSCRIPTIONS_TABLE].scan()["Items"]
    kept = {item["item"] for item in items if not item["item"].startswith("attempts#")}
    cards = world.connections.service().list_cards(ROSA.principal)
    return kept, [(each.subscription.service_id, sorted(each.subscription.identities)) for each in cards]


def add_news(world: FaultsWorld) -> Answer:
    return world.connections.acting_as(ROSA).post(SUBSCRIPTIONS, {"agencyServiceId": "test-agency-news"})


def sort_services(world: FaultsWorld) -> Answer:
    items = [{"id": each, "sortIndex": place} for place, each in enumerate(reversed(world.services))]
    return world.connections.acting_as(ROSA).post(f"{SUBSCRIPTIONS}/sortindex", {"items": items})


def get_disconnected(world: FaultsWorld) -> Any:
    return list_services(world), sorted(world.connections.agency.connected)


def disconnect(world: FaultsWorld) -> Answer:
    world.connections.passes(seconds=30)
    return world.connections.acting_as(ROSA).delete(f"{SUBSCRIPTIONS}/identities/{world.identity}")


def repeat_disconnect(world: FaultsWorld) -> None:
    assert disconnect(world).status in (200, 404)


def complete_disconnect(world: FaultsWorld) -> None:
    """Let maintenance tell the agency, or repeat the request if nothing is stored of it."""
    if world.connections.service().list_cards(ROSA.principal):
        repeat_disconnect(world)
    else:
        maintain_connections(world)


def maintain_despite_fault(world: FaultsWorld) -> None:
    # The schedule runs again after an error.
    with suppress(Exception):
        maintain_connections(world)


def maintain_connections(world: FaultsWorld) -> None:
    world.connections.passes(days=2)
    world.connections.maintenance().run(lambda: 60_000)


def get_application(world: FaultsWorld) -> Any:
    [kept] = [
        world.applications.get(each["id"])
        for each in world.applications.by(OWNER).get(APPLICATIONS).json["items"]
    ] or [None]
    history = kept and sorted(each["state"] for each in kept["history"])
    return kept and (kept["state"], kept["revision"], len(kept["documents"]), history), len(list_inbox(OWNER))


def get_delivered_application(world: FaultsWorld) -> Any:
    calls = world.applications.calls("application")
    # The agency may learn of a submission twice, and recognizes it.
    sent = {call["submission"] for call in calls if call["applicationId"] == world.draft}
    return sent, world.applications.get(world.draft)["isDelivered"], get_application(world)


def repeat_submission(world: FaultsWorld) -> Answer | None:
    if world.applications.get(world.draft)["state"] == "draft":
        return submit(world)
    world.applications.passes(minutes=2)
    world.applications.maintenance().run(lambda: 60_000)
    return None


def submit(world: FaultsWorld) -> Answer:
    return world.applications.submit(world.draft, 1)


def register_rosa(world: FaultsWorld) -> Answer:
    return world.client.acting_as(ROSA).post("/api/users/register", DETAILS)


OPERATIONS = {
    # Profile.
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
    "add a business": Operation("rosa", lambda w: add(w.rosa), list_businesses),
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


@pytest.fixture
def world(client: Client, outbox: Outbox, stored: Mapping[str, Any]) -> Iterator[FaultsWorld]:
    with ExitStack() as stack:
        yield FaultsWorld(client, outbox, stored, stack)


def is_done(answer: Answer | None) -> bool:
    return answer is None or (answer.status in (200, 201) and '"failed"' not in answer.text)


def list_cases() -> list[tuple[str, str]]:
    """List operations with their faults: two for each operation in the gate, all of them with `--deep`."""
    faults = list(FAULTS)
    if IS_DEEP:
        return [(name, fault) for name in OPERATIONS for fault in faults]
    half = len(faults) // 2
    return [
        (name, faults[(number + step) % len(faults)])
        for number, name in enumerate(OPERATIONS)
        for step in (0, half)
    ]


@pytest.mark.parametrize(("name", "fault"), list_cases())
def test_repeat_after_fault_applies_once(world: FaultsWorld, name: str, fault: str) -> None:
    operation = OPERATIONS[name]
    getattr(world, operation.before)
    restore_before = world.save()
    before = operation.state(world)
    assert is_done(operation.request(world))
    done = operation.state(world)
    assert done != before
    for place in range(MAX_CALLS):
        restore_before()
        calls, answer = send_under_fault(operation, world, fault, place)
        halfway = operation.state(world)
        if fault in HIDDEN:
            assert is_done(answer), (place, answer)
        if name not in IN_STEPS:
            assert halfway in ((done,) if fault in HIDDEN else (before, done)), place
        again = (operation.repeat or operation.request)(world)
        assert is_done(again), (place, again)
        assert operation.state(world) == done, place
        if fault == "throttled" or place >= len(calls.ids):
            assert calls.ids
            return
    pytest.fail("There are more calls than are tried")


@pytest.mark.parametrize("fault", FAULTS)
def test_channel_test_with_fault_is_sent_at_most_once(
    world: FaultsWorld, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    assert world.preferences
    now = datetime.now(UTC)
    use_clock(monkeypatch, lambda: now)
    restore_before = world.save()
    for place in range(MAX_CALLS):
        restore_before()
        with suppress(Killed), FAULTS[fault](place) as calls:
            world.rosa.post(TEST, {"channel": "email"})
        world.rosa.post(TEST, {"channel": "email"})
        assert list_types(world).count("test") == 1, place
        if fault == "throttled" or place >= len(calls.ids):
            return
    pytest.fail("There are more calls than are tried")


@pytest.mark.parametrize("fault", FAULTS)
def test_invitation_after_fault_is_sent_and_valid(
    world: FaultsWorld, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    # Repeat a failed sending at once.
    monkeypatch.setattr("functions.businesses.team.MAX_SENDING_TIME", timedelta(seconds=-1))
    assert world.bakery
    eva = register(world.client, EVA)
    restore_before = world.save()
    for place in range(MAX_CALLS):
        restore_before()
        answer = None
        with suppress(Killed), FAULTS[fault](place) as calls:
            answer = invite(world.rosa, world.bakery, EVA.email)
        if fault in HIDDEN:
            assert answer is not None
            assert answer.status == 201, place
            assert len(world.outbox.mail) == 1
        elif answer is None or answer.status >= 500:
            assert invite(world.rosa, world.bakery, EVA.email).status in (200, 201), place
        assert accept(eva, get_token(world.outbox.mail[-1].text)).status == 200, place
        if fault == "throttled" or place >= len(calls.ids):
            return
    pytest.fail("There are more calls than are tried")


def test_write_without_reply_raises_error(stored: Mapping[str, Any]) -> None:
    with lose_reply(0, also_again=True), pytest.raises(PutError, match="Read timeout"):
        MessagesTable(MESSAGES_TABLE).add(WELCOME)
    assert stored[MESSAGES_TABLE].scan()["Count"] == 1


def test_portal_message_with_lost_reply_is_not_new(stored: Mapping[str, Any]) -> None:
    with lose_reply(0, also_again=False):
        assert not MessagesTable(MESSAGES_TABLE).add(WELCOME)


def test_breaker_write_with_lost_reply_succeeds(stored: Mapping[str, Any]) -> None:
    state = BreakerState(failed_at=(NOW,), opened_at=None, probe_until=None, revision=1)
    with lose_reply(0, also_again=True) as calls:
        assert BreakerTable(AGENCIES_TABLE).write("test-agency", state)
    assert len(calls.ids) == 1


def send_under_fault(
    operation: Operation, world: FaultsWorld, fault: str, place: int
) -> tuple[Calls, Answer | None]:
    with FAULTS[fault](place) as calls:
        try:
            return calls, operation.request(world)
        except Killed:
            return calls, None
