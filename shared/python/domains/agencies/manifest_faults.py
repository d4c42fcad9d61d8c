"""Faults of a manifest, and how names that are there twice are found."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """Fault at one place of a manifest.

    Attributes:
        path: names and indexes from the top of the document, as written in the file.
        remedy: what to do, as a sentence.
    """

    path: Path
    message: str
    remedy: str


def find_repeated(path: Path, names: Sequence[str], what: str, key: str = "") -> Iterator[Fault]:
    """Yield a fault for each name that was there before.

    Args:
        path: of the list.
        what: what has the name.
        key: of the name in each entry; empty where the entry is the name.
    """
    counts = Counter(names)
    seen: set[str] = set()
    for index, name in enumerate(names):
        if counts[name] > 1 and name in seen:
            place = (*path, index, key) if key else (*path, index)
            yield Fault(
                place, f"The {what} {name} is there twice.", "Give it another name, or remove one of them."
            )
        seen.add(name)


def list_names(names: Iterable[str]) -> str:
    """Names that could stand instead."""
    return ", ".join(names) or "(there is none yet)"
