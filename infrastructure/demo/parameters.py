"""The parameters that the local cloud gives to template.yaml."""

from infrastructure.sandbox.credit_bureau import CREDIT_BUREAU
from infrastructure.sandbox.eid import CLIENT_ID as EID_CLIENT_ID
from infrastructure.sandbox.eid import EID
from infrastructure.sandbox.face import CAMERA
from infrastructure.sandbox.identity_provider import (
    SECOND_FACTOR_ACR,
)
from infrastructure.sandbox.wallet.service import WALLET
from infrastructure.settings import ISSUER, REGION, LocalSettings

CLIENT_ID = "portal-web"


STAGE = "dev"


MAIL_SENDER = "no-reply@portal.example"


def make_parameters(settings: LocalSettings) -> dict[str, str]:
    """Return the parameters of template.yaml without Cognito: an external provider on another port."""
    parameters = {
        "Stage": STAGE,
        "IdentityProvider": "external",
        "TokenShape": "cognito",
        "ExternalIssuer": ISSUER,
        "ExternalJwksUri": f"{settings.identity_origin}/.well-known/jwks.json",
        "ExternalAudience": CLIENT_ID,
        "ExternalAuthority": settings.identity_origin,
        "SignUpSignInPolicy": "B2C_1_sign_up_sign_in",
        "ResetPasswordPolicy": "B2C_1_reset_password",
        "SecondFactorAcrValues": SECOND_FACTOR_ACR,
        "PortalOrigin": settings.portal_origin,
        "MailSender": MAIL_SENDER,
        "AgencyNetwork": "any",
        "AttachmentScan": "off",
        "AgencyHosts": "*",
        "EidIssuer": f"{settings.agencies_origin}/{EID}",
        "EidClientId": EID_CLIENT_ID,
        "EidNetwork": "any",
        "FaceRegion": REGION,
        "FaceCameraUrl": f"{settings.agencies_origin}/{CAMERA}",
        "CreditBureauUrl": f"{settings.agencies_origin}/{CREDIT_BUREAU}",
        "CreditBureauNetwork": "any",
        "MidTrustListUrl": f"{settings.agencies_origin}/{WALLET}/trustlist",
        "MidIssuers": "sandbox",
        "MidNetwork": "any",
        "MidSignsRequests": "true",
        "MidWallet": f"{settings.agencies_origin}/{WALLET}",
        "NamesSnapshot": str(settings.names_snapshot),
    }
    if settings.readiness_delay is not None:
        parameters["ReadinessDelayMilliseconds"] = str(settings.readiness_delay)
    return parameters
