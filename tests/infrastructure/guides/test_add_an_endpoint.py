"""docs/add-an-endpoint.md, followed word by word in a copy."""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.infrastructure.guides.guide import (
    ROOT,
    Unfollowable,
    build_python_path,
    copy_repository,
    list_blocks,
)

PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider")
# The others say nothing about these files, or take minutes. Vite refuses modules outside of the copy, so that
# the test of the page is not run.
CHECKS = (
    "words",
    "promises",
    "python lint",
    "python types",
    "python format",
    "import rules",
    "names",
    "retries",
    "contract in step",
    "code budgets",
    "web types",
    "web translations",
)
RUN_CHECKS = """
import { checks } from './infrastructure/commands/check.mjs';
for (const name of process.argv.slice(1)) {
  const { code, output } = await checks[name]();
  if (code !== 0) console.log(`${name}: ${output}`);
  process.exitCode ||= code;
}
"""


@dataclass
class Follower:
    """A reader of the guide with a copy of the repository."""

    folder: Path
    changed: list[str] = field(default_factory=list)

    def run(self, *program: str, **variables: str) -> None:
        """Run a program in the copy, with further variables in its environment.

        Raises:
            AssertionError: it failed; with its output.
        """
        done = subprocess.run(
            program,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": build_python_path(self.folder), **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(program)}\n{done.stdout}{done.stderr}"

    def obey(self, command: str) -> None:
        """Run a command of the guide, limited to the checks and tests that the changed files can fail.

        Raises:
            Unfollowable: the command is unknown.
        """
        tests = [name for name in self.changed if Path(name).name.startswith("test_")]
        match command:
            case "npm run contract":
                self.run(sys.executable, "-m", "shared.contract.export")
            case "npm run check":
                self.run("node", "--input-type=module", "--eval", RUN_CHECKS, *CHECKS)
                pages = [name.removeprefix("webapp/") for name in self.changed if name.startswith("webapp/")]
                in_webapp = ("npm", "exec", "--workspace=webapp", "--")
                sources = [name for name in pages if name.endswith((".ts", ".tsx"))]
                self.run(*in_webapp, "eslint", "--max-warnings", "0", *sources)
                self.run(*in_webapp, "prettier", "--check", *pages)
            case "TEST_EXAMPLES=record npm test -- api tests/api/test_bookmarks.py":
                self.run(*PYTEST, "tests/api/test_bookmarks.py", TEST_EXAMPLES="record")
            case "npm test -- unit api contract infrastructure webapp":
                self.run(*PYTEST, "tests/contract", *tests, "-k", "contract or bookmarks")
                self.run(*PYTEST, "tests/infrastructure/test_web_template.py", "-k", "public")
            case _:
                raise Unfollowable(f"Nobody knows how to run {command!r} in a copy.")


@pytest.fixture
def follower(tmp_path):
    folder = copy_repository(tmp_path / "copy")
    (folder / ".venv").symlink_to(sys.prefix)
    for modules in ("node_modules", "webapp/node_modules"):
        (folder / modules).symlink_to(ROOT / modules)
    for command in ("init", "add --all"):
        subprocess.run(["git", *command.split()], cwd=folder, capture_output=True, check=True)
    return Follower(folder)


def test_guide_leads_to_a_tested_endpoint(follower):
    for block in list_blocks("add-an-endpoint.md"):
        if block.commands:
            for command in block.commands:
                follower.obey(command)
        else:
            follower.changed.append(block.apply(follower.folder))
    contract = (follower.folder / "shared/contract/openapi.json").read_text(encoding="utf-8")
    assert '"/api/profile/bookmarks/{page}"' in contract


def test_missing_line_stops_the_guide(tmp_path):
    (tmp_path / "template.yaml").write_text("Resources:\n", encoding="utf-8")
    (block,) = [each for each in list_blocks("add-an-endpoint.md") if "GetBookmarks" in each.text]
    with pytest.raises(Unfollowable, match="has 0 lines 'GetCompleted:'"):
        block.apply(tmp_path)
