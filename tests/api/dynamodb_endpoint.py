"""DynamoDB at another address, for `npm test -- --dynamodb URL api`: AWS, DynamoDB Local or moto's server.

Clients are made and fail as they do over moto; a request on its way to moto goes to the address instead.
Tables have names of their own there, so that a run meets no table that it did not make.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import boto3
import time_machine
from botocore.auth import SIGV4_TIMESTAMP, SigV4Auth
from botocore.awsrequest import AWSPreparedRequest, AWSRequest
from botocore.credentials import Credentials, ReadOnlyCredentials
from botocore.httpsession import URLLib3Session
from moto.core.botocore_stubber import BotocoreStubber

from tests.api.moto_shortcut import Process, get_target
from tests.api.support import REGION, USERS_TABLE, get_table_definitions

READS = frozenset({"BatchGetItem", "DescribeTable", "GetItem", "Query", "Scan", "TransactGetItems"})
PREFIX = "saguaro-tests-"
"""Begins the name of every table at another address; a role for the tests needs no others."""

_SERVICE = "DynamoDB_20120810"
_AWS_HOST = re.compile(r"\.(amazonaws\.com|amazonaws\.com\.cn|api\.aws)$")
_REGION = re.compile(r"\b[a-z]{2}(?:-[a-z]+)+-\d\b")
_CONNECTIONS = 50
_SHOWN = 300
_RECEIVED_HEADERS = frozenset({"content-type", "x-amzn-requestid"})


class MissingCredentials(Exception):
    def __init__(self) -> None:
        super().__init__(
            "--dynamodb names an address of AWS: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and its secret."
        )


class NotUsable(Exception):
    """An answer that is none of a DynamoDB, or its refusal of the credentials."""

    def __init__(self, url: str, status: int, content: bytes) -> None:
        super().__init__(f"{url} answers {status}: {content[:_SHOWN].decode(errors='replace')}")


class _RealTimeAuth(SigV4Auth):  # type: ignore[misc]
    """Signs at the real time, which AWS compares with its own; tests run at another one."""

    def _modify_request_before_signing(self, request: AWSRequest) -> None:
        request.context["timestamp"] = _get_real_time().strftime(SIGV4_TIMESTAMP)
        super()._modify_request_before_signing(request)


class Endpoint:
    """Sends requests to an address.

    Attributes:
        written: tables that may have items, by their names in the template.
    """

    def __init__(self, url: str, credentials: ReadOnlyCredentials | Credentials, region: str) -> None:
        self._url = url
        self._auth = _RealTimeAuth(credentials, "dynamodb", region)
        self._session = URLLib3Session(max_pool_connections=_CONNECTIONS, timeout=(5, 30))
        self._prefix = f"{PREFIX}{uuid4().hex[:12]}-"
        self._turn: AbstractContextManager[Any] = nullcontext()
        if self._is_moto():
            # It also undoes parallel writes of a canceled transaction.
            self._turn = threading.RLock()
        self.written: set[str] = set()

    def forward_requests(self, process: Process) -> Process:
        """Return moto's processing for all services but DynamoDB."""

        def processed(stubber: BotocoreStubber, request: AWSPreparedRequest) -> Any:
            service, _, operation = get_target(request).partition(".")
            return self._answer(operation, request) if service == _SERVICE else process(stubber, request)

        return processed

    def check(self) -> None:
        """Ask for a table that does not exist.

        Raises:
            NotUsable: the answer is another one.
        """
        status, _, content = self._send("DescribeTable", {"TableName": USERS_TABLE})
        if b"ResourceNotFoundException" not in content:
            raise NotUsable(self._url, status, content)

    def _answer(self, operation: str, request: AWSPreparedRequest) -> tuple[int, dict[str, str], bytes]:
        asked = json.loads(request.body)
        if operation not in READS:
            self.written |= set(_list_names(asked)) & get_table_definitions().keys()
        return self._send(operation, asked)

    def _send(self, operation: str, asked: Any) -> tuple[int, dict[str, str], bytes]:
        headers = {
            "Accept-Encoding": "identity",
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Target": f"{_SERVICE}.{operation}",
        }
        body = json.dumps(rename_tables(asked, self._add_prefix)).encode()
        sent = AWSRequest(method="POST", url=self._url, data=body, headers=headers)
        self._auth.add_auth(sent)
        with self._turn:
            answer = self._session.send(sent.prepare())
            content = answer.content
        if content.startswith(b"{"):
            content = json.dumps(rename_tables(json.loads(content), self._remove_prefix)).encode()
        # Without the checksum, which is that of the original content.
        kept = {name: value for name, value in answer.headers.items() if name.lower() in _RECEIVED_HEADERS}
        return answer.status_code, kept, content

    def _is_moto(self) -> bool:
        address = urlsplit(self._url)
        if _AWS_HOST.search(address.hostname or ""):
            return False
        request = AWSRequest(method="GET", url=f"{address.scheme}://{address.netloc}/moto-api/")
        return bool(self._session.send(request.prepare()).status_code == 200)

    def _add_prefix(self, name: str) -> str:
        return self._prefix + name

    def _remove_prefix(self, name: str) -> str:
        return name.removeprefix(self._prefix)


def make_endpoint(url: str) -> Endpoint:
    """Return the endpoint at an address, with the credentials of the environment where it is one of AWS.

    Raises:
        MissingCredentials: there are none.
    """
    host = urlsplit(url).hostname or ""
    if not _AWS_HOST.search(host):
        return Endpoint(url, Credentials("testing", "testing"), REGION)
    with _real_time():
        credentials = boto3.Session().get_credentials()
        if credentials is None:
            raise MissingCredentials
        found = _REGION.search(host)
        return Endpoint(url, credentials.get_frozen_credentials(), found[0] if found else REGION)


@contextmanager
def _real_time() -> Iterator[None]:
    """Stop the tests' clock: a sign-in to AWS is valid at the real time."""
    with time_machine.travel(_get_real_time(), tick=True):
        yield


def _get_real_time() -> datetime:
    hatch = time_machine.escape_hatch
    return hatch.datetime.datetime.now(UTC) if hatch.is_travelling() else datetime.now(UTC)


def rename_tables(content: Mapping[str, Any], rename: Callable[[str], str]) -> dict[str, Any]:
    """Return the content of a request or an answer with other names of tables.

    Source: the API reference of DynamoDB.
    """
    renamed = dict(content)
    for member, value in content.items():
        match member, value:
            case "TableName", str():
                renamed[member] = rename(value)
            case "RequestItems" | "UnprocessedItems" | "UnprocessedKeys" | "Responses", dict():
                renamed[member] = {rename(name): each for name, each in value.items()}
            case "TransactItems" | "ConsumedCapacity", list():
                renamed[member] = [rename_tables(each, rename) for each in value]
            case (
                "Put" | "Update" | "Delete" | "ConditionCheck" | "Get" | "Table" | "TableDescription",
                dict(),
            ):
                renamed[member] = rename_tables(value, rename)
            case "ConsumedCapacity", dict():
                renamed[member] = rename_tables(value, rename)
    return renamed


def _list_names(asked: Mapping[str, Any]) -> list[str]:
    found: list[str] = []

    def collect(name: str) -> str:
        found.append(name)
        return name

    rename_tables(asked, collect)
    return found
