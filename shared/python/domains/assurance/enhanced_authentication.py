"""Enhanced authentication of a session, and the check that requires it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol

from pydantic import BaseModel

from portal.errors import EnhancedAuthenticationRequired
from portal.language import Text
from portal.principal import Principal
from portal.types import Assurance, Clock

TypeId = Literal[1, 2, 3, 4]

FACE: TypeId = 1
CREDIT_BUREAU: TypeId = 2
EID: TypeId = 3
MID: TypeId = 4

ASSURANCES: Mapping[TypeId, Assurance] = {FACE: "proof", CREDIT_BUREAU: "signal", EID: "proof", MID: "proof"}
"""Assurance of a success of each type. Answers to a credit bureau's questions never prove an identity
(NIST SP 800-63A-4, section 2.5.1)."""

TYPE_NAMES: Mapping[TypeId, Text] = {
    FACE: Text(en="Face recognition", es="Reconocimiento facial"),
    CREDIT_BUREAU: Text(en="Credit bureau check", es="Verificación con una agencia de crédito"),
    EID: Text(en="Electronic ID (EID)", es="Identidad electrónica (EID)"),
    MID: Text(en="Mobile ID (MID)", es="Identificación móvil (MID)"),
}

STATUS_LIFETIME = timedelta(minutes=60)

_RANKS: Mapping[Assurance, int] = {"none": 0, "signal": 1, "proof": 2}


def is_enough(assurance: Assurance, required: Assurance) -> bool:
    """Tell if an assurance meets a requirement; a signal never counts as a proof."""
    return _RANKS[assurance] >= _RANKS[required]


@dataclass(frozen=True, slots=True)
class Credential:
    """Stored facts about a document that proved an identity."""

    expires_at: datetime  # expiration of the document
    document_hash: str  # keyed hash of its number; the key prevents guessing


@dataclass(frozen=True, slots=True)
class AuthenticationStatus:
    """Record of a successful enhanced authentication in a session."""

    session_id: str
    type_id: TypeId
    verified_at: datetime
    issuer: str  # party that vouches for the identity
    credential: Credential | None = None  # document shown, if any
    passkey_id: str | None = None  # passkey that renewed an earlier proof; None for a new proof

    @property
    def expires_at(self) -> datetime:
        """End of the status, no later than the expiration of the document."""
        end = self.verified_at + STATUS_LIFETIME
        return min(end, self.credential.expires_at) if self.credential else end

    @property
    def assurance(self) -> Assurance:
        return ASSURANCES[self.type_id]


class EnhancedAuthenticationSettings(BaseModel):
    """Settings of functions that check the status of a session."""

    authentication_table: str  # table of statuses, attempts, and tries
    credit_bureau_url: str  # URL of the credit bureau's service; empty to disable its check
    eid_issuer: str  # URL of EID's identity service; empty to disable EID
    face_region: str  # region of Amazon Rekognition; empty to disable face recognition
    # URL of the list of trusted issuers of mobile driver's licenses; empty to disable MID.
    mid_trust_list_url: str

    @property
    def enabled_types(self) -> frozenset[TypeId]:
        offered: Mapping[TypeId, str] = {
            FACE: self.face_region,
            CREDIT_BUREAU: self.credit_bureau_url,
            EID: self.eid_issuer,
            MID: self.mid_trust_list_url,
        }
        return frozenset(type_id for type_id, source in offered.items() if source)


class Statuses(Protocol):
    """Store of statuses; see `domains.assurance.enhanced_authentication_table`."""

    def get_status(self, user_id: str, session_id: str) -> AuthenticationStatus | None: ...


@dataclass(frozen=True, slots=True)
class AssuranceGate:
    """Admits callers whose session has the required assurance."""

    statuses: Statuses
    enabled: Collection[TypeId]  # types that the portal offers
    clock: Clock

    def require_assurance(self, caller: Principal, required: Assurance) -> None:
        """Require an assurance of the caller's session. Reads the table once, or not at all for `none`."""
        types = self.list_missing_types(caller, required)
        if types is not None:
            raise EnhancedAuthenticationRequired(types)

    def list_missing_types(self, caller: Principal, required: Assurance) -> list[TypeId] | None:
        """Return the types that would give the caller's session an assurance; None if it has it.

        Reads the table once, unless the requirement is `none`.
        """
        return self.list_missing_types_by_assurance(caller, {required})[required]

    def list_missing_types_by_assurance(
        self, caller: Principal, assurances: Collection[Assurance]
    ) -> dict[Assurance, list[TypeId] | None]:
        """Return the same as `list_missing_types` for several assurances, with one read at most."""
        if all(each == "none" for each in assurances):
            return dict.fromkeys(assurances)
        status = self.statuses.get_status(caller.user_id, caller.session_id)
        if status is None or status.expires_at <= self.clock():
            reached: Assurance = "none"
        else:
            reached = status.assurance
        return {each: None if is_enough(reached, each) else self._list_types_for(each) for each in assurances}

    def _list_types_for(self, required: Assurance) -> list[TypeId]:
        return sorted(each for each in self.enabled if is_enough(ASSURANCES[each], required))
