"""The authentication function's settings."""

from typing import Literal

from domains.agencies.network import Network
from domains.agencies.settings import AgencySettings
from domains.assurance.enhanced_authentication import EnhancedAuthenticationSettings
from domains.assurance.slots import TryLimitSettings
from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class AuthenticationSettings(HttpSettings, EnhancedAuthenticationSettings, TryLimitSettings, AgencySettings):
    """Settings from the template."""

    tries_table: str
    users_table: str
    messages_table: str
    portal_origin: str  # the portal's origin
    eid_client_id: str  # the portal's client id
    eid_assurance: str  # the `acr` value of a verified identity
    eid_network: Network  # `public` allows only https to public addresses
    mid_trust_list_signers_parameter: str  # the parameter with the roots of the list's signature (PEM)
    mid_issuers: Literal["government", "sandbox"]  # the required kind of issuers on that list
    mid_network: Network  # allowed addresses of lists: `public`, or `any` for local development
    # The parameter with key and certificates for signing requests to wallets; empty to send them unsigned.
    mid_signer_parameter: str
    mid_wallet: str  # link prefix for wallets that scan a QR code
    credit_bureau_key_parameter: str  # the parameter with the portal's API key
    credit_bureau_network: Network  # see `eid_network`
    face_camera_role: str  # the role that the browser assumes to stream video
    face_camera_url: str  # the page with the camera; empty for the portal's own
    subscriptions_table: str
    document_secret: RotatingSecret  # keys the hashes of documents, and of names and birth dates
