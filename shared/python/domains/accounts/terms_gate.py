"""The terms gate: admits only people who accepted the terms in force."""

from collections.abc import Callable

from domains.accounts.account_table import AccountRepository
from domains.reference.data import get_terms_catalog
from portal.principal import Principal


def make_terms_gate(users_table: str) -> Callable[[Principal], bool]:
    """Make the check for calls to routes that require acceptance of the terms.

    A yes of the authorizer counts, so declining takes effect within a minute, the age of its verdict. A no is
    checked again with one strongly consistent read, so accepting takes effect at once.

    Args:
        users_table: name of the users table.

    Returns:
        A function that tells if a caller accepted the terms in force.
    """
    accounts = AccountRepository(users_table)
    version = get_terms_catalog().current.version

    def is_open_to(caller: Principal) -> bool:
        return caller.accepted_terms == version or accounts.get_accepted_terms(caller.user_id) == version

    return is_open_to
