"""The users of a user pool in Amazon Cognito.

Source: the Amazon Cognito user pools API reference, AdminGetUser and AdminDeleteUserAttributes.
"""

from functools import cached_property
from typing import Any

from portal.aws import make_client

_AUTHENTICATOR_APP = "SOFTWARE_TOKEN_MFA"


class AmazonCognito:
    """Reads and changes users; each method raises botocore's errors."""

    def has_authenticator_app(self, pool_id: str, user_name: str) -> bool:
        """Tell if sign-ins of a user ask for a code of their authenticator app."""
        user = self._client.admin_get_user(UserPoolId=pool_id, Username=user_name)
        return (
            _AUTHENTICATOR_APP in user.get("UserMFASettingList", [])
            and user.get("PreferredMfaSetting") == _AUTHENTICATOR_APP
        )

    def delete_attribute(self, pool_id: str, user_name: str, attribute: str) -> None:
        """Delete an attribute of a user."""
        self._client.admin_delete_user_attributes(
            UserPoolId=pool_id, Username=user_name, UserAttributeNames=[attribute]
        )

    @cached_property
    def _client(self) -> Any:
        # Cognito waits five seconds for the trigger.
        return make_client("cognito-idp", read_seconds=1)
