"""Sender of announcements. A call whose answer is lost is never repeated automatically.

Sources: the API references of SES v2 (SendEmail) and SNS (Publish), "Errors"; of botocore, its exceptions.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from botocore.exceptions import (
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    NoCredentialsError,
    NoRegionError,
    ParamValidationError,
    ProxyConnectionError,
)

from portal.aws import SENDING_READ_SECONDS, make_client
from portal.text import make_gsm_text

CLAIM_TAG = "claim"
"""The name of the tag by which an email is known whose answer was lost."""

_ONCE = 1

# Errors from before a request is sent.
_NEVER_SENT = (
    ConnectTimeoutError,
    EndpointConnectionError,
    NoCredentialsError,
    NoRegionError,
    ParamValidationError,
    ProxyConnectionError,
)

# Not retryable.
_FINAL = frozenset(
    {
        "BadRequestException",
        "MessageRejected",
        "InvalidParameter",
        "InvalidParameterException",
        "InvalidParameterValue",
        "OptedOut",
        "OptedOutException",
        "ValidationException",
    }
)


class NotSent(Exception):
    """The message was certainly not sent: the service refused it or was unreachable."""

    def __init__(self, code: str, *, is_final: bool) -> None:
        """Keep the reason.

        Args:
            code: error code of the service or the SDK, without personal data.
            is_final: whether retries are pointless.
        """
        super().__init__(code)
        self.code = code
        self.is_final = is_final


class OutcomeUnknown(Exception):
    """The service did not answer; the message may have been sent."""


class TextMessages:
    """Sends text messages, which are never logged."""

    @cached_property
    def _sns(self) -> Any:
        return make_client("sns", read_seconds=SENDING_READ_SECONDS, attempts=_ONCE)

    def send_text_message(self, number: str, text: str) -> str:
        """Send a text message.

        Args:
            number: in E.164 form.
            text: sent in the alphabet of GSM; see `portal.text.make_gsm_text`.

        Returns:
            SNS's id of the message.

        Raises:
            NotSent: the message was certainly not sent.
            OutcomeUnknown: the message may have been sent.
        """
        kind = {"DataType": "String", "StringValue": "Transactional"}
        return _read_id(
            lambda: self._sns.publish(
                PhoneNumber=number,
                Message=make_gsm_text(text),
                MessageAttributes={"AWS.SNS.SMS.SMSType": kind},
            )
        )


class Outbound(TextMessages):
    """Sends email and text messages, which are never logged."""

    def __init__(self, sender: str, configuration_set: str) -> None:
        """Send email from an address.

        Args:
            sender: address, verified in SES.
            configuration_set: SES configuration set, which routes the events of sent email.
        """
        self._sender = sender
        self._configuration_set = configuration_set

    @cached_property
    def _ses(self) -> Any:
        return make_client("sesv2", read_seconds=SENDING_READ_SECONDS, attempts=_ONCE)

    def send_email(self, address: str, message: bytes, claim_id: str) -> str:
        """Send an email to one address.

        Args:
            message: MIME message, ASCII only.
            claim_id: letters and digits; events contain it in `mail.tags` as `CLAIM_TAG`.

        Returns:
            SES's id of the message; events contain it as `mail.messageId`.

        Raises:
            NotSent: the message was certainly not sent.
            OutcomeUnknown: the message may have been sent.
        """
        return _read_id(
            lambda: self._ses.send_email(
                FromEmailAddress=self._sender,
                Destination={"ToAddresses": [address]},
                Content={"Raw": {"Data": message}},
                ConfigurationSetName=self._configuration_set,
                EmailTags=[{"Name": CLAIM_TAG, "Value": claim_id}],
            )
        )


def _read_id(call: Callable[[], Any]) -> str:
    try:
        return str(call()["MessageId"])
    except ClientError as error:
        code = error.response["Error"]["Code"]
        if code.isdecimal():
            # Without an error code, the answer came from an intermediary, and the outcome is unknown.
            raise OutcomeUnknown from error
        # The service answered that nothing was sent: throttled, refused, or failed inside the service.
        raise NotSent(code, is_final=code in _FINAL) from error
    except _NEVER_SENT as error:
        raise NotSent(type(error).__name__, is_final=isinstance(error, ParamValidationError)) from error
    except Exception as error:
        # For a missing, truncated, or malformed answer, the SDK raises various errors, or none.
        raise OutcomeUnknown from error
