"""Passages for the assistant: sections of help and terms, fees, and agencies' services."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from domains.agencies.catalog import Offer, localize
from domains.reference.data import Terms
from domains.reference.fees import Fee, name_agency
from domains.reference.help_pages import HelpPage
from portal.language import Language, Text

_TERMS_PATH = "/profile/termsandconditions"
_ESTIMATOR_PATH = "/businessapplications/plan/costestimator"

_ESTIMATOR = Text(en="Startup cost estimator", es="Estimador de costos para empezar")
_ONE_AMOUNT = Text(en="{label}: ${low}.", es="{label}: ${low}.")
_RANGE = Text(en="{label}: ${low} to ${high}.", es="{label}: de ${low} a ${high}.")
_BASIS = Text(en="Legal basis: {basis}.", es="Base legal: {basis}.")
_NO_FEE = Text(en="{label}: no known fee.", es="{label}: sin tarifa conocida.")
_UNCONFIRMED = Text(
    en="We have not confirmed this amount. Ask {agency}.",
    es="No hemos confirmado este monto. Pregunte a {agency}.",
)
_NEEDED = Text(en="To connect you need: {fields}.", es="Para conectarse necesita: {fields}.")


@dataclass(frozen=True, slots=True)
class Passage:
    """A section of a page in one language.

    Attributes:
        page: id of the page.
        title: the page's title.
        heading: the section's heading, by default the title.
        blocks: its paragraphs and list items, each quoted whole.
        href: the page's address.
        keywords: more words for the search, which are not quoted.
    """

    page: str
    title: str
    heading: str
    blocks: tuple[str, ...]
    href: str
    keywords: str = ""

    @property
    def label(self) -> str:
        """The page's title and the heading."""
        return self.title if self.heading == self.title else f"{self.title}: {self.heading}"


def list_help_passages(pages: Iterable[HelpPage], base: str, language: Language) -> Iterator[Passage]:
    """Yield a passage for each section of the help.

    Args:
        base: the help's address.
    """
    for page in pages:
        title, href = page.title.in_language(language), page.href(base).in_language(language)
        for section in page.sections[language]:
            if section.blocks:
                yield Passage(f"help/{page.id}", title, section.heading, section.blocks, href)


def list_terms_passages(terms: Terms, language: Language) -> Iterator[Passage]:
    """Yield a passage for each section of the terms in force."""
    text = terms.texts[language]
    for section in text.sections:
        yield Passage("terms", text.title, section.heading, section.paragraphs, _TERMS_PATH)


def list_fee_passages(fees: Iterable[Fee], day: date, language: Language) -> Iterator[Passage]:
    """Yield a passage for each government fee that is an amount or a range on a day."""
    title = _ESTIMATOR.in_language(language)
    for fee in fees:
        amount = fee.get_amount(day)
        bounds = amount.get_range() if amount else None
        if fee.measure != "flat" or amount is None or bounds is None:
            continue
        label = fee.label.in_language(language)
        low, high = (_format_dollars(cents) for cents in bounds)
        is_known = amount.is_exact or bounds[1] > 0
        pattern = _NO_FEE if not is_known else _ONE_AMOUNT if low == high else _RANGE
        sentences = [pattern.in_language(language).format(label=label, low=low, high=high)]
        if fee.note:
            sentences.append(fee.note.in_language(language))
        if amount.legal_basis:
            sentences.append(_BASIS.in_language(language).format(basis=amount.legal_basis))
        if not amount.is_exact:
            agency = name_agency(fee.agency).in_language(language)
            sentences.append(_UNCONFIRMED.in_language(language).format(agency=agency))
        page = f"fee/{fee.code}"
        keywords = fee.agency.in_language(language) if fee.agency else ""
        yield Passage(page, title, label, (" ".join(sentences),), _ESTIMATOR_PATH, keywords)


def list_service_passages(offers: Iterable[Offer], language: Language) -> Iterator[Passage]:
    """Yield a passage for each service with which people can connect."""
    for offer in offers:
        service = offer.service
        name = localize(service.name, language)
        agency = localize(offer.agency.name, language)
        fields = ", ".join(localize(each.label, language) for each in service.identity_fields)
        blocks = [f"{agency}: {localize(service.description, language)}"]
        if fields:
            blocks.append(_NEEDED.in_language(language).format(fields=fields))
        yield Passage(f"service/{service.id}", name, name, tuple(blocks), f"/connections/{service.id}")


def _format_dollars(cents: int) -> str:
    return f"{cents // 100:,}" if cents % 100 == 0 else f"{cents / 100:,.2f}"
