"""Passages to search: services, guides, other offices, forms, fees, help, terms, and the privacy notice."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal
from urllib.parse import urlencode

from domains.agencies.catalog import Offer
from domains.agencies.manifest import Agency, Guidance
from domains.agencies.manifest_forms import ApplicationForm
from domains.agencies.manifest_texts import LocalizedText
from domains.applications.owed_fees import compute_fee
from domains.reference.data import Terms
from domains.reference.elsewhere import Matter
from domains.reference.everyday_words import get_category_words
from domains.reference.fees import Fee, format_agency_to_ask
from domains.reference.guides import Guide
from domains.reference.help_pages import HelpPage
from domains.reference.privacy_notice import PrivacySection
from domains.reference.section_words import list_section_words
from portal.language import LANGUAGES, Language, Text, write_day

PassageType = Literal["agency", "service", "form", "fee", "guide", "elsewhere", "help", "policy"]
"""`elsewhere` is a matter of an office outside of the portal; `policy` the terms and the privacy notice."""

Blocks = Mapping[Language, tuple[str, ...]]

_NO_TEXT = Text("", "")
_TERMS_PATH = Text(en="/terms", es="/terms")
_PRIVACY = Text(en="Privacy notice", es="Aviso de privacidad")
_ESTIMATOR_PATH = Text(
    en="/businessapplications/plan/costestimator", es="/businessapplications/plan/costestimator"
)
_ESTIMATOR = Text(en="Startup cost estimator", es="Estimador de costos para empezar")
_BASIS = Text(en="Legal basis: {basis}.", es="Base legal: {basis}.")
_UNKNOWN = Text(
    en="{label}: we don’t know the amount. Ask {agency}.",
    es="{label}: no sabemos la cantidad. Pregunte a {agency}.",
)
_UNCONFIRMED = Text(
    en="We have not confirmed this amount. Ask {agency}.",
    es="No hemos confirmado este monto. Pregunte a {agency}.",
)
_COLON = Text(":", ":")
_AT_AGENCY = Text(en="{action} at {agency}.", es="{action} en {agency}.")
_NEEDED = Text(en="To connect you need: {fields}.", es="Para conectarse necesita: {fields}.")
_ONLINE = Text(en="Online you can: {actions}.", es="En línea puede: {actions}.")
_ELSEWHERE = Text(
    en="You cannot do this in the portal. Ask: {office}.",
    es="Esto no se puede hacer en el portal. Pregunte a: {office}.",
)
_BRING = Text(en="Have ready: {things}.", es="Tenga a la mano: {things}.")
_COST = Text(en="{label}: ${amount}.", es="{label}: ${amount}.")
_FREE = Text(en="{label}: free.", es="{label}: gratis.")
_TELEPHONE = Text(en="Telephone: {phone}.", es="Teléfono: {phone}.")
_CHECKED = Text(en="Link checked on {day}.", es="Enlace revisado el {day}.")
_EXAMPLE = re.compile(
    r"\b(?:such as|for example|por ejemplo|tal(?:es)? como)\b[^.;:)]{,200}|“[^“”]{,200}”", re.I
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A section of a page."""

    page: str  # type and id of the page, such as `help/signin` or `service/azdor-tpt`
    type: PassageType
    title: Text  # the page's title
    heading: Text  # the section's heading; the title where a page has one section
    blocks: Blocks  # its paragraphs and list items, each quoted whole
    href: Text  # the section's address
    keywords: Text = _NO_TEXT  # more words for the search, which are not quoted
    subjects: Text = _NO_TEXT  # the same, each of which alone says that a question is about this page
    has_examples: bool = False  # true if the text explains itself with examples, which are not searched

    def get_label(self, language: Language) -> str:
        """Return the page's title and the heading."""
        title, heading = self.title.in_language(language), self.heading.in_language(language)
        return title if heading == title else f"{title}: {heading}"

    def get_searched_text(self, language: Language) -> str:
        """Return the text to search: an example says nothing about the page that it stands on."""
        text = "\n".join(self.blocks[language])
        return _EXAMPLE.sub(" ", text) if self.has_examples else text


def list_help_passages(pages: Iterable[HelpPage], base: str) -> Iterator[Passage]:
    """Yield a passage for each section of the help.

    Args:
        base: the help's address.
    """
    words = list_section_words()
    for page in pages:
        for english, spanish in zip(page.sections["en"], page.sections["es"], strict=True):
            if english.blocks:
                yield Passage(
                    page=f"help/{page.id}",
                    type="help",
                    title=page.title,
                    heading=Text(english.heading, spanish.heading),
                    blocks={"en": english.blocks, "es": spanish.blocks},
                    href=page.get_href(base),
                    keywords=words.get((f"help/{page.id}", english.heading), _NO_TEXT),
                    has_examples=True,
                )


def list_terms_passages(terms: Terms) -> Iterator[Passage]:
    """Yield a passage for each section of the terms in force."""
    texts = terms.texts
    title = Text(texts["en"].title, texts["es"].title)
    for english, spanish in zip(texts["en"].sections, texts["es"].sections, strict=True):
        yield Passage(
            page="terms",
            type="policy",
            title=title,
            heading=Text(english.heading, spanish.heading),
            blocks={"en": english.paragraphs, "es": spanish.paragraphs},
            href=_TERMS_PATH,
        )


def list_privacy_passages(sections: Iterable[PrivacySection]) -> Iterator[Passage]:
    """Yield a passage for each section of the privacy notice."""
    for section in sections:
        href = f"/privacy#{section.id}"
        yield Passage(
            page="privacy",
            type="policy",
            title=_PRIVACY,
            heading=section.heading,
            blocks=section.blocks,
            href=Text(href, href),
            keywords=list_section_words().get(("privacy", section.heading.en), _NO_TEXT),
        )


def list_fee_passages(fees: Iterable[Fee], day: date) -> Iterator[Passage]:
    """Yield a passage for each government fee that is one amount, or unknown, on a day."""
    for fee in fees:
        amount = fee.get_amount(day)
        if fee.measure != "flat" or amount is None:
            continue
        pattern = _UNKNOWN if amount.typical is None else _COST if amount.typical else _FREE
        dollars = _format_dollars(amount.typical or 0)
        blocks: dict[Language, tuple[str, ...]] = {}
        for language in LANGUAGES:
            label = fee.label.in_language(language)
            agency = format_agency_to_ask(fee.agency).in_language(language)
            sentences = [pattern.in_language(language).format(label=label, amount=dollars, agency=agency)]
            if fee.note:
                sentences.append(fee.note.in_language(language))
            if amount.legal_basis:
                sentences.append(_BASIS.in_language(language).format(basis=amount.legal_basis))
            if amount.status == "notConfirmed":
                sentences.append(_UNCONFIRMED.in_language(language).format(agency=agency))
            blocks[language] = (" ".join(sentences),)
        yield Passage(
            page=f"fee/{fee.code}",
            type="fee",
            title=fee.label,
            heading=fee.label,
            blocks=blocks,
            href=_ESTIMATOR_PATH,
            keywords=_join(fee.agency or _NO_TEXT, _ESTIMATOR),
        )


def list_catalog_passages(offers: Iterable[Offer], day: date) -> Iterator[Passage]:
    """Yield passages for each agency, service, action, and application form of offers.

    Args:
        day: day whose costs are quoted.
    """
    agencies: dict[str, Agency] = {}
    for offer in offers:
        agencies[offer.agency.id] = offer.agency
        yield from _list_service_passages(offer, day)
        for form in offer.service.application_forms:
            yield _make_form_passage(offer, form)
    for agency in agencies.values():
        yield _make_agency_passage(agency)


def list_guide_passages(guides: Iterable[Guide]) -> Iterator[Passage]:
    """Yield a passage for each guide and checklist."""
    for guide in guides:
        href = f"/guides/{guide.id}"
        yield Passage(
            page=f"guide/{guide.id}",
            type="guide",
            title=guide.title,
            heading=guide.title,
            blocks=_collect(guide.summary, *(step.text for step in guide.steps)),
            href=Text(href, href),
            keywords=guide.keywords,
        )


def list_elsewhere_passages(matters: Iterable[Matter]) -> Iterator[Passage]:
    """Yield a passage for each matter that belongs to an office outside of the portal."""
    for matter in matters:
        sentences = [_fill(_ELSEWHERE, office=matter.office)]
        if matter.note:
            sentences.append(matter.note)
        if matter.phone:
            sentences.append(_fill(_TELEPHONE, phone=Text(matter.phone, matter.phone)))
        if matter.checked_on:
            sentences.append(_fill(_CHECKED, day=write_day(matter.checked_on)))
        yield Passage(
            page=f"elsewhere/{matter.id}",
            type="elsewhere",
            title=matter.title,
            heading=matter.title,
            blocks=_collect(_join(*sentences)),
            href=Text(matter.url, matter.url),
            keywords=matter.keywords,
            subjects=matter.subjects,
        )


def _make_agency_passage(agency: Agency) -> Passage:
    name = agency.name.to_text()
    return Passage(
        page=f"agency/{agency.id}",
        type="agency",
        title=name,
        heading=name,
        blocks=_collect(agency.description.to_text()),
        href=Text(
            f"/services?{urlencode({'by': 'agency', 'q': name.en})}",
            f"/services?{urlencode({'by': 'agency', 'q': name.es})}",
        ),
    )


def _list_service_passages(offer: Offer, day: date) -> Iterator[Passage]:
    service = offer.service
    name, href = service.name.to_text(), f"/services/{service.id}"
    page = f"service/{service.id}"
    category = get_category_words(service.category)
    blocks = [_join(offer.agency.name.to_text(), _COLON, service.description.to_text())]
    if service.actions:
        blocks.append(_fill(_ONLINE, actions=_list_texts(action.label for action in service.actions)))
    if service.identity_fields:
        blocks.append(_fill(_NEEDED, fields=_list_texts(each.label for each in service.identity_fields)))
    yield Passage(
        page=page,
        type="service",
        title=name,
        heading=name,
        blocks=_collect(*blocks, *_list_guidance(service.guidance, day)),
        href=Text(href, href),
        keywords=_get_keywords(service.guidance),
        subjects=Text(category, category),
    )
    for action in service.actions:
        label = action.label.to_text()
        yield Passage(
            page=page,
            type="service",
            title=name,
            heading=label,
            blocks=_collect(
                _fill(_AT_AGENCY, action=label, agency=offer.agency.name.to_text()),
                *_list_guidance(action.guidance, day),
            ),
            href=Text(f"{href}#{action.id}", f"{href}#{action.id}"),
            keywords=_get_keywords(action.guidance),
            subjects=Text(category, category),
        )


def _get_keywords(guidance: Guidance | None) -> Text:
    return guidance.keywords.to_text() if guidance and guidance.keywords else _NO_TEXT


def _list_guidance(guidance: Guidance | None, day: date) -> Iterator[Text]:
    if guidance is None:
        return
    yield from (each.to_text() for each in guidance.steps)
    if guidance.bring:
        yield _fill(_BRING, things=_list_texts(guidance.bring))
    for fee in guidance.fees:
        priced = compute_fee(fee, day)
        if priced.status in ("confirmed", "free") and priced.cents is not None:
            pattern = _COST if priced.cents else _FREE
            amount = _format_dollars(priced.cents)
            yield _fill(pattern, label=priced.label, amount=Text(amount, amount))
    yield from (each.to_text() for each in (guidance.time, guidance.where) if each)
    if guidance.phone:
        yield _fill(_TELEPHONE, phone=Text(guidance.phone, guidance.phone))


def _make_form_passage(offer: Offer, form: ApplicationForm) -> Passage:
    name = form.name.to_text()
    href = f"/businessapplications/applications/new?{urlencode({'form': form.id})}"
    return Passage(
        page=f"form/{form.id}",
        type="form",
        title=name,
        heading=name,
        blocks=_collect(form.description.to_text()),
        href=Text(href, href),
        keywords=_join(offer.agency.name.to_text(), offer.service.name.to_text()),
    )


def _join(*texts: Text) -> Text:
    """Join texts with blanks, and without one before a colon."""
    return Text(
        **{
            each: " ".join(text.in_language(each) for text in texts).replace(" :", ":").strip()
            for each in LANGUAGES
        }
    )


def _list_texts(labels: Iterable[LocalizedText]) -> Text:
    texts = [each.to_text() for each in labels]
    return Text(**{each: ", ".join(text.in_language(each) for text in texts) for each in LANGUAGES})


def _fill(pattern: Text, **values: Text) -> Text:
    return Text(
        **{
            each: pattern.in_language(each).format(
                **{name: value.in_language(each) for name, value in values.items()}
            )
            for each in LANGUAGES
        }
    )


def _collect(*texts: Text) -> Blocks:
    return {each: tuple(text.in_language(each) for text in texts) for each in LANGUAGES}


def _format_dollars(cents: int) -> str:
    return f"{cents // 100:,}" if cents % 100 == 0 else f"{cents / 100:,.2f}"
