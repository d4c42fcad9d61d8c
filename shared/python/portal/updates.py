"""Optimistic updates of stored state."""

from collections.abc import Callable
from functools import wraps
from itertools import chain
from typing import ParamSpec, TypeVar

MAX_WRITE_ATTEMPTS = 5

State = TypeVar("State")
Result = TypeVar("Result")
Parameters = ParamSpec("Parameters")


class LostRace(Exception):
    """A concurrent write came first, so that the use case starts again."""


def retry_lost_races(
    conflict: Callable[[], Exception],
    *,
    attempts: int = MAX_WRITE_ATTEMPTS,
    pause: Callable[[int], None] = lambda _: None,
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Return a decorator that repeats a function that raises `LostRace`.

    Args:
        conflict: error, or its class, to raise after all attempts lost a race.
        pause: waits after a lost race; gets their number so far.
    """

    def decorate(attempt: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        @wraps(attempt)
        def repeat(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
            for lost in range(1, attempts + 1):
                try:
                    return attempt(*args, **kwargs)
                except LostRace:
                    pause(lost)
            raise conflict()

        return repeat

    return decorate


def update_until_saved(
    load: Callable[[], State],
    change: Callable[[State], State],
    save: Callable[[State, State], bool],
    conflict: Callable[[], Exception],
    *,
    attempts: int = MAX_WRITE_ATTEMPTS,
) -> tuple[State, bool]:
    """Change a stored state by a rule, and retry after concurrent changes.

    Args:
        load: returns the stored state.
        change: returns the next state, or raises to refuse; an equal state is not saved.
        save: replaces the first state by the second, on condition that it is unchanged; tells if it did.
        conflict: error, or its class, to raise after all attempts lost a race.

    Returns:
        The stored state, and whether this call changed it.
    """
    for _ in range(attempts):
        before = load()
        after = change(before)
        if after == before:
            return before, False
        if save(before, after):
            return after, True
    raise conflict()


def load_known_first(state: State, load: Callable[[], State]) -> Callable[[], State]:
    """Return a `load` for `update_until_saved` that begins with a state that the request read before.

    If that one is no longer stored, saving it fails, and the next attempt reads it again.
    """
    states = chain([state], iter(load, object()))
    return lambda: next(states)
