"""Honest files are accepted, and malicious ones are refused; pypdf sees that each is one."""

import io
import logging
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, NameObject

from domains.messages.file_contents import find_content_fault
from tests.unit.messages.file_builders import PDF
from tests.unit.messages.file_recipes import HONEST, MALICIOUS, Recipe


def open_pdf(content: bytes) -> PdfReader:
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    return PdfReader(io.BytesIO(content), strict=False)


def list_names_for_pypdf(reader: PdfReader) -> set[str]:
    """Return all keys, names, and schemes of links in the objects that the file's table names."""
    numbers = {
        *((number, generation) for generation, table in reader.xref.items() for number in table),
        *((number, 0) for number in reader.xref_objStm),
    }
    seen: set[str] = set()
    for number, generation in sorted(numbers):
        if number:
            add_seen(reader.get_object(IndirectObject(number, generation, reader)), seen)
    return seen


def add_seen(found: Any, seen: set[str]) -> None:
    if isinstance(found, NameObject):
        seen.add(str(found))
    elif isinstance(found, ArrayObject):
        for each in found:
            add_seen(each, seen)
    elif isinstance(found, DictionaryObject):
        for key, value in found.items():
            if value.get_object() is not None:
                seen.add(str(key))
            if key == "/URI":
                seen.add(str(value.get_object()).partition(":")[0].lower() + ":")
            add_seen(value, seen)


def test_corpus_has_60_files_of_each_side() -> None:
    assert len(HONEST) >= 60
    assert len(MALICIOUS) >= 60


@pytest.mark.parametrize("name", HONEST)
def test_honest_file_is_accepted(name: str) -> None:
    recipe = HONEST[name]
    assert find_content_fault(recipe.make(), recipe.content_type) is None


@pytest.mark.parametrize("name", HONEST)
def test_readers_open_honest_file(name: str) -> None:
    recipe = HONEST[name]
    content = recipe.make()
    assert len(content) <= 3_000_000
    if recipe.content_type == PDF:
        assert len(open_pdf(content).pages) == 1
    else:
        Image.open(io.BytesIO(content)).load()


@pytest.mark.parametrize("name", MALICIOUS)
def test_malicious_file_is_refused(name: str) -> None:
    recipe = MALICIOUS[name]
    assert find_content_fault(recipe.make(), recipe.content_type) == recipe.fault


@pytest.mark.parametrize("name", [name for name, recipe in MALICIOUS.items() if recipe.sees])
def test_pypdf_sees_active_content(name: str) -> None:
    recipe: Recipe = MALICIOUS[name]
    assert recipe.sees in list_names_for_pypdf(open_pdf(recipe.make()))
