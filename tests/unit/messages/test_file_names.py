"""Names of files, by what Windows, macOS and Linux take."""

import pytest

from portal.messages.file_names import name_fault


@pytest.mark.parametrize(
    "name",
    [
        "CON.pdf",
        "nul.pdf",
        "Prn.pdf",
        "aux.tar.pdf",
        "COM1.pdf",
        "lpt9.pdf",
        "COM0.pdf",
        "com³.pdf",
        "con .pdf",
        "CONIN$.pdf",
        " nul.pdf",
    ],
)
def test_the_name_of_a_device_is_refused(name: str) -> None:
    assert name_fault(name, "application/pdf") == "reserved"


@pytest.mark.parametrize(
    "name", ["contract.pdf", "com.pdf", "COM10.pdf", "nulla.pdf", "my con.pdf", "console.aux.pdf", "LPT.pdf"]
)
def test_a_name_that_resembles_a_device_is_taken(name: str) -> None:
    assert name_fault(name, "application/pdf") is None


@pytest.mark.parametrize("name", ["notice.pdf.", "notice.pdf. .", "notice.pdf x"])
def test_a_name_with_another_ending_is_refused(name: str) -> None:
    assert name_fault(name, "application/pdf") == "ending"
