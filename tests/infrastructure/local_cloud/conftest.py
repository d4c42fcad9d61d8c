import json
from collections.abc import Mapping
from typing import Any

import pytest

from infrastructure.local.stack import Stack
from infrastructure.settings import REPOSITORY
from infrastructure.stacks.transform import transform
from tests.infrastructure.local_cloud.fakes import ORIGIN_SECRET, Stage
from tests.infrastructure.local_cloud.running_portal import portal, prepared
from tests.infrastructure.local_cloud.small_cloud import cloud

__all__ = ["cloud", "portal", "prepared"]


class WebServices:
    """Resources that the stack of the web app needs."""

    def create(self, resource_type: str, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        assert resource_type == "AWS::S3::Bucket", f"The web app needs no {resource_type}"
        return {"Ref": name}

    def get_secret_value(self, arn: str) -> str:
        return json.dumps({"current": ORIGIN_SECRET})


@pytest.fixture(scope="session")
def web() -> Stack:
    """Return the stack of web.yaml."""
    parameters = {
        "Stage": "dev",
        "AccessLogBucket": "sealed-log",
        "AccessLogDomain": "sealed-log.s3.example.com",
        "AccessLogSealerRole": "arn:aws:iam::123456789012:role/sealer",
        "ApiDomain": "api.example.com",
        "OriginSecretArn": "arn:aws:secretsmanager:us-east-1:123456789012:secret:origin",
        "PortalOrigin": "http://localhost:9100",
        "IdentityOrigins": "http://localhost:9101",
        "FaceRegion": "us-west-2",
    }
    return Stack(REPOSITORY / "infrastructure/stacks/web.yaml", parameters, WebServices(), transform, "web")


@pytest.fixture
def stage() -> Stage:
    return Stage()
