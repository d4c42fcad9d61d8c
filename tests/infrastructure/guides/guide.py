"""Read a guide as blocks: files to write and commands to run."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.moved_clock import join_python_path

ROOT = Path(__file__).resolve().parents[3]

_APPEND = re.compile(r"At the end of `(?P<file>[^`]+)`:")
_CREATE = re.compile(r"New file `(?P<file>[^`]+)`:")
_EXCERPT = re.compile(r"From `(?P<file>[^`]+)`:")
_RUN = re.compile(r"Run\b.*:")
_INSERT = re.compile(r"In `(?P<file>[^`]+)`, (?P<place>after|before) `(?P<line>[^`]+)`:")


class Unfollowable(Exception):
    """The guide has no usable instruction, or its place in a file does not exist."""


@dataclass(frozen=True)
class Block:
    """A block of code.

    Attributes:
        instruction: the line before it.
        kind: the language.
    """

    instruction: str
    kind: str
    text: str

    @property
    def commands(self) -> list[str]:
        """Return the commands; none for a block that is no list of commands."""
        if not _RUN.fullmatch(self.instruction):
            return []
        joined = self.text.replace("\\\n", " ")
        return [" ".join(line.split()) for line in joined.splitlines() if line.strip()]

    def apply(self, folder: Path) -> str:
        """Change the file of the instruction, or check that it contains the excerpt, and return its name.

        Raises:
            Unfollowable: see its docstring.
        """
        if found := _APPEND.fullmatch(self.instruction):
            file = folder / found["file"]
            apart = "\n\n" if file.suffix == ".py" else ""
            file.write_text(f"{file.read_text(encoding='utf-8')}{apart}{self.text}", encoding="utf-8")
        elif found := _CREATE.fullmatch(self.instruction):
            file = folder / found["file"]
            if file.exists():
                raise Unfollowable(f"{found['file']} is not new.")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.text, encoding="utf-8")
        elif found := _INSERT.fullmatch(self.instruction):
            _insert(folder / found["file"], found["place"], found["line"], self.text)
        elif found := _EXCERPT.fullmatch(self.instruction):
            if self.text not in (folder / found["file"]).read_text(encoding="utf-8"):
                raise Unfollowable(f"{found['file']} has no such part:\n{self.text}")
        else:
            raise Unfollowable(f"What to do with the block after {self.instruction!r}?")
        return found["file"]


def _insert(file: Path, place: str, line: str, text: str) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    places = [number for number, each in enumerate(lines) if each.strip() == line]
    if len(places) != 1:
        raise Unfollowable(f"{file.name} has {len(places)} lines {line!r}.")
    number = places[0] + (place == "after")
    file.write_text("".join([*lines[:number], text, *lines[number:]]), encoding="utf-8")


def list_blocks(name: str) -> list[Block]:
    """Return the blocks of code of a guide in docs/, in order."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    parts = re.split(r"^```(\w*)\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    return [
        Block(before.strip().rpartition("\n")[2], kind, block)
        for before, kind, block in zip(parts[::3], parts[1::3], parts[2::3], strict=False)
    ]


def copy_repository(folder: Path) -> Path:
    """Copy the tracked and untracked files that git does not ignore to another folder."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in names.split("\0"):
        if name and (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
    return folder


def build_python_path(folder: Path) -> str:
    """Build the PYTHONPATH for the packages of a copy of the repository."""
    return join_python_path(folder, folder / "shared/python")
