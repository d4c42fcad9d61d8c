"""People, businesses, inboxes, connections and applications for the use cases of `use_cases`."""

import copy
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from domains.messages.account_notices import make_welcome_notice
from domains.messages.messages_table import MessagesTable
from portal.secrets import RotatingSecret
from tests.api.address_book_support import add_numbered_address
from tests.api.agency_support import SUBSCRIPTIONS, World, connect, run_agency
from tests.api.applications_support import APPLICATIONS, ApplicationsWorld, make_status
from tests.api.businesses_support import (
    BEN,
    BUSINESSES,
    PLAN,
    add_bakery,
    add_member,
    invite_and_get_token,
)
from tests.api.conftest import Outbox
from tests.api.inbound_support import empty_bucket
from tests.api.profile_support import (
    PREFERENCES,
    ROSA,
    VERIFICATION,
    get_code,
    make_preferences,
    register,
)
from tests.api.records_support import PASSES, VEHICLES
from tests.api.shared_setup import get_state, restore_state
from tests.api.support import (
    MESSAGES_TABLE,
    UNSUBSCRIBE_SECRET,
    Answer,
    Client,
    Person,
)
from tests.api.unread_support import NOW, Inboxes, Record
from tests.api.unread_support import connect as connect_record

NUMBER = "+16025550123"
DETAILS = {
    "legalFirstName": "Rosa",
    "legalLastName": "Delgado",
    "dateOfBirth": "1988-04-02",
    "countyId": "pima",
    "language": "en",
}
LINK = UnsubscribeTokens(RotatingSecret(UNSUBSCRIBE_SECRET)).issue_token(
    Unsubscription(ROSA.user_id, "reminders", "email")
)
VEHICLE = Record(VEHICLES, "vehicle-1")
PASS = Record(PASSES, "pass-1")
IDS = [VEHICLE.get_message_id(ROSA, own_id) for own_id in "abc"]
NAMED = [(message_id, VEHICLE.get_identity_id(ROSA)) for message_id in IDS]
WELCOME = make_welcome_notice(ROSA.user_id, NOW)
STATUS = make_status("approved", "told-1")


@dataclass
class UseCaseWorld:
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
    def code(self) -> str:
        """Code for the address that Rosa saved."""
        assert self.rosa.put(PREFERENCES, make_preferences(number=NUMBER)).status == 200
        assert self.rosa.post(VERIFICATION, {"channel": "text", "address": "new"}).status == 202
        return get_code(self.outbox.text_messages[-1][1])

    @cached_property
    def links(self) -> list[Callable[[], Answer]]:
        """Confirmations of two identities that an earlier account can move to."""
        self.client.acting_as(Person(subject="before")).post("/api/users/register", DETAILS)
        return [self._prepare_link(Person(subject=subject)) for subject in ("after", "after too")]

    def _prepare_link(self, person: Person) -> Callable[[], Answer]:
        acting = self.client.acting_as(person)
        assert acting.post("/api/users/link", {}).status == 202
        code = self.outbox.mail[-1].subject.split()[0]
        return lambda: acting.post("/api/users/link/confirm", {"code": code})

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
    def manager(self) -> Client:
        """Client of Ben, a manager."""
        return add_member(self.rosa, self.outbox, self.bakery, BEN, "manager")

    @cached_property
    def invited(self) -> tuple[Client, str]:
        """Client of Ben, who is not a member yet, and the token of his invitation."""
        return register(self.client, BEN), invite_and_get_token(
            self.rosa, self.outbox, self.bakery, BEN.email
        )

    @cached_property
    def invitation_path(self) -> str:
        assert self.invited
        (invitation,) = self.rosa.get(self.bakery_path).json["invitations"]
        return f"{self.bakery_path}/invitations/{invitation['id']}"

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
        return MessagesTable(MESSAGES_TABLE).add_message(WELCOME)

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


def save_plan(world: UseCaseWorld) -> Answer:
    return world.rosa.put(PLAN, {"answers": {"name": "N"}, "revision": 0})


def mark(world: UseCaseWorld, *, is_read: bool) -> Answer:
    return world.inboxes.change_agency(ROSA, "mark", NAMED, isRead=is_read)


def delete(world: UseCaseWorld) -> Answer:
    return world.inboxes.change_agency(ROSA, "delete", NAMED)


def add_news(world: UseCaseWorld) -> Answer:
    return world.connections.acting_as(ROSA).post(SUBSCRIPTIONS, {"agencyServiceId": "test-agency-news"})


def disconnect(world: UseCaseWorld) -> Answer:
    world.connections.passes(seconds=30)
    return world.connections.acting_as(ROSA).delete(f"{SUBSCRIPTIONS}/identities/{world.identity}")
