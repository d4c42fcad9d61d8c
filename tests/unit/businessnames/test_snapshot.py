"""The snapshot: built, verified, refused when damaged, and replaced without losing the last good one."""

import csv
import random
import sqlite3
from contextlib import closing
from dataclasses import fields, replace
from datetime import date
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from domains.names.current_snapshot import CurrentSnapshot
from domains.names.index_queries import Narrowing
from domains.names.index_record import SnapshotRefused
from domains.names.key import get_key
from domains.names.name_holds import NameHolds
from domains.names.names_table import NamesTable
from domains.names.register import NameRegister
from domains.names.rules import get_name_rules
from domains.names.snapshot import Snapshot
from functions.businessnames.contract import NameCheckQuery
from functions.businessnames.service import BusinessNamesService
from infrastructure.operations.names.__main__ import COLUMNS, UnusableFile, read_csv
from infrastructure.operations.names.build import build, verify
from infrastructure.sandbox.names.__main__ import main
from infrastructure.sandbox.names.generator import EXAMPLES, generate, list_examples
from infrastructure.sandbox.names.sample_companies import list_sample_companies
from portal.errors import Unavailable
from portal.page_tokens import PageTokens
from portal.secrets import RotatingSecret
from portal.types import get_utc_now
from tests.cases import read_cases
from tests.unit.businessnames.test_name_readings import make_pieces, respell_name

CASES = read_cases(__file__)

DAY = date(2026, 11, 21)
LINE = "1,Sunrise LLC,llc,active,Tucson,pima,2020-01-31"


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("names") / "names.sqlite"
    assert build(generate(300), path, DAY, "tests") == 300
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, content: Any) -> Any:
    path = tmp_path / "names.sqlite"
    path.write_bytes(content)
    return path


def list_names(path: Any) -> Any:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM names ORDER BY row").fetchall()


def put(path: Any, content: Any) -> None:
    other = path.with_suffix(".other")
    other.write_bytes(content)
    other.replace(path)


def make_service(folder: Path, names: Any) -> BusinessNamesService:
    """Return the service with a snapshot of some names and no reservations."""
    path = folder / "names.sqlite"
    build(names, path, DAY, "tests")
    return make_service_at(path)


def make_service_at(path: Path) -> BusinessNamesService:
    table = mock.Mock(spec=NamesTable)
    table.clock = get_utc_now
    for method in ("list_active", "list_holds", "list_changes"):
        getattr(table, method).return_value = []
    register = NameRegister(CurrentSnapshot(path), NameHolds(get_utc_now, table), get_name_rules())
    return BusinessNamesService(register, PageTokens(RotatingSecret("s")))


class TestSnapshot:
    def test_snapshot_has_date_and_number_of_names(self, path: Any) -> None:
        snapshot = verify(path)
        assert (snapshot.as_of, snapshot.names) == (DAY, 300)

    def test_same_names_have_the_same_checksum(self, path: Any, tmp_path: Path) -> None:
        build(reversed(list(generate(300))), tmp_path / "other", DAY, "tests")
        assert verify(tmp_path / "other").checksum == verify(path).checksum

    def test_rows_are_sorted_by_key(self, path: Any) -> None:
        with sqlite3.connect(path) as connection:
            keys = [key for (key,) in connection.execute("SELECT key FROM names ORDER BY row")]
        assert keys == sorted(keys)

    def test_name_is_found_by_every_lookup(self, path: Any) -> None:
        snapshot, none = Snapshot(path), Narrowing()
        for name in list(generate(300))[::10]:
            (conflict, *_) = snapshot.find_conflicts(name.name, 5)
            assert name.id in {each.id for each in snapshot.find_conflicts(name.name, 5)}
            for found in (
                snapshot.find_beginning_with(conflict.key, none, 0, 5)[0],
                snapshot.find_with_words(name.name, none, (0, -1), 0, 5)[0],
                snapshot.find_containing(conflict.key[1:], none, 0, 5)[0],
                snapshot.find_similar(name.name.replace(name.name[5], "x", 1), none, 5),
                snapshot.find_similar(conflict.key[:4] + "X" + conflict.key[5:], none, 5),
                snapshot.find_sounding_like(name.name, none, 5),
                snapshot.find_sounding_like(conflict.key, none, 5),
            ):
                assert conflict.id in {each.id for each in found}

    def test_misspelled_ending_is_found(self, path: Any) -> None:
        endings = (each for each in generate(300) if each.name.endswith("Limited Liability Company"))
        name = next(endings)
        for typed in ("Limitd Liability Company", "Limited Liabilityy Company", "Limite dLiability Company"):
            found = Snapshot(path).find_similar(
                name.name.replace("Limited Liability Company", typed), Narrowing(), 5
            )
            assert name.id == found[0].id

    @pytest.mark.parametrize("kept", [0, 10, 100, 4096, -4096, -1])
    def test_truncated_file_is_refused(self, path: Any, content: Any, kept: int) -> None:
        path.write_bytes(content[:kept])
        with pytest.raises(SnapshotRefused):
            Snapshot(path)

    def test_wrong_file_is_refused(self, path: Any, tmp_path: Path) -> None:
        path.write_bytes(b"not a snapshot " * 1000)
        with pytest.raises(SnapshotRefused):
            Snapshot(path)
        with pytest.raises(SnapshotRefused):
            Snapshot(tmp_path / "nothing")

    def test_wrong_version_is_refused(self, path: Any) -> None:
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE snapshot SET version = 99")
        with pytest.raises(SnapshotRefused, match="version"):
            Snapshot(path)

    @pytest.mark.parametrize("change", CASES["verify_refuses_changed_content"])
    def test_verify_refuses_changed_content(self, path: Any, change: str) -> None:
        with sqlite3.connect(path) as connection:
            assert connection.execute(change).rowcount > 0
        with pytest.raises(SnapshotRefused):
            verify(path)

    def test_verify_refuses_damaged_data(self, path: Any, content: Any) -> None:
        refused = 0
        names_of_good = list_names(path)
        for start in range(4096, len(content), len(content) // 12):
            put(path, content[:start] + b"\xa5" * 512 + content[start + 512 :])
            try:
                verify(path)
            except SnapshotRefused:
                refused += 1
            else:
                # The damage was in bytes that no name and no index uses.
                assert list_names(path) == names_of_good
        assert refused > 5


class TestCurrentSnapshot:
    def test_last_good_snapshot_is_kept_until_replaced(self, path: Any, content: Any, tmp_path: Path) -> None:
        current = CurrentSnapshot(path)
        first = current.get_snapshot()
        assert current.get_snapshot() is first
        put(path, content[:5000])
        assert current.get_snapshot() is first
        path.unlink()
        assert current.get_snapshot() is first
        build(list(generate(5)), path, DAY, "tests")
        assert current.get_snapshot().names == 5

    def test_missing_snapshot_is_refused_until_added(self, path: Any, tmp_path: Path) -> None:
        current = CurrentSnapshot(tmp_path / "later")
        with pytest.raises(SnapshotRefused):
            current.get_snapshot()
        path.rename(tmp_path / "later")
        assert current.get_snapshot().names == 300

    def test_service_without_snapshot_is_unavailable(self, tmp_path: Path) -> None:
        service = make_service_at(tmp_path / "none")
        with pytest.raises(Unavailable):
            service.check_name(NameCheckQuery.model_validate({"name": "A LLC", "entityType": "llc"}), "en")

    def test_failed_build_keeps_the_previous_file(self, path: Any, content: Any) -> None:
        (name,) = generate(1)
        broken = replace(name, id=None)  # type: ignore[arg-type]
        with pytest.raises(sqlite3.Error):
            build([broken], path, DAY, "tests")
        assert path.read_bytes() == content
        assert list(path.parent.iterdir()) == [path]


class TestGenerator:
    def test_generated_names_are_reproducible(self) -> None:
        assert list(generate(50)) == list(generate(60))[:50]

    def test_generated_register_has_each_sample_company_as_its_agency_shows_it(self, tmp_path: Path) -> None:
        path = tmp_path / "names.sqlite"
        assert main(["--to", str(path), "generate", "5"]) == 0
        snapshot = Snapshot(path)
        for company in list_sample_companies():
            row = company.row
            stored = snapshot.find_record(row.id, get_key(row.name))
            assert stored is not None
            assert all(getattr(stored, fact.name) == getattr(row, fact.name) for fact in fields(row))

    def test_generated_names_are_unique(self) -> None:
        names = list(generate(3000))
        assert len({name.name for name in names}) == len({name.id for name in names}) == 3000
        assert {name.status for name in names} >= {"active", "dissolved", "reserved"}

    def test_published_examples_can_be_tried(self, tmp_path: Path) -> None:
        service = make_service(tmp_path, list_examples())
        with EXAMPLES.open(encoding="utf-8", newline="") as file:
            same = [
                (pair["first"], pair["second"]) for pair in csv.DictReader(file) if pair["expected"] == "same"
            ]
        assert len(same) > 10
        for first, second in same:
            check = service.check_name(
                NameCheckQuery.model_validate({"name": second, "entityType": "llc"}), "en"
            )
            assert first in [conflict.name for conflict in check.conflicts]

    def test_name_is_found_by_every_reading(self, tmp_path: Path) -> None:
        draw = random.Random(17)
        pieces = [make_pieces(draw) for _ in range(300)]
        names = [
            replace(each, name=respell_name(kept, draw), status="active")
            for each, kept in zip(generate(300), pieces, strict=True)
        ]
        service = make_service(tmp_path, names)
        for kept in pieces:
            name = respell_name(kept, draw)
            assert service.register.check_name(name, "nonprofit").judgment.verdict != "available", name


class TestCloseNames:
    @pytest.fixture
    def service(self, tmp_path: Path) -> BusinessNamesService:
        template = next(generate(1))
        names = ["Saguaro Design LLC", "Desert Bloom, L.L.C.", "Gilbert's Mini-Golf World LLC"]
        return make_service(
            tmp_path, [replace(template, id=name, name=name, status="active") for name in names]
        )

    @pytest.mark.parametrize(("typed", "close"), CASES["verdict_names_close_names"])
    def test_verdict_names_close_names(self, service: BusinessNamesService, typed: str, close: str) -> None:
        checked = service.check_name(
            NameCheckQuery.model_validate({"name": typed, "entityType": "llc"}), "en"
        )
        assert checked.verdict == "available"
        assert [each.name for each in checked.close] == [close]

    @pytest.mark.parametrize(("typed", "close"), CASES["same_words_in_another_order_are_close"])
    def test_same_words_in_another_order_are_close(
        self, service: BusinessNamesService, typed: str, close: str | None
    ) -> None:
        entity = "corporation" if typed.endswith("Inc.") else "llc"
        checked = service.check_name(
            NameCheckQuery.model_validate({"name": typed, "entityType": entity}), "en"
        )
        assert checked.verdict == "available"
        assert [each.name for each in checked.close] == ([close] if close else [])

    @pytest.mark.parametrize(("typed", "close"), CASES["digits_and_signs_for_letters_are_close"])
    def test_digits_and_signs_for_letters_are_close(
        self, service: BusinessNamesService, typed: str, close: str
    ) -> None:
        checked = service.check_name(
            NameCheckQuery.model_validate({"name": typed, "entityType": "llc"}), "en"
        )
        assert checked.verdict == "available"
        assert [each.name for each in checked.close] == [close]

    @pytest.mark.parametrize(
        "existing", ["Quarz0lith Cafe LLC", "Quarzo1ith Cafe LLC", "Qu@rzolith Cafe LLC"]
    )
    def test_existing_name_with_digits_for_letters_is_close(self, tmp_path: Path, existing: str) -> None:
        template = next(generate(1))
        service = make_service(tmp_path, [replace(template, id="1", name=existing, status="active")])
        query = NameCheckQuery.model_validate({"name": "Quarzolith Cafe LLC", "entityType": "llc"})
        assert [each.name for each in service.check_name(query, "en").close] == [existing]

    @pytest.mark.parametrize(("typed", "others"), CASES["numbers_of_a_name_are_not_letters"])
    def test_numbers_of_a_name_are_not_letters(self, tmp_path: Path, typed: str, others: list[str]) -> None:
        template = next(generate(1))
        service = make_service(
            tmp_path, [replace(template, id=name, name=name, status="active") for name in others]
        )
        query = NameCheckQuery.model_validate({"name": typed, "entityType": "llc"})
        assert service.check_name(query, "en").close == []

    @pytest.mark.parametrize("typed", ["Cactus Works LLC", "Desert Mile LLC", "Design LLC"])
    def test_verdict_names_no_distant_names(self, service: BusinessNamesService, typed: str) -> None:
        checked = service.check_name(
            NameCheckQuery.model_validate({"name": typed, "entityType": "llc"}), "en"
        )
        assert checked.close == []

    @pytest.mark.parametrize(
        ("typed", "unwanted"),
        [("Saguaro-Design!! LLC", "!"), ("The Saguaro Design LLC", "Arizona The"), ("Saguaro Design", "  ")],
    )
    def test_suggestions_are_plain_names(
        self, service: BusinessNamesService, typed: str, unwanted: str
    ) -> None:
        checked = service.check_name(
            NameCheckQuery.model_validate({"name": typed, "entityType": "llc"}), "en"
        )
        assert len(checked.suggestions) == 3
        assert not [name for name in checked.suggestions if unwanted in name]


class TestImport:
    def write(self, tmp_path: Any, *lines: Any) -> Any:
        file = tmp_path / "names.csv"
        file.write_text("\n".join(lines), encoding="utf-8")
        return file

    def test_file_is_read(self, tmp_path: Path) -> None:
        (name,) = read_csv(self.write(tmp_path, ",".join(COLUMNS), LINE))
        assert (name.id, name.name, name.formed_on) == ("1", "Sunrise LLC", date(2020, 1, 31))

    @pytest.mark.parametrize(
        "line",
        [
            LINE.replace("llc", "club"),
            LINE.replace("active", "alive"),
            LINE.replace("pima", "nowhere"),
            LINE.replace("2020-01-31", "01/31/2020"),
            LINE.replace("Sunrise LLC", ""),
            LINE.replace("Sunrise", "Sun\u200brise"),
            LINE.replace("1,", ",", 1),
            "1,Sunrise LLC",
        ],
    )
    def test_invalid_line_is_named(self, tmp_path: Path, line: Any) -> None:
        good = LINE.replace("1,", "2,", 1)
        with pytest.raises(UnusableFile, match="Line 3"):
            list(read_csv(self.write(tmp_path, ",".join(COLUMNS), good, line)))

    def test_duplicate_id_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(UnusableFile, match="second time"):
            list(read_csv(self.write(tmp_path, ",".join(COLUMNS), LINE, LINE)))

    def test_wrong_heading_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(UnusableFile, match="first line"):
            list(read_csv(self.write(tmp_path, "name,id", LINE)))
