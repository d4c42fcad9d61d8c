"""Reference data with its sources, shipped beside the layer's code."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from portal.language import Language

DATA_FOLDER = Path(__file__).parents[2] / "data"


@dataclass(frozen=True, slots=True)
class County:
    """A county of the state; `id` is what contracts carry."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Jurisdiction:
    """What stands before the ZIP code of a US address: state, district, territory or armed forces."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class TermsSection:
    """A heading and what stands under it."""

    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TermsText:
    """The wording of a version in one language."""

    title: str
    sections: tuple[TermsSection, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """A version of the terms and conditions; `effective_on` is an ISO date."""

    version: str
    effective_on: str
    texts: dict[Language, TermsText]


@dataclass(frozen=True, slots=True)
class TermsCatalogue:
    """Every version there ever was, oldest first; the last one is in force."""

    versions: tuple[Terms, ...]

    @property
    def current(self) -> Terms:
        """The version in force."""
        return self.versions[-1]

    def find(self, version: str) -> Terms | None:
        """A version by its name."""
        return next((terms for terms in self.versions if terms.version == version), None)


@cache
def counties() -> tuple[County, ...]:
    """The counties, by name. Source: data/counties.json, which names its own."""
    return tuple(County(row["id"], row["name"]) for row in _read("counties.json")["items"])


@cache
def us_jurisdictions() -> tuple[Jurisdiction, ...]:
    """Every jurisdiction of a US address. Source: data/us_jurisdictions.json, which names its own."""
    return tuple(Jurisdiction(row["code"], row["name"]) for row in _read("us_jurisdictions.json")["items"])


@cache
def terms_catalogue() -> TermsCatalogue:
    """The terms and conditions. Source: data/terms.json."""
    return TermsCatalogue(tuple(_terms(row) for row in _read("terms.json")["versions"]))


def _terms(row: dict[str, Any]) -> Terms:
    texts: dict[Language, TermsText] = {
        "en": _terms_text(row["texts"]["en"]),
        "es": _terms_text(row["texts"]["es"]),
    }
    return Terms(row["version"], row["effectiveOn"], texts)


def _terms_text(text: dict[str, Any]) -> TermsText:
    sections = (TermsSection(part["heading"], tuple(part["paragraphs"])) for part in text["sections"])
    return TermsText(text["title"], tuple(sections))


def _read(name: str) -> Any:
    return json.loads((DATA_FOLDER / name).read_text(encoding="utf-8"))
