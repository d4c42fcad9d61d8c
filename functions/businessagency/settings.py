"""The businessagency function's settings."""

from domains.agencies.settings import AgencySettings
from portal.http import HttpSettings


class BusinessAgencySettings(HttpSettings, AgencySettings):
    """Settings from the template."""

    agency_accounts_table: str
    users_table: str
