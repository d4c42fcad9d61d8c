"""Sends what announces a message, once: a call whose answer is lost is never sent again by itself.

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

CLAIM_TAG = "claim"
"""The name of the tag by which an e-mail is known whose answer was lost."""

_ONCE = 1

# Raised before anything went to the service.
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
    """Certainly not sent: the service refused it, or could not be reached at all."""

    def __init__(self, code: str, *, is_final: bool) -> None:
        """Say why.

        Args:
            code: the service's or the SDK's name for it, which names nobody.
            is_final: whether another try would be answered alike.
        """
        super().__init__(code)
        self.code = code
        self.is_final = is_final


class OutcomeUnknown(Exception):
    """The service did not answer; it may have been sent."""


class TextMessages:
    """The way to people's phones. Nothing sent is logged."""

    @cached_property
    def _sns(self) -> Any:
        return make_client("sns", read_seconds=SENDING_READ_SECONDS, attempts=_ONCE)

    def send_text_message(self, number: str, text: str) -> str:
        """Send a text message.

        Args:
            number: in E.164 form.

        Returns:
            By what SNS calls it.

        Raises:
            NotSent: see its docstring.
            OutcomeUnknown: see its docstring.
        """
        kind = {"DataType": "String", "StringValue": "Transactional"}
        return _read_id(
            lambda: self._sns.publish(
                PhoneNumber=number, Message=text, MessageAttributes={"AWS.SNS.SMS.SMSType": kind}
            )
        )


class Outbound(TextMessages):
    """The way to people's inboxes, too."""

    def __init__(self, sender: str, configuration_set: str) -> None:
        """Send e-mail from an address.

        Args:
            sender: SES must have verified it.
            configuration_set: of SES; says where events of what is sent go.
        """
        self._sender = sender
        self._configuration_set = configuration_set

    @cached_property
    def _ses(self) -> Any:
        return make_client("sesv2", read_seconds=SENDING_READ_SECONDS, attempts=_ONCE)

    def send_email(self, address: str, message: bytes, claim_id: str) -> str:
        """Send an e-mail to one address.

        Args:
            message: MIME, of ASCII characters only.
            claim_id: letters and digits; events have it among `mail.tags` as `CLAIM_TAG`.

        Returns:
            By what SES calls it; events have it as `mail.messageId`.

        Raises:
            NotSent: see its docstring.
            OutcomeUnknown: see its docstring.
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
            # Only the status, so something between answered, which does not know what the service did.
            raise OutcomeUnknown from error
        # An answer, and it says that nothing was sent: throttled, refused, or failed inside the service.
        raise NotSent(code, is_final=code in _FINAL) from error
    except _NEVER_SENT as error:
        raise NotSent(type(error).__name__, is_final=isinstance(error, ParamValidationError)) from error
    except Exception as error:
        # No answer, half of one, or one that is no JSON: the SDK raises many things then, or nothing.
        raise OutcomeUnknown from error
