"""The terminal output of the local cloud, without personal data."""

import itertools
import json

import pytest

from infrastructure.local.console import Console, FunctionLog
from infrastructure.local.functions import FunctionFailed
from infrastructure.local.http import Response
from tests.infrastructure.local_cloud.fakes import get


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> Console:
    monkeypatch.setenv("NO_COLOR", "1")
    readings = itertools.count()
    return Console(seconds=lambda: next(readings) * 0.012)


def test_request_line_has_no_query_and_headers(console: Console, capsys: pytest.CaptureFixture[str]) -> None:
    answer = console.add_log(lambda _: Response(200, function="UsersFunction"))

    answer(get("/api/users", ("Authorization", "Bearer token"), query="name=Rosa"))

    (line,) = capsys.readouterr().err.splitlines()
    assert "200 GET    /api/users  12 ms  UsersFunction" in line
    assert "Rosa" not in line
    assert "token" not in line


def test_page_files_are_logged_only_when_they_fail(
    console: Console, capsys: pytest.CaptureFixture[str]
) -> None:
    console.add_log(lambda _: Response(200))(get("/assets/app.js"))
    assert capsys.readouterr().err == ""

    console.add_log(lambda _: Response(403))(get("/assets/app.js"))
    assert "403 GET    /assets/app.js  12 ms  Forbidden" in capsys.readouterr().err


def test_path_cannot_write_to_the_terminal(console: Console, capsys: pytest.CaptureFixture[str]) -> None:
    console.add_log(lambda _: Response(404))(get("/\x1b[31m\u202ered"))

    written = capsys.readouterr().err
    assert "\x1b" not in written
    assert "\u202e" not in written


def test_failed_function_shows_its_trace(console: Console, capsys: pytest.CaptureFixture[str]) -> None:
    console.report_failure(FunctionFailed("UsersFunction", "boom", "Traceback\n  line\nValueError: boom\n"))

    assert capsys.readouterr().err.splitlines() == [
        "UsersFunction failed",
        "    Traceback",
        "      line",
        "    ValueError: boom",
    ]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (json.dumps({"level": "INFO", "message": "request"}), []),
        (json.dumps({"_aws": {}, "Request": 3}), []),
        ("", []),
        (json.dumps({"level": "WARNING", "service": "users", "message": "slow"}), ["users: slow"]),
        (
            json.dumps(
                {
                    "level": "ERROR",
                    "service": "users",
                    "message": "unhandled",
                    "exception": "A\nB",
                }
            ),
            ["users: unhandled", "    A", "    B"],
        ),
        ("a print for debugging", ["         a print for debugging"]),
        ("[1]", []),
    ],
)
def test_irrelevant_function_output_is_hidden(
    console: Console, capsys: pytest.CaptureFixture[str], line: str, shown: list[str]
) -> None:
    FunctionLog(console).write(f"{line}\n")

    assert capsys.readouterr().err.splitlines() == shown
