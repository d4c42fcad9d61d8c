"""The web app checks what the portal makes: its fixture is still what this code makes."""

import json

from tests.unit.accesslog.sealed_fixture import FIXTURE, make, without_signatures


def test_web_app_fixture_is_current() -> None:
    kept = json.loads(FIXTURE.read_text(encoding="utf-8"))
    assert without_signatures(kept) == without_signatures(make())
