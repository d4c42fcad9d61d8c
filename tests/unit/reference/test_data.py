"""The look-up data that is shipped."""

from collections import Counter

from domains.reference.data import list_us_jurisdictions


def test_jurisdictions_match_postal_addresses() -> None:
    codes = [jurisdiction.code for jurisdiction in list_us_jurisdictions()]
    assert Counter(map(len, codes)) == {2: 59}
    assert len(set(codes)) == 59
    assert {"AZ", "DC", "PR", "GU", "AE", "AP"} <= set(codes)
    assert all(code.isupper() and code.isascii() for code in codes)
