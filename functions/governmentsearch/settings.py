"""The governmentsearch function's settings."""

from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class GovernmentSearchSettings(HttpSettings):
    """Settings from the template."""

    users_table: str
    agencies_table: str
    help_link_base_url: str  # the address of the help
    paging_secret: RotatingSecret  # encrypts page tokens
