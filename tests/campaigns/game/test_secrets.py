"""Whose hand is whose: nothing that others get depends on the cards a player holds."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.aftermath import operations
from mfcampaign.campaigns.models import AftermathDecision
from mfcampaign.campaigns.scripted import play
from mfcampaign.dispatch.models import Command
from mfcampaign.web import cache as page_cache
from rules.fate.cards import Card
from tests.campaigns.game_pages import (
    asked,
    at,
    count_an_act,
    own_aftermath,
    plain,
    report_fields,
    reveal,
    visitor,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(make_league, in_process, monkeypatch):
    """A league of four with the first table at its first Barter cheat, seat 0 holding 9r and 3c."""
    decks = {0: "9r 3c 4r 6m", 1: "10m 5t 7t"}
    cards = {seat: [Card.parse(code) for code in codes.split()] for seat, codes in decks.items()}
    league = make_league(players=4)
    league.found_all()
    league.start()
    game = league.games()[0]
    sides = play.sides(game)

    def fated(aftermath, ask):
        return tuple(cards[aftermath.side.seat].pop(0) for _ in range(ask.cards))

    monkeypatch.setattr(operations.AftermathSession, "draw", lambda session, ask: fated(session.row, ask))
    reveal(game)
    visitor(sides[0].entry.user).post(at(game, "report"), report_fields(game))
    visitor(sides[1].entry.user).post(at(game, "act:confirm_report"), {"number": 1})
    play.let_draw(game)
    # The scenario's own flips are chance and public: they must not be taken for the hand.
    game.refresh_from_db()
    for row in (game, game.week):
        row.scenario["flips"] = []
        row.save(update_fields=["scenario"])
    return league, game, sides


def _watchers(league, game, sides):
    other = next(p for p in league.players if not game.sides.filter(entry__user=p).exists())
    return {
        "stranger": visitor(),
        "opponent": visitor(sides[1].entry.user),
        "organiser": visitor(league.organiser),
        "member": visitor(other),
    }


def _pages(game, sides):
    slug = game.week.campaign.slug
    rooms = ("league", "standings", "diary", "members", "fate", "commands", "organise", "settings")
    addresses = [reverse(f"campaigns:{name}", args=[slug]) for name in rooms]
    addresses.append(reverse("campaigns:week", args=[slug, game.week.number]))
    addresses.append(reverse("campaigns:arsenal", args=[slug, sides[0].entry_id]))
    own = at(game, "aftermath")
    cards = at(game, "aftermath_entered")
    return [*addresses, at(game), own, f"{own}?seat=0", f"{own}?seat=1", cards, reverse("home")]


def _seen(watchers, pages):
    return {
        (who, page): (answer.status_code, plain(answer.content))
        for who, client in watchers.items()
        for page in pages
        for answer in [client.get(page)]
    }


def _swap_hand(game, *codes):
    """Another world: the same game, but seat 0 drew other cards into the hand."""
    drawn = AftermathDecision.objects.get(
        aftermath__side__game=game, aftermath__side__seat=0, kind="draw_hand"
    )
    drawn.answer["cards"] = [{"suit": card.suit, "value": card.value} for card in map(Card.parse, codes)]
    drawn.save(update_fields=["answer"])
    # No act: what is kept of the first world would hide a leak of the second.
    page_cache._values.clear()
    count_an_act(game)


def test_two_hands_that_differ_give_everyone_else_the_same_bytes(table):
    league, game, sides = table
    watchers, pages = _watchers(league, game, sides), _pages(game, sides)
    me = visitor(sides[0].entry.user)
    # One moment for both worlds: pages tell how many minutes are left.
    with time_machine.travel(timezone.now(), tick=False):
        one, own_one = _seen(watchers, pages), plain(me.get(at(game, "aftermath")).content)
        _swap_hand(game, "13t", "12m")
        two, own_two = _seen(watchers, pages), plain(me.get(at(game, "aftermath")).content)
    assert own_one != own_two, "the owner does see the hand"
    assert [key for key in one if one[key] != two[key]] == []
    public = one["member", at(game, "aftermath")]
    assert public[0] == 200
    assert b'aria-label="4 of Rams"' in public[1], "the card that fell is everybody's"
    assert b"9 of Rams" not in public[1]
    assert one["stranger", at(game, "aftermath")][0] == 404
    assert sum(code == 200 for code, _ in one.values()) > 20, "there was something to compare"


def test_a_hand_that_was_never_played_is_told_to_nobody(table):
    """To the very end: the discarded hand stays out of the diary, the messages and the workers' rows."""
    league, game, sides = table
    me = visitor(sides[0].entry.user)
    while (ask := asked(own_aftermath(game))) is not None:
        me.post(at(game, "act:choose"), {"ordinal": ask.ordinal, "option": ask.default})
    canaries = ("9 of Rams", "3 of Crows", "9r", "3c")
    for (who, page), (_, content) in _seen(_watchers(league, game, sides), _pages(game, sides)).items():
        for canary in canaries[:2]:
            assert canary.encode() not in content, f"{who} reads {canary} at {page}"
    for sentence, facts in Act.objects.values_list("sentence", "facts"):
        assert not any(canary in f"{sentence} {facts}" for canary in canaries[:2])
    for command in Command.objects.all():
        assert not any(f"'{canary}'" in f"{command.payload} {command.result}" for canary in canaries)
        assert "'suit'" not in str(command.result)
    mine = me.get(at(game, "aftermath")).content.decode()
    assert "9 of Rams" in mine
    assert "3 of Crows" in mine
