"""A manifest's file: its values, and the line of each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

MAX_FILE_BYTES = 256 * 1024

Place = tuple[str | int, ...]

# The C parser where there is one: five times as fast, and the local cloud reads its manifests at each start.
_Loader: type[yaml.SafeLoader | yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Fault:
    """Fault of a file, with its line, and its place such as `services[0].code`; empty for the whole file."""

    message: str
    remedy: str
    line: int = 1
    place: str = ""

    def format(self, path: Path) -> str:
        """Format the fault for a terminal; editors turn the first line into a link."""
        where = f"{self.place}: " if self.place else ""
        return f"{path}:{self.line}: {where}{self.message}\n    → {self.remedy}"


@dataclass(frozen=True, slots=True)
class Document:
    """A document and the line of each of its values."""

    content: Any
    lines: Mapping[Place, int]

    def get_line(self, place: Place) -> int:
        """Return the line of a place, or of the nearest place above it that is in the file."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


class FaultyDocument(Exception):
    """A file cannot be taken; it has all faults, in the order of their lines.

    Attributes:
        document: its content if it can be read in spite of the faults, to find further ones.
    """

    def __init__(self, *faults: Fault, document: Document | None = None) -> None:
        self.faults = sorted(faults, key=lambda fault: fault.line)
        self.document = document
        super().__init__("; ".join(f"line {fault.line}: {fault.message}" for fault in self.faults))


def read_document(path: Path) -> Document:
    """Read a file."""
    with path.open("rb") as file:
        content = file.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise _refuse("The file is larger than 256 KB.", "A manifest is a text of a few pages.")
    try:
        return parse_document(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise _refuse("The file is not UTF-8.", "Save it as UTF-8.", line) from None


def parse_document(text: str) -> Document:
    """Read the text of a file."""
    loader = _Loader(text)
    try:
        # Before construction, because aliases of aliases can grow without limit.
        _refuse_aliases(text)
        node = loader.get_single_node()
        if node is None:
            raise _refuse("The file is empty.", "Begin with docs/add-an-agency.md.")
        lines: dict[Place, int] = {}
        repeated = list(_note_lines(node, (), lines))
        document = Document(loader.construct_document(node), lines)
        if repeated:
            raise FaultyDocument(*repeated, document=document)
        return document
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _refuse(
            f"This is not YAML: {error.problem or error.context}.",
            "Look at the indentation, and put texts with a colon or a # in quotes.",
            _get_line_number(mark),
        ) from None
    except yaml.YAMLError as error:
        raise _refuse(
            f"This is not YAML: {str(error).splitlines()[0]}.", "Type the line again without it."
        ) from None
    except ValueError as error:
        raise _refuse(f"A value cannot be read: {error}.", "Put it in quotes.") from None
    finally:
        loader.dispose()


def _refuse(message: str, remedy: str, line: int = 1) -> FaultyDocument:
    return FaultyDocument(Fault(message, remedy, line))


def _get_line_number(mark: Any) -> int:
    return 1 if mark is None else int(mark.line) + 1


def _refuse_aliases(text: str) -> None:
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent):
            problem = f"*{event.anchor} refers to another part of the file."
            raise _refuse(problem, "Write it out.", _get_line_number(event.start_mark))


def _note_lines(node: yaml.Node, place: Place, lines: dict[Place, int]) -> Iterator[Fault]:
    """Note the line of each value, and yield the names that are there twice; the last of them counts."""
    lines.setdefault(place, _get_line_number(node.start_mark))
    if isinstance(node, yaml.SequenceNode):
        for index, entry in enumerate(node.value):
            yield from _note_lines(entry, (*place, index), lines)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            line = _get_line_number(key.start_mark)
            if not isinstance(key, yaml.ScalarNode):
                raise _refuse("A name must be a plain word.", "Write `name: value`.", line)
            inner = (*place, key.value)
            if inner in lines:
                yield Fault(f"{key.value} is there twice.", "Remove one of them.", line)
            inner_lines = {inner: line}
            yield from _note_lines(value, inner, inner_lines)
            lines.update(inner_lines)
