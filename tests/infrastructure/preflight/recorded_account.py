"""An AWS account that gives recorded answers."""

from collections.abc import Mapping
from typing import Any
from unittest.mock import Mock

import boto3
from botocore.exceptions import ClientError
from botocore.validate import validate_parameters

from tests.cases import read_cases

_ANSWERS = read_cases(__file__)

# Keeps the descriptions of services, which take a while to read.
_SESSION = boto3.session.Session("any", "any", region_name="us-east-1")

ACCOUNT = "123456789012"
CERTIFICATE = f"arn:aws:acm:us-east-1:{ACCOUNT}:certificate/1"
MADE = "2026-11-25T00:00:00Z"

NUMBER = _ANSWERS["number"]

TRAIL = _ANSWERS["trail"]

FRESH: Mapping[str, Any] = _ANSWERS["fresh"]

PREPARED: Mapping[str, Any] = _ANSWERS["prepared"]


def make_stack(name: str, status: str = "CREATE_COMPLETE", **rest: Any) -> dict[str, Any]:
    return {
        "StackName": name,
        "StackId": f"id:{name}",
        "StackStatus": status,
        "CreationTime": MADE,
        "EnableTerminationProtection": True,
        **rest,
    }


def make_certificate(**changes: Any) -> dict[str, Any]:
    return {"DescribeCertificate": {"Certificate": PREPARED["DescribeCertificate"]["Certificate"] | changes}}


def make_mail_account(**changes: Any) -> dict[str, Any]:
    return {"GetAccount": PREPARED["GetAccount"] | changes}


def make_mail_quotas(daily: float, rate: float) -> dict[str, Any]:
    quotas = {"Max24HourSend": daily, "MaxSendRate": rate, "SentLast24Hours": 0.0}
    return make_mail_account(SendQuota=quotas)


def make_trail(**changes: Any) -> dict[str, Any]:
    return {"DescribeTrails": {"trailList": [TRAIL | changes]}}


def make_number(**changes: Any) -> dict[str, Any]:
    return {"DescribePhoneNumbers": {"PhoneNumbers": [NUMBER | changes]}}


def make_limits(quota: int, unreserved: int) -> dict[str, Any]:
    limits = {"ConcurrentExecutions": quota, "UnreservedConcurrentExecutions": unreserved}
    return {"GetAccountSettings": {"AccountLimit": limits}}


POOL: dict[str, Any] = _ANSWERS["pool"]

TOPIC = f"arn:aws:sns:us-east-1:{ACCOUNT}:saguaro-prod-Monitoring-AlarmTopic-1X"


def make_monitoring(*subscriptions: tuple[str, str]) -> dict[str, Any]:
    """Return the answers of an account whose alarms have subscriptions: an address and an ARN each."""
    detail = POOL["DescribeStackResource"]["StackResourceDetail"]
    return {
        "DescribeStacks": {
            "Stacks": [
                make_stack("saguaro-prod"),
                make_stack("saguaro-prod-Monitoring-1X", RootId="id:saguaro-prod"),
            ]
        },
        "DescribeStackResource": {
            "StackResourceDetail": detail | {"LogicalResourceId": "AlarmTopic", "PhysicalResourceId": TOPIC}
        },
        "ListSubscriptionsByTopic": {
            "Subscriptions": [
                {"Endpoint": address, "SubscriptionArn": arn, "Protocol": "email", "TopicArn": TOPIC}
                for address, arn in subscriptions
            ]
        },
    }


def make_selectors(category: str) -> dict[str, Any]:
    fields = [{"Field": "eventCategory", "Equals": [category]}]
    return {"GetEventSelectors": {"AdvancedEventSelectors": [{"FieldSelectors": fields}]}}


class RecordedSession:
    """Stands in for boto3's session: real clients, whose calls are answered by operation and never sent.

    Attributes:
        called: operations with their parameters.
        regions: of the clients by service.
    """

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self._answers = answers
        self.called: list[tuple[str, Mapping[str, Any]]] = []
        self.regions: dict[str, str] = {}

    def client(self, service: str, region_name: str | None = None, config: Any = None) -> Any:
        client = _SESSION.client(service, region_name=region_name, config=config)
        client.meta.events.register("provide-client-params.*.*", self._note)
        client.meta.events.register("before-call.*.*", self._answer)
        self.regions[service] = client.meta.region_name
        return client

    def _note(self, params: Mapping[str, Any], model: Any, **_rest: Any) -> None:
        self.called.append((model.name, params))

    def _answer(self, model: Any, **_rest: Any) -> Any:
        answer = self._answers[model.name]
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, str):
            raise ClientError({"Error": {"Code": answer, "Message": "recorded"}}, model.name)
        validate_parameters(answer, model.output_shape)
        return Mock(status_code=200), answer
