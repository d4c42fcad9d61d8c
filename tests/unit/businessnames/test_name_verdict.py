"""What stands against a name, by itself and beside others."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.businessnames.issues import issues_of
from functions.businessnames.rules import name_rules
from functions.businessnames.texts import name_perhaps_taken, name_taken
from functions.businessnames.verdict import ExistingName, judge

RULES = name_rules()


def codes(name: Any, entity: Any = "llc") -> list[Any]:
    return [issue.code for issue in issues_of(name, entity, RULES)]


def verdict(name: Any, *existing: Any, entity: Any = "llc") -> Any:
    return judge(name, entity, existing, RULES)


class TestDesignators:
    @pytest.mark.parametrize(
        ("name", "entity"),
        [
            ("Saguaro Design LLC", "llc"),
            ("Saguaro Design, l.l.c.", "llc"),
            ("Saguaro Design Limited Liability Company", "llc"),
            ("Saguaro Design LC", "llc"),
            ("Saguaro Care PLLC", "pllc"),
            ("Saguaro Design Inc.", "corporation"),
            ("Saguaro Design Company", "corporation"),
            ("Saguaro Care, P.C.", "professionalCorporation"),
            ("Saguaro Friends", "nonprofit"),
            ("Saguaro Design LP", "lp"),
            ("Saguaro Design LLP", "llp"),
            ("Saguaro Design", "tradeName"),
        ],
    )
    def test_the_right_one_is_fine(self, name: str, entity: str) -> None:
        assert codes(name, entity) == []

    @pytest.mark.parametrize(
        ("name", "entity", "code"),
        [
            ("Saguaro Design", "llc", "designatorMissing"),
            ("Saguaro Design Inc.", "llc", "designatorOfAnotherEntity"),
            ("Saguaro Design LP", "llp", "designatorOfAnotherEntity"),
            ("Saguaro Design LLC", "pllc", "designatorOfAnotherEntity"),
            ("LLC Saguaro Design", "llc", "designatorMisplaced"),
            ("Saguaro Design LLC LLC", "llc", "designatorTwice"),
            ("Saguaro Design LLC", "nonprofit", "designatorForbidden"),
            ("Saguaro Design, Inc.", "tradeName", "designatorForbidden"),
            ("LLC", "llc", "onlyDesignator"),
            ("L.L.C.", "llc", "onlyDesignator"),
        ],
    )
    def test_a_wrong_one_is_named(self, name: str, entity: str, code: str) -> None:
        assert codes(name, entity) == [code]

    @pytest.mark.parametrize(
        ("name", "entity"),
        [
            ("Acme Limited Partnership", "corporation"),
            ("Acme Limited Liability Partnership", "corporation"),
            ("Acme Limited Liability Company", "professionalCorporation"),
            ("Acme L. L. P.", "llc"),
        ],
    )
    def test_a_part_of_the_ending_of_another_entity_is_not_the_right_one(
        self, name: Any, entity: Any
    ) -> None:
        (issue,) = issues_of(name, entity, RULES)
        assert (issue.code, issue.severity) == ("designatorOfAnotherEntity", "blocks")

    @pytest.mark.parametrize(
        ("name", "entity", "ending"),
        [
            ("Tax Professional Limited Liability Company", "llc", "PROFESSIONAL LIMITED LIABILITY COMPANY"),
            ("Acme Limited Liability Limited Partnership", "lp", "LIMITED LIABILITY LIMITED PARTNERSHIP"),
            ("Tire Service Corporation of Yuma", "corporation", "SERVICE CORPORATION"),
        ],
    )
    def test_a_right_one_that_may_also_be_of_another_entity_is_for_a_person(
        self, name: Any, entity: Any, ending: str
    ) -> None:
        (issue,) = issues_of(name, entity, RULES)
        assert (issue.code, issue.severity, issue.word) == (
            "designatorOfAnotherEntity",
            "needsReview",
            ending,
        )

    @pytest.mark.parametrize(
        ("name", "entity"),
        [("Foo L. L. C.", "llc"), ("Foo l l c", "llc"), ("Foo P. C.", "professionalCorporation")],
    )
    def test_one_in_single_letters_is_one(self, name: str, entity: str) -> None:
        assert codes(name, entity) == []

    def test_single_letters_within_a_name_are_no_ending(self) -> None:
        assert codes("L C Smith Typewriters", "llc") == ["designatorMissing"]
        assert codes("L. L. C.") == ["onlyDesignator"]

    @pytest.mark.parametrize(
        ("name", "ending"),
        [
            ("Acme Incorporated", "INCORPORATED"),
            ("Acme Limited Liability Company", "LIMITED LIABILITY COMPANY"),
            ("Acme Company", "COMPANY"),
            ("Acme L.C.", "LC"),
            ("Acme L. L. C.", "LLC"),
            ("Acme Ltd Co", "LTD"),
        ],
    )
    def test_a_trade_name_has_no_ending_of_an_entity_at_all(self, name: str, ending: str) -> None:
        (issue,) = issues_of(name, "tradeName", RULES)
        assert (issue.code, issue.severity, issue.word) == ("designatorForbidden", "blocks", ending)

    def test_a_word_of_an_ending_within_a_trade_name_is_a_word(self) -> None:
        assert codes("Company Store", "tradeName") == []

    def test_a_corporation_must_not_call_itself_a_company_with_limited_liability(self) -> None:
        assert "designatorForbidden" in codes("Saguaro Limited Liability Company", "corporation")
        assert "designatorForbidden" in codes("Saguaro L.L.C. Inc.", "corporation")


class TestWords:
    @pytest.mark.parametrize("name", ["First Bank LLC", "Desert Credit Union LLC", "TRUST Me LLC"])
    def test_a_word_of_finance_needs_approval(self, name: str) -> None:
        (issue,) = issues_of(name, "llc", RULES)
        assert (issue.code, issue.severity, issue.rule_id) == ("wordNeedsApproval", "needsReview", "rw-fin")
        assert "Department of Insurance and Financial Institutions" in issue.message.en
        assert verdict(name).verdict == "needsReview"

    def test_the_longer_of_two_words_that_overlap_is_meant(self) -> None:
        (issue,) = issues_of("Trust Company of Saguaro LLC", "llc", RULES)
        assert issue.word == "TRUST COMPANY"

    def test_a_part_of_a_word_is_not_the_word(self) -> None:
        assert codes("Embankment Bankers Hill Trustworthy LLC") == []

    def test_a_word_that_may_need_a_licence_is_told_and_stops_nothing(self) -> None:
        judged = verdict("Saguaro Engineering LLC")
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
    def test_a_name_without_a_name_is_refused(self, name: str, code: str) -> None:
        assert codes(name) == [code]
        assert verdict(name).verdict == "unavailable"

    def test_120_characters_are_kept_and_one_more_is_cut_off(self) -> None:
        longest = "x" * 116 + " LLC"
        assert codes(longest) == []
        assert codes("x" + longest) == ["tooLong"]

    def test_letters_that_look_like_others_are_for_a_person(self) -> None:
        judged = verdict("S\u0430guaro LLC")
        assert [issue.code for issue in judged.issues] == ["otherScript"]
        assert judged.verdict == "needsReview"

    @pytest.mark.parametrize("sign", "−‹‚・⟨¦®°🌵٧⁄\u20e0")
    def test_a_sign_that_no_rule_names_is_for_a_person(self, sign: Any) -> None:
        (issue,) = issues_of(f"Quarzolith{sign}Lantern LLC", "llc", RULES)
        assert (issue.code, issue.severity, issue.word) == ("otherScript", "needsReview", sign)
        assert "signs" in issue.message.en
        assert "signos" in issue.message.es

    @pytest.mark.parametrize(
        "name",
        [
            "Moʼs Diner LLC",
            "Compañía Ｌantern ª LLC",
            "“Café” – Straße №7 & $%+=@ LLC",
            "Cafe\u0301 LLC",
            "Sun\u3000Moon LLC",
            '"Sun" .;!\'\\|?()/-…,~[]{}<>_^:`*# LLC',
        ],
    )
    def test_letters_and_signs_that_the_rules_name_are_not(self, name: str) -> None:
        assert codes(name) == []

    def test_every_issue_names_a_rule_that_exists(self) -> None:
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
            for issue in issues_of(name, "llc", RULES):
                assert issue.rule_id is None or issue.rule_id in known

    @given(st.text(max_size=150), st.sampled_from([each.entity_type for each in RULES.designators]))
    def test_no_name_breaks_the_engine(self, name: Any, entity: Any) -> None:
        judged = judge(name, entity, [ExistingName("1", name, "active")], RULES)
        assert judged.verdict in ("available", "unavailable", "needsReview")
        if judged.reading.key:
            assert judged.verdict == "unavailable"


class TestBesideOthers:
    SUNRISE = ExistingName("1", "Sunrise Holdings, Inc.", "active")

    def test_the_same_key_makes_it_unavailable(self) -> None:
        judged = verdict("The Sunrise Holdings LLC", self.SUNRISE)
        assert (judged.verdict, judged.conflicts, judged.close) == ("unavailable", (self.SUNRISE,), ())

    @pytest.mark.parametrize("language", ["en", "es"])
    def test_the_sentence_about_a_name_with_a_period_ends_with_one(self, language: Any) -> None:
        for sentence in (name_taken("Desert Bloom, L.L.C."), name_perhaps_taken("Desert Bloom, L.L.C.")):
            assert ".." not in sentence.in_language(language)

    def test_a_close_one_is_shown_and_blocks_nothing(self) -> None:
        judged = verdict("Sunrise Holding LLC", self.SUNRISE)
        assert (judged.verdict, judged.conflicts, judged.close) == ("available", (), (self.SUNRISE,))

    def test_a_different_one_is_not_shown(self) -> None:
        judged = verdict("Sunset Holdings LLC", self.SUNRISE)
        assert (judged.verdict, judged.conflicts, judged.close) == ("available", (), ())

    @pytest.mark.parametrize(
        ("status", "expected"),
        [
            ("active", "unavailable"),
            ("reserved", "unavailable"),
            ("registered", "unavailable"),
            ("pendingAdministrativeDissolution", "unavailable"),
            ("administrativelyDissolved", "available"),
            ("expired", "available"),
            ("cancelled", "available"),
        ],
    )
    def test_what_status_a_name_has_decides_whether_it_blocks(self, status: Any, expected: Any) -> None:
        assert (
            verdict("Sunrise Holdings LLC", ExistingName("1", "Sunrise Holdings", status)).verdict == expected
        )
