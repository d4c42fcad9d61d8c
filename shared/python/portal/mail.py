"""Sends e-mail through SES and text messages through SNS."""

from functools import cached_property
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from portal.errors import Unavailable
from portal.language import Text

_ATTEMPTS = 2


class MessageNotSent(Unavailable):
    code = "messageNotSent"
    text = Text(
        en="The message could not be sent. Try again in a few minutes.",
        es="No se pudo enviar el mensaje. Inténtelo de nuevo en unos minutos.",
    )


class Mail:
    """The portal's way to a person's inbox and phone. Nothing sent is logged."""

    def __init__(self, sender: str) -> None:
        """Send e-mail from that address, which SES must have verified."""
        self._sender = sender

    @cached_property
    def _ses(self) -> Any:
        return mail_client("sesv2", _ATTEMPTS)

    @cached_property
    def _sns(self) -> Any:
        return mail_client("sns", _ATTEMPTS)

    def send_email(self, address: str, subject: str, text: str) -> None:
        """Send a plain-text e-mail.

        Raises:
            MessageNotSent: SES refused it or did not answer.
        """
        message = {"Subject": {"Data": subject}, "Body": {"Text": {"Data": text}}}
        try:
            self._ses.send_email(
                FromEmailAddress=self._sender,
                Destination={"ToAddresses": [address]},
                Content={"Simple": message},
            )
        except (BotoCoreError, ClientError) as error:
            raise MessageNotSent from error

    def send_text_message(self, number: str, text: str) -> None:
        """Send a text message to a number in E.164 form.

        Raises:
            MessageNotSent: SNS refused it or did not answer.
        """
        try:
            self._sns.publish(PhoneNumber=number, Message=text)
        except (BotoCoreError, ClientError) as error:
            raise MessageNotSent from error


def mail_client(service: str, attempts: int) -> Any:
    """A client of a service that sends, or keeps what could not be sent; it answers or fails soon.

    Args:
        attempts: how often a call is sent at most. With more than one, what is sent may arrive twice when the
            first answer is lost.
    """
    # Imported on the first message only: most starts of a function send none, and it costs them 40 ms.
    import boto3

    patience = Config(connect_timeout=1, read_timeout=4, retries={"total_max_attempts": attempts})
    return boto3.client(service, config=patience)
