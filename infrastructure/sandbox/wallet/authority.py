"""The authority of one data folder: the same root after each start, and the licenses of the sample people."""

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from cryptography import x509

from infrastructure.sandbox.samples import Owner
from infrastructure.sandbox.wallet.issue import (
    Certified,
    Holder,
    make_list_signer,
    make_request_signer,
    make_root,
    make_vical,
)

FILE = "wallet.json"
REVOCATIONS = "revocations"
_OTHER_NUMBER = "D00009999"


@dataclass(frozen=True)
class Authority:
    """The sandbox's authority."""

    root: Certified  # issuer of every certificate of the sandbox
    portal: Certified  # key of the local portal's signed requests
    address: str | None = None  # of the wallet's pages; None where it has none

    @property
    def revocation_list(self) -> str | None:
        """Address of the list of revoked certificates; None without one."""
        return f"{self.address}/{REVOCATIONS}" if self.address else None

    @cached_property
    def roots(self) -> list[x509.Certificate]:
        """Roots that the local portal trusts for the signer of the list."""
        return [self.root.certificate]

    def make_vical(self, now: datetime) -> bytes:
        """Return the list of issuers that the local portal reads; it has this authority alone."""
        return make_vical([self.root], make_list_signer(self.root, now), now, int(now.timestamp()))


def load_authority(folder: Path, host: str, now: datetime, address: str | None = None) -> Authority:
    """Return the authority of one data folder, which is made the first time.

    Args:
        host: of the portal.
        address: of the wallet's pages.
    """
    file = folder / FILE
    try:
        kept = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        root = make_root(now)
        kept = {"root": root.to_pem(), "portal": make_request_signer(root, host, now).to_pem()}
        folder.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(json.dumps(kept), "utf-8")
    return Authority(Certified.from_pem(kept["root"]), Certified.from_pem(kept["portal"]), address)


def find_holder(owner: Owner) -> Holder:
    """Return the license of a sample person."""
    person = owner.person
    return Holder(
        given_name=person.legal_first_name,
        family_name=person.legal_last_name,
        birth_date=person.date_of_birth,
        document_number=owner.license_number or _OTHER_NUMBER,
    )
