"""How far tests search: `TEST_DEPTH=deep`, which `npm test -- --deep` sets, is the long search."""

import os

_depth = os.environ.get("TEST_DEPTH", "")
if _depth not in ("", "deep"):
    raise ValueError(f'TEST_DEPTH is "deep" or not set; it is "{_depth}".')

IS_DEEP = _depth == "deep"


def examples(number: int) -> int:
    """Return the number of examples to try: as given in the gate, ten times as many with `--deep`."""
    return number * 10 if IS_DEEP else number
