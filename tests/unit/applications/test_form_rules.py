"""The rules for saving, submitting and showing answers of a form."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.agencies.manifest_forms import ApplicationForm
from domains.applications.form_rules import (
    MAX_ANSWERS,
    clean_answers,
    complete_answers,
    list_shown_documents,
    list_shown_fields,
    prefill_answers,
)
from portal.errors import InvalidRequest
from tests.api.agency_support import make_text
from tests.api.applications_support import ANSWERS, SENT_ANSWERS
from tests.cases import read_cases
from tests.unit.applications.support import BUSINESS, make_complete_form

CASES = read_cases(__file__)

FORM = make_complete_form()


def make_form_with(*fields: Any, documents: tuple[Any, ...] = ()) -> ApplicationForm:
    section = {"id": "all", "title": make_text("All"), "fields": list(fields)}
    return make_complete_form(sections=[section], documents=list(documents))


def make_question(name: str = "one", kind: str = "text", **more: Any) -> Any:
    return {"name": name, "label": make_text(name), "kind": kind} | more


def list_problems(check: Any, *arguments: Any) -> dict[Any, Any]:
    with pytest.raises(InvalidRequest) as refused:
        check(*arguments)
    return {problem.property_name: problem.message for problem in refused.value.problems}


def list_names(found: Any) -> list[Any]:
    return [each.name for each in found]


class TestShown:
    def test_conditional_question_is_shown(self) -> None:
        assert "alcoholLicense" not in list_names(list_shown_fields(FORM, {}))
        assert "alcoholLicense" not in list_names(list_shown_fields(FORM, {"servesAlcohol": "no"}))
        assert "alcoholLicense" in list_names(list_shown_fields(FORM, {"servesAlcohol": "yes"}))

    def test_hidden_question_hides_its_dependents(self) -> None:
        form = make_form_with(
            make_question("first", "yesNo"),
            make_question("second", "yesNo", shownWhen={"field": "first", "equals": "yes"}),
            make_question("third", shownWhen={"field": "second", "equals": "yes"}),
        )
        answers = {"first": "no", "second": "yes"}
        assert list_names(list_shown_fields(form, answers)) == ["first"]
        assert list_names(list_shown_fields(form, answers | {"first": "yes"})) == ["first", "second", "third"]

    def test_condition_on_a_missing_question_hides(self) -> None:
        form = make_form_with(
            make_question(), make_question("two", shownWhen={"field": "gone", "equals": "yes"})
        )
        assert list_names(list_shown_fields(form, {})) == ["one"]

    def test_conditional_documents_are_shown(self) -> None:
        assert [each.code for each in list_shown_documents(FORM, {})] == ["FLOOR_PLAN"]
        assert len(list_shown_documents(FORM, {"servesAlcohol": "yes"})) == 2


class TestPrefilled:
    def test_business_details_are_prefilled(self) -> None:
        assert prefill_answers(FORM, BUSINESS) == {"tradeName": "Velvetine Cactus LLC", "county": "pima"}

    def test_choice_without_the_value_stays_empty(self) -> None:
        def choice(*values: Any) -> ApplicationForm:
            choices = [{"value": value, "label": make_text(value)} for value in values]
            return make_form_with(make_question("type", "choice", choices=choices, prefill="entityType"))

        assert prefill_answers(choice("corporation", "lp"), BUSINESS) == {}
        assert prefill_answers(choice("llc", "lp"), BUSINESS) == {"type": "llc"}

    def test_too_long_business_name_is_left_out(self) -> None:
        assert (
            prefill_answers(make_form_with(make_question(prefill="businessName", maxLength=5)), BUSINESS)
            == {}
        )


class TestSaving:
    def test_incomplete_answers_are_kept_and_trimmed(self) -> None:
        kept = clean_answers(FORM, {"employees": " a  few ", "tradeName": "", "email": "rosa@"})
        assert kept == {"employees": "a few", "email": "rosa@"}

    def test_line_breaks_are_kept_in_long_texts_only(self) -> None:
        kept = clean_answers(FORM, {"remarks": "\n one \r\n\ttwo  \n\n"})
        assert kept == {"remarks": "one\ntwo"}
        assert clean_answers(FORM, {"tradeName": "one\ntwo"}) == {"tradeName": "one two"}

    def test_unknown_fields_are_refused(self) -> None:
        found = list_problems(clean_answers, FORM, {"other": "x", "__proto__": "x" * 500, "tradeName": "ok"})
        assert list(found) == ["answers.other", "answers.__proto__"]

    def test_too_long_answers_are_refused(self) -> None:
        assert clean_answers(FORM, {"tradeName": "x" * 120, "remarks": "x" * 4000})
        long = {"tradeName": "x" * 121, "remarks": "x" * 4001, "employees": "1" * 321}
        found = list_problems(clean_answers, FORM, long)
        assert list(found) == ["answers.tradeName", "answers.remarks", "answers.employees"]
        assert found["answers.tradeName"].en == "tradeName: write at most 120 characters."
        assert found["answers.tradeName"].es == "tradeName (es): escriba como máximo 120 caracteres."

    def test_total_size_is_limited(self) -> None:
        form = make_form_with(
            *(make_question(f"q{number}", "longText", maxLength=4000) for number in range(30))
        )
        fitting = {f"q{number}": "x" * 4000 for number in range(30)}
        assert clean_answers(form, fitting)
        # In JSON an emoji takes twelve bytes.
        large = dict.fromkeys(fitting, "🌵" * 4000)
        assert len(json.dumps(large)) > MAX_ANSWERS
        assert list(list_problems(clean_answers, form, large)) == ["answers"]

    @given(st.dictionaries(st.sampled_from(list(ANSWERS)), st.text(max_size=400)))
    def test_saving_is_idempotent(self, answers: Any) -> None:
        try:
            kept = clean_answers(FORM, answers)
        except InvalidRequest:
            return
        assert clean_answers(FORM, kept) == kept


class TestSubmitting:
    def test_agency_receives_the_complete_answers(self) -> None:
        assert complete_answers(FORM, ANSWERS, ()) == SENT_ANSWERS

    def test_all_missing_answers_are_named_at_once(self) -> None:
        found = list_problems(complete_answers, FORM, {"servesAlcohol": "yes"}, ())
        required = [
            "tradeName",
            "county",
            "employees",
            "opensOn",
            "alcoholLicense",
            "email",
            "phone",
        ]
        assert list(found) == [*(f"answers.{name}" for name in required), "documents.LIQUOR_LICENSE"]
        assert found["answers.opensOn"].en == "opensOn: answer this before you submit."
        assert found["answers.opensOn"].es.startswith("opensOn (es): responda")

    def test_hidden_answer_is_not_sent(self) -> None:
        answers = ANSWERS | {"alcoholLicense": "AZ-1"}
        assert complete_answers(FORM, answers, ()) == SENT_ANSWERS
        yes = answers | {"servesAlcohol": "yes"}
        assert complete_answers(FORM, yes, {"LIQUOR_LICENSE"})["alcoholLicense"] == "AZ-1"

    @pytest.mark.parametrize(("kind", "typed", "sent"), CASES["answers_are_checked_by_kind"])
    def test_answers_are_checked_by_kind(self, kind: str, typed: str, sent: str | None) -> None:
        form = make_form_with(make_question("one", kind))
        if sent is not None:
            assert complete_answers(form, {"one": typed}, ()) == {"one": sent}
        else:
            found = list_problems(complete_answers, form, {"one": typed}, ())
            assert found["answers.one"].en.startswith("one: ")
            assert found["answers.one"].es.startswith("one (es): ")

    def test_choice_must_be_listed(self) -> None:
        choices = [{"value": value, "label": make_text(value)} for value in ("a", "b")]
        form = make_form_with(make_question("one", "choice", choices=choices))
        assert complete_answers(form, {"one": "b"}, ()) == {"one": "b"}
        assert list(list_problems(complete_answers, form, {"one": "c"}, ())) == ["answers.one"]

    @pytest.mark.parametrize("kind", ["number", "money"])
    def test_numbers_have_minimum_and_maximum(self, kind: str) -> None:
        form = make_form_with(make_question("one", kind, minimum=2, maximum=10))
        assert complete_answers(form, {"one": "2"}, ())
        assert complete_answers(form, {"one": "10"}, ())
        assert list_problems(complete_answers, form, {"one": "1"}, ())["answers.one"].en == (
            "one: write 2 or more."
        )
        assert list_problems(complete_answers, form, {"one": "11"}, ())["answers.one"].es == (
            "one (es): escriba 10 o menos."
        )

    def test_optional_answer_may_be_missing_but_not_wrong(self) -> None:
        form = make_form_with(make_question("one", "date", isRequired=False))
        assert complete_answers(form, {}, ()) == {}
        assert list(list_problems(complete_answers, form, {"one": "soon"}, ())) == ["answers.one"]

    @given(
        st.sampled_from(["number", "money", "date", "yesNo", "county", "email", "phone", "text"]),
        st.text(max_size=60),
    )
    def test_accepted_answer_is_unchanged_on_resubmission(self, kind: Any, typed: Any) -> None:
        form = make_form_with(make_question("one", kind))
        try:
            kept = clean_answers(form, {"one": typed})
            sent = complete_answers(form, kept, ())
        except InvalidRequest:
            return
        assert clean_answers(form, sent) == sent
        assert complete_answers(form, sent, ()) == sent
