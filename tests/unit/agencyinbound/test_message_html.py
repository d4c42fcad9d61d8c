"""The cleaning of HTML messages, tested with published attacks; the result is parsed."""

import json
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.agencyinbound import message_html
from functions.agencyinbound.message_html import ELEMENTS, UnstableHtml, clean_html, extract_text
from tests.cases import read_cases

CASES = read_cases(__file__)

ORIGINS = frozenset({"https://pay.agency.example"})
LONGEST = 20_000
CORPUS = Path(__file__).parents[2] / "corpora" / "html_attacks.json"
ATTACKS = json.loads(CORPUS.read_text(encoding="utf-8"))
ACCEPTABLE = (
    "<h2>Renewal</h2><p>Pay <strong>today</strong> or <em>tomorrow</em>,<br>please.</p>"
    '<p><a href="https://pay.agency.example/renew?a=1&amp;b=%C3%B1#top" rel="noopener">Pay</a></p>'
    "<ul><li>one</li></ul><ol><li>two</li></ol><h3>Fees</h3><blockquote>Said</blockquote>"
    "<table><thead><tr><th>Fee</th></tr></thead><tbody><tr><td>4 &lt; 5</td></tr></tbody></table>"
)


class Found(HTMLParser):
    """Every element and attribute of a document, and everything else that is no text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.others: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert len(dict(attributes)) == len(attributes), f"{tag} has an attribute twice"
        self.elements.append((tag, dict(attributes)))

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment  # type: ignore[assignment]


def assert_harmless(html: str) -> None:
    """Assert that there are only listed elements, and no attributes except https links to the agency."""
    found = Found(html)
    assert not found.others
    for element, attributes in found.elements:
        assert element in ELEMENTS
        assert attributes.keys() <= ({"href", "rel"} if element == "a" else set())
        assert attributes.get("rel", "noopener") == "noopener"
        if (href := attributes.get("href")) is not None:
            address = urlsplit(href)
            assert (address.scheme, address.netloc) == ("https", "pay.agency.example"), href


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack["id"])
def test_attack_is_removed(attack: dict[str, str]) -> None:
    cleaned = clean_html(attack["html"], ORIGINS, LONGEST)
    assert_harmless(cleaned)
    assert "alert" not in cleaned or "alert" in extract_text(cleaned)


def test_corpus_has_100_attacks_from_several_sources() -> None:
    assert len({attack["id"] for attack in ATTACKS}) == len(ATTACKS) >= 100
    assert len({attack["source"] for attack in ATTACKS}) >= 5


def test_acceptable_message_is_unchanged() -> None:
    assert clean_html(ACCEPTABLE, ORIGINS, LONGEST) == ACCEPTABLE
    assert {element for element, _ in Found(ACCEPTABLE).elements} == ELEMENTS


@pytest.mark.parametrize(("html", "cleaned"), CASES["unlisted_markup_is_removed_and_text_kept"])
def test_unlisted_markup_is_removed_and_text_kept(html: str, cleaned: str) -> None:
    assert clean_html(html, ORIGINS, LONGEST) == cleaned


def test_http_link_to_a_service_origin_is_kept() -> None:
    html = '<a href="http://localhost:8083/pages/renew" rel="noopener">x</a>'
    assert clean_html(html, {"http://localhost:8083"}, LONGEST) == html
    assert "href" not in clean_html(html.replace("8083", "8084"), {"http://localhost:8083"}, LONGEST)


MARKUP = st.lists(
    st.sampled_from(
        [f"<{name}>" for name in sorted(ELEMENTS)]
        + [f"</{name}>" for name in sorted(ELEMENTS)]
        + ["<svg>", "</svg>", "<math>", "<mtext>", "<style>", "</style>", "<form>", "</form>", "<select>"]
        + ["<template>", "<!--", "-->", "<![CDATA[", "]]>", "<title>", "<noscript>", "<img src=x onerror=1>"]
        + [
            '<a href="',
            '">',
            "'",
            "&lt;",
            "&amp;",
            "&#60;script&#62;",
            "<",
            ">",
            "/",
            "x",
            " ",
            "\n",
            "&nbsp;",
        ]
        + ["https://pay.agency.example/", "javascript:alert(1)"]
    ),
    max_size=40,
).map("".join)


@given(st.one_of(MARKUP, st.text(max_size=200), st.sampled_from([attack["html"] for attack in ATTACKS])))
def test_cleaning_is_idempotent_and_harmless(html: str) -> None:
    cleaned = clean_html(html, ORIGINS, LONGEST)
    assert clean_html(cleaned, ORIGINS, LONGEST) == cleaned
    assert_harmless(cleaned)


def test_unstable_html_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    misnested = "<h2><div>" * 3
    assert clean_html(misnested, ORIGINS, LONGEST) == "<h2></h2>" * 3
    monkeypatch.setattr(message_html, "_MAX_PASSES", 2)
    with pytest.raises(UnstableHtml):
        clean_html(misnested, ORIGINS, LONGEST)


@given(st.lists(st.sampled_from(["<p>", "<strong>", "<em>", "x", "</em>", "</p>", "<li>"]), max_size=60))
def test_plain_markup_is_accepted(parts: list[str]) -> None:
    assert_harmless(clean_html("".join(parts), ORIGINS, LONGEST))


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One</p><p>Two &amp; &lt;three&gt;</p>", "One Two & <three>"),
        ("<ul><li>a</li><li>b</li></ul>c<br>d", "a b c d"),
        ("<p>Pa<strong>y</strong> <a>n</a>ow</p>", "Pay now"),
    ],
)
def test_text_separates_blocks_and_keeps_words(html: str, text: str) -> None:
    assert " ".join(extract_text(html).split()) == text
