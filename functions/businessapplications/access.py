"""Rights of a person on an application."""

from domains.applications.application import Dossier
from domains.applications.errors import ApplicationNotFound
from domains.businesses.business import Role, RoleNotAllowed
from functions.businessapplications.repository import ApplicationsRepository
from portal.principal import Principal
from portal.types import is_derived_id


def may_file(role: Role) -> bool:
    """Return whether a role may begin, change, submit, and withdraw applications."""
    return role in ("owner", "manager")


def open_to_read(
    reader: ApplicationsRepository, principal: Principal, application_id: str
) -> tuple[Dossier, Role]:
    """Return an application of one of the caller's businesses, and the caller's role.

    Raises:
        ApplicationNotFound: also for another business's application.
    """
    dossier = reader.get_dossier(application_id) if is_derived_id(application_id) else None
    role = reader.get_role(dossier.application.business_id, principal.user_id) if dossier else None
    if dossier is None or role is None:
        raise ApplicationNotFound
    return dossier, role


def open_to_file(
    reader: ApplicationsRepository, principal: Principal, application_id: str
) -> tuple[Dossier, Role]:
    """Return an application that the caller may change, and the caller's role."""
    dossier, role = open_to_read(reader, principal, application_id)
    if not may_file(role):
        raise RoleNotAllowed
    return dossier, role
