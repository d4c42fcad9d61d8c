"""Passwords, the lockout, and the life of an account: sign up, reset, delete."""

from concurrent.futures import ThreadPoolExecutor

import pytest

NEUTRAL = "The email address or password is wrong. Check both and try again."
LOCKED = "Too many attempts. Wait 15 minutes, or reset your password."

SIGN_UP = {
    "given_name": "María José",
    "family_name": "Núñez-O'Hara",
    "email": "maria@example.com",
    "password": "long enough",
}


def sign_up(portal, page_type, **changes):
    """Send the sign-up form and return the page with the form for the code."""
    response = portal.submit(portal.open(prompt="create"), "/sign-up", **{**SIGN_UP, **changes})
    assert response.status_code == 303, response.get_data(as_text=True)
    return page_type(portal.browser.get(response.location))


def ask_for_reset(portal, email):
    """Send the reset form and return the page with the form for the code."""
    response = portal.submit(portal.open(p="B2C_1_reset_password"), "/reset", email=email)
    assert response.status_code == 303
    return portal.get(response.location)


def test_wrong_password_and_unknown_address_look_the_same(portal):
    def shown(email):
        response = portal.sign_in(email, "wrong password")
        form_and_messages = response.get_data(as_text=True).split("Demonstration accounts")[0]
        return response.status_code, form_and_messages.replace(email, "E")

    known, unknown = shown("resident@example.com"), shown("nobody-is@example.com")
    assert known[0] == 400
    assert NEUTRAL in known[1]
    assert known == unknown


def test_typed_address_is_kept_and_password_is_not(portal, page):
    shown = page(portal.sign_in("resident@example.com", "a wrong password"))
    assert shown.forms[0]["fields"]["email"] == "resident@example.com"
    assert "a wrong password" not in shown.text


@pytest.mark.parametrize("email", ["Resident@Example.COM", "  resident@example.com "])
def test_address_ignores_case_and_spaces(portal, answer, email):
    assert "code" in answer(portal.sign_in(email))


@pytest.mark.parametrize("password", ["Saguaro", "saguaro ", "x" * 10_000, ""])
def test_only_the_exact_password_is_accepted(portal, password):
    assert portal.sign_in(password=password).status_code == 400


@pytest.mark.parametrize("email", ["resident@example.com", "nobody-is@example.com"])
def test_five_wrong_passwords_lock_out_for_15_minutes(portal, clock, email):
    for _ in range(5):
        assert NEUTRAL in portal.sign_in(email, "wrong password").get_data(as_text=True)
    assert LOCKED in portal.sign_in(email, "saguaro").get_data(as_text=True)
    clock.forward(minutes=14, seconds=59)
    assert LOCKED in portal.sign_in(email, "saguaro").get_data(as_text=True)
    clock.forward(seconds=1)
    response = portal.sign_in(email, "saguaro")
    assert response.status_code == (302 if email.startswith("resident") else 400)
    assert LOCKED not in response.get_data(as_text=True)


def test_lockout_affects_one_address(portal, answer):
    for _ in range(6):
        portal.sign_in("resident@example.com", "wrong password")
    assert "code" in answer(portal.sign_in("business@example.com"))


def test_lockout_applies_to_all_browsers_but_not_sessions(portal, new_portal, answer):
    portal.sign_in()
    other = new_portal()
    for _ in range(5):
        other.sign_in(password="wrong password")
    assert LOCKED in new_portal().sign_in().get_data(as_text=True)
    assert "code" in answer(portal.authorize())


def test_right_password_resets_the_count(portal, answer):
    for _ in range(2):
        for _ in range(4):
            portal.sign_in(password="wrong password", prompt="login")
        assert "code" in answer(portal.sign_in(prompt="login"))


def test_concurrent_attempts_cannot_exceed_the_limit(provider, portal, new_portal):
    portals = [new_portal() for _ in range(12)]
    pages = [browser.open() for browser in portals]
    with ThreadPoolExecutor(12) as pool:
        responses = pool.map(
            lambda pair: pair[0].submit(
                pair[1], "/sign-in", email="resident@example.com", password="wrong password"
            ),
            zip(portals, pages, strict=True),
        )
        texts = [response.get_data(as_text=True) for response in responses]
    assert sum(NEUTRAL in text for text in texts) == 5
    assert sum(LOCKED in text for text in texts) == 7


def test_sample_people_have_one_click_sign_in(portal, answer):
    forms = [form["fields"] for form in portal.open().forms if form["fields"].get("password") == "saguaro"]
    assert [fields["email"] for fields in forms] == [
        f"{name}@example.com" for name in ("new", "resident", "business", "support", "admin", "government")
    ]
    for fields in forms:
        page = portal.open(prompt="login")
        response = portal.submit(page, "/sign-in", email=fields["email"], password=fields["password"])
        code = answer(portal.prove(response))["code"]
        claims = portal.get_claims(portal.exchange(code).get_json()["id_token"])
        assert claims["email"] == fields["email"]
        groups = {
            "support@example.com": ["support", "portal-wide"],
            "admin@example.com": ["admin", "portal-wide"],
            "government@example.com": ["government", "agency-adot-mvd"],
        }
        assert claims.get("cognito:groups") == groups.get(fields["email"])


def test_sign_up_requires_the_mailed_code(portal, page, answer):
    code_page = sign_up(portal, page)
    assert portal.sign_in("maria@example.com", "long enough").status_code == 400
    code = portal.mailed_code("maria@example.com")
    response = portal.submit(code_page, "/sign-up/code", code=f" {code[:3]} {code[3:]} ")
    claims = portal.get_claims(portal.exchange(answer(response)["code"]).get_json()["id_token"])
    assert claims["email"] == "maria@example.com"
    assert claims["email_verified"] is True
    assert claims["name"] == "María José Núñez-O'Hara"
    assert "cognito:groups" not in claims
    assert "code" in answer(portal.sign_in("maria@example.com", "long enough", prompt="login"))


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("given_name", "  ", "Enter your given name"),
        ("family_name", "", "Enter your family name"),
        ("given_name", "a\u202eb", "Use 60 letters, spaces, and punctuation marks or fewer"),
        ("given_name", "a\x00b", "Use 60 letters, spaces, and punctuation marks or fewer"),
        ("family_name", "a" * 61, "Use 60 letters, spaces, and punctuation marks or fewer"),
        ("email", "", "Enter your email address"),
        ("email", "maria", "Enter an email address in the form"),
        ("email", "maria@example", "Enter an email address in the form"),
        ("email", "a@b@example.com", "Enter an email address in the form"),
        ("email", "maria@example.com\r\nBcc: x@example.com", "Enter an email address in the form"),
        ("email", "a" * 250 + "@example.com", "Enter an email address in the form"),
        ("password", "", "Use a password with at least 8 characters"),
        ("password", "1234567", "Use a password with at least 8 characters"),
        ("password", "x" * 129, "Use a password with 128 characters or fewer"),
    ],
)
def test_sign_up_error_is_named_and_input_kept(portal, page, outbox, field, value, message):
    response = portal.submit(portal.open(prompt="create"), "/sign-up", **{**SIGN_UP, field: value})
    assert response.status_code == 400
    shown = page(response)
    assert message in shown.text
    assert f"#{field}" in shown.links
    assert outbox == []
    kept = {name: SIGN_UP[name] for name in ("given_name", "family_name", "email") if name != field}
    assert {name: shown.form("/sign-up")["fields"][name] for name in kept} == kept
    assert shown.form("/sign-up")["fields"]["password"] == ""


def test_sign_up_does_not_reveal_existing_addresses(portal, page, outbox, new_portal):
    taken = sign_up(portal, page, email="resident@example.com")
    free = sign_up(new_portal(), page)
    assert taken.text.count("resident@example.com") == free.text.count("maria@example.com") > 0
    assert outbox[0].to == "resident@example.com"
    assert "already" in outbox[0].subject
    for _ in range(5):
        response = portal.submit(taken, "/sign-up/code", code="000000")
    assert "This code no longer works" in response.get_data(as_text=True)


def test_second_sign_up_voids_the_first_code(portal, new_portal, page, answer):
    other = new_portal()
    first = sign_up(portal, page)
    first_code = portal.mailed_code("maria@example.com")
    second = sign_up(other, page, password="another password")
    response = portal.submit(first, "/sign-up/code", code=first_code)
    assert "This code no longer works" in response.get_data(as_text=True)
    code = portal.mailed_code("maria@example.com")
    assert "code" in answer(other.submit(second, "/sign-up/code", code=code))


@pytest.mark.parametrize("entered", ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"])
def test_code_has_six_digits(portal, page, entered):
    response = portal.submit(sign_up(portal, page), "/sign-up/code", code=entered)
    assert "Enter the 6 digits of the code" in response.get_data(as_text=True)


def test_code_expires_after_ten_minutes(portal, page, answer, clock):
    code_page = sign_up(portal, page)
    clock.forward(minutes=9, seconds=59)
    other_page = ask_for_reset(portal, "resident@example.com")
    clock.forward(seconds=1)
    response = portal.submit(code_page, "/sign-up/code", code=portal.mailed_code("maria@example.com"))
    assert "This code no longer works" in response.get_data(as_text=True)
    response = portal.submit(other_page, "/reset/code", code=portal.mailed_code("resident@example.com"))
    assert response.status_code == 303


def test_code_is_void_after_five_wrong_tries(portal, page):
    code_page = sign_up(portal, page)
    code = portal.mailed_code("maria@example.com")
    wrong = "000000" if code != "000000" else "000001"
    for _ in range(4):
        response = portal.submit(code_page, "/sign-up/code", code=wrong)
        assert "This is not the code we sent" in response.get_data(as_text=True)
    response = portal.submit(code_page, "/sign-up/code", code=wrong)
    assert "This code no longer works" in response.get_data(as_text=True)
    response = portal.submit(code_page, "/sign-up/code", code=code)
    assert "This code no longer works" in response.get_data(as_text=True)


def test_code_is_bound_to_its_browser(portal, new_portal, page):
    sign_up(portal, page)
    other = new_portal()
    other_page = sign_up(other, page, email="somebody.else@example.com")
    response = other.submit(other_page, "/sign-up/code", code=portal.mailed_code("maria@example.com"))
    assert response.status_code == 400


def test_code_requests_are_limited(portal, page, outbox, clock):
    for _ in range(10):
        ask_for_reset(portal, "resident@example.com")
    form = portal.open(p="B2C_1_reset_password")
    response = portal.submit(form, "/reset", email="resident@example.com")
    assert "You asked for too many codes" in response.get_data(as_text=True)
    assert len(outbox) == 10
    clock.forward(minutes=10)
    ask_for_reset(portal, "resident@example.com")
    assert len(outbox) == 11


def reset_password(portal, email, password):
    """Go through the reset pages and return the redirect at the end."""
    response = portal.submit(ask_for_reset(portal, email), "/reset/code", code=portal.mailed_code(email))
    return portal.submit(portal.get(response.location), "/reset/password", password=password)


def test_reset_sets_the_password_and_signs_in(portal, answer):
    response = reset_password(portal, "resident@example.com", "a new password")
    reported = answer(response)
    assert reported["state"] == "state-1"
    claims = portal.get_claims(portal.exchange(reported["code"]).get_json()["id_token"])
    assert claims["email"] == "resident@example.com"
    assert portal.sign_in(prompt="login").status_code == 400
    assert "code" in answer(portal.sign_in(password="a new password", prompt="login"))


def test_reset_ends_lockout_and_sessions(portal, new_portal, answer):
    other = new_portal()
    tokens = other.tokens()
    for _ in range(5):
        portal.sign_in(password="wrong password")
    reset_password(portal, "resident@example.com", "a new password")
    assert other.refresh(tokens["refresh_token"]).status_code == 400
    assert other.userinfo(tokens["access_token"]).status_code == 401
    assert answer(other.authorize(prompt="none"))["error"] == "login_required"
    assert "code" in answer(other.sign_in(password="a new password"))


def test_changed_password_removes_one_click_sign_in(portal):
    reset_password(portal, "resident@example.com", "a new password")
    text = portal.open(prompt="login").text
    assert "business@example.com" in text
    assert "Rosa Delgado" not in text


def test_reset_does_not_reveal_unknown_addresses(portal, outbox):
    known = ask_for_reset(portal, "resident@example.com").text
    unknown = ask_for_reset(portal, "nobody-is@example.com").text
    assert known.replace("resident@example.com", "E") == unknown.replace("nobody-is@example.com", "E")
    assert [message.to for message in outbox] == ["resident@example.com"]


def test_new_password_requires_the_code(portal, answer):
    ask_for_reset(portal, "resident@example.com")
    page = portal.get(f"/reset/password?{portal.open().link('/cancel').split('?')[1]}")
    response = portal.submit(page, "/reset/password", password="a new password")
    assert "This code no longer works" in response.get_data(as_text=True)
    assert "code" in answer(portal.sign_in())


def test_sign_up_code_does_not_work_for_a_reset(portal, page):
    code_page = sign_up(portal, page)
    code = portal.mailed_code("maria@example.com")
    ask_for_reset(portal, "maria@example.com")
    address = code_page.form("/sign-up/code")["action"].replace("/sign-up/", "/reset/")
    token = code_page.form("/sign-up/code")["fields"]["csrf_token"]
    response = portal.browser.post(address, data={"code": code, "csrf_token": token})
    assert response.status_code == 400


def test_verified_code_expires_after_ten_minutes(portal, clock):
    code_page = ask_for_reset(portal, "resident@example.com")
    code = portal.mailed_code("resident@example.com")
    password_page = portal.get(portal.submit(code_page, "/reset/code", code=code).location)
    response = portal.submit(password_page, "/reset/password", password="short")
    assert "Use a password with at least 8 characters" in response.get_data(as_text=True)
    clock.forward(minutes=10)
    response = portal.submit(password_page, "/reset/password", password="a new password")
    assert "This code no longer works" in response.get_data(as_text=True)


@pytest.mark.parametrize("path", ["/sign-up/code", "/reset/code", "/reset/password"])
def test_skipped_step_starts_again(portal, path):
    query = portal.open().link("/cancel").split("?")[1]
    response = portal.browser.get(f"{path}?{query}")
    assert response.status_code == 303
    assert response.location.split("?")[0] == "/" + path.split("/")[1]


def test_deleted_sign_in_returns_with_a_new_subject(portal, page, answer):
    tokens = portal.tokens("resident@example.com")
    delete_page = portal.get("/account/delete")
    response = portal.submit(delete_page, "/account/delete", password="saguaro")
    assert "Your sign-in is deleted" in response.get_data(as_text=True)
    assert portal.refresh(tokens["refresh_token"]).status_code == 400
    assert portal.userinfo(tokens["access_token"]).status_code == 401
    assert answer(portal.authorize(prompt="none"))["error"] == "login_required"
    assert portal.sign_in("resident@example.com").status_code == 400
    code_page = sign_up(portal, page, email="resident@example.com")
    code = portal.mailed_code("resident@example.com")
    granted = answer(portal.submit(code_page, "/sign-up/code", code=code))
    claims = portal.get_claims(portal.exchange(granted["code"]).get_json()["id_token"])
    assert claims["email"] == "resident@example.com"
    assert claims["sub"] != portal.get_claims(tokens["id_token"])["sub"]


def test_deletion_requires_the_password_and_counts_failures(portal):
    portal.sign_in()
    page = portal.get("/account/delete")
    for _ in range(5):
        response = portal.submit(page, "/account/delete", password="wrong password")
        assert "This is not your password" in response.get_data(as_text=True)
    response = portal.submit(page, "/account/delete", password="saguaro")
    assert LOCKED in response.get_data(as_text=True)
    assert portal.get("/account").text.count("Rosa Delgado") == 1


def test_account_page_requires_sign_in(portal):
    assert "You are not signed in" in portal.get("/account").text
    assert portal.browser.get("/account/delete").location == "/account"
    portal.sign_in("admin@example.com")
    text = portal.get("/account").text
    assert "Ada Begay" in text
    assert "admin@example.com" in text
