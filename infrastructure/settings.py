"""Ports, folders and names of the local portal, for the local cloud and for the commands that reach it."""

import json
from dataclasses import dataclass
from pathlib import Path

ACCOUNT_ID = "123456789012"
REGION = "us-east-1"
HOST = "127.0.0.1"
DEFAULT_PORT = 8080
PORTS = 4
ISSUER = f"http://localhost:{DEFAULT_PORT + 1}"
"""Issuer of people's tokens, at any port of the portal: people's data depends on it (docs/adr/0034)."""
REPOSITORY = Path(__file__).resolve().parents[1]
DEFAULT_DATA = REPOSITORY / ".local" / "data"
TEMPLATES = REPOSITORY / ".local" / "templates"
"""Transformed templates, which hold for every port."""


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """Settings of one local cloud."""

    # Of the portal; identity provider, AWS emulation and sandbox agencies take the next three.
    port: int = DEFAULT_PORT
    data: Path = DEFAULT_DATA  # the folder of all persistent data
    # Milliseconds between a person's details and the first page; None is as deployed.
    readiness_delay: int | None = None

    @property
    def identity_port(self) -> int:
        return self.port + 1

    @property
    def aws_port(self) -> int:
        """Port of the emulated AWS services."""
        return self.port + 2

    @property
    def agencies_port(self) -> int:
        """Port of the sandbox agencies."""
        return self.port + 3

    @property
    def names_snapshot(self) -> Path:
        """The business names, which `npm start` generates; the same for every folder of data."""
        return REPOSITORY / ".local" / "names.sqlite"

    @property
    def portal_origin(self) -> str:
        """Origin of the portal, as a browser writes it."""
        return f"http://localhost:{self.port}"

    @property
    def identity_origin(self) -> str:
        """Origin of the local identity provider, which is not its name; see `ISSUER`."""
        return f"http://localhost:{self.identity_port}"

    @property
    def agencies_origin(self) -> str:
        """Origin of the sandbox agencies."""
        return f"http://localhost:{self.agencies_port}"

    @property
    def aws_endpoint(self) -> str:
        """Endpoint of the emulated AWS services; an address, so that no lookup is needed for each call."""
        return f"http://{HOST}:{self.aws_port}"


def find_running_port(folder: Path) -> int | None:
    """Return the port that the local portal of a data folder announced last, or None."""
    try:
        return int(json.loads((folder / "running.json").read_text(encoding="utf-8"))["port"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
