"""What the record says of a known past, and that it agrees with every page that counts for itself."""

from __future__ import annotations

import pytest

from mfcampaign.campaigns.history import biographies as history_lives
from mfcampaign.campaigns.history import season as history_season
from mfcampaign.campaigns.history import series as history_charts
from mfcampaign.campaigns.history.record import record
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade, Campaign, Entry
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week

pytestmark = pytest.mark.django_db


def course(campaign, name, entry):
    chart = next(c for c in history_charts.charts(record(campaign), campaign) if c.name == name)
    return next(c.values for c in chart.courses if c.person.entry == entry)


def test_the_known_past_is_told_week_by_week(past):
    assert course(past.campaign, "vp", past.first.pk) == (0, 4, 7)
    assert course(past.campaign, "vp", past.second.pk) == (0, 2, 5)
    rating = course(past.campaign, "rating", past.second.pk)
    assert rating[0] is None, "no Crew played at the start"
    assert len(rating) == 3


def test_head_to_head_and_the_tally(past):
    first = history_lives.history(record(past.campaign), past.first.pk)
    assert first is not None
    assert first.tally == (1, 1, 0)
    (rival,) = first.rivals
    assert (rival.person.entry, rival.tally, rival.difference) == (past.second.pk, (1, 1, 0), 2)
    assert (first.kills, first.fallen) == (1, 0)
    other = history_lives.history(record(past.campaign), past.second.pk)
    assert other is not None
    assert (other.tally, other.kills, other.fallen) == ((0, 1, 1), 0, 1)


def test_a_biography_tells_who_fell_and_who_came_through(past):
    league_record = record(past.campaign)
    fallen = history_lives.biography(league_record, past.fallen)
    assert fallen is not None
    assert (fallen.deaths, fallen.finished_off, fallen.owner.entry) == (1, 1, past.second.pk)
    outing = next(o for o in fallen.outings if o.fell)
    slayer = history_lives.biography(league_record, past.slayer)
    assert slayer is not None
    assert (slayer.kills, fallen.kills) == (1, 0)
    assert outing.killer == slayer.life.label
    assert [o.kills for o in slayer.outings if o.kills] == [(fallen.life.label,)]
    assert (outing.game.week, outing.outcome, outing.vp, outing.opponent_vp) == (1, "lost", 2, 4)
    assert outing.fell is not None
    assert outing.fell.flip == "9r"
    spared = history_lives.biography(league_record, past.spared)
    assert spared is not None
    assert spared.deaths == 0
    assert {g.name for g in fallen.injuries} == set(
        ArsenalUpgrade.objects.filter(bearer=past.fallen, kind="injury").values_list("name", flat=True)
    )


def test_the_season_counts_what_the_games_say(past):
    season = history_season.season(past.campaign)
    given = {g.award.name: g for g in season.awards}
    assert [p.entry for p in given["Champion"].winners] == [past.first.pk]
    assert given["Heaviest Hand"].award.figure == 7
    assert given["Finest Hour"].award.figure == 4
    assert given["Undertaker’s Friend"].award.reason == "killed 1 enemy model"
    assert "Long Run" not in given, "one win is no run"
    assert [len(chapter.games) for chapter in season.chapters] == [1, 1]


def test_the_ends_of_all_courses_are_what_the_league_shows_now(make_league, in_process):
    """Four players, three weeks as they come: value, Scrip, VP and Injuries against their own counts."""
    league = make_league(players=4)
    league.found_all()
    current = league.start()
    for number in (1, 2, 3):
        play.live_week(league.week(number), taste=f"ends/{number}")
        week.reach_deadline(league.week(number), league.organiser, "Agreed.")
    campaign = Campaign.objects.get(pk=current.campaign_id)
    table = {row.entry.pk: row.standing for row in league_page.table(campaign)}
    assert any(s.vp for s in table.values())
    hurt = 0
    for pk, standing in table.items():
        entry = Entry.objects.get(pk=pk)
        assert course(campaign, "vp", pk)[-1] == standing.vp
        assert course(campaign, "scrip", pk)[-1] == balances.balance(entry)
        assert course(campaign, "value", pk)[-1] == standing.arsenal_value
        injuries = ArsenalUpgrade.objects.owned().filter(
            entry=pk, kind="injury", bearer__annihilated_week=None
        )
        assert course(campaign, "injuries", pk)[-1] == injuries.count()
        hurt += injuries.count()
    assert hurt, "somebody was hurt in three weeks, or this proves nothing"


def test_a_game_without_a_result_is_not_in_the_record(league, in_process):
    """Crews that are in but hidden, revealed but not played, reported but not agreed: no past yet."""
    league.start()
    game = league.games()[0]
    first, second = play.sides(game)
    for act in (
        lambda: play.submit_crew(first),
        lambda: play.submit_crew(second),
        lambda: play.report(game),
    ):
        act()
        league_record = record(Campaign.objects.get())
        assert league_record.games == ()
        for model in ArsenalModel.objects.all():
            life = history_lives.biography(league_record, model.pk)
            assert life is not None
            assert life.outings == ()


def test_a_roster_given_up_ends_where_the_next_begins(past):
    """Rows as a new start leaves them: the old models stay, with the number of the roster they were of."""
    old = ArsenalModel.objects.get(pk=past.spared)
    Entry.objects.filter(pk=past.second.pk).update(roster=2)
    ArsenalModel.objects.create(
        entry=past.second, roster=2, slug="x", name="Newcomer", cost=5, hired_week=2, is_leader=True
    )
    league_record = record(past.campaign)
    assert league_record.lives[old.pk].gone == 2
    assert not league_record.lives[old.pk].annihilated
    assert history_season.season_figures(league_record, past.second.pk, 2).annihilated == 0
    assert course(past.campaign, "value", past.second.pk)[-1] == 5


def test_who_is_not_of_this_league_has_no_past_in_it(past, make_league):
    other = make_league(players=1, name="Elsewhere")
    league_record = record(other.campaign)
    assert history_lives.biography(league_record, past.fallen) is None
    assert history_lives.history(league_record, past.first.pk) is None
