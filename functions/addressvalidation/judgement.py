"""Interpret a provider's answer about an address that the portal's own lists left open.

The thresholds are ours; facts/address_validation.json defines the place types. A provider never makes an
address invalid: a house may be newer than a map.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from domains.addresses.places import OWN_STATE, fold, make_place_key
from domains.addresses.standard_form import cut_house_number, standardize
from functions.addressvalidation import texts
from functions.addressvalidation.contract import Outcome, ValidatedAddressReply
from functions.addressvalidation.findings import Findings
from functions.addressvalidation.provider import AddressQuestion, Candidate
from portal.language import Text

SURE = 0.9
POSSIBLE = 0.6
MAX_ALTERNATIVES = 10


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A candidate, and the requested address corrected by it."""

    candidate: Candidate
    address: ValidatedAddressReply
    corrections: tuple[tuple[str, str, Text], ...]

    @property
    def is_house(self) -> bool:
        return self.candidate.place_type == "house"

    @property
    def has_other_number(self) -> bool:
        return any(code == "numberChanged" for _, code, _ in self.corrections)

    @property
    def replaces_typed_parts(self) -> bool:
        """True if it has another house number, city, or ZIP Code, which only the person may choose."""
        return self.has_other_number or any(code == "changed" for _, code, _ in self.corrections)

    @property
    def is_sure(self) -> bool:
        """True for a good overall score and a matching street name."""
        scores = self.candidate.scores
        parts = [score for score in (scores.house_number, scores.street) if score is not None]
        is_good = scores.overall >= SURE and all(score >= POSSIBLE for score in parts)
        return is_good and self.candidate.place_type != "street"


def make_question(address: ValidatedAddressReply) -> AddressQuestion:
    """Return the question for a provider: a street address in standard form, never the unit."""
    number, street = cut_house_number(address.line1)
    return AddressQuestion(
        house_number=number,
        street=street,
        city=address.city,
        state=address.state,
        zip_code=address.zip[:5],
    )


def judge(
    address: ValidatedAddressReply,
    candidates: Sequence[Candidate],
    findings: Findings,
    county_ids: Mapping[str, str],
) -> ValidatedAddressReply:
    """Add findings from a provider's answer.

    Args:
        address: in standard form.
        candidates: the provider's answer.
        findings: from the portal's own lists; the answer can close the open ones.
        county_ids: by folded county name.

    Returns:
        The address to suggest: the requested one, in the map's spelling and with the missing parts if exactly
        one other matches. Another city or ZIP Code is at most an alternative; another house number is none.
    """
    meanings = _drop_repeated(
        _interpret(each, address, county_ids) for each in candidates if _is_possible(each)
    )
    sure = [each for each in meanings if each.is_sure]
    if not meanings:
        findings.add_finding("line1", "notOnMap", texts.NOT_ON_THE_MAP, "UNVERIFIED")
        return address
    if sure:
        findings.drop_open_findings()
    same = next((each for each in sure if each.is_house and not each.corrections), None)
    if same:
        findings.add_finding("line1", "found", texts.HOUSE_FOUND)
        return _accept(same, findings)
    if len(sure) == 1 and sure[0].is_house:
        outcome: Outcome = "AMBIGUOUS" if sure[0].replaces_typed_parts else "CORRECTED"
        for name, code, text in sure[0].corrections:
            findings.add_finding(name, code, text, outcome)
        accepted = _accept(sure[0], findings)
        if not sure[0].replaces_typed_parts:
            return accepted
        findings.alternatives = [] if sure[0].has_other_number else [accepted]
        return address
    if len(sure) > 1:
        findings.add_finding("line1", "several", texts.SEVERAL_PLACES, "AMBIGUOUS")
    elif any(each.is_house for each in meanings):
        findings.add_finding("line1", "similar", texts.SIMILAR_PLACES, "AMBIGUOUS")
    else:
        findings.add_finding("line1", "numberNotOnMap", texts.NUMBER_NOT_ON_THE_MAP, "AMBIGUOUS")
    others = {
        _make_key(each.address): each.address
        for each in sure or meanings
        if each.corrections and not each.has_other_number
    }
    rest = [each for each in findings.alternatives if _make_key(each) not in others]
    findings.alternatives = [*others.values(), *rest][:MAX_ALTERNATIVES]
    return address


def _is_possible(candidate: Candidate) -> bool:
    return candidate.state == OWN_STATE and candidate.scores.overall >= POSSIBLE


def _interpret(
    candidate: Candidate, address: ValidatedAddressReply, county_ids: Mapping[str, str]
) -> _Meaning:
    house_number, _ = cut_house_number(address.line1)
    number = candidate.house_number or house_number
    keeps_city = _is_same_city(address, candidate) or (address.city and address.zip[:5] == candidate.zip_code)
    suggestion = address.model_copy(
        update={
            "line1": standardize(f"{number} {candidate.street}", "").line1,
            "city": address.city if keeps_city else fold(candidate.city),
            "zip": _choose_zip_code(address.zip, candidate),
            "county_id": county_ids.get(fold(candidate.county)),
        }
    )
    return _Meaning(candidate, suggestion, tuple(_list_corrections(address, suggestion, candidate)))


def _is_same_city(address: ValidatedAddressReply, candidate: Candidate) -> bool:
    return not candidate.city or make_place_key(address.city) == make_place_key(candidate.city)


def _choose_zip_code(zip_code: str, candidate: Candidate) -> str:
    """Keep the requested ZIP+4 digits if the answer has none; a street may have several."""
    is_known = candidate.zip_code and candidate.place_type != "street"
    if not is_known or (zip_code[:5] == candidate.zip_code and not candidate.plus_four):
        return zip_code
    return "-".join(filter(None, (candidate.zip_code, candidate.plus_four)))


def _list_corrections(
    address: ValidatedAddressReply, suggestion: ValidatedAddressReply, candidate: Candidate
) -> Iterator[tuple[str, str, Text]]:
    if suggestion.line1 != address.line1:
        if cut_house_number(suggestion.line1)[0] == cut_house_number(address.line1)[0]:
            yield "line1", "streetChanged", texts.STREET_CHANGED
        else:
            yield "line1", "numberChanged", texts.HOUSE_NUMBER_CHANGED
    elif candidate.is_number_corrected:
        yield "line1", "numberChanged", texts.HOUSE_NUMBER_CHANGED
    if not address.city and suggestion.city:
        yield "city", "filledIn", texts.CITY_FROM_MAP
    elif suggestion.city != address.city:
        yield "city", "changed", texts.CITY_CHANGED
    if not address.zip and suggestion.zip:
        yield "zip", "filledIn", texts.ZIP_FROM_MAP
    elif not suggestion.zip.startswith(address.zip):
        yield "zip", "changed", texts.ZIP_CHANGED


def _drop_repeated(meanings: Iterable[_Meaning]) -> list[_Meaning]:
    """Keep the first meaning for each address; houses come before estimated positions."""
    by_key: dict[tuple[str, ...], _Meaning] = {}
    for each in meanings:
        key = _make_key(each.address)
        if key not in by_key or (each.is_house and not by_key[key].is_house):
            by_key[key] = each
    return list(by_key.values())


def _make_key(address: ValidatedAddressReply) -> tuple[str, ...]:
    return address.line1, address.city, address.zip[:5]


def _accept(meaning: _Meaning, findings: Findings) -> ValidatedAddressReply:
    if meaning.candidate.is_zip_for_boxes:
        findings.add_finding("zip", "forBoxes", texts.ZIP_FOR_BOXES, "UNVERIFIED")
    if meaning.candidate.has_units and not meaning.address.line2:
        findings.add_finding("line2", "unitMissing", texts.UNIT_MISSING)
    return meaning.address
