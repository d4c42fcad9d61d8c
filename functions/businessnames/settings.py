"""The business names function's settings."""

from portal.http import HttpSettings


class BusinessNamesSettings(HttpSettings):
    """Each comes from the template.

    Attributes:
        names_snapshot: the file of the snapshot, below the folder of this group unless it says from where.
        paging_secret: what page tokens are encrypted with.
    """

    names_snapshot: str
    paging_secret: str
    reservations_table: str
    users_table: str
