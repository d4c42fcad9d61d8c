"""The sandbox: fictitious agencies that speak the portal's protocol, on this machine."""

from infrastructure.local.agencies.agency import MODES
from infrastructure.local.agencies.inbound import InboundFailed
from infrastructure.local.agencies.server import (
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
