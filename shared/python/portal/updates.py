"""Changing what is stored while others may change it, too."""

from collections.abc import Callable
from typing import TypeVar

MAX_WRITE_ATTEMPTS = 5

State = TypeVar("State")


def update_until_saved(
    load: Callable[[], State],
    change: Callable[[State], State],
    save: Callable[[State, State], bool],
    conflict: Callable[[], Exception],
    *,
    attempts: int = MAX_WRITE_ATTEMPTS,
) -> tuple[State, bool]:
    """Change a state by a rule, and try again where another change was saved in between.

    Args:
        load: the state as it is stored now.
        change: from a state to the next one; it may refuse by raising. An equal state saves nothing.
        save: stores the second state in place of the first, on condition that nothing else was stored since.
        conflict: the error after as many lost races as there are attempts; an error's class does.

    Returns:
        The state as it is stored, and whether it was changed by this call.
    """
    for _ in range(attempts):
        before = load()
        after = change(before)
        if after == before:
            return before, False
        if save(before, after):
            return after, True
    raise conflict()
