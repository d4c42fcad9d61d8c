"""Rights of a person on an application."""

from dataclasses import dataclass

from domains.applications.application import Dossier
from domains.applications.errors import ApplicationNotFound
from domains.applications.filings_table import FilingsTable
from domains.businesses.business import Business, Role, RoleNotAllowed
from portal.principal import Principal
from portal.types import is_derived_id


def may_file(role: Role) -> bool:
    """Return whether a role may begin, change, submit, and withdraw applications."""
    return role in ("owner", "manager")


@dataclass(frozen=True, slots=True)
class Opened:
    """A whole application with its business and the caller's role."""

    dossier: Dossier
    business: Business
    role: Role


def open_to_read(filings: FilingsTable, principal: Principal, application_id: str) -> Opened:
    """Return an application of one of the caller's businesses."""
    dossier = filings.applications.get_dossier(application_id) if is_derived_id(application_id) else None
    if dossier is None:
        raise ApplicationNotFound
    membership = filings.businesses.get_own_business(dossier.application.business_id, principal.user_id)
    if membership is None:
        raise ApplicationNotFound
    return Opened(dossier, *membership)


def open_to_file(filings: FilingsTable, principal: Principal, application_id: str) -> Opened:
    """Return an application that the caller may change."""
    opened = open_to_read(filings, principal, application_id)
    if not may_file(opened.role):
        raise RoleNotAllowed
    return opened
