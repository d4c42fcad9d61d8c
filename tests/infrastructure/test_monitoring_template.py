"""The metrics of the alarms of monitoring.yaml match their descriptions."""

import re
from pathlib import Path
from typing import Any

import pytest

from domains.assurance.enhanced_authentication import EID
from infrastructure.stacks.transform import read
from portal.tokens.decision import KEYS_UNAVAILABLE
from tests.infrastructure.templates import get_transformed

REPOSITORY = Path(__file__).parents[2]
RUNBOOKS = REPOSITORY / "docs/runbooks"
INDEX = (RUNBOOKS / "README.md").read_text(encoding="utf-8")
ROOT = read(REPOSITORY / "template.yaml")
RESOURCES = read(REPOSITORY / "infrastructure/stacks/monitoring.yaml")["Resources"]
# Per stack, so that an alarm of one stage is neither raised nor quieted by another.
NAMESPACE = {"Ref": "MetricsNamespace"}
ALARMS = {
    name: each["Properties"] for name, each in RESOURCES.items() if each["Type"] == "AWS::CloudWatch::Alarm"
}


Metric = tuple[object, str, dict[str, object]]


def test_alarms_watch_metrics_of_their_own_stack():
    written = ROOT["Globals"]["Function"]["Environment"]["Variables"]["POWERTOOLS_METRICS_NAMESPACE"]
    watched = ROOT["Resources"]["Monitoring"]["Properties"]["Parameters"]["MetricsNamespace"]
    assert written == watched == {"Fn::Sub": "Saguaro/${AWS::StackName}"}


def get_errors_metric(function: str) -> Metric:
    return "AWS/Lambda", "Errors", {"FunctionName": {"Ref": function}}


def get_keys_metric(function: str) -> Metric:
    """Return the metric of authorizers without usable keys; see `portal.tokens.decision`."""
    service = ROOT["Resources"][function]["Properties"]["Environment"]["Variables"]["POWERTOOLS_SERVICE_NAME"]
    return NAMESPACE, "Authorization", {"outcome": KEYS_UNAVAILABLE, "service": service}


def get_authentication_metric(metric: str, dimensions: dict[str, object]) -> Metric:
    """Return the metric of `OutcomeRecorder`."""
    service = ROOT["Resources"]["AuthenticationFunction"]["Properties"]["Environment"]["Variables"]
    return NAMESPACE, metric, {**dimensions, "service": service["POWERTOOLS_SERVICE_NAME"]}


def get_age_metric(function: str) -> Metric:
    return "AWS/Lambda", "IteratorAge", {"FunctionName": {"Ref": function}}


def get_queue_metric(metric: str) -> Metric:
    return "AWS/SQS", metric, {"QueueName": {"Ref": "FailuresQueueName"}}


WATCHED = {
    "ApiLatency": ("AWS/ApiGateway", "Latency", {"ApiId": {"Ref": "ApiId"}}),
    "AuthorizerKeys": get_keys_metric("AuthorizerFunction"),
    "AgencyAuthorizerKeys": get_keys_metric("AgencyAuthorizerFunction"),
    "StaffGroups": (NAMESPACE, "StaffGroupsRefused", {"service": "authorizer"}),
    "AuthorizerKeysAge": (NAMESPACE, "SigningKeysAgeHours", {"service": "authorizer"}),
    "AgencyAuthorizerKeysAge": (NAMESPACE, "SigningKeysAgeHours", {"service": "agencyauthorizer"}),
    "TrustListAge": get_authentication_metric("TrustListAgeHours", {}),
    "IdentityServiceSilence": get_authentication_metric(
        "EnhancedAuthentication", {"type": str(EID), "outcome": "unavailable"}
    ),
    "AccessLogUnsealed": (NAMESPACE, "AccessLogWaitingSeconds", {"service": "accesslogsealer"}),
    "MaintenanceErrors": get_errors_metric("MaintenanceFunctionName"),
    "MaintenanceIncomplete": (NAMESPACE, "RunsIncomplete", {"service": "maintenance"}),
    "NewsOverdue": (NAMESPACE, "NewsOverdue", {"service": "maintenance"}),
    "RemovedMessagesAge": get_age_metric("MaintenanceFunctionName"),
    "NotifierErrors": get_errors_metric("NotifierFunctionName"),
    "NotifierIncomplete": (NAMESPACE, "RunsIncomplete", {"service": "notifier"}),
    "NewMessagesAge": get_age_metric("NotifierFunctionName"),
    "PeopleTokensErrors": get_errors_metric("PeopleTokensFunctionName"),
    "PeopleTokensAge": get_age_metric("PeopleTokensFunctionName"),
    "DeliveryFailures": get_queue_metric("ApproximateNumberOfMessagesVisible"),
    "DeliveryFailuresAge": get_queue_metric("ApproximateAgeOfOldestMessage"),
    "MailBounces": ("AWS/SES", "Reputation.BounceRate", {}),
    "MailComplaints": ("AWS/SES", "Reputation.ComplaintRate", {}),
}
CALCULATED = {"ApiErrors", "FunctionThrottles", "TableThrottles"}


@pytest.mark.parametrize("name", WATCHED)
def test_alarm_watches_its_metric(name):
    alarm = ALARMS[name]
    dimensions = {each["Name"]: each["Value"] for each in alarm.get("Dimensions", [])}
    assert (alarm["Namespace"], alarm["MetricName"], dimensions) == WATCHED[name]


def test_throttles_of_all_tables_are_watched():
    (query,) = ALARMS["TableThrottles"]["Metrics"]
    assert query["Expression"] == (
        'SELECT SUM(ThrottledRequests) FROM SCHEMA("AWS/DynamoDB", Operation, TableName)'
    )


def test_every_alarm_has_its_metric():
    assert set(ALARMS) == {*WATCHED, *CALCULATED}


def list_metrics(alarm: str) -> dict[str, Any]:
    """Return the metrics of a calculated alarm by their ids, and its expression."""
    return {
        each["Id"]: each.get("Expression", each.get("MetricStat", {}).get("Metric"))
        for each in ALARMS[alarm]["Metrics"]
    }


def test_share_of_failed_calls_is_watched():
    metrics = list_metrics("ApiErrors")
    api = [{"Name": "ApiId", "Value": {"Ref": "ApiId"}}]
    assert metrics["errors"] == {"Namespace": "AWS/ApiGateway", "MetricName": "5xx", "Dimensions": api}
    assert metrics["calls"] == {"Namespace": "AWS/ApiGateway", "MetricName": "Count", "Dimensions": api}
    assert metrics["percent"] == "IF(errors >= 5, 100 * errors / calls, 0)"


def test_functions_with_reserved_concurrency_are_no_throttling_of_the_account():
    metrics = list_metrics("FunctionThrottles")
    reserved = [
        name
        for name, each in ROOT["Resources"].items()
        if "ReservedConcurrentExecutions" in each.get("Properties", {})
    ]
    left_out = {
        each["Dimensions"][0]["Value"]["Ref"].removesuffix("Name")
        for each in metrics.values()
        if isinstance(each, dict) and "Dimensions" in each
    }
    assert left_out == set(reserved)
    assert metrics["all"] == {"Namespace": "AWS/Lambda", "MetricName": "Throttles"}


def test_every_stream_has_alarms_on_age_and_failures():
    for name, resource in get_transformed(REPOSITORY / "template.yaml", {})["Resources"].items():
        if resource["Type"] != "AWS::Lambda::EventSourceMapping":
            continue
        properties = resource["Properties"]
        assert get_age_metric(f"{properties['FunctionName']['Ref']}Name") in WATCHED.values(), name
        destination = properties["DestinationConfig"]["OnFailure"]["Destination"]
        assert destination == {"Fn::GetAtt": ["Delivery", "Outputs.FailuresQueueArn"]}, name


# A phrase of the description, and the threshold and minutes that make it true.
LIMITS = {
    "TrustListAge": ("more than two days old", 48, None),
    "IdentityServiceSilence": ("three times within five minutes", 3, 5),
    "AuthorizerKeysAge": ("for two hours", 2, None),
    "AgencyAuthorizerKeysAge": ("for two hours", 2, None),
    "MaintenanceErrors": ("twice within 15 minutes", 2, 15),
    "MaintenanceIncomplete": ("For 15 minutes", 1, 15),
    "RemovedMessagesAge": ("removed 15 minutes ago", 15 * 60_000, None),
    "AccessLogUnsealed": ("more than five minutes", 5 * 60, None),
    "NotifierErrors": ("twice within five minutes", 2, 5),
    "NotifierIncomplete": ("For 15 minutes", 1, 15),
    "NewMessagesAge": ("came 15 minutes ago", 15 * 60_000, None),
    "PeopleTokensErrors": ("twice within 15 minutes", 2, 15),
    "PeopleTokensAge": ("15 minutes ago", 15 * 60_000, None),
    "DeliveryFailuresAge": ("for six hours", 6 * 60 * 60, None),
    "MailBounces": ("More than 4 %", 0.04, None),
    "MailComplaints": ("More than 80 of a hundred thousand", 80 / 100_000, None),
}
MISSED = {"AccessLogUnsealed", "MaintenanceIncomplete", "NotifierIncomplete"}
"""Alarms that also rise when a function that should run each minute reports nothing."""


@pytest.mark.parametrize("name", LIMITS)
def test_alarm_has_the_limits_of_its_description(name):
    phrase, threshold, minutes = LIMITS[name]
    alarm = ALARMS[name]
    assert phrase in " ".join(alarm["AlarmDescription"].split())
    assert alarm["Threshold"] == threshold
    assert minutes is None or alarm["Period"] * alarm["EvaluationPeriods"] == minutes * 60
    exceeds = "GreaterThanThreshold" if phrase.lower().startswith("more than") else None
    assert exceeds in (None, alarm["ComparisonOperator"])


def test_alarms_on_scheduled_work_rise_when_it_does_not_run():
    assert {name for name, alarm in ALARMS.items() if alarm["TreatMissingData"] == "breaching"} == MISSED


def test_api_alarm_counts_five_minutes_and_one_call_in_a_hundred():
    alarm = ALARMS["ApiErrors"]
    assert "five times within five minutes, and to one call in a hundred" in " ".join(
        alarm["AlarmDescription"].split()
    )
    assert (alarm["ComparisonOperator"], alarm["Threshold"]) == ("GreaterThanOrEqualToThreshold", 1)
    assert {each["MetricStat"]["Period"] for each in alarm["Metrics"] if "MetricStat" in each} == {300}


def test_single_failure_in_the_queue_raises_the_alarm():
    alarm = ALARMS["DeliveryFailures"]
    assert (alarm["Statistic"], alarm["EvaluationPeriods"]) == ("Maximum", 1)
    assert (alarm["ComparisonOperator"], alarm["Threshold"]) == ("GreaterThanOrEqualToThreshold", 1)


def test_events_of_mail_and_telephone_that_fail_go_to_the_failures_queue():
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
def test_alarm_names_its_runbook(name):
    (page,) = re.findall(r"See docs/runbooks/([a-z-]+\.md)\.$", ALARMS[name]["AlarmDescription"].strip())
    assert f"`{name}`" in (RUNBOOKS / page).read_text(encoding="utf-8")
    (row,) = [line for line in INDEX.splitlines() if f"({page})" in line]
    assert f"`{name}`" in row


def test_every_runbook_is_in_the_index():
    assert set(re.findall(r"\(([a-z-]+\.md)\)", INDEX)) == {
        page.name for page in RUNBOOKS.glob("*.md") if page.name != "README.md"
    }


def test_latency_alarm_uses_the_95th_percentile():
    alarm = ALARMS["ApiLatency"]
    assert (alarm["ExtendedStatistic"], alarm["Threshold"]) == ("p95", 2000)
    assert alarm["ComparisonOperator"] == "GreaterThanThreshold"


@pytest.mark.parametrize("name", ALARMS)
def test_alarm_notifies_on_start_and_end(name):
    alarm = ALARMS[name]
    assert alarm["AlarmActions"] == alarm["OKActions"] == [{"Ref": "AlarmTopic"}]
    assert alarm["ComparisonOperator"] in ("GreaterThanThreshold", "GreaterThanOrEqualToThreshold")
    assert alarm["Threshold"] > 0
