"""Codes of refused calls for logs and metrics."""

from enum import StrEnum


class RefusalReason(StrEnum):
    """A stable code for each kind of refusal, without token content."""

    AUTHORIZATION_MISSING = "authorizationMissing"
    AUTHORIZATION_REPEATED = "authorizationRepeated"
    NOT_BEARER = "notBearer"
    ID_TOKEN_MISSING = "idTokenMissing"  # noqa: S105 - a code, not a secret
    ID_TOKEN_REPEATED = "idTokenRepeated"  # noqa: S105 - a code, not a secret
    TOO_LARGE = "tooLarge"
    MALFORMED = "malformed"
    HEADER = "header"
    ALGORITHM = "algorithm"
    KEY_ID = "keyId"
    UNKNOWN_KEY = "unknownKey"
    SIGNATURE = "signature"
    ISSUER = "issuer"
    SUBJECT = "subject"
    AUDIENCE = "audience"
    TOKEN_USE = "tokenUse"  # noqa: S105 - a code, not a secret
    POLICY = "policy"
    CLIENT = "client"
    SCOPE = "scope"
    EXPIRY = "expiry"
    EXPIRED = "expired"
    ISSUED_AT = "issuedAt"
    NOT_BEFORE = "notBefore"
    NOT_YET_VALID = "notYetValid"
    GROUPS = "groups"
    SUBJECT_MISMATCH = "subjectMismatch"
    SIGN_IN_MISMATCH = "signInMismatch"
    SESSION_ENDED = "sessionEnded"


class RefusedError(Exception):
    """The caller is refused; `reason` says why."""

    def __init__(self, reason: RefusalReason) -> None:
        super().__init__(reason.value)
        self.reason = reason
