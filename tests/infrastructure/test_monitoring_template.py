"""The alarms of monitoring.yaml say what they watch, tell the right people, and have a runbook.

`tests/api/test_alarms.py` lets each of them ring, and `infrastructure/checks/watched.py` finds what no alarm
watches.
"""

import re
from pathlib import Path

import pytest

from infrastructure.stacks.transform import read

REPOSITORY = Path(__file__).parents[2]
RUNBOOKS = REPOSITORY / "docs/runbooks"
INDEX = (RUNBOOKS / "README.md").read_text(encoding="utf-8")
ROOT = read(REPOSITORY / "template.yaml")
RESOURCES = read(REPOSITORY / "infrastructure/stacks/monitoring.yaml")["Resources"]
ALARMS = {
    name: each["Properties"] for name, each in RESOURCES.items() if each["Type"] == "AWS::CloudWatch::Alarm"
}


def test_alarms_watch_metrics_of_their_own_stack() -> None:
    written = ROOT["Globals"]["Function"]["Environment"]["Variables"]["POWERTOOLS_METRICS_NAMESPACE"]
    watched = ROOT["Resources"]["Monitoring"]["Properties"]["Parameters"]["MetricsNamespace"]
    # Per stack, so that an alarm of one stage is neither raised nor quieted by another.
    assert written == watched == {"Fn::Sub": "Saguaro/${AWS::StackName}"}


def test_functions_with_reserved_concurrency_are_no_throttling_of_the_account() -> None:
    reserved = {
        name
        for name, each in ROOT["Resources"].items()
        if "ReservedConcurrentExecutions" in each.get("Properties", {})
    }
    left_out = {
        each["MetricStat"]["Metric"]["Dimensions"][0]["Value"]["Ref"].removesuffix("Name")
        for each in ALARMS["FunctionThrottles"]["Metrics"]
        if "Dimensions" in each.get("MetricStat", {}).get("Metric", {})
    }
    assert left_out == reserved


def test_events_of_mail_and_telephone_that_fail_go_to_the_failures_queue() -> None:
    function = ROOT["Resources"]["DeliveryEventsFunction"]["Properties"]
    queue = {"Fn::GetAtt": ["Delivery", "Outputs.FailuresQueueArn"]}
    # Lambda gives up an event that it took, SNS gives up one that Lambda did not take.
    assert function["DeadLetterQueue"] == {"Type": "SQS", "TargetArn": queue}
    undelivered = {
        name: event["Properties"].get("RedrivePolicy")
        for name, event in function["Events"].items()
        if event["Type"] == "SNS"
    }
    assert undelivered == {name: {"deadLetterTargetArn": queue} for name in ("MailEvents", "TextReplies")}


@pytest.mark.parametrize("name", ALARMS)
def test_alarm_names_its_runbook(name: str) -> None:
    (page,) = re.findall(r"See docs/runbooks/([a-z-]+\.md)\.$", ALARMS[name]["AlarmDescription"].strip())
    assert f"`{name}`" in (RUNBOOKS / page).read_text(encoding="utf-8")
    (row,) = [line for line in INDEX.splitlines() if f"({page})" in line]
    assert f"`{name}`" in row


def test_every_runbook_is_in_the_index() -> None:
    assert set(re.findall(r"\(([a-z-]+\.md)\)", INDEX)) == {
        page.name for page in RUNBOOKS.glob("*.md") if page.name != "README.md"
    }


def test_pages_and_notices_reach_both_addresses() -> None:
    subscribed = [
        f"{each['Properties']['TopicArn']['Ref']} {each['Properties']['Endpoint']['Ref']}"
        for each in RESOURCES.values()
        if each["Type"] == "AWS::SNS::Subscription"
    ]
    both = [
        f"{topic} {mail}"
        for topic in ("AlarmTopic", "NoticeTopic")
        for mail in ("AlarmMail", "AlarmMailBackup")
    ]
    assert sorted(subscribed) == sorted([*both, "AlarmTopic AlarmPage"])


@pytest.mark.parametrize(
    ("topic", "names"),
    [
        ("AlarmTopic", ("ApiErrors", "SignInErrors", "SignInsMissing", "NotifierIncomplete", "WebErrors")),
        ("NoticeTopic", ("CertificateExpires", "MailQuotaHalfUsed", "MalwareScans", "PortalAclRefusals")),
    ],
)
def test_fault_that_people_notice_at_once_is_a_page(topic: str, names: tuple[str, ...]) -> None:
    assert [ALARMS[name]["AlarmActions"] for name in names] == [[{"Ref": topic}]] * len(names)
