"""Literal types of the values that a manifest chooses from.

Separate from the manifest's models, which would slow a cold start.
"""

from typing import Literal

AgencyKind = Literal["state", "county", "municipality"]
Category = Literal[
    "vehicles", "licences", "taxes", "benefits", "voting", "recreation", "utilities", "business", "other"
]
FieldKind = Literal["text", "date", "money", "status", "list"]
IdentityFormat = Literal["text", "digits", "alphanumeric", "date", "choice"]
Mask = Literal["none", "lastFour", "all"]
Tone = Literal["good", "attention", "problem", "neutral"]
Attention = Literal["expires", "due", "unpaid"]
FormFieldKind = Literal[
    "text",
    "longText",
    "number",
    "money",
    "date",
    "choice",
    "yesNo",
    "county",
    "email",
    "phone",
    "address",
    "people",
    "businessName",
]
NameType = Literal["tradeName"]
"""Kind of name that a filing asks for, if it is not the name of the business itself."""
MAX_PEOPLE = 50
"""Records of a field of kind `people`."""
Prefill = Literal["businessName", "entityType", "countyId"]
