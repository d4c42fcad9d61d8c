"""Builder of the finder from a function's settings."""

from pydantic import BaseModel

from domains.accounts.account_table import AccountRepository
from domains.people.finder import PeopleFinder
from domains.people.people_table import PeopleTable
from domains.people.tokens import TokenKeys
from domains.reference.data import get_terms_catalog
from portal.secrets import RotatingSecret


class PeopleSettings(BaseModel):
    """Settings of functions that search for people or maintain their tokens."""

    users_table: str  # table of accounts
    people_tokens_table: str  # table of tokens
    people_token_keys: RotatingSecret  # see `TokenKeys`


def make_people_finder(settings: PeopleSettings) -> PeopleFinder:
    """Make the finder.

    The function needs permission to query the table of tokens and to get items of the users table in batches.
    """
    return PeopleFinder(
        tokens=PeopleTable(settings.people_tokens_table),
        accounts=AccountRepository(settings.users_table),
        keys=TokenKeys(settings.people_token_keys),
        terms_version=get_terms_catalog().current.version,
    )
