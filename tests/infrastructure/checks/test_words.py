"""The check of the words that the glossary retires."""

import pytest

from infrastructure.checks.words import GLOSSARY, faults, modules, retired_by

GLOSSARY_OF_THE_TEST = """
| Word | For | Instead of |
|---|---|---|
| query | a question | `wish`, `so too` |
| max | limits | `MOST_` |

- `infrastructure/checks/words.py`
"""
RETIRED = retired_by(GLOSSARY_OF_THE_TEST)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def wish(): ...", [(1, "wish")]),
        ("def of(user_wish): ...", [(1, "wish")]),
        ("class AddressWish: ...", [(1, "wish")]),
        ("MOST_TAGS = 1", [(1, "MOST_TAGS")]),
        ("_MOST_TAGS = 1", [(1, "_MOST_TAGS")]),
        ("def f():\n    self.wish = 1", [(2, "wish")]),
        ('"""A line.\n\nThe fee, so too the tax."""', [(3, "so too")]),
        ("x = 1  # what they wish", [(1, "wish")]),
        # Names of elsewhere, sentences for people, code in a docstring, and other words.
        ("from elsewhere import wish\nprint(wish)", []),
        ('text = "As you wish."', []),
        ('"""See `wish`."""', []),
        ('"""At most five, wished for."""', []),
        ("almost = 1", []),
    ],
)
def test_retired_word_is_found_on_its_line(source: str, expected: list[tuple[int, str]]) -> None:
    assert faults(source, RETIRED) == expected


def test_glossary_list_contains_modules() -> None:
    assert [module.name for module in modules(GLOSSARY_OF_THE_TEST)] == ["words.py"]
    with pytest.raises(LookupError, match="no_such_module"):
        modules("- `functions/no_such_module.py`")


def test_glossary_retires_words_and_lists_the_moved_groups() -> None:
    glossary = GLOSSARY.read_text(encoding="utf-8")
    retired = retired_by(glossary)
    assert {"told", "wish", "attempts at once"} <= set(retired.words)
    assert "LONGEST_" in retired.prefixes
    groups = {module.parent.name for module in modules(glossary)}
    assert {"transactions", "agencyinbound", "users", "profile"} <= groups
