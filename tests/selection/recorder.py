"""Records what each test file really reads: `pytest -p tests.selection.recorder`.

Each process writes one JSON file into the folder that TEST_READS names. Imports are not recorded, because a
module is loaded once for many test files; `selected.py` follows them in the code. What is recorded is what
the code does not show: which module opened which file, which test file had an endpoint group loaded, and
which started another program.
"""

import importlib
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
# What is made, fetched or installed is no source.
_NOT_SOURCES = (".", "node_modules/", "webapp/dist/")
# Loads whatever group a test calls, for each test anew; what others import by name, they import for all.
_LOADS_FOR_EACH_TEST = "tests/api/support.py"


class Recorder:
    """What was read, for `Selection` in `selected.py`.

    Attributes:
        opened: paths of files that the module at a path has opened.
        imported: names of modules that the module or test file at a path has imported by name.
        started: paths of test files that have started another program.
    """

    def __init__(self, root: Path) -> None:
        """Record paths below this folder."""
        self._root = f"{root}{os.sep}"
        self._test_file: str | None = None
        self.opened: dict[str, set[str]] = defaultdict(set)
        self.imported: dict[str, set[str]] = defaultdict(set)
        self.started: set[str] = set()

    def begin(self, test_file: Path | None) -> None:
        """Say whose test runs now."""
        self._test_file = self._source(str(test_file)) if test_file else None

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Take what the interpreter reports (`sys.addaudithook`)."""
        if event == "open":
            path = arguments[0]
            if (
                isinstance(path, str)
                and (source := self._source(path))
                and not source.endswith((".py", ".pyc"))
            ):
                self.opened[self._caller() or self._test_file or ""].add(source)
        elif event == "subprocess.Popen" and self._test_file:
            self.started.add(self._test_file)

    def imports_by_name(self, name: str) -> None:
        """Take a call of `importlib.import_module`."""
        caller = self._caller()
        if caller == _LOADS_FOR_EACH_TEST and self._test_file:
            caller = self._test_file
        if caller:
            self.imported[caller].add(name)

    def as_json(self) -> str:
        """What was recorded."""
        return json.dumps(
            {
                "opened": {path: sorted(files) for path, files in self.opened.items()},
                "imported": {path: sorted(names) for path, names in self.imported.items()},
                "started": sorted(self.started),
            }
        )

    def _source(self, path: str) -> str | None:
        """The path in the repository, None for what is no source of it."""
        absolute = path if os.path.isabs(path) else os.path.abspath(path)  # noqa: PTH100, PTH117 (called very often)
        if not absolute.startswith(self._root):
            return None
        relative = absolute[len(self._root) :]
        return None if relative.startswith(_NOT_SOURCES) or "__pycache__" in relative else relative

    def _caller(self) -> str | None:
        """The innermost module of the repository that runs now, without this one."""
        frame: FrameType | None = sys._getframe(1)
        while frame:
            file = frame.f_code.co_filename
            if file != __file__ and file.startswith(self._root) and (source := self._source(file)):
                return source
            frame = frame.f_back
        return None


def pytest_configure(config: pytest.Config) -> None:
    """Start to record, in this process and for its life."""
    folder = os.environ.get("TEST_READS")
    if folder and not config.pluginmanager.has_plugin("reads"):
        config.pluginmanager.register(_Plugin(Path(folder), Recorder(ROOT)), "reads")


class _Plugin:
    def __init__(self, folder: Path, recorder: Recorder) -> None:
        self._folder = folder
        self._recorder = recorder
        sys.addaudithook(recorder.audit)
        import_module = importlib.import_module

        def recorded(name: str, package: str | None = None) -> Any:
            recorder.imports_by_name(name)
            return import_module(name, package)

        importlib.import_module = recorded

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        self._recorder.begin(collector.path if isinstance(collector, pytest.Module) else None)
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._recorder.begin(item.path)
        return (yield)

    def pytest_sessionfinish(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / f"{os.getpid()}.json").write_text(self._recorder.as_json(), encoding="utf-8")
