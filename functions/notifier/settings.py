"""The notifier function's settings."""

from pydantic import BaseModel


class NotifierSettings(BaseModel):
    """Each comes from the template.

    Attributes:
        messages_table: the table of the messages.
        deliveries_table: the table of what became of them.
        users_table: the table of the accounts.
        mail_sender: the address that e-mail comes from.
        mail_configuration_set: of SES; says where events of what is sent go.
        portal_origin: where people open the portal, without a slash at the end.
        unsubscribe_secret: signs the unsubscribe links.
        failures_queue_url: where it is kept what was given up.
        powertools_metrics_namespace: under which CloudWatch counts.
    """

    messages_table: str
    deliveries_table: str
    users_table: str
    mail_sender: str
    mail_configuration_set: str
    portal_origin: str
    unsubscribe_secret: str
    failures_queue_url: str
    powertools_metrics_namespace: str
