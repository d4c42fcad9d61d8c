"""The four ways to step up.

Source: specification, section 3, for the ids; facts/enhanced_auth.json for assurance and times.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from portal.enhanced_authentication import ASSURANCES, CREDIT_BUREAU, EID, FACE, MID, TypeId
from portal.language import Text
from portal.types import Assurance

Purpose = Literal["account", "connect", "reveal", "action", "contact", "export", "delete"]
Mode = Literal["redirect", "quiz", "wallet", "liveness", "passkey"]
Need = Literal["camera", "creditHistory", "identityServiceAccount", "mobileDriverLicense"]

ATTEMPT_LIFETIME = timedelta(minutes=10)
FAILURE_WINDOW = timedelta(hours=24)
"""How long a failure counts, and so how long a lock lasts at most."""


@dataclass(frozen=True, slots=True)
class AuthenticationType:
    """A way to step up.

    Attributes:
        assurance: of a success.
        needs: what a person must have.
        logout_path: the page that ends it; None where the call that ends it is all there is to do.
    """

    name: Text
    assurance: Assurance
    needs: tuple[Need, ...]
    logout_path: str | None = None


TYPES: Mapping[TypeId, AuthenticationType] = {
    FACE: AuthenticationType(
        Text(en="Face recognition", es="Reconocimiento facial"), ASSURANCES[FACE], ("camera",)
    ),
    CREDIT_BUREAU: AuthenticationType(
        Text(en="Credit bureau check", es="Verificación con una agencia de crédito"),
        ASSURANCES[CREDIT_BUREAU],
        ("creditHistory",),
    ),
    EID: AuthenticationType(
        Text(en="Electronic ID (EID)", es="Identidad electrónica (EID)"),
        ASSURANCES[EID],
        ("identityServiceAccount",),
        "/enhancedauthentication/eid?action=logout",
    ),
    MID: AuthenticationType(
        Text(en="Mobile ID (MID)", es="Identificación móvil (MID)"),
        ASSURANCES[MID],
        ("mobileDriverLicense",),
        "/enhancedauthentication/mid?action=logout",
    ),
}

PASSKEY_NAMES: Mapping[TypeId, Text] = {
    type_id: Text(en=f"Passkey after {kind.name.en}", es=f"Llave de acceso tras {kind.name.es}")
    for type_id, kind in TYPES.items()
}
"""What a touch is called that renews a proof of a type."""
