"""The distance of two texts, beside a table filled in letter by letter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.businessnames.similarity import Likeness

few_letters = st.text("abc", max_size=12)


def in_a_table(first, second):
    table = [[row + column for column in range(len(second) + 1)] for row in range(len(first) + 1)]
    for row in range(1, len(first) + 1):
        for column in range(1, len(second) + 1):
            table[row][column] = min(
                table[row - 1][column] + 1,
                table[row][column - 1] + 1,
                table[row - 1][column - 1] + (first[row - 1] != second[column - 1]),
            )
            if row > 1 and column > 1 and first[row - 2 : row] == second[column - 2 : column][::-1]:
                table[row][column] = min(table[row][column], table[row - 2][column - 2] + 1)
    return table[-1][-1]


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        ("", "", 0),
        ("", "ABC", 3),
        ("ABC", "", 3),
        ("CACTUS", "CACTUS", 0),
        ("CACTUS", "CATUS", 1),
        ("CACTUS", "CACCTUS", 1),
        ("CACTUS", "CAKTUS", 1),
        ("CACTUS", "CATCUS", 1),
        ("CACTUS", "CTACUS", 2),
        ("X" * 200, "X" * 199 + "Y", 1),
        ("ÑANDÚ🌵", "NANDÚ🌵", 1),
    ],
)
def test_edits_are_counted(first, second, distance):
    assert Likeness(first).distance(second) == distance


@given(few_letters, few_letters)
def test_it_is_what_the_table_says(first, second):
    assert Likeness(first).distance(second) == in_a_table(first, second)
