"""Simulated seasons of *Rising Names*: the same by the same seed, and moved by the settings."""

from __future__ import annotations

import json

import msgspec
import pytest
from msgspec.structs import replace

from rules.campaign.forecast.season import ForecastSetting, simulate
from rules.campaign.forecast.tally import ForecastTally, tally_as_dict, tally_from_dict
from rules.campaign.policies import Policies
from rules.campaign.rising.forecast import RisingRoster, RisingSeason
from rules.campaign.rising.leader import Source, source_of
from rules.crews.catalogue import MINION, Catalogue, Profile
from rules.fate.shuffle import Stream
from tests.rules.campaign.rising import scene

SEED = bytes(range(32))
WEEKS = 6


def minion(name: str, cost: int, keyword: str = "Guard") -> Profile:
    return Profile(name.lower(), name, "", ("guild",), (keyword,), MINION, cost, limit=9)


FIGURES = Catalogue(
    [minion("Guardsman", 5), minion("Hound", 3), minion("Clerk", 4, "Marshal"), minion("Lout", 6, "Drunk")],
    edition="m4e",
)


def card(profile: Profile) -> Source:
    actions = [
        {"name": f"{profile.name}'s Blow", "kind": "attack", "stat": 5, "triggers": [{"name": "Cut"}]},
        {"name": f"{profile.name}'s Order", "kind": "tactical"},
    ]
    return source_of(profile, actions, [f"{profile.name}'s Way"])


def setting(**more: object) -> ForecastSetting:
    roster = RisingRoster(arsenal=scene.arsenal(scrip=2), card=scene.CARD)
    return ForecastSetting(
        **{
            "policies": Policies(weekly_events="off"),
            "charts": scene.charts(),
            "weeks": WEEKS,
            "rosters": [replace(roster, label=name) for name in ("Ann", "Bob", "Cid")],
            "figures": FIGURES,
            "cards": {profile.slug: card(profile) for profile in FIGURES.profiles()},
            **more,
        }
    )


def lived(given: ForecastSetting, seasons: int = 6) -> ForecastTally:
    return simulate(RisingSeason, given, SEED, range(seasons))


def mean(counts: dict[int, int]) -> float:
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


@pytest.mark.rule("M4-CAMP-09", "M4-CAMP-17", "M4-CAMP-22")
def test_seasons_follow_from_their_seed_and_everybody_is_counted() -> None:
    usual = setting()
    tally = lived(usual)
    assert lived(usual) == tally
    assert tally_from_dict(json.loads(json.dumps(tally_as_dict(tally)))) == tally, "ratings below 0 as well"
    stored = [msgspec.convert(msgspec.to_builtins(each), RisingRoster) for each in usual.rosters]
    assert lived(replace(usual, rosters=stored)) == tally, "as a forecast keeps them"
    for spread in (tally.scrip, tally.values):
        assert [sum(counts.values()) for counts in spread.values()] == [18] * WEEKS
    assert [sum(counts.values()) for counts in tally.ratings.values()] == [12] * WEEKS, "one has the bye"
    assert mean(tally.values[WEEKS]) > mean(tally.values[1]), "Arsenals grow"
    assert sum(tally.advancements.values()) > 18 * 3, "Leaders grow"
    assert min(tally.injuries.values()) > 0
    assert sum(tally.leads.values()) >= tally.seasons


@pytest.mark.rule("M4-CAMP-29")
def test_settings_move_what_they_are_about() -> None:
    usual, rich = lived(setting()), lived(setting(policies=Policies(weekly_events="off", extra_scrip=3)))
    assert mean(rich.values[WEEKS]) > mean(usual.values[WEEKS])
    unhurt = lived(setting(policies=Policies(weekly_events="off", no_injuries=True)))
    assert (unhurt.injuries, unhurt.annihilated, unhurt.ended) == ({}, {}, {})


@pytest.mark.rule("M4-CAMP-20", "M4-CAMP-28")
def test_whose_crew_ends_starts_anew_with_the_scrip_of_the_week(monkeypatch: pytest.MonkeyPatch) -> None:
    fading = replace(scene.arsenal(scrip=0), recovered=True, models=scene.MODELS[:1])
    fading = replace(fading, models=(scene.hurt(fading.leader, "fugitive", "black-mailed"),))
    rosters = [RisingRoster(arsenal=fading, card=scene.CARD)] * 2
    given = setting(rosters=rosters, weeks=4)
    tally = lived(given, 12)
    assert tally.ended
    assert all(sum(counts.values()) == 24 for counts in tally.values.values())
    assert [sum(counts.values()) for counts in tally.ratings.values()] == [24] * 4, "all play in each week"
    monkeypatch.setattr(RisingSeason, "_buy", lambda *_: None)
    for week in (2, 3, 4):
        season = RisingSeason(given, Stream(SEED))
        player = season.players[0]
        player.ended = True
        season.hire(player, week)
        hired = [model for model in player.arsenal.models if not model.role]
        # 25 Soulstones, 1 more for the Lout of another Keyword; 3 unspent at most become Scrip.
        spent = sum(max(model.costs) + (model.titles == ("lout",)) for model in hired)
        assert hired
        assert player.scrip == min(3, 25 - spent) + 5 * (week - 1)
        assert (player.ended, player.arsenal.recovered) == (False, False)


@pytest.mark.rule("M4-CAMP-26")
def test_an_injury_ends_with_the_game_and_pays_the_other_side() -> None:
    wandering = scene.arsenal(
        models=(scene.MODELS[0], scene.hurt(scene.MODELS[1], "always-wandering"), scene.MODELS[2])
    )
    roster = RisingRoster(arsenal=wandering, card=scene.CARD)
    season = RisingSeason(setting(rosters=[roster] * 2), Stream(SEED))
    first, second = season.players
    season.game((first, second), 1)
    held = {injury.slug for each in (first, second) for m in each.arsenal.models for injury in m.injuries}
    assert "always-wandering" not in held

    hunted = scene.arsenal(
        models=(scene.MODELS[0], scene.hurt(scene.MODELS[1], "fugitive"), scene.MODELS[2]), scrip=0
    )
    before, earned = second.scrip, second.earned
    context = scene.context(arsenal=hunted, hired=(scene.LEADER, scene.GUARD), killed=(scene.GUARD,))
    season.after(first, second, context, 1)
    assert (second.scrip - before, second.earned - earned) == (2, 2)


@pytest.mark.rule("M4-CAMP-26")
def test_who_changed_sides_costs_no_more_for_its_keyword() -> None:
    lout = replace(scene.MODELS[1], titles=("lout",), name="Lout", costs=(6,))
    owned = scene.arsenal(models=(*scene.MODELS[:1], lout))
    for turned, price in (((), 7), ((scene.GUARD,), 6)):
        roster = RisingRoster(arsenal=owned, card=scene.CARD, turned=turned)
        season = RisingSeason(setting(rosters=[roster] * 2), Stream(SEED))
        (player, _) = season.players
        player.join(lout, turned=True)
        player.join(lout)
        assert [player._price(model) for model in player.arsenal.models] == [0, price, 6, 7]
