"""The environment in which Python programs that tests start share the tests' clock, see tests/conftest.py."""

import os
from pathlib import Path

_CHILD_SITE = Path(__file__).parent / "child_site"


def join_python_path(*folders: str | Path) -> str:
    """Build PYTHONPATH for a child: the folders, after the one whose sitecustomize.py moves its clock."""
    return os.pathsep.join(str(folder) for folder in (_CHILD_SITE, *folders))
