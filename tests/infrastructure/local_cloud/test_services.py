"""The services of the local cloud: what they keep, and what they deliver to functions."""

import http.client
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError
from moto.kms.models import kms_backends

from infrastructure.demo.outbox import Outbox
from infrastructure.local.errors import CannotStart
from infrastructure.local.storage import NotSaved, Storage
from infrastructure.sandbox.identity_provider import NotPossible
from infrastructure.settings import ACCOUNT_ID, REGION
from tests.infrastructure.local_cloud.fakes import wait_until
from tests.infrastructure.local_cloud.small_cloud import SENDER, SETTINGS, TABLE, TOPIC, Cloud

ITEM = {
    "id": {"S": "ñandú 🌵"},
    "number": {"N": "12345678901234567890.123"},
    "list": {"L": [{"M": {"deep": {"BOOL": False}}}]},
    "strings": {"SS": ["a", "b"]},
}


def make_mail(to: str = "rosa@example.com", *headers: tuple[str, str]) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"Saguaro <{SENDER}>", to, "Aviso: ñandú"
    for name, value in headers:
        mail[name] = value
    mail.set_content("Hay un mensaje 🌵\n")
    return mail


def send(cloud: Cloud, mail: EmailMessage, configuration_set: str | None = "saguaro-dev") -> str:
    named = {"ConfigurationSetName": configuration_set} if configuration_set else {}
    answer = cloud.client("sesv2").send_email(
        FromEmailAddress=SENDER,
        Destination={"ToAddresses": [mail["To"]]},
        Content={"Raw": {"Data": mail.as_bytes()}},
        EmailTags=[{"Name": "claim", "Value": "1"}],
        **named,
    )
    return str(answer["MessageId"])


class TestState:
    def test_everything_is_there_after_a_restart(self, cloud: Cloud) -> None:
        def read() -> list[Any]:
            file = cloud.client("s3").get_object(Bucket="files", Key="kept/a")
            parameters = cloud.client("ssm").get_parameters(
                Names=["/secrets/one", "/secrets/two"], WithDecryption=True
            )
            return [
                cloud.client("dynamodb").scan(TableName=TABLE)["Items"],
                [file["Body"].read(), file["ContentType"], file["Metadata"], file["ETag"]],
                [(each["Name"], each["Value"]) for each in parameters["Parameters"]],
                Outbox(SENDER).list_messages(),
                cloud.list_failures(),
                cloud.client("kms").get_public_key(KeyId=list_key_ids()[0])["PublicKey"],
                cloud.storage.get_secret("s", lambda: "made again"),
            ]

        cloud.client("dynamodb").put_item(TableName=TABLE, Item=ITEM)
        cloud.client("dynamodb").put_item(TableName=TABLE, Item={"id": {"S": "deleted"}})
        cloud.client("dynamodb").delete_item(TableName=TABLE, Key={"id": {"S": "deleted"}})
        cloud.client("s3").put_object(
            Bucket="files",
            Key="kept/a",
            Body=bytes(range(256)),
            ContentType="application/pdf",
            Metadata={"name": "n.pdf"},
        )
        cloud.aws.put_secret("/secrets/one", "first")
        cloud.aws.put_secret("/secrets/one", "second 🌵")
        cloud.client("sns").publish(PhoneNumber="+16025550123", Message="234567")
        Outbox(SENDER).send("rosa@example.com", "Your code", "123456")
        queue = cloud.client("sqs").get_queue_url(QueueName="portal-Failures")["QueueUrl"]
        cloud.client("sqs").send_message(QueueUrl=queue, MessageBody='{"number": 1}')
        cloud.storage.get_secret("s", lambda: "made")
        before = read()
        assert before[0] == [ITEM]
        assert all(datetime.now(UTC) - each.sent_at < timedelta(seconds=9) for each in before[3])
        cloud.restart()
        assert read() == before

    def test_change_is_on_disk_while_running(self, cloud: Cloud) -> None:
        cloud.put("written")
        state = cloud.folder / "state.json"
        wait_until(lambda: state.exists() and "written" in state.read_text())

    def test_secret_that_does_not_fit_the_template_is_made_again(self, cloud: Cloud) -> None:
        cloud.storage.get_secret("s", lambda: "plain")
        assert cloud.storage.get_secret("s", lambda: "new", lambda kept: kept == "new") == "new"

    def test_full_disk_is_reported_once_and_at_the_end(
        self, cloud: Cloud, capsys: pytest.CaptureFixture[str]
    ) -> None:
        cloud.storage.save()
        before = (cloud.folder / "state.json").read_text()
        (cloud.folder / "state.draft").symlink_to("/dev/full")
        cloud.put("lost")
        wait_until(lambda: "No space left" in capsys.readouterr().err)
        with pytest.raises(NotSaved, match=r"state\.json could not be written"):
            cloud.storage.stop()
        assert capsys.readouterr().err == ""
        assert (cloud.folder / "state.json").read_text() == before
        (cloud.folder / "state.draft").unlink()

    @pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"format": 1}', '{"format": 99}'])
    def test_unreadable_state_is_reported_with_a_remedy(self, tmp_path: Path, content: str) -> None:
        (tmp_path / "state.json").write_text(content)
        with pytest.raises(CannotStart, match="npm run reset"):
            Storage(tmp_path / "state.json")

    def test_parallel_calls_keep_every_write(self, cloud: Cloud) -> None:
        names = [f"item {number}" for number in range(40)]

        def write(name: str) -> None:
            put = {"Put": {"TableName": TABLE, "Item": {"id": {"S": name}}}}
            refused = {
                "Put": {
                    "TableName": TABLE,
                    "Item": {"id": {"S": "item 0"}},
                    "ConditionExpression": "attribute_not_exists(id)",
                }
            }
            client = cloud.client("dynamodb")
            client.transact_write_items(TransactItems=[put])
            with pytest.raises(ClientError):
                client.transact_write_items(
                    TransactItems=[{"Delete": {"TableName": TABLE, "Key": put["Put"]["Item"]}}, refused]
                )

        write(names[0])
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(write, names[1:]))
        assert len(cloud.client("dynamodb").scan(TableName=TABLE)["Items"]) == len(names)


def list_key_ids() -> list[str]:
    return list(kms_backends[ACCOUNT_ID][REGION].keys)


class TestStreams:
    def test_record_has_the_shape_of_lambda(self, cloud: Cloud) -> None:
        cloud.put("a")
        wait_until(lambda: cloud.events)
        ((record,),) = cloud.events
        details = record["dynamodb"]
        assert (record["eventName"], record["eventSource"]) == ("INSERT", "aws:dynamodb")
        assert record["eventSourceARN"].startswith(
            f"arn:aws:dynamodb:{REGION}:{ACCOUNT_ID}:table/{TABLE}/stream/"
        )
        assert abs(datetime.now(UTC).timestamp() - details["ApproximateCreationDateTime"]) < 9
        assert details["SequenceNumber"].isdigit()
        assert details["NewImage"] == {"id": {"S": "a"}, "folder": {"S": "inbox"}}

    def test_other_changes_are_skipped(self, cloud: Cloud) -> None:
        client = cloud.client("dynamodb")
        client.put_item(TableName=TABLE, Item={"id": {"S": "no folder"}})
        client.delete_item(TableName=TABLE, Key={"id": {"S": "no folder"}})
        cloud.put("a", "a", "b")
        wait_until(lambda: [*chain(*cloud.list_names())] == ["a", "b"])

    def test_failed_record_is_given_up_after_its_retries(self, cloud: Cloud) -> None:
        def fail_b(records: list[dict[str, Any]]) -> Any:
            numbers = [
                each["dynamodb"]["SequenceNumber"]
                for each in records
                if each["dynamodb"]["Keys"]["id"]["S"] == "b"
            ]
            return {"batchItemFailures": [{"itemIdentifier": number} for number in numbers]}

        cloud.answer = fail_b
        cloud.put("a", "b")
        wait_until(cloud.list_failures)
        cloud.put("c")
        wait_until(lambda: cloud.list_names()[-1] == ["c"])
        names = [*chain(*cloud.list_names())]
        assert [names.count(name) for name in "abc"] == [1, 3 + (["a", "b"] in cloud.list_names()), 1]
        (note,) = cloud.list_failures()
        batch = note["DDBStreamBatchInfo"]
        assert note["requestContext"]["condition"] == "RetryAttemptsExhausted"
        assert (batch["batchSize"], batch["startSequenceNumber"]) == (1, batch["endSequenceNumber"])

    def test_waiting_records_are_delivered_after_a_restart(self, cloud: Cloud) -> None:
        cloud.parts[2].stop()
        cloud.put("a", "b")
        assert cloud.events == []
        cloud.restart()
        wait_until(lambda: cloud.list_names() == [["a", "b"]])
        cloud.restart()
        cloud.put("c")
        wait_until(lambda: cloud.list_names() == [["a", "b"], ["c"]])

    def test_failed_transaction_sends_no_records(self, cloud: Cloud) -> None:
        cloud.put("there")
        items = [{"id": {"S": name}, "folder": {"S": "inbox"}} for name in ("new", "there")]
        puts = [
            {"Put": {"TableName": TABLE, "Item": each, "ConditionExpression": "attribute_not_exists(id)"}}
            for each in items
        ]
        with pytest.raises(ClientError, match="ConditionalCheckFailed"):
            cloud.client("dynamodb").transact_write_items(TransactItems=puts)
        cloud.put("next")
        wait_until(lambda: [*chain(*cloud.list_names())] == ["there", "next"])


class TestTopics:
    def test_event_has_the_shape_of_sns(self, cloud: Cloud) -> None:
        cloud.client("sns").publish(TopicArn=TOPIC, Subject="News", Message='{"ñ": 1}')
        wait_until(lambda: cloud.events)
        ((record,),) = cloud.events
        assert (record["EventSource"], record["EventVersion"]) == ("aws:sns", "1.0")
        assert (record["Sns"]["TopicArn"], record["Sns"]["Message"]) == (TOPIC, '{"ñ": 1}')
        assert datetime.fromisoformat(record["Sns"]["Timestamp"]).tzinfo is not None

    def test_failed_function_is_invoked_again_and_then_given_up(self, cloud: Cloud) -> None:
        cloud.answer = lambda _: 1 / 0
        cloud.client("sns").publish(TopicArn=TOPIC, Message="{}")
        wait_until(cloud.list_failures)
        assert (len(cloud.events), len(cloud.stage.failures)) == (3, 3)
        assert cloud.list_failures() == [{"Records": cloud.events[0]}]


class TestMail:
    def test_mail_is_delivered_after_a_delay(self, cloud: Cloud) -> None:
        message_id = send(cloud, make_mail())
        (event,) = wait_until(cloud.list_published)
        mail = event["mail"]
        assert (event["eventType"], event["delivery"]["recipients"]) == ("Delivery", ["rosa@example.com"])
        assert (mail["messageId"], mail["source"]) == (message_id, SENDER)
        assert mail["commonHeaders"]["subject"] == "Aviso: ñandú"
        assert (mail["tags"]["ses:configuration-set"], mail["tags"]["claim"]) == (["saguaro-dev"], ["1"])

    def test_simulator_address_bounces(self, cloud: Cloud) -> None:
        address = "bounce+label@simulator.amazonses.com"
        send(cloud, make_mail(address))
        (event,) = wait_until(cloud.list_published)
        assert (event["eventType"], event["bounce"]["bounceType"]) == ("Bounce", "Permanent")
        assert event["bounce"]["bouncedRecipients"][0]["emailAddress"] == address

    def test_reported_event_replaces_the_delivery(self, cloud: Cloud) -> None:
        outbox = Outbox(SENDER, cloud.mails)
        cloud.mails._seconds = 3_600
        message_id = send(cloud, make_mail())
        outbox.report(message_id, "Bounce")
        outbox.report(message_id, "Complaint")
        wait_until(lambda: len(cloud.list_published()) == 2)
        # A topic gives its messages in any order.
        assert {event["eventType"] for event in cloud.list_published()} == {"Bounce", "Complaint"}
        (message,) = outbox.list_messages()
        assert [event.kind for event in message.events] == ["Bounce", "Complaint"]

    def test_impossible_event_is_refused(self, cloud: Cloud) -> None:
        message_id = send(cloud, make_mail(), configuration_set=None)
        for event in ("Bounce", "Open", ""):
            with pytest.raises(NotPossible):
                Outbox(SENDER, cloud.mails).report(message_id, event)

    def test_answer_is_published_as_a_two_way_message(self, cloud: Cloud) -> None:
        message_id = cloud.client("sns").publish(PhoneNumber="+16025550123", Message="Hello")["MessageId"]
        outbox = Outbox(SENDER, replies_topic=TOPIC)
        outbox.answer(message_id, "ALTO ñ")
        (reply,) = wait_until(cloud.list_published)
        assert (reply["originationNumber"], reply["messageBody"]) == ("+16025550123", "ALTO ñ")
        assert reply["previousPublishedMessageId"] == message_id
        with pytest.raises(NotPossible):
            outbox.answer("unknown", "STOP")


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {"Host": "evil.example"}, 403),
        ("/", {"Origin": "https://evil.example"}, 403),
        ("/", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("/moto-api/reset", {}, 403),
        ("/files/kept", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("/files/kept?X-Amz-Signature=x", {"Sec-Fetch-Site": "cross-site"}, 200),
        ("/files/kept?X-Amz-Signature=x", {"Origin": "https://evil.example"}, 403),
    ],
)
def test_foreign_pages_and_hosts_are_refused(
    cloud: Cloud, path: str, headers: dict[str, str], status: int
) -> None:
    cloud.client("s3").put_object(Bucket="files", Key="kept", Body=b"content")
    connection = http.client.HTTPConnection("127.0.0.1", SETTINGS.aws_port, timeout=30)
    connection.request("GET", path, headers=headers)
    assert connection.getresponse().status == status
    connection.close()


def test_developer_account_is_out_of_reach(cloud: Cloud) -> None:
    assert os.environ["AWS_ENDPOINT_URL"] == SETTINGS.aws_endpoint
    assert os.environ["AWS_ACCESS_KEY_ID"] == "local"
    assert os.environ["AWS_CONFIG_FILE"] == os.devnull
