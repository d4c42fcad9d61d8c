"""The local identity provider: an OpenID Connect server with hosted pages, for demonstration and tests.

It replaces Cognito or Azure AD B2C of a deployed portal. Tokens have Cognito's shape; errors that
leave its pages have B2C's.
"""

from infrastructure.sandbox.identity_provider.accounts import (
    SAMPLE_PASSWORD,
    SAMPLE_PEOPLE,
    Person,
)
from infrastructure.sandbox.identity_provider.provider import Provider
from infrastructure.sandbox.identity_provider.settings import (
    Message,
    MessageEvent,
    NotPossible,
    ProviderSettings,
)
from infrastructure.sandbox.identity_provider.tokens import SECOND_FACTOR_ACR

__all__ = [
    "SAMPLE_PASSWORD",
    "SAMPLE_PEOPLE",
    "SECOND_FACTOR_ACR",
    "Message",
    "MessageEvent",
    "NotPossible",
    "Person",
    "Provider",
    "ProviderSettings",
]
