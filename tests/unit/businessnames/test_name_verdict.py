"""Issues of a name, by itself and beside others."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.names.issues import list_issues
from domains.names.rules import get_name_rules
from domains.names.texts import format_name_perhaps_taken, format_name_taken
from domains.names.verdict import ExistingName, judge
from tests.cases import read_cases

CASES = read_cases(__file__)

RULES = get_name_rules()


def list_codes(name: Any, entity: Any = "llc") -> list[Any]:
    return [issue.code for issue in list_issues(name, entity, RULES)]


def get_judgment(name: Any, *existing: Any, entity: Any = "llc") -> Any:
    return judge(name, entity, existing, RULES)


def test_sources_of_rules_are_in_both_languages() -> None:
    statute = re.compile(r"(A\.R\.S\.|A\.A\.C\.|\d+ U\.S\.C\.) [\w().-]+")
    assert [
        rule.id
        for rule in RULES.rules
        if rule.source.en == rule.source.es and not statute.fullmatch(rule.source.en)
    ] == []


class TestDesignators:
    @pytest.mark.parametrize(("name", "entity"), CASES["correct_designator_has_no_issue"])
    def test_correct_designator_has_no_issue(self, name: str, entity: str) -> None:
        assert list_codes(name, entity) == []

    @pytest.mark.parametrize(("name", "entity", "code"), CASES["wrong_designator_is_reported"])
    def test_wrong_designator_is_reported(self, name: str, entity: str, code: str) -> None:
        assert list_codes(name, entity) == [code]

    @pytest.mark.parametrize(
        ("name", "entity"),
        [
            ("Acme Limited Partnership", "corporation"),
            ("Acme Limited Liability Partnership", "corporation"),
            ("Acme Limited Liability Company", "professionalCorporation"),
            ("Acme L. L. P.", "llc"),
        ],
    )
    def test_part_of_another_designator_is_refused(self, name: Any, entity: Any) -> None:
        (issue,) = list_issues(name, entity, RULES)
        assert (issue.code, issue.severity) == ("designatorOfAnotherEntity", "blocks")

    @pytest.mark.parametrize(
        ("name", "entity", "ending"),
        [
            ("Tax Professional Limited Liability Company", "llc", "PROFESSIONAL LIMITED LIABILITY COMPANY"),
            ("Acme Limited Liability Limited Partnership", "lp", "LIMITED LIABILITY LIMITED PARTNERSHIP"),
            ("Tire Service Corporation of Yuma", "corporation", "SERVICE CORPORATION"),
        ],
    )
    def test_ambiguous_designator_needs_review(self, name: Any, entity: Any, ending: str) -> None:
        (issue,) = list_issues(name, entity, RULES)
        assert (issue.code, issue.severity, issue.word) == (
            "designatorOfAnotherEntity",
            "needsReview",
            ending,
        )

    @pytest.mark.parametrize(
        ("name", "entity"),
        [("Foo L. L. C.", "llc"), ("Foo l l c", "llc"), ("Foo P. C.", "professionalCorporation")],
    )
    def test_spaced_designator_is_accepted(self, name: str, entity: str) -> None:
        assert list_codes(name, entity) == []

    @pytest.mark.parametrize("name", CASES["name_of_endings_alone_is_refused"])
    def test_name_of_endings_alone_is_refused(self, name: str) -> None:
        issues = [issue for issue in list_issues(name, "llc", RULES) if issue.code == "onlyDesignator"]
        assert [(issue.severity, issue.rule_id) for issue in issues] == [("blocks", "ign-1")]
        assert get_judgment(name).verdict == "unavailable"

    @pytest.mark.parametrize(
        ("name", "entity"),
        [
            ("Corp Corporation", "corporation"),
            ("The Company Inc", "corporation"),
            ("Incorporated Association Inc.", "nonprofit"),
            ("LP Limited Partnership", "lp"),
            ("The Company", "tradeName"),
        ],
    )
    def test_name_of_endings_alone_is_refused_for_every_entity(self, name: Any, entity: Any) -> None:
        assert "onlyDesignator" in list_codes(name, entity)

    @pytest.mark.parametrize("name", CASES["name_with_a_word_beside_endings_is_accepted"])
    def test_name_with_a_word_beside_endings_is_accepted(self, name: str) -> None:
        assert "onlyDesignator" not in list_codes(name)

    def test_inner_single_letters_are_not_a_designator(self) -> None:
        assert list_codes("L C Smith Typewriters", "llc") == ["designatorMissing"]
        assert list_codes("L. L. C.") == ["onlyDesignator"]

    @pytest.mark.parametrize(("name", "ending"), CASES["trade_name_must_not_have_a_designator"])
    def test_trade_name_must_not_have_a_designator(self, name: str, ending: str) -> None:
        (issue,) = list_issues(name, "tradeName", RULES)
        assert (issue.code, issue.severity, issue.word) == ("designatorForbidden", "blocks", ending)

    def test_designator_word_inside_a_trade_name_is_allowed(self) -> None:
        assert list_codes("Company Store", "tradeName") == []

    def test_corporation_must_not_use_an_llc_designator(self) -> None:
        assert "designatorForbidden" in list_codes("Saguaro Limited Liability Company", "corporation")
        assert "designatorForbidden" in list_codes("Saguaro L.L.C. Inc.", "corporation")


class TestWords:
    @pytest.mark.parametrize("name", ["First Bank LLC", "Desert Credit Union LLC", "TRUST Me LLC"])
    def test_word_of_finance_needs_approval(self, name: str) -> None:
        (issue,) = list_issues(name, "llc", RULES)
        assert (issue.code, issue.severity, issue.rule_id) == ("wordNeedsApproval", "needsReview", "rw-fin")
        assert "Department of Insurance and Financial Institutions" in issue.message.en
        assert get_judgment(name).verdict == "needsReview"

    def test_longer_overlapping_word_is_reported(self) -> None:
        (issue,) = list_issues("Trust Company of Saguaro LLC", "llc", RULES)
        assert issue.word == "TRUST COMPANY"

    def test_part_of_a_word_is_not_matched(self) -> None:
        assert list_codes("Embankment Bankside Trustworthy LLC") == []

    @pytest.mark.parametrize(
        ("name", "word", "rule_id"), CASES["every_form_of_a_word_of_finance_needs_approval"]
    )
    def test_every_form_of_a_word_of_finance_needs_approval(self, name: str, word: str, rule_id: str) -> None:
        (issue,) = list_issues(name, "llc", RULES)
        assert (issue.severity, issue.word, issue.rule_id) == ("needsReview", word, rule_id)
        assert "Department of Insurance" in issue.message.en
        assert "Departamento de Seguros" in issue.message.es

    @pytest.mark.parametrize(("name", "word"), CASES["every_form_of_a_word_of_a_license_is_noticed"])
    def test_every_form_of_a_word_of_a_license_is_noticed(self, name: str, word: str) -> None:
        (issue,) = list_issues(name, "llc", RULES)
        assert (issue.code, issue.severity, issue.word) == ("wordMayNeedLicence", "tells", word)

    @pytest.mark.parametrize(("name", "word"), CASES["word_that_suggests_an_office_needs_review"])
    def test_word_that_suggests_an_office_needs_review(self, name: str, word: str) -> None:
        (issue,) = list_issues(name, "llc", RULES)
        assert (issue.code, issue.severity, issue.word) == ("wordSuggestsOffice", "needsReview", word)
        assert "government office" in issue.message.en
        assert "oficina del gobierno" in issue.message.es
        assert get_judgment(name).verdict == "needsReview"

    @pytest.mark.parametrize("name", CASES["offensive_word_needs_review_without_being_repeated"])
    def test_offensive_word_needs_review_without_being_repeated(self, name: str) -> None:
        (issue,) = list_issues(name, "llc", RULES)
        assert (issue.code, issue.severity, issue.rule_id, issue.word) == (
            "wordMayOffend",
            "needsReview",
            "rw-off",
            "",
        )
        assert get_judgment(name).verdict == "needsReview"

    @pytest.mark.parametrize("name", CASES["word_with_only_the_letters_of_another_is_not_noticed"])
    def test_word_with_only_the_letters_of_another_is_not_noticed(self, name: str) -> None:
        assert list_codes(f"{name} LLC") == []

    def test_offensive_words_are_reported_once(self) -> None:
        assert list_codes("Shit Shit Mierda LLC") == ["wordMayOffend"]

    def test_possible_license_word_is_only_a_notice(self) -> None:
        judged = get_judgment("Saguaro Engineering LLC")
        assert [issue.code for issue in judged.issues] == ["wordMayNeedLicence"]
        assert judged.verdict == "available"


class TestForm:
    @pytest.mark.parametrize(
        ("name", "code"),
        [
            ("", "missing"),
            ("   ", "missing"),
            ("!!!", "nothingCounts"),
        ],
    )
    def test_name_without_letters_is_refused(self, name: str, code: str) -> None:
        assert list_codes(name) == [code]
        assert get_judgment(name).verdict == "unavailable"

    def test_name_length_limit_is_120(self) -> None:
        longest = "x" * 116 + " LLC"
        assert list_codes(longest) == []
        assert list_codes("x" + longest) == ["tooLong"]

    def test_lookalike_letters_need_review(self) -> None:
        judged = get_judgment("S\u0430guaro LLC")
        assert [issue.code for issue in judged.issues] == ["otherScript"]
        assert judged.verdict == "needsReview"

    @pytest.mark.parametrize("sign", "−‹‚・⟨¦®°🌵٧⁄\u20e0")
    def test_unknown_sign_needs_review(self, sign: Any) -> None:
        (issue,) = list_issues(f"Quarzolith{sign}Lantern LLC", "llc", RULES)
        assert (issue.code, issue.severity, issue.word) == ("otherScript", "needsReview", sign)
        assert "symbols" in issue.message.en
        assert "signos" in issue.message.es

    @pytest.mark.parametrize("name", CASES["known_letters_and_signs_are_accepted"])
    def test_known_letters_and_signs_are_accepted(self, name: str) -> None:
        assert list_codes(name) == []

    def test_rules_of_issues_exist(self) -> None:
        known = {rule.id for rule in RULES.rules}
        names = [
            "",
            "!!!",
            "x" * 200,
            "LLC",
            "Foo",
            "Foo Inc.",
            "First Bank LLC LLC",
            "Law Firm LLC",
            "С LLC",
        ]
        for name in names:
            for issue in list_issues(name, "llc", RULES):
                assert issue.rule_id is None or issue.rule_id in known

    @given(st.text(max_size=150), st.sampled_from([each.entity_type for each in RULES.designators]))
    def test_any_text_gets_a_verdict(self, name: Any, entity: Any) -> None:
        judged = judge(name, entity, [ExistingName("1", name, "active")], RULES)
        assert judged.verdict in ("available", "unavailable", "needsReview")
        if judged.reading.key:
            assert judged.verdict == "unavailable"


class TestOtherNames:
    SUNRISE = ExistingName("1", "Sunrise Holdings, Inc.", "active")

    def test_same_key_is_unavailable(self) -> None:
        judged = get_judgment("The Sunrise Holdings LLC", self.SUNRISE)
        assert (judged.verdict, judged.conflicts, judged.close) == ("unavailable", (self.SUNRISE,), ())

    @pytest.mark.parametrize("language", ["en", "es"])
    def test_final_period_is_not_doubled(self, language: Any) -> None:
        status = "active"
        for sentence in (
            format_name_taken("Desert Bloom, L.L.C.", status),
            format_name_perhaps_taken("Desert Bloom, L.L.C."),
        ):
            assert ".." not in sentence.in_language(language)

    def test_close_name_is_shown_but_does_not_block(self) -> None:
        judged = get_judgment("Sunrise Holding LLC", self.SUNRISE)
        assert (judged.verdict, judged.conflicts, judged.close) == ("available", (), (self.SUNRISE,))

    def test_different_name_is_not_shown(self) -> None:
        judged = get_judgment("Sunset Holdings LLC", self.SUNRISE)
        assert (judged.verdict, judged.conflicts, judged.close) == ("available", (), ())

    @pytest.mark.parametrize(("status", "expected"), CASES["name_status_decides_the_verdict"])
    def test_name_status_decides_the_verdict(self, status: Any, expected: Any) -> None:
        assert (
            get_judgment("Sunrise Holdings LLC", ExistingName("1", "Sunrise Holdings", status)).verdict
            == expected
        )
