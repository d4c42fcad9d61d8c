"""What `npm test -- --changed` runs for which change."""

import json
from pathlib import Path

from tests.selection.selected import ROOT, Reads, Selection

TRANSACTIONS = "tests/api/test_transactions.py"
LOOKUPS = "tests/api/test_lookups.py"
SPEC = "tests/e2e/transactions.spec.ts"
READS = Reads(
    opened={"shared/python/portal/reference.py": frozenset({"shared/data/counties.json"})},
    imported={
        TRANSACTIONS: frozenset({"functions.transactions.app"}),
        LOOKUPS: frozenset({"functions.lookups.app"}),
    },
    started=frozenset({"tests/infrastructure/local_cloud/test_start.py"}),
    browser={
        str(path.relative_to(ROOT)): frozenset({"group configuration"})
        for path in (ROOT / "tests/e2e").rglob("*.spec.ts")
    }
    | {SPEC: frozenset({"group configuration", "group transactions", "feature transactions"})},
)


def suites_for(*changed: str) -> dict[str, list[str]]:
    answer = Selection(ROOT, READS).selected(changed)
    assert "suites" in answer, answer
    suites: dict[str, list[str]] = answer["suites"]
    return suites


def test_group_selects_test_files_that_load_it() -> None:
    suites = suites_for("functions/transactions/service.py")
    assert TRANSACTIONS in suites["api"]
    assert LOOKUPS not in suites["api"]
    assert suites["proofs"] == suites["api"]


def test_group_selects_test_files_that_import_it() -> None:
    assert any("transactions" in name for name in suites_for("functions/transactions/csv_file.py")["unit"])


def test_group_selects_browser_journeys_that_called_it() -> None:
    assert suites_for("functions/transactions/service.py")["e2e"] == [SPEC]


def test_group_selects_test_files_that_start_programs() -> None:
    files = suites_for("functions/transactions/service.py")["infrastructure"]
    assert "tests/infrastructure/local_cloud/test_start.py" in files


def test_layer_module_selects_every_group_that_uses_it() -> None:
    suites = suites_for("shared/python/portal/http.py")
    assert {TRANSACTIONS, LOOKUPS} <= set(suites["api"])


def test_data_selects_test_files_of_the_modules_that_opened_it() -> None:
    suites = suites_for("shared/data/counties.json")
    assert LOOKUPS in suites["api"]
    assert suites["webapp"] == ["shared/data/counties.json"]


def test_test_file_selects_itself() -> None:
    suites = suites_for(LOOKUPS)
    assert suites["api"] == [LOOKUPS]
    assert "e2e" not in suites
    assert "webapp" not in suites


def test_conftest_selects_every_test_file_below_it() -> None:
    suites = suites_for("tests/api/conftest.py")
    assert {TRANSACTIONS, LOOKUPS} <= set(suites["api"])
    assert "unit" not in suites


def test_text_that_no_test_opened_selects_the_checks_alone() -> None:
    assert suites_for("docs/architecture.md") == {"check": []}


def test_feature_of_the_web_app_selects_related_tests_and_its_journeys() -> None:
    file = "webapp/src/features/transactions/TransactionsPage.tsx"
    suites = suites_for(file)
    assert suites["e2e"] == [SPEC]
    assert "api" not in suites


def test_harness_of_the_web_app_selects_its_whole_suite() -> None:
    assert suites_for("webapp/src/testing/setup.ts")["webapp"] == []


def test_code_that_every_page_has_selects_all_journeys() -> None:
    assert suites_for("webapp/src/app/App.tsx")["e2e"] == []


def test_configuration_of_a_linter_selects_the_tests_of_the_linters() -> None:
    assert suites_for("webapp/.oxlintrc.json")["commands"] == []


def test_support_of_the_journeys_selects_all_of_them() -> None:
    assert suites_for("tests/e2e/support/portal.ts")["e2e"] == []


def test_template_selects_everything() -> None:
    assert "template.yaml" in Selection(ROOT, READS).selected({"template.yaml"})["everything"]


def test_file_that_no_run_has_read_selects_everything() -> None:
    assert "shared/new.bin" in Selection(ROOT, READS).selected({"shared/new.bin"})["everything"]


def test_no_change_selects_nothing() -> None:
    assert suites_for() == {}


def test_nothing_is_kept_without_a_whole_run(tmp_path: Path) -> None:
    assert Reads.kept(tmp_path) is None


def test_records_of_all_processes_are_united(tmp_path: Path) -> None:
    for process, name in enumerate(("counties", "countries")):
        record = {"opened": {"shared/python/portal/reference.py": [f"shared/data/{name}.json"]}}
        (tmp_path / f"{process}.json").write_text(json.dumps(record), encoding="utf-8")
    reads = Reads.kept(tmp_path)
    assert reads
    assert reads.opened == {
        "shared/python/portal/reference.py": {"shared/data/counties.json", "shared/data/countries.json"}
    }


def test_call_of_a_journey_is_kept_as_its_group(tmp_path: Path) -> None:
    calls = ["GET /api/Lookups/Counties", "DELETE /api/subscriptions/identities/01abc", "feature messages"]
    line = json.dumps({"browser": {SPEC: calls}})
    (tmp_path / "browser-1.jsonl").write_text(f"{line}\n{line}\n", encoding="utf-8")
    reads = Reads.kept(tmp_path)
    assert reads
    assert reads.browser == {SPEC: {"group lookups", "group subscriptions", "feature messages"}}
