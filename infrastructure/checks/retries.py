"""Refuse loops that repeat a write by hand; `portal.updates` is the one place that retries."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_FOLDERS = ("functions", "shared/python/domains")
_LIMIT = re.compile(r"(ATTEMPTS|TRIES)$")
_REMEDY = "use retry_lost_races or update_until_saved of portal.updates"


def find_retries(source: str) -> Iterator[int]:
    """Yield the line of each `for … in range(LIMIT)` whose limit is a number of attempts or tries."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Call):
            names = {each.id for each in ast.walk(node.iter) if isinstance(each, ast.Name)}
            if "range" in names and any(map(_LIMIT.search, names)):
                yield node.lineno


def main() -> int:
    """Print each loop that retries; return 1 if there is one."""
    found = [
        f"{path}:{line}: {_REMEDY}"
        for folder in _FOLDERS
        for path in sorted(Path(folder).rglob("*.py"))
        for line in find_retries(path.read_text(encoding="utf-8"))
    ]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
