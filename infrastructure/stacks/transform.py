"""Turns a template into plain CloudFormation, offline, with the library that AWS itself uses."""

import hashlib
import json
import logging
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from samtranslator import __version__
from samtranslator.yaml_helper import yaml_parse

# Otherwise it warns of usage metrics at exit.
logging.getLogger("samtranslator").setLevel(logging.ERROR)

# The transform wants code that was uploaded already, so each local path gets a placeholder.
UPLOADED = {
    "AWS::Serverless::Function": {"CodeUri": "s3://artefacts/function.zip"},
    "AWS::Serverless::LayerVersion": {"ContentUri": "s3://artefacts/layer.zip"},
    "AWS::Serverless::Application": {"Location": "https://artefacts.s3.amazonaws.com/nested.yaml"},
}
# Increment it with each change of the transform.
_KEPT_FORMAT = 1
# The transform leaves references to parameters as they are, so that what it makes holds for every port.
_ADDRESS = re.compile(r"http://localhost:\d+")
_ANY_PORT = "http://localhost:0"


def read(path: Path) -> dict[str, Any]:
    """Return the template in `path` as it is written, its short tags (`!Ref`) spelled out (`{"Ref": …}`)."""
    template: dict[str, Any] = yaml_parse(path.read_text(encoding="utf-8"))
    return template


def transform(path: Path, parameters: Mapping[str, str], region: str = "us-east-1") -> dict[str, Any]:
    """Transform the template in `path` into plain CloudFormation.

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
    # Imported here because it takes half a second, which a cached template does not need.
    import boto3
    from samtranslator.parser.parser import Parser
    from samtranslator.translator.translator import Translator

    translator = Translator({}, Parser(), boto_session=boto3.session.Session(region_name=region))
    plain: dict[str, Any] = translator.translate(template, dict(parameters))
    return plain


@dataclass(frozen=True, slots=True)
class KeptTemplates:
    """A cache of `transform`, which takes some seconds for a large template.

    Other parameters give another entry, except a local address with another port.
    """

    folder: Path  # of the cached results; it need not exist

    def __call__(self, path: Path, parameters: Mapping[str, str]) -> dict[str, Any]:
        """Return the result of `transform`, from the cache if possible."""
        at_any_port = {name: _ADDRESS.sub(_ANY_PORT, value) for name, value in parameters.items()}
        kept = self._load(path, at_any_port)
        return self._load(path, parameters) if _ANY_PORT in json.dumps(kept) else kept

    def _load(self, path: Path, parameters: Mapping[str, str]) -> dict[str, Any]:
        text = path.read_text(encoding="utf-8")
        made_of = json.dumps([_KEPT_FORMAT, __version__, UPLOADED, text, sorted(parameters.items())])
        file = self.folder / f"{path.stem}-{hashlib.sha256(made_of.encode()).hexdigest()}.json"
        try:
            kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            kept = json.loads(self._keep(file, f"{path.stem}-", json.dumps(transform(path, parameters))))
        return kept

    def _keep(self, file: Path, prefix: str, content: str) -> str:
        self.folder.mkdir(parents=True, exist_ok=True)
        # Another process may write the same file.
        draft = self.folder / f".{os.getpid()}-{file.name}"
        draft.write_text(content, encoding="utf-8")
        for old in self.folder.glob(f"{prefix}*"):
            old.unlink(missing_ok=True)
        draft.replace(file)
        return content
