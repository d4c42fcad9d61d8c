"""The log fixture of the web app matches the output of this code."""

import json

from tests.unit.accesslog.sealed_fixture import (
    EXCHANGED,
    FIXTURE,
    make,
    make_exchanged,
    remove_exchanged_signatures,
    remove_signatures,
)


def test_web_app_fixture_is_current() -> None:
    kept = json.loads(FIXTURE.read_text(encoding="utf-8"))
    assert remove_signatures(kept) == remove_signatures(make())


def test_web_app_fixture_of_exchanged_logs_is_current() -> None:
    kept = json.loads(EXCHANGED.read_text(encoding="utf-8"))
    assert remove_exchanged_signatures(kept) == remove_exchanged_signatures(make_exchanged())
