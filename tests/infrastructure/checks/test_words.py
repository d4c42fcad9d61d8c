"""Check of the language of the Python code."""

import pytest

from infrastructure.checks.words import GLOSSARY, find_faults, parse_glossary

RETIRED = parse_glossary(
    """
| Word | Spanish | Retired | Retired in names |
|---|---|---|---|
| query | consulta | `so too`, `wishes` | `wish` |
| max | | | `MOST_` |
"""
)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def wish(): ...", 1),
        ("def of(user_wish): ...", 1),
        ("class AddressWish: ...", 1),
        ("MOST_TAGS = 1", 1),
        ("_MOST_TAGS = 1", 1),
        ("def f():\n    self.wish = 1", 2),
        ('"""A line.\n\nThe fee, so too the tax."""', 3),
        ("x = 1  # their wishes", 1),
        ('def f():\n    """What it gives."""', 2),
        ("# Whether it is so\nx = 1", 1),
        ("class A:\n    # Where it is\n    x = 1", 2),
        ("def test_what_is_sent_is_kept(): ...", 1),
        ("def test_message_for_nobody(): ...", 1),
    ],
)
def test_fault_has_its_line(source: str, line: int) -> None:
    assert [found for found, _ in find_faults(source, RETIRED)] == [line]


@pytest.mark.parametrize(
    "source",
    [
        "from elsewhere import wish\nprint(wish)",
        'text = "What you wish, so too."',
        '"""See `so too` and `wish`."""',
        '"""Whatever is sent."""',
        '"""Say what it does.\n\nWhere it goes is elsewhere."""',
        "# Two lines,\n# That belong together.\nx = 1",
        "# A wish in prose\nalmost = 1",
        "def test_whole_message_is_kept(): ...",
    ],
)
def test_plain_source_has_no_fault(source: str) -> None:
    assert find_faults(source, RETIRED) == []


def test_glossary_retires_words_in_both_columns() -> None:
    retired = parse_glossary(GLOSSARY.read_text(encoding="utf-8"))
    assert {"so too", "attempts at once"} <= set(retired.words)
    assert {"told", "wish"} <= set(retired.names)
    assert "LONGEST_" in retired.prefixes
