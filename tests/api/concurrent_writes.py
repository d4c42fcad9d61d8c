"""Parallel writes between the read and the write of a call under test."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def let_others_write_first(
    monkeypatch: pytest.MonkeyPatch,
    repository: type[Any],
    writes: Iterable[str],
    others: Iterable[Callable[[], object]],
) -> None:
    """Run parallel calls in order, each just before a write of the call under test.

    Args:
        writes: methods of the repository that write.
        others: parallel calls; their own writes are not delayed.
    """
    waiting = iter(others)
    is_others_turn = False

    def overtaken(write: Callable[..., Any]) -> Callable[..., Any]:
        def late(*arguments: Any, **options: Any) -> Any:
            nonlocal is_others_turn
            if not is_others_turn and (other := next(waiting, None)):
                is_others_turn = True
                try:
                    other()
                finally:
                    is_others_turn = False
            return write(*arguments, **options)

        return late

    for name in writes:
        monkeypatch.setattr(repository, name, overtaken(getattr(repository, name)))
