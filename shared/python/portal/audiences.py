"""Audiences of routes: who can call a route, and what it requires of them."""

import time
from dataclasses import dataclass, field

from portal.errors import (
    DomainError,
    EnhancedAuthenticationRequired,
    NoAccess,
    NotSignedIn,
    SecondFactorRequired,
    StaffGroupsRefused,
    TermsNotAccepted,
)
from portal.principal import Caller
from portal.types import Assurance


class Audience:
    """Callers of a route."""

    __slots__ = ()
    authorizer: str  # name in the template of the authorizer that identifies them

    @property
    def errors(self) -> tuple[type[DomainError], ...]:
        """Errors of those who cannot call the route."""
        return (NotSignedIn,)

    def check_caller(self, caller: Caller) -> None:
        """Refuse callers that are not in the audience, even if the gateway let them through.

        The gateway caches a verdict, possibly beyond the token's expiration.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Anyone(Audience):
    """Everybody, without a sign-in."""

    authorizer: str = field(default="NONE", init=False)

    @property
    def errors(self) -> tuple[type[DomainError], ...]:
        return ()

    def check_caller(self, caller: Caller) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Agencies(Audience):
    """Agencies, with their own credentials."""

    authorizer: str = field(default="AgencyAuthorizer", init=False)

    def check_caller(self, caller: Caller) -> None:
        if not caller.agency_id or _is_over(caller):
            raise NotSignedIn


@dataclass(frozen=True, slots=True)
class TokenHolders(Audience):
    """People with a token that the portal issued for one purpose."""

    authorizer: str
    purpose: str
    expired: type[DomainError]  # error of a token that has expired

    @property
    def errors(self) -> tuple[type[DomainError], ...]:
        return (NotSignedIn, self.expired)

    def check_caller(self, caller: Caller) -> None:
        if not caller.token_holder or caller.token_holder.purpose != self.purpose:
            raise NotSignedIn
        if _is_over(caller):
            raise self.expired


@dataclass(frozen=True, slots=True)
class People(Audience):
    """Signed-in people."""

    authorizer: str = field(default="PortalAuthorizer", init=False)
    roles: frozenset[str] = frozenset()  # roles, any of which admits the caller; empty admits all people
    before_terms: bool = False  # true if they can call it before they accept the terms in force
    # Required assurance of the caller's session. If it depends on more than the route, its service uses
    # `AssuranceGate`.
    assurance: Assurance = "none"
    # True if it requires a sign-in with a second factor. Enhanced authentication does not count, because it
    # compares with what the person registered.
    second_factor: bool = False

    @property
    def errors(self) -> tuple[type[DomainError], ...]:
        conditions: dict[type[DomainError], bool] = {
            NotSignedIn: True,
            NoAccess: bool(self.roles),
            StaffGroupsRefused: bool(self.roles),
            TermsNotAccepted: not self.before_terms,
            EnhancedAuthenticationRequired: self.assurance != "none",
            SecondFactorRequired: self.second_factor,
        }
        return tuple(error for error, is_possible in conditions.items() if is_possible)

    def check_caller(self, caller: Caller) -> None:
        person = caller.principal
        if not person or _is_over(caller):
            raise NotSignedIn
        if self.roles and not person.roles & self.roles:
            if person.staff_fault:
                raise StaffGroupsRefused
            raise NoAccess


def _is_over(caller: Caller) -> bool:
    return caller.expires_at <= time.time()


PUBLIC = Anyone()
AGENCIES = Agencies()
PEOPLE = People()
