"""The portal of `npm start` in a process of its own."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from infrastructure.local.http import Request, Response
from infrastructure.settings import REPOSITORY, find_running_port
from tests.infrastructure.local_cloud.fakes import PROCESS_SECONDS, wait_until
from tests.infrastructure.ports import find_free_port
from tests.moved_clock import join_python_path

PORT = find_free_port()
ENVIRONMENT = {**os.environ, "PYTHONPATH": join_python_path(REPOSITORY, REPOSITORY / "shared/python")}


def build_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "infrastructure.demo", *arguments]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        build_command(*arguments),
        cwd=REPOSITORY,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=PROCESS_SECONDS,
    )


@dataclass
class Portal:
    data: Path
    process: subprocess.Popen[bytes]
    port: int

    def call(
        self, method: str, path: str, tokens: dict[str, str] | None = None, body: Any = None
    ) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"}
        if tokens:
            headers |= {"Authorization": f"Bearer {tokens['access_token']}", "id_token": tokens["id_token"]}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        is_json = response.headers.get_content_type() == "application/json"
        return response.status, json.loads(content) if is_json else content

    def send(self, request: Request) -> Response:
        """Send a request from the address of its viewer."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=30, source_address=(request.viewer, 0)
        )
        connection.request(request.method, request.path, request.body, dict(request.headers))
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return Response(response.status, response.getheaders(), content)

    def local(self, path: str, body: Any = None) -> tuple[int, Any]:
        """Asks the local cloud for something at the identity provider's port."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port + 1, timeout=30)
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        content = json.loads(response.read())
        connection.close()
        return response.status, content

    def tokens(self, email: str) -> dict[str, str]:
        result = run("token", email, "--data", str(self.data))
        assert result.returncode == 0, result.stderr
        tokens: dict[str, str] = json.loads(result.stdout)
        return tokens

    @property
    def log(self) -> Path:
        """Return the terminal output."""
        return self.data.with_suffix(".log")

    def stop(self) -> str:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PROCESS_SECONDS)
        return self.log.read_text(encoding="utf-8")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PROCESS_SECONDS)


def start(data: Path, port: int = PORT) -> Portal:
    # Not a pipe, which blocks its writers when it is full.
    with data.with_suffix(".log").open("w") as log:
        process = subprocess.Popen(
            build_command("start", "--port", str(port), "--data", str(data)),
            cwd=REPOSITORY,
            env=ENVIRONMENT,
            stderr=log,
        )
    portal = Portal(data, process, port)
    wait_until(lambda: find_running_port(data) == port or process.poll() is not None, PROCESS_SECONDS)
    assert process.poll() is None, portal.log.read_text(encoding="utf-8")
    return portal


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Return a function that makes a new folder with the sample people."""
    command = [sys.executable, "-m", "tests.prepared_data"]
    result = subprocess.run(
        command, cwd=REPOSITORY, env=ENVIRONMENT, capture_output=True, text=True, check=True
    )

    def copied() -> Path:
        data = tmp_path_factory.mktemp("data")
        return Path(shutil.copytree(result.stdout.strip(), data, dirs_exist_ok=True))

    return copied


@pytest.fixture(scope="module")
def portal(prepared: Callable[[], Path]) -> Iterator[Portal]:
    portal = start(prepared())
    yield portal
    output = portal.stop()
    assert portal.process.returncode == 0
    assert "Stopped; everything is saved." in output
    # No background loop has failed in all these tests.
    assert "Exception in thread" not in output
    assert "Traceback" not in output
