"""The page of entered cards, the question who flips, and the odds of an aftermath, as people see them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from mfcampaign.campaigns.aftermath import countersign_queries as countersigned
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.models import Aftermath, Game
from mfcampaign.campaigns.scripted import play
from rules.fate.cards import Card
from tests.campaigns.aftermath.test_countersigning import finish_at_the_table
from tests.campaigns.arsenal.test_bounties import give, rich, to_ask
from tests.campaigns.game_pages import at, own_aftermath, report_fields, reveal, visitor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(league, in_process) -> Game:
    league.start()
    game_ = league.games()[0]
    reveal(game_)
    return game_


def confirm(game, **fields) -> Game:
    first, second = play.sides(game)
    visitor(first.entry.user).post(at(game, "report"), report_fields(game, **fields))
    visitor(second.entry.user).post(at(game, "act:confirm_report"), {"number": 1})
    game.refresh_from_db()
    return game


def test_who_flips_is_asked_with_what_happens_by_default_before_anything_is_drawn(game):
    confirm(game)
    me = visitor(play.sides(game)[0].entry.user)
    body = me.get(at(game, "aftermath")).content.decode()
    assert "Who flips in your Aftermaths?" in body
    assert "after that the portal draws" in body
    assert "countersigns it" in body
    assert not own_aftermath(game).decisions.exists()
    assert me.post(at(game, "act:flip_source"), {"source": "entered"}).status_code == 303
    assert "Flip at your table and write down" in me.get(at(game, "aftermath")).content.decode()
    assert own_aftermath(game).flips == "entered"


@pytest.fixture
def entered(game) -> Game:
    confirm(game)
    aftermath_row = own_aftermath(game)
    aftermath.flip_source(aftermath_row, aftermath_row.side.entry.user, "entered")
    finish_at_the_table(aftermath_row)
    game.refresh_from_db()
    return game


def test_the_opponent_sees_the_flips_but_not_the_hand_and_countersigns_all_at_once(entered):
    first, second = play.sides(entered)
    them, me = visitor(second.entry.user), visitor(first.entry.user)
    page = them.get(at(entered, "aftermath_entered"))
    body = page.content.decode()
    (part,) = page.context["page"].parts
    hand, *flips = part.rows
    assert "into the hand, face down" in body
    assert hand.cards == ()
    assert flips
    assert all(row.cards for row in flips)
    aftermath_row = own_aftermath(entered)
    held = [
        f.card.spoken for f in replay.view(aftermath_row).flips if f.kind == "hand" and not f.cheated_with
    ]
    assert held
    for spoken in held:
        assert f'aria-label="{spoken}"' not in body, "a hand is its owner's alone"
    assert f"Countersign {len(part.rows)} flips" in body
    assert "I saw these fall" not in me.get(at(entered, "aftermath_entered")).content.decode()
    numbers = [row.number for row in part.rows]
    assert me.post(at(entered, "act:countersign"), {"numbers": numbers}).status_code == 303
    assert countersigned.of_game(entered).filter(state="waiting").count() == len(numbers), "not one's own"
    assert them.post(at(entered, "act:countersign"), {"numbers": numbers}).status_code == 303
    assert not countersigned.of_game(entered).exclude(state="agreed").exists()
    assert "countersigned" in them.get(at(entered, "aftermath_entered")).content.decode()


def test_an_objection_is_read_ruled_on_and_remembered(league, entered):
    first, second = play.sides(entered)
    them, judge = visitor(second.entry.user), visitor(league.organiser)
    row = countersigned.of_game(entered).last()
    silent = them.post(at(entered, "act:object_to_flip"), {"number": row.pk, "reason": " "}, follow=True)
    assert "“Reason” is missing" in silent.content.decode()
    them.post(at(entered, "act:object_to_flip"), {"number": row.pk, "reason": "It was a 2."})
    assert "It was a 2." in judge.get(at(entered, "aftermath_entered")).content.decode()
    assert "Accept cards" not in them.get(at(entered, "aftermath_entered")).content.decode()
    judge.post(
        at(entered, "act:rule_on_flips"), {"number": row.pk, "verdict": "struck", "reason": "Two saw it."}
    )
    row.refresh_from_db()
    assert row.state == "struck"
    body = visitor(first.entry.user).get(at(entered, "aftermath_entered")).content.decode()
    assert "struck by ruling" in body
    assert "Two saw it." in body


def test_a_stranger_sees_nothing_of_it(entered):
    assert visitor().get(at(entered, "aftermath_entered")).status_code in (302, 404)


@pytest.mark.rule("SL-INJURY-01", "SL-BARTER-07", "SL-REWARD-03")
def test_the_odds_of_everything_to_come_are_on_the_page(game, monkeypatch):
    codes = "9r 3c 4r 6m 5t 7t 8c 10m 2r 11t 5c 6r 7m 8t 9c 10r 3t 4m 2c 11c".split()
    decks = {seat: [Card.parse(code) for code in codes] for seat in (0, 1)}
    monkeypatch.setattr(
        aftermath.AftermathSession,
        "draw",
        lambda session, ask: tuple(decks[session.row.side.seat].pop(0) for _ in range(ask.cards)),
    )
    entry = play.sides(game)[0].entry
    bounty = give(entry, "just-live-through-this")
    # As charts had it that said nothing of what a game must show: here a model was lost.
    bounty.portions = [portion | {"needs": ""} for portion in bounty.portions]
    bounty.save(update_fields=["portions"])
    rich(entry)
    confirm(game, **{"s0-bounty": "just-live-through-this", "s0-tick-part-1": "1"})
    aftermath_row = own_aftermath(game)
    assert isinstance(aftermath_row, Aftermath)
    me = visitor(entry.user)
    to_ask(aftermath_row, "barter_cheat")
    page = me.get(at(game, "aftermath"))
    body, step = page.content.decode(), page.context["view"]
    assert "What this Barter may still bring" in body
    held = [odd for odd in step.offers[0].rows if odd.cheats]
    assert held, "what a held card could be cheated for"
    assert f"with the {held[0].cheats[0][0].spoken}" in body
    assert "Injury flips to come" in body
    worst = step.risks[0].models[0].risks[0]
    assert worst.fate == "annihilated"
    assert f"{worst.cards} in {worst.of}" in body
    assert "The Reward to come" in body
    assert "What happens if you do nothing" in body
    to_ask(aftermath_row, "reward_chart")
    assert "Which Reward chart?" in me.get(at(game, "aftermath")).content.decode()
    to_ask(aftermath_row, "bounty_buy")
    body = me.get(at(game, "aftermath")).content.decode()
    assert "Buy a Bounty (you hold" in body
    assert "accomplished before: once in a campaign" in body
    assert "kill an enemy Leader, 2 times" in body


@pytest.mark.rule("SL-BOUNTY-05", "SL-BOUNTY-02")
def test_the_arsenal_sheet_shows_what_is_ticked(league, game):
    entry = play.sides(game)[0].entry
    give(entry)
    give(entry, "hit-list")
    url = reverse("campaigns:arsenal", args=[entry.campaign.slug, entry.pk])
    body = visitor(entry.user).get(url).content.decode()
    assert "Hit List" in body
    assert "0 of 2" in body
    assert "dropped" in body
    other = reverse("campaigns:arsenal", args=[entry.campaign.slug, league.entry(1).pk])
    assert "a completed one admits a Master" in visitor(entry.user).get(other).content.decode()
