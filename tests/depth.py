"""How far tests search: `TEST_DEPTH=deep`, which `npm test -- --deep` sets, is the long search."""

import os

_depth = os.environ.get("TEST_DEPTH", "")
if _depth not in ("", "deep"):
    raise ValueError(f'TEST_DEPTH is "deep" or not set; it is "{_depth}".')

IS_DEEP = _depth == "deep"


def examples(number: int) -> int:
    """The number of examples to try: the given one in the gate, ten times as many in the long search."""
    return number * 10 if IS_DEEP else number
