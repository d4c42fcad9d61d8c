"""Fixtures with the real functions over moto, called like the gateway does.

moto accepts more than DynamoDB does; common differences are refused here.
"""

import io
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any
from unittest import mock

import boto3
import botocore.handlers
import pytest
from botocore import UNSIGNED
from botocore.client import BaseClient
from botocore.exceptions import BotoCoreError
from moto import mock_aws
from moto.core import DEFAULT_ACCOUNT_ID
from moto.core.botocore_stubber import BotocoreStubber
from moto.dynamodb.responses import DynamoHandler
from moto.s3 import urls as s3_urls
from moto.s3.models import S3Backend
from moto.ses.models import ses_backends
from moto.sns.models import sns_backends

from infrastructure.local import botocore_speed
from infrastructure.operations.names.build import build
from infrastructure.sandbox.names.generator import generate
from infrastructure.sandbox.names.sample_companies import list_sample_companies
from portal import tables as portal_tables
from tests.api import call_budget, examples, shared_setup
from tests.api.calls import record_calls, record_processing
from tests.api.clock import restore_process_clock
from tests.api.dynamodb_endpoint import Endpoint, MissingCredentials, NotUsable, make_endpoint
from tests.api.mapped_items import list_unmapped
from tests.api.moto_shortcut import shorten_processing
from tests.api.names_support import TESTED_NAMES
from tests.api.permissions import list_unused, refuse_forbidden_calls, used_permissions
from tests.api.support import (
    NAMES_SNAPSHOT,
    REGION,
    USERS_TABLE,
    Client,
    forget_current_holds,
    get_table_definitions,
    list_template_routes,
    load_app,
)
from tests.api.tables import EndpointTables, MotoTables, Tables, get_tables, use_tables

_BATCH_LIMIT = 25
_TRANSACTION_LIMIT = 100


@dataclass(frozen=True, slots=True)
class SentMail:
    """Email that the portal sent."""

    address: str
    subject: str
    text: str


class Outbox:
    """Messages that the portal sent during a test."""

    @property
    def mail(self) -> list[SentMail]:
        sent = ses_backends[DEFAULT_ACCOUNT_ID][REGION].sent_messages
        return [
            SentMail(address, message.subject, message.body)
            for message in sent
            for address in message.destinations["ToAddresses"]
        ]

    @property
    def text_messages(self) -> list[tuple[str, str]]:
        """Number and text of each text message."""
        return list(sns_backends[DEFAULT_ACCOUNT_ID][REGION].sms_messages.values())

    def clear(self) -> None:
        shared_setup.record_call("clear")
        ses_backends[DEFAULT_ACCOUNT_ID][REGION].sent_messages.clear()
        sns_backends[DEFAULT_ACCOUNT_ID][REGION].sms_messages.clear()


def pytest_configure(config: pytest.Config) -> None:
    """Say once, not with each test, that the DynamoDB of TEST_DYNAMODB cannot be used."""
    url = os.environ.get("TEST_DYNAMODB")
    if not url or hasattr(config, "workerinput"):
        return
    try:
        make_endpoint(url).check()
    except (MissingCredentials, NotUsable, BotoCoreError) as error:
        raise pytest.UsageError(str(error)) from error


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Compare a run of the whole suite with the permissions of the template and the budget of calls."""
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["used_permissions"] = sorted(used_permissions)
        config.workeroutput["call_budget"] = call_budget.export_results()
        config.workeroutput["examples"] = examples.export_recorded()
        return
    if examples.IS_RECORDING:
        examples.write_examples()
    if session.exitstatus != pytest.ExitCode.OK or not _is_whole_suite(config):
        return
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if call_budget.IS_RECORDING:
        call_budget.write_budget()
    elif too_high := call_budget.list_too_high():
        reporter.write_line(f"\n{call_budget.FILE.name} allows more than this suite took. Lower these rows:")
        for each in too_high:
            reporter.write_line(f"  {each}")
    if unused := list_unused(used_permissions):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.write_line(
            "\ntemplate.yaml grants what no test of this suite used. Remove it there, or test what needs it:"
        )
        for each in unused:
            reporter.write_line(f"  {each}")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker of pytest-xdist used and measured."""
    output = getattr(node, "workeroutput", {})
    used_permissions.update(map(tuple, output.get("used_permissions", ())))
    if "call_budget" in output:
        call_budget.import_results(**output["call_budget"])
    examples.import_recorded(output.get("examples", ()))


def _is_whole_suite(config: pytest.Config) -> bool:
    # Plugins that a run leaves out have no options.
    choices = ("keyword", "deselect", "lf", "collectonly", "stepwise")
    return (
        Path(__file__).parent in {Path(each).resolve() for each in config.args}
        and config.option.markexpr in ("", "not proof")
        and not any(config.getoption(name, False) for name in choices)
    )


@pytest.fixture(autouse=True)
def _process_clock() -> Iterator[None]:
    yield
    restore_process_clock()


@pytest.fixture(scope="session")
def _endpoint() -> Endpoint | None:
    """Return the DynamoDB that --dynamodb names, None for moto in this process."""
    url = os.environ.get("TEST_DYNAMODB")
    return make_endpoint(url) if url else None


@pytest.fixture(scope="session")
def _aws(_endpoint: Endpoint | None) -> Iterator[None]:
    variables = {
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_DEFAULT_REGION": REGION,
        "AWS_REGION": REGION,
    }
    # The environment may contain AWS settings such as an account or another endpoint.
    others = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    botocore_speed.install()
    limits = [
        ("before-parameter-build.dynamodb.BatchWriteItem", _refuse_large_batches),
        ("before-parameter-build.dynamodb.TransactWriteItems", _refuse_large_transactions),
        ("before-parameter-build.dynamodb.Query", _refuse_filters_on_missing_attributes),
        ("before-parameter-build", refuse_forbidden_calls),
        # moto does not verify signatures.
        ("choose-signer.dynamodb", lambda **_: UNSIGNED),
    ]
    shorten = _endpoint.forward_requests if _endpoint else shorten_processing
    process = shorten(BotocoreStubber.process_request)
    processing = record_processing(shared_setup.record_requests(process))
    with (
        mock.patch.dict(os.environ, others | variables, clear=True),
        mock.patch.object(botocore.handlers, "BUILTIN_HANDLERS", botocore.handlers.BUILTIN_HANDLERS + limits),
        mock.patch.object(DynamoHandler, "call_action", serialize_calls(DynamoHandler.call_action)),
        mock.patch.object(BotocoreStubber, "process_request", processing),
        mock.patch.object(BaseClient, "_make_api_call", record_calls(BaseClient._make_api_call)),
        # moto reloads this module for each S3 call, in case its settings changed.
        mock.patch.object(S3Backend, "_url_module", s3_urls),
        mock_aws(),
    ):
        # A unit test may have made the client of the tables, without the handlers above. It is made here,
        # because botocore's sessions are not safe in threads that start at once.
        portal_tables._get_connection.cache_clear()
        portal_tables.get_client()
        boto3.client("ses").verify_domain_identity(Domain="portal.example")
        yield


@pytest.fixture(scope="session")
def _tables(_aws: None, _endpoint: Endpoint | None) -> Iterator[Tables]:
    if _endpoint is None:
        get_tables().make()
        yield get_tables()
        return
    tables = EndpointTables(_endpoint)
    restore = use_tables(tables)
    try:
        tables.make()
        yield tables
    finally:
        tables.remove()
        restore()


@pytest.fixture
def stored(_tables: Tables, request: pytest.FixtureRequest) -> Iterator[Mapping[str, Any]]:
    """Return every table by name, empty, with nothing sent.

    Fails at the end if something was stored that the data map does not name, except with the mark `unmapped`.
    """
    # Recreating the tables for each test takes longer than most tests.
    _tables.clear(get_table_definitions())
    Outbox().clear()
    forget_current_holds()
    shared_setup.record_emptied()
    yield {name: _get_table(name) for name in get_table_definitions()}
    if isinstance(_tables, MotoTables) and not request.node.get_closest_marker("unmapped"):
        assert list_unmapped() == []


@pytest.fixture
def table(stored: Mapping[str, Any]) -> Any:
    """Return the users table."""
    return stored[USERS_TABLE]


@pytest.fixture
def outbox(stored: Mapping[str, Any]) -> Outbox:
    """Return the messages that the portal sends during the test."""
    return Outbox()


@pytest.fixture(scope="session")
def _names() -> Iterator[None]:
    """Store the business names: a few hundred fictitious ones, the samples, and those that tests need."""
    samples = [company.row for company in list_sample_companies()]
    names = [*generate(600), *TESTED_NAMES, *samples]
    build(names, NAMES_SNAPSHOT, date(2026, 11, 21), "tests")
    yield
    NAMES_SNAPSHOT.unlink(missing_ok=True)


@pytest.fixture
def client(stored: Mapping[str, Any], outbox: Outbox, _names: None) -> Client:
    """Return a client of the template's functions, without authentication until `acting_as`."""
    return Client(load_app)


@pytest.fixture
def output(client: Client, capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """Return a function that reads the functions' log output."""
    stream = io.StringIO()
    groups = sorted({route.group for route in list_template_routes()})
    # A function loaded here first would keep a stream that is closed at the end of the test.
    with capsys.disabled():
        handlers = [client.app_of(group).log.registered_handler for group in groups]
    streams = [handler.setStream(stream) for handler in handlers]
    yield lambda: stream.getvalue() + "".join(capsys.readouterr())
    for handler, original in zip(handlers, streams, strict=True):
        handler.setStream(original)


@pytest.fixture
def log_of(output: Callable[[], str]) -> Iterator[Any]:
    """Return the log output of one group's function, and of all others, from now on.

    Use it for functions that a test makes; `output` reads the others.
    """
    replaced = []

    def watch(client: Client, group: str) -> Callable[..., Any]:
        stream = io.StringIO()
        handler = client.app_of(group).log.registered_handler
        replaced.append((handler, handler.setStream(stream)))
        return lambda: stream.getvalue() + output()

    yield watch
    for handler, original in replaced:
        handler.setStream(original)


@cache
def _get_dynamodb() -> Any:
    return boto3.resource("dynamodb")


@cache
def _get_table(name: str) -> Any:
    # boto3 creates a class per table resource, which takes longer than most tests.
    return _get_dynamodb().Table(name)


def serialize_calls(call: Callable[..., Any]) -> Callable[..., Any]:
    """Serialize calls, because moto also undoes parallel writes of a canceled transaction."""
    lock = RLock()

    def wrapped(*arguments: Any, **options: Any) -> Any:
        with lock:
            return call(*arguments, **options)

    return wrapped


def _refuse_large_batches(params: Mapping[str, Any], **_: Any) -> None:
    written = sum(len(requests) for requests in params["RequestItems"].values())
    assert written <= _BATCH_LIMIT, f"DynamoDB refuses a batch of {written}"


def _refuse_large_transactions(params: Mapping[str, Any], **_: Any) -> None:
    actions = len(params["TransactItems"])
    assert actions <= _TRANSACTION_LIMIT, f"DynamoDB refuses a transaction of {actions}"


def _refuse_filters_on_missing_attributes(params: Mapping[str, Any], **_: Any) -> None:
    """Refuse filters on missing attributes: moto filters before projection, unlike DynamoDB."""
    if "IndexName" not in params or "FilterExpression" not in params:
        return
    described = get_table_definitions()[params["TableName"]]
    indexes = described.get("GlobalSecondaryIndexes", []) + described.get("LocalSecondaryIndexes", [])
    index = next(index for index in indexes if index["IndexName"] == params["IndexName"])
    if index["Projection"]["ProjectionType"] == "ALL":
        return
    keys = {key["AttributeName"] for key in described["KeySchema"] + index["KeySchema"]}
    projected = keys | set(index["Projection"].get("NonKeyAttributes", ()))
    used = {
        name
        for short, name in params["ExpressionAttributeNames"].items()
        if short in params["FilterExpression"]
    }
    assert used <= projected, f"Index {index['IndexName']} does not hold {used - projected}"
