"""A credit bureau of the sandbox, with credit files of the sample people."""

from infrastructure.local.credit_bureau.service import SandboxCreditBureau

__all__ = ["SandboxCreditBureau"]
