"""The AWS services that the functions call: moto in this process, behind a real endpoint."""

import json
import logging
import os
import secrets
import string
from collections.abc import Iterable, Mapping
from threading import Thread
from typing import TYPE_CHECKING, Any, cast

import boto3
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from moto.dynamodb.models.table import Table
from moto.kms.models import kms_backends
from moto.kms.utils import ECDSAPrivateKey
from moto.moto_server.werkzeug_app import (
    DomainDispatcherApplication,
    MotoRequestHandler,
    create_backend_app,
)
from moto.s3.models import FakeBucket
from moto.ses.models import ses_backends
from moto.sns.models import Topic
from moto.sqs.models import Queue
from werkzeug.serving import BaseWSGIServer, make_server

from infrastructure.local.storage import Storage
from infrastructure.local.streams import keep_stream
from infrastructure.settings import ACCOUNT_ID, HOST, REGION, LocalSettings

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_DEFAULT_PASSWORD_LENGTH = 32
_MAX_BUCKET_NAME_LENGTH = 63


class LocalAws:
    """Creates the resources of a stack, and serves them at the local endpoint."""

    def __init__(self, settings: LocalSettings, storage: Storage, faces: str) -> None:
        """Prepare; nothing listens yet.

        Args:
            settings: the port of the endpoint.
            storage: keeps the values of secrets.
            faces: endpoint that compares faces, because moto only returns results that were set beforehand.
        """
        self._storage = storage
        self._settings = settings
        self._server: BaseWSGIServer | None = None
        self._thread: Thread | None = None
        self._endpoint = settings.aws_endpoint
        self._faces = faces
        self._secrets: dict[str, str] = {}

    def start(self) -> None:
        """Listen, and point every AWS SDK of this process here with its standard environment variables."""
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        # The developer's settings for real accounts must not apply.
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
            AWS_ENDPOINT_URL_REKOGNITION=self._faces,
            AWS_EC2_METADATA_DISABLED="true",
        )
        moto = DomainDispatcherApplication(create_backend_app)
        self._server = make_server(
            HOST,
            self._settings.aws_port,
            refuse_strangers(self._storage.watch(moto), self._settings),
            threaded=True,
            request_handler=MotoRequestHandler,
        )
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop listening, and return when the port is free.

        werkzeug closes its socket in the thread that serves. A second close beside that returns while the
        port is still taken.
        """
        if self._server and self._thread:
            self._server.shutdown()
            self._thread.join()

    def create(self, resource_type: str, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        """Make a resource with the properties of its template; see `stack.Services`."""
        match resource_type:
            case "AWS::DynamoDB::Table":
                return _create_table(properties.get("TableName", name), properties)
            case "AWS::KMS::Key":
                return self._create_key(name, properties)
            case "AWS::S3::Bucket":
                return _create_bucket(properties.get("BucketName", name), properties)
            case "AWS::SES::ConfigurationSet":
                return _create_configuration_set(properties.get("Name", name))
            case "AWS::SNS::Topic":
                return _create_topic(properties.get("TopicName", name), properties)
            case "AWS::SQS::Queue":
                return self._create_queue(properties.get("QueueName", name), properties)
            case _:
                return self._create_secret(properties.get("Name", name), properties)

    def get_secret_value(self, arn: str) -> str:
        """Return the value of a secret of this stack."""
        return self._secrets[arn]

    def verify_sender(self, address: str) -> None:
        """Allow mail from an address; for a deployment, do the same by hand in SES."""
        ses_backends[ACCOUNT_ID][REGION].verify_email_identity(address)

    def put_secret(self, name: str, value: str) -> None:
        """Store a secret in the Parameter Store; for a deployment, do the same by hand."""
        boto3.client("ssm").put_parameter(Name=name, Value=value, Type="SecureString", Overwrite=True)

    def _create_queue(self, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        content = {"Properties": {key: value for key, value in properties.items() if key != "QueueName"}}
        queue = Queue.create_from_cloudformation_json(name, content, ACCOUNT_ID, REGION)
        address = f"{self._endpoint}/{ACCOUNT_ID}/{queue.name}"
        return {"Ref": address, "QueueUrl": address, "Arn": queue.queue_arn, "QueueName": queue.name}

    def _create_key(self, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        """Create a key; a signing key is the same one at every start."""
        kms = kms_backends[ACCOUNT_ID][REGION]
        spec, usage = properties.get("KeySpec"), properties.get("KeyUsage")
        key = kms.create_key(None, usage or "ENCRYPT_DECRYPT", spec or "SYMMETRIC_DEFAULT", "", None)
        if spec:
            signer = ECDSAPrivateKey(spec)
            kept = self._storage.get_secret(name, _make_private_key).encode()
            signer.private_key = cast(ec.EllipticCurvePrivateKey, load_pem_private_key(kept, None))
            key.private_key = signer
        return {"Ref": key.id, "KeyId": key.id, "Arn": key.arn}

    def _create_secret(self, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        arn = f"arn:aws:secretsmanager:{REGION}:{ACCOUNT_ID}:secret:{name}"
        self._secrets[arn] = self._storage.get_secret(
            name, lambda: _make_secret_string(properties), lambda kept: _has_secret_keys(kept, properties)
        )
        return {"Ref": arn, "Id": arn}


def refuse_strangers(app: "WSGIApplication", settings: LocalSettings) -> "WSGIApplication":
    """Let SDKs and the portal's pages reach the services, and no other page that a browser shows.

    Refused with 403 are another host name (DNS rebinding), the origin of another page, addresses that a
    browser opens without a signature, and moto's own controls, which empty everything.
    """
    hosts = {f"{name}:{settings.aws_port}" for name in (HOST, "localhost")}

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        is_of_portal = environ.get("HTTP_ORIGIN") == settings.portal_origin
        is_of_browser = "HTTP_ORIGIN" in environ or "HTTP_SEC_FETCH_SITE" in environ
        is_signed_link = "HTTP_ORIGIN" not in environ and "X-Amz-Signature=" in environ["QUERY_STRING"]
        if (
            environ.get("HTTP_HOST") not in hosts
            or environ["PATH_INFO"].startswith("/moto-api")
            or (is_of_browser and not (is_of_portal or is_signed_link))
        ):
            start_response("403 Forbidden", [("Content-Type", "text/plain")])
            return [b"The local cloud answers the portal and the SDKs of this machine only."]
        return app(environ, start_response)

    return answer


def _create_table(name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
    table = Table.create_from_cloudformation_json(name, {"Properties": dict(properties)}, ACCOUNT_ID, REGION)
    attributes = {"Ref": table.name, "Arn": table.table_arn}
    if table.stream_shard is not None:
        keep_stream(table)
        attributes["StreamArn"] = f"{table.table_arn}/stream/{table.latest_stream_label}"
    return attributes


def _create_bucket(name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
    # Only lower case is allowed; CloudFormation makes such a name as well.
    bucket = FakeBucket.create_from_cloudformation_json(
        name.lower()[:_MAX_BUCKET_NAME_LENGTH], {"Properties": dict(properties)}, ACCOUNT_ID, REGION
    )
    return {
        "Ref": bucket.name,
        "Arn": f"arn:aws:s3:::{bucket.name}",
        "DomainName": f"{bucket.name}.s3.amazonaws.com",
        "RegionalDomainName": f"{bucket.name}.s3.{REGION}.amazonaws.com",
    }


def _make_private_key() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def _create_configuration_set(name: str) -> Mapping[str, str]:
    ses_backends[ACCOUNT_ID][REGION].create_configuration_set_v2(
        configuration_set_name=name,
        tracking_options={},
        delivery_options={},
        reputation_options={},
        sending_options={},
        tags=[],
        suppression_options={},
        vdm_options={},
    )
    return {"Ref": name}


def _create_topic(name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
    content = {"Properties": {key: value for key, value in properties.items() if key != "TopicName"}}
    topic = Topic.create_from_cloudformation_json(name, content, ACCOUNT_ID, REGION)
    return {"Ref": topic.arn, "TopicArn": topic.arn, "TopicName": topic.name}


def _has_secret_keys(kept: str, properties: Mapping[str, Any]) -> bool:
    """Tell if a kept value has the key that the template asks for now."""
    key = properties.get("GenerateSecretString", {}).get("GenerateStringKey")
    if key is None:
        return True
    try:
        content = json.loads(kept)
    except ValueError:
        return False
    return isinstance(content, dict) and key in content


def _make_secret_string(properties: Mapping[str, Any]) -> str:
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
