"""The configuration function's settings, which it returns to the web app."""

from typing import Annotated

from pydantic import Field

from portal.http import HttpSettings


class ConfigurationSettings(HttpSettings):
    """Settings from parameters of the template; see docs/deploy.md."""

    web_api_url: str
    security_client_id: str
    security_scopes: str  # separated by spaces, as in OIDC
    security_authority: str
    security_redirect_url: str
    security_post_logout_redirect_uri: str
    security_sign_up_sign_in_policy: str
    security_reset_password_policy: str
    security_second_factor_acr_values: str  # separated by spaces, as in OIDC; may be empty
    security_second_factor_claims: str  # JSON, as in OIDC; may be empty
    help_link_base_url: str
    help_default_content_page: str
    user_idle_timeout: Annotated[int, Field(ge=60, le=3600)]
    business_one_stop_visible: bool
    business_one_stop_help_line_number: str
    uncancellable_api_endpoints: str  # separated by commas
    message_count_refresh_interval: Annotated[int, Field(ge=10, le=3600)]
    readiness_delay: Annotated[int, Field(ge=0, le=5000)]
    privacy_officer_email: str
    is_demonstration: bool
