"""The templates as CloudFormation sees them: transformed once, and kept for every process and every run."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from infrastructure.settings import REPOSITORY
from infrastructure.stacks import transform

_BY = hashlib.sha256(Path(transform.__file__).read_bytes()).hexdigest()[:16]
_CACHE = REPOSITORY / ".local" / "cache" / "templates" / _BY
_plain = transform.KeptTemplates(_CACHE / "plain")
_with_parameters = transform.KeptTemplates(_CACHE / "with-parameters")


def get_transformed(path: Path, parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return the same as `transform` of infrastructure.local, once it has gone through JSON."""
    kept = _with_parameters if parameters else _plain
    return kept(path, parameters)
