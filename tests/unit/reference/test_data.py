"""The look-up data that is shipped."""

from collections import Counter

from domains.addresses.places import make_place_key
from domains.reference.data import (
    get_municipality_list,
    get_zip_code_list,
    list_counties,
    list_navajo_chapters,
    list_us_jurisdictions,
)


def test_jurisdictions_match_postal_addresses() -> None:
    codes = [jurisdiction.code for jurisdiction in list_us_jurisdictions()]
    assert Counter(map(len, codes)) == {2: 59}
    assert len(set(codes)) == 59
    assert {"AZ", "DC", "PR", "GU", "AE", "AP"} <= set(codes)
    assert all(code.isupper() and code.isascii() for code in codes)


def test_zip_codes_have_distinct_names_and_known_counties() -> None:
    zip_codes = get_zip_code_list().items
    counties = {county.id for county in list_counties()}
    states = {jurisdiction.code for jurisdiction in list_us_jurisdictions()}
    assert len({each.code for each in zip_codes}) == len(zip_codes)
    for each in zip_codes:
        names = [make_place_key(name) for name in (each.place, *each.other_names)]
        assert each.county_id in counties, each.code
        assert len(set(names)) == len(names), each.code
        assert set(each.other_states) <= states - {"AZ"}, each.code


def test_each_municipality_is_a_name_of_a_zip_code() -> None:
    names = {
        make_place_key(name) for each in get_zip_code_list().items for name in (each.place, *each.other_names)
    }
    assert {make_place_key(place.name) for place in get_municipality_list().items} <= names


def test_chapters_have_distinct_names_and_counties_of_the_navajo_nation() -> None:
    chapters = list_navajo_chapters()
    names = [make_place_key(name) for each in chapters for name in (each.name, *each.other_names)]
    assert Counter(names).most_common(1)[0][1] == 1
    for each in chapters:
        assert set(each.county_ids) <= {"apache", "coconino", "navajo"}, each.name
