"""Answers of Amazon Location in the shape of its documentation, with addresses made up for tests."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import boto3
from botocore.stub import Stubber

from domains.reference.data import (
    ReferenceList,
    ZipCode,
    get_country_list,
    get_jurisdiction_list,
    get_municipality_list,
    get_zip_code_list,
    list_counties,
    list_navajo_chapters,
)
from functions.addressvalidation.amazon_location import AmazonLocation
from functions.addressvalidation.contract import AddressValidationReply, AddressValidationRequest
from functions.addressvalidation.provider import (
    AddressProvider,
    AddressProviderUnavailable,
    AddressQuestion,
    Candidate,
)
from functions.addressvalidation.service import AddressService
from portal.language import Language

ANSWERS = Path(__file__).parent / "answers"


def answer(name: str) -> dict[str, Any]:
    """Return an answer of `Geocode` as botocore hands it on."""
    found: dict[str, Any] = json.loads((ANSWERS / f"{name}.json").read_text())
    return found


def real_client(**options: Any) -> Any:
    """Return a real botocore client with invented credentials."""
    return _make_session().client("geo-places", **options)


@cache
def _make_session() -> boto3.session.Session:
    # A session reads the descriptions of the services once for all of its clients.
    return boto3.session.Session(
        aws_access_key_id="testing", aws_secret_access_key="testing", region_name="us-west-2"
    )


@contextmanager
def answer_with(name: str) -> Iterator[AmazonLocation]:
    """Amazon Location with one answer, which botocore compares with its model of the service."""
    client = real_client()
    with Stubber(client) as stubber, mock.patch.object(boto3, "client", return_value=client):
        stubber.add_response("geocode", answer(name))
        yield AmazonLocation()


class Provider:
    """A provider that gives fixed answers and records the questions."""

    credit = "Addresses: somebody"

    def __init__(
        self, candidates: Sequence[Candidate] = (), failure: AddressProviderUnavailable | None = None
    ) -> None:
        self.asked: list[AddressQuestion] = []
        self._candidates = candidates
        self._failure = failure

    def find_candidates(self, question: AddressQuestion) -> Sequence[Candidate]:
        self.asked.append(question)
        if self._failure:
            raise self._failure
        return self._candidates


def service_with(
    provider: AddressProvider | None, zip_codes: ReferenceList[ZipCode] | None = None
) -> AddressService:
    """Return the service over the portal's own lists."""
    return AddressService(
        zip_codes=zip_codes or get_zip_code_list(),
        municipalities=get_municipality_list().items,
        chapters=list_navajo_chapters(),
        jurisdictions=get_jurisdiction_list().items,
        countries=get_country_list().items,
        counties=list_counties(),
        provider=provider,
    )


def validate(
    provider: AddressProvider | None, language: Language = "en", /, **address: str
) -> AddressValidationReply:
    """Return the reply of the service for an address, without the other names of cities.

    So the list leaves every city open that is not the one of the post office.
    """
    listed = get_zip_code_list()
    zip_codes = replace(listed, items=tuple(replace(each, other_names=()) for each in listed.items))
    return service_with(provider, zip_codes).validate_address(
        AddressValidationRequest.model_validate(address), language
    )


def list_codes(reply: AddressValidationReply) -> set[tuple[str, str]]:
    """Field and code of each message."""
    return {(each.property_name, each.code) for each in reply.messages}
