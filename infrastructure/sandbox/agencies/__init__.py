"""The sandbox: fictitious agencies that speak the portal's protocol, on this machine."""

from infrastructure.sandbox.agencies.inbound import InboundFailed
from infrastructure.sandbox.agencies.server import SandboxAgencies, SandboxSettings

__all__ = ["InboundFailed", "SandboxAgencies", "SandboxSettings"]
