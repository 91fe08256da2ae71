"""A league's game played on screen, from the encounter's page to both Aftermaths."""

from __future__ import annotations

from itertools import count

import msgspec
import pytest
from django.urls import reverse

from mfcampaign.campaigns.access import played_side
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.loading import charts
from mfcampaign.campaigns.models import Aftermath, ArsenalUpgrade, Report
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from mfcampaign.play.queries.board import moment
from rules.campaign.weekly_events import WeekEvent
from rules.editions.m3e.simulation.bots import Greedy
from rules.fate.shuffle import Stream, digest
from rules.game.results.result import EncounterResult
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.play.league_game import address, browser, gather, revealed_game, settle, users

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(make_league, monkeypatch):  # noqa: F811
    """The same cards in every run."""
    numbers = count(1)
    monkeypatch.setattr(creation, "fresh_id", lambda: f"league-game-{next(numbers)}")
    return revealed_game(make_league)


def json(value):
    return msgspec.json.decode(msgspec.json.encode(value))


def begun(game) -> Encounter:
    one, two = (browser(user) for user in users(game))
    table = reverse("campaigns:game", args=[game.week.campaign.slug, game.week.number, game.table])
    assert address(game) in one.get(table).content.decode(), "the game's page leads to the table"
    assert "Play here" in one.get(address(game)).content.decode()
    assert one.post(address(game), {"mode": "play"}).status_code == 302
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    assert two.get(address(game)).headers["Location"] == row.get_absolute_url(), "one table for both"
    return row


def to_the_end(row: Encounter, people, hand, **words: str) -> None:
    """Every answer through its operation: ``words`` by kind of question, else what the plain hand does."""
    encounter = loading.play_of(row)
    while not row.over:
        ask = encounter.asks[0]
        gone = [left.seat for left in encounter.state.withdrawals]
        assert ask.seat not in gone or ask.kind in ("bounty", "award"), "nobody who left is asked to play"
        value = {"bounty": "none", **words}.get(ask.kind) or hand.answer(encounter, ask)
        encounter = playing.answer(row, people[ask.seat], ask.seat, value, kind=ask.kind, seen=row.version)


@pytest.mark.rule("SL-UPG-04", "SL-INJURY-05")
def test_from_the_page_of_the_game_to_both_aftermaths(game):
    hurt = game.sides.get(seat=0).entry
    own = hurt.models.owned().first()
    ArsenalUpgrade.objects.create(
        entry=hurt,
        roster=hurt.roster,
        slug="slowed-reflexes",
        name="Slowed Reflexes",
        kind="injury",
        bearer=own,
        gained_week=1,
        stat_mods=[{"stat": "df", "delta": -1}],
    )
    row = begun(game)
    people = users(game)
    settle(row, turns=2)
    gather(row, people)
    assert row.state == "playing"
    page = browser(people[0]).get(row.get_absolute_url()).content.decode()
    assert "Slowed Reflexes" in page, "shown on the card"
    setup = loading.setup_of(row)
    (bearer,) = [name for name, number in setup.arsenal_ids().items() if number == own.pk]
    card = setup.cards[setup.first_state().models[bearer].card]
    assert card.df == setup.cards[card.of].df - 1 if card.of in setup.cards else card.of == own.slug
    to_the_end(row, people, Greedy(Stream(digest("league-play"))))
    result = msgspec.convert(row.result, EncounterResult)
    state = loading.state_after(row, loading.facts(row))
    assert [seat.vp for seat in result.seats] == [state.vp(0), state.vp(1)]
    fallen = {fall.model_id for seat in result.seats for fall in seat.casualties}
    assert fallen == {setup.arsenal_ids()[fall.model] for fall in state.falls}
    assert fallen, "somebody fell in this game: the seed is no longer a good one otherwise"
    over = browser(people[0]).get(row.get_absolute_url()).content.decode()
    assert "Report to the league" in over
    for user in people:
        browser(user).post(address(game) + "report/")
    game.refresh_from_db()
    assert game.state == "aftermath", "both reported the same: it stands"
    assert Report.objects.get(game=game, state="confirmed").result == json(result)
    assert Aftermath.objects.filter(side__game=game).count() == 2


def seat_of(game):
    return played_side(users(game)[0], game.week.campaign.slug, game.week.number, game.table)


def under_event(game, slug: str) -> None:
    events = charts(game.week.campaign).weekly_events
    event = next(event for event in events if event.slug == slug)
    game.week.event = json(WeekEvent(event=event))
    game.week.save(update_fields=["event"])


@pytest.mark.rule("SL-EVENT-03")
def test_the_events_terrain_lies_on_the_table_of_a_game_played_here(game):
    under_event(game, "fog-off-the-marsh")
    row = begun(game)
    people = users(game)
    setup = loading.setup_of(row)
    assert (setup.ground, setup.ground_name) == ("exact", "An open field")
    assert [(piece.name, piece.traits) for piece in setup.terrain] == [("marsh", ("concealing",))]
    assert setup.terms.effect.startswith("It lies there: a marsh")
    settle(row, turns=1)
    gather(row, people)
    by_hand = {"seat": 0, "seen": row.version, "step": "choose", "what": "clear_piece"}
    panel = browser(people[0]).post(row.get_absolute_url() + "referee/", by_hand).content.decode()
    assert '<option value="marsh"' in panel, "who lights the lantern lifts it"
    to_the_end(row, people, Greedy(Stream(digest("league-fog"))))
    state = loading.state_after(row, loading.facts(row))
    drawn = moment(setup, state, state)
    assert [entry.name for entry in drawn.legend] == ["marsh"]
    assert "marsh (concealing" in drawn.picture.lower()


@pytest.mark.rule("SL-EVENT-03")
def test_every_ground_is_looked_at_with_what_the_event_lays_on_it(game):
    under_event(game, "fog-off-the-marsh")
    client = browser(users(game)[0])
    form = client.get(address(game)).content.decode()
    assert f'hx-get="{address(game)}"' in form
    for ground in ("open", "ready", "fate"):
        shown = client.get(address(game), {"ground": ground}).content.decode()
        assert "With the marsh of the week’s event" in shown
        assert "marsh (concealing" in shown.lower()
        assert (
            "With the marsh" in client.post(address(game), {"ground": ground, "look": "1"}).content.decode()
        )
    assert "of 100" not in client.get(address(game), {"ground": "open"}).content.decode()
    assert league_play.of_game(game) is None, "looking begins nothing"


@pytest.mark.rule("SL-EVENT-03")
def test_the_events_terrain_of_a_recorded_game_is_asked_of_the_players(game):
    under_event(game, "fog-off-the-marsh")
    row = league_play.begin(seat_of(game), users(game)[0], "record")
    setup = loading.setup_of(row)
    assert (setup.ground, setup.terrain, setup.markers) == ("open", (), ())
    assert setup.terms.effect.startswith("On the table: a marsh")


@pytest.mark.rule("SL-EVENT-03")
def test_a_marker_needs_no_terrain(game):
    under_event(game, "payroll-office")
    setup = league_play.setup_of(seat_of(game))
    assert [marker.kind for marker in setup.markers] == ["strongbox"]
    assert loading.setup_of(begun(game)).ground == "open"


@pytest.mark.rule("SL-WITHDRAW-01", "SL-WITHDRAW-04")
def test_who_withdraws_on_screen_withdraws_in_the_league(game):
    row = begun(game)
    people = users(game)
    settle(row, turns=5)
    gather(row, people)
    hand = Greedy(Stream(digest("league-withdraws")))
    to_the_end(row, people, hand, withdraw="yes", play_on="no")
    result = msgspec.convert(row.result, EncounterResult)
    assert sorted(seat.withdrew_turn or 0 for seat in result.seats) == [0, 1]
    assert not any(seat.casualties for seat in result.seats)
    league_play.report(row, people[0])
    league_play.report(row, people[1])
    game.refresh_from_db()
    assert sorted(game.outcome["withdrew"]) == ["", "early"]
    assert game.state in ("aftermath", "closed"), "whoever left has nothing to decide in it"


@pytest.mark.switch("clock_minutes", 0)
@pytest.mark.switch("clock_minutes", 60)
@pytest.mark.switch("clock_runs_out", "tell")
@pytest.mark.switch("clock_runs_out", "claim")
@pytest.mark.parametrize(("minutes", "runs_out"), [(0, "tell"), (60, "tell"), (60, "claim")])
def test_a_leagues_chess_clock_holds_where_the_game_is_played_here(game, minutes, runs_out):
    league = game.week.campaign
    league.policies |= {"clock_minutes": minutes, "clock_runs_out": runs_out}
    league.save(update_fields=["policies"])
    first, _second = users(game)
    browser(first).post(address(game), {"mode": "play"})
    row = Encounter.objects.get()
    assert (row.clock_seconds, row.clock_claim) == (60 * minutes, bool(minutes) and runs_out == "claim")
