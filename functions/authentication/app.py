"""Wiring: the Lambda handler of the authentication group."""

import time
from collections.abc import Mapping
from functools import cache, partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import terms_gate
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
from portal.types import new_id, utc_now

if TYPE_CHECKING:
    from functions.authentication.mobile_id_requests import MobileIdRequests
    from functions.authentication.webauthn import RelyingParty
    from mobile_license.request_signer import RequestSigner


def _eid(settings: AuthenticationSettings) -> Provider:
    # Import on use: reading tokens makes the start of the function slower.
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


def _mid(settings: AuthenticationSettings) -> Provider:
    # Import on use, for the same reason.
    from domains.agencies.network import NetworkRules
    from domains.agencies.transport import Transport
    from functions.authentication.mobile_id import MobileId
    from functions.authentication.revocation_list_reader import RevocationListReader
    from functions.authentication.trust_list_reader import (
        MAX_LIST_BYTES,
        TrustListPublisher,
        TrustListReader,
        list_certificates,
    )

    publisher = TrustListPublisher(
        url=settings.mid_trust_list_url,
        signers=list_certificates(settings.mid_trust_list_signers),
        kind=settings.mid_issuers,
    )
    rules = NetworkRules(settings.mid_network, urlsplit(settings.mid_trust_list_url).hostname or "")
    transport = Transport(rules, largest_answer_bytes=MAX_LIST_BYTES)
    trust_list = TrustListReader(publisher, _repository, transport, utc_now, _recorder.record_trust_list)
    revocations = RevocationListReader(_repository, settings.mid_network, utc_now)
    return MobileId(_mid_requests(), trust_list, revocations, settings.document_secret, utc_now)


@cache
def _mid_requests() -> "MobileIdRequests":
    from functions.authentication.mobile_id_requests import MobileIdRequests

    return MobileIdRequests(
        portal_origin=_settings.portal_origin,
        signer=_mid_signer(_settings.mid_signer_parameter) if _settings.mid_signer_parameter else None,
        wallet=_settings.mid_wallet,
        clock=utc_now,
    )


def _mid_signer(parameter: str) -> "RequestSigner":
    from domains.agencies.signatures import NoCredentials, ParameterCredentials
    from mobile_license.request_signer import RequestSigner

    try:
        return RequestSigner.from_pem(ParameterCredentials("").get_secret(parameter))
    except NoCredentials:
        raise ProviderUnavailable("no key to sign requests with") from None


def _face(settings: AuthenticationSettings) -> Provider:
    # Import on use, for the same reason.
    from domains.agencies.catalog import Catalog
    from domains.agencies.catalog_table import CatalogTable
    from domains.agencies.subscriptions_table import SubscriptionsTable
    from domains.agencies.wiring import agency_client
    from functions.authentication.amazon_rekognition import FaceRecognition, FaceService

    service = FaceService(
        region=settings.face_region,
        camera_role=settings.face_camera_role,
        camera_url=settings.face_camera_url,
        return_url=f"{settings.portal_origin}/enhancedauthentication/face/camera",
    )
    catalog = Catalog(CatalogTable(settings.agencies_table), time.monotonic)
    subscriptions = SubscriptionsTable(settings.subscriptions_table)
    return FaceRecognition(service, catalog, subscriptions, agency_client(settings, utc_now))


def _credit_bureau(settings: AuthenticationSettings) -> Provider:
    # Import on use, for the same reason.
    from domains.agencies.network import NetworkRules
    from domains.agencies.signatures import ParameterCredentials
    from domains.agencies.transport import Transport
    from functions.authentication.credit_bureau import CreditBureau

    url = settings.credit_bureau_url
    rules = NetworkRules(settings.credit_bureau_network, urlsplit(url).hostname or "")
    return CreditBureau(url, ParameterCredentials(""), settings.credit_bureau_key_parameter, Transport(rules))


@cache
def _relying_party() -> "RelyingParty":
    # Import on use, for the same reason.
    from functions.authentication.webauthn import RelyingParty

    return RelyingParty(_settings.portal_origin)


@cache
def _passkeys() -> Provider:
    from functions.authentication.passkey_provider import PasskeyProvider

    return PasskeyProvider(_relying_party(), _repository, _inbox, utc_now)


def _enabled(settings: AuthenticationSettings) -> Mapping[TypeId, EnabledType]:
    limits = settings.try_limits
    offered: Mapping[TypeId, EnabledType] = {
        FACE: EnabledType(cache(partial(_face, settings)), limits[FACE], takes_slot_at_beginning=True),
        CREDIT_BUREAU: EnabledType(
            cache(partial(_credit_bureau, settings)),
            limits[CREDIT_BUREAU],
            takes_slot_at_beginning=True,
        ),
        EID: EnabledType(cache(partial(_eid, settings)), limits[EID]),
        MID: EnabledType(cache(partial(_mid, settings)), limits[MID]),
    }
    return {type_id: offered[type_id] for type_id in sorted(settings.enabled_types)}


_settings = load(AuthenticationSettings)
_repository = AuthenticationRepository(_settings.authentication_table)
_recorder = OutcomeRecorder(make_logger(), _settings.powertools_metrics_namespace)
_inbox = MessagesTable(_settings.messages_table)
_offered = _enabled(_settings)
_service = AuthenticationService(
    clock=utc_now,
    new_id=new_id,
    repository=_repository,
    tries=TriesTable(_settings.tries_table, _settings.document_secret),
    accounts=AccountRepository(_settings.users_table),
    inbox=_inbox,
    enabled=_offered,
    passkeys=_passkeys,
    recorder=_recorder,
)
_passkey_service = PasskeyService(
    clock=utc_now,
    new_id=new_id,
    repository=_repository,
    inbox=_inbox,
    relying_party=_relying_party,
    proof_types=frozenset(type_id for type_id in _offered if TYPES[type_id].assurance == "proof"),
)
_wallet_service = WalletService(
    clock=utc_now,
    repository=_repository,
    requests=_mid_requests,
    authentication=_service,
)
app = create_app(
    (routes, _service),
    (wallet_routes, _wallet_service),
    (passkey_routes, _passkey_service),
    settings=_settings,
    is_open_to=terms_gate(_settings.users_table),
)
