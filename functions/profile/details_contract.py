"""Requests and replies of the details of a person."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.accounts.detail_changes import ChangedBy, DetailField
from domains.accounts.registration_fields import CountyId, FirstName, OptionalName, RequiredName
from portal.contract import Contract, RequestContract
from portal.validation import IsoDate


class DetailsRequest(RequestContract):
    """The caller's details, as they should be.

    Attributes:
        legal_first_name: None for people with one name, which is their `legal_last_name`.
        county_id: county of residence in Arizona; None for people who live elsewhere.
        revision: revision of the details that the caller saw; another one is refused.
    """

    legal_first_name: FirstName | None
    legal_last_name: RequiredName
    preferred_name: OptionalName | None
    date_of_birth: IsoDate
    county_id: CountyId | None
    revision: Annotated[int, Field(ge=1)]


class DetailChangeReply(Contract):
    """A correction of one field.

    Attributes:
        old: earlier value; None if the field had none.
        new: later value; None if the field has none.
        how: `enhancedAuthentication` if the change needed a proof of identity.
    """

    changed_at: datetime
    field: DetailField
    old: str | None
    new: str | None
    how: ChangedBy


class DetailsReply(Contract):
    """The caller's details, with their corrections, latest first.

    Attributes:
        legal_first_name: None for people with one name.
        county_id: None for people who live outside Arizona.
        revision: goes with a correction, so that a concurrent one is refused.
        identity_change: `free` while nothing hangs on the legal name and the date of birth.
        can_change_identity: whether the session may change the legal name and the date of birth now.
    """

    legal_first_name: str | None
    legal_last_name: str
    preferred_name: str | None
    date_of_birth: date
    county_id: str | None
    registered_at: datetime
    revision: int
    identity_change: Literal["free", "enhancedAuthentication"]
    can_change_identity: bool
    changes: list[DetailChangeReply]
