"""Names that the rules treat as equal are never available beside each other; different names are."""

import random
from collections import Counter
from typing import Any

import pytest

from domains.names.key import get_key, list_readings
from domains.names.numbers import spell_cardinal, spell_ordinal
from domains.names.rules import get_name_rules
from domains.names.verdict import ExistingName, NameJudgment, judge
from tests.cases import read_cases
from tests.depth import examples

CASES = read_cases(__file__)

RULES = get_name_rules()
PAIRS = examples(10_000)
MAX_SHARE_FOR_A_PERSON = 0.15


def judge_beside(name: str, existing: str) -> NameJudgment:
    return judge(name, "tradeName", [ExistingName("1", existing, "active")], RULES)


def judge_llc(name: str, existing: str) -> NameJudgment:
    return judge(name, "llc", [ExistingName("1", existing, "active")], RULES)


class TestInitials:
    @pytest.mark.parametrize("names", CASES["initials_are_joined_before_articles_are_dropped"])
    def test_initials_are_joined_before_articles_are_dropped(self, names: Any) -> None:
        assert len({get_key(name) for name in names}) == 1

    @pytest.mark.parametrize(("name", "other"), CASES["initial_is_not_an_article"])
    def test_initial_is_not_an_article(self, name: str, other: str) -> None:
        assert judge_beside(name, other).verdict == judge_beside(other, name).verdict == "available"


class TestBothReadings:
    @pytest.mark.parametrize(("name", "other"), CASES["conflict_in_one_reading_is_uncertain"])
    def test_conflict_in_one_reading_is_uncertain(self, name: str, other: str) -> None:
        for judged in (judge_beside(name, other), judge_beside(other, name)):
            assert judged.verdict != "available"
            assert [each.id for each in judged.uncertain] == ["1"]
            assert not judged.conflicts
            assert not judged.close

    def test_too_many_readings_need_review(self) -> None:
        judged = judge_llc("Plan A Team A Club A Yard A Bar A LLC", "Other LLC")
        assert [issue.code for issue in judged.issues] == ["manyReadings"]
        assert judged.verdict == "needsReview"

    def test_existing_name_with_many_readings_is_found(self) -> None:
        existing = "Towing! a Mesquite The PLAN 1599 & Company"
        assert judge_beside("Towing Mesquite Plan 1599", existing).uncertain

    def test_identical_name_is_unavailable(self) -> None:
        assert judge_beside("Once Upon a Time", "ONCE upon a time!").verdict == "unavailable"
        assert judge_beside("Taste of a Nation", "Taste of Nation").verdict == "unavailable"
        assert judge_beside("A Birdcage", "The Birdcage").verdict == "unavailable"

    def test_readings_start_with_the_key(self) -> None:
        assert list_readings("Plan A Café")[0] == get_key("Plan A Café")
        assert set(list_readings("Plan A Café")) == {"PLANACAFÉ", "PLANCAFÉ", "PLANACAFE", "PLANCAFE"}


class TestEndings:
    @pytest.mark.parametrize("name", CASES["and_company_endings_are_ignored"])
    def test_and_company_endings_are_ignored(self, name: str) -> None:
        assert get_key(name) == "DESERTBLOOM"

    def test_inner_and_is_counted(self) -> None:
        assert get_key("Rock and Roll Company") == "ROCKANDROLL"


class TestPlurals:
    @pytest.mark.parametrize(("one", "many"), CASES["singular_and_plural_are_close"])
    def test_singular_and_plural_are_close(self, one: str, many: str) -> None:
        judged = judge_beside(one, many)
        assert (judged.verdict, [each.id for each in judged.close]) == ("available", ["1"])


WORDS = CASES["words of names"]
INITIALS = "ABKSW"
ENDINGS = ("", " LLC", ", L.L.C.", " Inc.", " Co.", " & Company", " GmbH", " L. L. C.")
ARTICLES = 0.1
SPACES_LEFT_OUT = 0.1


def respell_piece(kind: str, text: str, draw: random.Random) -> str:
    """Return a random spelling of a piece of a name."""
    if kind == "initials":
        form = draw.choice(["{}", "{} ", "{}.", "{}. ", "{}-"])
        return "".join(form.format(each) for each in text).rstrip(" -")
    if kind == "number":
        return draw.choice([text, spell_cardinal(text)])
    if kind == "ordinal":
        return draw.choice([f"{text}th", spell_ordinal(text)])
    if kind == "joined":
        return draw.choice(["{}{}", "{}-{}", "{} {}"]).format(text[0], text[1:])
    if kind == "and":
        return draw.choice(["&", "and", "AND"])
    return draw.choice([text, text.upper(), text.title(), f"{text}!"])


def respell_name(pieces: list[tuple[str, str]], draw: random.Random) -> str:
    """Return the name another way of writing, by differences that the state does not count."""
    name = ""
    before = ""
    for kind, text in pieces:
        if kind == "word" and draw.random() < ARTICLES:
            name += " " + draw.choice(["the", "a", "an", "The", "A"])
            before = "article"
        is_joined = before == kind == "word" and draw.random() < SPACES_LEFT_OUT
        name += ("" if is_joined else " ") + respell_piece(kind, text, draw)
        before = kind
    return name.strip() + draw.choice(ENDINGS)


def make_pieces(draw: random.Random) -> list[tuple[str, str]]:
    """Return a name as the kinds and texts of its pieces."""
    pieces = [("word", draw.choice(WORDS)) for _ in range(draw.randint(1, 3))]
    extra = draw.choice(["", "", "initials", "number", "ordinal", "joined", "and", "last"])
    if extra == "initials":
        pieces.insert(0, ("initials", "".join(draw.choice(INITIALS) for _ in range(draw.randint(3, 4)))))
    elif extra == "number":
        pieces.insert(draw.randint(0, len(pieces)), ("number", str(draw.randint(2, 3000))))
    elif extra == "ordinal":
        pieces.insert(0, ("ordinal", str(draw.choice([4, 5, 6, 7, 9, 10, 20, 24]))))
    elif extra == "joined":
        pieces.insert(0, ("joined", draw.choice("AKZ") + str(draw.randint(1, 9))))
    elif extra == "and":
        pieces += [("and", "and"), ("word", draw.choice(WORDS))]
    elif extra == "last":
        pieces.append(("last", "A"))
    return pieces


class TestGeneratedPairs:
    def test_variants_of_one_name_are_never_available(self) -> None:
        draw = random.Random(20261123)
        verdicts: Counter[str] = Counter()
        for _ in range(PAIRS):
            pieces = make_pieces(draw)
            name, existing = respell_name(pieces, draw), respell_name(pieces, draw)
            judged = judge(name, "nonprofit", [ExistingName("1", existing, "active")], RULES)
            is_found = bool(judged.conflicts or judged.uncertain)
            assert is_found, f"{name!r} is available beside {existing!r}"
            verdicts["conflict" if judged.conflicts else "uncertain"] += 1
        assert verdicts["uncertain"] / PAIRS < MAX_SHARE_FOR_A_PERSON, verdicts

    def test_different_names_do_not_conflict(self) -> None:
        draw = random.Random(17)
        for _ in range(PAIRS // 5):
            first, second = make_pieces(draw), make_pieces(draw)
            words = [{text for kind, text in each if kind == "word"} for each in (first, second)]
            if words[0] & words[1]:
                continue
            name, existing = respell_name(first, draw), respell_name(second, draw)
            judged = judge(name, "nonprofit", [ExistingName("1", existing, "active")], RULES)
            assert not (judged.conflicts or judged.uncertain), f"{name!r} and {existing!r}"


@pytest.mark.parametrize(("one", "other"), CASES["letters_that_unicode_does_not_decompose_have_a_reading"])
def test_letters_that_unicode_does_not_decompose_have_a_reading(one: str, other: str) -> None:
    assert set(list_readings(one)) & set(list_readings(other))


@pytest.mark.parametrize(("one", "other"), [("Pina LLC", "Peña LLC"), ("Muller LLC", "Mueller LLC")])
def test_other_letters_have_no_common_reading(one: str, other: str) -> None:
    assert not set(list_readings(one)) & set(list_readings(other))
