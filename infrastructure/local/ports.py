"""Search and check of the four ports of the local cloud."""

import fcntl
import os
import random
import socket
import tempfile
from pathlib import Path
from typing import TextIO

from infrastructure.local.errors import CannotStart
from infrastructure.settings import HOST, PORTS, LocalSettings

_FURTHER = 100
# Below the ephemeral ports, which a connection could take first.
_FREE = range(20_000, 32_000, PORTS)


class PortTaken(CannotStart):
    """A port that the local cloud needs is used by another program."""


class NoPortFree(CannotStart):
    """No four free ports in a row."""


class ReservedPorts:
    """Four ports in a row that are free, and that this class gives to nobody else of this user.

    Another process could choose the same ones before this one listens at them, so they are locked; the
    operating system takes the lock back from a process that ends.

    Attributes:
        first: the first of them.
    """

    def __init__(self) -> None:
        blocks = list(_FREE)
        random.shuffle(blocks)
        for first in blocks:
            lock = _locked(first)
            if lock is None:
                continue
            if all(_is_free(port) for port in range(first, first + PORTS)):
                self.first, self._lock = first, lock
                return
            lock.close()
        raise NoPortFree(f"No {PORTS} ports in a row are free from {_FREE.start} to {_FREE.stop}.")

    def release(self) -> None:
        self._lock.close()


def check_ports(settings: LocalSettings) -> None:
    """Check that every port is free."""
    uses = {
        settings.port: "the portal",
        settings.identity_port: "the identity provider",
        settings.aws_port: "the AWS emulation",
        settings.agencies_port: "the sandbox of agencies",
    }
    for port, use in uses.items():
        if not _is_free(port):
            raise PortTaken(
                f"Port {port}, which {use} needs, is taken by another program. "
                f"Stop that program, or move everything: npm start -- --port {settings.port + _FURTHER}"
            )


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def _locked(first: int) -> TextIO | None:
    folder = Path(tempfile.gettempdir()) / f"saguaro-ports-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    lock = (folder / str(first)).open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return None
    return lock
