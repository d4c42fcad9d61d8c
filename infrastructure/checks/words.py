"""Refuses words that docs/glossary.md has retired, in the modules that it lists."""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
GLOSSARY = REPOSITORY / "docs/glossary.md"


@dataclass(frozen=True, slots=True)
class Retired:
    """What the table of the glossary retires.

    Attributes:
        words: in lower case, their parts joined by spaces.
        prefixes: of the names of constants.
    """

    words: Sequence[str]
    prefixes: tuple[str, ...]

    def word_in(self, text: str) -> str | None:
        """The first retired word of a text or a name."""
        pattern = rf"\b(?:{'|'.join(map(re.escape, self.words))})\b"
        match = re.search(pattern, _words_of(text))
        return match[0] if match else None


def retired_by(glossary: str) -> Retired:
    """What the last column of the table retires."""
    rows = [line for line in glossary.splitlines() if line.startswith("| ")]
    terms = [term for row in rows for term in re.findall(r"`([^`]+)`", row.split("|")[3])]
    return Retired(
        [term.replace("_", " ").lower() for term in terms if not term.endswith("_")],
        tuple(term for term in terms if term.endswith("_")),
    )


def modules(glossary: str) -> list[Path]:
    """The modules of the list at the end.

    Raises:
        LookupError: a line of the list matches no file.
    """
    found: list[Path] = []
    for pattern in re.findall(r"^- `(.+)`$", glossary, re.MULTILINE):
        matches = sorted(REPOSITORY.glob(pattern))
        if not matches:
            raise LookupError(f"docs/glossary.md lists {pattern}, which is no module")
        found += matches
    return found


def faults(source: str, retired: Retired) -> list[tuple[int, str]]:
    """The lines of a module with a retired word in a name that it defines, a docstring or a comment."""
    names = list(_defined_names(ast.parse(source)))
    found = {(line, name) for line, name in names if name.lstrip("_").startswith(retired.prefixes)}
    for line, text in (*names, *_docstrings_and_comments(source)):
        word = retired.word_in(text)
        if word is not None:
            found.add((line, word))
    return sorted(found)


def _words_of(text: str) -> str:
    separate = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return re.sub(r"[\s_]+", " ", separate).lower()


def _defined_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name


def _docstrings_and_comments(source: str) -> Iterator[tuple[int, str]]:
    """Sentences for people are other strings, and go by other rules."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text)):
                for number, line in enumerate(text.splitlines()):
                    # What stands in code style names something that may be elsewhere.
                    yield node.lineno + number, re.sub(r"`[^`]*`", "", line)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], re.sub(r"`[^`]*`", "", token.string)


def main() -> int:
    """Print every fault with its place; the number of modules that are not listed is said at the end."""
    glossary = GLOSSARY.read_text(encoding="utf-8")
    retired, listed = retired_by(glossary), modules(glossary)
    count = 0
    for module in listed:
        for line, word in faults(module.read_text(encoding="utf-8"), retired):
            print(f"{module.relative_to(REPOSITORY)}:{line}: {word!r} is retired; see docs/glossary.md")
            count += 1
    every = {*REPOSITORY.glob("functions/*/*.py"), *REPOSITORY.glob("shared/python/*/**/*.py")}
    print(f"{len(listed)} modules read, {len(every.difference(listed))} not yet moved to the glossary")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
