"""The documentation of the API is complete, loads nothing from elsewhere, and stays within its own paths."""

import json
import re

import pytest

from infrastructure.local.documentation import answer_documentation
from tests.infrastructure.local_cloud.fakes import get


def test_page_files_are_served() -> None:
    page = answer_documentation(get("/docs"))
    files = re.findall(r'(?:src|href)="([^"]+)"', page.body.decode())

    assert page.header("content-type") == "text/html; charset=utf-8"
    assert len(files) == 4
    assert {answer_documentation(get(file)).status for file in files} == {200}


def test_committed_contract_is_shown() -> None:
    document = json.loads(answer_documentation(get("/docs/openapi.json")).body)

    assert document["openapi"].startswith("3.")
    assert "/api/users" in document["paths"]
    assert b"/docs/openapi.json" in answer_documentation(get("/docs/start.js")).body


def test_scripts_come_from_this_origin_only() -> None:
    policy = answer_documentation(get("/docs")).header("content-security-policy") or ""

    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe-eval" not in policy


@pytest.mark.parametrize(
    "path", ["/docs/../package.json", "/docs/%2e%2e/%2e%2e/package.json", "/docs/none.js"]
)
def test_other_path_is_not_found(path: str) -> None:
    assert answer_documentation(get(path)).status == 404
