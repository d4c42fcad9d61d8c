"""Ports for tests that several processes run at the same time."""

from infrastructure.local.ports import ReservedPorts

_reserved: list[ReservedPorts] = []


def free_port() -> int:
    """A port that nobody listens at, nor at the three after it; no other run gets one of them meanwhile."""
    _reserved.append(ReservedPorts())
    return _reserved[-1].first
