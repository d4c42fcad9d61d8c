"""Check the size of the code against budgets.json: shares of what deploys, and files that are too long."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
BUDGETS = Path(__file__).with_name("budgets.json")
MAX_LINES = 400
"""Lines of a Python file that is not long."""

DEPLOYED = ("functions", "shared")
STAGE = ("infrastructure/demo", "infrastructure/local", "infrastructure/sandbox", "infrastructure/serving.py")


def measure(sources: Mapping[str, str]) -> dict[str, float]:
    """Return the figures of Python sources, by their paths in the repository.

    Shares are percentages of the lines that deploy, docstrings of all lines but those of tests.
    """
    deployed = _count_lines(sources, DEPLOYED)
    product = _select(sources, (*DEPLOYED, "infrastructure"))
    shares = {
        "local cloud and sandbox": _count_lines(sources, STAGE) / deployed,
        "operations": _count_lines(sources, ("infrastructure/operations",)) / deployed,
        "tests": _count_lines(sources, ("tests",)) / deployed,
        "docstrings": sum(map(count_docstring_lines, product.values()))
        / sum(source.count("\n") for source in product.values()),
    }
    long = [path for path, source in sources.items() if source.count("\n") > MAX_LINES]
    return {
        **{f"{name}, %": round(100 * share, 1) for name, share in shares.items()},
        "long files": sum(not path.startswith("tests/") for path in long),
        "long test files": sum(path.startswith("tests/") for path in long),
    }


def count_docstring_lines(source: str) -> int:
    """Count the lines of all docstrings of a module, those of its variables included."""
    return sum(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def find_exceeded(figures: Mapping[str, float], limits: Mapping[str, float]) -> list[str]:
    """Return a line for each figure above its limit."""
    return [
        f"{name}: {figures[name]:g}, at most {limit:g} (docs/adr/0078-budgets-of-code-are-ratios.md)"
        for name, limit in limits.items()
        if figures[name] > limit
    ]


def _select(sources: Mapping[str, str], places: Iterable[str]) -> dict[str, str]:
    return {
        path: source
        for path, source in sources.items()
        if any(path == place or path.startswith(f"{place}/") for place in places)
    }


def _count_lines(sources: Mapping[str, str], places: Iterable[str]) -> int:
    return sum(source.count("\n") for source in _select(sources, places).values())


def main() -> int:
    """Print each exceeded budget; with `--show` all figures."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"]
    listed = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    files = [path for path in listed.splitlines() if (REPOSITORY / path).is_file()]
    figures = measure({path: (REPOSITORY / path).read_text(encoding="utf-8") for path in files})
    limits = json.loads(BUDGETS.read_text(encoding="utf-8"))["limits"]
    if "--show" in sys.argv:
        print("\n".join(f"{name:<26}{figure:>8g}{limits[name]:>8g}" for name, figure in figures.items()))
    exceeded = find_exceeded(figures, limits)
    print("\n".join(exceeded))
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
