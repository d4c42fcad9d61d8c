"""Check of the language of the Python code."""

import pytest

from infrastructure.checks.words import GLOSSARY, find_faults, find_style_faults, parse_glossary

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
    ],
)
def test_fault_has_its_line(source: str, line: int) -> None:
    assert [found for found, _ in find_faults(source, RETIRED)] == [line]


@pytest.mark.parametrize("opening", ["What", "Whose", "Whether", "That", "Where", "Nobody"])
def test_riddle_opening_is_refused(opening: str) -> None:
    assert [line for line, _ in find_faults(f'def f():\n    """{opening} it gives."""', RETIRED)] == [2]
    assert [line for line, _ in find_faults(f"# {opening} it is\nx = 1", RETIRED)] == [1]


@pytest.mark.parametrize(
    "call",
    [
        'telemetry.logger.info("what was due", extra=done)',
        'Logger().error(f"whose {key} it was")',
        'self.logger.warning("a wish was sent")',
    ],
)
def test_log_message_is_checked(call: str) -> None:
    assert [line for line, _ in find_faults(call, RETIRED)] == [1]


@pytest.mark.parametrize(
    "call",
    [
        'print("Nobody has it.")',
        'print(f"  what {key} is")',
        'parser.add_argument("--day", help="whether it ends")',
        'ArgumentParser(description="Do it.", epilog="So too the rest.")',
    ],
)
def test_text_of_command_is_checked(call: str) -> None:
    assert [line for line, _ in find_faults(call, RETIRED, is_command=True)] == [1]
    assert find_faults(call, RETIRED) == []


@pytest.mark.parametrize("word", ["what", "whom", "nobody"])
def test_riddle_test_name_is_refused(word: str) -> None:
    assert [line for line, _ in find_faults(f"def test_{word}_gets_mail(): ...", RETIRED)] == [1]


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
        'logger.info("`wish` was sent")',
        'math.log("what it is")',
    ],
)
def test_plain_source_has_no_fault(source: str) -> None:
    assert find_faults(source, RETIRED) == []


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (".wish {\n  color: red;\n}", 1),
        (".list {\n  &__wish-line {\n  }\n}", 2),
        (".so-too {\n}", 1),
        ("// Their wishes.\n.list {\n}", 1),
        (".list {\n  // What stands there.\n}", 2),
        ("$gap: 1rem; // Whose gap it is.", 1),
    ],
)
def test_fault_of_style_sheet_has_its_line(source: str, line: int) -> None:
    assert [found for found, _ in find_style_faults(source, RETIRED)] == [line]


@pytest.mark.parametrize(
    "source",
    [
        ".list {\n  // Two lines,\n  // That belong together.\n}",
        ".list-of-wishful {\n}",
        "// A wish in prose.\n.list {\n}",
        ".list {\n  width: calc(100% - 0.5rem);\n}",
    ],
)
def test_plain_style_sheet_has_no_fault(source: str) -> None:
    assert find_style_faults(source, RETIRED) == []


def test_glossary_retires_words_in_both_columns() -> None:
    retired = parse_glossary(GLOSSARY.read_text(encoding="utf-8"))
    assert {"so too", "attempts at once"} <= set(retired.words)
    assert {"told", "wish"} <= set(retired.names)
    assert "LONGEST_" in retired.prefixes
