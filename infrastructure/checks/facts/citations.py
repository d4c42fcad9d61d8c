"""Compares what the portal cites and charges with the laws in laws.json."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from domains.reference.data import DATA_FOLDER
from domains.reference.fees import Fee
from infrastructure.sandbox.manifest_files import MANIFESTS
from infrastructure.settings import REPOSITORY

LAWS = Path(__file__).with_name("laws.json")
SOON = timedelta(days=90)

_CITED_IN = (
    (DATA_FOLDER, "*.json"),
    (MANIFESTS, "*.yaml"),
    (REPOSITORY / "webapp/help/pages", "**/*.html"),
    (REPOSITORY / "functions", "**/*.py"),
    (REPOSITORY / "shared/python", "**/*.py"),
)
# Its laws are those of the privacy notice, which a state's counsel reviews; see the check of the data map.
_NOT_FACTS = ("data_map.json",)
_PARAGRAPH = r"(?:\([A-Za-z0-9]+\))*"
_STATE_SECTION = rf"\d+-\d+(?:\.\d+)?{_PARAGRAPH}"
_RULE = rf"R\d+-\w+-\w+{_PARAGRAPH}"
_CODES = (
    ("A.R.S.", re.compile(rf"A\.R\.S\. (?:§+ ?)?({_STATE_SECTION}(?:(?:, | and | y |; ){_STATE_SECTION})*)")),
    ("A.A.C.", re.compile(rf"A\.A\.C\. ({_RULE}(?:(?:, | and | y ){_RULE})*)")),
    ("U.S.C.", re.compile(rf"(\d+) U\.S\.C\. (\d+{_PARAGRAPH}(?:, \d+{_PARAGRAPH})*)")),
)
_PARTS = re.compile(r", | and | y |; ")
_SECTION = re.compile(rf"([\w.-]+?)({_PARAGRAPH})$")
_DOLLARS = re.compile(r"\$([0-9][0-9,]*)(\.[0-9]{2})?")
_RESEARCH = re.compile(
    "memory|common (knowledge|practice)|general knowledge|generally known|not retrievable|single third"
    "|one source|to be confirmed|; confirm|namex|successor of|no published source|by a source",
    re.IGNORECASE,
)
# Maintainers alone read these properties of data and manifests.
_UNSEEN = frozenset({"source", "fact", "confidence", "countyConfidence", "about"})


class _Row(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)


class Law(_Row):
    """A section that the portal cites."""

    section: str  # code and number, such as `A.R.S. 29-3213`.
    subject: str
    since: date | None  # first day in force, if known
    repealed_on: date | None  # first day on which it is not in force any more; None while it is
    url: str | None
    seen_on: date | None  # day on which somebody read it; None if nobody has
    # Amounts by paragraph, in cents or ten-thousandths; the first is the whole.
    figures: Mapping[str, tuple[int, ...]]
    note: str | None = None


class RepealedChapter(_Row):
    """A range of sections that was repealed."""

    code: str
    first: str
    last: str
    on: date
    successor: str
    url: str


class OtherFigure(_Row):
    """An amount in a text that no section and no fee has."""

    cents: int
    about: str
    url: str


class Laws(_Row):
    """The data of laws.json."""

    about: str
    repealed: tuple[RepealedChapter, ...]
    sections: tuple[Law, ...]
    other_figures: tuple[OtherFigure, ...]

    def get_law(self, section: str) -> Law | None:
        """Return a section, or None."""
        return next((law for law in self.sections if law.section == section), None)


def read_laws() -> Laws:
    """Return the laws of the data file."""
    return Laws.model_validate_json(LAWS.read_bytes())


def parse_citations(text: str) -> list[tuple[str, str]]:
    """Return section and paragraph of each citation in a text, such as `("A.R.S. 29-3213", "(A)(1)")`."""
    found = []
    for code, pattern in _CODES:
        for match in pattern.finditer(text):
            title = f"{match[1]} " if code == "U.S.C." else ""
            for part in _PARTS.split(match[match.lastindex or 1]):
                if split := _SECTION.fullmatch(part):
                    found.append((f"{title}{code} {split[1]}", split[2]))
    return found


def list_cited_texts() -> Iterator[tuple[str, str]]:
    """Yield path and text of every file that may cite a law."""
    for folder, pattern in _CITED_IN:
        for path in sorted(folder.glob(pattern)):
            if path.name in _NOT_FACTS:
                continue
            yield str(path.relative_to(REPOSITORY)), path.read_text(encoding="utf-8")


def list_citation_faults(texts: Iterable[tuple[str, str]], laws: Laws, today: date) -> Iterator[str]:
    """Yield citations of a section that is unknown, repealed, or not yet in force on a day."""
    for place, text in texts:
        for section in dict.fromkeys(section for section, _ in parse_citations(text)):
            if chapter := _find_repealed(section, laws, today):
                yield f"{place}: {section} was repealed on {chapter.on.isoformat()}; see {chapter.successor}."
                continue
            law = laws.get_law(section)
            if law is None:
                yield f"{place}: {section} is not in laws.json: read it and add a row."
            elif law.repealed_on is not None and law.repealed_on <= today:
                yield f"{place}: {section} was repealed on {law.repealed_on.isoformat()}."
            elif law.since is not None and today < law.since:
                yield f"{place}: {section} is in force from {law.since.isoformat()} on."


def list_repealed_soon(texts: Iterable[tuple[str, str]], laws: Laws, today: date) -> Iterator[str]:
    """Yield citations of a section that will be repealed within `SOON`."""
    for place, text in texts:
        for section in dict.fromkeys(section for section, _ in parse_citations(text)):
            law = laws.get_law(section)
            if law and law.repealed_on and today < law.repealed_on <= today + SOON:
                yield f"{place}: {section}, until {law.repealed_on.isoformat()}"


def list_fee_faults(fees: Iterable[Fee], laws: Laws, today: date) -> Iterator[str]:
    """Yield fees whose amount differs from the cited law, or that outlive it."""
    for fee in fees:
        amount = fee.get_amount(today)
        if amount is None:
            continue
        for section, paragraph in parse_citations(_write_out_code(amount.legal_basis or "")):
            law = laws.get_law(section)
            if law is None:
                continue
            figures = law.figures.get(paragraph)
            if amount.typical is not None and figures and amount.typical != figures[0]:
                yield f"{fee.code}: {amount.typical} here, and {figures[0]} in {section}{paragraph}."
            if amount.status == "confirmed" and figures is None:
                yield f"{fee.code}: laws.json has no figure of {section}{paragraph}, which the fee cites."
            if law.repealed_on and (amount.valid_to is None or amount.valid_to >= law.repealed_on):
                end = law.repealed_on.isoformat()
                yield f"{fee.code}: ends with {section} on {end}; end its amount before."


def list_form_fee_faults(laws: Laws) -> Iterator[str]:
    """Yield fees of manifests whose amount is not in the law that they name as their source."""
    by_url = {law.url or "": law for law in laws.sections}
    for path in sorted(MANIFESTS.glob("*.yaml")):
        for fee in _list_form_fees(yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)):
            law = by_url.get(fee.get("source") or "no source")
            if law is None or "amount" not in fee:
                continue
            cents = round(float(fee["amount"]) * 100)
            if cents not in {each for figures in law.figures.values() for each in figures}:
                label = fee["label"]["en"]
                yield f"{path.name}: {label} is ${fee['amount']}, which {law.section} does not say."


def list_doubled_lines(fees: Iterable[Fee]) -> Iterator[str]:
    """Yield government lines that charge for one thing twice: two for one office, or with the same words."""
    fees = list(fees)
    for index, one in enumerate(fees):
        for other in fees[index + 1 :]:
            if one.agency != other.agency or not _can_count_together(one, other):
                continue
            if one.agency is None or _get_label_words(one) == _get_label_words(other):
                yield f"{one.code} and {other.code}: one office charges for the same thing twice."


def list_read_texts() -> Iterator[tuple[str, str]]:
    """Yield place and text of everything in data and manifests that people read about costs and rules."""
    for name in ("startup_costs", "trade_licenses", "guides", "elsewhere", "help_pages", "terms"):
        path = DATA_FOLDER / f"{name}.json"
        yield from _list_texts(json.loads(path.read_bytes()), f"{name}.json")
    rules = json.loads((DATA_FOLDER / "name_rules.json").read_bytes())
    for rule in rules["rules"]:
        yield from ((f"name_rules.json {rule['id']}", text) for text in rule["source"].values())
    for path in sorted(MANIFESTS.glob("*.yaml")):
        yield from _list_texts(yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader), path.name)


def list_unknown_figures(texts: Iterable[tuple[str, str]], fees: Iterable[Fee], laws: Laws) -> Iterator[str]:
    """Yield amounts in texts that no fee, no law, and no other row of laws.json has."""
    known = {each.cents for each in laws.other_figures} | {0}
    known |= {each for law in laws.sections for figures in law.figures.values() for each in figures}
    known |= {
        cents
        for fee in fees
        for amount in fee.amounts
        for cents in (amount.typical, amount.wage_base)
        if cents is not None
    }
    for place, text in texts:
        for dollars, cents in _DOLLARS.findall(text):
            if round(float(dollars.replace(",", "") + cents) * 100) not in known:
                yield f"{place}: no fee and no law says ${dollars}{cents}."


def list_research_words(texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield notes of our research in texts that people read."""
    for place, text in texts:
        if match := _RESEARCH.search(text):
            yield f"{place}: “{match[0]}” is a note of our research."


def _find_repealed(section: str, laws: Laws, today: date) -> RepealedChapter | None:
    code, _, number = section.partition(" ")
    for chapter in laws.repealed:
        if code == chapter.code and chapter.on <= today:
            first, last, asked = (_split_number(each) for each in (chapter.first, chapter.last, number))
            if first <= asked <= last:
                return chapter
    return None


def _split_number(number: str) -> tuple[float, ...]:
    title, _, section = number.partition("-")
    return (float(title), float(section)) if section.replace(".", "").isdigit() else (0, 0)


def _write_out_code(basis: str) -> str:
    """Return a legal basis with the code before each section, also after a comma."""
    return re.sub(r", (?=\d+-)", ", A.R.S. ", basis)


def _can_count_together(one: Fee, other: Fee) -> bool:
    """Return whether no circumstance, such as the entity type, keeps two lines apart."""
    for mine in one.when:
        for theirs in other.when:
            kinds = {name.partition(":")[0] for name in (*mine, *theirs)}
            if len(kinds) == 1 and ":" in mine[0] and not {*mine} & {*theirs}:
                return False
    return True


def _get_label_words(fee: Fee) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", re.sub(r"\([^)]*\)", "", fee.label.en).lower()))


def _list_form_fees(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        yield from value.get("fees", ())
        for each in value.values():
            yield from _list_form_fees(each)
    elif isinstance(value, list):
        for each in value:
            yield from _list_form_fees(each)


def _list_texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for name, each in value.items():
            if name not in _UNSEEN:
                yield from _list_texts(each, f"{place} {name}")
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _list_texts(each, f"{place} {index}")
