"""The applications function's settings."""

from domains.agencies.settings import AgencySettings
from domains.messages.attachments import AttachmentSettings
from portal.http import HttpSettings


class ApplicationsSettings(HttpSettings, AgencySettings, AttachmentSettings):
    """Settings from the template."""

    users_table: str
    applications_table: str
    businesses_table: str
    names_snapshot: str  # the snapshot's file, relative to the folder of the functions
    reservations_table: str
