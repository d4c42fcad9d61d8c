"""The peopletokens function's settings."""

from domains.people.wiring import PeopleSettings


class PeopleTokensSettings(PeopleSettings):
    """Each comes from the template; it needs no others."""
