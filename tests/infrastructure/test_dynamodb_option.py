"""Suite of the API with its tables at another address, as `npm test -- --dynamodb URL api` runs it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import boto3
import pytest

from tests.infrastructure.local_cloud.fakes import wait_until
from tests.infrastructure.ports import find_free_port

FILES = ("tests/api/test_shared_setup.py", "tests/api/test_plan.py")
OPTIONS = ("-m", "pytest", "-p", "no:cacheprovider", "--numprocesses=2")
STARTS_WITHIN_SECONDS = 30
UNRELATED = {"user_id": {"S": "somebody"}, "item": {"S": "registration"}}


@dataclass(frozen=True)
class Server:
    """moto's server in another process.

    Attributes:
        log: file with a line for each request.
    """

    url: str
    log: Path

    @property
    def client(self) -> Any:
        return boto3.client(
            "dynamodb",
            "us-east-1",
            endpoint_url=self.url,
            aws_access_key_id="testing",
            aws_secret_access_key="testing",
        )

    def count_requests(self) -> int:
        return len(re.findall(r"POST / ", self.log.read_text(encoding="utf-8")))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    port = find_free_port()
    url, log = f"http://127.0.0.1:{port}", tmp_path / "log"

    def answers() -> bool:
        try:
            return bool(urlopen(f"{url}/moto-api/").status == 200)  # noqa: S310
        except URLError:
            return False

    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "moto.server", "-p", str(port)], stdout=output, stderr=output
        )
    try:
        wait_until(answers, STARTS_WITHIN_SECONDS)
        yield Server(url, log)
    finally:
        process.terminate()
        process.wait()


def run_api_tests(url: str, *files: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, *OPTIONS, *files],
        env={**os.environ, "TEST_DYNAMODB": url},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_run_leaves_only_tables_that_existed_before(server: Server) -> None:
    # A table of somebody else, with the name that the tests have for theirs.
    keys = (("user_id", "HASH"), ("item", "RANGE"))
    server.client.create_table(
        TableName="users",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name, _ in keys],
        KeySchema=[{"AttributeName": name, "KeyType": kind} for name, kind in keys],
    )
    server.client.put_item(TableName="users", Item=UNRELATED)
    before = server.count_requests()

    code, output = run_api_tests(server.url, *FILES)
    assert code == 0, output
    assert server.count_requests() > before + 100
    assert server.client.list_tables()["TableNames"] == ["users"]
    assert server.client.scan(TableName="users")["Items"] == [UNRELATED]


def test_address_without_dynamodb_is_named_once() -> None:
    url = f"http://127.0.0.1:{find_free_port()}"
    code, output = run_api_tests(url, FILES[0])
    assert code == pytest.ExitCode.USAGE_ERROR
    assert output.count(f'Could not connect to the endpoint URL: "{url}') == 1
