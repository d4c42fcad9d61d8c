"""A credit bureau of the sandbox, with credit files of the sample people."""

from infrastructure.sandbox.credit_bureau.service import SandboxCreditBureau

__all__ = ["SandboxCreditBureau"]
