"""Calls of a browser, a program and the portal to the sandbox."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import requests

from infrastructure.operations.agencies.caller import Answer, Caller, make_call, sign_call
from infrastructure.sandbox.agencies import SandboxAgencies, SandboxSettings
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS
from tests.infrastructure.ports import find_free_port


def make_secret(name: str) -> str:
    return f"secret of {name}"


class Sandbox:
    """A running sandbox and its address.

    Attributes:
        mails: the sent ones: address, subject and text.
    """

    def __init__(self, portal_origin: str, port: int) -> None:
        self.mails: list[tuple[str, str, str]] = []
        settings = SandboxSettings(
            port, portal_origin, portal_origin, make_secret, lambda *mail: self.mails.append(mail)
        )
        self.agencies = SandboxAgencies(settings)
        self.address = f"http://localhost:{port}"

    def get(self, path: str, **headers: str) -> requests.Response:
        return requests.get(self.address + path, headers=headers, timeout=ENOUGH_SECONDS)

    def submit(self, path: str, form: Any = None, **headers: str) -> requests.Response:
        """Send a form as a browser does."""
        return requests.post(
            self.address + path, form, headers=headers, allow_redirects=False, timeout=ENOUGH_SECONDS
        )

    def post(self, path: str, **content: Any) -> requests.Response:
        """Send JSON as a program does."""
        return requests.post(self.address + path, json=content, timeout=ENOUGH_SECONDS)

    def call(self, agency_id: str, name: str, **content: Any) -> Answer:
        """Call an agency as the portal does."""
        endpoint = self.agencies.agencies[agency_id].manifest.services[0].endpoint
        made = make_call("POST", f"{endpoint}/{name}", content)
        return Caller().send(
            sign_call(made, agency_id, make_secret(f"agencies/{agency_id}/signing").encode())
        )


@contextmanager
def run_sandbox(portal_origin: str) -> Iterator[Sandbox]:
    """Yield a sandbox that answers until the block ends."""
    sandbox = Sandbox(portal_origin, find_free_port())
    sandbox.agencies.start()
    try:
        yield sandbox
    finally:
        sandbox.agencies.stop()
