"""The accounts that the sandbox's Corporation Commission keeps itself."""

import json
import re
import time
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest

from infrastructure.sandbox.agencies import SandboxAgencies, SandboxSettings, accounts
from infrastructure.sandbox.agencies.accounts import SAMPLE_PASSWORD
from tests.infrastructure.agencies.conftest import make_secret
from tests.infrastructure.agencies.test_sandbox import ask, call
from tests.infrastructure.ports import find_free_port

BEN = "benwhitehorse"
NEW = "another javelina at dusk"


@pytest.fixture
def mails():
    return []


@pytest.fixture
def sandbox(mails):
    sandbox = SandboxAgencies(
        SandboxSettings(
            find_free_port(),
            "http://localhost:2",
            "http://localhost:3",
            make_secret,
            send_mail=lambda *mail: mails.append(mail),
        )
    )
    sandbox.start()
    yield sandbox
    sandbox.stop()


@pytest.fixture
def address(sandbox):
    return f"http://localhost:{sandbox._settings.port}"


def ask_agency(sandbox, name, **content):
    answer = call(sandbox, "azcc", name, {"serviceId": "azcc-entity"} | content)
    return json.loads(answer.body) if answer.status == 200 else answer.status


def link_account(sandbox, user_name=BEN, password=SAMPLE_PASSWORD):
    return ask_agency(sandbox, "account-link", userName=user_name, password=password)


def register(sandbox, user_name="nora", password=NEW):
    email = "new@example.com"
    return ask_agency(sandbox, "account-registration", userName=user_name, email=email, password=password)


def test_account_name_ignores_case(sandbox):
    first = link_account(sandbox)
    assert first["outcome"] == "done"
    assert link_account(sandbox, BEN.upper()) == first


@pytest.mark.parametrize(("name", "password"), [(BEN, "saguaro and RAIN"), ("nobody", SAMPLE_PASSWORD)])
def test_wrong_name_and_wrong_password_answer_the_same(sandbox, name, password):
    assert link_account(sandbox, name, password) == {"outcome": "refused", "reference": None}


def test_new_account_can_be_used(sandbox):
    made = register(sandbox)
    assert made["outcome"] == "done"
    assert link_account(sandbox, "nora", NEW)["reference"] == made["reference"]
    assert register(sandbox, "NORA")["outcome"] == "userNameTaken"


@pytest.mark.parametrize(
    ("name", "password"), [("nora", "eleven char"), ("nora", "x" * 129), ("noranuevo1234", "NoraNuevo1234")]
)
def test_unusable_password_is_refused(sandbox, name, password):
    assert register(sandbox, name, password)["outcome"] == "passwordRefused"
    assert link_account(sandbox, name, password)["outcome"] == "refused"


def test_password_change_requires_the_current_password(sandbox):
    reference = link_account(sandbox)["reference"]

    def change(current, new):
        passwords = {"currentPassword": current, "newPassword": new}
        return ask_agency(sandbox, "account-password", reference=reference, **passwords)["outcome"]

    assert change("wrong", NEW) == "refused"
    assert change(SAMPLE_PASSWORD, "short") == "passwordRefused"
    assert change(SAMPLE_PASSWORD, NEW) == "done"
    assert link_account(sandbox)["outcome"] == "refused"
    assert link_account(sandbox, password=NEW)["outcome"] == "done"


def test_forgotten_password_is_reset_by_mail_link(sandbox, address, mails):
    for name in (BEN, "nobody"):
        assert ask_agency(sandbox, "account-forgotten-password", userName=name) == 204
    ((email, subject, text),) = mails
    assert (email, subject) == ("business@example.com", "Arizona Corporation Commission: a new password")
    path = re.search(r"http://localhost:\d+(/azcc/password\?token=\S+)", text)[1]
    status, _, page = ask(address + path)
    assert status == 200
    token = re.search(r'name="token" value="([^"]+)"', page)[1]

    def choose(password):
        form = urlencode({"token": token, "password": password}).encode()
        return ask(f"{address}/password/azcc", form)[1]["Location"]

    assert choose("short").startswith("/azcc/password")
    assert choose(NEW) == "/azcc/accounts"
    assert link_account(sandbox, password=NEW)["outcome"] == "done"
    assert choose(f"{NEW} again").startswith("/azcc/password"), "a link is good once"
    assert ask(address + path)[0] == 404


def test_reset_link_expires_after_an_hour(sandbox, address, mails, monkeypatch):
    ask_agency(sandbox, "account-forgotten-password", userName=BEN)
    token = re.search(r"token=(\S+)", mails[0][2])[1]
    later = time.monotonic() + accounts.LINK_SECONDS
    # Only for this module: the server's event loop reads the same clock.
    monkeypatch.setattr(accounts, "time", SimpleNamespace(monotonic=lambda: later))
    assert ask(f"{address}/azcc/password?token={token}")[0] == 404
    assert not sandbox.agencies["azcc"].accounts.choose_password(token, NEW)


def test_reset_link_is_shown_without_a_mailbox():
    sandbox = SandboxAgencies(SandboxSettings(1, "http://localhost:2", "http://localhost:3", make_secret))
    sandbox.agencies["azcc"].accounts.forget_password(BEN)
    page = sandbox._pages.show_accounts(sandbox.agencies["azcc"]).body.decode()
    assert "/azcc/password?token=" in page


def test_page_shows_only_the_sample_password(sandbox, address):
    assert SAMPLE_PASSWORD in ask(f"{address}/azcc/accounts")[2]
    reference = link_account(sandbox)["reference"]
    register(sandbox)
    passwords = {"currentPassword": SAMPLE_PASSWORD, "newPassword": f"{NEW} too"}
    ask_agency(sandbox, "account-password", reference=reference, **passwords)
    page = ask(f"{address}/azcc/accounts")[2]
    assert page.count('class="tag">linked') == 2
    for shown in (page, ask(f"{address}/")[2], repr(sandbox.agencies["azcc"].accounts.all())):
        assert NEW not in shown
        assert SAMPLE_PASSWORD not in shown
    assert ask_agency(sandbox, "account-unlink", reference=reference) == 204
    assert ask(f"{address}/azcc/accounts")[2].count('class="tag">linked') == 1


def test_agency_without_accounts_has_no_account_pages(sandbox, address):
    body = {"serviceId": "azsos-voter", "userName": "a", "password": "b"}
    assert call(sandbox, "azsos", "account-link", body).status == 404
    assert ask(f"{address}/azsos/accounts")[0] == 404
    assert ask(f"{address}/azsos/password?token=a")[0] == 404
    assert ask(f"{address}/password/azsos", b"token=a&password=b")[1]["Location"].startswith(
        "/azsos/password"
    )
