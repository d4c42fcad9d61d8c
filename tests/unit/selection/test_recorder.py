"""What is recorded of a test file."""

import importlib
import json
import sys
from pathlib import Path

import pytest

from tests.selection.recorder import ROOT, Recorder


@pytest.fixture
def recorder() -> Recorder:
    recorder = Recorder(ROOT)
    recorder.begin(Path(__file__))
    return recorder


def recorded(recorder: Recorder, name: str) -> object:
    return json.loads(recorder.as_json())[name]


HERE = str(Path(__file__).relative_to(ROOT))


def test_file_is_recorded_for_the_module_that_opens_it(recorder: Recorder) -> None:
    recorder.audit("open", (str(ROOT / "shared" / "data" / "counties.json"), "r", 0))
    assert recorded(recorder, "opened") == {HERE: ["shared/data/counties.json"]}


@pytest.mark.parametrize("path", [".venv/lib/x.json", "node_modules/x/package.json", ".local/reads/1.json"])
def test_file_that_is_no_source_is_not_recorded(recorder: Recorder, path: str) -> None:
    recorder.audit("open", (str(ROOT / path), "r", 0))
    assert recorded(recorder, "opened") == {}


def test_file_outside_the_repository_is_not_recorded(recorder: Recorder) -> None:
    recorder.audit("open", (sys.executable, "r", 0))
    assert recorded(recorder, "opened") == {}


def test_program_is_recorded_for_the_test_file(recorder: Recorder) -> None:
    recorder.audit("subprocess.Popen", ("node", ["node"], None, None))
    assert recorded(recorder, "started") == [HERE]


def test_import_by_name_is_recorded_for_the_module_that_asks(recorder: Recorder) -> None:
    recorder.imports_by_name("functions.lookups.app")
    assert recorded(recorder, "imported") == {HERE: ["functions.lookups.app"]}


def test_group_that_a_test_calls_is_recorded_for_its_file(
    recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.api.support import load_app

    def imported(name: str, package: str | None = None) -> object:
        recorder.imports_by_name(name)
        return sys.modules[__name__]

    monkeypatch.setattr(importlib, "import_module", imported)
    with pytest.raises(AttributeError):
        load_app("lookups")
    assert recorded(recorder, "imported") == {HERE: ["functions.lookups.app"]}
