"""Rulings, debts, supplements and entered cards travel with their league, and go on working there."""

from __future__ import annotations

import re

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.loading import charts, hired_ids
from mfcampaign.campaigns.models import (
    ArsenalBounty,
    Countersign,
    Debt,
    GameSide,
    Ruling,
    Supplement,
    Week,
)
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings import supplements as supplementing
from mfcampaign.campaigns.rulings.requests import CorrectResult, Give, TickBounty, Undo, VoidGame
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import renumbering
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week import weekly_event as events
from rules.campaign.system import system_of
from rules.fate.league import card_of
from rules.game.results.casualties import Casualty
from tests.campaigns.aftermath.test_countersigning import finish_at_the_table
from tests.campaigns.rulings.scenes import close, live, purse, result_of, ruled, with_vp
from tests.campaigns.transfer.test_transfer import PHRASE, here_again, lines, organiser_in

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_league_with_rulings_and_entered_cards_travels_and_its_rulings_can_be_undone_there(
    make_league, in_process, count_from_afar
):
    league = make_league(players=4)
    count_from_afar()
    league.found_all()
    league.start()
    for game in league.games(1):
        for side in play.sides(game):
            play.submit_crew(side)
        play.report(game)
        play.confirm(game)
        play.settle()
        first, second = play.aftermaths(game)
        aftermath.flip_source(first, first.side.entry.user, "entered")
        finish_at_the_table(first)
        play.finish_aftermath(second)
    close(league.week(1))
    corrected, voided = league.games(1)
    ruled(league, CorrectResult(encounter=corrected.pk, result=with_vp(result_of(corrected), 0, 4)))
    ruled(league, CorrectResult(encounter=voided.pk, result=with_vp(result_of(voided), 3, 1)))
    for side in play.sides(voided):
        if held := purse(side.entry):
            ruled(league, Give(entry=side.entry_id, what="scrip", amount=-held))
    before = [purse(league.entry(number)) for number in range(4)]
    ruled(league, VoidGame(encounter=voided.pk))
    assert Debt.objects.exists(), "the purses were empty, and the game had paid"
    assert Countersign.objects.exists()

    content = write(league.campaign, phrase=PHRASE)
    assert not re.search(r"\b[789]\d{6}\b", content.decode()), "ids of this database"
    assert {"ruling", "debt", "countersign"} <= {row["is"] for row in lines(content)}
    again = here_again(content, league.organiser, organiser_in(content))
    assert write(again, phrase=PHRASE) == content
    last = Ruling.objects.filter(campaign=again).latest("number")
    request = Undo(ruling=last.number)
    plan = ruling_operations.preview(again, league.organiser, request)
    ruling_operations.rule(again, league.organiser, request, "It was right before.", seen=plan.digest)
    assert [balances.balance(entry) for entry in again.entries.order_by("pk")] == before
    assert balances.verify(again) == []

    with_undone = write(again, phrase=PHRASE)
    third = here_again(with_undone, league.organiser, organiser_in(with_undone))
    assert write(third, phrase=PHRASE) == with_undone, "a ruling that undoes another travels, too"


@pytest.mark.rule("SL-INJURY-01")
def test_an_owed_flip_can_be_checked_where_the_league_was_brought(make_league, in_process, count_from_afar):
    """By the seed and the key in the file alone: the ids are others there."""
    league = make_league(players=2)
    count_from_afar()
    league.found_all()
    league.start()
    live(league, 2)
    (game,) = league.games(1)
    ruled(league, one_more_fallen(game))
    content = write(league.campaign, phrase=PHRASE)
    again = here_again(content, league.organiser, organiser_in(content))
    old, new = (Supplement.objects.get(ruling__campaign=campaign) for campaign in (league.campaign, again))
    assert new.model_id != old.model_id
    assert new.keyed_as == old.keyed_as != str(old.model_id)
    side = GameSide.objects.select_related("game__week__campaign").get(pk=new.side_id)
    seed = bytes(Week.objects.get(campaign=again, number=new.week).fate_seed)
    deck = fate.supplement_deck(seed, side, new.keyed_as)
    assert new.answers[0]["card"] == to_builtins(supplementing.order_of(deck, 0)[0])
    by_the_id = fate.supplement_deck(seed, side, str(new.model_id))
    assert supplementing.order_of(by_the_id, 0) != supplementing.order_of(deck, 0)


def one_more_fallen(game) -> CorrectResult:
    """The same result, with one more of the first side's models Finished Off."""
    result = result_of(game)
    mine, other = result.seats
    fell = {casualty.model_id for casualty in mine.casualties if casualty.finished_off}
    side = game.sides.get(seat=0)
    there = set(side.entry.models.owned().values_list("pk", flat=True))
    model = min((hired_ids(side) & there) - fell)
    rest = tuple(casualty for casualty in mine.casualties if casualty.model_id != model)
    fallen = replace(mine, casualties=(*rest, Casualty(model_id=model, finished_off=True)))
    return CorrectResult(encounter=game.pk, result=replace(result, seats=(fallen, other)))


@pytest.mark.parametrize(
    ("stored", "elsewhere"),
    [
        ({"option": "12"}, {"option": "112"}),
        ({"option": "reward/blessings-of-fate/11"}, {"option": "reward/blessings-of-fate/111"}),
        ({"option": "reward/a-skill/11/fierce"}, {"option": "reward/a-skill/111/fierce"}),
        ({"option": "lucky miss/13-lives/7"}, {"option": "lucky miss/13-lives/107"}),
        ({"option": "avatar/of-dread/7"}, {"option": "avatar/of-dread/107"}),
        ({"option": "title/12/lady-justice-2"}, {"option": "title/112/lady-justice-2"}),
        ({"option": "reward/an-equipment"}, {"option": "reward/an-equipment"}),
        ({"option": "13r"}, {"option": "13r"}),
        ({"option": "7-lives"}, {"option": "7-lives"}),
        ({"chosen": ["0:3", "1:s12", "later"]}, {"chosen": ["0:3", "1:s112", "later"]}),
        (
            {"winners": [3, 4], "contest": [{"entry": 3}]},
            {"winners": [103, 104], "contest": [{"entry": 103}]},
        ),
        ({"winners": None}, {"winners": None}),
        (
            {"type": "FlipsDue", "aftermath": 4, "ruling": 9},
            {"type": "FlipsDue", "aftermath": 104, "ruling": 9},
        ),
        ({"type": "DeadlineSet", "week": 4}, {"type": "DeadlineSet", "week": 4}),
    ],
)
def test_ids_within_stored_values_are_changed_and_nothing_else_is(stored, elsewhere):
    assert renumbering.value(stored, lambda _, number: number + 100, system_of("").start) == elsewhere


def test_a_league_with_a_contest_and_a_learned_reward_travels(make_league, in_process, count_from_afar):
    """What was once refused: an answer that names a model among words."""
    league = make_league(players=2, policies={"weekly_events": "drawn"})
    count_from_afar()
    league.found_all()
    league.start()
    play.contest(league.week(1))
    live(league, 1)
    close(league.week(1))
    second = league.week(2)
    event = next(e for e in charts(league.campaign).weekly_events if e.slug == "shooting-match")
    events.choose_event(second, league.organiser, event.slug, "We voted for it.")
    play.hire_all(second)
    play.contest(league.week(2))
    (game,) = league.games(1)
    learned(league, game, next(m for m in play.aftermaths(game) if m.side.entry.faction == "guild"))
    content = write(league.campaign, phrase=PHRASE)
    strange = re.findall(r".{0,80}(?<!player-\d-)\b[789]\d{6}\b.{0,40}", content.decode())
    assert not strange, "ids of this database: teach export/numbers.py"
    answers = [row["answer"] for row in lines(content) if isinstance(row.get("answer"), dict)]
    assert any("bearer" in answer for answer in answers)
    assert [row for row in lines(content) if row["is"] == "week" and row["event"].get("winners") is not None]
    assert all(row["pairing"]["certificate"] for row in lines(content) if row["is"] == "week"), (
        "proofs travel"
    )
    again = here_again(content, league.organiser, organiser_in(content))
    assert write(again, phrase=PHRASE) == content


def learned(league, game, aftermath_row) -> None:
    """A Bounty is found complete, and its Reward is a Skill for a model that took part."""
    league_charts = charts(league.campaign)
    skill = next(
        row
        for row in league_charts.rewards["guild"]
        if league_charts.upgrade(row.upgrade).category == "skill"
    )
    portions = [{"id": "part-1", "goal": "Live."}]
    bounty = ArsenalBounty.objects.create(
        entry=aftermath_row.side.entry, slug="live", name="Live", portions=portions, price=4, bought_week=1
    )
    week = Week.objects.filter(campaign=league.campaign, number=2)
    sealed = bytes(week.get().fate_seed)
    for number in range(1, 256):
        Week.objects.filter(campaign=league.campaign, number=2).update(fate_seed=bytes([number]) * 32)
        card = card_of(fate.owed_deck(aftermath_row.side, 1).shuffle(1).cards[0])
        if league_charts.reward("guild", card) == skill:
            break
    ruled(league, TickBounty(bounty=bounty.pk, encounter=game.pk, portion="part-1", count=1))
    aftermath_row.refresh_from_db()
    aftermath.choose(aftermath_row, aftermath_row.side.entry.user, aftermath_row.asks_ordinal, "guild")
    play.finish_aftermath(aftermath_row)
    week.update(fate_seed=sealed)
