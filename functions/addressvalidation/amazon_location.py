"""Address lookup with Amazon Location Service.

Sources: the model of service `geo-places`, operation `Geocode`, of botocore 1.44; Amazon Location Service
Developer Guide, "How to geocode an address" (the shape of answers) and "Places pricing".

No answer says whether mail can be delivered. Its only postal data are the class of a ZIP Code and the record
type of a ZIP+4.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError, ConnectTimeoutError, ReadTimeoutError
from botocore.parsers import ResponseParserError
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_pascal

from functions.addressvalidation.provider import (
    AddressProviderUnavailable,
    AddressQuestion,
    Candidate,
    FailureReason,
    MatchScores,
    PlaceType,
)
from portal.aws import make_client

_MAX_RESULTS = 5
_MAX_COMPONENT_LENGTH = 100

_PLACE_TYPES: Mapping[str, PlaceType] = {
    "PointAddress": "house",
    "SecondaryAddress": "house",
    "InterpolatedAddress": "estimatedHouse",
    "Street": "street",
}
_REASONS: Mapping[str, FailureReason] = {"ThrottlingException": "throttled"}
_ZIP = re.compile(r"([0-9]{5})(?:-([0-9]{4}))?", re.ASCII)


class _Part(BaseModel):
    model_config = ConfigDict(alias_generator=to_pascal, frozen=True, hide_input_in_errors=True)


class _Country(_Part):
    code3: str = ""


class _Region(_Part):
    code: str = ""


class _SubRegion(_Part):
    name: str = ""


class _Address(_Part):
    country: _Country = _Country()
    region: _Region = _Region()
    sub_region: _SubRegion = _SubRegion()
    locality: str = ""
    postal_code: str = ""
    street: str = ""
    address_number: str = ""


class _AddressScores(_Part):
    region: float | None = None
    locality: float | None = None
    postal_code: float | None = None
    intersection: tuple[float, ...] = ()
    address_number: float | None = None


class _ComponentScores(_Part):
    address: _AddressScores = _AddressScores()


class _Scores(_Part):
    overall: float = 0
    components: _ComponentScores = _ComponentScores()


class _UspsZip(_Part):
    zip_classification_code: str = ""


class _UspsZipPlus4(_Part):
    record_type_code: str = ""


class _PostalCode(_Part):
    postal_code: str = ""
    usps_zip: _UspsZip = _UspsZip()
    usps_zip_plus4: _UspsZipPlus4 = Field(_UspsZipPlus4(), alias="UspsZipPlus4")


class _Item(_Part):
    place_type: str
    address: _Address = _Address()
    match_scores: _Scores = _Scores()
    address_number_corrected: bool = False
    postal_code_details: tuple[_PostalCode, ...] = ()


class _Answer(_Part):
    result_items: tuple[_Item, ...]


class AmazonLocation:
    """Calls `Geocode` in the function's region."""

    credit = "Addresses: Amazon Location Service"

    def find_candidates(self, question: AddressQuestion) -> Sequence[Candidate]:
        """Look an address up with one call, within three seconds.

        Raises:
            AddressProviderUnavailable: see `AddressProvider.find_candidates`.
        """
        try:
            answer = self._client.geocode(**_make_request(question))
        except (ConnectTimeoutError, ReadTimeoutError):
            raise AddressProviderUnavailable("timeout") from None
        except ClientError as error:
            code = error.response.get("Error", {}).get("Code", "")
            raise AddressProviderUnavailable(_REASONS.get(code, "refused")) from None
        except BotoCoreError:
            raise AddressProviderUnavailable("unreachable") from None
        except (ResponseParserError, AttributeError, TypeError, ValueError):
            # Botocore has no error for a body that does not match its model.
            raise AddressProviderUnavailable("malformed") from None
        try:
            items = _Answer.model_validate(answer).result_items
        except ValidationError:
            raise AddressProviderUnavailable("malformed") from None
        return [_make_candidate(item) for item in items if item.place_type in _PLACE_TYPES]

    @cached_property
    def _client(self) -> Any:
        # A person is waiting and gets an answer without Amazon Location instead.
        return make_client("geo-places", attempts=1)


def _make_request(question: AddressQuestion) -> dict[str, Any]:
    components = {
        "Country": "USA",
        "Region": question.state,
        "Locality": question.city,
        "PostalCode": question.zip_code,
        "Street": question.street,
        "AddressNumber": question.house_number,
    }
    written = {name: value.replace(";", " ").strip() for name, value in components.items()}
    return {
        "QueryComponents": {name: value[:_MAX_COMPONENT_LENGTH] for name, value in written.items() if value},
        "Filter": {"IncludeCountries": ["USA"], "IncludePlaceTypes": list(_PLACE_TYPES)},
        "MaxResults": _MAX_RESULTS,
        "Language": "en",
        # People save suggestions in their address books; the terms allow storage for this use only.
        "IntendedUse": "Storage",
    }


def _make_candidate(item: _Item) -> Candidate:
    address, scores = item.address, item.match_scores.components.address
    zip_code = _ZIP.fullmatch(address.postal_code)
    return Candidate(
        place_type=_PLACE_TYPES[item.place_type],
        house_number=address.address_number,
        street=address.street,
        city=address.locality,
        state=address.region.code if address.country.code3 == "USA" else "",
        zip_code=zip_code[1] if zip_code else "",
        plus_four=(zip_code[2] or "") if zip_code else "",
        county=address.sub_region.name,
        scores=MatchScores(
            overall=item.match_scores.overall,
            house_number=scores.address_number,
            # Amazon Location scores each street of an intersection; an address has one.
            street=min(scores.intersection, default=None),
            city=scores.locality,
            state=scores.region,
            zip_code=scores.postal_code,
        ),
        is_number_corrected=item.address_number_corrected,
        is_zip_for_boxes=any(
            each.usps_zip.zip_classification_code == "PostOfficeBoxes" for each in item.postal_code_details
        ),
        has_units=any(
            each.usps_zip_plus4.record_type_code == "HighRise" for each in item.postal_code_details
        ),
    )
