"""An application of a business to an agency, and the states that it goes through."""

from typing import Literal

ApplicationState = Literal[
    "draft",
    "submitted",
    "received",
    "inReview",
    "needsInformation",
    "approved",
    "refused",
    "withdrawn",
]
AgencyState = Literal["received", "inReview", "needsInformation", "approved", "refused"]
"""The states that an agency can give."""

Actor = Literal["applicant", "agency"]
