"""The web app's settings."""

from functions.configuration.contract import (
    AppSettings,
    BusinessOneStop,
    Help,
    OidcConfiguration,
    Security,
)
from functions.configuration.settings import ConfigurationSettings


def get_app_settings(settings: ConfigurationSettings) -> AppSettings:
    """Return the app settings of this stage."""
    return AppSettings(
        web_api_url=settings.web_api_url,
        security=Security(
            client_id=settings.security_client_id,
            b2c_scopes=settings.security_scopes.split(),
            oidc_configuration=OidcConfiguration(
                authority=settings.security_authority,
                redirect_url=settings.security_redirect_url,
                post_logout_redirect_uri=settings.security_post_logout_redirect_uri,
                sign_up_sign_in_policy=settings.security_sign_up_sign_in_policy,
                reset_password_policy=settings.security_reset_password_policy,
            ),
            second_factor_acr_values=settings.security_second_factor_acr_values,
            second_factor_claims=settings.security_second_factor_claims,
        ),
        help=Help(
            link_base_url=settings.help_link_base_url,
            default_help_content_page=settings.help_default_content_page,
        ),
        user_idle_timeout=settings.user_idle_timeout,
        business_one_stop=BusinessOneStop(
            is_visible=settings.business_one_stop_visible,
            help_line_number=settings.business_one_stop_help_line_number,
            un_cancellable_api_endpoints=[
                endpoint.strip()
                for endpoint in settings.uncancellable_api_endpoints.split(",")
                if endpoint.strip()
            ],
        ),
        message_count_refresh_interval=settings.message_count_refresh_interval,
        readiness_delay=settings.readiness_delay,
        privacy_officer_email=settings.privacy_officer_email,
        is_demonstration=settings.is_demonstration,
    )
