"""The four ways to step up.

Source: specification, section 3, for the ids; facts/enhanced_auth.json for assurance and times.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from domains.assurance.enhanced_authentication import (
    ASSURANCES,
    CREDIT_BUREAU,
    EID,
    FACE,
    MID,
    TYPE_NAMES,
    TypeId,
)
from portal.language import Text
from portal.types import Assurance

Purpose = Literal["account", "connect", "reveal", "action", "contact", "details", "export", "delete"]
Mode = Literal["redirect", "quiz", "wallet", "liveness", "passkey"]
Need = Literal["camera", "creditHistory", "identityServiceAccount", "mobileDriverLicense"]

ATTEMPT_LIFETIME = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class AuthenticationType:
    """A way to step up."""

    name: Text
    assurance: Assurance  # assurance of a success
    needs: tuple[Need, ...]  # requirements for the person
    logout_path: str | None = None  # the page that ends it; None if the API call is enough


TYPES: Mapping[TypeId, AuthenticationType] = {
    FACE: AuthenticationType(TYPE_NAMES[FACE], ASSURANCES[FACE], ("camera",)),
    CREDIT_BUREAU: AuthenticationType(
        TYPE_NAMES[CREDIT_BUREAU],
        ASSURANCES[CREDIT_BUREAU],
        ("creditHistory",),
    ),
    EID: AuthenticationType(
        TYPE_NAMES[EID],
        ASSURANCES[EID],
        ("identityServiceAccount",),
        "/enhancedauthentication/eid?action=logout",
    ),
    MID: AuthenticationType(
        TYPE_NAMES[MID],
        ASSURANCES[MID],
        ("mobileDriverLicense",),
        "/enhancedauthentication/mid?action=logout",
    ),
}

PASSKEY_NAMES: Mapping[TypeId, Text] = {
    type_id: Text(en=f"Passkey after {kind.name.en}", es=f"Llave de acceso tras {kind.name.es}")
    for type_id, kind in TYPES.items()
}
"""Name of the passkey that renews a proof, by type."""
