"""The search of business names beside SQL LIKE and Tantivy, and the estimate of start-up costs.

The number of names is an argument: `python tests/bench/names.py 100000`; without one it is a million.
"""

import io
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import tantivy

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "shared/python")]

from _event import ENVIRONMENT, ORIGIN_SECRET  # noqa: E402

from functions.businessnames.contract import Mode, NameCheckQuery, SearchQuery  # noqa: E402
from functions.businessnames.held_names import HeldNames  # noqa: E402
from functions.businessnames.reservations import Reservation  # noqa: E402
from functions.businessnames.rules import name_rules  # noqa: E402
from functions.businessnames.service import BusinessNamesService  # noqa: E402
from functions.businessnames.snapshot import CurrentSnapshot  # noqa: E402
from functions.businessnames.terms import search_words  # noqa: E402
from infrastructure.local.events import request_event  # noqa: E402
from infrastructure.local.messages import Request  # noqa: E402
from infrastructure.names.build import Name, build, reading  # noqa: E402
from infrastructure.names.generator import generate  # noqa: E402
from portal.page_tokens import PageTokens  # noqa: E402
from portal.types import utc_now  # noqa: E402

SIZE = 1_000_000
MISTAKES = 2_000
QUERIES = 1_000
SCANS = 30
COLD_STARTS = 15
ESTIMATES = 1_000
FIRST = 5
PAGE = 21
GOAL_OF_SEARCH, GOAL_OF_COLD, GOAL_OF_ESTIMATE, GOAL_FOUND = 20, 100, 5, 0.9
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

Ids = Sequence[str]
Search = Callable[[str], Ids]


class NothingHeld:
    """No reservations: the network's share of an answer is not measured here."""

    def last_of_all(self, _keys: Iterable[str]) -> Mapping[str, Reservation]:
        return {}

    def beginning(self, _key: str, _now: datetime, _limit: int) -> Sequence[Reservation]:
        return ()

    def sounding(self, _name: str, _now: datetime, _limit: int) -> Sequence[Reservation]:
        return ()


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
    """A name with one mistake in a letter of it."""
    places = [place for place, letter in enumerate(name[:-4]) if letter.isalpha()]
    return kind(name, chance.choice(places), chance)


class Times:
    """Milliseconds of calls: on the clock, and of CPU alone, to which other work adds less."""

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

    def __str__(self) -> str:
        return f"{self.p50:9.2f} {self.p95:9.2f} {self.p99:9.2f} {self.cpu_p95:9.2f}"


def met(value: float, goal: float) -> str:
    """Whether a figure is within a goal."""
    return f"goal {goal:g}: {'met' if value <= goal else 'MISSED'}"


def told(label: str, times: Times, remark: str = "") -> None:
    """Print a line of times."""
    print(f"  {label:34} {times}  {remark}")


class Ours:
    """The search as its route calls it."""

    def __init__(self, path: Path) -> None:
        self.service = BusinessNamesService(
            CurrentSnapshot(path), HeldNames(utc_now, NothingHeld()), PageTokens("measured"), name_rules()
        )

    def search(self, mode: Mode | None) -> Search:
        """The search by a mode."""
        query = {} if mode is None else {"mode": mode}

        def call(text: str) -> Ids:
            found = self.service.search(SearchQuery.model_validate({"name": text} | query))
            return [each.id for each in found.items]

        return call

    def check(self, text: str) -> object:
        """The verdict on a name."""
        wish = NameCheckQuery.model_validate({"name": text, "entityType": "llc"})
        return self.service.check(wish, "en")


class Like:
    """SQL LIKE over the same names, a page of them."""

    def __init__(self, path: Path) -> None:
        self._connection = reading(path)

    def as_typed(self, text: str) -> Ids:
        return self._ids("name LIKE ? OR name LIKE ?", f"{text}%", f"% {text}%")

    def containing(self, text: str) -> Ids:
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
            words = " ".join(search_words(each.name))
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
        words = [word.lower() for word in search_words(text)]
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
    Ours(path).search(mode)(text)
    return (time.perf_counter() - began) * 1000


def share_found(search: Search, sample: Sequence[Name]) -> dict[str, float]:
    """The share of names that are among the first few when they are typed with a mistake, by kind of it."""
    chance = random.Random(2)
    shares = {}
    for kind in KINDS:
        asked = sample[KINDS.index(kind) :: len(KINDS)]
        hits = [each.id in search(mistaken(each.name, kind, chance))[:FIRST] for each in asked]
        shares[kind.__name__] = statistics.mean(hits)
    return shares | {"all": statistics.mean(shares.values())}


def measure_names(size: int, folder: Path) -> None:
    """Print what a snapshot of a size costs and gives."""
    path = folder / "names.sqlite"
    began, began_cpu = time.perf_counter(), time.process_time()
    build(generate(size), path, date(2026, 11, 21), "generated")
    seconds, cpu = time.perf_counter() - began, time.process_time() - began_cpu
    megabytes = path.stat().st_size / 1e6
    print(f"{size:,} names: {megabytes:.0f} MB, built and verified in {seconds:.0f} s ({cpu:.0f} s of CPU)")
    began_cpu = time.process_time()
    other = Tantivy(generate(size), folder / "tantivy")
    other_size = sum(file.stat().st_size for file in (folder / "tantivy").iterdir()) / 1e6
    print(f"Tantivy: {other_size:.0f} MB of words alone, in {time.process_time() - began_cpu:.0f} s of CPU\n")

    chance = random.Random(1)
    sample = list(islice(generate(size), 0, None, max(1, size // MISTAKES)))[:MISTAKES]
    some = [each.name for each in chance.choices(sample, k=QUERIES)]
    typed = [name[: chance.randint(1, 14)].strip() for name in some]
    parts = [name[start : start + 7] for name in some for start in [chance.randint(1, 6)]]
    mistakes = [mistaken(name, KINDS[place % len(KINDS)], chance) for place, name in enumerate(some)]
    spelled = [mistaken(name, by_sound, chance) for name in some]

    print(f"First question after a cold open, {COLD_STARTS} times each, ms   median   longest")
    modes: Sequence[tuple[str, Mode, Sequence[str]]] = (
        ("as one types", "asYouType", typed),
        ("a part", "contains", parts),
        ("a mistake", "similar", mistakes),
        ("by sound", "soundsLike", spelled),
    )
    for label, mode, texts in modes:
        times = [cold(path, mode, text) for text in texts[:COLD_STARTS]]
        print(
            f"  {label:48} {statistics.median(times):8.1f} {max(times):8.1f}  {met(max(times), GOAL_OF_COLD)}"
        )

    ours, like = Ours(path), Like(path)
    print(f"\n{QUERIES:,} questions, ms{'':20} {'p50':>9} {'p95':>9} {'p99':>9} {'CPU p95':>9}")
    measured = {}
    for label, mode, texts in modes:
        measured[mode] = Times(ours.search(mode), texts)
        told(label, measured[mode], met(measured[mode].p95, GOAL_OF_SEARCH))
    told("without a mode, as one types", Times(ours.search(None), typed))
    told("without a mode, with a mistake", Times(ours.search(None), mistakes))
    told("verdict", Times(ours.check, some))

    print(f"\nBeside{'':30} {'p50':>9} {'p95':>9} {'p99':>9} {'CPU p95':>9}")
    comparisons: Sequence[tuple[str, Search, Mode, Sequence[str]]] = (
        ("LIKE, as one types", like.as_typed, "asYouType", typed[:SCANS]),
        ("LIKE, a part", like.containing, "contains", parts[:SCANS]),
        ("Tantivy, as one types", other.as_typed, "asYouType", typed),
        ("Tantivy, a mistake", other.similar, "similar", mistakes),
    )
    for label, search, mode, texts in comparisons:
        theirs, own = Times(search, texts), measured[mode]
        told(label, theirs, f"{theirs.p50 / own.p50:.2f} times ours, p95 {theirs.p95 / own.p95:.2f} times")

    print(f"\nFound among the first {FIRST}, of {len(sample):,} names with a mistake")
    searches: Sequence[tuple[str, Search]] = (
        ("a mistake", ours.search("similar")),
        ("without a mode", ours.search(None)),
        ("by sound", ours.search("soundsLike")),
        ("Tantivy, a mistake", other.similar),
    )
    for label, search in searches:
        shares = share_found(search, sample)
        print(f"  {label:20} {'  '.join(f'{kind} {share:.1%}' for kind, share in shares.items())}")
        if label in ("a mistake", "without a mode"):
            print(f"  {'':20} goal {GOAL_FOUND:.0%}: {'met' if shares['all'] >= GOAL_FOUND else 'MISSED'}")


def estimate_event() -> dict[str, Any]:
    """A call of the estimate, as the gateway sends it."""
    headers = (
        ("x-origin-verify", ORIGIN_SECRET),
        ("Host", "portal.example"),
        ("Content-Type", "application/json"),
    )
    request = Request("POST", ESTIMATE_PATH, headers=headers, body=json.dumps(PLAN).encode())
    return request_event(request, ESTIMATE_PATH, {}, api_id="abc", domain="portal.example")


def measure_estimate() -> None:
    """Print what an estimate of start-up costs takes, by the handler."""
    os.environ.update(ENVIRONMENT)
    event = estimate_event()
    # From the import on: the handler's logger keeps the stream that it finds, and a terminal is slow.
    with redirect_stdout(io.StringIO()):
        from functions.startupcosts.app import app

        def call(_text: str) -> None:
            answer = app(event, None)
            if answer["statusCode"] != 200:
                raise RuntimeError(answer["body"])

        times = Times(call, [""] * ESTIMATES)
    print(f"\n{ESTIMATES:,} calls of the handler, ms{'':10} {'p50':>9} {'p95':>9} {'p99':>9} {'CPU p95':>9}")
    told("estimate of start-up costs", times, met(times.p95, GOAL_OF_ESTIMATE))


def main() -> None:
    """Measure with the number of names that was asked for."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else SIZE
    print(f"load average {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        measure_names(size, Path(folder))
    measure_estimate()
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
