"""The log fixture of the web app matches the output of this code."""

import json

from tests.unit.accesslog.sealed_fixture import FIXTURE, make, remove_signatures


def test_web_app_fixture_is_current() -> None:
    kept = json.loads(FIXTURE.read_text(encoding="utf-8"))
    assert remove_signatures(kept) == remove_signatures(make())
