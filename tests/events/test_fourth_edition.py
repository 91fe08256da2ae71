"""A day of eight in the Fourth Edition: Factions, a scenario each round, up to 11 VP, the standings."""

from __future__ import annotations

import pytest
from django.urls import reverse

from mfcampaign.catalog import queries as catalog
from mfcampaign.events.operations import creation, people, results
from mfcampaign.events.queries import pages
from rules.refusal import Refusal
from rules.tournament.standings.criteria import MALIFAUX, Criterion
from tests.events.test_pages import at, text

CHOSEN = {"edition": "m4e", "season": "gg0-4e", "declares": "faction"}


@pytest.mark.rule("M4-SETUP-03", "M4-SETUP-06", "M4-END-02", "M4-TURN-25")
def test_a_day_of_the_fourth_edition_from_the_first_round_to_the_standings(make_day, client) -> None:
    day = make_day(8, rounds=2, **CHOSEN)
    client.force_login(day.host)
    for number, faction in enumerate(("guild", "bayou", "outcasts", "arcanists") * 2, start=1):
        people.declare(day.event, day.host, number, faction=faction, by_organiser=True)
    with pytest.raises(Refusal, match="8 Factions"):
        people.declare(day.event, day.host, 1, faction="dead-mans-hand", by_organiser=True)
    day.begin()
    day.round(play=False)
    games = day.games(1)
    season = catalog.season("gg0-4e")
    scenario = games[0].scenario
    assert scenario["strategy"] in {row.name for row in season.strategies}
    assert {game.scenario["strategy"] for game in games} == {scenario["strategy"]}, "one for the round"
    assert len(scenario["schemes"]) == 3
    shown = {name: text(client.get(at(name, day, *more))) for name, more in PAGES}
    for name, page in shown.items():
        assert "Fourth Edition" in page, name
        assert scenario["strategy"] in page, name
        assert "M3E-" not in page, name
    assert scenario["schemes"][0]["followers"][0] in shown["round"]
    assert 'max="11"' in client.get(reverse("events:seat", args=[games[0].a.code])).content.decode()
    with pytest.raises(Refusal, match="between 0 and 11 in the Fourth Edition") as refused:
        results.report(day.event, None, games[0].a, 1, 12, 0)
    assert refused.value.rule == "M4-TURN-25"
    for game, vp in zip(games, ((11, 2), (6, 5), (9, 8), (4, 4)), strict=True):
        results.rule(day.event, day.host, 1, game.pk, vp=vp)
    day.round(play=False)
    for game, vp in zip(day.games(2), ((3, 2), (8, 1), (5, 5), (7, 2)), strict=True):
        results.rule(day.event, day.host, 2, game.pk, vp=vp)
    creation.finish(day.event, day.host)
    rows = pages.standings(day.fresh())
    assert MALIFAUX.order[:3] == (
        Criterion.POINTS,
        Criterion.DIFFERENCE,
        Criterion.VICTORY_POINTS,
    )
    figures = [row.figures[:3] for row in rows]
    assert figures == sorted(figures, reverse=True)
    assert figures[0][0] == 6, "both games won"


PAGES = [("event", ()), ("round", (1,)), ("organiser_round", (1,)), ("slips", (1,))]
