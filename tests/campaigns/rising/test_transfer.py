"""A league of Rising Names as a file: Leaders, growth and traitors travel, totals are equal, and a growth
that was changed is refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign, Entry, LeaderGrowth
from mfcampaign.campaigns.rising import exchange, growth
from mfcampaign.campaigns.rulings.requests import CorrectLeader
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.campaigns.rising.test_season import SYSTEM, Week, hire_all
from tests.campaigns.rulings.scenes import ruled
from tests.campaigns.transfer.changed import file_of, opened

pytestmark = pytest.mark.django_db
PHRASE = "the willow by the old mill"


@pytest.fixture
def lived(
    make_league: Callable[..., League], in_process: None, count_from_afar: Callable[[], None]
) -> League:
    """Week 1 over with a Lucky Miss and a traitor that may be taken; in week 2 an Aftermath under way; a
    third player still builds. A ruling has corrected a Leader."""
    league = make_league(players=2, edition="m4e", system=SYSTEM, weeks_total=4)
    count_from_afar()
    league.found_all("a")
    league.start()
    first = Week(league, 1)
    model = first.hired(leader=False)
    others = [pk for pk in sorted(first.sides[0].entry.models.values_list("pk", flat=True)) if pk != model]
    hired = next(
        pk for pk in others if pk in {each.model_id for each in play.choices.crew(first.sides[0]).members}
    )
    first.ends([model, hired], {"injury_flip": ["RJ", "BJ"], "lucky_miss_flip": ["7r"]})
    mine = first.sides[0].entry
    ruled(league, CorrectLeader(entry=mine.pk, experience=3, recovered=True))
    hire_all(league, 2)
    game = league.games(2)[0]
    play.play(game, taste="x")
    league.join("late", "bayou")
    return league


def here_again(content: bytes, league: League) -> Campaign:
    return transfer.import_league(read(content).opened(PHRASE), league.organiser)


@pytest.mark.rule("M4-CAMP-26")
def test_a_league_with_leaders_travels_and_goes_on(lived: League) -> None:
    league = lived
    content = write(league.campaign, phrase=PHRASE)
    assert b'"system":"rising-names"' in content.partition(b"\n")[0]
    told = [line for line in content.decode().splitlines() if '"is":"sealed"' not in line]
    assert not [line for line in told if re.search(r"\b[789]\d{6}\b", line)], "numbers of this database"
    again = here_again(content, league)
    assert write(again, phrase=PHRASE) == content
    assert again.system == SYSTEM
    scrip, came = (
        [(row.rank, row.scrip, row.arsenal_value) for row in league_page.standings(each)]
        for each in (league.campaign, again)
    )
    assert scrip == came
    taker = next(
        row.entry for row in LeaderGrowth.objects.filter(entry__campaign=again) if row.facts.get("traitors")
    )
    taker = Entry.objects.select_related("user", "campaign").get(pk=taker.pk)
    (traitor, _), *_ = growth.of(taker).traitors
    assert again.entries.exclude(pk=taker.pk).filter(models__pk=traitor).exists(), (
        "a model of the opponent here"
    )
    exchange.take(taker, taker.user, traitor)
    (taken,) = growth.of(taker).turned
    with_exchange = write(again, phrase=PHRASE)
    third = here_again(with_exchange, league)
    assert write(third, phrase=PHRASE) == with_exchange
    (now,) = [each for row in third.entries.all() for each in growth.of_all([row.pk]).values() if each.turned]
    assert third.entries.filter(models__pk=now.turned[0].row).get() != (
        third.entries.filter(models__pk=now.turned[0].model).get()
    )
    assert now.turned[0].row != taken.row, "numbers of the league that came"
    for row in play.aftermaths(again.weeks.get(number=2).games.get()):
        if row.flips != "fate":
            aftermath.flip_source(row, row.side.entry.user, "fate")
        play.finish_aftermath(row)
        row.refresh_from_db()
        assert row.state == "locked"
    transfer.facts.expect_sound(again)


def test_a_growth_that_the_games_did_not_bring_is_refused(lived: League) -> None:
    body = opened(lived.campaign)
    ruled_on = next(each for each in body if each["is"] == "ruling")["changes"][0]["entry"]
    row = next(each for each in body if each["is"] == "growth" and each["entry"] != ruled_on)
    for column, value, fault in (
        ("experience", 9, "9 boxes of the track are filled"),
        ("recovered", True, "recovered is True"),
        ("advancements", [], "is missing"),
        ("wings", 2, "wings"),
        ("free", 999, "names upgrade 999"),
    ):
        was = dict(row["facts"])
        row["facts"] = {**was, column: value}
        with pytest.raises(Refusal, match=fault):
            here_again(file_of(body), lived)
        row["facts"] = was
    for wrong, fault in (
        ("nowhere", "no such campaign"),
        ("", "draft.leader"),
    ):
        with pytest.raises(Refusal, match=fault):
            here_again(file_of([body[0] | {"system": wrong}, *body[1:]]), lived)
    del body[body.index(row)]
    body[-1]["rows"]["growth"] -= 1
    for number, each in enumerate((line for line in body if line["is"] == "growth"), 1):
        each["n"] = number
    with pytest.raises(Refusal, match="without its Leader"):
        here_again(file_of(body), lived)
    assert Campaign.objects.count() == 1
