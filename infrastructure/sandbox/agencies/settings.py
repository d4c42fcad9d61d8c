"""Settings of the sandbox, and the paths of its services beside the agencies."""

from collections.abc import Callable
from dataclasses import dataclass

from infrastructure.local.http import Request, Response

CREDIT_BUREAU = "creditbureau"


EID = "eid"
"""Path of the identity service, beside the agencies."""


WALLET = "wallet"
"""Path of the list of issuers of mobile driver's licenses."""


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """Settings of the sandbox.

    Attributes:
        port: of all its agencies.
        portal_origin: such as `http://localhost:8080`.
        identity_origin: of the identity provider.
        secret: the value of a secret by its name, the same at every start:
            `agencies/<agency id>/signing`, `agencies/<agency id>/client` and `creditbureau`.
        send_mail: takes address, subject and text; without it the agencies' pages show what they would mail.
        wallet: answers what is below its address, by the name of what is asked for there.
    """

    port: int
    portal_origin: str
    identity_origin: str
    secret: Callable[[str], str]
    send_mail: Callable[[str, str, str], None] | None = None
    wallet: Callable[[str, Request], Response] | None = None
