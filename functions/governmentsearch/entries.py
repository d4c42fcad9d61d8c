"""Search entries: agencies, services and forms of the catalog, startup fees, and help pages."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from domains.agencies.catalog import Offer
from domains.agencies.manifest import Agency, ApplicationForm, LocalizedText
from domains.reference.everyday_words import get_category_words, join_words
from domains.reference.fees import Fee
from domains.reference.help_pages import HelpPage
from functions.governmentsearch.contract import ResultType
from portal.language import Text


@dataclass(frozen=True, slots=True)
class Entry:
    """A searchable item.

    Attributes:
        title_words: `list_words` of the title in every language, each word after a blank.
        words: the same for all searchable text.
    """

    type: ResultType
    title: Text
    summary: Text
    href: Text
    title_words: str
    words: str

    @classmethod
    def of(
        cls, kind: ResultType, title: Text, summary: Text, href: Text, *more: Text | LocalizedText
    ) -> Self:
        """Return an entry that is searchable by title, summary, and more texts in every language."""
        title_words = _join_spaced(title)
        return cls(kind, title, summary, href, title_words, title_words + _join_spaced(summary, *more))


def list_catalog_entries(offers: Iterable[Offer]) -> Iterator[Entry]:
    """Yield an entry for each service, agency, and form of offers."""
    agencies = {}
    for offer in offers:
        agencies[offer.agency.id] = offer.agency
        yield _make_service_entry(offer)
        for form in offer.service.application_forms:
            yield _make_form_entry(offer, form)
    for agency in agencies.values():
        yield _make_agency_entry(agency)


def list_help_entries(pages: Iterable[HelpPage], base: str) -> Iterator[Entry]:
    """Yield an entry for each page of the help.

    Args:
        base: the help's address, with or without a trailing slash.
    """
    for page in pages:
        yield Entry.of("help", page.title, page.summary, page.href(base), page.text)


def list_fee_entries(fees: Iterable[Fee]) -> Iterator[Entry]:
    """Return an entry for each license or fee in the startup cost table, with a link to the estimator."""
    href = "/businessapplications/plan/costestimator"
    for fee in fees:
        yield Entry.of("fee", fee.label, fee.agency or Text("", ""), Text(href, href))


def _make_agency_entry(agency: Agency) -> Entry:
    name = agency.name.as_text()
    services = Text(
        **{each: f"/connections?{urlencode({'q': getattr(name, each)})}" for each in ("en", "es")}
    )
    return Entry.of("agency", name, agency.description.as_text(), services)


def _make_service_entry(offer: Offer) -> Entry:
    service = offer.service
    name, description = service.name.as_text(), service.description.as_text()
    words = get_category_words(service.category)
    category = Text(words, words)
    href = f"/connections/{service.id}"
    return Entry.of("service", name, description, Text(href, href), offer.agency.name, category)


def _make_form_entry(offer: Offer, form: ApplicationForm) -> Entry:
    name, description = form.name.as_text(), form.description.as_text()
    href = f"/businessapplications/applications/new?{urlencode({'form': form.id})}"
    return Entry.of("form", name, description, Text(href, href), offer.agency.name, offer.service.name)


def _join_spaced(*texts: Text | LocalizedText) -> str:
    return join_words(*(f"{each.en} {each.es}" for each in texts))
