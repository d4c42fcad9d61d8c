"""The search of business names: time of each way to look, and how many made mistakes find their name.

The sizes are arguments: `python tests/bench/names.py 100000`; without any 100,000 and 1,000,000.
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import date
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "shared/python")]

from functions.businessnames.contract import NameCheckQuery, SearchQuery  # noqa: E402
from functions.businessnames.held_names import HeldNames  # noqa: E402
from functions.businessnames.reservations import Reservation  # noqa: E402
from functions.businessnames.rules import name_rules  # noqa: E402
from functions.businessnames.service import BusinessNamesService  # noqa: E402
from functions.businessnames.snapshot import CurrentSnapshot, Snapshot  # noqa: E402
from infrastructure.names.build import Name, build  # noqa: E402
from infrastructure.names.generator import generate  # noqa: E402
from portal.page_tokens import PageTokens  # noqa: E402
from portal.types import utc_now  # noqa: E402

SIZES = (100_000, 1_000_000)
MISTAKES = 2_000
QUERIES = 300
FIRST = 5
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


class NothingHeld:
    """No reservations: the network's share of an answer is not measured here."""

    def last_of(self, _key: str) -> Reservation | None:
        return None

    def beginning(self, _key: str, _limit: int) -> Sequence[Reservation]:
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


def timed(call: Callable[[str], object], texts: Sequence[str]) -> str:
    milliseconds = []
    for text in texts:
        started = time.perf_counter()
        call(text)
        milliseconds.append((time.perf_counter() - started) * 1000)
    parts = statistics.quantiles(milliseconds, n=100)
    return f"{parts[49]:8.1f} {parts[94]:8.1f} {parts[98]:8.1f}"


def measure(size: int, folder: Path) -> None:
    """Print what a snapshot of a size costs and gives."""
    path = folder / f"{size}.sqlite"
    started = time.perf_counter()
    build(generate(size), path, date(2026, 11, 21), "generated")
    seconds = time.perf_counter() - started
    print(f"\n{size:,} names: {path.stat().st_size / 1e6:.0f} MB, built and verified in {seconds:.0f} s")
    started = time.perf_counter()
    Snapshot(path)
    print(f"opened in {(time.perf_counter() - started) * 1000:.1f} ms")
    service = BusinessNamesService(
        CurrentSnapshot(path), HeldNames(utc_now, NothingHeld()), PageTokens("measured"), name_rules()
    )

    def search(mode: str | None) -> Callable[[str], object]:
        query = {} if mode is None else {"mode": mode}
        return lambda text: service.search(SearchQuery.model_validate({"name": text} | query))

    started = time.perf_counter()
    search("asYouType")("sun")
    print(f"first query {(time.perf_counter() - started) * 1000:.1f} ms")
    chance = random.Random(1)
    sample: list[Name] = list(islice(generate(size), 0, None, size // MISTAKES))[:MISTAKES]
    some = [each.name for each in chance.sample(sample, QUERIES)]
    typed = [name[: chance.randint(1, 14)].strip() for name in some]
    parts = [name[start : start + 7] for name in some for start in [chance.randint(1, 6)]]
    mistakes = [mistaken(name, chance.choice(KINDS), chance) for name in some]
    print(f"{'':20} {'p50 ms':>8} {'p95 ms':>8} {'p99 ms':>8}")
    for label, mode, texts in (
        ("as you type", "asYouType", typed),
        ("part", "contains", parts),
        ("mistake", "similar", mistakes),
        ("all three ways", None, mistakes),
    ):
        print(f"{label:20} {timed(search(mode), texts)}")
    verdict = timed(
        lambda text: service.check(NameCheckQuery.model_validate({"name": text, "entityType": "llc"}), "en"),
        some,
    )
    print(f"{'verdict':20} {verdict}")
    total = 0
    for kind in KINDS:
        asked = sample[KINDS.index(kind) :: len(KINDS)]
        found = 0
        for each in asked:
            wish = SearchQuery.model_validate({"name": mistaken(each.name, kind, chance)})
            found += each.id in [item.id for item in service.search(wish).items[:FIRST]]
        total += found
        print(f"found among the first {FIRST}, {kind.__name__:10} {found / len(asked):7.1%}")
    print(f"found among the first {FIRST}, of {len(sample):,}    {total / len(sample):7.1%}")


def main() -> None:
    """Measure each size."""
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            measure(size, Path(folder))


if __name__ == "__main__":
    main()
