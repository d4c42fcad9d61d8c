"""The sandbox: fictitious agencies that speak the portal's protocol, on this machine."""

from infrastructure.sandbox.agencies.agency import MODES
from infrastructure.sandbox.agencies.inbound import InboundFailed
from infrastructure.sandbox.agencies.server import (
    CREDIT_BUREAU,
    EID,
    WALLET,
    SandboxAgencies,
    SandboxSettings,
    sandbox_manifests,
)

__all__ = [
    "CREDIT_BUREAU",
    "EID",
    "MODES",
    "WALLET",
    "InboundFailed",
    "SandboxAgencies",
    "SandboxSettings",
    "sandbox_manifests",
]
