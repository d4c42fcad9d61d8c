"""A complete offline build of stage dev, shared by all tests that need one."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from infrastructure.operations import package

NOWHERE = "http://127.0.0.1:9"
OFFLINE = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), NOWHERE)
MAX_SECONDS = 600


def get_wheels() -> None:
    """Download the wheels of the layer, unless they are there."""
    subprocess.run(
        ["make", "--silent", "--directory", package.REPOSITORY / "shared", "wheels"],
        env=package.build_environment(None),
        check=True,
        timeout=MAX_SECONDS,
    )


def hash_sources() -> str:
    """Hash the sources of a build."""
    root = package.REPOSITORY
    files = [root / "template.yaml", root / "samconfig.toml", root / "infrastructure/operations/package.py"]
    files += (root / "infrastructure/stacks").glob("*.yaml")
    files += [file for folder in ("functions", "shared") for file in (root / folder).rglob("*")]
    hash_ = hashlib.sha256(sys.version.encode())
    for file in sorted(files):
        if file.is_file() and "__pycache__" not in file.parts:
            hash_.update(f"\0{file.relative_to(root)}\0".encode() + file.read_bytes())
    return hash_.hexdigest()[:32]


def build_package() -> Path:
    """Return the folder of a build: `build`, `figures.json`, and what it printed in `printed.txt`.

    It is cached until its sources change, because it takes most of a minute; another process waits for it.
    """
    cache = package.REPOSITORY / ".local/cache/package"
    cache.mkdir(parents=True, exist_ok=True)
    with cache.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = cache / hash_sources()
        if not folder.exists():
            shutil.rmtree(cache)
            get_wheels()
            _build(cache / "draft")
            (cache / "draft").rename(folder)
    return folder


def _build(draft: Path) -> None:
    draft.mkdir(parents=True)
    parameters = ("--stage", "dev", "--build-dir", draft / "build", "--figures", draft / "figures.json")
    done = subprocess.run(
        [sys.executable, "-m", "infrastructure.operations.package", *parameters],
        cwd=package.REPOSITORY,
        env={**os.environ, **OFFLINE, "PYTHONPATH": str(package.REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
        timeout=MAX_SECONDS,
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    (draft / "printed.txt").write_text(done.stdout, encoding="utf-8")
