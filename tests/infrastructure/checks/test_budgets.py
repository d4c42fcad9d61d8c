"""Budgets notice code that grows out of proportion."""

from infrastructure.checks.budgets import count_docstring_lines, find_exceeded, measure

LINE = "x = 1\n"
SOURCES = {
    "functions/users/service.py": LINE * 60,
    "shared/python/portal/http.py": LINE * 40,
    "infrastructure/local/aws.py": LINE * 5,
    "infrastructure/sandbox/web.py": LINE * 4,
    "infrastructure/demo/portal.py": LINE,
    "infrastructure/operations/people.py": LINE * 9,
    "infrastructure/checks/words.py": LINE * 30,
    "tests/unit/test_users.py": LINE * 105,
}


def test_shares_of_deployed_lines() -> None:
    assert measure(SOURCES) == {
        "local cloud and sandbox, %": 10,
        "operations, %": 9,
        "tests, %": 105,
        "docstrings, %": 0,
        "long files": 0,
        "long test files": 0,
    }


def test_long_files_are_counted() -> None:
    figures = measure(
        SOURCES
        | {"functions/users/long.py": LINE * 401, "tests/api/long.py": LINE * 401, "tests/a.py": LINE * 400}
    )
    assert (figures["long files"], figures["long test files"]) == (1, 1)


def test_docstrings_are_counted_with_those_of_variables() -> None:
    source = '"""Module."""\nA = 1\n"""Of A."""\n\n\ndef f():\n    """F.\n\n    x\n    """\n    return ""\n'
    assert count_docstring_lines(source) == 6


def test_exceeded_budget_names_both_figures() -> None:
    assert find_exceeded({"a, %": 15.1, "b": 3}, {"a, %": 15, "b": 3}) == [
        "a, %: 15.1, at most 15 (docs/adr/0078-budgets-of-code-are-ratios.md)"
    ]
