"""Teams: who is in which, captains who choose in secret, rounds of teams, their standings, their file."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from mfcampaign.events import corrections, drafts
from mfcampaign.events.loading import record
from mfcampaign.events.models import Game, Round, TeamMatch
from mfcampaign.events.operations import creation, importing, people, results, rounds, team_rounds, teams
from mfcampaign.events.portable import read, write
from mfcampaign.events.queries import pages
from mfcampaign.events.tables import players_of
from rules.refusal import Refusal
from rules.tournament.pairing.certificate_check import main, verify
from tests.events.test_pages import text

FOUR = "Tower", "Anvil", "Lantern", "Raven"


def of_teams(make_day, size=3, **options):
    """Four teams of ``size`` who are here: players 1, 2, … are Tower's, and so on."""
    day = make_day(0, team_size=size, **options)
    text = "\n".join(f"{team} {letter}, {team}" for team in FOUR for letter in "ABCDEF"[:size])
    people.add_many(day.event, day.host, players_of(text, of_teams=True).players)
    day.begin()
    return day


def sides(day, number):
    """Who meets whom in a round, by names of teams."""
    found = record(day.fresh()).matches_of(number)
    return {frozenset(team.name for team in match.teams) for match in found}


def test_a_list_makes_teams_whose_first_player_is_captain(make_day):
    day = of_teams(make_day)
    rows = record(day.fresh())
    assert [(team.name, team.captain) for team in rows.teams.values()] == [
        ("Tower", 1),
        ("Anvil", 4),
        ("Lantern", 7),
        ("Raven", 10),
    ]
    with pytest.raises(Refusal, match="tower would have 4 players"):
        people.add_many(day.event, day.host, players_of("Late One, tower", of_teams=True).players)
    with pytest.raises(Refusal, match="Tower is full"):
        people.sign_up(day.event, day.host, name="Late", team="Tower", by_organiser=True)
    people.leave(day.event, day.host, 1)
    assert record(day.fresh()).teams[1].captain == 2
    people.sign_up(day.event, day.host, name="Late", team="Tower", by_organiser=True)
    people.come_back(day.event, day.host, 1)
    assert day.player(1).team is None, "Tower was full by then"
    teams.change_team(day.event, day.host, 1, "Tower of Malifaux", 3)
    with pytest.raises(Refusal, match="plays for the team"):
        teams.change_team(day.event, day.host, 1, "Tower", 4)
    with pytest.raises(Refusal, match="is there already"):
        teams.change_team(day.event, day.host, 1, "anvil", 3)


def test_an_event_of_teams_begins_with_everybody_in_one(make_day):
    day = make_day(3, team_size=2)
    teams.put_in_team(day.event, day.host, 1, "Tower")
    teams.put_in_team(day.event, day.host, 2, "Tower")
    people.all_here(day.event, day.host)
    with pytest.raises(Refusal, match="Tobin is in no team"):
        creation.begin(day.event, day.host)
    teams.put_in_team(day.event, day.host, 3, "Anvil")
    creation.begin(day.event, day.host)
    teams.put_in_team(day.fresh(), day.host, 2, "Anvil")
    assert record(day.fresh()).teams[1].captain == 1
    with pytest.raises(Refusal, match="Teams play Swiss rounds"):
        creation.create_event(day.host, name="Cut", starts_at=day.event.starts_at, team_size=2, cut=2)


def test_captains_choose_in_secret_and_then_the_games_stand(make_day):
    day = of_teams(make_day)
    number = day.round(play=False)
    assert not day.games(number), "nobody sits anywhere before the captains chose"
    with pytest.raises(Refusal, match="no tables yet"):
        rounds.pair(day.event, day.host)
    match = record(day.fresh()).matches_of(number)[0]
    first, second = (day.player(team.captain) for team in match.teams)
    own = [p.number for p in record(day.event).members(match.a.number)]
    other = [p.number for p in record(day.event).members(match.b.number)]
    with pytest.raises(Refusal, match="has one table"):
        team_rounds.choose_order(day.event, None, first, number, own[:2])
    with pytest.raises(Refusal, match="no tables to choose"):
        team_rounds.choose_order(day.event, None, day.player(own[1]), number, own)
    assert not team_rounds.choose_order(day.event, None, first, number, own[::-1])
    said = pages.own_action(record(day.fresh()), record(day.event).players[first.number]).sentence
    assert "the other captain has not yet" in said
    assert team_rounds.choose_order(day.event, None, second, number, other)
    assert [(g.a.number, g.b.number, g.table) for g in day.games(number)] == [
        (own[2], other[0], 1),
        (own[1], other[1], 2),
        (own[0], other[2], 3),
    ]
    assert team_rounds.settle_orders(day.event, day.host, number) == 1
    assert [game.table for game in day.games(number)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(Refusal, match="no tables to choose"):
        team_rounds.choose_order(day.event, None, first, number, own)


@pytest.mark.parametrize("how", ["level", "order"])
def test_three_rounds_of_four_teams_meet_all_and_are_proven(make_day, how, tmp_path):
    day = of_teams(make_day, team_tables=how)
    met = set()
    for number in (1, 2, 3):
        day.round()
        met |= sides(day, number)
        row = Round.objects.get(event=day.event, number=number)
        assert verify(json.loads(row.certificate)).startswith("Best possible pairing")
        assert not any(game.a.team_id == game.b.team_id for game in day.games(number))
    assert len(met) == 6, "every team met every other"
    certificate, file = tmp_path / "round.json", tmp_path / "event.json"
    certificate.write_text(row.certificate)
    file.write_bytes(write(record(day.fresh()), {}))
    assert main([str(certificate), str(file)]) == 0, "the second program adds the matches up alike"
    couples = {frozenset((g.a_id, g.b_id)) for g in Game.objects.filter(round__event=day.event)}
    assert len(couples) == 18, "no two players met twice"
    rows = pages.team_standings(day.fresh())
    assert [(row.team.name, row.place.points, row.place.tables) for row in rows] == [
        ("Tower", 9, 18),
        ("Anvil", 6, 12),
        ("Lantern", 3, 6),
        ("Raven", 0, 0),
    ]
    assert [row.place.by for row in rows] == ["", *["match points"] * 3]
    creation.finish(day.event, day.host)


def test_a_corrected_table_changes_the_match_and_is_told_beside_the_proof(make_day, client):
    day = of_teams(make_day, team_tables="order")
    day.round()
    day.round(play=False)
    game = day.games(1)[0]
    before = {line.team: line for line in record(day.fresh()).team_table()}
    old = record(day.event).of_round(1)[0]
    looked = corrections.what_follows(record(day.event), old, corrections.entered(old, (0, 8))).team_changes
    client.force_login(day.host)
    query = {"vp_a": 0, "vp_b": 8, "outcome": "score"}
    page = text(client.get(reverse("events:correction", args=[day.event.slug, 1, game.pk]), query))
    results.rule(day.event, day.host, 1, game.pk, vp=(0, 8), reason="Entered wrongly.")
    assert "and was" in Round.objects.get(event=day.event, number=2).corrected
    match = record(day.fresh()).matches_of(1)[0]
    played = next(each for each in record(day.event).played_matches() if each.a == match.a.number)
    assert played.points == (4, 2)
    assert played.result.victor == match.a.number, "two tables won outweigh the Victory Points"
    assert played.vp == (10, 12)
    after = {line.team: line for line in record(day.event).team_table()}
    figures = {
        team: (line.rank, line.key)
        for team, line in after.items()
        if (line.rank, line.key) != (before[team].rank, before[team].key)
    }
    previewed = {each.team.number: (each.after.rank, each.after.key) for each in looked}
    assert previewed == figures, "the preview said so"
    now, then = before[match.a.number], after[match.a.number]
    assert f"Team {match.a.name}: place {then.rank}, now {now.rank}" in page
    assert f"table points {then.tables}, now {now.tables}" in page


def test_a_team_that_is_short_loses_the_empty_table_and_a_third_team_has_a_bye(make_day):
    day = of_teams(make_day, team_tables="order")
    people.leave(day.event, day.host, 10)
    people.leave(day.event, day.host, 4)
    for number in (7, 8, 9):
        people.leave(day.event, day.host, number)
    rounds.pair(day.event, day.host)
    people.leave(day.event, day.host, 11)
    changed = drafts.changes(record(day.fresh()), Round.objects.get(event=day.event))
    assert changed == ["The line-up of Raven changed."]
    with pytest.raises(Refusal, match="line-up of Raven"):
        rounds.publish(day.event, day.host, 1)
    day.round()
    table = {row.team.name: row.place for row in pages.team_standings(day.fresh())}
    assert sorted((place.played, place.points) for place in table.values()) == [(0, 3), (1, 0), (1, 3)]
    alone = [game for game in day.games(1) if game.b is None and "across" in game.why]
    assert len(alone) == 1
    assert sorted(place.tables for place in table.values()) == [0, 3, 4]


def test_decisions_are_about_teams(make_day):
    day = of_teams(make_day, team_tables="level")
    assert rounds.decide(day.event, day.host, "fixed", 1, 4) == "Tower plays Raven in the next round."
    rounds.decide(day.event, day.host, "forbidden", 2, 4)
    with pytest.raises(Refusal, match="two different teams"):
        rounds.decide(day.event, day.host, "bye", 12)
    day.round(play=False)
    assert frozenset(("Tower", "Raven")) in sides(day, 1)
    with pytest.raises(Refusal, match="Teams are paired"):
        rounds.exchange(day.event, day.host, 1, 1, 2)
    with pytest.raises(Refusal, match="as a whole"):
        rounds.pair_again(day.event, day.host, 1)
    rounds.take_back(day.event, day.host, 1)
    assert not TeamMatch.objects.filter(round__event=day.event).exists()


def test_the_file_carries_teams_and_what_waits_for_captains(make_day, host):
    day = of_teams(make_day)
    day.round(play=False)
    match = record(day.fresh()).matches_of(1)[0]
    captain = day.player(match.a.captain)
    order = [p.number for p in record(day.event).members(match.a.number)]
    team_rounds.choose_order(day.event, None, captain, 1, order)
    filed = read(write(record(day.fresh()), {}))
    other = importing.take_in(host, filed)
    there = record(other)
    before, after = (json.loads(write(each, {})) for each in (record(day.event), there))
    assert [after[part] for part in ("teams", "players", "rounds")] == [
        before[part] for part in ("teams", "players", "rounds")
    ]
    assert after["settings"]["team_size"] == 3
    assert len(there.unsettled) == 2
    assert not any(row.order_a for row in there.matches), "a secret choice is in no file"
    team_rounds.settle_orders(other, host, 1)
    assert len(record(other).of_round(1)) == 6
    broken = json.loads(write(record(day.event), {}))
    broken["rounds"][0]["matches"][0]["a"] = 99
    with pytest.raises(Refusal, match="unknown, or there twice"):
        read(json.dumps(broken).encode())
