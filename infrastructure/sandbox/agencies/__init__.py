"""The sandbox: fictitious agencies that speak the portal's protocol, on this machine."""

from infrastructure.sandbox.agencies.agency import MODES
from infrastructure.sandbox.agencies.inbound import InboundFailed
from infrastructure.sandbox.agencies.manifest_files import list_manifests
from infrastructure.sandbox.agencies.server import SandboxAgencies
from infrastructure.sandbox.agencies.settings import CREDIT_BUREAU, EID, WALLET, SandboxSettings

__all__ = [
    "CREDIT_BUREAU",
    "EID",
    "MODES",
    "WALLET",
    "InboundFailed",
    "SandboxAgencies",
    "SandboxSettings",
    "list_manifests",
]
