"""Replies to agencies: sent once, retried until received, and answered in the same thread."""

import base64
import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.agencies.transactions_table import TransactionsTable
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.messages.attachments import (
    AttachmentDownloads,
    AttachmentRemovals,
    AttachmentUploads,
    SentFiles,
)
from domains.messages.files_table import FilesTable
from domains.messages.inbox import Mailbox
from domains.messages.inbox_table import InboxTable
from domains.messages.message_items import MESSAGE_SCHEMA
from domains.replies.delivery import ReplyDelivery
from domains.replies.replies_table import RepliesTable
from domains.replies.reply import GIVES_UP_AFTER, MAX_REPLIES
from functions.agencyinbound.routes import routes as inbound_routes
from functions.agencyinbound.service import AgencyInboundService
from functions.agencymessages.routes import routes as message_routes
from functions.agencymessages.service import AgencyMessagesService
from functions.agencyreplies.routes import routes as reply_routes
from functions.agencyreplies.service import ReplyService
from functions.maintenance.files import RemovedMessages
from portal.http import HttpSettings, create_app
from portal.page_tokens import PageTokens
from portal.secrets import RotatingSecret
from portal.tables import Table
from portal.types import derive_id
from tests.api.agency_support import (
    AGENCY,
    SUBSCRIPTIONS,
    VEHICLES,
    World,
    connect,
    make_manifest,
    make_text,
    run_agency,
)
from tests.api.businesses_support import call_at_once
from tests.api.inbound_support import BUCKET, PDF, PNG, empty_bucket, list_inbox, list_keys
from tests.api.profile_support import ROSA, register
from tests.api.support import (
    DELIVERIES_TABLE,
    MESSAGES_TABLE,
    ORIGIN_SECRET,
    REPLIES_TABLE,
    SUBSCRIPTIONS_TABLE,
    TELEMETRY,
    TRANSACTIONS_TABLE,
    USERS_TABLE,
    AgencyCaller,
    Answer,
    Client,
    Person,
    act_as,
    invoke,
    renew_apps,
)
from tests.lambda_context import Context

BEN = Person("ben@example.com", name="Ben Whitehorse")
TYPES = [
    {"code": "QUESTION", "name": make_text("Question"), "acceptsReplies": True},
    {"code": "NOTICE", "name": make_text("Notice")},
]


class Post:
    """Both functions over moto with a reachable agency."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.client = world.client

    @property
    def _settings(self) -> HttpSettings:
        return HttpSettings(origin_secrets=RotatingSecret(ORIGIN_SECRET))

    def delivery(self) -> ReplyDelivery:
        return ReplyDelivery(RepliesTable(REPLIES_TABLE), self._catalog(), self.world.agency_client())

    def person(self, person: Person) -> Client:
        mailbox = Mailbox(
            clock=self._now,
            table=InboxTable(MESSAGES_TABLE),
            page_tokens=PageTokens(RotatingSecret("turns the pages")),
        )
        replies = ReplyService(
            clock=self._now,
            messages=InboxTable(MESSAGES_TABLE),
            replies=RepliesTable(REPLIES_TABLE),
            files=SentFiles(BUCKET, "replies"),
            subscriptions=SubscriptionsTable(SUBSCRIPTIONS_TABLE),
            delivery=self.delivery(),
        )
        messages = AgencyMessagesService(
            clock=self._now,
            mailbox=mailbox,
            deliveries=DeliveriesTable(DELIVERIES_TABLE),
            downloads=AttachmentDownloads(BUCKET, "off"),
            replies=RepliesTable(REPLIES_TABLE),
            subscriptions=SubscriptionsTable(SUBSCRIPTIONS_TABLE),
        )
        gate = make_terms_gate(USERS_TABLE)
        apps = {
            "agencymessages": create_app(
                (message_routes, messages), settings=self._settings, telemetry=TELEMETRY, is_open_to=gate
            ),
            "agencyreplies": create_app(
                (reply_routes, replies), settings=self._settings, telemetry=TELEMETRY, is_open_to=gate
            ),
        }
        return self._with(apps).acting_as(person)

    def agency(self, agency_id: str = AGENCY) -> Client:
        service = AgencyInboundService(
            clock=self._now,
            monotonic=self.world.monotonic,
            subscriptions=SubscriptionsTable(SUBSCRIPTIONS_TABLE),
            transactions=TransactionsTable(TRANSACTIONS_TABLE),
            messages=InboxTable(MESSAGES_TABLE),
            replies=RepliesTable(REPLIES_TABLE),
            uploads=AttachmentUploads(BUCKET, FilesTable(MESSAGES_TABLE, self._now)),
            downloads=AttachmentDownloads(BUCKET, "off"),
            catalog=self._catalog(),
            logger=TELEMETRY.logger,
        )
        app = create_app((inbound_routes, service), settings=self._settings, telemetry=TELEMETRY)
        return self._with({"agencyinbound": app}).acting_as(AgencyCaller(agency_id))

    def write(
        self, own_id: str = "letter-1", kind: str = "QUESTION", agency: str = AGENCY, **changes: Any
    ) -> Answer:
        """Send a message from the agency about the test vehicle."""
        content = make_message(self, own_id, kind, **changes)
        return self.agency(agency).post("/api/agency-inbound/messages", content)

    def handle_removal(self, event: dict[str, Any]) -> None:
        """Handle a record of the stream like `maintenance`."""
        removed = RemovedMessages(
            FilesTable(MESSAGES_TABLE, self._now),
            InboxTable(MESSAGES_TABLE),
            RepliesTable(REPLIES_TABLE),
            AttachmentRemovals(BUCKET),
            TELEMETRY.logger,
        )
        with act_as("maintenance"):
            removed.handle_removal(event, lambda: 60_000)

    def _now(self) -> Any:
        return self.world.now

    def _catalog(self) -> Catalog:
        return Catalog(self.world.catalog_table, self.world.monotonic)

    def _with(self, apps: dict[str, Any]) -> Client:
        rest = self.client.app_of
        return replace(self.client, app_of=lambda group: apps[group] if group in apps else rest(group))


def make_message(
    post: Post, own_id: str = "letter-1", kind: str = "QUESTION", **changes: Any
) -> dict[str, Any]:
    """Return the agency's request for a message about the test vehicle."""
    message = {
        "id": own_id,
        "type": kind,
        "subject": {"en": f"Subject of {own_id}"},
        "body": {"format": "plain", "texts": {"en": f"Body of {own_id}"}},
        "sentAt": post.world.now.isoformat(),
        **changes,
    }
    return {"agencyServiceId": VEHICLES, "reference": "vehicle-1", "message": message}


@pytest.fixture
def post(client: Client) -> Iterator[Post]:
    empty_bucket()
    with run_agency() as agency:
        world = World(client, agency)
        world.register(make_manifest(agency.endpoint, messageTypes=TYPES))
        for person in (ROSA, BEN):
            register(client, person)
        assert connect(world.acting_as(ROSA)).status == 201
        yield Post(world)


@pytest.fixture
def rosa(post: Post) -> Client:
    assert post.write().status == 200
    return post.person(ROSA)


def open_message(client: Client, number: int = 0) -> dict[str, Any]:
    """Return a message of Rosa by its position among the agency's messages, oldest first."""
    message = [each for each in list_inbox(ROSA) if each.origin][number]
    assert message.origin
    identity = message.origin.identity_id
    answer = client.get(f"/api/agency/messages/{message.id}?userAgencySubscriptionId={identity}")
    assert answer.status == 200, answer.text
    return answer.json


def reply(client: Client, number: int = 0, key: str = "first-reply", **changes: Any) -> Answer:
    message = [each for each in list_inbox(ROSA) if each.origin][number]
    assert message.origin
    body = {
        "userAgencySubscriptionId": message.origin.identity_id,
        "text": "When is it fixed?",
        "language": "en",
        **changes,
    }
    return client.sending(idempotency_key=key).post(f"/api/agency/messages/{message.id}/replies", body)


def make_file(content: bytes = PDF, name: str = "Meter.pdf") -> dict[str, str]:
    return {"name": name, "content": base64.b64encode(content).decode()}


def list_calls(post: Post) -> list[Any]:
    assert all(call.is_signed for call in post.world.agency.calls)
    return [call.body for call in post.world.agency.calls if call.name == "reply"]


class TestSending:
    def test_reply_reaches_agency_at_once(self, post: Post, rosa: Client) -> None:
        assert open_message(rosa)["canReply"] is True
        sent = reply(rosa, files=[make_file()])
        assert sent.status == 201, sent.text
        assert (sent.json["state"], sent.json["agencyNumber"]) == ("received", "R-17")
        [reported] = list_calls(post)
        assert reported["serviceId"] == VEHICLES
        assert reported["reference"] == "vehicle-1"
        assert reported["messageId"] == "letter-1"
        assert (reported["text"], reported["language"]) == ("When is it fixed?", "en")
        assert "Rosa" not in str(reported)
        [sent_file] = reported["files"]
        assert sent_file["name"] == "Meter.pdf"
        assert sent_file["sha256"] == hashlib.sha256(PDF).hexdigest()
        [shown] = open_message(rosa)["replies"]
        assert shown == sent.json
        assert shown["files"] == [{"name": "Meter.pdf", "size": len(PDF)}]

    def test_repeated_reply_is_sent_once(self, post: Post, rosa: Client) -> None:
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _: reply(rosa, files=[make_file()]), range(4)))
        assert {each.status for each in answers} == {201}
        assert len({each.json["id"] for each in answers}) == 1
        assert len(list_calls(post)) == 1
        assert len(open_message(rosa)["replies"]) == 1
        for other in ({"text": "Something else"}, {"files": [make_file(PNG, "a.png")]}):
            reused = reply(rosa, **other)
            assert (reused.status, reused.json["code"]) == (409, "idempotencyKeyReused")

    def test_reply_to_unavailable_agency_is_retried(self, post: Post, rosa: Client) -> None:
        post.world.agency.reply_status = 503
        assert reply(rosa).json["state"] == "sending"
        maintenance = post.world.maintenance()
        assert maintenance.deliver_due_news(lambda: 60_000).replies.delivered == 0
        post.world.passes(minutes=2)
        assert post.world.maintenance().deliver_due_news(lambda: 60_000).replies.postponed == 1
        post.world.agency.reply_status = 200
        post.world.passes(minutes=10)
        assert post.world.maintenance().deliver_due_news(lambda: 60_000).replies.delivered == 1
        [shown] = open_message(rosa)["replies"]
        assert shown["state"] == "received"
        post.world.passes(days=1)
        assert post.world.maintenance().deliver_due_news(lambda: 60_000).replies.delivered == 0
        assert len({each["replyId"] for each in list_calls(post)}) == 1

    def test_reply_fails_after_thirty_days(self, post: Post, rosa: Client) -> None:
        post.world.agency.reply_status = 503
        reply(rosa)
        post.world.now += GIVES_UP_AFTER - timedelta(minutes=1)
        assert post.world.maintenance().deliver_due_news(lambda: 60_000).replies.postponed == 1
        post.world.passes(days=2)
        assert post.world.maintenance().deliver_due_news(lambda: 60_000).replies.given_up == 1
        assert open_message(rosa)["replies"][0]["state"] == "failed"

    @pytest.mark.parametrize("status", [409, 410])
    def test_declined_reply_is_not_retried(self, post: Post, rosa: Client, status: int) -> None:
        post.world.agency.reply_status = status
        assert reply(rosa).json["state"] == "declined"
        post.world.passes(days=1)
        assert post.world.maintenance().deliver_due_news(lambda: 60_000).replies.delivered == 0

    def test_thread_has_at_most_fifty_replies(self, post: Post, rosa: Client) -> None:
        for number in range(MAX_REPLIES):
            assert reply(rosa, key=f"reply-{number:03}").status == 201
        refused = reply(rosa, key="one-more")
        assert (refused.status, refused.json["code"]) == (409, "tooManyReplies")
        assert len(list_calls(post)) == MAX_REPLIES

    def test_replies_at_once_do_not_exceed_the_limit(self, post: Post, rosa: Client) -> None:
        for number in range(MAX_REPLIES - 5):
            assert reply(rosa, key=f"reply-{number:03}").status == 201
        table = RepliesTable(REPLIES_TABLE)
        thread_id = open_message(rosa)["messageId"]
        sample = table.list_replies(thread_id)[0]

        def add(number: int) -> bool | None:
            return table.add_reply(replace(sample, id=derive_id("at once", str(number)), revision=1))

        added = call_at_once(range(50), add)
        assert (added.count(True), added.count(False)) == (5, 45)
        assert len(table.list_replies(thread_id)) == MAX_REPLIES


class TestRefusals:
    def test_message_without_reply_option_is_refused(self, post: Post, rosa: Client) -> None:
        post.world.passes(minutes=1)
        post.write("notice-1", "NOTICE")
        assert open_message(rosa, 1)["canReply"] is False
        refused = reply(rosa, 1)
        assert (refused.status, refused.json["code"]) == (409, "repliesNotTaken")
        assert list_calls(post) == []

    def test_ended_connection_takes_no_replies(self, post: Post, rosa: Client) -> None:
        acting = post.world.acting_as(ROSA)
        identity = open_message(rosa)["userAgencyServiceSubscriptionIdentityId"]
        assert acting.delete(f"{SUBSCRIPTIONS}/identities/{identity}").status == 200
        assert open_message(rosa)["canReply"] is False
        assert reply(rosa).json["code"] == "repliesNotTaken"

    def test_message_in_bin_takes_no_replies(self, post: Post, rosa: Client) -> None:
        message = open_message(rosa)
        reference = {
            "messageId": message["messageId"],
            "userAgencySubscriptionId": message["userAgencyServiceSubscriptionIdentityId"],
        }
        assert rosa.post("/api/agency/messages/delete", {"messages": [reference]}).status == 200
        assert open_message(rosa)["canReply"] is False
        assert reply(rosa).json["code"] == "repliesNotTaken"

    def test_message_of_other_person_is_404(self, post: Post, rosa: Client) -> None:
        del rosa
        assert reply(post.person(BEN)).status == 404

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"text": " "}, "text"),
            ({"text": "x" * 4001}, "text"),
            ({"language": "fr"}, "language"),
            ({"files": [make_file()] * 4}, "files"),
            ({"files": [make_file(b"MZ nothing", "a.exe")]}, "files.0.content"),
            ({"files": [{"name": "a.pdf", "content": "%%%"}]}, "files.0.content"),
            (
                {"files": [make_file(PDF + bytes(2_000_000)), make_file(PDF + bytes(1_500_000), "b.pdf")]},
                "files",
            ),
        ],
    )
    def test_invalid_field_is_reported(
        self, post: Post, rosa: Client, changes: dict[str, Any], field: str
    ) -> None:
        refused = reply(rosa, **changes)
        assert refused.status == 400, refused.text
        assert [each["propertyName"] for each in refused.json] == [field]
        assert list_calls(post) == []
        assert list_keys("kept/replies/") == []


class TestAgency:
    def test_agency_answer_joins_thread(self, post: Post, rosa: Client) -> None:
        post.world.passes(minutes=1)
        reply(rosa)
        [reported] = list_calls(post)
        post.world.passes(minutes=1)
        assert post.write("letter-2", inReplyTo=reported["replyId"]).json["outcome"] == "delivered"
        assert post.write("letter-2", inReplyTo=reported["replyId"]).json["outcome"] == "unchanged"
        answer = open_message(rosa, 1)
        assert [each["subject"] for each in answer["thread"]] == ["Subject of letter-1"]
        assert [each["text"] for each in answer["replies"]] == ["When is it fixed?"]
        assert [each["subject"] for each in open_message(rosa)["thread"]] == ["Subject of letter-2"]
        assert answer["canReply"]
        assert reply(rosa, 1, "second-reply", text="Thank you").status == 201
        assert [each["text"] for each in open_message(rosa)["replies"]] == ["When is it fixed?", "Thank you"]

    def test_agency_answer_reaches_only_replying_person(self, post: Post, rosa: Client) -> None:
        assert connect(post.world.acting_as(BEN)).status == 201
        reply(rosa)
        [reported] = list_calls(post)
        post.write("letter-2", inReplyTo=reported["replyId"])
        assert [each.id for each in list_inbox(BEN) if each.origin] == []

    @pytest.mark.parametrize("wrong", ["nothing", f"{'a' * 26}.{'b' * 26}", "x" * 60])
    def test_unknown_reply_is_404(self, post: Post, rosa: Client, wrong: str) -> None:
        del rosa
        refused = post.write("letter-2", inReplyTo=wrong)
        assert (refused.status, refused.json["code"]) == (404, "replyNotFound")

    def test_reply_about_other_record_is_404(self, post: Post, rosa: Client) -> None:
        assert connect(post.world.acting_as(ROSA), "XYZ9").status in (200, 201)
        reply(rosa)
        [reported] = list_calls(post)
        content = make_message(post, "letter-2", inReplyTo=reported["replyId"])
        content["reference"] = "vehicle-2"
        refused = post.agency().post("/api/agency-inbound/messages", content)
        assert (refused.status, refused.json["code"]) == (404, "replyNotFound")

    def test_batch_cannot_answer_reply(self, post: Post, rosa: Client) -> None:
        reply(rosa)
        [reported] = list_calls(post)
        content = make_message(post, "letter-2", inReplyTo=reported["replyId"])
        content["references"] = [content.pop("reference")]
        refused = post.agency().post("/api/agency-inbound/messages/batch", content)
        assert refused.status == 400
        assert [each["propertyName"] for each in refused.json] == ["message.inReplyTo"]

    def test_agency_downloads_reply_files(self, post: Post, rosa: Client) -> None:
        reply(rosa, files=[make_file()])
        [reported] = list_calls(post)
        path = f"/api/agency-inbound/replies/{reported['replyId']}/files/"
        link = post.agency().get(path + reported["files"][0]["id"])
        assert (link.status, link.json["state"]) == (200, "ready")
        assert "Meter.pdf" in link.json["url"]
        assert post.agency().get(f"{path}nothing").json["code"] == "replyFileNotFound"
        other = post.agency("other-agency").get(path + reported["files"][0]["id"])
        assert (other.status, other.json["code"]) == (404, "replyNotFound")


class TestRemoval:
    def test_replies_are_removed_with_first_message(self, post: Post, rosa: Client) -> None:
        reply(rosa, files=[make_file()])
        assert len(list_keys("kept/replies/")) == 1
        [message] = [each for each in list_inbox(ROSA) if each.origin]
        keys = {"user_id": {"S": ROSA.user_id}, "id": {"S": message.id}}
        event = {"eventName": "REMOVE", "dynamodb": {"Keys": keys, "SequenceNumber": "1"}}
        post.handle_removal(event)
        assert len(RepliesTable(REPLIES_TABLE).list_replies(message.id)) == 1

        Table(MESSAGES_TABLE, MESSAGE_SCHEMA).delete(ROSA.user_id, message.id)
        for _ in range(2):
            post.handle_removal(event)
        assert RepliesTable(REPLIES_TABLE).list_replies(message.id) == []
        assert list_keys("kept/replies/") == []


def test_handlers_work_with_template_permissions(
    post: Post, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run the handlers of the functions themselves, with the permissions of the template."""
    # A loaded handler keeps the catalog of an earlier test.
    renew_apps(monkeypatch, "agencyreplies", "agencymessages", "agencyinbound", "maintenance")
    assert post.write().status == 200
    post.world.agency.reply_status = 503
    acting = client.acting_as(ROSA)
    with time_machine.travel(post.world.now, tick=False):
        assert reply(acting, files=[make_file()]).json["state"] == "sending"
    post.world.agency.reply_status = 200
    with time_machine.travel(post.world.now + timedelta(days=1), tick=False):
        assert open_message(acting)["replies"][0]["state"] == "sending"
        assert invoke("maintenance", {}, Context())["replies"]["delivered"] == 1
        [reported] = {each["replyId"] for each in list_calls(post)}
        message = make_message(post, "letter-2", inReplyTo=reported)
        agency = client.acting_as(AgencyCaller(AGENCY))
        assert agency.post("/api/agency-inbound/messages", message).status == 200
        link = agency.get(
            f"/api/agency-inbound/replies/{reported}/files/{list_calls(post)[0]['files'][0]['id']}"
        )
        assert link.status == 200
        assert open_message(acting, 1)["canReply"]


def test_logs_contain_no_reply_text(post: Post, rosa: Client, capsys: Any) -> None:
    reply(rosa, text="My armadillo drank it", files=[make_file(name="armadillo.pdf")])
    assert len(list_calls(post)) == 1
    assert "rmadillo" not in capsys.readouterr().out
