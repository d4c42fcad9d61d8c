"""What stands against a name, by itself and beside others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.businessnames.issues import issues_of
from functions.businessnames.rules import name_rules
from functions.businessnames.verdict import ExistingName, judge

RULES = name_rules()


def codes(name, entity="llc"):
    return [issue.code for issue in issues_of(name, entity, RULES)]


def verdict(name, *existing, entity="llc"):
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
    def test_the_right_one_is_fine(self, name, entity):
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
    def test_a_wrong_one_is_named(self, name, entity, code):
        assert codes(name, entity) == [code]

    def test_a_corporation_must_not_call_itself_a_company_with_limited_liability(self):
        assert "designatorForbidden" in codes("Saguaro Limited Liability Company", "corporation")
        assert "designatorForbidden" in codes("Saguaro L.L.C. Inc.", "corporation")


class TestWords:
    @pytest.mark.parametrize("name", ["First Bank LLC", "Desert Credit Union LLC", "TRUST Me LLC"])
    def test_a_word_of_finance_needs_approval(self, name):
        (issue,) = issues_of(name, "llc", RULES)
        assert (issue.code, issue.severity, issue.rule_id) == ("wordNeedsApproval", "needsReview", "rw-fin")
        assert "Department of Insurance and Financial Institutions" in issue.message.en
        assert verdict(name).verdict == "needsReview"

    def test_the_longer_of_two_words_that_overlap_is_meant(self):
        (issue,) = issues_of("Trust Company of Saguaro LLC", "llc", RULES)
        assert issue.word == "TRUST COMPANY"

    def test_a_part_of_a_word_is_not_the_word(self):
        assert codes("Embankment Bankers Hill Trustworthy LLC") == []

    def test_a_word_that_may_need_a_licence_is_told_and_stops_nothing(self):
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
            ("Sag\u200buaro LLC", "unprintable"),
            ("Sag\x00uaro LLC", "unprintable"),
        ],
    )
    def test_a_name_without_a_name_is_refused(self, name, code):
        assert codes(name) == [code]
        assert verdict(name).verdict == "unavailable"

    def test_120_characters_are_kept_and_one_more_is_cut_off(self):
        longest = "x" * 116 + " LLC"
        assert codes(longest) == []
        assert codes("x" + longest) == ["tooLong"]

    def test_letters_that_look_like_others_are_for_a_person(self):
        judged = verdict("S\u0430guaro LLC")
        assert [issue.code for issue in judged.issues] == ["otherScript"]
        assert judged.verdict == "needsReview"

    def test_every_issue_names_a_rule_that_exists(self):
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
    def test_no_name_breaks_the_engine(self, name, entity):
        judged = judge(name, entity, [ExistingName("1", name, "active")], RULES)
        assert judged.verdict in ("available", "unavailable", "needsReview")
        if judged.reading.key:
            assert judged.verdict == "unavailable"


class TestBesideOthers:
    SUNRISE = ExistingName("1", "Sunrise Holdings, Inc.", "active")

    def test_the_same_key_makes_it_unavailable(self):
        judged = verdict("The Sunrise Holdings LLC", self.SUNRISE)
        assert (judged.verdict, judged.conflicts, judged.close) == ("unavailable", (self.SUNRISE,), ())

    def test_a_close_one_is_shown_and_blocks_nothing(self):
        judged = verdict("Sunrise Holding LLC", self.SUNRISE)
        assert (judged.verdict, judged.conflicts, judged.close) == ("available", (), (self.SUNRISE,))

    def test_a_different_one_is_not_shown(self):
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
    def test_what_status_a_name_has_decides_whether_it_blocks(self, status, expected):
        assert (
            verdict("Sunrise Holdings LLC", ExistingName("1", "Sunrise Holdings", status)).verdict == expected
        )
