"""Reasons to refuse a device response."""

from typing import Literal

RefusalCode = Literal[
    # the form
    "malformed",
    "tooLarge",
    "tooDeep",
    # the way from the wallet
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
    # who issued it
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
    # who presents it
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
    """A presentation is not taken. Nothing of what it says is in here."""

    def __init__(self, code: RefusalCode) -> None:
        super().__init__(code)
        self.code: RefusalCode = code


class ListRefused(Exception):
    """A list of issuers is not taken."""

    def __init__(self, code: ListRefusalCode) -> None:
        super().__init__(code)
        self.code: ListRefusalCode = code
