"""Cases of a test in the JSON file beside it, by the name of the test: a row for each."""

import json
from pathlib import Path
from typing import Any


def read_cases(test_file: str) -> dict[str, Any]:
    """Return the cases of a test file, such as test_names.json for test_names.py."""
    cases: dict[str, Any] = json.loads(Path(test_file).with_suffix(".json").read_text("utf-8"))
    return cases
