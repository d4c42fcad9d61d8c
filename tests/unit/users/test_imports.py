import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_service_loads_without_http() -> None:
    program = "import sys, functions.users.service; print({'chalice', 'portal.http'} & set(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'shared/python'}"},
    )
    assert loaded.stdout.strip() == "set()"
