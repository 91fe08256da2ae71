"""Rulings, debts, supplements and entered cards travel with their league, and go on working there."""

from __future__ import annotations

import re

import pytest

from mfcampaign.campaigns.autoplay import play
from mfcampaign.campaigns.export.write import write
from mfcampaign.campaigns.models import Correction, Countersign, Debt
from mfcampaign.campaigns.operations import aftermath, corrections, ledger
from mfcampaign.campaigns.operations.corrections.wishes import CorrectResult, Give, Undo, VoidGame
from tests.campaigns.corrections_made import close, purse, result_of, ruled, with_vp
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
