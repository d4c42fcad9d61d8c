"""Validates an address against the portal's own lists, then asks a provider about the rest.

Source: facts/address_validation.json.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from domains.addresses.places import (
    OWN_STATE,
    POST_OFFICES_OF_FORCES,
    fold,
    is_own_zip_code,
    is_zip_code_in_state,
    make_place_key,
    normalize_zip_code,
)
from domains.addresses.standard_form import is_only_street, standardize
from domains.reference.data import (
    Country,
    County,
    Jurisdiction,
    Municipality,
    NavajoChapter,
    ReferenceList,
    ZipCode,
)
from functions.addressvalidation import texts
from functions.addressvalidation.contract import (
    AddressValidationReply,
    AddressValidationRequest,
    FieldMessageReply,
    ValidatedAddressReply,
)
from functions.addressvalidation.findings import Findings
from functions.addressvalidation.judgement import MAX_ALTERNATIVES, judge, make_question
from functions.addressvalidation.provider import AddressProvider, AddressProviderUnavailable
from portal.language import Language
from portal.text import fold_signs, normalize

_HOME = "US"
SIMILAR_NAME = 0.8
"""Likeness from which a city that is on no list may be a misspelled one: Tuscon and Tucson have 0.83."""
_ENDING = re.compile(r"(?P<rest>.*[^,\s]|.)[,\s]++(?P<zip>\d{5}(?:[- ]?\d{4})?)")


@dataclass(frozen=True, slots=True)
class _Parts:
    line1: str
    line2: str
    city: str
    state: str
    zip: str


class AddressService:
    """Validates addresses, offline first."""

    def __init__(
        self,
        *,
        zip_codes: ReferenceList[ZipCode],
        municipalities: Sequence[Municipality],
        chapters: Sequence[NavajoChapter],
        jurisdictions: Sequence[Jurisdiction],
        countries: Sequence[Country],
        counties: Sequence[County],
        provider: AddressProvider | None,
    ) -> None:
        """Store the lists and the provider.

        Args:
            provider: looks up in-state street addresses that the lists leave open; None to skip this.
        """
        self._credit = zip_codes.credit
        self._zip_codes = {each.code: each for each in zip_codes.items}
        self._names = {each.code: _index_names(each) for each in zip_codes.items}
        self._codes_of = _group_codes_by_place(zip_codes.items)
        self._chapter_counties = {
            make_place_key(name): each.county_ids
            for each in chapters
            for name in (each.name, *each.other_names)
        }
        self._places = {
            *self._codes_of,
            *self._chapter_counties,
            *(make_place_key(place.name) for place in municipalities),
        }
        self._states = {fold(each.name): each.code for each in jurisdictions}
        self._states |= {each.code: each.code for each in jurisdictions}
        self._military_states = {each.code for each in jurisdictions if each.kind == "military"}
        self._countries = {country.code for country in countries}
        self._county_ids = {fold(county.name): county.id for county in counties}
        self._provider = provider

    def validate_address(
        self, request: AddressValidationRequest, language: Language
    ) -> AddressValidationReply:
        """Validate an address; a failing provider or table never fails this call."""
        country = request.country.upper()
        findings = Findings("unknown" if country == _HOME else "otherCountry")
        if country != _HOME:
            return self._check_foreign(request, country, language)
        parts = self._split(request, findings)
        if parts is None:
            return self._make_reply(None, findings, language)
        lines = standardize(parts.line1, parts.line2)
        if lines.kind == "unknown" and self._is_for_forces(parts):
            lines = replace(lines, kind="military")
        findings.kind = lines.kind
        if not lines.line1:
            findings.add_finding("line1", "missing", texts.LINE_MISSING, "INVALID")
        elif lines.kind == "unknown":
            findings.add_finding("line1", "noHouseNumber", texts.NO_HOUSE_NUMBER, "UNVERIFIED")
        elif lines.kind == "milepost":
            findings.add_finding("line1", "milepost", texts.MILEPOST)
        elif lines.kind == "directions":
            findings.add_finding("line1", "directions", texts.DIRECTIONS)
        address = ValidatedAddressReply(
            line1=lines.line1,
            line2=lines.line2,
            city=fold(parts.city),
            state=parts.state,
            zip=parts.zip,
            country=_HOME,
            county_id=None,
        )
        address = self._check_area(address, findings)
        is_lookup_needed = findings.is_open and address.state == OWN_STATE and is_only_street(lines)
        if self._provider is None or not is_lookup_needed:
            return self._make_reply(address, findings, language)
        return self._look_up(address, self._provider, findings, language)

    def _look_up(
        self,
        address: ValidatedAddressReply,
        provider: AddressProvider,
        findings: Findings,
        language: Language,
    ) -> AddressValidationReply:
        try:
            candidates = provider.find_candidates(make_question(address))
        except AddressProviderUnavailable:
            findings.add_finding("line1", "lookupFailed", texts.LOOKUP_FAILED)
            return self._make_reply(address, findings, language)
        address = judge(address, candidates, findings, self._county_ids)
        return self._make_reply(address, findings, language, f"{provider.credit}; {self._credit}")

    def _check_foreign(
        self, request: AddressValidationRequest, country: str, language: Language
    ) -> AddressValidationReply:
        findings = Findings("otherCountry", "UNVERIFIED")
        findings.add_finding("country", "notCovered", texts.COUNTRY_NOT_COVERED)
        if country not in self._countries:
            findings.add_finding("country", "unknown", texts.COUNTRY_UNKNOWN, "INVALID")
        line1 = normalize(request.address or request.line1) or ""
        if not line1:
            findings.add_finding("line1", "missing", texts.LINE_MISSING, "INVALID")
        address = ValidatedAddressReply(
            line1=line1,
            line2=normalize(request.line2) or "",
            city=normalize(request.city) or "",
            state=normalize(request.state) or "",
            zip=normalize(request.zip) or "",
            country=country,
            county_id=None,
        )
        return self._make_reply(address, findings, language)

    def _split(self, request: AddressValidationRequest, findings: Findings) -> _Parts | None:
        """Return the parts of the request, with a state code and a normalized ZIP Code."""
        parts = _Parts(request.line1, request.line2, request.city, request.state, request.zip.strip())
        if request.address is not None:
            if any((parts.line1, parts.line2, parts.city, parts.state, parts.zip)):
                findings.add_finding("address", "bothForms", texts.BOTH_FORMS, "INVALID")
                return None
            cut = self._split_line(request.address)
            if cut is None:
                findings.add_finding("address", "unreadable", texts.UNREADABLE, "INVALID")
                return None
            parts = cut
        if parts.zip:
            zip_code = normalize_zip_code(parts.zip)
            if zip_code is None:
                findings.add_finding("zip", "malformed", texts.ZIP_MALFORMED, "INVALID")
            else:
                parts = replace(parts, zip=zip_code)
        if parts.state.strip():
            code = self._states.get(fold(parts.state))
            if code is None:
                findings.add_finding("state", "unknown", texts.STATE_UNKNOWN, "INVALID")
            parts = replace(parts, state=code or fold(parts.state))
        return replace(parts, state=parts.state.strip())

    def _split_line(self, line: str) -> _Parts | None:
        """Split ZIP Code, state, and the longest known city off the end of a line."""
        text = " ".join(fold_signs(line).split()).rstrip(",")
        ending = _ENDING.fullmatch(text)
        rest, zip_code = (ending["rest"], ending["zip"]) if ending else (text, "")
        words = rest.replace(",", " , ").split()
        state_length = next(
            (length for length in (3, 2, 1) if fold(" ".join(words[-length:])) in self._states), 0
        )
        state = " ".join(words[len(words) - state_length :])
        words = _strip_last_comma(words[: len(words) - state_length])
        after_comma = words[::-1].index(",") if "," in words else 0
        city_lengths = [
            length
            for length in range(1, min(4, len(words) - 1) + 1)
            if self._is_place(" ".join(words[-length:]))
        ]
        city_length = max(city_lengths, default=after_comma)
        if not city_length or not (state or zip_code):
            return None
        street = _strip_last_comma(words[: len(words) - city_length])
        return _Parts(" ".join(street), "", " ".join(words[-city_length:]), state, zip_code)

    def _is_for_forces(self, parts: _Parts) -> bool:
        return parts.state in self._military_states or fold(parts.city) in POST_OFFICES_OF_FORCES

    def _is_place(self, text: str) -> bool:
        return fold(text) in POST_OFFICES_OF_FORCES or make_place_key(text) in self._places

    def _check_area(self, address: ValidatedAddressReply, findings: Findings) -> ValidatedAddressReply:
        """Check city, state, and ZIP Code; fill in those that follow from the others."""
        five = address.zip[:5]
        zip_code = self._zip_codes.get(five)
        is_own_zip = is_own_zip_code(five)
        if not address.state:
            if not is_own_zip:
                findings.add_finding("state", "missing", texts.STATE_MISSING, "INVALID")
                return address
            findings.add_finding("state", "filledIn", texts.STATE_FILLED_IN, "CORRECTED")
            address = address.model_copy(update={"state": OWN_STATE})
        if address.state != OWN_STATE:
            return self._describe_elsewhere(address, findings)
        if not address.zip:
            return self._check_without_zip(address, findings)
        if findings.outcome == "INVALID":
            return address
        presence = is_zip_code_in_state(five, OWN_STATE)
        if presence == "no":
            findings.add_finding("zip", "anotherState", texts.ZIP_OF_ANOTHER_STATE, "INVALID")
            return address
        if zip_code is None:
            if presence == "perhaps":
                findings.add_finding("zip", "acrossBorder", texts.ZIP_ACROSS_BORDER, "AMBIGUOUS")
            else:
                findings.add_finding("zip", "unknown", texts.ZIP_UNKNOWN, "UNVERIFIED")
            if not address.city:
                findings.add_finding("city", "missing", texts.CITY_MISSING, "INVALID")
            return address
        return self._check_city(address, zip_code, findings)

    def _check_city(
        self, address: ValidatedAddressReply, zip_code: ZipCode, findings: Findings
    ) -> ValidatedAddressReply:
        """Check the city for a known ZIP Code, which may have several; never replace it."""
        in_county = address.model_copy(update={"county_id": zip_code.county_id})
        if not address.city:
            findings.add_finding("city", "filledIn", texts.CITY_FILLED_IN, "CORRECTED")
            return in_county.model_copy(update={"city": fold(zip_code.place)})
        key, names = make_place_key(address.city), self._names[zip_code.code]
        if key in names or zip_code.county_id in self._chapter_counties.get(key, ()):
            return in_county
        similar = [] if key in self._places else get_close_matches(key, names, n=1, cutoff=SIMILAR_NAME)
        if similar:
            findings.add_finding("city", "misspelled", texts.CITY_MISSPELLED, "AMBIGUOUS")
            findings.alternatives.append(in_county.model_copy(update={"city": fold(names[similar[0]])}))
        else:
            findings.add_finding("city", "differs", texts.CITY_AND_ZIP_DIFFER, "AMBIGUOUS")
        return address

    def _describe_elsewhere(
        self, address: ValidatedAddressReply, findings: Findings
    ) -> ValidatedAddressReply:
        findings.add_finding("state", "notCovered", texts.STATE_NOT_COVERED, "UNVERIFIED")
        if is_zip_code_in_state(address.zip, address.state) == "no":
            findings.add_finding("zip", "anotherState", texts.ZIP_OF_ANOTHER_STATE, "AMBIGUOUS")
            zip_code = self._zip_codes.get(address.zip[:5])
            findings.alternatives.append(
                address.model_copy(
                    update={"state": OWN_STATE, "county_id": zip_code.county_id if zip_code else None}
                )
            )
        for name, value, text in (
            ("city", address.city, texts.CITY_MISSING),
            ("zip", address.zip, texts.ZIP_MISSING),
        ):
            if not value:
                findings.add_finding(name, "missing", text, "INVALID")
        return address

    def _check_without_zip(self, address: ValidatedAddressReply, findings: Findings) -> ValidatedAddressReply:
        if not address.city:
            findings.add_finding("city", "missing", texts.CITY_MISSING, "INVALID")
            findings.add_finding("zip", "missing", texts.ZIP_MISSING, "INVALID")
            return address
        codes = self._codes_of.get(make_place_key(address.city), [])
        if not codes:
            findings.add_finding("zip", "missing", texts.ZIP_MISSING, "UNVERIFIED")
            if not self._is_place(address.city):
                findings.add_finding("city", "unknown", texts.CITY_UNKNOWN, "UNVERIFIED")
            return address
        candidates = [
            address.model_copy(update={"zip": each.code, "county_id": each.county_id}) for each in codes
        ]
        if len(candidates) == 1:
            findings.add_finding("zip", "filledIn", texts.ZIP_FILLED_IN, "CORRECTED")
            return candidates[0]
        findings.add_finding("zip", "several", texts.SEVERAL_ZIPS, "AMBIGUOUS")
        findings.alternatives += candidates[:MAX_ALTERNATIVES]
        return address

    def _make_reply(
        self, address: ValidatedAddressReply | None, findings: Findings, language: Language, credit: str = ""
    ) -> AddressValidationReply:
        is_invalid = findings.outcome == "INVALID"
        return AddressValidationReply(
            outcome=findings.outcome,
            kind=findings.kind,
            messages=[
                FieldMessageReply(
                    property_name=each.property_name, code=each.code, text=each.text.in_language(language)
                )
                for each in findings.reported
            ],
            suggestion=None if is_invalid else address,
            alternatives=[] if is_invalid else findings.alternatives,
            credit=credit or self._credit,
        )


def _strip_last_comma(words: list[str]) -> list[str]:
    return words[:-1] if words and words[-1] == "," else words


def _index_names(zip_code: ZipCode) -> Mapping[str, str]:
    """Return the names of a ZIP Code's city by their keys."""
    return {make_place_key(name): name for name in (zip_code.place, *zip_code.other_names)}


def _group_codes_by_place(zip_codes: Sequence[ZipCode]) -> Mapping[str, Sequence[ZipCode]]:
    """Return the ZIP Codes by city: those whose post office is there, or else those that serve it."""
    first: dict[str, list[ZipCode]] = defaultdict(list)
    other: dict[str, list[ZipCode]] = defaultdict(list)
    for each in zip_codes:
        first[make_place_key(each.place)].append(each)
        for name in each.other_names:
            other[make_place_key(name)].append(each)
    return {**other, **first}
