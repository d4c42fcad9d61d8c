"""Ratings of public pages."""

from collections.abc import Callable
from typing import Any

import pytest

from domains.reference.guides import list_guides
from domains.reference.help_pages import list_help_pages
from tests.api.records_support import PASSES, register_agencies
from tests.api.support import Client, renew_apps

RATINGS = "/api/pageratings"


@pytest.fixture(autouse=True)
def _agencies(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    renew_apps(monkeypatch, "services")
    register_agencies()


@pytest.mark.parametrize(
    "page",
    [f"guides/{list_guides()[0].id}", f"services/{PASSES}", f"help/{list_help_pages()[0].id}"],
)
@pytest.mark.parametrize(("is_helpful", "verdict"), [(True, "helpful"), (False, "notHelpful")])
def test_rating_is_counted_by_page_without_sign_in(
    client: Client, output: Callable[[], str], page: str, is_helpful: bool, verdict: str
) -> None:
    answer = client.post(RATINGS, {"page": page, "isHelpful": is_helpful})
    assert (answer.status, answer.json) == (200, {"isRated": True})
    written = output().replace(" ", "")
    assert written.count('"PageRating":[') == 1
    assert f'"page":"{page}"' in written
    assert f'"verdict":"{verdict}"' in written


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"page": "guides/nothing", "isHelpful": True}, "page"),
        ({"page": "help/notfound", "isHelpful": True}, "page"),
        ({"page": "services/nobody-nothing", "isHelpful": True}, "page"),
        ({"page": "", "isHelpful": True}, "page"),
        ({"page": "x" * 101, "isHelpful": True}, "page"),
        ({"page": 1, "isHelpful": True}, "page"),
        ({"isHelpful": True}, "page"),
        ({"page": "help/access"}, "isHelpful"),
        ({"page": "help/access", "isHelpful": "maybe"}, "isHelpful"),
        ({"page": "help/access", "isHelpful": True, "text": "Rosa"}, "text"),
    ],
)
def test_invalid_rating_is_reported_and_not_counted(
    client: Client, output: Callable[[], str], body: dict[str, Any], name: str
) -> None:
    answer = client.post(RATINGS, body)
    assert (answer.status, answer.json[0]["propertyName"]) == (400, name)
    assert "PageRating" not in output()


def test_large_body_is_refused(client: Client) -> None:
    answer = client.post(RATINGS, {"page": "x" * 1024, "isHelpful": True})
    assert (answer.status, answer.json["code"]) == (413, "bodyTooLarge")
