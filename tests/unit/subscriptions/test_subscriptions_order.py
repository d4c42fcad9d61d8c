"""Moves of cards, also concurrent ones, keep one valid order and all cards."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domains.agencies.subscriptions import Dashboard, Order, Subscription
from functions.subscriptions.service import CardPosition, reorder
from tests.unit.subscriptions.support import ROSA, World

NOW = datetime(2026, 11, 21, tzinfo=UTC)
IDS = [f"card-{number}" for number in range(8)]


@st.composite
def draw_moves(draw: Any, ids: Any = tuple(IDS)) -> list[CardPosition]:
    """Draw some of the ids, each with a distinct place."""
    moved = draw(st.lists(st.sampled_from(ids), unique=True, max_size=len(ids)))
    places = draw(st.lists(st.integers(0, 12), unique=True, min_size=len(moved), max_size=len(moved)))
    return [CardPosition(each, place) for each, place in zip(moved, places, strict=True)]


def make_subscription(number: Any) -> Subscription:
    return Subscription(f"card-{number}", f"service-{number}", NOW + timedelta(seconds=number), {}, 1)


@given(st.permutations(IDS), draw_moves())
def test_reordering_keeps_cards_and_their_order(ids: Any, places: Any) -> None:
    result = reorder(ids, places)
    assert sorted(result) == sorted(ids)
    moved = {place.subscription_id for place in places}
    assert [each for each in result if each not in moved] == [each for each in ids if each not in moved]


@given(st.permutations(IDS), draw_moves())
def test_moved_card_is_at_its_new_place(ids: Any, places: Any) -> None:
    result = reorder(ids, places)
    within = [place for place in places if place.sort_index < len(ids)]
    if len(within) == len(places):
        assert all(result[place.sort_index] == place.subscription_id for place in places)


@given(st.permutations(IDS))
def test_complete_order_is_applied(wanted: Any) -> None:
    assert reorder(IDS, [CardPosition(each, place) for place, each in enumerate(wanted)]) == wanted


@given(st.permutations(IDS), draw_moves())
def test_reordering_is_idempotent(ids: Any, places: Any) -> None:
    once = reorder(ids, places)
    if all(place.sort_index < len(ids) for place in places):
        assert reorder(once, places) == once


@given(st.lists(st.sampled_from([*IDS, "gone", "gone too"]), max_size=12), st.sets(st.integers(0, 7)))
def test_each_card_has_one_place(stored: Any, cards: Any) -> None:
    dashboard = Dashboard(
        {f"service-{number}": make_subscription(number) for number in cards}, Order(tuple(stored), 1)
    )
    ids = [each.id for each in dashboard.order_subscriptions()]
    assert sorted(ids) == sorted(f"card-{number}" for number in cards)


@given(st.lists(st.tuples(st.integers(0, 2), draw_moves()), max_size=8), st.data())
def test_concurrent_reorders_leave_one_valid_order(calls: Any, data: Any) -> None:
    """Other calls may write between the read and the write of a call, which then reads again."""
    world = World()
    for number in range(8):
        dashboard = world.repository.dashboard
        world.repository.dashboard = replace(
            dashboard,
            subscriptions={**dashboard.subscriptions, f"service-{number}": make_subscription(number)},
        )
    for interruptions, places in calls:
        if not places:
            continue
        others = [data.draw(draw_moves()) for _ in range(interruptions)]
        world.repository.before_save_order = [
            partial(world.service.sort_cards, ROSA, other) for other in others if other
        ]
        world.service.sort_cards(ROSA, places)
        cards = world.service.list_cards(ROSA)
        assert sorted(card.subscription.id for card in cards) == IDS
        assert [card.sort_index for card in cards] == list(range(8))
