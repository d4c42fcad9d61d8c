"""A sandbox of EID: an identity service that vouches for a chosen person, with switches for misbehavior."""

from infrastructure.sandbox.eid.service import CLIENT_ID, MODES, SandboxIdentityService

__all__ = ["CLIENT_ID", "MODES", "SandboxIdentityService"]
