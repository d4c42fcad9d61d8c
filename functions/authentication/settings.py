"""The authentication function's settings."""

from typing import Annotated

from pydantic import Field

from portal.agencies.network import Network
from portal.http import HttpSettings


class AuthenticationSettings(HttpSettings):
    """Each comes from the template.

    Attributes:
        authentication_table: the table of statuses, attempts and tries.
        users_table: the table of the accounts.
        messages_table: the table of the messages.
        portal_origin: where people open the portal.
        eid_issuer: the identity service of EID; empty where there is none.
        eid_client_id: the portal's name there.
        eid_assurance: the value of the claim `acr` that stands for a proven identity.
        eid_max_failures: so many within 24 hours lock EID. NIST SP 800-63B-4, section 3.2.2, allows 100
            failures in a row.
        eid_network: `public` calls public addresses by https only.
    """

    authentication_table: str
    users_table: str
    messages_table: str
    portal_origin: str
    eid_issuer: str
    eid_client_id: str
    eid_assurance: str
    eid_max_failures: Annotated[int, Field(ge=1, le=100)]
    eid_network: Network
