"""The metrics of the alarms of monitoring.yaml match their descriptions."""

from pathlib import Path

import pytest

from domains.assurance.enhanced_authentication import EID
from infrastructure.stacks.transform import read
from portal.tokens.decision import KEYS_UNAVAILABLE

REPOSITORY = Path(__file__).parents[2]
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


WATCHED = {
    "ApiErrors": ("AWS/ApiGateway", "5xx", {"ApiId": {"Ref": "ApiId"}}),
    "ApiLatency": ("AWS/ApiGateway", "Latency", {"ApiId": {"Ref": "ApiId"}}),
    "AuthorizerKeys": get_keys_metric("AuthorizerFunction"),
    "AgencyAuthorizerKeys": get_keys_metric("AgencyAuthorizerFunction"),
    "AuthorizerKeysAge": (NAMESPACE, "SigningKeysAgeHours", {"service": "authorizer"}),
    "AgencyAuthorizerKeysAge": (NAMESPACE, "SigningKeysAgeHours", {"service": "agencyauthorizer"}),
    # Without a function: the limit belongs to the account.
    "FunctionThrottles": ("AWS/Lambda", "Throttles", {}),
    "TrustListAge": get_authentication_metric("TrustListAgeHours", {}),
    "IdentityServiceSilence": get_authentication_metric(
        "EnhancedAuthentication", {"type": str(EID), "outcome": "unavailable"}
    ),
    "AccessLogUnsealed": (NAMESPACE, "AccessLogWaitingSeconds", {"service": "accesslogsealer"}),
    "MaintenanceErrors": get_errors_metric("MaintenanceFunctionName"),
    "NotifierErrors": get_errors_metric("NotifierFunctionName"),
    "PeopleTokensAge": (
        "AWS/Lambda",
        "IteratorAge",
        {"FunctionName": {"Ref": "PeopleTokensFunctionName"}},
    ),
    "DeliveryFailures": (
        "AWS/SQS",
        "ApproximateNumberOfMessagesVisible",
        {"QueueName": {"Ref": "FailuresQueueName"}},
    ),
}


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
    assert set(ALARMS) == {*WATCHED, "TableThrottles"}


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
