"""The business names function's settings."""

from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class BusinessNamesSettings(HttpSettings):
    """Settings from the template."""

    names_snapshot: str  # the snapshot's file, relative to the folder of the functions
    paging_secret: RotatingSecret  # encrypts page tokens
    reservations_table: str
    users_table: str
