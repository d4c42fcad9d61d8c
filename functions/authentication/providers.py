"""The providers of enhanced authentication, made from the settings on first use."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from domains.assurance.enhanced_authentication import CREDIT_BUREAU, EID, FACE, MID, TypeId
from domains.messages.messages_table import MessagesTable
from functions.authentication.provider import AuthenticationProviderUnavailable, Provider
from functions.authentication.recorder import OutcomeRecorder
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.service import EnabledType
from functions.authentication.settings import AuthenticationSettings
from portal.observability import Telemetry
from portal.types import get_utc_now

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

    from functions.authentication.mobile_id_requests import MobileIdRequests
    from functions.authentication.webauthn import RelyingParty
    from mobile_license.request_signer import RequestSigner


def _read_mid_roots(parameter: str) -> "Sequence[Certificate]":
    from cryptography.x509 import load_pem_x509_certificates

    from domains.agencies.signatures import NoCredentials, ParameterCredentials

    try:
        return load_pem_x509_certificates(ParameterCredentials("").get_secret(parameter))
    except NoCredentials:
        raise AuthenticationProviderUnavailable("no roots to verify the list of issuers with") from None


def _make_mid_signer(parameter: str) -> "RequestSigner":
    from domains.agencies.signatures import NoCredentials, ParameterCredentials
    from mobile_license.request_signer import RequestSigner

    try:
        return RequestSigner.from_pem(ParameterCredentials("").get_secret(parameter))
    except NoCredentials:
        raise AuthenticationProviderUnavailable("no key to sign requests with") from None


@dataclass(frozen=True)
class Providers:
    """Makes each provider when a request first needs it: the token libraries slow the cold start."""

    settings: AuthenticationSettings
    telemetry: Telemetry
    repository: AuthenticationRepository
    recorder: OutcomeRecorder
    inbox: MessagesTable

    def make_eid(self) -> Provider:
        from domains.agencies.network import NetworkRules
        from domains.agencies.transport import Transport
        from functions.authentication.eid import EidService, ElectronicIdentity

        service = EidService(
            issuer=self.settings.eid_issuer,
            client_id=self.settings.eid_client_id,
            assurance=self.settings.eid_assurance,
            portal_origin=self.settings.portal_origin,
        )
        rules = NetworkRules(self.settings.eid_network, urlsplit(self.settings.eid_issuer).hostname or "")
        return ElectronicIdentity(service, Transport(rules), time.monotonic)

    def make_face(self) -> Provider:
        from domains.agencies.catalog import Catalog
        from domains.agencies.catalog_table import CatalogTable
        from domains.agencies.subscriptions_table import SubscriptionsTable
        from domains.agencies.wiring import make_agency_client
        from functions.authentication.amazon_rekognition import FaceRecognition, FaceService

        service = FaceService(
            region=self.settings.face_region,
            camera_role=self.settings.face_camera_role,
            camera_url=self.settings.face_camera_url,
            return_url=f"{self.settings.portal_origin}/enhancedauthentication/face/camera",
        )
        catalog = Catalog(CatalogTable(self.settings.agencies_table), time.monotonic)
        subscriptions = SubscriptionsTable(self.settings.subscriptions_table)
        return FaceRecognition(
            service, catalog, subscriptions, make_agency_client(self.settings, self.telemetry, get_utc_now)
        )

    def make_credit_bureau(self) -> Provider:
        from domains.agencies.network import NetworkRules
        from domains.agencies.signatures import ParameterCredentials
        from domains.agencies.transport import Transport
        from functions.authentication.credit_bureau import CreditBureau

        url = self.settings.credit_bureau_url
        rules = NetworkRules(self.settings.credit_bureau_network, urlsplit(url).hostname or "")
        return CreditBureau(
            url, ParameterCredentials(""), self.settings.credit_bureau_key_parameter, Transport(rules)
        )

    def make_mid(self) -> Provider:
        from domains.agencies.network import NetworkRules
        from domains.agencies.transport import Transport
        from functions.authentication.mobile_id import MobileId
        from functions.authentication.revocation_list_reader import RevocationListReader
        from functions.authentication.trust_list_reader import (
            MAX_LIST_BYTES,
            TrustListPublisher,
            TrustListReader,
        )

        publisher = TrustListPublisher(
            url=self.settings.mid_trust_list_url,
            signers=_read_mid_roots(self.settings.mid_trust_list_signers_parameter),
            kind=self.settings.mid_issuers,
        )
        rules = NetworkRules(
            self.settings.mid_network, urlsplit(self.settings.mid_trust_list_url).hostname or ""
        )
        transport = Transport(rules, largest_answer_bytes=MAX_LIST_BYTES)
        trust_list = TrustListReader(
            publisher, self.repository, transport, get_utc_now, self.recorder.record_trust_list
        )
        revocations = RevocationListReader(self.repository, self.settings.mid_network, get_utc_now)
        return MobileId(
            self.mid_requests, trust_list, revocations, self.settings.document_secret, get_utc_now
        )

    @cached_property
    def mid_requests(self) -> "MobileIdRequests":
        from functions.authentication.mobile_id_requests import MobileIdRequests

        parameter = self.settings.mid_signer_parameter
        return MobileIdRequests(
            portal_origin=self.settings.portal_origin,
            signer=_make_mid_signer(parameter) if parameter else None,
            wallet=self.settings.mid_wallet,
            clock=get_utc_now,
        )

    @cached_property
    def relying_party(self) -> "RelyingParty":
        from functions.authentication.webauthn import RelyingParty

        return RelyingParty(self.settings.portal_origin)

    @cached_property
    def passkeys(self) -> Provider:
        from functions.authentication.passkey_provider import PasskeyProvider

        return PasskeyProvider(self.relying_party, self.repository, self.inbox, get_utc_now)

    def list_enabled(self) -> Mapping[TypeId, EnabledType]:
        limits = self.settings.try_limits
        offered: Mapping[TypeId, EnabledType] = {
            FACE: EnabledType(cache(self.make_face), limits[FACE], takes_slot_at_beginning=True),
            CREDIT_BUREAU: EnabledType(
                cache(self.make_credit_bureau), limits[CREDIT_BUREAU], takes_slot_at_beginning=True
            ),
            EID: EnabledType(cache(self.make_eid), limits[EID]),
            MID: EnabledType(cache(self.make_mid), limits[MID]),
        }
        return {type_id: offered[type_id] for type_id in sorted(self.settings.enabled_types)}
