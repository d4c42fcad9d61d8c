"""The businesses function's settings."""

from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class BusinessesSettings(HttpSettings):
    """Settings from the template."""

    businesses_table: str
    plans_table: str
    applications_table: str
    users_table: str
    sending_secret: RotatingSecret  # keys the hashes of destinations; see `SendingLimits`
    mail_sender: str
    mail_configuration_set: str
    portal_origin: str  # origin of invitations' links, without a trailing slash
