"""Wiring: the Lambda handler of the authentication group."""

import time
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.assurance.enhanced_authentication import CREDIT_BUREAU, EID, FACE, MID, TypeId
from domains.assurance.tries_table import TriesTable
from domains.messages.messages_table import MessagesTable
from functions.authentication.passkey_routes import routes as passkey_routes
from functions.authentication.passkey_service import PasskeyService
from functions.authentication.provider import Provider, ProviderUnavailable
from functions.authentication.recorder import OutcomeRecorder
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.routes import routes
from functions.authentication.service import AuthenticationService, EnabledType
from functions.authentication.settings import AuthenticationSettings
from functions.authentication.types import TYPES
from functions.authentication.wallet_routes import routes as wallet_routes
from functions.authentication.wallet_service import WalletService
from portal.http import create_app
from portal.observability import make_logger
from portal.settings import load
from portal.types import get_utc_now, make_id

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

    from functions.authentication.mobile_id_requests import MobileIdRequests
    from functions.authentication.webauthn import RelyingParty
    from mobile_license.request_signer import RequestSigner


def _make_eid(settings: AuthenticationSettings) -> Provider:
    # Import on use: the token libraries slow the cold start.
    from domains.agencies.network import NetworkRules
    from domains.agencies.transport import Transport
    from functions.authentication.eid import EidService, ElectronicIdentity

    service = EidService(
        issuer=settings.eid_issuer,
        client_id=settings.eid_client_id,
        assurance=settings.eid_assurance,
        portal_origin=settings.portal_origin,
    )
    rules = NetworkRules(settings.eid_network, urlsplit(settings.eid_issuer).hostname or "")
    return ElectronicIdentity(service, Transport(rules), time.monotonic)


def _make_mid(settings: AuthenticationSettings) -> Provider:
    # Import on use: see above.
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
        url=settings.mid_trust_list_url,
        signers=_read_mid_roots(settings.mid_trust_list_signers_parameter),
        kind=settings.mid_issuers,
    )
    rules = NetworkRules(settings.mid_network, urlsplit(settings.mid_trust_list_url).hostname or "")
    transport = Transport(rules, largest_answer_bytes=MAX_LIST_BYTES)
    trust_list = TrustListReader(publisher, _repository, transport, get_utc_now, _recorder.record_trust_list)
    revocations = RevocationListReader(_repository, settings.mid_network, get_utc_now)
    return MobileId(_make_mid_requests(), trust_list, revocations, settings.document_secret, get_utc_now)


@cache
def _make_mid_requests() -> "MobileIdRequests":
    from functions.authentication.mobile_id_requests import MobileIdRequests

    return MobileIdRequests(
        portal_origin=_settings.portal_origin,
        signer=_make_mid_signer(_settings.mid_signer_parameter) if _settings.mid_signer_parameter else None,
        wallet=_settings.mid_wallet,
        clock=get_utc_now,
    )


def _read_mid_roots(parameter: str) -> "Sequence[Certificate]":
    from cryptography.x509 import load_pem_x509_certificates

    from domains.agencies.signatures import NoCredentials, ParameterCredentials

    try:
        return load_pem_x509_certificates(ParameterCredentials("").get_secret(parameter))
    except NoCredentials:
        raise ProviderUnavailable("no roots to verify the list of issuers with") from None


def _make_mid_signer(parameter: str) -> "RequestSigner":
    from domains.agencies.signatures import NoCredentials, ParameterCredentials
    from mobile_license.request_signer import RequestSigner

    try:
        return RequestSigner.from_pem(ParameterCredentials("").get_secret(parameter))
    except NoCredentials:
        raise ProviderUnavailable("no key to sign requests with") from None


def _make_face(settings: AuthenticationSettings) -> Provider:
    # Import on use: see above.
    from domains.agencies.catalog import Catalog
    from domains.agencies.catalog_table import CatalogTable
    from domains.agencies.subscriptions_table import SubscriptionsTable
    from domains.agencies.wiring import make_agency_client
    from functions.authentication.amazon_rekognition import FaceRecognition, FaceService

    service = FaceService(
        region=settings.face_region,
        camera_role=settings.face_camera_role,
        camera_url=settings.face_camera_url,
        return_url=f"{settings.portal_origin}/enhancedauthentication/face/camera",
    )
    catalog = Catalog(CatalogTable(settings.agencies_table), time.monotonic)
    subscriptions = SubscriptionsTable(settings.subscriptions_table)
    return FaceRecognition(service, catalog, subscriptions, make_agency_client(settings, get_utc_now))


def _make_credit_bureau(settings: AuthenticationSettings) -> Provider:
    # Import on use: see above.
    from domains.agencies.network import NetworkRules
    from domains.agencies.signatures import ParameterCredentials
    from domains.agencies.transport import Transport
    from functions.authentication.credit_bureau import CreditBureau

    url = settings.credit_bureau_url
    rules = NetworkRules(settings.credit_bureau_network, urlsplit(url).hostname or "")
    return CreditBureau(url, ParameterCredentials(""), settings.credit_bureau_key_parameter, Transport(rules))


@cache
def _make_relying_party() -> "RelyingParty":
    # Import on use: see above.
    from functions.authentication.webauthn import RelyingParty

    return RelyingParty(_settings.portal_origin)


@cache
def _make_passkeys() -> Provider:
    from functions.authentication.passkey_provider import PasskeyProvider

    return PasskeyProvider(_make_relying_party(), _repository, _inbox, get_utc_now)


def _list_enabled(settings: AuthenticationSettings) -> Mapping[TypeId, EnabledType]:
    limits = settings.try_limits
    offered: Mapping[TypeId, EnabledType] = {
        FACE: EnabledType(cache(partial(_make_face, settings)), limits[FACE], takes_slot_at_beginning=True),
        CREDIT_BUREAU: EnabledType(
            cache(partial(_make_credit_bureau, settings)),
            limits[CREDIT_BUREAU],
            takes_slot_at_beginning=True,
        ),
        EID: EnabledType(cache(partial(_make_eid, settings)), limits[EID]),
        MID: EnabledType(cache(partial(_make_mid, settings)), limits[MID]),
    }
    return {type_id: offered[type_id] for type_id in sorted(settings.enabled_types)}


_settings = load(AuthenticationSettings)
_repository = AuthenticationRepository(_settings.authentication_table)
_recorder = OutcomeRecorder(make_logger(), _settings.powertools_metrics_namespace)
_inbox = MessagesTable(_settings.messages_table)
_offered = _list_enabled(_settings)
_service = AuthenticationService(
    clock=get_utc_now,
    new_id=make_id,
    repository=_repository,
    tries=TriesTable(_settings.tries_table, _settings.document_secret),
    accounts=AccountRepository(_settings.users_table),
    inbox=_inbox,
    enabled=_offered,
    passkeys=_make_passkeys,
    recorder=_recorder,
)
_passkey_service = PasskeyService(
    clock=get_utc_now,
    new_id=make_id,
    repository=_repository,
    inbox=_inbox,
    relying_party=_make_relying_party,
    proof_types=frozenset(type_id for type_id in _offered if TYPES[type_id].assurance == "proof"),
)
_wallet_service = WalletService(
    clock=get_utc_now,
    repository=_repository,
    requests=_make_mid_requests,
    authentication=_service,
)
app = create_app(
    (routes, _service),
    (wallet_routes, _wallet_service),
    (passkey_routes, _passkey_service),
    settings=_settings,
    is_open_to=make_terms_gate(_settings.users_table),
)
