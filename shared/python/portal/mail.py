"""Email through SES and text messages through SNS."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError
from pydantic import BaseModel

from portal.aws import SENDING_READ_SECONDS, make_client
from portal.errors import Unavailable
from portal.language import Text
from portal.text import make_gsm_text


class MessageNotSent(Unavailable):
    code = "messageNotSent"
    text = Text(
        en="We could not send the message. Try again in a few minutes.",
        es="No se pudo enviar el mensaje. Inténtelo de nuevo en unos minutos.",
    )


class MailSettings(BaseModel):
    """Settings of every function that sends email."""

    mail_sender: str  # address, verified in SES
    mail_configuration_set: str  # in SES: requires TLS, and publishes bounces and complaints


@dataclass(frozen=True, slots=True)
class Email:
    """A plain-text email."""

    subject: str
    text: str


@dataclass(frozen=True)
class Mail:
    """Sends email and text messages, which are never logged."""

    settings: MailSettings

    @cached_property
    def _ses(self) -> Any:
        return make_client("sesv2", read_seconds=SENDING_READ_SECONDS)

    @cached_property
    def _sns(self) -> Any:
        return make_client("sns", read_seconds=SENDING_READ_SECONDS)

    def send_email(self, address: str, email: Email) -> None:
        """Send an email.

        Raises:
            MessageNotSent: SES refused it or did not answer.
        """
        message = {"Subject": {"Data": email.subject}, "Body": {"Text": {"Data": email.text}}}
        try:
            self._ses.send_email(
                FromEmailAddress=self.settings.mail_sender,
                Destination={"ToAddresses": [address]},
                Content={"Simple": message},
                ConfigurationSetName=self.settings.mail_configuration_set,
            )
        except (BotoCoreError, ClientError) as error:
            raise MessageNotSent from error

    def send_text_message(self, number: str, text: str) -> None:
        """Send a text message, in the alphabet of GSM, to a number in E.164 form.

        Raises:
            MessageNotSent: SNS refused it or did not answer.
        """
        try:
            self._sns.publish(PhoneNumber=number, Message=make_gsm_text(text))
        except (BotoCoreError, ClientError) as error:
            raise MessageNotSent from error
