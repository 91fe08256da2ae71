"""Restore, then flip on: nobody buys or cheats with cards that a lost evening has shown."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections import defaultdict
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import F
from django.urls import reverse

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.history import flips
from mfcampaign.campaigns.models import Account, AftermathDecision, Game, Week
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.play.models import Epoch
from rules.fate.cards import Card
from rules.fate.league import card_of, commitment, fate_of
from rules.game.results.result import EncounterResult
from rules.refusal import Refusal
from tests.campaigns.game_pages import visitor

pytestmark = [pytest.mark.django_db, pytest.mark.both]
PHRASE = "the willow by the old mill"


def _all_lost(result: EncounterResult) -> bool:
    return all(seat.casualties for seat in result.seats)


@pytest.fixture
def game(league, in_process) -> Game:
    """A game of an open week; both players hold the cards of their Aftermath Hands. Both Crews lost models,
    whatever the numbers of the rows are, so that cards are still to be drawn."""
    league.start()
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    both = play.sides(Game.objects.get(pk=game.pk))
    taste = next(word for word in map(str, range(99)) if _all_lost(choices.result(both, taste=word)))
    game.refresh_from_db()
    play.report(game, taste=taste)
    play.confirm(game)
    play.settle()
    game.refresh_from_db()
    play.let_draw(game)
    play.settle()
    return game


def flipped(game: Game) -> list[str]:
    """Every card that the portal has drawn, each with whose it is: both decks have all cards."""
    decisions = AftermathDecision.objects.filter(aftermath__side__game=game.pk, source="fate")
    found: list[str] = []
    for whose, answer in decisions.order_by("aftermath", "ordinal").values_list("aftermath", "answer"):
        cards = answer.get("cards") or [answer["card"]]
        found += [f"{whose}: {card['suit']} {card['value']}" for card in cards]
    return found


def evening(game: Game) -> list[str]:
    """Both Aftermaths to their end, by the same choices each time; the cards that were drawn."""
    before = len(flipped(game))
    for row in play.aftermaths(Game.objects.get(pk=game.pk)):
        play.finish_aftermath(row)
    drawn = flipped(game)
    assert len(drawn) > before
    return drawn


def lost(game: Game) -> list[str]:
    """An evening that is not in the backup, and the restore of it."""
    backup = transaction.savepoint()
    cards = evening(game)
    transaction.savepoint_rollback(backup)
    return cards


def restored() -> str:
    out = StringIO()
    call_command("restored", stdout=out)
    return out.getvalue()


def test_without_a_new_epoch_the_same_cards_would_come_again(game):
    """The negative control: what the mark is for."""
    seen = lost(game)
    assert evening(game) == seen


def test_after_a_restore_what_is_still_drawn_comes_from_other_decks(game):
    held, seen = flipped(game), lost(game)
    assert flipped(game) == held
    assert "and 1 open weeks." in restored()
    again = evening(game)
    assert len(held) >= 2
    assert [card for card in again if card in held][: len(held)] == held, "hands that were dealt stay"
    assert again != seen


def test_each_restore_has_a_mark_of_its_own_and_closed_weeks_have_none(league, game):
    side = play.sides(game)[0]
    orders = [fate.aftermath_deck(side).shuffle().cards]
    for _ in range(2):
        restored()
        side = play.sides(Game.objects.get(pk=game.pk))[0]
        orders.append(fate.aftermath_deck(side).shuffle().cards)
    assert len(set(map(tuple, orders))) == 3
    evening(game)
    weeks.reach_deadline(league.week(1), league.organiser, "Agreed.")
    assert league.week(1).state == Week.State.CLOSED
    restored()
    assert len(league.week(1).restores) == 2
    assert len(league.week(2).restores) == 1
    assert Act.objects.filter(kind="week.restored").count() == 3


def test_the_mark_is_committed_to_at_once_hidden_until_the_close_and_then_every_card_agrees(league, game):
    restored()
    (restore,) = league.week(1).restores
    assert restore["commitment"] == commitment(bytes.fromhex(restore["mark"]))
    player = visitor(play.sides(game)[0].entry.user)
    slug = league.campaign.slug
    pages = [reverse("campaigns:fate", args=[slug]), reverse("campaigns:week", args=[slug, 1])]
    pages += [reverse("campaigns:diary", args=[slug])]
    open_pages = [player.get(page).content.decode() for page in pages]
    assert all(restore["commitment"] in page and restore["mark"] not in page for page in open_pages)

    evening(game)
    weeks.reach_deadline(league.week(1), league.organiser, "Agreed.")
    assert league.week(1).state == Week.State.CLOSED
    for page in pages[:2]:
        told = player.get(page).content.decode()
        assert restore["mark"] in told
        assert told.count("agrees with the commitment") == 2
    assert _agreeing(league, player) == {"aftermath", "aftermath-restored"}


def _agreeing(league, player) -> set[str]:
    """The purposes of the decks whose cards, in order, are the next in them that are not out."""
    answer = player.get(reverse("campaigns:csv", args=[league.campaign.slug, "flips"]))
    table = csv.DictReader(io.StringIO(answer.getvalue().decode().lstrip("\ufeff")))
    out: dict[str, list[Card]] = defaultdict(list)
    purposes = set()
    for row in table:
        if row["of"] != "aftermath" or row["source"] != "fate":
            continue
        seed = bytes(league.week(int(row["seed_of_week"])).fate_seed)
        deck = fate_of(seed, *row["deck"].split("/"))
        cards = [Card.parse(code) for code in row["cards"].split()]
        laid = [card_of(face) for face in deck.shuffle().cards if card_of(face) not in out[row["player"]]]
        assert laid[: len(cards)] == cards, row
        out[row["player"]] += cards
        purposes.add(row["deck"].split("/")[0])
    return purposes


def test_the_mark_travels_sealed_and_lays_the_same_decks(league, game):
    restored()
    (restore,) = league.week(1).restores
    content = write(league.campaign, phrase=PHRASE)
    assert restore["mark"] not in content.decode()
    here = transfer.import_league(read(content).opened(PHRASE), league.organiser)
    assert here.weeks.get().restores == [restore]
    there, again = (
        fate.aftermath_deck(play.sides(each)[0]).key for each in (game, Game.objects.get(week__campaign=here))
    )
    assert there == again


def test_a_file_with_a_restore_that_cannot_be_one_is_refused(league, game):
    Week.objects.filter(campaign=league.campaign).update(restores=[{"epoch": 1, "at": "then", "mark": "x"}])
    document = read(write(league.campaign, phrase=PHRASE))
    with pytest.raises(Refusal, match="Sealed, week 1: Invalid RFC3339"):
        document.opened(PHRASE)


def test_a_mark_of_the_open_week_is_not_told_with_what_a_ruling_found_owed_before(league, game):
    restored()
    week, name = league.week(1), ("owed", league.campaign.fate_name, 1)
    (restore,) = week.restores
    at = dt.datetime.fromisoformat(restore["at"])
    assert flips.deck_name(week, name, at - dt.timedelta(seconds=1)) == "/".join(map(str, name))
    assert restore["mark"] not in flips.deck_name(week, name, at)
    week.state = Week.State.CLOSED
    assert flips.deck_name(week, name, at) == f"owed-restored/{league.campaign.fate_name}/1/{restore['mark']}"


def test_an_owed_flip_comes_from_another_deck_too(league, game):
    side = play.sides(game)[0]
    week = league.week(1)
    before = fate.owed_deck(side, 1).key
    supplement = fate.supplement_deck(bytes(week.fate_seed), side, "model-1", week).key
    start = fate.restart_deck(week, "entry-1", 1).key
    restored()
    week = league.week(1)
    assert fate.owed_deck(side, 1).key != before
    assert fate.supplement_deck(bytes(week.fate_seed), side, "model-1", week).key != supplement
    assert fate.restart_deck(week, "entry-1", 1).key != start


def test_a_ledger_that_does_not_add_up_is_not_played_on_unless_told(league):
    """The negative control: the same command on a ledger that adds up, and with its word, goes on."""
    league.start()
    before = Epoch.objects.count()
    Account.objects.filter(campaign=league.campaign, kind="purse").update(balance=F("balance") + 1)
    with pytest.raises(CommandError, match=f"{league.campaign.slug}: .*(.|\n)*Nothing was changed"):
        call_command("restored")
    assert Epoch.objects.count() == before
    call_command("restored", wrong_ledger=True, stdout=StringIO())
    assert Epoch.objects.count() == before + 1
    Account.objects.filter(campaign=league.campaign, kind="purse").update(balance=F("balance") - 1)
    call_command("restored", stdout=StringIO())
    assert Epoch.objects.count() == before + 2
