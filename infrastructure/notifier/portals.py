"""Where the failures queue is: of the portal that runs on this machine, or of a stage in AWS."""

import http.client
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from botocore.config import Config

from infrastructure.local.settings import DEFAULT_DATA, HOST
from infrastructure.notifier.failures import Failures, NotTaken
from infrastructure.portals import QUICK, Unreachable, local_portal, stage_portal

_QUEUE = "FailuresQueue"
# Longer than the notifier may take; and no second try, which would be a second replay.
_SECONDS = 70
_PATIENT = Config(connect_timeout=2, read_timeout=_SECONDS, retries={"total_max_attempts": 1})


def local_failures(data: Path = DEFAULT_DATA) -> Failures:
    """Those of the portal that `npm start` runs.

    Args:
        data: its folder.

    Raises:
        Unreachable: it does not run, or has no such queue.
    """
    portal = local_portal(data)
    address = portal.settings.aws_endpoint
    sqs = portal.session.client("sqs", endpoint_url=address, config=QUICK)
    urls = [url for url in sqs.list_queues().get("QueueUrls", []) if url.endswith(_QUEUE)]
    if not urls:
        raise Unreachable(
            "The portal that runs has no failures queue yet: stop it, and start it from this version."
        )
    streams = portal.session.client("dynamodbstreams", endpoint_url=address, config=QUICK)

    def invoke(function: str, event: Mapping[str, Any]) -> Any:
        connection = http.client.HTTPConnection(HOST, portal.settings.identity_port, timeout=_SECONDS)
        try:
            content, kind = json.dumps(event), {"Content-Type": "application/json"}
            connection.request("POST", f"/local/functions/{function}", content, kind)
            response = connection.getresponse()
            if response.status != http.HTTPStatus.OK:
                raise NotTaken(f"{function} failed; the terminal of the portal says why")
            return json.load(response)["answer"]
        finally:
            connection.close()

    return Failures(urls[0], sqs, streams, invoke)


def stage_failures(stage: str, session: Any = None) -> Failures:
    """Those of a stage in AWS.

    Args:
        stage: one of `portals.STAGES`.
        session: of boto3; None takes the credentials of the shell.

    Raises:
        Unreachable: the stack is not there or not complete, or the credentials do not reach it.
    """
    portal = stage_portal(stage, session)
    url = portal.output("Delivery", "FailuresQueueUrl")
    client = portal.session.client("lambda", config=_PATIENT)
    cloudformation = portal.session.client("cloudformation", config=QUICK)

    def invoke(function: str, event: Mapping[str, Any]) -> Any:
        resource = cloudformation.describe_stack_resource(StackName=portal.stack, LogicalResourceId=function)
        name = resource["StackResourceDetail"]["PhysicalResourceId"]
        answer = client.invoke(FunctionName=name, Payload=json.dumps(event).encode())
        content = json.load(answer["Payload"])
        if "FunctionError" in answer:
            raise NotTaken(f"{function} failed: {content.get('errorType', 'see its log')}")
        return content

    return Failures(
        url,
        portal.session.client("sqs", config=QUICK),
        portal.session.client("dynamodbstreams", config=QUICK),
        invoke,
    )
