"""Check docstrings, comments, names, classes of styles and texts for operators against docs/glossary.md.

The web app's TypeScript has the same rules in webapp/tools/plainNames.js.
"""

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
_SOURCES = ("functions", "infrastructure", "shared", "tests")
_COMMANDS = REPOSITORY / "infrastructure/operations"
_STYLES = REPOSITORY / "webapp/src"
_LOG_METHODS = {"debug", "info", "warning", "error", "exception", "critical"}
_HELP_ARGUMENTS = {"description", "epilog", "help"}
_RIDDLE = re.compile(r"(?:What|Whose|Who|Whom|Whether|That|Where|Nobody|Somebody)\b")
_CLASS_NAME = re.compile(r"(?<=[.&])[A-Za-z_-][\w-]*")
_RIDDLE_IN_TEST_NAME = re.compile(r"_(?:what|whose|who|whom|whoever|nobody|somebody)(?=_|$)")


@dataclass(frozen=True, slots=True)
class Retired:
    """Words that the table of the glossary retires."""

    words: Sequence[str]  # in lower case, their parts joined by spaces
    names: Sequence[str]  # the same for words that only names must not have
    prefixes: tuple[str, ...]  # of the names of constants

    def find(self, text: str, *, is_name: bool = False) -> str | None:
        """Return the first retired word of a text or a name, or None."""
        words = (*self.words, *self.names) if is_name else self.words
        match = re.search(rf"\b(?:{'|'.join(map(re.escape, words))})\b", _split(text)) if words else None
        return match[0] if match else None


def parse_glossary(glossary: str) -> Retired:
    """Parse the last two columns of the table: words retired everywhere, and in names alone."""
    rows = [line.split("|") for line in glossary.splitlines() if line.startswith("| ")]
    everywhere, in_names = (
        [term for row in rows for term in re.findall(r"`([^`]+)`", row[column])] for column in (3, 4)
    )
    return Retired(
        [_split(term) for term in everywhere],
        [_split(term) for term in in_names if not term.endswith("_")],
        tuple(term for term in in_names if term.endswith("_")),
    )


def find_faults(source: str, retired: Retired, *, is_command: bool = False) -> list[tuple[int, str]]:
    """Return the lines of a module that break a rule, each with the fault.

    Args:
        is_command: true for a command, whose help and printed texts operators read.
    """
    tree = ast.parse(source)
    found = set()
    for line, name in _list_defined_names(tree):
        word = retired.find(name, is_name=True)
        if word is None and name.lstrip("_").startswith(retired.prefixes):
            word = name
        if word is not None:
            found.add((line, f"{word!r} is retired; see docs/glossary.md"))
        if name.startswith("test_") and _RIDDLE_IN_TEST_NAME.search(name):
            found.add((line, f"{name} is a riddle; name the case and the result"))
    for line, text, is_opening in _list_prose(tree, source):
        word = retired.find(text)
        if word is not None:
            found.add((line, f"{word!r} is retired; see docs/glossary.md"))
        if is_opening and (opening := _RIDDLE.match(text)):
            found.add((line, f"{opening[0]!r} opens a riddle; say what the thing is or does"))
    for line, text in _list_operator_texts(tree, is_command):
        word = retired.find(text, is_name=True)
        if word is not None:
            found.add((line, f"{word!r} is retired; see docs/glossary.md"))
        if opening := _RIDDLE.match(text.strip().capitalize()):
            found.add((line, f"{opening[0]!r} opens a riddle; say what happened"))
    return sorted(found)


def find_style_faults(source: str, retired: Retired) -> list[tuple[int, str]]:
    """Return the lines of a style sheet whose class names or comments break a rule, each with the fault."""
    found = []
    was_comment = False
    for number, line in enumerate(source.splitlines(), start=1):
        code, slashes, comment = line.partition("//")
        words = [retired.find(name.replace("-", " "), is_name=True) for name in _CLASS_NAME.findall(code)]
        words.append(retired.find(_remove_code(comment)))
        found += [(number, f"{word!r} is retired; see docs/glossary.md") for word in words if word]
        if not was_comment and (opening := _RIDDLE.match(comment.strip())):
            found.append((number, f"{opening[0]!r} opens a riddle; say what the thing is or does"))
        was_comment = bool(slashes) and not code.strip()
    return found


def _split(text: str) -> str:
    separate = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return re.sub(r"[\s_]+", " ", separate).lower()


def _list_defined_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
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


def _list_operator_texts(tree: ast.Module, is_command: bool) -> Iterator[tuple[int, str]]:
    """List log messages, and of a command also help and printed texts."""
    for node in ast.walk(tree):
        texts: list[ast.expr] = []
        match node:
            case ast.Call(func=ast.Attribute(value=logger, attr=method), args=[message, *_]) if (
                method in _LOG_METHODS and "logger" in ast.unparse(logger).lower()
            ):
                texts = [message]
            case ast.Call(func=ast.Name(id="print"), args=printed) if is_command:
                texts = printed
            case ast.Call(keywords=keywords) if is_command:
                texts = [each.value for each in keywords if each.arg in _HELP_ARGUMENTS]
        for text in texts:
            yield text.lineno, _remove_code(_read_text(text))


def _read_text(node: ast.expr) -> str:
    """Return a string, with a placeholder for each computed part; other expressions are empty."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_read_text(part) or "…" for part in parts)
    return ""


def _list_prose(tree: ast.Module, source: str) -> Iterator[tuple[int, str, bool]]:
    """List the lines of docstrings and comments, without code, and mark the first line of each.

    `_list_operator_texts` has the texts for operators; other strings are for users, and follow other rules.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text)):
                for number, line in enumerate(text.splitlines()):
                    yield node.lineno + number, _remove_code(line), number == 0
    last = -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            number = token.start[0]
            yield number, _remove_code(token.string.lstrip("# ")), number != last + 1
            last = number


def _remove_code(line: str) -> str:
    """Remove inline code, which may name something defined elsewhere."""
    return re.sub(r"`[^`]*`", "", line)


def main() -> int:
    """Print every fault with its place."""
    retired = parse_glossary(GLOSSARY.read_text(encoding="utf-8"))
    count = 0
    for module in sorted(path for source in _SOURCES for path in (REPOSITORY / source).rglob("*.py")):
        is_command = module.is_relative_to(_COMMANDS)
        for line, fault in find_faults(module.read_text(encoding="utf-8"), retired, is_command=is_command):
            print(f"{module.relative_to(REPOSITORY)}:{line}: {fault}")
            count += 1
    for sheet in sorted(_STYLES.rglob("*.scss")):
        for line, fault in find_style_faults(sheet.read_text(encoding="utf-8"), retired):
            print(f"{sheet.relative_to(REPOSITORY)}:{line}: {fault}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
