"""Builds what a deployment uploads: `python -m infrastructure.package`.

`sam build` makes one artefact for each function and one for the layer, without Docker, and writes the
template that `sam deploy` takes. Only the first build, and one after a change of the layer's requirements,
needs the network. Prints each artefact's size; exits with 1 when an artefact lacks what a function needs.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from infrastructure.local.transform import read

REPOSITORY = Path(__file__).parents[1]
BUILT = REPOSITORY / ".aws-sam" / "build"
WEB_APP = REPOSITORY / "webapp" / "dist"
WHEELS = REPOSITORY / ".local" / "wheels"

LARGEST_LAYER_AND_FUNCTION = 250 * 1024 * 1024  # unpacked; Lambda's limit


class PackagingError(Exception):
    """An artefact could not be made, or would not work."""


def runtime_python(version: str) -> str | None:
    """An interpreter of the functions' version, to compile with; `None` when this machine has none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    candidates = [version, *sorted(map(str, pyenv.glob(f"versions/*/bin/{version}")))]
    for candidate in candidates:
        found = shutil.which(candidate)
        if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
            return found
    return None


def build(sam: Path) -> None:
    """Runs `sam build`, whose steps are `functions/Makefile` and `shared/Makefile`."""
    runtime = read(REPOSITORY / "template.yaml")["Globals"]["Function"]["Runtime"]
    interpreter = runtime_python(runtime)
    if interpreter is None:
        print(f"No working {runtime} here: artefacts are not compiled ahead, and start more slowly.")
    environment = {
        **os.environ,
        "AWS_DEFAULT_REGION": "us-east-1",
        "PIP": f"{sys.executable} -m pip",
        "RUNTIME_PYTHON": interpreter or runtime,
        "SAM_CLI_TELEMETRY": "0",
        "WHEELS": str(WHEELS),
    }
    done = subprocess.run(
        [sam, "build"], cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise PackagingError(f"{done.stdout}{done.stderr}".strip())


def built(resource_type: str, location: str) -> dict[Path, dict[str, Any]]:
    """The folders that `sam deploy` uploads for one type of resource, each with the resource's properties."""
    resources = read(BUILT / "template.yaml")["Resources"].values()
    properties = [each["Properties"] for each in resources if each["Type"] == resource_type]
    return {BUILT / each[location]: each for each in properties}


def zipped(folder: Path) -> int:
    """The bytes of a folder when it is zipped."""
    with tempfile.TemporaryDirectory() as temporary:
        return Path(shutil.make_archive(str(Path(temporary, "artefact")), "zip", folder)).stat().st_size


def unpacked(folder: Path) -> int:
    """The bytes of the files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def imported(sources: Iterable[Path]) -> dict[str, Path]:
    """The packages that Python files import, each with a file that does."""
    found: dict[str, Path] = {}
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            found.update({module.partition(".")[0]: source for module in modules})
    return found


def called(sources: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """The services of AWS that Python files make a client of, each with the file that does."""
    for source in sources:
        for service in re.findall(r"""client\(\s*["']([\w-]+)["']""", source.read_text(encoding="utf-8")):
            yield service, source


def faults(layer: Path, functions: Mapping[Path, Mapping[str, Any]]) -> Iterator[str]:
    """What a function would miss in Lambda: its handler, a package it imports, or a service it calls.

    What another machine's wheels do cannot be tried here, so that only their presence is looked at.
    """
    for function, properties in functions.items():
        handler = Path(*properties["Handler"].split(".")[:-1]).with_suffix(".py")
        if not (function / handler).exists():
            yield f"{handler} is not in {function.name}"
    ours = [
        *layer.glob("python/portal/**/*.py"),
        *(path for each in functions for path in each.rglob("*.py")),
    ]
    present = {path.name.partition(".")[0] for path in (layer / "python").iterdir()}
    for package, source in sorted(imported(ours).items()):
        if package not in present | sys.stdlib_module_names | {"functions"}:
            yield f"{package}, which {source.name} imports, is not in the layer"
    services = {path.name for path in (layer / "python/botocore/data").iterdir() if path.is_dir()}
    for service, source in called(ours):
        if service not in services:
            yield f"{service}, which {source.name} calls, is not among SERVICES of shared/Makefile"


def main() -> int:
    """Builds, prints sizes, and names what is wrong."""
    parser = argparse.ArgumentParser(description="Builds what a deployment uploads.")
    parser.add_argument("--sam", type=Path, default=REPOSITORY / ".local/sam/bin/sam")
    sam = parser.parse_args().sam
    if not sam.exists():
        parser.error(f"{sam} is missing; `npm run package` installs it")
    try:
        build(sam)
    except PackagingError as error:
        print(error, file=sys.stderr)
        return 1

    (layer,) = built("AWS::Serverless::LayerVersion", "ContentUri")
    functions = built("AWS::Serverless::Function", "CodeUri")
    print(f"{'artefact':<24}{'zipped KB':>12}{'unpacked KB':>14}")
    for folder in (layer, *functions, *([WEB_APP] if WEB_APP.exists() else [])):
        name = folder.relative_to(BUILT if folder != WEB_APP else REPOSITORY)
        print(f"{name!s:<24}{zipped(folder) / 1024:>12.1f}{unpacked(folder) / 1024:>14.1f}")

    wrong = list(faults(layer, functions))
    largest = unpacked(layer) + max(map(unpacked, functions))
    if largest > LARGEST_LAYER_AND_FUNCTION:
        wrong.append(
            f"Layer and function are {largest} bytes unpacked; Lambda takes {LARGEST_LAYER_AND_FUNCTION}"
        )
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
