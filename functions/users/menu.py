"""The menu, by a person's next step and roles.

Labels are fixed English keys that the web app translates; icons are names of USWDS icons.
"""

from dataclasses import dataclass

from domains.accounts.account import PostLoginAction


@dataclass(frozen=True, slots=True)
class SubMenuItem:
    """A page under a menu item."""

    label: str
    route: str


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An entry of the menu."""

    label: str
    route: str
    icon_class: str
    sub_menu: tuple[SubMenuItem, ...] = ()


_DASHBOARD = MenuItem("Dashboard", "/dashboard", "home")
_CONNECTIONS = MenuItem("Connections", "/connections", "link")
# The web app shows this item only on narrow screens, which have no bell with a label.
_MESSAGES = MenuItem("Messages", "/messages", "mail_outline")
_TRANSACTIONS = MenuItem("Transactions", "/transactions", "attach_money")
_ADDRESS_BOOK = MenuItem("Address book", "/addressbook", "contact_page")
_BUSINESS = MenuItem("Business", "/businessapplications/dashboard", "store")
_PROFILE = MenuItem(
    "Profile",
    "/profile",
    "person",
    (
        SubMenuItem("Your account", "/profile"),
        SubMenuItem("Terms and conditions", "/profile/termsandconditions"),
        SubMenuItem("Contact preferences", "/profile/contact"),
        SubMenuItem("Who looked at your record", "/profile/access"),
    ),
)
_GOVERNMENT_SEARCH = MenuItem("Government search", "/governmentsearch", "search")
_USER_SERVICES = MenuItem("User services", "/adminuserservices", "people")
_SUPPORT = frozenset({"support", "admin"})
_STAFF = _SUPPORT | {"government"}


def list_menu_items(next_step: PostLoginAction, roles: frozenset[str]) -> tuple[MenuItem, ...]:
    """List the menu items that a person may open now.

    Source: specification, section 6 (navigation needs a completed profile), and design, section 4 (roles).

    Args:
        next_step: the next step before the dashboard.
        roles: roles from the caller's token.
    """
    if next_step is PostLoginAction.REGISTER:
        return ()
    if next_step is not PostLoginAction.DASHBOARD:
        return (_PROFILE,)
    menu = [_DASHBOARD, _CONNECTIONS, _MESSAGES, _TRANSACTIONS, _BUSINESS, _ADDRESS_BOOK, _PROFILE]
    if roles & _STAFF:
        menu.append(_GOVERNMENT_SEARCH)
    if roles & _SUPPORT:
        menu.append(_USER_SERVICES)
    return tuple(menu)
