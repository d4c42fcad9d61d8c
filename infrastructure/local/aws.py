"""The AWS services that the functions call, in this process: moto behind a real endpoint."""

import json
import logging
import os
import secrets
import string
from collections.abc import Mapping
from typing import Any

from moto.dynamodb.models.table import Table
from moto.moto_server.threaded_moto_server import ThreadedMotoServer
from moto.ses.models import ses_backends

from infrastructure.local import dynamodb_speed
from infrastructure.local.settings import ACCOUNT_ID, HOST, REGION, LocalSettings
from infrastructure.local.storage import Storage

_DEFAULT_PASSWORD_LENGTH = 32


class LocalAws:
    """Makes the resources of a stack, and answers for them at the local endpoint."""

    def __init__(self, settings: LocalSettings, storage: Storage) -> None:
        """Prepare; nothing listens yet.

        Args:
            settings: the port of the endpoint.
            storage: keeps the values of secrets.
        """
        self._storage = storage
        self._server = ThreadedMotoServer(ip_address=HOST, port=settings.aws_port, verbose=False)
        self._endpoint = settings.aws_endpoint
        self._secrets: dict[str, str] = {}

    def start(self) -> None:
        """Listen, and lead every AWS SDK of this process here by its own standard variables."""
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        # Whatever the developer has set up for real accounts must not lead anything there.
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            del os.environ[name]
        os.environ.update(
            AWS_CONFIG_FILE=os.devnull,
            AWS_SHARED_CREDENTIALS_FILE=os.devnull,
            AWS_ACCESS_KEY_ID="local",
            AWS_SECRET_ACCESS_KEY="local",  # noqa: S106 -- no secret: moto takes anything
            AWS_DEFAULT_REGION=REGION,
            AWS_REGION=REGION,
            AWS_ENDPOINT_URL=self._endpoint,
            AWS_EC2_METADATA_DISABLED="true",
        )
        dynamodb_speed.install()
        self._server.start()

    def stop(self) -> None:
        """Stop listening."""
        self._server.stop()

    def create(self, resource_type: str, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        """Make a table or a secret with the properties of its template; see `stack.Services`."""
        if resource_type == "AWS::DynamoDB::Table":
            return _create_table(properties.get("TableName", name), properties)
        return self._create_secret(properties.get("Name", name), properties)

    def secret_value(self, arn: str) -> str:
        """The value of a secret of this stack."""
        return self._secrets[arn]

    def verify_sender(self, address: str) -> None:
        """Let mail be sent from an address; a deployment needs the same done by hand in SES."""
        ses_backends[ACCOUNT_ID][REGION].verify_email_identity(address)

    def _create_secret(self, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        arn = f"arn:aws:secretsmanager:{REGION}:{ACCOUNT_ID}:secret:{name}"
        self._secrets[arn] = self._storage.secret(name, lambda: _secret_string(properties))
        return {"Ref": arn, "Id": arn}


def _create_table(name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
    table = Table.create_from_cloudformation_json(name, {"Properties": dict(properties)}, ACCOUNT_ID, REGION)
    attributes = {"Ref": table.name, "Arn": table.table_arn}
    if table.latest_stream_label:
        attributes["StreamArn"] = table.get_cfn_attribute("StreamArn")
    return attributes


def _secret_string(properties: Mapping[str, Any]) -> str:
    if "SecretString" in properties:
        return str(properties["SecretString"])
    generation = properties.get("GenerateSecretString", {})
    length = int(generation.get("PasswordLength", _DEFAULT_PASSWORD_LENGTH))
    # Without punctuation, whatever the template allows: a local value must not depend on escaping.
    password = "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(length))
    if "GenerateStringKey" not in generation:
        return password
    content = json.loads(generation.get("SecretStringTemplate", "{}"))
    return json.dumps({**content, generation["GenerateStringKey"]: password})
