"""Each command in words, as both players read it before it is done."""

from __future__ import annotations

import typing

import pytest

from rules.editions.m3e.statcards import StatCard
from rules.game.narration import Names
from rules.game.referee import commands as c
from rules.game.referee.command import sentences_of
from tests.rules.editions.m3e.scene import Scene

HOUND = StatCard(slug="guild-hound", name="Guild Hound", health=4)

SENTENCES = [
    (c.Hurt(model="a1", amount=2), "a1 suffers 2 damage."),
    (c.Hurt(model="a1", amount=2, by="b1"), "a1 suffers 2 damage by b1."),
    (
        c.FlipDamage(model="a1", weak=1, moderate=2, severe=4, by="b1"),
        "a1 suffers a damage flip of 1/2/4 by b1.",
    ),
    (c.Heal(model="a1", amount=3), "a1 heals 3."),
    (c.Slay(model="a1"), "a1 is killed."),
    (c.Slay(model="a1", by="b1"), "a1 is killed by b1."),
    (c.Sacrifice(model="a1"), "a1 is sacrificed."),
    (c.SetCondition(model="a1", condition="focused", value=2), "a1: Focused 2."),
    (c.SetCondition(model="a1", condition="bound:b1", value=0), "a1: Bound B1 ends."),
    (c.SetTokens(model="a1", name="omen", number=1), "a1: 1 Omen Token."),
    (c.SetTokens(model="a1", name="omen", number=0), "a1: 0 Omen Tokens."),
    (c.Put(model="a1", x=3, y=4.26), "a1 is put to (3, 4.3)."),
    (c.Put(model="a1", x=3, y=4, way="push", inches=2.5), "a1 is Pushed up to 2.5″ to (3, 4)."),
    (c.Put(model="a1", x=3, y=4, way="place", anyway=True), "a1 is Placed to (3, 4), anyway."),
    (c.Under(model="a1"), "a1 is Buried."),
    (c.Up(model="a1", x=3, y=4), "a1 is Unburied at (3, 4)."),
    (c.Up(model="a1", x=3, y=4, anyway=True), "a1 is Unburied at (3, 4), anyway."),
    (c.DropOne(kind="scheme", x=1, y=2), "A Scheme Marker lies at (1, 2)."),
    (c.DropOne(kind="ice pillar", x=1, y=2), "An Ice Pillar Marker lies at (1, 2)."),
    (c.DropOne(kind="scheme", x=1, y=2, seat=1), "A Scheme Marker of Seat 1 lies at (1, 2)."),
    (c.MoveMarker(marker="m1", x=1, y=2), "The Scheme Marker M1 is moved to (1, 2)."),
    (c.TurnMarker(marker="m1"), "The Scheme Marker M1 is neutral."),
    (c.TurnMarker(marker="m1", seat=0), "The Scheme Marker M1 is friendly to Seat 0."),
    (c.FaceMarker(marker="m1"), "The Scheme Marker M1 lies face down."),
    (c.FaceMarker(marker="m9", down=False), "The marker M9 lies face up."),
    (c.TakeOff(marker="m1"), "The Scheme Marker M1 is removed."),
    (c.ClearPiece(piece="the fog"), "the fog is taken off the table."),
    (c.Summon(card="guild-hound", seat=0), "Seat 0 Summons Guild Hound."),
    (
        c.Summon(card="old-dog", seat=0, upgrade="lead-coat", given_up=("a1", "b1"), anyway=True),
        "Seat 0 Summons Old Dog with Lead Coat, for a1, b1, anyway.",
    ),
    (
        c.Summon(card="own", seat=1, printed=StatCard(slug="own", name="Own Card", health=1)),
        "Seat 1 Summons Own Card.",
    ),
    (
        c.Replace(models=("a1",), cards=("guild-hound", "old-dog")),
        "a1 is Replaced by Guild Hound and Old Dog.",
    ),
    (
        c.Replace(
            models=("a1", "b1"), cards=("own",), printed=(StatCard(slug="own", name="Own Card", health=1),)
        ),
        "a1 and b1 are Replaced by Own Card.",
    ),
    (c.AttachUpgrade(model="a1", upgrade="lead-coat"), "Lead Coat is attached to a1."),
    (c.DiscardUpgrade(model="a1", upgrade="lead-coat"), "a1 discards Lead Coat."),
    (c.Use(model="a1", upgrade="lead-coat"), "a1 uses up Lead Coat."),
    (c.Nickname(model="a1", name="Rex"), "a1 is called “Rex”."),
    (c.Control(model="a1", seat=1, until="turn"), "Seat 1 controls a1 until the end of the Turn."),
    (c.ChangeStat(model="a1", stat="df", amount=-1), "a1 has Df -1 until the End Phase."),
    (c.ChangeStat(model="a1", stat="mv", amount=2, until="game"), "a1 has Mv +2 for the game."),
    (
        c.GainAbility(model="a1", ability="Flight", until="next_activation"),
        "a1 gains Flight until its next Activation.",
    ),
    (
        c.LoseAbility(model="a1", ability="Flight", until="activation"),
        "a1 loses Flight until the end of the Activation.",
    ),
    (c.EndEffect(model="a1", name="Flight"), "Flight on a1 ends."),
    (c.MoreActions(model="a1", change=1), "a1 has 1 Action more."),
    (c.MoreActions(model="a1", change=-2), "a1 has 2 Actions fewer."),
    (c.Activate(model="a1"), "a1 has Activated."),
    (c.Activate(model="a1", activated=False), "a1 has not Activated."),
    (c.DrawCards(seat=0, cards=2), "Seat 0 draws 2 cards."),
    (c.DiscardCards(seat=0), "Seat 0 discards 1 card."),
    (c.Mill(seat=1, cards=3), "3 cards of Seat 1’s deck: discarded."),
    (c.Look(seat=1, cards=3), "Both look at Seat 1’s top 3 cards."),
    (c.Look(seat=1, source="hand", by=0), "Seat 0 looks at Seat 1’s hand."),
    (c.PutBack(seat=0), "Seat 0 puts 1 card on the deck."),
    (c.PutBack(seat=0, cards=2, to="bottom"), "Seat 0 puts 2 cards under the deck."),
    (c.PutBack(seat=0, to="shuffled"), "Seat 0 puts 1 card into the deck."),
    (c.Shuffle(seat=1), "Seat 1’s deck is shuffled with its discard pile."),
    (c.FlipOne(seat=0), "Seat 0 flips a card."),
    (c.FlipOne(seat=0, why="Gamble"), "Seat 0 flips a card (Gamble)."),
    (c.DuelByHand(model="a1", stat="wp", tn=12), "a1 duels with Wp against TN 12."),
    (c.DuelByHand(model="a1", stat="wp", against="b1", resist="wp"), "a1 duels with Wp against b1 (Wp)."),
    (c.Stones(seat=0, change=2), "Seat 0 gains 2 Soulstones."),
    (c.Stones(seat=0, change=-1), "Seat 0 loses 1 Soulstone."),
    (c.Passes(seat=0, passes=1), "Seat 0 has 1 Pass Token."),
    (c.Point(seat=0, source="Reckoning"), "Seat 0 scores 1 VP from Reckoning."),
    (c.Point(seat=0, source="Reckoning", lost=True), "Seat 0 loses 1 VP from Reckoning."),
]


@pytest.fixture
def names(ruleset) -> Names:
    scene = Scene(ruleset).model("a1").model("b1", at=(10, 10)).marker("m1", "scheme", (5, 5))
    return Names(scene.g.state)


@pytest.mark.parametrize(("command", "sentence"), SENTENCES)
def test_each_command_says_what_it_does(names, command, sentence) -> None:
    assert command.sentence(names, {HOUND.slug: HOUND}) == sentence


def test_no_command_is_without_a_sentence() -> None:
    assert {type(command) for command, _ in SENTENCES} == set(typing.get_args(c.AnyCommand))


@pytest.mark.rule("M3E-FATE-07")
def test_a_named_hand_card_is_counted_and_never_told(names, ruleset) -> None:
    discard = c.DiscardCards(seat=0, named=("13m", "3c"))
    assert sentences_of([discard], names, {}) == ("Seat 0 discards 2 cards.",)
