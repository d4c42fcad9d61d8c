"""docs/add-an-agency.md, followed word by word: the agency joins a portal, and is connected and heard."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from infrastructure.operations.agencies.caller import Caller, make_call
from infrastructure.operations.agencies.checking import read_manifest
from tests.infrastructure.guides.guide import (
    ROOT,
    Unfollowable,
    build_python_path,
    copy_repository,
    list_blocks,
)
from tests.infrastructure.local_cloud.fakes import wait_until
from tests.infrastructure.ports import find_free_port

EXAMPLE = "docs/examples"
READY_SECONDS = 300
PORT_OF_THE_GUIDE = 8090


@dataclass
class Follower:
    """A reader of the guide with a copy of the repository, beside a running portal.

    Attributes:
        folder: of the copy.
        data: of the portal.
        port: of the portal.
        library_port: of the agency's server.
        printed: the output of the commands.
        running: the processes to stop at the end.
    """

    folder: Path
    data: Path
    port: int
    library_port: int
    running: ExitStack
    printed: list[str] = field(default_factory=list)

    def secret(self, variable: str) -> str:
        """Return the output of `add` for the `…` of a variable.

        Raises:
            Unfollowable: `add` printed no such value.
        """
        labels = {
            "AGENCY_SIGNING_SECRET": r"Signing secret town-library: (\S+)",
            "AGENCY_CLIENT_SECRET": r"Client secret: (\S+)",
        }
        found = re.search(labels[variable], "\n".join(self.printed))
        if not found:
            raise Unfollowable(f"Nothing was printed for {variable}.")
        return found[1]

    def obey(self, command: str) -> None:
        """Run a command of the guide.

        Raises:
            Unfollowable: the command is unknown.
        """
        words = shlex.split(command)
        variables = {}
        while "=" in words[0]:
            name, _, value = words.pop(0).partition("=")
            variables[name] = self.secret(name) if value == "…" else value
        match words:
            case ["npm", "run", "agency", "--", "check", *rest]:
                self.run("-m", "infrastructure.operations.agencies", "check", *rest)
            case ["npm", "run", "agency", "--", *rest]:
                self.run("-m", "infrastructure.operations.agencies", *rest, "--data", str(self.data))
            case [".venv/bin/python", script] if script.endswith("town_library.py"):
                self.running.enter_context(self.started(script, str(self.library_port), **variables))
                url = f"http://localhost:{self.library_port}/portal/health"
                wait_until(lambda: Caller().send(make_call("GET", url)).status)
            case [".venv/bin/python", script]:
                self.run(script, **variables)
            case _:
                raise Unfollowable(f"Nobody knows how to run {command!r}.")

    def environment(self, **variables: str) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": build_python_path(self.folder),
            "PORTAL": f"http://localhost:{self.port}",
            "ISSUER": f"http://localhost:{self.port + 1}",
            **variables,
        }

    def run(self, *arguments: str, **variables: str) -> str:
        """Run a Python program in the copy and return its output.

        Raises:
            AssertionError: it failed.
        """
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=self.environment(**variables),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stdout}{done.stderr}"
        self.printed.append(done.stdout)
        return done.stdout

    @contextmanager
    def started(self, *arguments: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
        """Yield a Python program in the copy that runs meanwhile."""
        with subprocess.Popen(
            [sys.executable, *arguments], cwd=self.folder, env=self.environment(**variables)
        ) as process:
            try:
                yield process
            finally:
                process.terminate()

    @contextmanager
    def portal(self) -> Iterator[None]:
        """Run `npm start` on free ports, from the repository with the build of the web app."""
        command = [sys.executable, "-m", "infrastructure.demo", "start"]
        places = ["--port", str(self.port), "--data", str(self.data)]
        environment = {**os.environ, "PYTHONPATH": build_python_path(ROOT)}
        with subprocess.Popen(
            [*command, *places], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
        ) as process:
            try:
                self.wait_for(process)
                yield
            finally:
                process.terminate()

    def wait_for(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until the portal answers."""
        deadline = time.monotonic() + READY_SECONDS
        asked = make_call("GET", f"http://localhost:{self.port}/configuration")
        while Caller().send(asked).status != 200:
            assert process.poll() is None, "The portal ended."
            assert time.monotonic() < deadline, "The portal is not ready."
            time.sleep(0.05)

    @cached_property
    def tokens(self) -> dict[str, str]:
        """Rosa's."""
        place = ["--port", str(self.port), "--data", str(self.data)]
        printed = self.run("-m", "infrastructure.demo", "token", "resident@example.com", *place)
        tokens: dict[str, str] = json.loads(printed)
        return tokens

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Call the portal as Rosa and return the JSON of the answer."""
        headers = {
            "Authorization": f"Bearer {self.tokens['access_token']}",
            "id_token": self.tokens["id_token"],
            "Content-Type": "application/json",
        }
        content = None if body is None else json.dumps(body).encode()
        url = f"http://localhost:{self.port}{path}"
        request = urllib.request.Request(url, content, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            return json.loads(answer.read())


@pytest.fixture
def follower(tmp_path):
    folder = copy_repository(tmp_path / "copy")
    library_port = find_free_port()
    for file in (folder / EXAMPLE).iterdir():
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(f":{PORT_OF_THE_GUIDE}", f":{library_port}"), encoding="utf-8")
    prepared = subprocess.run(
        [sys.executable, "-m", "tests.prepared_data"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": build_python_path(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    data = shutil.copytree(prepared.stdout.strip(), tmp_path / "data")
    with ExitStack() as running:
        yield Follower(folder, data, find_free_port(), library_port, running)


def split_sections(blocks):
    """Split the guide at the section on messages."""
    number = next(place for place, block in enumerate(blocks) if "send_message.py" in block.text)
    return blocks[:number], blocks[number:]


def test_guide_leads_to_a_card_and_a_message(follower):
    joining, telling = split_sections(list_blocks("add-an-agency.md"))
    with follower.portal():
        follow(joining, follower)
    assert "36 passed, 0 failed, 1 skipped." in follower.printed[-1]
    # A new agency takes a minute to appear, or none when the functions start again.
    with follower.portal():
        identity = {"cardNumber": "20451", "dateOfBirth": "1984-05-17"}
        requested = {"agencyServiceId": "town-library-card", "identity": identity}
        follower.call("POST", "/api/subscriptions/agencyservice", requested)
        cards = follower.call("GET", "/api/subscriptions")["items"]
        assert "town-library-card" in [card["agencyServiceId"] for card in cards]
        follow(telling, follower)
    assert "delivered\n" in follower.printed
    assert read_manifest(follower.folder / EXAMPLE / "town-library.yaml", "any").services[0].application_forms


def follow(blocks, follower):
    """Follow the blocks of the guide; JSON blocks are bodies, which test_guide.py checks."""
    for block in blocks:
        for command in block.commands:
            follower.obey(command)
        if not block.commands and block.kind != "json":
            text = block.text.replace(f":{PORT_OF_THE_GUIDE}", f":{follower.library_port}")
            replace(block, text=text).apply(follower.folder)
