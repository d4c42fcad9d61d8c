"""The businesses function's settings."""

from portal.http import HttpSettings
from portal.mail import MailSettings
from portal.secrets import RotatingSecret


class BusinessesSettings(HttpSettings, MailSettings):
    """Settings from the template."""

    businesses_table: str
    plans_table: str
    applications_table: str
    users_table: str
    sending_secret: RotatingSecret  # keys the hashes of destinations; see `SendingLimits`
    portal_origin: str  # origin of invitations' links, without a trailing slash
