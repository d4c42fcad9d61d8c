"""The authentication function's settings."""

from typing import Literal

from domains.agencies.network import Network
from domains.assurance.enhanced_authentication import EnhancedAuthenticationSettings
from domains.assurance.slots import TryLimitSettings
from portal.http import HttpSettings


class AuthenticationSettings(HttpSettings, EnhancedAuthenticationSettings, TryLimitSettings):
    """Each comes from the template.

    Attributes:
        tries_table: the table of failed tries.
        users_table: the table of the accounts.
        messages_table: the table of the messages.
        portal_origin: where people open the portal.
        eid_client_id: the portal's name there.
        eid_assurance: the value of the claim `acr` that stands for a proven identity.
        eid_network: `public` calls public addresses by https only.
        mid_trust_list_signers: the roots of its signature, each a certificate (DER in Base64), with spaces
            between them.
        mid_issuers: of whom that list is; one of the other kind is refused.
        mid_network: of which addresses the lists are fetched: `public` or, on a machine without them, `any`.
        mid_signer_parameter: where the Parameter Store has the key and the certificates with which requests
            to wallets are signed; empty where they are not.
        mid_wallet: what wallets listen to that scan a QR code.
        credit_bureau_key_parameter: where the Parameter Store has the key with which the portal names itself.
        credit_bureau_network: as `eid_network`.
        face_camera_role: which the browser takes to stream what the camera sees.
        face_camera_url: the page that has the camera; empty for the portal's own.
        subscriptions_table: the table of what people are connected with.
        agencies_table: the table of the catalog and the breakers.
        agency_network: see `NetworkRules`.
        agency_hosts: see `NetworkRules`.
        agency_credentials_prefix: of the parameters with the secrets that sign calls to agencies.
        document_secret: keys the hashes of documents, and of names and birth dates.
    """

    tries_table: str
    users_table: str
    messages_table: str
    portal_origin: str
    eid_client_id: str
    eid_assurance: str
    eid_network: Network
    mid_trust_list_signers: str
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
    document_secret: str
