"""The userservices function's settings."""

from domains.agencies.network import Network
from domains.assurance.slots import TryLimitSettings
from domains.people.wiring import PeopleSettings
from portal.http import HttpSettings
from portal.secrets import RotatingSecret


class UserServicesSettings(HttpSettings, TryLimitSettings, PeopleSettings):
    """Settings from the template."""

    access_log_table: str
    messages_table: str
    mail_sender: str
    mail_configuration_set: str
    deliveries_table: str
    subscriptions_table: str
    businesses_table: str
    applications_table: str
    agencies_table: str
    agency_network: Network  # see `NetworkRules`
    agency_hosts: str  # see `NetworkRules`
    agency_credentials_prefix: str  # prefix of the parameters with the secrets that sign calls to agencies
    tries_table: str
    questions_table: str
    document_secret: RotatingSecret  # key for hashing names and birth dates in counts of tries
