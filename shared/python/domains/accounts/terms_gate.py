"""Gate of the portal: open to a person only after they accepted the terms in force."""

from collections.abc import Callable

from domains.accounts.account_table import AccountRepository
from domains.reference.data import get_terms_catalog
from portal.principal import Principal


def make_terms_gate(users_table: str) -> Callable[[Principal], bool]:
    """Make what is asked before each call of a person to a route that is not open before the terms.

    The authorizer's yes is taken; it may be a minute old, and so a decline takes effect within a minute. Its
    no is looked up again, one strongly consistent read, so that accepting works at once.

    Args:
        users_table: the name of the table of the accounts.

    Returns:
        Whether a caller accepted the terms in force.
    """
    accounts = AccountRepository(users_table)
    version = get_terms_catalog().current.version

    def is_open_to(caller: Principal) -> bool:
        return caller.accepted_terms == version or accounts.get_accepted_terms(caller.user_id) == version

    return is_open_to
