"""Replies of the lookups routes."""

from portal.contract import Contract


class CountyReply(Contract):
    """A county of the state; forms send its id."""

    id: str
    name: str


class CountyList(Contract):
    """Every county, by name."""

    items: list[CountyReply]
