"""Are the four ports of the local cloud free?"""

import socket

from infrastructure.local.errors import CannotStart
from infrastructure.local.settings import HOST, LocalSettings

_FURTHER = 100


class PortTaken(CannotStart):
    """A port that the local cloud needs is used by another program."""


def check_ports(settings: LocalSettings) -> None:
    """Make sure that every port can be had.

    Raises:
        PortTaken: names the port.
    """
    uses = {
        settings.port: "the portal",
        settings.identity_port: "the identity provider",
        settings.aws_port: "the AWS emulation",
        settings.agencies_port: "the sandbox of agencies",
    }
    for port, use in uses.items():
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                raise PortTaken(
                    f"Port {port}, which {use} needs, is taken by another program. "
                    f"Stop that program, or move everything: npm start -- --port {settings.port + _FURTHER}"
                ) from None
