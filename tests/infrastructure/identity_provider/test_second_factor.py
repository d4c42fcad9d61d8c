"""The second factor: its conditions, codes, setup and token claims."""

import re
from base64 import b32decode
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from infrastructure.sandbox.identity_provider import SAMPLE_PEOPLE, Provider
from infrastructure.sandbox.identity_provider.second_factors import ACR

STAFF = ["support@example.com", "admin@example.com", "government@example.com"]
SECOND_FACTOR = "/second-factor"
SET_UP = "/second-factor/set-up"
WRONG = "This code is wrong or already used."
LOCKED = "Too many wrong codes."
WITH_CODE = ["pwd", "otp", "mfa"]


def send_password(portal, email="support@example.com", **changes):
    """Return the answer to a right password."""
    page = portal.open(**changes)
    return portal.submit(page, "/sign-in", email=email, password="saguaro")


def get_path(response):
    return urlsplit(response.location or "").path


def open_code_page(portal, email="support@example.com", **changes):
    """Return the page that asks for the code."""
    response = send_password(portal, email, **changes)
    assert get_path(response) == SECOND_FACTOR
    return portal.get(response.location)


def open_set_up_page(portal, **changes):
    """Return the page that sets up a second factor."""
    asked = send_password(portal, "resident@example.com", acr_values=ACR, **changes)
    response = portal.browser.get(asked.location)
    assert get_path(response) == SET_UP
    return portal.get(response.location)


class App:
    """An authenticator app, which knows only the secret on the page."""

    def __init__(self, page):
        secret = re.search(r'class="secret">([A-Z2-7 ]+)<', page.text)[1].replace(" ", "")
        self.address = next(link for link in page.links if link.startswith("otpauth:"))
        query = parse_qs(urlsplit(self.address).query)
        assert query["secret"] == [secret]
        self.secret = secret

    def code(self, seconds):
        return TOTP(b32decode(self.secret), 6, SHA1(), 30).generate(seconds).decode()  # noqa: S303 - as apps do


def make_wrong_code(code):
    return f"{(int(code) + 1) % 10**6:06d}"


def get_id_claims(portal, response, answer):
    return portal.get_claims(portal.exchange(answer(response)["code"]).get_json()["id_token"])


@pytest.mark.parametrize("email", STAFF)
def test_staff_need_a_second_factor(portal, answer, email):
    page = open_code_page(portal, email)
    assert "This sample person has no phone" in page.text
    claims = get_id_claims(portal, portal.submit(page, SECOND_FACTOR, code=page.sample_code), answer)
    assert claims["custom:amr"] == WITH_CODE
    assert claims["acr"] == ACR


def test_second_factor_can_be_requested(portal, answer):
    claims = get_id_claims(portal, send_password(portal, "resident@example.com"), answer)
    assert claims["custom:amr"] == ["pwd"]
    assert "acr" not in claims
    other = send_password(portal, "resident@example.com", prompt="login", acr_values="urn:other 0")
    assert "code" in answer(other)
    asked = portal.authorize(acr_values=f"urn:other {ACR}")
    assert get_path(asked) == SECOND_FACTOR
    assert ACR in portal.browser.get("/.well-known/openid-configuration").get_json()["acr_values_supported"]


def test_password_alone_gives_no_code(portal, answer):
    send_password(portal)
    assert get_path(portal.authorize()) == SECOND_FACTOR
    assert answer(portal.authorize(prompt="none"))["error"] == "interaction_required"
    page = portal.open(prompt="select_account")
    assert get_path(portal.submit(page, "/continue")) == SECOND_FACTOR


def test_second_factor_lasts_for_its_session(portal, answer):
    portal.sign_in("support@example.com")
    assert get_id_claims(portal, portal.authorize(prompt="none"), answer)["custom:amr"] == WITH_CODE
    assert get_path(send_password(portal, prompt="login")) == SECOND_FACTOR


def test_refreshed_tokens_keep_the_methods(portal):
    for email, methods in (("support@example.com", WITH_CODE), ("new@example.com", ["pwd"])):
        tokens = portal.tokens(email, prompt="login")
        refreshed = portal.refresh(tokens["refresh_token"]).get_json()
        assert portal.get_claims(refreshed["id_token"])["custom:amr"] == methods


def test_earlier_grant_is_not_upgraded(portal, clock, answer):
    tokens = portal.tokens("resident@example.com")
    page = portal.get(portal.browser.get(portal.authorize(acr_values=ACR).location).location)
    claims = get_id_claims(portal, portal.submit(page, SET_UP, code=App(page).code(clock.seconds)), answer)
    assert claims["custom:amr"] == WITH_CODE
    refreshed = portal.refresh(tokens["refresh_token"]).get_json()
    assert portal.get_claims(refreshed["id_token"])["custom:amr"] == ["pwd"]


def test_command_line_tokens_have_a_second_factor_for_staff(provider, portal):
    for person in SAMPLE_PEOPLE:
        claims = portal.get_claims(provider.issue_tokens(person.email)["id_token"])
        assert claims["custom:amr"] == (WITH_CODE if person.groups else ["pwd"])


def test_wrong_code_is_refused(portal):
    page = open_code_page(portal)
    response = portal.submit(page, SECOND_FACTOR, code=make_wrong_code(page.sample_code))
    assert response.status_code == 400
    assert WRONG in response.get_data(as_text=True)
    for entered in ("", "12345", "1234567", "abcdef", "１２３４５６"):
        text = portal.submit(page, SECOND_FACTOR, code=entered).get_data(as_text=True)
        assert "Enter the 6 digits of the code" in text


def test_code_works_once_and_voids_earlier_codes(portal, new_portal, clock):
    page = open_code_page(portal)
    other = new_portal()
    other_page = open_code_page(other)
    first = page.sample_code
    assert first == other_page.sample_code
    clock.forward(seconds=30)
    later = open_code_page(other, prompt="login")
    assert portal.submit(page, SECOND_FACTOR, code=later.sample_code).status_code == 302
    for used in (later.sample_code, first):
        assert WRONG in other.submit(later, SECOND_FACTOR, code=used).get_data(as_text=True)


def test_concurrent_use_of_a_code_succeeds_once(portal, new_portal):
    browsers = [portal, new_portal(), new_portal(), new_portal()]
    pages = [open_code_page(browser) for browser in browsers]
    with ThreadPoolExecutor(len(browsers)) as pool:
        statuses = list(
            pool.map(
                lambda pair: pair[0].submit(pair[1], SECOND_FACTOR, code=pages[0].sample_code).status_code,
                zip(browsers, pages, strict=True),
            )
        )
    assert sorted(statuses) == [302, 400, 400, 400]


@pytest.mark.parametrize(
    ("seconds", "is_right"), [(-60, False), (-30, True), (0, True), (30, True), (60, False)]
)
def test_clock_may_differ_by_one_step(portal, clock, seconds, is_right):
    page = open_set_up_page(portal)
    response = portal.submit(page, SET_UP, code=App(page).code(clock.seconds + seconds))
    assert (response.status_code == 302) == is_right


def test_sample_code_is_shown_while_available(portal, clock):
    for _ in range(2):
        page = open_code_page(portal, prompt="login")
        assert portal.submit(page, SECOND_FACTOR, code=page.sample_code).status_code == 302
    page = open_code_page(portal, prompt="login")
    assert page.sample_code == ""
    assert "You used all codes" in page.text
    clock.forward(seconds=30)
    page = portal.get(page.link(SECOND_FACTOR))
    assert portal.submit(page, SECOND_FACTOR, code=page.sample_code).status_code == 302


def test_five_wrong_codes_lock_out_for_15_minutes(portal, new_portal, clock):
    page = open_code_page(portal)
    for _ in range(5):
        assert WRONG in portal.submit(
            page, SECOND_FACTOR, code=make_wrong_code(page.sample_code)
        ).get_data(as_text=True)  # fmt: skip
    assert LOCKED in portal.submit(page, SECOND_FACTOR, code=page.sample_code).get_data(as_text=True)
    # In every browser, and a new password is no way around it.
    other = new_portal()
    other_page = open_code_page(other)
    assert LOCKED in other.submit(other_page, SECOND_FACTOR, code=page.sample_code).get_data(as_text=True)
    clock.forward(minutes=15)
    other_page = open_code_page(other, prompt="login")
    response = other.submit(other_page, SECOND_FACTOR, code=other_page.sample_code)
    assert response.status_code == 302


def test_right_code_resets_the_count(portal):
    for _ in range(2):
        page = open_code_page(portal, prompt="login")
        for _ in range(4):
            portal.submit(page, SECOND_FACTOR, code=make_wrong_code(page.sample_code))
        assert portal.submit(page, SECOND_FACTOR, code=page.sample_code).status_code == 302


def test_second_factor_is_set_up_and_then_used(portal, clock, answer):
    page = open_set_up_page(portal)
    app = App(page)
    assert app.address.startswith("otpauth://totp/Saguaro:resident%40example.com?")
    assert WRONG in portal.submit(page, SET_UP, code=make_wrong_code(app.code(clock.seconds))).get_data(
        as_text=True
    )
    claims = get_id_claims(portal, portal.submit(page, SET_UP, code=app.code(clock.seconds)), answer)
    assert claims["custom:amr"] == WITH_CODE

    page = open_code_page(portal, "resident@example.com", prompt="login", acr_values=ACR)
    assert page.sample_code == ""
    assert "sample" not in page.text
    # The code with which it was set up is used up too.
    assert WRONG in portal.submit(page, SECOND_FACTOR, code=app.code(clock.seconds)).get_data(as_text=True)
    clock.forward(seconds=30)
    assert portal.submit(page, SECOND_FACTOR, code=app.code(clock.seconds)).status_code == 302


def test_offered_secret_is_bound_to_its_session(portal, new_portal, clock):
    first = App(open_set_up_page(portal))
    page = open_set_up_page(new_portal())
    assert App(page).secret != first.secret
    again = portal.get(portal.browser.get(portal.authorize(acr_values=ACR).location).location)
    assert App(again).secret == first.secret


def test_second_setup_does_not_replace_the_first(portal, new_portal, clock):
    other = new_portal()
    page, other_page = open_set_up_page(portal), open_set_up_page(other)
    assert portal.submit(page, SET_UP, code=App(page).code(clock.seconds)).status_code == 302
    late = other.submit(other_page, SET_UP, code=App(other_page).code(clock.seconds))
    assert get_path(late) == SECOND_FACTOR


def test_second_factor_cannot_be_set_up_twice(portal):
    response = send_password(portal)
    address = response.location.replace(SECOND_FACTOR, SET_UP)
    assert get_path(portal.browser.get(address)) == SECOND_FACTOR


@pytest.mark.parametrize("path", [SECOND_FACTOR, SET_UP])
def test_second_factor_step_requires_the_password(portal, path):
    assert get_path(portal.browser.get(path, query_string=portal.parameters())) == "/sign-in"
    portal.sign_in("support@example.com")
    strong = portal.parameters(prompt="login")
    assert get_path(portal.browser.get(path, query_string=strong)) == "/sign-in"
    # The password was given for another request: this one, which asks for it again, is not helped by that.
    page = open_code_page(portal, prompt="login")
    changed = (
        page.form(SECOND_FACTOR)["action"].replace(portal.challenge, "x" * 43).replace(SECOND_FACTOR, path)
    )
    response = portal.browser.post(
        changed, data={**page.form(SECOND_FACTOR)["fields"], "code": page.sample_code}
    )
    assert get_path(response) == "/sign-in"


def test_new_password_still_requires_the_second_factor(portal):
    page = portal.open(p="B2C_1_reset_password")
    sent = portal.submit(page, "/reset", email="support@example.com")
    code = portal.mailed_code("support@example.com")
    entered = portal.submit(portal.get(sent.location), "/reset/code", code=code)
    done = portal.submit(portal.get(entered.location), "/reset/password", password="mesquite and rain")
    assert get_path(done) == SECOND_FACTOR


def test_second_factor_is_deleted_with_its_sign_in(portal, provider):
    database = provider.app.extensions["identity_provider"].database
    before = len(database.fetch_all("SELECT * FROM second_factors"))
    portal.sign_in("support@example.com")
    portal.submit(portal.get("/account/delete"), "/account/delete", password="saguaro")
    assert len(database.fetch_all("SELECT * FROM second_factors")) == before - 1


def test_old_database_gets_current_groups_and_second_factors(settings, provider):
    database = provider.app.extensions["identity_provider"].database
    with database.begin_transaction() as connection:
        connection.execute("UPDATE accounts SET groups = '[\"government\"]' WHERE email LIKE 'government%'")
        connection.execute("DELETE FROM second_factors")
    secrets_of = "SELECT subject, secret FROM second_factors ORDER BY subject"
    restarted = Provider(settings)
    restarted.seed(SAMPLE_PEOPLE)
    seeded = [tuple(row) for row in database.fetch_all(secrets_of)]
    assert len(seeded) == len(STAFF)
    restarted.seed(SAMPLE_PEOPLE)
    assert [tuple(row) for row in database.fetch_all(secrets_of)] == seeded
    accounts = restarted.app.extensions["identity_provider"].accounts
    assert accounts.by_email("government@example.com").groups == ("government", "agency-adot-mvd")
    restarted.close()


def test_pages_are_in_both_languages(portal):
    assert "Escriba su código" in open_code_page(portal, ui_locales="es").text
    assert "Configure su segundo factor" in open_set_up_page(portal, ui_locales="es", prompt="login").text
