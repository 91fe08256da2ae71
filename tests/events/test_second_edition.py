"""A day of the Second Edition from its settings to its standings: set-ups, Crews, reports up to 10 VP."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.catalog import queries as catalog
from mfcampaign.crews import operations as crews
from mfcampaign.events.forms import ReportForm, SettingsForm
from mfcampaign.events.loading import record
from mfcampaign.events.operations import creation, importing, people, results
from mfcampaign.events.portable import read
from mfcampaign.events.queries import pages
from rules.refusal import Refusal
from tests.events.test_pages import at, text

CORE = {"edition": "m2e", "season": "m2e", "scheme": "second-edition"}


@pytest.fixture
def day(make_day):
    return make_day(4, declares="crew", rounds=1, **CORE)


@pytest.mark.rule("M2-SETUP-03", "M2-SETUP-09", "M2-SETUP-10", "M2-SCORE-03")
def test_a_day_of_the_second_edition_is_drawn_declared_reported_and_ranked(day, client):
    client.force_login(day.host)
    gremlins = crews.create(day.host, faction="bayou", edition="m2e")
    link = f"https://leagues.example/crews/s/{gremlins.share_token}/"
    people.declare(day.event, day.host, 1, faction="bayou", crew=link, by_organiser=True)
    other = crews.create(day.host, faction="bayou")
    with pytest.raises(Refusal, match="That Crew is of the Third Edition"):
        people.declare(
            day.event,
            day.host,
            2,
            faction="bayou",
            crew=link.replace(gremlins.share_token, other.share_token),
        )
    with pytest.raises(Refusal, match="7 Factions") as refused:
        people.declare(day.event, day.host, 2, faction="explorers-society", by_organiser=True)
    assert refused.value.rule == "M2-HIRE-05"
    assert "Gremlins" in text(client.get(at("player", day, 1)))
    day.begin()
    day.round(play=False)
    one, other = day.games(1)
    season = catalog.season("m2e")
    assert one.scenario["strategy"] in {row.name for row in season.strategies}
    assert len(one.scenario["schemes"]) == 5
    seats = [(game, player) for game in (one, other) for player in (game.a, game.b)]
    shown = {name: text(client.get(at(name, day, *more))) for name, more in PAGES}
    shown |= {
        player.name: text(Client().get(reverse("events:seat", args=[player.code]))) for _, player in seats
    }
    for name, page in shown.items():
        assert "Second Edition" in page, name
        assert one.scenario["strategy"] in page, name
        assert "M3E-" not in page, name
    own = client.get(reverse("events:seat", args=[one.a.code])).content.decode()
    assert 'max="10"' in own
    with pytest.raises(Refusal, match="between 0 and 10 in the Second Edition") as refused:
        results.report(day.event, None, one.a, 1, 11, 0)
    assert refused.value.rule == "M2-SCORE-01"
    results.report(day.event, None, one.a, 1, 10, 4)
    results.confirm(day.event, None, one.b, 1)
    results.rule(day.event, day.host, 1, other.pk, vp=(3, 9))
    creation.finish(day.event, day.host)
    rows = pages.standings(day.fresh())
    assert [row.player.number for row in rows[:2]] == [one.a.number, other.b.number]
    table = client.get(at("table", day, "standings"))
    assert f"{day.event.slug}-m2e-standings.csv" in table["Content-Disposition"]
    told = json.loads(client.get(f"/api/v1/events/{day.event.slug}/").content)
    assert (told["edition"], told["season"]) == ("m2e", "m2e")
    copy = importing.take_in(day.host, read(client.get(at("file", day)).content))
    assert (copy.edition, [game.played_for for game in record(copy).rows]) == (
        "m2e",
        [game.played_for for game in day.games(1)],
    )


PAGES = [("event", ()), ("round", (1,)), ("organiser_round", (1,)), ("slips", (1,))]


@pytest.mark.parametrize(
    ("edition", "season", "most"), [("m2e", "gg0", 10), ("m3e", "m2e", 8), ("m1e", "gg0", 10)]
)
def test_an_edition_has_its_own_schemes_and_its_own_most(make_day, edition, season, most):
    day = make_day(2)
    wanted = {"edition": edition, "season": season, "size": 35}
    if edition == "m1e":
        creation.change(day.event, day.host, **wanted)
        day.event.refresh_from_db()
    else:
        with pytest.raises(Refusal, match="not of the"):
            creation.change(day.event, day.host, **wanted)
        day.event.refresh_from_db()
        day.event.edition = edition
    assert ReportForm(event=day.event).fields["mine"].widget.attrs["max"] == most
    offered = dict(SettingsForm(event=day.event).fields["season"].choices)
    assert set(offered) == {"Fourth Edition", "Third Edition", "Second Edition"}
