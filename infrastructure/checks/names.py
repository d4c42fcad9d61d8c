"""Refuse names that a search cannot tell apart: a class used twice, a one-word method of many classes."""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

_FOLDERS = ("functions", "shared/python")
MAX_CLASSES = 2
"""Classes that may define a public method of one word, such as `handle`."""


def find_repeated_names(modules: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield each fault as text.

    Args:
        modules: path and source of each module.
    """
    classes: dict[str, list[str]] = defaultdict(list)
    methods: dict[str, list[str]] = defaultdict(list)
    for path, source in modules:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                classes[node.name].append(f"{path}:{node.lineno}")
                for name in _list_one_word_methods(node):
                    methods[name].append(node.name)
    for name, places in sorted(classes.items()):
        if len(places) > 1:
            yield f"{' and '.join(places)}: class {name} needs a name of its own"
    for name, owners in sorted(methods.items()):
        if len(owners) > MAX_CLASSES:
            yield f"{name} is a method of {', '.join(owners)}: name its object, such as {name}_message"


def _list_one_word_methods(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and "_" not in each.name:
            decorators = {ast.unparse(decorator) for decorator in each.decorator_list}
            if decorators.isdisjoint({"property", "cached_property"}):
                yield each.name


def main() -> int:
    """Print each fault; return 1 if there is one."""
    faults = [
        *find_repeated_names(
            (str(path), path.read_text(encoding="utf-8"))
            for folder in _FOLDERS
            for path in sorted(Path(folder).rglob("*.py"))
        )
    ]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
