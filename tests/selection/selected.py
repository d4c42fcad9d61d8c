"""What of the tests depends on the files that differ from main: `python -m tests.selection.selected`.

Prints `{"everything": why}` where that cannot be told for sure, otherwise `{"suites": {suite: [files]}}`, an
empty list being the whole suite. For the desk: what lands a change is always the whole run.

It knows what the last whole run really read (`recorder.py` and `tests/e2e/support/test.ts`, kept in
`.local/reads`), and follows imports in the code as it is now.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import grimp

from tests.api.support import template_routes

ROOT = Path(__file__).parents[2]
READS = ROOT / ".local" / "reads"
PACKAGES = {
    "functions": "functions",
    "portal": "shared/python/portal",
    "mobile_license": "shared/python/mobile_license",
    "transparency_log": "shared/python/transparency_log",
    "infrastructure": "infrastructure",
    "shared.contract": "shared/contract",
    "tests": "tests",
}
PYTEST_SUITES = {
    "unit": "tests/unit",
    "api": "tests/api",
    "contract": "tests/contract",
    "infrastructure": "tests/infrastructure",
    "bench": "tests/bench",
}
"""Each suite's folder; the proofs are those of tests/api with their mark."""

# Decide on how anything is set up or run.
_OF_EVERYTHING = re.compile(
    r"package(-lock)?\.json|\.npmrc|pyproject\.toml|\.ci/.*|infrastructure/commands/.*|shared/python/requirements/.*"
    r"|tests/conftest\.py|tests/selection/.*|template\.yaml|infrastructure/\w+\.yaml"
)
# Texts that no program reads unless a test was recorded to do so.
_TEXTS = re.compile(r".*\.md|docs/.*|LICENSE|\.gitignore|tests/mutants/.*")
_WEB_MODULE = re.compile(
    r"webapp/src/(?!testing/).*|webapp/(help|prerender)/.*|shared/contract/openapi\.json|shared/data/.*"
)
_FEATURE = re.compile(r"webapp/src/features/(\w+)/")
_WEB_TEST = re.compile(r"webapp/.*\.test\.tsx?")
_SERVED = re.compile(
    r"functions/.*|shared/(python/portal|python/mobile_license|python/transparency_log|data)/.*"
)


@dataclass(frozen=True)
class Reads:
    """What the last whole run read; see `Recorder` for the first three.

    Attributes:
        browser: for each end-to-end spec file, the endpoint groups that it called (`group users`) and the web
            app's features of which it loaded code (`feature messages`).
    """

    opened: Mapping[str, frozenset[str]] = field(default_factory=dict)
    imported: Mapping[str, frozenset[str]] = field(default_factory=dict)
    started: frozenset[str] = frozenset()
    browser: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def kept(cls, folder: Path) -> "Reads | None":
        """What was recorded in a folder; None where there was no whole run."""
        lines = [
            line for file in sorted(folder.glob("*.json*")) for line in file.read_text("utf-8").splitlines()
        ]
        if not lines:
            return None
        records = [json.loads(line) for line in lines]

        def united(name: str) -> dict[str, frozenset[str]]:
            paths = {path for record in records for path in record.get(name, ())}
            return {
                path: frozenset().union(*(record.get(name, {}).get(path, ()) for record in records))
                for path in paths
            }

        started = frozenset().union(*(record.get("started", ()) for record in records))
        asked = united("browser")
        group_of = {call: _group_of(call) for call in frozenset().union(*asked.values())}
        browser = {spec: frozenset(group_of[call] for call in calls) for spec, calls in asked.items()}
        return cls(united("opened"), united("imported"), started, browser)


def _group_of(call: str) -> str:
    """The endpoint group that answers a call (`GET /api/users`); what is no call of one stays as it is."""
    method, _, path = call.partition(" ")
    path = path.lower().rstrip("/")
    for route in template_routes():
        if route.method == method and route.parameters_of(path) is not None:
            return f"group {route.group}"
    return call


class Selection:
    """Decides what to run for changed files."""

    def __init__(self, root: Path, reads: Reads) -> None:
        """Look at the code below a folder as it is now."""
        self._root = root
        self._reads = reads

    @cached_property
    def _graph(self) -> grimp.ImportGraph:
        return grimp.build_graph(*PACKAGES, cache_dir=None)

    @cached_property
    def _path_of(self) -> dict[str, str]:
        """The file of each module."""
        return {module: path for module in self._graph.modules if (path := self._file(module))}

    @cached_property
    def _module_of(self) -> dict[str, str]:
        return {path: module for module, path in self._path_of.items()}

    def _file(self, module: str) -> str | None:
        package = next(name for name in PACKAGES if module == name or module.startswith(f"{name}."))
        path = PACKAGES[package] + module.removeprefix(package).replace(".", "/")
        return next(
            (file for file in (f"{path}.py", f"{path}/__init__.py") if (self._root / file).is_file()), None
        )

    def files_of(self, path: str) -> set[str]:
        """Every file that a module at a path depends on, itself included."""
        files, waiting = set(), [path]
        while waiting:
            file = waiting.pop()
            if file in files:
                continue
            files.add(file)
            files |= self._reads.opened.get(file, frozenset())
            modules = set(self._reads.imported.get(file, frozenset()))
            if module := self._module_of.get(file):
                modules |= self._graph.find_modules_directly_imported_by(module)
                modules |= {module.rsplit(".", count)[0] for count in range(1, module.count(".") + 1)}
            waiting += [self._path_of[name] for name in modules if name in self._path_of]
        return files

    def _of_test_file(self, test_file: str) -> set[str]:
        folders = Path(test_file).parents
        conftests = [
            str(folder / "conftest.py")
            for folder in folders
            if (self._root / folder / "conftest.py").is_file()
        ]
        return set().union(*(self.files_of(path) for path in (test_file, *conftests)))

    def selected(self, changed: Iterable[str]) -> dict[str, Any]:
        """What to run for these changed files: see above."""
        changed = set(changed)
        if not changed:
            return {"suites": {}}
        if decisive := sorted(filter(_OF_EVERYTHING.fullmatch, changed)):
            return {"everything": f"{decisive[0]} decides on every test"}
        suites: dict[str, list[str]] = {"check": []}
        explained = {path for path in changed if _TEXTS.fullmatch(path)}
        for suite, folder in PYTEST_SUITES.items():
            chosen = []
            for test_file in self._test_files(folder):
                read = self._of_test_file(test_file) & changed
                explained |= read
                if read or (
                    test_file in self._reads.started and not all(map(_is_seen_by_no_program, changed))
                ):
                    chosen.append(test_file)
            if chosen:
                suites[suite] = chosen
        if "api" in suites:
            suites["proofs"] = suites["api"]
        explained |= self._web(changed, suites)
        explained |= self._browser(changed, suites)
        if any(map(_SERVED.fullmatch, changed)):
            suites["fuzz"] = []
        # The tests of the linters read their configurations, and what suspends a rule.
        if any(path.startswith(("tests/commands/", "webapp/")) for path in changed):
            suites["commands"] = []
            explained |= {path for path in changed if path.startswith("tests/commands/")}
        if unknown := sorted(changed - explained):
            return {"everything": f"no run has read {unknown[0]}"}
        return {"suites": suites}

    def _test_files(self, folder: str) -> Iterator[str]:
        for file in sorted((self._root / folder).rglob("test_*.py")):
            yield str(file.relative_to(self._root))

    def _web(self, changed: set[str], suites: dict[str, list[str]]) -> set[str]:
        """Chooses of the web app's suite; returns what it knows of."""
        known = {path for path in changed if path.startswith("webapp/") or _WEB_MODULE.fullmatch(path)}
        if not all(map(_WEB_MODULE.fullmatch, known)) or any(
            not (self._root / path).exists() for path in known
        ):
            suites["webapp"] = []
        elif known:
            suites["webapp"] = sorted(known)
        return {path for path in known if path.startswith("webapp/")}

    def _browser(self, changed: set[str], suites: dict[str, list[str]]) -> set[str]:
        """Chooses of the end-to-end suite; returns what it knows of."""
        specs = {str(path.relative_to(self._root)) for path in (self._root / "tests/e2e").rglob("*.spec.ts")}
        known = {path for path in changed if path.startswith("tests/e2e/")}
        chosen = specs & changed
        is_all = bool(known - specs)
        for path in changed - known:
            if path.startswith("tests/") or _TEXTS.fullmatch(path) or _WEB_TEST.fullmatch(path):
                continue
            if feature := _FEATURE.match(path):
                needed = f"feature {feature[1]}"
                is_all |= self._is_on_first_page(feature[1])
                readers = {spec for spec in specs if needed in self._reads.browser.get(spec, ())}
            else:
                readers = {
                    spec
                    for spec in specs
                    for group in self._reads.browser.get(spec, ())
                    if path in self._files_of_group(group)
                }
            is_all |= not readers
            chosen |= readers
        unrecorded = specs - self._reads.browser.keys()
        if is_all:
            suites["e2e"] = []
        elif chosen:
            suites["e2e"] = sorted(chosen | unrecorded)
        return known

    def _files_of_group(self, name: str) -> set[str]:
        entry = f"functions/{name.removeprefix('group ')}/app.py"
        if not name.startswith("group ") or not (self._root / entry).is_file():
            return set()
        if entry not in self._groups:
            self._groups[entry] = self.files_of(entry)
        return self._groups[entry]

    @cached_property
    def _groups(self) -> dict[str, set[str]]:
        return {}

    def _is_on_first_page(self, feature: str) -> bool:
        """Whether the web app's frame has a feature built in: then every page has it."""
        imported = re.compile(
            rf"^(import|export)\b[^;]*?from '@/features/{feature}/", re.MULTILINE | re.DOTALL
        )
        files = (self._root / "webapp/src/app").rglob("*.ts*")
        return any(
            imported.search(file.read_text(encoding="utf-8")) for file in files if ".test." not in file.name
        )


def _is_seen_by_no_program(path: str) -> bool:
    return bool(_TEXTS.fullmatch(path) or path.startswith(("webapp/", "tests/")))


def changed_files() -> set[str]:
    """Paths that differ from main or, on main itself, from origin's; new and deleted ones included."""

    def git(*parameters: str) -> list[str]:
        done = subprocess.run(["git", *parameters], cwd=ROOT, capture_output=True, text=True, check=False)
        return [name for name in re.split("[\0\n]", done.stdout) if name] if done.returncode == 0 else []

    on_main = git("rev-parse", "--abbrev-ref", "HEAD") == ["main"]
    base = git("merge-base", "HEAD", "origin/main" if on_main else "main") or ["HEAD"]
    return {
        *git("diff", "-z", "--no-renames", "--name-only", base[0]),
        *git("ls-files", "-z", "--others", "--exclude-standard"),
    }


def main() -> int:
    """Print what to run."""
    reads = Reads.kept(READS)
    if reads is None:
        answer = {"everything": "no whole run has recorded what tests read"}
    else:
        answer = Selection(ROOT, reads).selected(changed_files())
    json.dump(answer, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
