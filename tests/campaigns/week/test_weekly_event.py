"""The Weekly Event through the operations: when it is drawn, what it changes, what it pays."""

from __future__ import annotations

import datetime as dt

import msgspec
import pytest
from django.urls import reverse
from django.utils import timezone

from mfcampaign.campaigns import handlers, loading
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.game import additional, results
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.loading import event_of
from mfcampaign.campaigns.models import Availability, Game, Week
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import VoidGame
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week import operations as week
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.dispatch import operations as dispatch
from rules.campaign.charts.rows import ScripAward, WeeklyEvent
from rules.campaign.encounter import with_awards
from rules.campaign.weekly_events import WeekEvent
from rules.edition import edition_of
from rules.fate.cards import Card
from rules.game.results.result import EncounterResult, SeatResult
from rules.game.setup.scenario import Override
from rules.refusal import Refusal
from tests.campaigns.conftest import founded_of
from tests.campaigns.game_pages import visitor
from tests.campaigns.seasons.beginning import EDITIONS

pytestmark = pytest.mark.django_db
DRAWN = {"weekly_events": "drawn"}
EVENTS = "mfcampaign.campaigns.week.fate.draws"


@pytest.fixture
def under(make_league, monkeypatch):
    """``under("8r", players=3)``: a league whose weeks open under the event of these cards."""

    def make(*codes: str, **options):
        real = fate.draws

        def rigged(week, purpose, *parts):
            if purpose != "event":
                return real(week, purpose, *parts)
            return iter([Card.parse(code) for code in codes]).__next__

        monkeypatch.setattr(EVENTS, rigged)
        options["policies"] = DRAWN | options.get("policies", {})
        league = make_league(**options)
        league.found_all()
        return league

    return make


def scrip(league, reason="event"):
    return {
        league.players.index(t.credit.entry.user): t.amount
        for t in league.campaign.transfers.filter(reason=reason).select_related("credit__entry__user")
    }


@pytest.mark.rule("SL-EVENT-01", "SL-EVENT-02")
@pytest.mark.switch("weekly_events", "drawn")
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_week_has_one_event_drawn_once_after_the_hires_and_before_the_games(make_league, edition):
    league = founded_of(make_league, edition)
    campaign = league.campaign
    campaign.policies = dict(edition_of(edition).readings.usual)
    campaign.save(update_fields=["policies"])
    league.start()
    first = league.week(1)
    if first.state == Week.State.EVENT:
        events.close_contest(first)
        first = league.week(1)
    stored = event_of(first)
    assert stored is not None
    assert stored.how == "fate"
    assert stored.flips[-1].card.value in stored.event.values
    sentence = events.determine(first)
    assert event_of(first) == stored, "asked again it is the same event"
    assert stored.event.name in sentence
    assert all(game.state == Game.State.SCHEDULED for game in league.games())
    again = fate.draws(first, "event")
    assert again() == stored.flips[0].card, "the flip comes out of the week's sealed seed"


@pytest.mark.rule("SL-EVENT-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_is_drawn_while_the_hires_are_open(under, in_process, edition):
    league = under("8r", edition=edition)
    current = league.start()
    play.live_week(current)
    week.reach_deadline(league.week(1))
    second = league.week(2)
    assert second.state == Week.State.NEW_HIRES
    assert second.event == {}
    week.close_hires(second, league.organiser, "Agreed.")
    assert event_of(league.week(2)).event.name == "Travelling Pedlar"


@pytest.mark.switch("weekly_events", "off")
def test_a_league_may_play_without_events(make_league):
    league = make_league(policies={"weekly_events": "off"})
    league.found_all()
    league.start()
    assert league.week(1).event == {}


@pytest.mark.rule("SL-EVENT-03")
def test_mandated_terrain_and_deployment_are_part_of_every_scenario_of_the_week(under):
    league = under("9c")
    current = league.start()
    (game,) = league.games()
    assert game.scenario["deployment"] == "Wedge"
    assert game.scenario["terrain"] == [
        "two impassable ridges, each 8 inches long, left and right of the centre"
    ]
    assert current.scenario == fate.scenario(current), "what was flipped stays as it fell"


@pytest.mark.rule("SL-EVENT-03", "SL-EVENT-04")
def test_a_contest_of_cards_is_flipped_and_paid_at_once(under):
    league = under("12t", players=3)
    current = league.start()
    drawn = event_of(league.week(1))
    (winner,) = drawn.winners
    assert {flip.entry for flip in drawn.contest} == {league.entry(n).pk for n in range(3)}
    assert list(scrip(league).values()) == [2]
    assert (
        balances.earned_in_week(next(league.entry(n) for n in range(3) if league.entry(n).pk == winner), 1)
        == 2
    )
    assert current.state == Week.State.GAMES_OPEN
    league.check()


@pytest.mark.rule("SL-EVENT-03", "A-19")
def test_a_contest_to_be_entered_comes_before_the_pairing_and_its_scrip_counts_for_the_week(under):
    league = under("13m", players=3, policies={"weekly_cap": 2})
    current = league.start()
    assert (current.state, league.games()) == (Week.State.EVENT, [])
    with pytest.raises(Refusal, match="does not play"):
        events.enter_contest(current, league.organiser, [0], "wrong")
    events.enter_contest(current, league.organiser, [league.entry(1).pk], "She hit the bottle")
    assert scrip(league) == {1: 2}, "three are won, two fit into the week"
    assert league.week(1).state == Week.State.GAMES_OPEN
    assert len(league.games()) == 1
    with pytest.raises(Refusal, match="No contest"):
        events.enter_contest(league.week(1), league.organiser, [league.entry(0).pk], "again")
    assert scrip(league) == {1: 2}
    league.check()


@pytest.mark.rule("SL-EVENT-03")
def test_nobody_decides_a_contest_for_themselves(under):
    league = under("13m")
    operations.add_organiser(league.campaign, league.organiser, league.players[0])
    current = league.start()
    with pytest.raises(Refusal, match="another organiser rules on it: your Scrip"):
        events.enter_contest(current, league.players[0], [league.entry(0).pk], "I did")
    events.enter_contest(current, league.players[0], [league.entry(1).pk], "She did")


@pytest.mark.switch("contest_h", 5)
@pytest.mark.switch("contest_h", 24)
@pytest.mark.parametrize("hours", [5, 24])
def test_a_contest_without_a_result_ends_by_itself_and_the_week_goes_on(under, in_process, hours):
    league = under("13m", policies={"contest_h": hours})
    current = league.start()
    now = timezone.now()
    assert dt.timedelta(hours=hours - 1) < current.contest_closes_at - now < dt.timedelta(hours=hours + 1)
    handlers.turn_leagues(now)
    assert league.week(1).state == Week.State.EVENT
    handlers.turn_leagues(now + dt.timedelta(hours=hours + 1))
    dispatch.drain()
    assert league.week(1).state == Week.State.GAMES_OPEN
    assert event_of(league.week(1)).winners == ()
    assert scrip(league) == {}


@pytest.mark.rule("SL-EVENT-02", "SL-3E-14", "SL-SCHEME-01")
def test_an_organiser_sets_event_and_scenario_until_a_game_has_begun(under):
    league = under("1r")
    current = league.start()
    with pytest.raises(Refusal, match="no such"):
        events.choose_event(current, league.organiser, "nothing", "No")
    events.choose_event(current, league.organiser, "the-narrow-pass", "We own the terrain")
    assert league.games()[0].scenario["deployment"] == "Wedge"
    events.set_scenario(current, league.organiser, Override(deployment="Corner"), "Space")
    (game,) = league.games()
    assert game.scenario["deployment"] == "Corner", "the organiser has the last word"
    assert "Space" in league.week(1).scenario_override["reason"]
    for side in play.sides(game):
        play.submit_crew(side)
    for change in (
        lambda: events.choose_event(current, league.organiser, "market-day", "No"),
        lambda: events.set_scenario(current, league.organiser, Override(deployment="Flank"), "No"),
    ):
        with pytest.raises(Refusal, match="has begun"):
            change()


@pytest.mark.rule("SL-EVENT-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_event_an_organiser_chose_beforehand_stands_when_the_hires_close(under, in_process, edition):
    league = under("8r", edition=edition)
    play.live_week(league.start())
    week.reach_deadline(league.week(1))
    page = visitor(league.organiser).get(reverse("campaigns:organise", args=[league.campaign.slug]))
    action = page.content.decode().partition('id="action-event"')[2].partition("</details>")[0]
    assert "SL-EVENT-02" in action
    events.choose_event(league.week(2), league.organiser, "red-sky", "Halloween")
    week.close_hires(league.week(2), league.organiser, "Agreed.")
    drawn = event_of(league.week(2))
    assert (drawn.event.slug, drawn.how, drawn.flips) == ("red-sky", "chosen", ())


@pytest.mark.rule("SL-3E-14")
@pytest.mark.parametrize(("who", "known"), [("3e_core", True), ("organiser", False)])
@pytest.mark.switch("scenario_generator", "3e_core")
@pytest.mark.switch("scenario_generator", "organiser")
def test_the_scenario_is_flipped_as_the_week_opens_or_left_to_the_organisers(
    make_league, in_process, who, known
):
    league = make_league(policies={"scenario_generator": who})
    league.found_all()
    play.live_week(league.start())
    week.reach_deadline(league.week(1))
    second = league.week(2)
    assert bool(second.scenario) is known
    events.set_scenario(second, league.organiser, Override(strategy="Turf War"), "Ours")
    week.close_hires(second, league.organiser, "Agreed.")
    assert league.games(2)[0].scenario["strategy"] == "Turf War"
    assert len(league.games(2)[0].scenario["schemes"]) == 5


@pytest.mark.rule("SL-EVENT-04", "SL-EVENT-05", "SL-PAY-04")
def test_awards_ticked_in_a_report_are_paid_at_payday(under, in_process):
    league = under("5r")  # Claim Jumpers: 2 and 2
    league.start()
    (game,) = league.games()
    both = play.sides(game)
    for side in both:
        play.submit_crew(side)
    result = choices.result(play.sides(league.games()[0]))
    claimed = msgspec.structs.replace(result.seats[0], event_scrip=4, event_ticks=(1, 2))
    wrong = msgspec.structs.replace(result, seats=(claimed, result.seats[1]))
    greedy = msgspec.structs.replace(claimed, event_scrip=6)
    with pytest.raises(Refusal, match="come to 4"):
        results.report(
            both[0], both[0].entry.user, msgspec.structs.replace(wrong, seats=(greedy, result.seats[1]))
        )
    results.report(both[0], both[0].entry.user, wrong)
    play.confirm(league.games()[0])
    play.let_draw(league.games()[0])
    play.settle()
    lines = play.aftermaths(league.games()[0])[0]
    earned = next(e for e in replay.view(lines).effects if type(e).__name__ == "ScripEarned")
    assert ("SL-PAY-04", 4) in [(line.rule, line.amount) for line in earned.total.lines]


@pytest.mark.rule("SL-EVENT-04")
def test_the_report_gives_the_award_of_the_result_and_asks_nobody(under, in_process, client):
    league = under("9r")  # The Narrow Pass
    league.start()
    (game,) = league.games()
    week_row = league.week(1)
    week_row.event["event"]["scrip_awards"][0] |= {"condition": "win", "needs": "win"}
    week_row.save(update_fields=["event"])
    both = play.sides(game)
    for side in both:
        play.submit_crew(side)
    game = league.games()[0]
    client.force_login(both[0].entry.user)
    address = reverse("campaigns:report", args=[league.campaign.slug, 1, game.table])
    assert "the result will tell" in client.get(address).content.decode()
    both = play.sides(game)
    won = SeatResult(strategy_vp=(0, 1), vp=1)
    plain = EncounterResult(seats=(won, SeatResult()), ended_turn=5)
    given = with_awards(plain, loading.report_facts(game, both))
    assert [(seat.event_ticks, seat.event_scrip) for seat in given.seats] == [((1,), 2), ((), 0)]
    ticked = SeatResult(event_ticks=(1,), event_scrip=2)
    for result, why in (
        (plain, "the result shows it"),
        (EncounterResult(seats=(given.seats[0], ticked), ended_turn=5), "the game was not won"),
    ):
        with pytest.raises(Refusal, match=why):
            results.report(both[0], both[0].entry.user, result)
    results.report(both[0], both[0].entry.user, given)


@pytest.mark.rule("SL-BARTER-04")
def test_the_pedlar_brings_one_more_barter_flip(under, in_process):
    league = under("8r")
    league.start()
    (game,) = league.games()
    play.play(game)
    for aftermath in play.aftermaths(league.games()[0]):
        assert replay.context(aftermath).extra_barter_flips == 1


# -- pages ------------------------------------------------------------------------------------------


def page(client, user, league, name, *args):
    client.force_login(user)
    return client.get(reverse(f"campaigns:{name}", args=[league.campaign.slug, *args])).content.decode()


@pytest.mark.rule("SL-EVENT-01")
def test_home_week_and_table_tell_the_event(under, client):
    league = under("9c")
    league.start()
    home = page(client, league.players[0], league, "league")
    assert "The Narrow Pass" in home
    assert "2 Scrip" in home
    week_page = page(client, league.players[0], league, "week", 1)
    assert "names the event" in week_page
    assert "two impassable ridges" in week_page
    table = page(client, league.players[0], league, "game", 1, 1)
    assert "The Narrow Pass" in table
    assert "On this table:" in table


def test_the_report_offers_the_awards_of_the_week_and_nothing_to_type(under, client):
    league = under("5r")
    league.start()
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    form = page(client, league.players[0], league, "report", 1, 1)
    assert "your Crew holds two claims or more at the end (2 Scrip)" in form
    assert 'name="s0-event" value="2"' in form


def test_an_organiser_carries_out_the_actions_of_the_week(under, client):
    league = under("13m")
    league.start()
    console = page(client, league.organiser, league, "organise")
    assert "Who won the contest?" in console
    assert "Set the scenario" in console

    def carry_out(action, **data):
        return client.post(reverse(f"act:{action}", args=[league.campaign.slug]), data, follow=True)

    def set_scenario(**data):
        url = reverse("campaigns:organiser_action", args=[league.campaign.slug, "scenario"])
        return client.post(url, {f"scenario-{name}": value for name, value in data.items()}, follow=True)

    half = set_scenario(schemes=["1", "2"], reason="why not")
    assert half.status_code == 422
    assert "Choose 5 Schemes" in half.content.decode()
    assert set_scenario(reason="why not").status_code == 422
    done = set_scenario(deployment="Corner", reason="short tables")
    assert "The scenario is set" in done.content.decode()
    unknown = carry_out("choose_event", event="no-such-event", reason="fair")
    assert unknown.status_code == 409
    assert "Select a valid choice" in unknown.content.decode()
    settled = carry_out("enter_contest", winners=[league.entry(1).pk], reason="a bull’s eye")
    assert "The contest is settled" in settled.content.decode()
    assert league.games()[0].scenario["deployment"] == "Corner"
    assert scrip(league) == {1: 3}
    set_now = carry_out("choose_event", event="market-day", reason="fair")
    assert "settled and paid" in set_now.content.decode()
    diary = page(client, league.players[0], league, "diary")
    assert "short tables" in diary


def feast(week: Week) -> None:
    """An award and a flip of the Barter that are had once in the week."""
    award = ScripAward(condition="Somebody danced", amount=2, per="week")
    event = WeeklyEvent(
        slug="feast", name="Feast", values=(1,), scope="one_off", scrip_awards=(award,), extra_barter_flips=1
    )
    week.event = msgspec.to_builtins(WeekEvent(event=event, how="chosen"))
    week.save(update_fields=["event"])


@pytest.mark.rule("SL-EVENT-04")
def test_an_award_of_the_week_is_had_once_though_two_reports_wait_for_their_answer(make_league, in_process):
    league = make_league()
    league.found_all()
    feast(league.start())
    more = additional.propose(league.entry(0), league.players[0], league.entry(1), "reuse")
    additional.accept(more, league.players[1])
    danced = SeatResult(event_ticks=(1,), event_scrip=2)
    for number, game in enumerate(league.games()):
        both = play.sides(game)
        for side in both:
            play.submit_crew(side)
        own = next(side for side in both if side.entry_id == league.entry(0).pk)
        seats = (danced, SeatResult()) if own.seat == 0 else (SeatResult(), danced)
        result = EncounterResult(seats=seats, ended_turn=4)
        if not number:
            results.report(own, own.entry.user, result)
            continue
        with pytest.raises(Refusal, match="earlier this week"):
            results.report(own, own.entry.user, result)


@pytest.mark.rule("SL-EVENT-04", "SL-BARTER-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_void_game_has_used_up_nothing_of_the_weeks_event(make_league, in_process, edition):
    """What is had once in a week, an award or a flip, is there for the game that counts."""
    league = make_league(players=3, edition=edition)
    league.found_all()
    feast(league.start())
    (game,) = league.games()
    both = play.sides(game)
    for side in both:
        play.submit_crew(side)
    plain = choices.result(both, taste="x")
    danced = msgspec.structs.replace(plain.seats[0], event_ticks=(1,), event_scrip=2)
    result = msgspec.structs.replace(plain, seats=(danced, plain.seats[1]))
    results.report(both[0], both[0].entry.user, result)
    play.confirm(game)
    play.let_draw(game)
    play.settle()
    play.finish(game)
    resting = next(n for n in range(3) if league.entry(n).pk not in {side.entry_id for side in both})
    offered = additional.propose(both[0].entry, both[0].entry.user, league.entry(resting), "reuse")
    again = next(
        side
        for side in play.sides(additional.accept(offered, league.players[resting]))
        if side.entry_id == both[0].entry_id
    )
    assert [award.reason != "" for award in loading.awards_of(again)] == [True]
    assert events.barter_flips(again) == 0
    ruling_operations.rule(league.campaign, league.organiser, VoidGame(encounter=game.pk), "Played wrong.")
    assert [award.reason for award in loading.awards_of(again)] == [""]
    assert events.barter_flips(again) == 1


@pytest.mark.rule("SL-EVENT-01", "A-45")
def test_who_skips_the_week_takes_no_part_in_its_contest(under):
    league = under("12t", players=3)
    Availability.objects.create(entry=league.entry(2), week=1, away=True)
    league.start()
    flipped = {flip.entry for flip in event_of(league.week(1)).contest}
    assert flipped == {league.entry(0).pk, league.entry(1).pk}
