"""Faults of a manifest, and a check for duplicate names."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from portal.parts import Rule

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault at a place in a manifest."""

    path: Path  # names and indexes from the top of the document
    message: str
    remedy: str  # instruction for a fix, as a sentence


FaultRule: TypeAlias = Rule[Fault]


def find_repeated(path: Path, names: Sequence[str], what: str, key: str = "") -> Iterator[Fault]:
    """Yield a fault for each duplicate name.

    Args:
        path: path of the list.
        what: noun for the entries in messages.
        key: key of the name in each entry; empty if the entries are names.
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
    """Return the valid names for a remedy."""
    return ", ".join(names) or "(there is none yet)"
