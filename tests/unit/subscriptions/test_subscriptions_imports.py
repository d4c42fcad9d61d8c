import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("group", ["subscriptions", "maintenance"])
def test_service_loads_without_http_and_aws(group: str) -> None:
    # Powertools' logger loads botocore by itself.
    forbidden = "{'boto3', 'pynamodb', 'chalice', 'http_message_signatures', 'portal.http'}"
    program = f"import sys, functions.{group}.service; print({forbidden} & set(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'shared/python'}"},
    )
    assert loaded.stdout.strip() == "set()"
