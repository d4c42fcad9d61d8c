"""The accounts that the sandbox's Corporation Commission keeps itself."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from infrastructure.sandbox.agencies.accounts import SAMPLE_PASSWORD
from tests.infrastructure.agencies.sandbox_support import Sandbox, run_sandbox

BEN = "benwhitehorse"
NEW = "another javelina at dusk"


@pytest.fixture
def box() -> Iterator[Sandbox]:
    with run_sandbox("http://localhost:2") as box:
        yield box


def ask(box: Sandbox, name: str, **content: str) -> Any:
    answer = box.call("azcc", name, serviceId="azcc-entity", **content)
    return answer.parse_json() if answer.status == 200 else answer.status


def link(box: Sandbox, user_name: str = BEN, password: str = SAMPLE_PASSWORD) -> Any:
    return ask(box, "account-link", userName=user_name, password=password)


def register(box: Sandbox, user_name: str = "nora", password: str = NEW) -> Any:
    email = "new@example.com"
    return ask(box, "account-registration", userName=user_name, email=email, password=password)


def test_new_account_can_be_used(box: Sandbox) -> None:
    made = register(box)
    assert made["outcome"] == "done"
    assert link(box, "nora", NEW)["reference"] == made["reference"]
    assert register(box, "NORA")["outcome"] == "userNameTaken"


@pytest.mark.parametrize(
    ("name", "password"), [("nora", "eleven char"), ("nora", "x" * 129), ("noranuevo1234", "NoraNuevo1234")]
)
def test_unusable_password_is_refused(box: Sandbox, name: str, password: str) -> None:
    assert register(box, name, password)["outcome"] == "passwordRefused"
    assert link(box, name, password)["outcome"] == "refused"


def test_password_change_requires_the_current_password(box: Sandbox) -> None:
    reference = link(box)["reference"]

    def change(current: str, new: str) -> Any:
        passwords = {"currentPassword": current, "newPassword": new}
        return ask(box, "account-password", reference=reference, **passwords)["outcome"]

    assert change("wrong", NEW) == "refused"
    assert change(SAMPLE_PASSWORD, "short") == "passwordRefused"
    assert change(SAMPLE_PASSWORD, NEW) == "done"
    assert link(box, password=NEW)["outcome"] == "done"


def test_forgotten_password_is_reset_by_mail_link(box: Sandbox) -> None:
    for name in (BEN, "nobody"):
        assert ask(box, "account-forgotten-password", userName=name) == 204
    [(email, subject, text)] = box.mails
    assert (email, subject) == ("business@example.com", "Arizona Corporation Commission: a new password")
    token = text.partition("token=")[2].strip()
    form = f"/azcc/password?token={token}"
    assert re.findall(r'name="token" value="([^"]+)"', box.get(form).text) == [token]

    def choose(password: str) -> str:
        answer = box.submit("/password/azcc", {"token": token, "password": password}, Referer=form)
        return answer.headers["Location"]

    assert [choose("short"), choose(NEW)] == [form, "/azcc/accounts"]
    assert link(box, password=NEW)["outcome"] == "done"
    assert box.get(form).status_code == 404, "a link is good once"


def test_page_shows_only_the_sample_password(box: Sandbox) -> None:
    assert SAMPLE_PASSWORD in box.get("/azcc/accounts").text
    reference = link(box)["reference"]
    register(box)
    passwords = {"currentPassword": SAMPLE_PASSWORD, "newPassword": f"{NEW} too"}
    ask(box, "account-password", reference=reference, **passwords)
    page = box.get("/azcc/accounts").text
    assert page.count('class="tag">linked') == 2
    assert NEW not in page
    assert SAMPLE_PASSWORD not in page
    assert ask(box, "account-unlink", reference=reference) == 204
    assert box.get("/azcc/accounts").text.count('class="tag">linked') == 1
