"""The reply of the configuration route: every app setting of the specification's section 3."""

from pydantic import Field

from portal.contract import Contract


class OidcConfiguration(Contract):
    """Configuration of the identity provider; redirect names are those of the OIDC client library."""

    authority: str
    redirect_url: str
    post_logout_redirect_uri: str = Field(alias="post_logout_redirect_uri")
    sign_up_sign_in_policy: str
    reset_password_policy: str


class Security(Contract):
    """The web app's client settings at the identity provider.

    `second_factor_acr_values` is the `acr_values` of a sign-in with a second factor (OpenID Connect Core,
    section 3.1.2.1), and `second_factor_claims` its `claims` (section 5.5). Each is empty if the provider
    does not use it.
    """

    client_id: str
    b2c_scopes: list[str] = Field(alias="b2cScopes")
    oidc_configuration: OidcConfiguration
    second_factor_acr_values: str
    second_factor_claims: str


class Help(Contract):
    """The addresses of the help pages."""

    link_base_url: str
    default_help_content_page: str


class BusinessOneStop(Contract):
    """Settings of the business branding."""

    is_visible: bool
    help_line_number: str
    un_cancellable_api_endpoints: list[str]


class AppSettings(Contract):
    """The public settings that the web app reads first.

    `user_idle_timeout` and `message_count_refresh_interval` are seconds; `readiness_delay` is milliseconds
    between the user's details and the first page.
    """

    web_api_url: str
    security: Security
    help: Help
    user_idle_timeout: int
    business_one_stop: BusinessOneStop
    message_count_refresh_interval: int
    readiness_delay: int
    privacy_officer_email: str
    is_demonstration: bool
