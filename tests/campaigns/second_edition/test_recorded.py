"""A game of a Second Edition league is recorded beside its table, from the page of the game to its report."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.models import Game, Report
from mfcampaign.campaigns.scripted import play
from mfcampaign.catalog.queries import cards_with_pack
from mfcampaign.play.loading import record_of
from mfcampaign.play.models import Encounter
from rules.campaign.readings import preset
from rules.campaign.start import StartList
from rules.crews.catalogue import Profile

pytestmark = pytest.mark.django_db


@pytest.mark.rule("T2-HAZ-01", "M2-SCORE-01", "M2-SCORE-02", "SL-FINISH-01")
def test_a_recorded_game_ends_in_its_report(make_league) -> None:
    league = make_league(players=2, edition="m2e", policies=preset("by-the-book").policies)
    league.found_all()
    league.start()
    (game,) = league.games()
    one, two = play.sides(game)
    for side in (one, two):
        play.submit_crew(side)
    at = {
        name: reverse(f"campaigns:{name}", args=[league.campaign.slug, 1, 1])
        for name in ("game", "play", "play_report")
    }
    own, other = Client(), Client()
    own.force_login(one.entry.user)
    other.force_login(two.entry.user)
    assert "Record it" in own.get(at["game"]).content.decode()
    assert "Play here" not in own.get(at["play"]).content.decode()
    game.refresh_from_db()
    pool = [scheme["name"] for scheme in game.scenario["schemes"]]
    for side, names in ((one, pool[:2]), (two, pool[1:3])):
        side.refresh_from_db()
        side.schemes = [{"name": names[0], "revealed": side.seat == 0}, {"name": names[1]}]
        side.save(update_fields=["schemes"])
    own.post(at["play"], {"mode": "record"})
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    assert row.engine.startswith("m2e")

    def enter(client: Client = own, **entry: object) -> str:
        row.refresh_from_db()
        sent = {"seen": row.version, **entry}
        response = client.post(row.get_absolute_url() + "enter/", sent, follow=True)
        assert response.status_code == 200
        return response.content.decode()

    assert " attacks; " not in own.get(row.get_absolute_url()).content.decode()
    page = enter(tap="turn:1")
    assert "Wounds" in page
    assert "Hazardous terrain" in page
    assert "Stunned" not in page, "a Condition of the Third alone"
    page = enter(do="hazard", model="a1", piece="Barbed wire", amount=1)
    assert "Barbed wire harms" in page
    enter(tap="turn:2")
    strategy = game.scenario["strategy"]
    enter(tap=f"score:0:{strategy}:strategy")
    enter(tap=f"score:1:{pool[1]}:end", client=other)
    enter(client=other, tap=f"score:1:{pool[1]}:end")  # hidden: two at most (M2-SETUP-16)
    enter(tap="slay:b1")
    enter(do="finished_off", model="b1", card="9r", how="killed")
    cards = own.get(row.get_absolute_url() + "cards/").content.decode()
    (leader,) = one.entry.models.owned().filter(is_leader=True)
    printed = cards_with_pack(league.campaign.release_id, None)[0][leader.slug]
    assert (
        f"Df {printed.df}, Wp {printed.wp}, Wk {printed.mv}, Cg {printed.cg}, Ht {printed.sz}, Wd " in cards
    )
    said = [row["name"] for row in (*printed.figures["actions"], *printed.figures["abilities"])]
    assert said
    assert [name for name in said if escape(name) not in cards] == []
    enter(tap="over")
    assert own.post(at["play_report"]).status_code == 302
    report = Report.objects.get(game=game)
    assert [seat["vp"] for seat in report.result["seats"]] == [1, 2]
    play.confirm(game)
    game.refresh_from_db()
    assert game.state in (Game.State.AFTERMATH, Game.State.CLOSED)
    assert own.get(row.get_absolute_url() + "replay/").status_code == 200


def test_wounds_that_the_catalogue_does_not_have_are_asked_for(make_league) -> None:
    """Of 91 models no source has the stat line: a dash, and a field instead of the taps that would count."""
    league = make_league(players=2, edition="m2e", policies=preset("by-the-book").policies)
    entry = league.entry(0)
    figures = loading.catalogue(league.campaign)
    unknown = next(p for p in figures.profiles() if p.health is None and p.station == "Minion" and _guild(p))
    leader = next(p for p in figures.profiles() if p.station == "Henchman" and p.health and _guild(p))
    arsenal.save_draft(entry, entry.user, StartList("guild", leader.slug, (unknown.slug,)))
    arsenal.found_arsenal(entry, entry.user)
    play.found_arsenal(league.entry(1))
    league.start()
    (game,) = league.games()
    own = next(side for side in play.sides(game) if side.entry_id == entry.pk)
    for side in play.sides(game):
        play.submit_crew(side)
    client = Client()
    client.force_login(entry.user)
    client.post(reverse("campaigns:play", args=[league.campaign.slug, 1, 1]), {"mode": "record"})
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    models = record_of(row).state.models.values()
    (name,) = [model.id for model in models if model.seat == own.seat and model.card == unknown.slug]
    page = client.get(row.get_absolute_url()).content.decode()
    assert "The catalogue does not have this figure" in page
    assert f"hurt:{name}:1" not in page
    cards = client.get(row.get_absolute_url() + "cards/").content.decode()
    assert "Df –, Wp –, Wk –, Cg –, Ht –, Wd –, base –" in cards
    sent = {"seen": row.version, "do": "health", "model": name, "amount": 5}
    page = client.post(row.get_absolute_url() + "enter/", sent, follow=True).content.decode()
    assert f"hurt:{name}:1" in page
    assert "can take 5 damage in all" in page
    assert record_of(row).state.models[name].health == 5
    assert "Wd 5" in client.get(row.get_absolute_url() + "cards/").content.decode()


def _guild(profile: Profile) -> bool:
    return profile.factions == ("guild",) and not profile.hiring.never
