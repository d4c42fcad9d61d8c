"""Support staff: the userservices function over moto, with a reachable agency."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode

from botocore.exceptions import EndpointConnectionError

from domains.accesslog.access_log import AccessLog
from domains.accesslog.access_log_table import AccessLogTable
from domains.accounts.account_table import REGISTRATION_KEY, AccountRepository
from domains.accounts.masking import mask_email
from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.breaker_table import BreakerTable
from domains.agencies.catalog import Catalog
from domains.agencies.record_reader import RecordReader
from domains.applications.applications_table import ApplicationsTable
from domains.assurance.enhanced_authentication import EID
from domains.assurance.slots import PASSKEY_TRY_LIMIT, Lock, TryLimit
from domains.assurance.tries_table import TriesTable
from domains.businesses.businesses_table import BusinessesTable
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.delivery import DeliveryState, DeliveryStep, NoticeDelivery
from domains.deliveries.dispatch import Dispatch
from domains.people.wiring import PeopleSettings, make_people_finder
from functions.userservices import contact_routes, dashboard_routes, lock_routes
from functions.userservices.cards import CardReader
from functions.userservices.case_access import CaseAccess
from functions.userservices.contact_service import ContactDesk
from functions.userservices.dashboard_service import DashboardDesk
from functions.userservices.lock_service import LockDesk
from functions.userservices.repository import (
    DashboardsRepository,
    NoticesRepository,
    PeopleRepository,
)
from functions.userservices.routes import routes
from functions.userservices.service import PeopleDesk
from portal.http import HttpSettings, create_app
from portal.items import PlainSchema
from portal.secrets import RotatingSecret
from portal.tables import Attr, Table
from tests.api.agency_support import World
from tests.api.support import (
    ACCESS_LOG_TABLE,
    AGENCIES_TABLE,
    APPLICATIONS_TABLE,
    BUSINESSES_TABLE,
    DELIVERIES_TABLE,
    DOCUMENT_SECRET,
    MESSAGES_TABLE,
    ORIGIN_SECRET,
    PEOPLE_TOKEN_KEYS,
    PEOPLE_TOKENS_TABLE,
    SUBSCRIPTIONS_TABLE,
    TELEMETRY,
    TRIES_TABLE,
    UNKNOWN_ID,
    USERS_TABLE,
    Answer,
    Client,
    Person,
    get_mail,
    invoke,
)
from tests.lambda_context import Context

SAM = Person("sam@example.com", name="Sam Ortega", groups=("support",), second_factor=True)
MAX_FAILURES = 5
LIMITS: Mapping[Lock, TryLimit] = {
    **{type_id: TryLimit(MAX_FAILURES) for type_id in (1, 2, 3, 4)},
    "passkey": PASSKEY_TRY_LIMIT,
}


@dataclass(frozen=True, slots=True)
class Desk:
    """Support desk.

    Attributes:
        client: acts for a staff member, with a purpose and a case number.
    """

    world: World
    client: Client

    def person(self, person: Person, block: str = "") -> Answer:
        """Get a block of a person's page; the first one by default."""
        return self.client.get(f"/api/users/{person.user_id}{block and f'/{block}'}")

    def search(self, **criteria: str) -> Answer:
        return self.client.get(f"/api/users/search?{urlencode(criteria)}")

    def lift(self, person: Person, lock: str = "3", reason: str = "She was on the phone") -> Answer:
        return self.client.post(f"/api/users/{person.user_id}/locks/{lock}/lift", {"reason": reason})

    def allow(
        self,
        person: Person,
        channel: str = "email",
        change_id: str = "",
        reason: str = "She lost the old one",
        step: str = "allow",
    ) -> Answer:
        """Allow a change of address, or take the permission back (`withdraw`).

        Args:
            change_id: the change that the staff member read; "" for the pending one.
        """
        asked = {"changeId": change_id or self._get_change_id(person, channel), "reason": reason}
        return self.client.post(f"/api/users/{person.user_id}/contact/{channel}/{step}", asked)

    def _get_change_id(self, person: Person, channel: str) -> str:
        preferences = AccountRepository(USERS_TABLE).get_account(person.user_id).preferences
        pending = preferences.find_pending(channel) if preferences else None
        return pending.id if pending else "none"

    def resend(self, person: Person, message_id: str, channel: str = "email") -> Answer:
        return self.client.post(f"/api/users/{person.user_id}/notices/{message_id}/{channel}/resend")

    def reload(self, person: Person, name: str = "Rosa Delgado") -> Answer:
        confirmed = self.client.sending(confirmed_name=quote(name))
        return confirmed.post(f"/api/users/{person.user_id}/reloaddashboard")

    def clear(self, person: Person, name: str = "Rosa Delgado") -> Answer:
        confirmed = self.client.sending(confirmed_name=quote(name))
        return confirmed.delete(f"/api/users/{person.user_id}/cleardashboard")

    def restore(self, person: Person) -> Answer:
        return self.client.post(f"/api/users/{person.user_id}/restoredashboard")

    def acting_as(self, person: Person) -> "Desk":
        return replace(self, client=self.client.acting_as(person))

    def sending(self, **headers: str | None) -> "Desk":
        return replace(self, client=self.client.sending(**headers))


def make_desk(world: World, staff: Person = SAM, **parts: Any) -> Desk:
    """Return the desk of a world.

    Args:
        parts: replace the clock, `monotonic` or `sleep`.
    """
    subscriptions = DashboardsRepository(SUBSCRIPTIONS_TABLE)
    common: dict[str, Any] = {
        "clock": lambda: world.now,
        "monotonic": time.monotonic,
        "sleep": lambda _: None,
    } | parts
    clock, monotonic = common["clock"], common["monotonic"]
    accounts, inbox = PeopleRepository(USERS_TABLE), NoticesRepository(MESSAGES_TABLE)
    catalog = Catalog(world.catalog_table, world.monotonic)
    access = CaseAccess(
        log=AccessLog(
            AccessLogTable(ACCESS_LOG_TABLE), lambda: world.now, TELEMETRY.logger, pause=lambda _: None
        ),
        accounts=accounts,
        subscriptions=subscriptions,
        businesses=BusinessesTable(BUSINESSES_TABLE),
        applications=ApplicationsTable(APPLICATIONS_TABLE),
        catalog=catalog,
        monotonic=monotonic,
        sleep=common["sleep"],
    )
    people = PeopleDesk(
        access=access,
        finder=make_people_finder(
            PeopleSettings(
                users_table=USERS_TABLE,
                people_tokens_table=PEOPLE_TOKENS_TABLE,
                people_token_keys=RotatingSecret.from_text(PEOPLE_TOKEN_KEYS),
            )
        ),
    )
    contact = ContactDesk(
        clock=clock,
        access=access,
        accounts=accounts,
        deliveries=DeliveriesTable(DELIVERIES_TABLE),
        inbox=inbox,
        mail=get_mail(),
    )
    records = RecordReader(clock=lambda: world.now, store=subscriptions, agencies=world.agency_client())
    dashboard = DashboardDesk(
        clock=clock,
        monotonic=monotonic,
        access=access,
        subscriptions=subscriptions,
        cards=CardReader(subscriptions, catalog, BreakerTable(AGENCIES_TABLE), records, monotonic),
        inbox=inbox,
    )
    locks = LockDesk(
        clock=clock,
        access=access,
        tries=TriesTable(TRIES_TABLE, RotatingSecret(DOCUMENT_SECRET)),
        inbox=inbox,
        limits=LIMITS,
    )
    app = create_app(
        (routes, people),
        (contact_routes.routes, contact),
        (dashboard_routes.routes, dashboard),
        (lock_routes.routes, locks),
        settings=HttpSettings(origin_secrets=RotatingSecret(ORIGIN_SECRET)),
        telemetry=TELEMETRY,
        is_open_to=make_terms_gate(USERS_TABLE),
    )
    rest = world.client.app_of
    client = replace(world.client, app_of=lambda group: app if group == "userservices" else rest(group))
    acting = client.acting_as(staff).sending(purpose="resident-asked", case_number="C-1042")
    return Desk(world, acting)


def make_tokens(*people: Person) -> None:
    """Send people to the stream's function, so that search finds them."""
    records = [
        {
            "eventName": "INSERT",
            "dynamodb": {
                "Keys": {"user_id": {"S": each.user_id}, "item": {"S": REGISTRATION_KEY}},
                "SequenceNumber": str(number),
            },
        }
        for number, each in enumerate(people)
    ]
    assert invoke("peopletokens", {"Records": records}, Context()) == {"batchItemFailures": []}


def add_delivery(person: Person, message_id: str, state: DeliveryState, at: datetime) -> None:
    """Store an email announcement of a message, with this outcome."""
    step = DeliveryStep(state, at, "tryAgain" if state == "failed" else None)
    delivery = NoticeDelivery(person.user_id, message_id, "email", mask_email(person.email), (step,))
    assert DeliveriesTable(DELIVERIES_TABLE).save_dispatch(Dispatch(delivery), at)


def fail_tries(world: World, person: Person, failures: int = MAX_FAILURES) -> None:
    """Store failed tries of EID, one minute apart."""
    table = TriesTable(TRIES_TABLE, RotatingSecret(DOCUMENT_SECRET))
    for number in range(failures):
        tries = table.get_tries(person.user_id, None)
        assert table.save_tries(person.user_id, None, tries, tries.take_slot(f"try-{number}", EID, world.now))
        world.passes(minutes=1)


BEN = Person("ben@example.com", name="Ben Whitehorse")


MINE = "/api/profile/access"


def list_lines(stored: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(stored[ACCESS_LOG_TABLE].scan()["Items"])


DOWN = EndpointConnectionError(endpoint_url="dynamodb")
FAILING_WRITE = Table(SUBSCRIPTIONS_TABLE, PlainSchema("owner", "item")).make_delete(
    UNKNOWN_ID, "nothing", condition=Attr("ids").exists()
)
"""Part of a transaction whose condition fails."""


def list_kinds(rosa: Client) -> list[str]:
    """List the kinds of the person's accesses in order of time."""
    return [access["kind"] for access in reversed(rosa.get(MINE).json["items"])]
