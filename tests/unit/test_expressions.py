"""Regular expressions of deployed code need time in proportion to the length of their input.

The rule finds every compiled expression of a module, and every expression that a call names, makes inputs
that repeat the expression's own characters, and compares the time for 10 KB with that for 1 KB unless the
first is short already.
"""

import ast
import functools
import importlib
import re
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

SHORT, LONG = 1_000, 10_000
# Ten times the input takes ten times as long; with work in proportion to its square, a hundred times. A busy
# machine makes either up to three times longer.
MAX_GROWTH = 30
# Less than this many times the time of the simplest expression is too short to compare.
PLAIN = re.compile(r"(?s).")
MAX_OF_PLAIN = 2
MAX_UNITS = 14

COMPARED = {
    "domains.addresses.standard_form._PATTERNS",  # a loop compares each with a whole line
}
"""Expressions that are not searched for, which their uses do not show."""


def list_modules() -> Iterator[tuple[str, str]]:
    for root, base in ((Path("functions"), Path()), (Path("shared/python"), Path("shared/python"))):
        for path in sorted(root.rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if re.search(r"\bre\.", source):
                yield ".".join(path.relative_to(base).with_suffix("").parts), source


def list_patterns(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Mapping):
        yield from list_patterns([*value.values()])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from list_patterns(each)


_CALLS = {"search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}
_ANCHORED = {"match", "fullmatch"}


def list_calls(source: str) -> Iterator[tuple[int, str, ast.Call]]:
    """Yield the line, the function, and the call of each function of `re` that searches."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=function)) if function in _CALLS:
                yield node.lineno, function, node


def read_call(call: ast.Call) -> re.Pattern[str] | None:
    """Return the expression of a call; None if it is computed."""
    flags = re.NOFLAG
    for node in ast.walk(call):
        match node:
            case ast.Attribute(value=ast.Name(id="re"), attr=name) if name in re.RegexFlag.__members__:
                flags |= re.RegexFlag[name]
    match call.args[0]:
        case ast.Constant(value=str(pattern)):
            return re.compile(pattern, flags)
    return None


@functools.cache
def list_expressions() -> dict[str, tuple[re.Pattern[Any], bool]]:
    """Return each expression, and if code only compares it with a whole text or a text's start."""
    found: dict[str, tuple[re.Pattern[Any], bool]] = {}
    for name, source in list_modules():
        for line, function, call in list_calls(source):
            if (pattern := read_call(call)) is not None:
                found[f"{name}:{line}"] = pattern, function in _ANCHORED
        for variable, value in vars(importlib.import_module(name)).items():
            if not re.search(rf"(?m)^{variable}\b", source):
                continue  # imported
            uses = re.findall(rf"(?<!\w){variable}\b(?!\s*(?::[^=\n]+)?=)(\.\w+)?", source)
            fixed = bool(uses) and set(uses) <= {".match", ".fullmatch"}
            fixed |= f"{name}.{variable}" in COMPARED
            for number, pattern in enumerate(list_patterns(value)):
                found[f"{name}.{variable}" + (f"[{number}]" if number else "")] = pattern, fixed
    return found


def list_literals(parsed: Any) -> Iterator[str]:
    """Yield the runs of characters that an expression names, and one or two characters of each set."""
    run = ""
    for operator, argument in parsed:
        kind = str(operator)
        if kind == "LITERAL":
            run += chr(argument)
            continue
        if run:
            yield run
            run = ""
        if kind == "IN":
            yield from list_set(argument)
        elif kind == "BRANCH":
            for branch in argument[1]:
                yield from list_literals(branch)
        elif kind in {"SUBPATTERN", "ASSERT", "ASSERT_NOT"}:
            yield from list_literals(argument[-1])
        elif kind in {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}:
            yield from list_literals(argument[2])
        elif kind == "ATOMIC_GROUP":
            yield from list_literals(argument)
        elif kind == "ANY":
            yield "a"
    if run:
        yield run


_CATEGORIES = {"CATEGORY_DIGIT": "7", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}


def list_set(items: Any) -> Iterator[str]:
    for operator, argument in items:
        kind = str(operator)
        if kind == "LITERAL":
            yield chr(argument)
        elif kind == "RANGE":
            yield chr(argument[0])
        elif kind == "CATEGORY":
            yield _CATEGORIES.get(str(argument), "!")
        elif kind == "NEGATE":
            yield "~"


def list_units(pattern: re.Pattern[Any]) -> list[str]:
    parsed = re._parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)  # type: ignore[attr-defined]
    own = list(dict.fromkeys(list_literals(parsed)))
    pairs = [own[0] + other for other in own[1:5]] + [first + second for first, second in pairwise(own)]
    chosen = [*own[:MAX_UNITS], *pairs[:8], "".join(own)[:60], " ", "a", "7", "A 7 ", "\n", "%\n"]
    return [unit for unit in dict.fromkeys(chosen) if unit and (unit.isprintable() or "\n" in unit)]


def make_text(pattern: re.Pattern[Any], unit: str, length: int) -> Any:
    """Repeat a unit, and end with a character that keeps most expressions from a match."""
    text = (unit * (length // len(unit) + 1))[: length - 1] + "\x01"
    return text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")


def measure(work: Callable[[], object], repeats: int = 1) -> float:
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def run(pattern: re.Pattern[Any], text: Any, *, fixed: bool) -> None:
    pattern.fullmatch(text)
    pattern.match(text)
    if not fixed:
        for _ in pattern.finditer(text):
            pass


@functools.cache
def measure_plain() -> float:
    text = "a" * LONG
    return measure(lambda: sum(1 for _ in PLAIN.finditer(text)), 5)


def is_linear(pattern: re.Pattern[Any], unit: str, *, fixed: bool) -> bool:
    short, long = (make_text(pattern, unit, length) for length in (SHORT, LONG))
    if measure(lambda: run(pattern, long, fixed=fixed)) < MAX_OF_PLAIN * measure_plain():
        # Work in proportion to the square takes longer by a factor of hundreds.
        return True
    # The shortest of several, because a busy machine makes a measured time longer, never shorter.
    seconds = measure(lambda: run(pattern, short, fixed=fixed), 5)
    return any(
        measure(lambda: run(pattern, long, fixed=fixed), repeats) < MAX_GROWTH * seconds
        for repeats in (1, 3, 5)
    )


def test_work_of_each_expression_grows_with_its_input() -> None:
    slow = [
        f"{name}: {unit!r}"
        for name, (pattern, fixed) in list_expressions().items()
        for unit in list_units(pattern)
        if not is_linear(pattern, unit, fixed=fixed)
    ]
    assert slow == []


@pytest.mark.parametrize(
    ("expression", "unit"),
    [(r"[0-9]+x", "7"), (r"\s+$", " "), (r"(?:a|b)+c", "a"), (r"/EF(?:\s|%[^\n]*\n)*+x", "/EF%")],
)
def test_slow_expression_is_found(expression: str, unit: str) -> None:
    pattern = re.compile(expression)
    assert unit in list_units(pattern)
    assert not is_linear(pattern, unit, fixed=False)


def test_rule_sees_all_expressions() -> None:
    assert len(list_expressions()) > 100
    assert list_expressions().keys() >= COMPARED
    computed = {
        name
        for name, source in list_modules()
        for _, _, call in list_calls(source)
        if read_call(call) is None
    }
    assert computed == {"domains.accounts.same_person"}  # two sets of separators


def test_expression_of_a_call_is_read_with_its_flags() -> None:
    source = (
        'import re\nre.sub(r"a+b", "", text, flags=re.I | re.S)\nre.search("b$", text, re.M)\nre.escape("c")'
    )
    found = [(line, function, read_call(call)) for line, function, call in list_calls(source)]
    assert found == [(2, "sub", re.compile("a+b", re.I | re.S)), (3, "search", re.compile("b$", re.M))]
