"""Rulings, debts, supplements and entered cards travel with their league, and go on working there."""

from __future__ import annotations

import re

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from mfcampaign.campaigns.autoplay import play
from mfcampaign.campaigns.export.write import write
from mfcampaign.campaigns.loading import hired_ids
from mfcampaign.campaigns.models import Correction, Countersign, Debt, EncounterSide, Supplement, Week
from mfcampaign.campaigns.operations import aftermath, corrections, fate, ledger
from mfcampaign.campaigns.operations.corrections import supplementing
from mfcampaign.campaigns.operations.corrections.wishes import CorrectResult, Give, Undo, VoidGame
from rules.core.game.casualties import Casualty
from tests.campaigns.corrections_made import close, live, purse, result_of, ruled, with_vp
from tests.campaigns.test_countersigning import finish_at_the_table
from tests.campaigns.test_export import PHRASE, _count_from_afar, here_again, lines, organiser_in

pytestmark = pytest.mark.django_db


def test_a_league_with_rulings_and_entered_cards_travels_and_its_rulings_can_be_undone_there(
    make_league, in_process
):
    league = make_league(players=4)
    _count_from_afar()
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
    assert {"correction", "debt", "countersign"} <= {row["is"] for row in lines(content)}
    again = here_again(content, league.organiser, organiser_in(content))
    assert write(again, phrase=PHRASE) == content
    last = Correction.objects.filter(campaign=again).latest("number")
    wish = Undo(correction=last.number)
    plan = corrections.preview(again, league.organiser, wish)
    corrections.rule(again, league.organiser, wish, "It was right before.", seen=plan.digest)
    assert [ledger.balance(entry) for entry in again.entries.order_by("pk")] == before
    assert ledger.verify(again) == []

    with_undone = write(again, phrase=PHRASE)
    third = here_again(with_undone, league.organiser, organiser_in(with_undone))
    assert write(third, phrase=PHRASE) == with_undone, "a ruling that undoes another travels, too"


@pytest.mark.rule("SL-INJURY-01")
def test_an_owed_flip_can_be_checked_where_the_league_was_brought(make_league, in_process):
    """By the seed and the key in the file alone: the ids are others there."""
    league = make_league(players=2)
    _count_from_afar()
    league.found_all()
    league.start()
    live(league, 2)
    (game,) = league.games(1)
    ruled(league, one_more_fallen(game))
    content = write(league.campaign, phrase=PHRASE)
    again = here_again(content, league.organiser, organiser_in(content))
    old, new = (Supplement.objects.get(correction__campaign=found) for found in (league.campaign, again))
    assert new.model_id != old.model_id
    assert new.keyed_as == old.keyed_as != str(old.model_id)
    side = EncounterSide.objects.select_related("encounter__week__campaign").get(pk=new.side_id)
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
