"""Each package has the group of its function, and missing parts are named."""

import os
import subprocess
from pathlib import Path

import pytest

from infrastructure.operations.package import find_faults

REPOSITORY = Path(__file__).parents[2]


def write_file(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_function_contains_only_its_own_group(tmp_path):
    subprocess.run(
        ["make", "build-LookupsFunction", f"ARTIFACTS_DIR={tmp_path}", "RUNTIME_PYTHON=absent"],
        cwd=REPOSITORY / "functions",
        env=os.environ,
        check=True,
    )
    source = REPOSITORY / "functions" / "lookups"
    copied = {path.relative_to(tmp_path / "functions/lookups") for path in tmp_path.rglob("*.py")}
    assert copied == {path.relative_to(source) for path in source.rglob("*.py")}
    assert [path.name for path in (tmp_path / "functions").iterdir()] == ["lookups"]
    assert not list(tmp_path.rglob("__pycache__"))


@pytest.fixture
def sound(tmp_path):
    """Provide a complete layer and a complete function."""
    layer, function = tmp_path / "Layer", tmp_path / "NamesFunction"
    write_file(layer / "python/portal/mail.py", 'import json\nimport boto3\n\nses = boto3.client("sesv2")\n')
    write_file(layer / "python/boto3/__init__.py")
    write_file(layer / "python/botocore/data/sesv2/service-2.json")
    write_file(layer / "python/_native.cpython-313-aarch64-linux-gnu.so")
    write_file(function / "functions/names/app.py", "import _native\nfrom portal.mail import ses\n")
    return layer, function


def list_problems(sound) -> list[str]:
    layer, function = sound
    return list(find_faults(layer, {function: {"Handler": "functions.names.app.app"}}))


def test_complete_package_has_no_problems(sound):
    assert list_problems(sound) == []


def test_missing_handler_is_named(sound):
    (sound[1] / "functions/names/app.py").rename(sound[1] / "functions/names/application.py")
    assert list_problems(sound) == ["functions/names/app.py is not in NamesFunction"]


def test_missing_package_is_named(sound):
    (sound[0] / "python/_native.cpython-313-aarch64-linux-gnu.so").unlink()
    assert list_problems(sound) == ["_native, which app.py imports, is not in the layer"]


def test_missing_service_is_named(sound):
    write_file(
        sound[0] / "python/portal/text.py", 'import boto3\n\nsns = boto3.client("sns", region_name="x")\n'
    )
    assert list_problems(sound) == ["sns, which text.py calls, is not among SERVICES of shared/Makefile"]
