"""The maintenance function's settings."""

from pydantic import BaseModel

from domains.agencies.network import Network


class MaintenanceSettings(BaseModel):
    """Each comes from the template.

    Attributes:
        subscriptions_table: the table of what people hold.
        applications_table: the table of the applications.
        agencies_table: the table of the catalog and the breakers.
        messages_table: the table of the messages.
        replies_table: the table of the replies.
        attachments_bucket: where files of messages are kept.
        agency_network: see `NetworkRules`.
        agency_hosts: see `NetworkRules`.
        agency_credentials_prefix: of the parameters with the secrets that sign calls to agencies.
        powertools_metrics_namespace: under which CloudWatch counts.
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
