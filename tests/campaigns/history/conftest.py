"""A league with a known past: two weeks of two players, every result written by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest

from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.web import cache as page_cache
from rules.game.results.result import Casualty, EncounterResult, SchemeScore, SeatResult
from tests import data_sets
from tests.campaigns.conftest import founded


@pytest.fixture(autouse=True)
def empty_cache():
    page_cache._values.clear()
    yield
    page_cache._values.clear()


def seat(vp: int, schemes: list[str], casualties: tuple[Casualty, ...] = ()) -> SeatResult:
    """A side that scores ``vp`` (at most 4) by the Strategy alone, one a Turn from the second on."""
    return SeatResult(
        strategy_vp=(0, *(int(turn < vp) for turn in range(4))),
        schemes=tuple(SchemeScore(name, (0, 0, 0, 0, 0)) for name in schemes[:2]),
        vp=vp,
        casualties=casualties,
    )


def play_for(game: Any, vp: tuple[int, int], killed: dict[int, tuple[Casualty, ...]] | None = None) -> None:
    """One game from its Crews to both aftermaths; ``killed`` by seat."""
    both = play.sides(game)
    for side in both:
        play.submit_crew(side)
    schemes = [scheme["name"] for scheme in game.scenario["schemes"]]
    result = EncounterResult(
        seats=(
            seat(vp[0], schemes, (killed or {}).get(0, ())),
            seat(vp[1], schemes, (killed or {}).get(1, ())),
        ),
        ended_turn=5,
    )
    both = play.sides(game)
    results.report(both[0], both[0].entry.user, result)
    play.confirm(game)
    play.settle()
    play.finish(game)


@dataclass
class Past:
    """``first`` won week 1 by 4 to 2 and drew week 2 at 3; ``fallen`` of ``second`` was Finished Off
    by ``slayer``."""

    league: Any
    first: Entry
    second: Entry
    fallen: int
    spared: int
    slayer: int

    @property
    def campaign(self) -> Campaign:
        return Campaign.objects.get(pk=self.league.campaign.pk)


@pytest.fixture
def past(make_league, in_process) -> Past:
    lived = data_sets.world("past", partial(_live, make_league))
    entries = Entry.objects.select_related("user", "campaign")
    first, second = (entries.get(pk=entry.pk) for entry in (lived.first, lived.second))
    return replace(lived, league=lived.league.again(), first=first, second=second)


def _live(make_league) -> Past:
    league = founded(make_league)
    current = league.start()
    game = league.games()[0]
    one, two = (side.entry for side in play.sides(game))
    fallen, spared = list(two.models.order_by("-is_leader", "-cost", "pk")[:2])
    slayer = one.models.order_by("-is_leader", "-cost", "pk").first()
    casualty = Casualty(model_id=fallen.pk, finished_off=True, flip="9r", killed_by=slayer.pk)
    play_for(game, (4, 2), {1: (casualty,)})
    week.reach_deadline(current, league.organiser, "Agreed.")
    play.hire_all(league.week(2))
    game = league.games(2)[0]
    by_entry = {side.entry_id: side.seat for side in play.sides(game)}
    play_for(game, (3, 3))
    assert set(by_entry) == {one.pk, two.pk}
    return Past(league, one, two, fallen.pk, spared.pk, slayer.pk)
