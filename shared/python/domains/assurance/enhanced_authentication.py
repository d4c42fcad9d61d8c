"""Enhanced authentication of a session, and the check that asks for it before a call goes on."""

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


def is_enough(assurance: Assurance, asked: Assurance) -> bool:
    """Tell if an assurance is worth what is asked: a signal is never a proof."""
    return _RANKS[assurance] >= _RANKS[asked]


@dataclass(frozen=True, slots=True)
class Credential:
    """Facts kept of a document that proved an identity.

    Attributes:
        expires_at: until when the document is good.
        document_hash: of its number, keyed, so that nobody can try out numbers.
    """

    expires_at: datetime
    document_hash: str


@dataclass(frozen=True, slots=True)
class Status:
    """Record of a person who stepped up in a session.

    Attributes:
        issuer: who vouches.
        credential: what was shown, if a document was.
        passkey_id: of the passkey whose touch renewed an earlier proof; None for a proof of its own.
    """

    session_id: str
    type_id: TypeId
    verified_at: datetime
    issuer: str
    credential: Credential | None = None
    passkey_id: str | None = None

    @property
    def expires_at(self) -> datetime:
        """End of the status, at the latest when the shown document expires."""
        end = self.verified_at + STATUS_LIFETIME
        return min(end, self.credential.expires_at) if self.credential else end

    @property
    def assurance(self) -> Assurance:
        """Assurance that it gives."""
        return ASSURANCES[self.type_id]


class EnhancedAuthenticationSettings(BaseModel):
    """Settings of every function that looks at the status of a session.

    Attributes:
        authentication_table: the table of statuses, attempts and tries.
        face_region: of Amazon Rekognition; empty where face recognition is not offered.
        eid_issuer: the identity service of EID; empty where EID is not offered.
        credit_bureau_url: the service of the credit bureau; empty where its check is not offered.
        mid_trust_list_url: where the list of the trusted issuers of mobile driver's licenses is published;
            empty where MID is not offered.
    """

    authentication_table: str
    credit_bureau_url: str
    eid_issuer: str
    face_region: str
    mid_trust_list_url: str

    @property
    def enabled_types(self) -> frozenset[TypeId]:
        """The types that the portal offers."""
        offered: Mapping[TypeId, str] = {
            FACE: self.face_region,
            CREDIT_BUREAU: self.credit_bureau_url,
            EID: self.eid_issuer,
            MID: self.mid_trust_list_url,
        }
        return frozenset(type_id for type_id, source in offered.items() if source)


class Statuses(Protocol):
    """Store of statuses; see `domains.assurance.enhanced_authentication_table`."""

    def get_status(self, user_id: str, session_id: str) -> Status | None: ...


@dataclass(frozen=True, slots=True)
class AssuranceGate:
    """Lets those go on whose session has the assurance that is asked.

    Attributes:
        enabled: the types that the portal offers.
    """

    statuses: Statuses
    enabled: Collection[TypeId]
    clock: Clock

    def require(self, caller: Principal, asked: Assurance) -> None:
        """Go on if the caller's session has an assurance; one read of the table, none where nothing is asked.

        Raises:
            EnhancedAuthenticationRequired: it has not, or has it no more.
        """
        types = self.list_missing_types(caller, asked)
        if types is not None:
            raise EnhancedAuthenticationRequired(types)

    def list_missing_types(self, caller: Principal, asked: Assurance) -> list[TypeId] | None:
        """Return the types by which the caller's session comes to an assurance; None where it has it already.

        One read of the table, none where nothing is asked.
        """
        if asked == "none":
            return None
        status = self.statuses.get_status(caller.user_id, caller.session_id)
        if status is None or status.expires_at <= self.clock() or not is_enough(status.assurance, asked):
            return sorted(each for each in self.enabled if is_enough(ASSURANCES[each], asked))
        return None
