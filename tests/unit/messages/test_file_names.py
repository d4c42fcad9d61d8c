"""Names of saved files that Windows, macOS and Linux accept."""

import pytest

from domains.messages.file_names import get_saved_name
from tests.cases import read_cases

CASES = read_cases(__file__)

PDF, PNG, JPEG = "application/pdf", "image/png", "image/jpeg"


@pytest.mark.parametrize(("name", "content_type", "saved"), CASES["extension_matches_the_type"])
def test_extension_matches_the_type(name: str, content_type: str, saved: str) -> None:
    assert get_saved_name(name, content_type) == saved


@pytest.mark.parametrize(("name", "saved"), CASES["forbidden_characters_are_replaced"])
def test_forbidden_characters_are_replaced(name: str, saved: str) -> None:
    assert get_saved_name(name, PDF) == saved


@pytest.mark.parametrize("name", CASES["device_name_is_changed"])
def test_device_name_is_changed(name: str) -> None:
    assert get_saved_name(name, PDF) == "_" + name.removesuffix(".pdf") + ".pdf"


@pytest.mark.parametrize(
    "name", ["contract.pdf", "com.pdf", "COM10.pdf", "nulla.pdf", "my con.pdf", "console.aux.pdf", "LPT.pdf"]
)
def test_name_like_a_device_is_kept(name: str) -> None:
    assert get_saved_name(name, PDF) == name


@pytest.mark.parametrize("letter", ["a", "é", "क", "🌵"])
def test_long_name_is_cut_before_the_extension(letter: str) -> None:
    saved = get_saved_name(letter * 255 + ".jpeg", JPEG)
    assert saved.strip(letter) == ".jpeg"
    assert 190 < len(saved.encode()) <= 200


@pytest.mark.parametrize("name", ["photo.jfif", "nul", "../x", "a" * 300, "plan.exe", " . "])
def test_saved_name_is_stable(name: str) -> None:
    saved = get_saved_name(name, PDF)
    assert get_saved_name(saved, PDF) == saved
