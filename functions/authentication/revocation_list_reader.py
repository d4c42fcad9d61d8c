"""Revoked document signers: fetches the issuer's list once a day and keeps the last good one.

Without it, documents signed with a stolen key would stay valid after the issuer revoked its certificate.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from domains.agencies.network import Network, NetworkRules
from domains.agencies.transport import Transport
from functions.authentication.calls import fetch
from functions.authentication.provider import AuthenticationProviderUnavailable
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.revocation_list import RevocationList
from functions.authentication.trust_list_reader import FETCHED_EVERY, MAX_LIST_BYTES
from mobile_license.refusal import ListRefused
from mobile_license.trust import TrustedIssuers
from portal.types import Clock

_MAX_ADDRESSES = 2


@dataclass(frozen=True, slots=True)
class RevocationListReader:
    """Removes revoked signers from the trusted issuers."""

    repository: AuthenticationRepository
    # Allowed addresses of lists. A trusted issuer names them in its certificates and signs the list, so http
    # is acceptable.
    network: Network
    clock: Clock

    def remove_revoked(self, trusted: TrustedIssuers, addresses: Sequence[str]) -> TrustedIssuers:
        """Return the issuers, without an issuer's revoked certificates.

        Args:
            addresses: mirrors of the issuer's list; none if the issuer publishes no list.

        Raises:
            AuthenticationProviderUnavailable: the list cannot be fetched, and no stored one is still valid.
        """
        if not addresses:
            return trusted
        failure = ""
        for address in addresses[:_MAX_ADDRESSES]:
            try:
                return self._read(trusted, address)
            except AuthenticationProviderUnavailable as error:
                failure = str(error)
        raise AuthenticationProviderUnavailable(f"no revocation list: {failure}")

    def _read(self, trusted: TrustedIssuers, address: str) -> TrustedIssuers:
        now = self.clock()
        name = hashlib.sha256(address.encode()).hexdigest()
        stored = self.repository.get_revocation_list(name)
        if stored and now < stored.fetched_at + FETCHED_EVERY:
            try:
                return trusted.with_revoked(stored.document, now)
            except ListRefused:
                stored = None
        try:
            newest = self._fetch(address)
            checked = trusted.with_revoked(newest, now)
        except (ListRefused, AuthenticationProviderUnavailable) as error:
            if stored is None:
                raise AuthenticationProviderUnavailable(str(error)) from None
            try:
                return trusted.with_revoked(stored.document, now)
            except ListRefused:
                raise AuthenticationProviderUnavailable(str(error)) from None
        self.repository.save_revocation_list(RevocationList(name, newest, now))
        return checked

    def _fetch(self, address: str) -> bytes:
        rules = NetworkRules(self.network, urlsplit(address).hostname or "", is_plain_allowed=True)
        return fetch(Transport(rules, largest_answer_bytes=MAX_LIST_BYTES), address)
