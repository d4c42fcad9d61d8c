"""docs/add-an-endpoint.md, followed word by word in a copy."""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.infrastructure.guides.guide import (
    Unfollowable,
    build_python_path,
    copy_repository,
    list_blocks,
)

PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider")


@dataclass
class Follower:
    """A reader of the guide with a copy of the repository."""

    folder: Path
    changed: list[str] = field(default_factory=list)

    def run(self, *program: str) -> None:
        """Run a program in the copy.

        Raises:
            AssertionError: it failed; with its output.
        """
        done = subprocess.run(
            program,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": build_python_path(self.folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(program)}\n{done.stdout}{done.stderr}"

    def obey(self, command: str) -> None:
        """Run a command of the guide, limited to the changed files.

        Raises:
            Unfollowable: the command is unknown.
        """
        sources = [name for name in self.changed if name.endswith(".py")]
        python = str(Path(sys.executable).parent)
        match command:
            case "npm run contract":
                self.run(sys.executable, "-m", "shared.contract.export")
            case "npm run check":
                self.run(f"{python}/ruff", "check", "--no-cache", *sources)
                self.run(f"{python}/ruff", "format", "--no-cache", "--check", *sources)
                self.run(f"{python}/lint-imports", "--no-cache")
                self.run(sys.executable, "-m", "shared.contract.export", "--check")
            case "npm test -- unit api contract infrastructure":
                tests = [name for name in sources if Path(name).name.startswith("test_")]
                self.run(*PYTEST, "tests/contract", *tests, "-k", "contract or bookmarks")
                self.run(*PYTEST, "tests/infrastructure/test_web_template.py", "-k", "public")
            case _:
                raise Unfollowable(f"Nobody knows how to run {command!r} in a copy.")


@pytest.fixture
def follower(tmp_path):
    return Follower(copy_repository(tmp_path / "copy"))


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
