"""The authentication function's settings."""

from typing import Literal

from domains.agencies.network import Network
from domains.assurance.enhanced_authentication import EnhancedAuthenticationSettings
from domains.assurance.slots import TryLimitSettings
from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class AuthenticationSettings(HttpSettings, EnhancedAuthenticationSettings, TryLimitSettings):
    """Settings from the template.

    Attributes:
        portal_origin: the portal's origin.
        eid_client_id: the portal's client id.
        eid_assurance: the `acr` value of a verified identity.
        eid_network: `public` allows only https to public addresses.
        mid_trust_list_signers_parameter: the parameter with the roots of the list's signature (PEM).
        mid_issuers: the required kind of issuers on that list.
        mid_network: allowed addresses of lists: `public`, or `any` for local development.
        mid_signer_parameter: the parameter with key and certificates for signing requests to wallets; empty
            to send them unsigned.
        mid_wallet: link prefix for wallets that scan a QR code.
        credit_bureau_key_parameter: the parameter with the portal's API key.
        credit_bureau_network: see `eid_network`.
        face_camera_role: the role that the browser assumes to stream video.
        face_camera_url: the page with the camera; empty for the portal's own.
        agency_network: see `NetworkRules`.
        agency_hosts: see `NetworkRules`.
        agency_credentials_prefix: prefix of the parameters with the secrets that sign calls to agencies.
        document_secret: keys the hashes of documents, and of names and birth dates.
    """

    tries_table: str
    users_table: str
    messages_table: str
    portal_origin: str
    eid_client_id: str
    eid_assurance: str
    eid_network: Network
    mid_trust_list_signers_parameter: str
    mid_issuers: Literal["government", "sandbox"]
    mid_network: Network
    mid_signer_parameter: str
    mid_wallet: str
    credit_bureau_key_parameter: str
    credit_bureau_network: Network
    face_camera_role: str
    face_camera_url: str
    subscriptions_table: str
    agencies_table: str
    agency_network: Network
    agency_hosts: str
    agency_credentials_prefix: str
    document_secret: RotatingSecret
