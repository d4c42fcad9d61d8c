"""Deployments of a stage, and the command as the operator sees it."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from infrastructure.operations.names.build import build
from infrastructure.operations.preflight.__main__ import run
from infrastructure.operations.preflight.deployment import Deployment, make_deployment
from infrastructure.sandbox.names.generator import list_examples
from infrastructure.settings import REPOSITORY
from infrastructure.stacks.transform import read
from tests.infrastructure.guides.aws_commands import require_aws_command
from tests.infrastructure.preflight.recorded_account import CERTIFICATE, PREPARED, RecordedSession

READY = {
    "PortalOrigin": "https://portal.agency.gov",
    "PortalCertificateArn": CERTIFICATE,
    "MailSender": "no-reply@agency.gov",
    "PrivacyOfficerEmail": "privacy@agency.gov",
    "BusinessOneStopHelpLineNumber": "(602) 926-3911",
    "IsDemonstration": "false",
    "AlarmMail": "operations@agency.gov",
    "ChatDomain": "https://directline.botframework.com/v3/directline",
    "CreditBureauUrl": "https://bureau.agency.gov",
    "MidSignsRequests": "true",
    "MidTrustListUrl": "https://vical.agency.gov",
    "MailDailyQuota": "60000",
    "TextMonthlySpend": "5000",
    "AccountConcurrency": "1000",
}

Lines = list[tuple[str, str, str]]
"""Result, check, and text of each line."""


@pytest.fixture(scope="module")
def template() -> Mapping[str, Any]:
    return read(REPOSITORY / "template.yaml")


@pytest.fixture(scope="module")
def names_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("names")
    build(list_examples(), folder / "names.sqlite", date(2026, 11, 21), "examples")
    return folder


class Place:
    """Makes deployments and runs the command; returns the lines that are not ok."""

    def __init__(
        self, template: Mapping[str, Any], names_folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.template = template
        self._names_folder = names_folder
        self._capsys = capsys

    def make(self, stage: str = "prod", region: str = "us-east-1", **overrides: str) -> Deployment:
        given = READY | {"Stage": stage} | overrides
        made = make_deployment(stage, f"saguaro-{stage}", region, given, self.template)
        return replace(made, names_folder=self._names_folder)

    def run(self, deployment: Deployment, answers: Mapping[str, Any] = PREPARED) -> tuple[int, Lines]:
        code = run(deployment, RecordedSession(answers))
        lines = []
        for line in self._capsys.readouterr().out.splitlines():
            result, rest = line.split(maxsplit=1)
            check, _, text = rest.partition(": ")
            for command in re.findall("`(aws [^`]+)`", text):
                require_aws_command(command, check)
            lines.append((result, check, text))
        return code, [line for line in lines if line[0] != "ok"]


@pytest.fixture
def place(template: Mapping[str, Any], names_folder: Path, capsys: pytest.CaptureFixture[str]) -> Place:
    return Place(template, names_folder, capsys)
