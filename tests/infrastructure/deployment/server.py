"""AWS at an address: CloudFormation and invalidations of `cloudformation.py`, and everything else of moto."""

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl
from xml.etree.ElementTree import Element, SubElement, tostring

from moto.server import DomainDispatcherApplication, create_backend_app
from samtranslator.yaml_helper import yaml_parse
from werkzeug import Request, Response
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.infrastructure.deployment.cloudformation import ChangeSet, EmulatedAccount, Refused, StackState

_NAMESPACE = "http://cloudformation.amazonaws.com/doc/2010-05-15/"
_TIME = "2026-11-21T17:00:00Z"
_INVALIDATION = re.compile(r"/2020-05-31/distribution/([^/]+)/invalidation")


class _Quiet(WSGIRequestHandler):
    def log(self, *arguments: Any) -> None:
        """Write no line for each request."""


class EmulatedAws:
    """A WSGI application.

    Attributes:
        account: for what only a test can see or set.
        invalidated: ids of distributions, in order.
        requested: actions of all requests, as IAM names them.
    """

    def __init__(self, endpoint: str, concurrency_quota: int) -> None:
        """Answer at `endpoint`."""
        self.account = EmulatedAccount(endpoint, concurrency_quota)
        self.invalidated: list[str] = []
        self.requested: set[str] = set()
        self._moto = DomainDispatcherApplication(create_backend_app)
        self._lock = threading.Lock()

    def __call__(self, environ: Any, start_response: Any) -> Any:
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = BytesIO(body)
        request = Request(environ)
        self.requested.add(get_action(request, body))
        if (answer := self._describe_account(request, body)) is not None:
            return answer(environ, start_response)
        if found := _INVALIDATION.fullmatch(request.path):
            return self._invalidate(found[1])(environ, start_response)
        if "/cloudformation/" in request.headers.get("Authorization", ""):
            parameters = dict(parse_qsl(body.decode(), keep_blank_values=True))
            with self._lock:
                return self._answer(parameters)(environ, start_response)
        if (refusal := self._refuse_second_deletion(request, body)) is not None:
            return refusal(environ, start_response)
        return self._moto(environ, start_response)

    def _refuse_second_deletion(self, request: Request, body: bytes) -> Response | None:
        """Refuse to schedule the deletion of a key twice, as KMS does and moto does not."""
        if request.headers.get("X-Amz-Target") != "TrentService.ScheduleKeyDeletion":
            return None
        key = self.account.client("kms").describe_key(KeyId=json.loads(body)["KeyId"])["KeyMetadata"]
        if key["KeyState"] != "PendingDeletion":
            return None
        message = f"{key['Arn']} is pending deletion."
        answer = _make_json({"__type": "KMSInvalidStateException", "message": message})
        answer.status_code = 400
        return answer

    def _describe_account(self, request: Request, body: bytes) -> Response | None:
        """Return what services say of a new account, where moto says nothing; None for other requests."""
        action = request.headers.get("X-Amz-Target", request.path).rpartition(".")[2]
        if action == "/2016-08-19/account-settings":
            quota = self.account.concurrency_quota
            limits = {"ConcurrentExecutions": quota, "UnreservedConcurrentExecutions": quota}
            return _make_json({"AccountLimit": limits, "AccountUsage": {}})
        if action == "/v2/email/account":
            return _make_json({"ProductionAccessEnabled": False, "SendingEnabled": True})
        if action == "GetAWSDefaultServiceQuota":
            return _make_json({"Quota": {**json.loads(body), "Value": 120.0}})
        if action == "DescribePhoneNumbers":
            return _make_json({"PhoneNumbers": []})
        if b"Action=GetSMSSandboxAccountStatus" in body:
            name = "GetSMSSandboxAccountStatus"
            result = f"<{name}Result><IsInSandbox>true</IsInSandbox></{name}Result>"
            return Response(f"<{name}Response>{result}</{name}Response>", mimetype="text/xml")
        return None

    def _invalidate(self, distribution: str) -> Response:
        known = {
            resource.physical_id
            for stack in self.account.stacks.values()
            for resource in stack.resources.values()
        }
        if distribution not in known:
            return Response(
                "<ErrorResponse><Error><Code>NoSuchDistribution</Code></Error></ErrorResponse>", 404
            )
        self.invalidated.append(distribution)
        body = f"<Id>I1</Id><Status>Completed</Status><CreateTime>{_TIME}</CreateTime>"
        return Response(f"<Invalidation>{body}</Invalidation>", 201, mimetype="text/xml")

    def _answer(self, given: Mapping[str, str]) -> Response:
        action = given["Action"]
        try:
            result = getattr(self, f"_{_to_snake(action)}")(given)
        except Refused as error:
            root = Element("ErrorResponse", xmlns=_NAMESPACE)
            _write(root, {"Error": {"Type": "Sender", "Code": "ValidationError", "Message": str(error)}})
            return Response(tostring(root), 400, mimetype="text/xml")
        root = Element(f"{action}Response", xmlns=_NAMESPACE)
        _write(root, {f"{action}Result": result, "ResponseMetadata": {"RequestId": "request"}})
        return Response(tostring(root), mimetype="text/xml")

    def _create_change_set(self, given: Mapping[str, str]) -> dict[str, Any]:
        parameters: dict[str, str | None] = {}
        for each in _list_members(given, "Parameters"):
            is_kept = each.get("UsePreviousValue") == "true"
            parameters[each["ParameterKey"]] = None if is_kept else each["ParameterValue"]
        template = given.get("TemplateBody")
        if template is None:
            template = self.account.read_template(given["TemplateURL"])
        stack, change_set = self.account.create_change_set(
            given["StackName"],
            given["ChangeSetName"],
            template,
            parameters,
            {each["Key"]: each["Value"] for each in _list_members(given, "Tags")},
            given.get("ChangeSetType", "UPDATE"),
        )
        return {"Id": _get_arn(change_set), "StackId": stack.id}

    def _describe_change_set(self, given: Mapping[str, str]) -> dict[str, Any]:
        stack, change_set = self.account.find_change_set(given["ChangeSetName"], given.get("StackName"))
        changes = [
            {
                "Type": "Resource",
                "ResourceChange": {
                    "Action": action,
                    "LogicalResourceId": logical_id,
                    "ResourceType": kind,
                    **({"Replacement": replaced} if replaced else {}),
                },
            }
            for action, logical_id, kind, replaced in change_set.changes
        ]
        status = {"Status": "CREATE_COMPLETE", "ExecutionStatus": "AVAILABLE"}
        if not changes and dict(change_set.parameters) == stack.parameters:
            reason = "The submitted information didn't contain changes."
            status = {"Status": "FAILED", "ExecutionStatus": "UNAVAILABLE", "StatusReason": reason}
        return {
            "ChangeSetName": change_set.name,
            "ChangeSetId": _get_arn(change_set),
            "StackId": stack.id,
            "StackName": stack.name,
            "CreationTime": _TIME,
            "Changes": changes,
            **status,
        }

    def _execute_change_set(self, given: Mapping[str, str]) -> dict[str, Any]:
        self.account.execute(*self.account.find_change_set(given["ChangeSetName"], given.get("StackName")))
        return {}

    def _delete_change_set(self, given: Mapping[str, str]) -> dict[str, Any]:
        stack, change_set = self.account.find_change_set(given["ChangeSetName"], given.get("StackName"))
        del stack.change_sets[change_set.id]
        return {}

    def _describe_stacks(self, given: Mapping[str, str]) -> dict[str, Any]:
        if "StackName" in given:
            return {"Stacks": [_describe(self.account.find(given["StackName"]))]}
        stacks = [each for each in self.account.stacks.values() if each.status != "DELETE_COMPLETE"]
        return {"Stacks": [_describe(each) for each in stacks]}

    def _describe_stack_events(self, given: Mapping[str, str]) -> dict[str, Any]:
        stack = self.account.find(given["StackName"])
        return {
            "StackEvents": [
                {
                    "StackId": stack.id,
                    "StackName": stack.name,
                    "EventId": event.id,
                    "LogicalResourceId": event.logical_id,
                    "PhysicalResourceId": event.physical_id,
                    "ResourceType": event.type,
                    "ResourceStatus": event.status,
                    "ResourceStatusReason": event.reason,
                    "Timestamp": event.at.isoformat(),
                }
                for event in reversed(stack.events)
            ]
        }

    def _list_stack_resources(self, given: Mapping[str, str]) -> dict[str, Any]:
        stack = self.account.find(given["StackName"])
        return {
            "StackResourceSummaries": [
                {
                    "LogicalResourceId": each.logical_id,
                    "PhysicalResourceId": each.physical_id,
                    "ResourceType": each.type,
                    "ResourceStatus": "CREATE_COMPLETE",
                    "LastUpdatedTimestamp": _TIME,
                }
                for each in stack.resources.values()
            ]
        }

    def _describe_stack_resource(self, given: Mapping[str, str]) -> dict[str, Any]:
        resources = self._list_stack_resources(given)["StackResourceSummaries"]
        (found,) = [each for each in resources if each["LogicalResourceId"] == given["LogicalResourceId"]]
        return {"StackResourceDetail": found}

    def _get_template(self, given: Mapping[str, str]) -> dict[str, Any]:
        return {"TemplateBody": self.account.find(given["StackName"]).template}

    def _get_template_summary(self, given: Mapping[str, str]) -> dict[str, Any]:
        template = given.get("TemplateBody") or self.account.find(given["StackName"]).template
        names = yaml_parse(template).get("Parameters", {})
        return {"Parameters": [{"ParameterKey": name} for name in names]}

    def _delete_stack(self, given: Mapping[str, str]) -> dict[str, Any]:
        self.account.delete(self.account.find(given["StackName"]))
        return {}


_PATHS = (
    ("lambda", "GET", r"/2016-08-19/account-settings", "GetAccountSettings"),
    ("cloudfront", "POST", r"/2020-05-31/distribution/[^/]+/invalidation", "CreateInvalidation"),
    ("ses", "GET", r"/v2/email/account", "GetAccount"),
    ("ses", "GET", r"/v2/email/identities/.+", "GetEmailIdentity"),
    ("s3", "PUT", r"/[^/]+/?", "CreateBucket"),
    ("s3", "GET|HEAD", r"/[^/]*/?", "ListBucket"),
    ("s3", "PUT|POST", r"/[^/]+/.+", "PutObject"),
    ("s3", "GET|HEAD", r"/[^/]+/.+", "GetObject"),
    ("s3", "DELETE", r"/[^/]+/.+", "DeleteObject"),
)
"""Service, methods, path, and action of requests that name their action in no other way."""
_IAM_SERVICES = {"monitoring": "cloudwatch", "service-quotas": "servicequotas"}


def get_action(request: Request, body: bytes) -> str:
    """Return the action of a request as IAM names it, such as `sns:GetSMSAttributes`."""
    scope = re.search(r"Credential=[^/]+/[^/]+/[^/]+/([^/]+)/", request.headers.get("Authorization", ""))
    service = scope[1] if scope else "unsigned"
    service = _IAM_SERVICES.get(service, service)
    if target := request.headers.get("X-Amz-Target"):
        return f"{service}:{target.rpartition('.')[2]}"
    if form := dict(parse_qsl(body.decode(errors="replace"))).get("Action"):
        return f"{service}:{form}"
    for known, methods, path, action in _PATHS:
        if known == service and re.fullmatch(methods, request.method) and re.fullmatch(path, request.path):
            return f"{service}:{action}"
    return f"{service}:{request.method} {request.path}"


def _make_json(content: Mapping[str, Any]) -> Response:
    return Response(json.dumps(content), mimetype="application/json")


def _describe(stack: StackState) -> dict[str, Any]:
    return {
        "StackId": stack.id,
        "StackName": stack.name,
        "CreationTime": _TIME,
        "StackStatus": stack.status,
        "StackStatusReason": stack.reason,
        "Parameters": [
            {"ParameterKey": key, "ParameterValue": value} for key, value in stack.parameters.items()
        ],
        "Outputs": [{"OutputKey": key, "OutputValue": value} for key, value in stack.outputs.items()],
        "Tags": [{"Key": key, "Value": value} for key, value in stack.tags.items()],
    }


def _get_arn(change_set: ChangeSet) -> str:
    return f"arn:aws:cloudformation:us-east-1:123456789012:changeSet/{change_set.name}/{change_set.id}"


def _list_members(given: Mapping[str, str], name: str) -> list[dict[str, str]]:
    """Return the entries of a list in a form of AWS: `Tags.member.1.Key=…`."""
    found: dict[int, dict[str, str]] = {}
    for key, value in given.items():
        if match := re.fullmatch(rf"{name}\.member\.(\d+)\.(\w+)", key):
            found.setdefault(int(match[1]), {})[match[2]] = value
    return [found[number] for number in sorted(found)]


def _to_snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _write(parent: Element, content: Mapping[str, Any]) -> None:
    for key, value in content.items():
        element = SubElement(parent, key)
        if isinstance(value, Mapping):
            _write(element, value)
        elif isinstance(value, list):
            for each in value:
                _write(element, {"member": each})
        else:
            element.text = str(value)


@contextmanager
def run_aws(concurrency_quota: int = 10) -> Iterator[EmulatedAws]:
    """Run an account of its own, empty at first; its address is `account.endpoint`."""
    server = make_server("127.0.0.1", 0, lambda *_: [], threaded=True, request_handler=_Quiet)
    aws = EmulatedAws(f"http://127.0.0.1:{server.port}", concurrency_quota)
    server.app = aws
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield aws
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
