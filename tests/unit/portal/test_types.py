"""Ids."""

from typing import Any

import pytest

from portal.principal import get_user_id
from portal.types import derive_id, is_derived_id


def test_derived_id_never_changes() -> None:
    """The value is fixed because derived ids are keys of stored items."""
    assert derive_id("https://issuer.example", "subject") == "kp4qvzz4as5vbxid6khpoqwp3u"
    assert derive_id("a") == "zklycewkdo64v6wcggzzui64jw"


def test_user_id_comes_from_issuer_and_subject() -> None:
    assert get_user_id("https://issuer.example", "subject") == derive_id("https://issuer.example", "subject")


@pytest.mark.parametrize(
    ("one", "other"), [(("ab", "c"), ("a", "bc")), (("a", "b"), ("b", "a")), (("a",), ("a", ""))]
)
def test_different_parts_have_different_ids(one: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    assert derive_id(*one) != derive_id(*other)


def test_derived_id_is_recognized() -> None:
    assert is_derived_id(derive_id("a"))
    assert not any(
        is_derived_id(text) for text in ("", "a" * 25, "a" * 27, "A" * 26, "1" * 26, "a" * 26 + "\n")
    )
