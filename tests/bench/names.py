"""The search of business names beside SQL LIKE and Tantivy, and the estimate of start-up costs."""

import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path

import tantivy
from _bench import Figure, PortalPlace, run
from _functions import CONTEXT, environment_of, event_of

from domains.names.current_snapshot import CurrentSnapshot
from domains.names.index_writer import Name
from domains.names.key import get_key
from domains.names.name_holds import NameHolds
from domains.names.names_table import Hold
from domains.names.register import NameRegister
from domains.names.reservations import Reservation
from domains.names.rules import get_name_rules
from domains.names.terms import list_search_words
from functions.businessnames.contract import Mode, NameCheckQuery, NameSearchQuery
from functions.businessnames.service import BusinessNamesService
from functions.startupcosts.wiring import create_handler
from infrastructure.operations.names.build import build, open_for_reading
from infrastructure.sandbox.names.generator import generate
from portal.page_tokens import PageTokens
from portal.secrets import RotatingSecret
from portal.types import derive_id, get_utc_now

FIRST = 5
PAGE = 21
GOAL_OF_SEARCH, GOAL_OF_VERDICT, GOAL_OF_COLD, GOAL_OF_ESTIMATE, GOAL_FOUND = 5, 5, 100, 5, 90
GOAL_OF_LIST = 2_000
ESTIMATE_PATH = "/api/businessapplications/startupcostestimate"
PLAN = {
    "entityType": "llc",
    "businessCountyId": "yuma",
    "agentCountyId": "yuma",
    "municipalityId": "yuma",
    "categoryId": "27",
    "employees": 2,
    "averageMonthlyWage": 300_000,
    "sellsTaxable": True,
    "expedite": "standard",
    "premises": "rented",
    "figures": {"rent": 150_000, "inv": 500_000},
}
BY_SOUND = (
    ("f", "ph"),
    ("c", "k"),
    ("k", "c"),
    ("s", "z"),
    ("ee", "ea"),
    ("i", "y"),
    ("ck", "k"),
    ("qu", "kw"),
)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Sizes:
    """The numbers of names, of held names, of misspelled queries, and of repetitions of the other queries."""

    names: int
    holds: int
    mistakes: int
    questions: int
    scans: int
    cold_starts: int
    estimates: int


Ids = Sequence[str]
Search = Callable[[str], Ids]


class HoldsTable:
    """A list of held names in memory: the network's share of an answer is not measured here."""

    clock = staticmethod(get_utc_now)

    def __init__(self, names: Iterable[Name]) -> None:
        begins = get_utc_now()
        self._holds = [
            Reservation(
                derive_id(each.id),
                each.id,
                each.name,
                get_key(each.name),
                "llc",
                begins,
                begins + timedelta(days=120),
            )
            for each in names
        ]

    def list_holds(self, _since: datetime, _limit: int) -> Sequence[Hold]:
        return self._holds

    def list_changes(self, _since: datetime, _limit: int) -> Sequence[Hold]:
        return []

    def list_active(self, _keys: Iterable[str], _now: datetime) -> Sequence[Hold]:
        return []


def inserted(text: str, place: int, chance: random.Random) -> str:
    return text[:place] + chance.choice(LETTERS) + text[place:]


def deleted(text: str, place: int, _chance: random.Random) -> str:
    return text[:place] + text[place + 1 :]


def swapped(text: str, place: int, _chance: random.Random) -> str:
    return text[:place] + text[place + 1 : place + 2] + text[place] + text[place + 2 :]


def replaced(text: str, place: int, chance: random.Random) -> str:
    return text[:place] + chance.choice(LETTERS) + text[place + 1 :]


def doubled(text: str, place: int, _chance: random.Random) -> str:
    return text[:place] + text[place] + text[place:]


def by_sound(text: str, _place: int, chance: random.Random) -> str:
    lower = text.lower()
    possible = [pair for pair in BY_SOUND if pair[0] in lower]
    return lower.replace(*chance.choice(possible), 1) if possible else lower


KINDS: Sequence[Callable[[str, int, random.Random], str]] = (
    inserted,
    deleted,
    swapped,
    replaced,
    doubled,
    by_sound,
)


def mistaken(name: str, kind: Callable[[str, int, random.Random], str], chance: random.Random) -> str:
    """Return a name with one mistake in a letter of it."""
    places = [place for place, letter in enumerate(name[:-4]) if letter.isalpha()]
    return kind(name, chance.choice(places), chance)


class Times:
    """Milliseconds of calls: wall-clock time, and CPU time, which depends less on other work."""

    def __init__(self, call: Callable[[str], object], texts: Sequence[str]) -> None:
        wall, cpu = [], []
        for text in texts:
            began, began_cpu = time.perf_counter(), time.thread_time()
            call(text)
            wall.append((time.perf_counter() - began) * 1000)
            cpu.append((time.thread_time() - began_cpu) * 1000)
        parts = statistics.quantiles(wall, n=100)
        self.p50, self.p95, self.p99 = parts[49], parts[94], parts[98]
        self.cpu_p95 = statistics.quantiles(cpu, n=100)[94]

    def figures(self, table: str, row: str, goal: float | None = None) -> Iterator[Figure]:
        """Return a row of a table, with a goal for the p95."""
        yield Figure(table, row, "p50", self.p50, "ms")
        yield Figure(table, row, "p95", self.p95, "ms", at_most=goal)
        yield Figure(table, row, "p99", self.p99, "ms")
        yield Figure(table, row, "CPU p95", self.cpu_p95, "ms")


class Ours:
    """The search as its route calls it."""

    def __init__(self, path: Path, current: Iterable[Name]) -> None:
        name_holds = NameHolds(get_utc_now, HoldsTable(current))  # type: ignore[arg-type]
        register = NameRegister(CurrentSnapshot(path), name_holds, get_name_rules())
        self.service = BusinessNamesService(register, PageTokens(RotatingSecret("measured")))

    def search(self, mode: Mode | None) -> Search:
        """Return the search by a mode."""
        query = {} if mode is None else {"mode": mode}

        def call(text: str) -> Ids:
            found = self.service.search_names(NameSearchQuery.model_validate({"name": text} | query))
            return [each.id for each in found.items]

        return call

    def check(self, text: str) -> object:
        """Return the verdict on a name."""
        requested = NameCheckQuery.model_validate({"name": text, "entityType": "llc"})
        return self.service.check_name(requested, "en")


class Like:
    """SQL LIKE over the same names, a page of them."""

    def __init__(self, path: Path) -> None:
        self._connection = open_for_reading(path)

    def as_typed(self, text: str) -> Ids:
        return self._ids("name LIKE ? OR name LIKE ?", f"{text}%", f"% {text}%")

    def find_containing(self, text: str) -> Ids:
        return self._ids("name LIKE ?", f"%{text}%")

    def _ids(self, condition: str, *values: str) -> Ids:
        query = f"SELECT id FROM names WHERE {condition} LIMIT {PAGE}"  # noqa: S608
        return [id_ for (id_,) in self._connection.execute(query, values)]


class Tantivy:
    """An index of words by Tantivy, which knows words that begin so and words with one mistake."""

    def __init__(self, names: Iterable[Name], folder: Path) -> None:
        folder.mkdir()
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
        builder.add_text_field("name", tokenizer_name="default", index_option="basic")
        self._schema = builder.build()
        index = tantivy.Index(self._schema, str(folder))
        writer = index.writer(heap_size=200_000_000, num_threads=1)
        for each in names:
            words = " ".join(list_search_words(each.name))
            writer.add_document(tantivy.Document(id=each.id, name=words))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._searcher = index.searcher()

    def as_typed(self, text: str) -> Ids:
        return self._ids(text, distance=0, limit=PAGE)

    def similar(self, text: str) -> Ids:
        return self._ids(text, distance=1, limit=FIRST)

    def _ids(self, text: str, distance: int, limit: int) -> Ids:
        words = [word.lower() for word in list_search_words(text)]
        if not words:
            return []
        parts = [
            tantivy.Query.fuzzy_term_query(
                self._schema, "name", word, distance=distance, prefix=distance == 0 and word is words[-1]
            )
            for word in words
        ]
        query = tantivy.Query.boolean_query([(tantivy.Occur.Must, part) for part in parts])
        hits = self._searcher.search(query, limit).hits
        return [str(self._searcher.doc(address)["id"][0]) for _, address in hits]


def cold(path: Path, mode: Mode, text: str) -> float:
    """Milliseconds to open a file that is not in memory and to answer the first question."""
    with path.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    began = time.perf_counter()
    Ours(path, ()).search(mode)(text)
    return (time.perf_counter() - began) * 1000


def share_found(search: Search, sample: Sequence[Name]) -> dict[str, float]:
    """Return the percentage of mistyped names among the first results, by kind of mistake."""
    chance = random.Random(2)
    shares = {}
    for kind in KINDS:
        asked = sample[KINDS.index(kind) :: len(KINDS)]
        hits = [each.id in search(mistaken(each.name, kind, chance))[:FIRST] for each in asked]
        shares[kind.__name__] = 100 * statistics.mean(hits)
    return shares | {"all": statistics.mean(shares.values())}


def measure_names(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Measure the cost of a snapshot and the quality of its answers."""
    path = folder / "names.sqlite"
    table = f"A snapshot of {sizes.names:,} generated names"
    began, began_cpu = time.perf_counter(), time.process_time()
    build(generate(sizes.names), path, date(2026, 11, 21), "generated")
    yield Figure(table, "the snapshot, built and verified", "size", path.stat().st_size / 1e6, "MB")
    yield Figure(table, "the snapshot, built and verified", "time", time.perf_counter() - began, "s")
    yield Figure(table, "the snapshot, built and verified", "CPU", time.process_time() - began_cpu, "s")
    began, began_cpu = time.perf_counter(), time.process_time()
    other = Tantivy(generate(sizes.names), folder / "tantivy")
    other_size = sum(file.stat().st_size for file in (folder / "tantivy").iterdir()) / 1e6
    yield Figure(table, "Tantivy, an index of words alone", "size", other_size, "MB")
    yield Figure(table, "Tantivy, an index of words alone", "time", time.perf_counter() - began, "s")
    yield Figure(table, "Tantivy, an index of words alone", "CPU", time.process_time() - began_cpu, "s")

    chance = random.Random(1)
    step = max(1, sizes.names // sizes.mistakes)
    sample = list(islice(generate(sizes.names), 0, None, step))[: sizes.mistakes]
    some = [each.name for each in chance.choices(sample, k=sizes.questions)]
    typed = [name[: chance.randint(1, 14)].strip() for name in some]
    parts = [name[start : start + 7] for name in some for start in [chance.randint(1, 6)]]
    mistakes = [mistaken(name, KINDS[place % len(KINDS)], chance) for place, name in enumerate(some)]
    spelled = [mistaken(name, by_sound, chance) for name in some]
    modes: Sequence[tuple[str, Mode, Sequence[str]]] = (
        ("as one types", "asYouType", typed),
        ("a part of a name", "contains", parts),
        ("a mistake", "similar", mistakes),
        ("by sound", "soundsLike", spelled),
    )

    table = f"First question after a cold open, {sizes.cold_starts} times each"
    for row, mode, texts in modes:
        times = [cold(path, mode, text) for text in texts[: sizes.cold_starts]]
        yield Figure(table, row, "median", statistics.median(times), "ms")
        yield Figure(table, row, "longest", max(times), "ms", at_most=GOAL_OF_COLD)

    others = islice(generate(sizes.names), 7, None, max(1, sizes.names // sizes.holds))
    ours, like = Ours(path, islice(others, sizes.holds)), Like(path)
    table = f"First question to a new instance, with {sizes.holds:,} held names in the list"
    began = time.perf_counter()
    ours.search("asYouType")(typed[0])
    yield Figure(
        table,
        "reading and indexing the list",
        "time",
        (time.perf_counter() - began) * 1000,
        "ms",
        at_most=GOAL_OF_LIST,
    )
    table = f"{sizes.questions:,} questions each, beside {sizes.holds:,} held names"
    measured = {}
    for row, mode, texts in modes:
        measured[mode] = Times(ours.search(mode), texts)
        yield from measured[mode].figures(table, row, GOAL_OF_SEARCH)
    yield from Times(ours.search(None), typed).figures(table, "without a mode, as one types", GOAL_OF_SEARCH)
    yield from Times(ours.search(None), mistakes).figures(
        table, "without a mode, with a mistake", GOAL_OF_SEARCH
    )
    yield from Times(ours.check, some).figures(table, "verdict", GOAL_OF_VERDICT)

    table = "The same questions to others"
    comparisons: Sequence[tuple[str, Search, Mode, Sequence[str]]] = (
        (f"SQL LIKE, as one types, {sizes.scans} of them", like.as_typed, "asYouType", typed[: sizes.scans]),
        (f"SQL LIKE, a part, {sizes.scans} of them", like.find_containing, "contains", parts[: sizes.scans]),
        ("Tantivy, as one types", other.as_typed, "asYouType", typed),
        ("Tantivy, a mistake", other.similar, "similar", mistakes),
    )
    for row, search, mode, texts in comparisons:
        theirs = Times(search, texts)
        yield from theirs.figures(table, row)
        yield Figure(table, row, "p95, times ours", theirs.p95 / measured[mode].p95)

    table = f"Found among the first {FIRST}, of {len(sample):,} names with a mistake"
    searches: Sequence[tuple[str, Search, float | None]] = (
        ("a mistake", ours.search("similar"), GOAL_FOUND),
        ("without a mode", ours.search(None), GOAL_FOUND),
        ("by sound", ours.search("soundsLike"), None),
        ("Tantivy, a mistake", other.similar, None),
    )
    for row, search, goal in searches:
        for kind, share in share_found(search, sample).items():
            yield Figure(table, row, kind, share, "%", at_least=goal if kind == "all" else None)


def measure_estimate(sizes: Sizes) -> Iterator[Figure]:
    """Measure an estimate of start-up costs through the handler."""
    app = create_handler(environment_of("StartupCostsFunction"))
    event = event_of(ESTIMATE_PATH, json.dumps(PLAN).encode())

    def call(_text: str) -> None:
        answer = app(event, CONTEXT)
        if answer["statusCode"] != 200:
            raise RuntimeError(answer["body"])

    times = Times(call, [""] * sizes.estimates)
    table = f"{sizes.estimates:,} calls of the handler"
    yield from times.figures(table, "estimate of start-up costs", GOAL_OF_ESTIMATE)


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    """Yield the search and its comparisons, and the estimate."""
    with tempfile.TemporaryDirectory() as folder:
        yield from measure_names(sizes, Path(folder))
    yield from measure_estimate(sizes)


if __name__ == "__main__":
    run(
        measure,
        full=Sizes(
            names=1_000_000,
            holds=5_000,
            mistakes=2_000,
            questions=1_000,
            scans=30,
            cold_starts=15,
            estimates=1_000,
        ),
        small=Sizes(names=300, holds=20, mistakes=12, questions=6, scans=2, cold_starts=1, estimates=3),
    )
