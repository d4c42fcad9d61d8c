"""The access log sealer's settings."""

from portal.mail import MailSettings


class SealerSettings(MailSettings):
    """Settings from the template."""

    access_log_table: str
    access_log_bucket: str
    access_log_key: str  # the ARN of the key in KMS that signs checkpoints
    access_log_former_key: str  # the ARN of the key before it, which signs the change to it; empty for none
    access_log_witness: str  # the email address that gets a checkpoint each day; empty for none
    portal_origin: str  # names the log
