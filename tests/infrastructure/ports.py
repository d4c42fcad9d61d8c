"""Ports for tests that several processes run at the same time."""

from infrastructure.local.ports import ReservedPorts

_reserved: list[ReservedPorts] = []


def find_free_port() -> int:
    """Reserve a free port together with the three after it."""
    _reserved.append(ReservedPorts())
    return _reserved[-1].first
