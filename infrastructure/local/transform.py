"""Turns a template into plain CloudFormation, offline, with the library that AWS itself uses."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import boto3
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

# Otherwise it warns, at exit, of usage metrics that nobody collects here.
logging.getLogger("samtranslator").setLevel(logging.ERROR)

# The transform wants code that was uploaded already, so each local path gets a placeholder.
UPLOADED = {
    "AWS::Serverless::Function": {"CodeUri": "s3://artefacts/function.zip"},
    "AWS::Serverless::LayerVersion": {"ContentUri": "s3://artefacts/layer.zip"},
    "AWS::Serverless::Application": {"Location": "https://artefacts.s3.amazonaws.com/nested.yaml"},
}


def read(path: Path) -> dict[str, Any]:
    """The template in `path` as it is written, its short tags (`!Ref`) spelled out (`{"Ref": …}`)."""
    template: dict[str, Any] = yaml_parse(path.read_text(encoding="utf-8"))
    return template


def transform(path: Path, parameters: Mapping[str, str], region: str = "us-east-1") -> dict[str, Any]:
    """The plain CloudFormation of the template in `path`; a template without a transform stays as it is.

    `parameters` stand in for defaults of the template where the transform itself needs a value; references to
    parameters elsewhere stay references. Raises `InvalidDocumentException` for what AWS would refuse.
    """
    template = read(path)
    if "Transform" not in template:
        return template
    for resource in template["Resources"].values():
        placeholder = UPLOADED.get(resource["Type"])
        if placeholder:
            resource.setdefault("Properties", {}).update(placeholder)
    translator = Translator({}, Parser(), boto_session=boto3.session.Session(region_name=region))
    plain: dict[str, Any] = translator.translate(template, dict(parameters))
    return plain
