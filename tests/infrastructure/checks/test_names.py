"""The check of names finds classes and methods that a search cannot tell apart."""

import pytest

from infrastructure.checks.names import find_repeated_names

LETTER = "class Letter:\n    pass\n"


def make_class(name: str, method: str) -> str:
    return f"class {name}:\n    {method}(self):\n        pass\n"


def test_class_defined_twice_is_refused() -> None:
    faults = [
        *find_repeated_names([("a.py", LETTER), ("b.py", f"\n{LETTER}"), ("c.py", "class Other:\n  x = 1")])
    ]
    assert faults == ["a.py:1 and b.py:2: class Letter needs a name of its own"]


@pytest.mark.parametrize(
    ("method", "is_refused"),
    [
        ("def read", True),
        ("def read_letter", False),
        ("def __len__", False),
        ("@property\n    def text", False),
        ("@cached_property\n    def text", False),
    ],
)
def test_refuses_one_word_method_of_three_classes(method: str, is_refused: bool) -> None:
    two = [(f"{name}.py", make_class(name, method)) for name in ("A", "B")]
    assert list(find_repeated_names(two)) == []
    three = [*two, ("c.py", make_class("C", method))]
    assert len(list(find_repeated_names(three))) == is_refused
