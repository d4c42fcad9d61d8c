"""Reasons to refuse a device response."""

from typing import Literal

RefusalCode = Literal[
    # the form
    "malformed",
    "tooLarge",
    "tooDeep",
    # the transport
    "decryption",
    "declined",
    "walletError",
    "otherRequest",
    # the document
    "wrongVersion",
    "statusNotOk",
    "documentMissing",
    "severalDocuments",
    "wrongDocumentType",
    # the issuer
    "issuerUnknown",
    "issuerExpired",
    "issuerNotYetValid",
    "issuerRevoked",
    "issuerKeyUsage",
    "issuerCriticalExtension",
    "issuerStateMismatch",
    "issuerSignature",
    # what it says
    "algorithmNotAllowed",
    "signedOutsideIssuerValidity",
    "notYetValid",
    "expired",
    "namespaceNotSealed",
    "digestMismatch",
    "duplicateElement",
    "elementMissing",
    # the presenter
    "deviceSignatureMissing",
    "deviceSignature",
]
ListRefusalCode = Literal[
    "malformed",
    "tooLarge",
    "signerUnknown",
    "signerExpired",
    "signerKeyUsage",
    "signature",
    "older",
    "sandbox",
    "noIssuer",
]


class Refused(Exception):
    """A presentation is refused. The error never contains its content."""

    def __init__(self, code: RefusalCode) -> None:
        super().__init__(code)
        self.code: RefusalCode = code


class ListRefused(Exception):
    """A list of issuers is refused."""

    def __init__(self, code: ListRefusalCode) -> None:
        super().__init__(code)
        self.code: ListRefusalCode = code
