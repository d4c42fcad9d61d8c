"""The access log sealer's settings."""

from pydantic import BaseModel


class SealerSettings(BaseModel):
    """Settings from the template.

    Attributes:
        access_log_key: the ARN of the key in KMS that signs checkpoints.
        access_log_former_key: the ARN of the key before it, which signs the change to it; empty for none.
        access_log_witness: the email address that gets a checkpoint each day; empty for none.
        portal_origin: names the log.
    """

    access_log_table: str
    access_log_bucket: str
    access_log_key: str
    access_log_former_key: str
    access_log_witness: str
    portal_origin: str
    mail_sender: str
    mail_configuration_set: str
