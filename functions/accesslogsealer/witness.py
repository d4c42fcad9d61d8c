"""The witness: somebody outside the portal who keeps a daily checkpoint."""

from dataclasses import dataclass

from portal.mail import Email, Mail

_SUBJECT = "Checkpoint of the access log"


def _make_text(checkpoint: str) -> str:
    return (
        "This is how far the access log of the portal goes today. Keep it: whoever has it can show whether "
        "anything that was in the log by then was taken out later.\n\n"
        f"{checkpoint}\n"
        "To compare the log with it, save this message and give the file to\n"
        "npm run verify-log -- --checkpoint FILE\n"
    )


@dataclass(frozen=True, slots=True)
class MailWitness:
    """Sends checkpoints to a witness by email."""

    mail: Mail
    address: str

    def send_checkpoint(self, checkpoint: str) -> None:
        """Send a checkpoint.

        Raises:
            MessageNotSent: it was not sent.
        """
        self.mail.send_email(self.address, Email(_SUBJECT, _make_text(checkpoint)))
