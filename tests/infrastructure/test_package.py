"""`npm run package`: a complete offline build, reproducible bytes, and refusals."""

import hashlib
import os
import re
import subprocess
import sys
import zipfile

import pytest

from infrastructure.operations import package
from infrastructure.stacks.transform import read
from tests.infrastructure.package_build import MAX_SECONDS, OFFLINE, build_package


@pytest.fixture(scope="module")
def built():
    """Return the folder and the output of a complete offline build for stage dev."""
    folder = build_package()
    return folder, (folder / "printed.txt").read_text(encoding="utf-8")


def hash_file(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_artifacts_are_zips_of_the_template(built):
    folder, printed = built
    template = (folder / "build/template.yaml").read_text(encoding="utf-8")
    named = set(re.findall(r"^ +(?:CodeUri|ContentUri): (\S+\.zip)$", template, re.MULTILINE))
    zips = {file.name: file for file in (folder / "build").glob("*.zip")}
    functions = read(package.REPOSITORY / "template.yaml")["Resources"].values()
    assert len(zips) == 1 + sum(each["Type"] == "AWS::Serverless::Function" for each in functions)
    assert named == zips.keys()
    for name, file in zips.items():
        assert f"{hash_file(file)[:16]}" in printed
        with zipfile.ZipFile(file) as archive:
            assert archive.testzip() is None
            assert any(entry.endswith(".py") for entry in archive.namelist()), name


@pytest.mark.parametrize(
    ("source", "artefact"),
    [("shared", "PortalLayer"), ("functions", "BusinessesFunction"), ("functions", "AuthorizerFunction")],
)
def test_build_is_reproducible(built, tmp_path, source, artefact):
    interpreter = package.find_runtime_python(package.read_runtime())
    # pip writes the path of its Python into scripts and records their hashes.
    elsewhere = tmp_path / "venv"
    elsewhere.symlink_to(sys.prefix)
    environment = package.build_environment(interpreter) | {"PIP": f"{elsewhere}/bin/python -m pip"}
    subprocess.run(
        ["make", "--silent", f"build-{artefact}", f"ARTIFACTS_DIR={tmp_path / artefact}"],
        cwd=package.REPOSITORY / source,
        env=environment | OFFLINE | {"PIP_NO_INDEX": "1"},
        check=True,
        timeout=MAX_SECONDS,
    )
    package.zip_folder(tmp_path / artefact, tmp_path / "again.zip")
    compiled = list((tmp_path / artefact).rglob("*.pyc"))
    assert bool(compiled) == bool(interpreter)
    assert hash_file(tmp_path / "again.zip") == hash_file(built[0] / f"build/{artefact}.zip")


def test_zip_depends_only_on_names_and_content(tmp_path):
    for folder, names in (("one", ["b.py", "a/c.py"]), ("other", ["a/c.py", "b.py"])):
        for name in names:
            file = tmp_path / folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(name, encoding="utf-8")
    (tmp_path / "other/b.py").chmod(0o700)
    os.utime(tmp_path / "other/b.py", (10**9, 10**9))
    for folder in ("one", "other"):
        package.zip_folder(tmp_path / folder, tmp_path / f"{folder}.zip")
    assert hash_file(tmp_path / "one.zip") == hash_file(tmp_path / "other.zip")
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == ["a/c.py", "b.py"]
        assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o100644}
    (tmp_path / "other/b.py").write_text("changed", encoding="utf-8")
    package.zip_folder(tmp_path / "other", tmp_path / "other.zip")
    assert hash_file(tmp_path / "one.zip") != hash_file(tmp_path / "other.zip")


@pytest.fixture
def refused(monkeypatch, tmp_path, capsys):
    """Package on an incomplete machine, where no build may start, and return the reported lines."""
    sam = tmp_path / "sam"
    sam.touch()
    was_built = []
    monkeypatch.setattr(package, "build", lambda *parameters: was_built.append(parameters))

    def run(*stage, has_interpreter, has_names):
        monkeypatch.setattr(
            package, "find_runtime_python", lambda version: version if has_interpreter else None
        )
        names = package.REPOSITORY / ("template.yaml" if has_names else "functions/none.sqlite")
        monkeypatch.setattr(package, "NAMES", names)
        assert package.main([*stage, "--sam", str(sam), "--build-dir", str(tmp_path)]) == 1
        assert not was_built
        return capsys.readouterr().err.splitlines()

    return run


@pytest.mark.parametrize("stage", [[], ["--stage", "test"]], ids=["prod by default", "test"])
def test_missing_runtime_python_is_refused(refused, stage):
    (line,) = refused(*stage, has_interpreter=False, has_names=True)
    assert line.startswith("No working python3.13 here: ")


def test_missing_name_snapshot_is_refused(refused):
    first, second = refused(has_interpreter=False, has_names=False)
    assert "--stage dev" in first
    assert second.startswith("No snapshot of business names: ")


def test_oversized_artefacts_are_named(monkeypatch, tmp_path):
    artefacts = []
    for name in ("PortalLayer", "UsersFunction"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "app.py").write_bytes(b"12345")
        package.zip_folder(tmp_path / name, tmp_path / f"{name}.zip")
        artefacts.append(package.Artefact(tmp_path / name, tmp_path / f"{name}.zip", {}))
    layer, function = artefacts
    monkeypatch.setattr(package, "MAX_LAYER_AND_FUNCTION", 10)
    assert not list(package.list_oversized(layer, [function]))
    monkeypatch.setattr(package, "MAX_LAYER_AND_FUNCTION", 9)
    (line,) = package.list_oversized(layer, [function])
    assert line == "UsersFunction and the layer have 10 bytes unpacked; Lambda takes 9"
    monkeypatch.setattr(package, "MAX_ZIP", function.zipped - 1)
    assert [line.split()[:2] for line in package.list_oversized(layer, [function])] == [
        ["PortalLayer", "has"],
        ["UsersFunction", "has"],
        ["UsersFunction", "and"],
    ]
