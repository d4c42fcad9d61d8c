"""The peopletokens function's settings."""

from domains.people.wiring import PeopleSettings


class PeopleTokensSettings(PeopleSettings):
    """Settings from the template."""
