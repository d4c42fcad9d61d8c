"""The terms gate: admits only people who accepted the terms in force and did not end the session."""

from collections.abc import Callable

from domains.accounts.account_table import AccountRepository
from domains.reference.data import get_terms_catalog
from portal.errors import NotSignedIn
from portal.principal import Principal


def make_terms_gate(users_table: str) -> Callable[[Principal], bool]:
    """Make the check for calls to routes that require acceptance of the terms.

    A yes of the authorizer counts, so declining and ending a session take effect within a minute, the age of
    its verdict. A no is checked again with one strongly consistent read, so accepting takes effect at once.

    Args:
        users_table: name of the users table.

    Returns:
        A function that tells if a caller accepted the terms in force, and raises NotSignedIn for an ended
        session.
    """
    accounts = AccountRepository(users_table)
    version = get_terms_catalog().current.version

    def is_open_to(caller: Principal) -> bool:
        if caller.accepted_terms == version:
            return True
        access = accounts.get_access(caller.user_id)
        if access.has_ended(caller.session_id, caller.signed_in_at):
            raise NotSignedIn
        return access.accepted_terms == version

    return is_open_to
