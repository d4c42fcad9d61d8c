"""The userservices function's settings."""

from domains.agencies.network import Network
from domains.assurance.slots import TryLimitSettings
from domains.people.wiring import PeopleSettings
from portal.http import HttpSettings


class UserServicesSettings(HttpSettings, TryLimitSettings, PeopleSettings):
    """Settings from the template.

    Attributes:
        access_log_table: the table of the access log.
        messages_table: the table of the messages.
        mail_sender: the sender of e-mail.
        deliveries_table: the table of the deliveries.
        subscriptions_table: the table of connections.
        businesses_table: the table of the businesses.
        applications_table: the table of the applications.
        agencies_table: the table of catalog and breakers.
        agency_network: see `NetworkRules`.
        agency_hosts: see `NetworkRules`.
        agency_credentials_prefix: prefix of the parameters with the secrets that sign calls to agencies.
        tries_table: the table of failed tries.
        questions_table: the table of the questions to support.
        document_secret: key for hashing names and birth dates in counts of tries.
    """

    access_log_table: str
    messages_table: str
    mail_sender: str
    deliveries_table: str
    subscriptions_table: str
    businesses_table: str
    applications_table: str
    agencies_table: str
    agency_network: Network
    agency_hosts: str
    agency_credentials_prefix: str
    tries_table: str
    questions_table: str
    document_secret: str
