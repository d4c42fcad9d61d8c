from typing import Any

import pytest

from domains.accounts.account import PostLoginAction
from functions.users.menu import list_menu_items

NOBODY_SPECIAL: frozenset[str] = frozenset()
FOR_EVERYBODY = [
    "Dashboard",
    "Connections",
    "Messages",
    "Transactions",
    "Business",
    "Address book",
    "Profile",
]


def list_labels(next_step: Any, roles: Any = NOBODY_SPECIAL) -> list[Any]:
    return [item.label for item in list_menu_items(next_step, frozenset(roles))]


@pytest.mark.parametrize("roles", [set(), {"support"}, {"admin"}, {"government"}])
def test_unregistered_person_has_no_menu(roles: set[Any] | set[str]) -> None:
    assert list_labels(PostLoginAction.REGISTER, roles) == []


@pytest.mark.parametrize("roles", [set(), {"support"}, {"admin"}, {"government"}])
@pytest.mark.parametrize("step", [PostLoginAction.TERMS_AND_CONDITIONS, PostLoginAction.CONTACT_PREFERENCES])
def test_unfinished_registration_shows_only_the_profile(step: Any, roles: set[Any] | set[str]) -> None:
    assert list_labels(step, roles) == ["Profile"]


@pytest.mark.parametrize(
    ("roles", "more"),
    [
        (set(), []),
        ({"government"}, ["Government search"]),
        ({"support"}, ["Government search", "User services"]),
        ({"admin"}, ["Government search", "User services"]),
        ({"government", "admin"}, ["Government search", "User services"]),
    ],
)
def test_finished_registration_shows_the_menu_of_the_role(
    roles: set[Any] | set[str], more: list[Any] | list[str]
) -> None:
    assert list_labels(PostLoginAction.DASHBOARD, roles) == [*FOR_EVERYBODY, *more]


def test_menu_has_routes_and_icons() -> None:
    menu = list_menu_items(PostLoginAction.DASHBOARD, frozenset({"admin"}))
    assert [(item.route, item.icon_class) for item in menu] == [
        ("/dashboard", "home"),
        ("/connections", "link"),
        ("/messages", "mail_outline"),
        ("/transactions", "attach_money"),
        ("/businessapplications/dashboard", "store"),
        ("/addressbook", "contact_page"),
        ("/profile", "person"),
        ("/governmentsearch", "search"),
        ("/adminuserservices", "people"),
    ]
    assert [(item.label, item.route) for item in menu[6].sub_menu] == [
        ("Your account", "/profile"),
        ("Terms and conditions", "/profile/termsandconditions"),
        ("Contact preferences", "/profile/contact"),
        ("Who looked at your record", "/profile/access"),
    ]
