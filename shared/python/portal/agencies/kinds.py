"""The values that a manifest chooses from.

They stand apart from its models, whose import a cold start waits for: whoever needs the priority of a message
needs no manifest.
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
Priority = Literal["low", "normal", "high"]
FormFieldKind = Literal[
    "text", "longText", "number", "money", "date", "choice", "yesNo", "county", "email", "phone"
]
Prefill = Literal["businessName", "entityType", "countyId"]
