"""The services function's settings."""

from portal.http import HttpSettings


class ServicesSettings(HttpSettings):
    """Settings from the template."""

    agencies_table: str
