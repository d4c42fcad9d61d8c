"""Builds what a deployment uploads: `python -m infrastructure.operations.package`.

`sam build` makes one artefact for each function and one for the layer, without Docker. Each becomes a zip
whose bytes follow from its content alone, so that a deployment uploads what has changed, and the template
that `sam deploy` takes names the zips. Only the first build, and one after a change of the layer's
requirements, needs the network. Prints each artefact's size; exits with 1 when an artefact lacks what a
function needs, or is larger than Lambda takes.
"""

import argparse
import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from infrastructure.operations.portals import STAGES, CommandStopped, run_command
from infrastructure.stacks.transform import read

REPOSITORY = Path(__file__).parents[2]
BUILT = REPOSITORY / ".aws-sam" / "build"
WEB_APP = REPOSITORY / "webapp" / "dist"
WHEELS = REPOSITORY / ".local" / "cache" / "wheels"
NAMES = REPOSITORY / "functions" / "names.sqlite"

_MEGABYTE = 1024 * 1024
MAX_LAYER_AND_FUNCTION = 250 * _MEGABYTE  # unpacked; Lambda's limit
MAX_ZIP = 50 * _MEGABYTE  # Lambda's limit
_LAYER, _FUNCTION = "AWS::Serverless::LayerVersion", "AWS::Serverless::Function"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o100644 << 16


class Artefact(NamedTuple):
    """Upload of a function or a layer: its folder, the zip of that, and the properties of the resource."""

    folder: Path
    zip: Path
    properties: Mapping[str, Any]

    @property
    def unpacked(self) -> int:
        return count_unpacked_bytes(self.folder)

    @property
    def zipped(self) -> int:
        return self.zip.stat().st_size


def read_runtime() -> str:
    """Return the runtime of the functions, which is the name of its interpreter."""
    return str(read(REPOSITORY / "template.yaml")["Globals"]["Function"]["Runtime"])


def find_runtime_python(version: str) -> str | None:
    """Return an interpreter of the functions' version, to compile with; None if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    candidates = [version, *sorted(map(str, pyenv.glob(f"versions/*/bin/{version}")))]
    for candidate in candidates:
        found = shutil.which(candidate)
        if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
            return found
    return None


def list_missing(interpreter: str | None, names: Path) -> Iterator[str]:
    """List the missing optional parts, one line each."""
    if interpreter is None:
        yield (
            f"No working {read_runtime()} here: nothing is compiled ahead, and every cold start is slower. "
            "Install it, or take --stage dev."
        )
    if not names.exists():
        yield (
            f"No snapshot of business names: without {names.relative_to(REPOSITORY)} the search answers 503. "
            "Make it as docs/deploy.md says, or take --stage dev."
        )


def build(sam: Path, folder: Path, interpreter: str | None) -> None:
    """Run `sam build` into a folder; its steps are `functions/Makefile` and `shared/Makefile`."""
    environment = build_environment(interpreter)
    _run(["make", "--silent", "--directory", REPOSITORY / "shared", "wheels"], environment)
    # The wheels are installed by now, with pinned hashes.
    _run([sam, "build", "--build-dir", folder], environment | {"PIP_NO_INDEX": "1"})


def build_environment(interpreter: str | None) -> dict[str, str]:
    """Return the environment of the build steps."""
    return {
        **os.environ,
        "AWS_DEFAULT_REGION": "us-east-1",
        "PIP": f"{sys.executable} -m pip",
        "RUNTIME_PYTHON": interpreter or read_runtime(),
        "SAM_CLI_TELEMETRY": "0",
        "WHEELS": str(WHEELS),
    }


def _run(command: Sequence[str | Path], environment: Mapping[str, str]) -> None:
    done = subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise CommandStopped(f"{done.stdout}{done.stderr}".strip())


def zip_folder(folder: Path, target: Path) -> None:
    """Make a zip whose bytes follow from the names and the content of a folder's files alone."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, to which the mode belongs
            entry.external_attr = _READABLE
            archive.writestr(entry, (folder / name).read_bytes())


def pack(folder: Path) -> tuple[Artefact, list[Artefact]]:
    """Zips what `sam build` left in a folder, and names the zips in its template; layer and functions."""
    template = folder / "template.yaml"
    text = template.read_text(encoding="utf-8")
    artefacts: dict[str, list[Artefact]] = {_LAYER: [], _FUNCTION: []}
    for resource in read(template)["Resources"].values():
        if resource["Type"] not in artefacts:
            continue
        location = "ContentUri" if resource["Type"] == _LAYER else "CodeUri"
        name = resource["Properties"][location]
        artefact = Artefact(folder / name, folder / f"{name}.zip", resource["Properties"])
        zip_folder(artefact.folder, artefact.zip)
        text = re.sub(rf"^( +{location}): {name}$", rf"\1: {name}.zip", text, flags=re.MULTILINE)
        artefacts[resource["Type"]].append(artefact)
    template.write_text(text, encoding="utf-8")
    (layer,) = artefacts[_LAYER]
    return layer, artefacts[_FUNCTION]


def count_unpacked_bytes(folder: Path) -> int:
    """Return the bytes of the files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def list_imports(sources: Iterable[Path]) -> dict[str, Path]:
    """Return the packages that Python files import, each with a file that does."""
    found: dict[str, Path] = {}
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            found.update({module.partition(".")[0]: source for module in modules})
    return found


def list_called_services(sources: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """Yield the services of AWS that Python files make a client of, each with the file that does."""
    for source in sources:
        for service in re.findall(r"""client\(\s*["']([\w-]+)["']""", source.read_text(encoding="utf-8")):
            yield service, source


def find_faults(layer: Path, functions: Mapping[Path, Mapping[str, Any]]) -> Iterator[str]:
    """Find what a function would lack in Lambda: its handler, a package, or an AWS service.

    Wheels of another platform cannot run here, so only their presence is checked.
    """
    for function, properties in functions.items():
        handler = Path(*properties["Handler"].split(".")[:-1]).with_suffix(".py")
        if not (function / handler).exists():
            yield f"{handler} is not in {function.name}"
    ours = [
        *layer.glob("python/portal/**/*.py"),
        *layer.glob("python/domains/**/*.py"),
        *layer.glob("python/mobile_license/*.py"),
        *layer.glob("python/transparency_log/*.py"),
        *(path for each in functions for path in each.rglob("*.py")),
    ]
    present = {path.name.partition(".")[0] for path in (layer / "python").iterdir()}
    for package, source in sorted(list_imports(ours).items()):
        if package not in present | sys.stdlib_module_names | {"functions"}:
            yield f"{package}, which {source.name} imports, is not in the layer"
    services = {path.name for path in (layer / "python/botocore/data").iterdir() if path.is_dir()}
    for service, source in list_called_services(ours):
        if service not in services:
            yield f"{service}, which {source.name} calls, is not among SERVICES of shared/Makefile"


def list_oversized(layer: Artefact, functions: Sequence[Artefact]) -> Iterator[str]:
    """List exceeded limits of Lambda."""
    for artefact in (layer, *functions):
        if artefact.zipped > MAX_ZIP:
            yield f"{artefact.folder.name} has {artefact.zipped:,} bytes zipped; Lambda takes {MAX_ZIP:,}"
    for function in functions:
        size = layer.unpacked + function.unpacked
        if size > MAX_LAYER_AND_FUNCTION:
            yield (
                f"{function.folder.name} and the layer have {size:,} bytes unpacked; "
                f"Lambda takes {MAX_LAYER_AND_FUNCTION:,}"
            )


def list_figures(layer: Artefact, functions: Sequence[Artefact]) -> list[dict[str, Any]]:
    """List the sizes in megabytes, as `infrastructure/commands/measurements.mjs` takes figures."""
    largest = max(functions, key=lambda each: each.zipped)
    unpacked = layer.unpacked + max(each.unpacked for each in functions)
    return [
        {
            "table": "What a deployment uploads",
            "row": row,
            "column": column,
            "value": size / _MEGABYTE,
            "unit": "MB",
            "at_most": limit / _MEGABYTE if limit else None,
        }
        for row, column, size, limit in (
            ("layer", "zipped", layer.zipped, MAX_ZIP),
            ("layer", "unpacked", layer.unpacked, None),
            (f"largest function ({largest.folder.name})", "zipped", largest.zipped, MAX_ZIP),
            (f"largest function ({largest.folder.name})", "unpacked", largest.unpacked, None),
            ("layer and largest function", "unpacked", unpacked, MAX_LAYER_AND_FUNCTION),
        )
    ]


def _print_sizes(artefacts: Iterable[Artefact]) -> None:
    print(f"{'artefact':<32}{'zipped KB':>12}{'unpacked KB':>14}  SHA-256")
    for artefact in artefacts:
        digest = hashlib.sha256(artefact.zip.read_bytes()).hexdigest()
        sizes = f"{artefact.zipped / 1024:>12.1f}{artefact.unpacked / 1024:>14.1f}"
        print(f"{artefact.folder.name:<32}{sizes}  {digest[:16]}")
    if WEB_APP.exists():
        print(f"{'webapp/dist':<32}{'':>12}{count_unpacked_bytes(WEB_APP) / 1024:>14.1f}")


def main(arguments: list[str] | None = None) -> int:
    """Build, print sizes, and report faults."""
    parser = argparse.ArgumentParser(
        prog="npm run package --", description="Build the files that a deployment uploads."
    )
    parser.add_argument(
        "--stage",
        choices=STAGES,
        default="prod",
        help="dev does without a snapshot of names and without compiling ahead",
    )
    parser.add_argument("--sam", type=Path, default=REPOSITORY / ".local/sam/bin/sam", help=argparse.SUPPRESS)
    parser.add_argument("--build-dir", type=Path, default=BUILT, help=argparse.SUPPRESS)
    parser.add_argument("--figures", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if not options.sam.exists():
        parser.error(f"{options.sam} is missing; `npm run package` installs it")
    return run_command(lambda: _package(options))


def _package(options: argparse.Namespace) -> int:
    interpreter = find_runtime_python(read_runtime())
    lacking = list(list_missing(interpreter, NAMES))
    for line in lacking:
        print(line, file=sys.stderr)
    if lacking and options.stage != "dev":
        return 1
    build(options.sam, options.build_dir, interpreter)
    layer, functions = pack(options.build_dir)
    _print_sizes([layer, *functions])
    if options.figures:
        options.figures.write_text(json.dumps(list_figures(layer, functions)), encoding="utf-8")
    wrong = [
        *find_faults(layer.folder, {function.folder: function.properties for function in functions}),
        *list_oversized(layer, functions),
    ]
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
