"""The Weekly Event: how it is drawn, what it mandates, what it pays."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaign.charts import load_charts
from rules.campaign.charts.rows import ScripAward, WeeklyEvent
from rules.campaign.encounter import terms_of
from rules.campaign.policies import POLICIES, Policies
from rules.campaign.weekly_events import (
    WeekEvent,
    by_the_players,
    check_ticks,
    contest_pay,
    draw_event,
    event_awards,
    event_scrip,
    extra_barter_flips,
    high_card,
    mandated,
    shown,
)
from rules.fate.cards import FULL_DECK, Card
from rules.game.league.needs import GameRecord, SideRecord
from rules.game.setup.scenario import Override, Scenario, SchemeCard, SeasonCards, overridden
from rules.refusal import Refusal

HOUSE = load_charts(json.loads(Path("mfcampaign/catalog/data/m3e/charts/house-3e.json").read_text("utf-8")))


def cards(*codes: str):
    return iter([Card.parse(code) for code in codes]).__next__


def event(**fields) -> WeekEvent:
    row = {"slug": "fair", "name": "Fair", "values": tuple(range(1, 14))}
    return WeekEvent(event=WeeklyEvent(**(row | fields)))


def awards(*pairs) -> tuple[ScripAward, ...]:
    return tuple(ScripAward(condition=f"did {n}", amount=a, per=per) for n, (a, per) in enumerate(pairs, 1))


@pytest.mark.rule("SL-EVENT-01")
def test_the_value_of_one_flip_names_the_event():
    drawn, flips = draw_event(cards("8t"), HOUSE.weekly_events)
    assert drawn.name == "Travelling Pedlar"
    assert [(flip.card.code, flip.stands) for flip in flips] == [("8t", True)]


@pytest.mark.rule("SL-EVENT-01")
def test_every_value_has_an_event_of_its_own_in_the_house_chart():
    names = {draw_event(cards(f"{value}c"), HOUSE.weekly_events)[0].name for value in range(1, 14)}
    assert len(names) == 13


def test_jokers_are_flipped_again():
    drawn, flips = draw_event(cards("BJ", "RJ", "1r"), HOUSE.weekly_events)
    assert drawn.values == (1,)
    assert [flip.stands for flip in flips] == [False, False, True]


def test_a_chart_with_a_gap_says_so():
    gap = [WeeklyEvent(slug="a", name="A", values=(1,))]
    with pytest.raises(Refusal, match="no row for 2") as refused:
        draw_event(cards("2r"), gap, "M4-CAMP-30")
    assert refused.value.rule == "M4-CAMP-30", "the row of the league's campaign"


@pytest.mark.rule("SL-EVENT-03")
def test_events_of_the_house_come_in_every_manner_of_the_text():
    every = HOUSE.weekly_events
    assert {row.scope for row in every} == {"each_game", "one_off", "immediate"}
    assert any(row.terrain for row in every)
    assert any(row.deployment for row in every)
    assert any(row.extra_barter_flips for row in every)
    assert any(row.contest == "high_card" for row in every)


@pytest.mark.rule("SL-EVENT-04")
def test_most_events_offer_a_way_to_gain_scrip():
    assert sum(bool(row.scrip_awards) for row in HOUSE.weekly_events) > len(HOUSE.weekly_events) / 2


@pytest.mark.rule("SL-EVENT-04", "SL-EVENT-05")
@pytest.mark.switch("event_cap", 6)
@pytest.mark.switch("event_cap", 8)
def test_the_awards_ticked_are_added_up_to_six_a_game():
    offered = event_awards(event(scrip_awards=awards((3, "game"), (2, "game"), (4, "game"))))
    assert event_scrip((), offered).amount == 0
    assert event_scrip((1, 2), offered).amount == 5
    capped = event_scrip((1, 2, 3), offered)
    assert capped.amount == 6
    assert [(line.amount, line.rule) for line in capped.lines][-1] == (-3, "SL-EVENT-05")
    assert event_scrip((1, 2, 3), offered, Policies(event_cap=8)).amount == 8


@pytest.mark.rule("SL-EVENT-03")
def test_an_award_of_the_week_is_had_once_in_it():
    weekly_event = event(scope="one_off", scrip_awards=awards((3, "week"), (1, "game")))
    first, second = event_awards(weekly_event, had_this_week=(1, 2))
    assert first.reason
    assert not second.reason
    assert [v.rule for v in check_ticks((1,), 3, (first, second)).violations] == ["SL-EVENT-04"]
    assert check_ticks((2,), 1, (first, second)).legal


def test_claims_that_do_not_fit_the_ticks_are_named():
    offered = event_awards(event(scrip_awards=awards((2, "game"))))
    assert [v.sentence for v in check_ticks((1, 7), 2, offered).violations] == [
        "The week's event has no award 7."
    ]
    assert "2 Scrip are claimed" in check_ticks((), 2, offered).violations[0].sentence
    assert check_ticks((1,), 2, offered).legal


@pytest.mark.rule("SL-EVENT-04")
def test_awards_that_a_game_tells_are_held_to_it():
    won = GameRecord(sides=(SideRecord(won=True), SideRecord()))
    rows = (
        ScripAward(condition="win", amount=2, needs="win"),
        ScripAward(condition="first", amount=1, per="week", needs="win"),
    )
    offered = event_awards(event(scrip_awards=rows), had_this_week=(2,))
    assert (shown(offered, 0, won), shown(offered, 1, won)) == ((1,), ()), "the other was had this week"
    assert check_ticks((1,), 2, offered, seat=0, game=won).legal
    assert [v.sentence for v in check_ticks((), 0, offered, seat=0, game=won).violations] == [
        "win: the result shows it, and it is not ticked."
    ]
    (fault,) = check_ticks((1,), 2, offered, seat=1, game=won).violations
    assert (fault.sentence, fault.subject) == ("win: the game was not won.", "seat-1")


@pytest.mark.rule("SL-EVENT-03")
def test_a_contest_pays_at_once_and_leaves_nothing_for_the_games():
    contest = event(scope="immediate", scrip_awards=awards((2, "week")))
    assert contest.awaits_contest
    assert event_awards(contest) == ()
    settled = WeekEvent(event=contest.event, winners=(7,))
    assert not settled.awaits_contest
    assert (contest_pay(settled, 7).amount, contest_pay(settled, 8).amount) == (2, 0)
    greedy = WeekEvent(event=event(scope="immediate", scrip_awards=awards((9, "week"))).event, winners=(7,))
    assert contest_pay(greedy, 7).amount == 6


@pytest.mark.rule("SL-EVENT-03")
def test_the_highest_card_wins_and_ties_flip_again():
    flips, winners = high_card(cards("9r", "9t", "3c", "BJ", "RJ"), (1, 2, 3))
    assert winners == (2,)
    assert [(f.entry, f.card.code, f.round) for f in flips] == [
        (1, "9r", 1),
        (2, "9t", 1),
        (3, "3c", 1),
        (1, "BJ", 2),
        (2, "RJ", 2),
    ]


@given(st.lists(st.integers(1, 99), unique=True, max_size=12), st.permutations(FULL_DECK))
def test_a_contest_of_cards_has_one_winner_among_those_who_flipped(entries, deck):
    flips, winners = high_card(cycle(deck).__next__, entries)
    assert len(winners) == min(1, len(entries))
    assert set(winners) <= set(entries)
    assert {flip.entry for flip in flips} == set(entries)


@pytest.mark.rule("SL-BARTER-04", "SL-EVENT-03")
def test_further_barter_flips_follow_each_game_or_the_first():
    each = event(extra_barter_flips=1)
    once = event(scope="one_off", extra_barter_flips=2)
    assert [extra_barter_flips(each, first_game=first) for first in (True, False)] == [1, 1]
    assert [extra_barter_flips(once, first_game=first) for first in (True, False)] == [2, 0]
    assert extra_barter_flips(None, first_game=True) == 0


SEASON = SeasonCards("s", "S", (), tuple(SchemeCard(n, f"Scheme {n}") for n in range(1, 14)))
DRAWN = Scenario(
    attacker=Card.parse("9r"),
    defender=Card.parse("2t"),
    attacker_seat=0,
    strategy="Turf War",
    deployment="Flank",
    schemes=SEASON.schemes[:5],
    flips=(),
)


@pytest.mark.rule("SL-EVENT-03", "SL-3E-14")
def test_what_the_event_mandates_is_laid_over_the_drawn_scenario_and_the_organiser_has_the_last_word():
    over = mandated(event(deployment="Corner", terrain=("a bog",)), "m3e")
    scenario = overridden(DRAWN, over)
    assert (scenario.strategy, scenario.deployment, scenario.terrain) == ("Turf War", "Corner", ("a bog",))
    assert scenario.set_by_hand == ("deployment", "terrain")
    last = overridden(DRAWN, over, Override(deployment="Wedge", schemes=(9, 8, 7, 6, 5)), season=SEASON)
    assert last.deployment == "Wedge"
    assert last.terrain == ("a bog",)
    assert [scheme.number for scheme in last.schemes] == [5, 6, 7, 8, 9]
    assert overridden(DRAWN, mandated(None, "m3e")) == DRAWN


@pytest.mark.parametrize("wrong", [(1, 2, 3, 4), (1, 1, 2, 3, 4), (1, 2, 3, 4, 14)])
def test_a_pool_that_is_none_is_refused(wrong):
    with pytest.raises(Refusal):
        overridden(DRAWN, Override(schemes=wrong), season=SEASON)


@pytest.mark.rule("SL-EVENT-03")
def test_what_no_portal_does_is_left_to_the_players():
    fog = event(name="Fog", terrain=("a marsh",), rules="Fog lies over it.")
    assert by_the_players(fog) == "On the table: a marsh. Fog lies over it."
    assert by_the_players(event(name="Pedlar", rules="One more flip.", extra_barter_flips=1)) == ""
    assert by_the_players(event(name="Race", scope="immediate", rules="All flip.")) == ""
    assert by_the_players(None) == ""
    terms = terms_of(POLICIES, {}, {}, fog)
    assert (terms.event, terms.effect) == ("Fog", "On the table: a marsh. Fog lies over it.")
