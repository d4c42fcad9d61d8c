"""The maintenance function's settings."""

from pydantic import BaseModel

from domains.agencies.network import Network


class MaintenanceSettings(BaseModel):
    """Settings from the template.

    Attributes:
        subscriptions_table: the table of connections.
        applications_table: the table of the applications.
        agencies_table: the table of catalog and breakers.
        messages_table: the table of the messages.
        replies_table: the table of the replies.
        attachments_bucket: the bucket of messages' files.
        agency_network: see `NetworkRules`.
        agency_hosts: see `NetworkRules`.
        agency_credentials_prefix: prefix of the parameters with the secrets that sign calls to agencies.
        powertools_metrics_namespace: the CloudWatch namespace.
    """

    subscriptions_table: str
    applications_table: str
    agencies_table: str
    messages_table: str
    replies_table: str
    attachments_bucket: str
    agency_network: Network
    agency_hosts: str
    agency_credentials_prefix: str
    powertools_metrics_namespace: str
