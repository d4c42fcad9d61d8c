"""Removed addresses in an address book."""

from datetime import UTC, datetime, timedelta

from functions.profile.address_book import AddressBook

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def test_removed_address_is_remembered_for_a_day() -> None:
    book = AddressBook().remove_address("first", NOW)
    a_day_later = NOW + timedelta(days=1)
    moment = timedelta(microseconds=1)
    assert list(book.remove_address("second", a_day_later - moment).removed) == ["first", "second"]
    assert list(book.remove_address("second", a_day_later).removed) == ["second"]


def test_last_100_removed_addresses_are_remembered() -> None:
    book = AddressBook()
    for number in range(101):
        book = book.remove_address(f"address-{number}", NOW)
    assert list(book.removed) == [f"address-{number}" for number in range(1, 101)]
