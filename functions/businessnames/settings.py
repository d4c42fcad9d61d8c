"""The business names function's settings."""

from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class BusinessNamesSettings(HttpSettings):
    """Settings from the template.

    Attributes:
        names_snapshot: the snapshot's file, relative to the folder of the functions.
        paging_secret: encrypts page tokens.
    """

    names_snapshot: str
    paging_secret: RotatingSecret
    reservations_table: str
    users_table: str
