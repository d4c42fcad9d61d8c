"""The userservices function's settings."""

from domains.agencies.settings import AgencySettings
from domains.assurance.slots import TryLimitSettings
from domains.people.wiring import PeopleSettings
from portal.http import HttpSettings
from portal.mail import MailSettings
from portal.secrets import RotatingSecret


class UserServicesSettings(HttpSettings, TryLimitSettings, PeopleSettings, AgencySettings, MailSettings):
    """Settings from the template."""

    access_log_table: str
    messages_table: str
    deliveries_table: str
    subscriptions_table: str
    businesses_table: str
    applications_table: str
    tries_table: str
    questions_table: str
    document_secret: RotatingSecret  # key for hashing names and birth dates in counts of tries
