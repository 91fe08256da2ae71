"""The log as people read it: each event's sentence, and which are said by another."""

from __future__ import annotations

import pytest

from rules.editions.m3e.ruleset import M3E
from rules.fate.cards import Card
from rules.game.events import Event
from rules.game.events import announcements as t
from rules.game.events import cards as c
from rules.game.events import crews as le
from rules.game.events import table as k
from rules.game.events import turns as u
from rules.game.narration import NARRATORS, SILENT, Names, sentence_of, sentences_of
from rules.game.procedure.running import MOST_EVENTS, Endless
from rules.game.state import Claim, FallenModel, Lasting, Marker, Scheme, State, VictoryPoint
from tests.rules.editions.m3e.scene import Scene

KING, THREE = Card.parse("13m"), Card.parse("3c")


@pytest.fixture(scope="module")
def state() -> State:
    scene = Scene(M3E).model("a1", at=(10, 10)).model("b1", at=(12, 10)).crew("A", name="Guild")
    scene.marker("m1", "scheme", (5, 5)).marker("m2", "pit", (6, 6), name="Old Shaft").state(
        face_down=("m2",)
    )
    return scene.g.state


def killed(**more) -> k.Killed:
    return k.Killed("b1", Scene(M3E).model("b1")["b1"], **more)


SENTENCES = [
    (
        c.DeckArranged(1, 0, (KING,), (THREE, KING)),
        "Guild arranges Seat 1’s deck: 1 on top, 2 at the bottom.",
    ),
    (c.DeckChanged(0, 0, 2, 0), "Guild arranges Guild’s deck: 2 on top."),
    (c.Flipped(0, KING), "Guild flips the 13 of Masks."),
    (c.Flipped(0, KING, "a Gamble"), "Guild flips the 13 of Masks (a Gamble)."),
    (c.Taken(0, KING, (THREE,)), "Guild takes the 13 of Masks."),
    (c.Taken(0, KING), ""),
    (
        c.CardsTaken(0, (KING,), "bottom"),
        "Guild takes 13 of Masks from the discard pile at the bottom of the deck.",
    ),
    (c.CardsReturned(0, 1, "top"), "Guild puts 1 card on top of the deck."),
    (c.CardsReturned(0, 2, "bottom"), "Guild puts 2 cards at the bottom of the deck."),
    (t.TotalAnnounced("a1", 12, ("ram", "mask"), "final"), "a1: final total 12 RM."),
    (t.TotalAnnounced("a1", 12, (), "final"), "a1: final total 12."),
    (t.TotalAnnounced("a1", 12, (), "flip"), ""),
    (t.DuelBegan("a1", "df", "b1", "wp", why=("Cover",)), "a1 duels with df against b1 (wp). [Cover]"),
    (t.DuelBegan("a1", "df", tn=12), "a1 duels with df, TN 12."),
    (t.ActSaid(0, "Lure", ("b1 heals 1.",), "begun"), "Guild does “Lure”: b1 heals 1."),
    (t.ActSaid(1, "", (), "proposed"), "Seat 1 wishes to do something by hand."),
    (t.ActSaid(1, "Lure", (), "objected"), "Seat 1 objects to “Lure”."),
    (t.ActSaid(0, "Lure", (), "done"), ""),
    (t.ActionEnded("a1", "Strike", "succeeded"), ""),
    (t.ActionEnded("a1", "Strike", "no target"), "Strike fails: no target."),
    (t.ActionDeclared("a1", "Strike", True), "a1 declares Strike (generated)."),
    (t.DuelEnded("a1", False), "a1 fails."),
    (t.CardEntered(0, KING, "a duel"), "Guild flipped the 13 of Masks (a duel)."),
    (t.CardEntered(0, KING), "Guild flipped the 13 of Masks."),
    (t.TableWord("a1", "Something odd.", "done"), "a1: done"),
    (t.TableWord("a1", "Something odd."), "a1: Something odd."),
    (k.ConditionSet("a1", "focused", 2), "a1: Focused 2."),
    (k.ConditionSet("a1", "bound:b1", 0), "a1: Bound B1 ends."),
    (k.TokensSet("omen", 2, "a1"), "a1: 2 Omen Tokens."),
    (k.TokensSet("omen", 1, seat=1), "Seat 1: 1 Omen Token."),
    (k.TokensSet("treasure", 0, "a1"), "a1 carries the treasure no more."),
    (k.Moved("a1", 3, 4.26, way="push"), "a1 is Pushed to (3, 4.3)."),
    (k.Moved("a1", 3, 4, way="carried"), "a1 moves to (3, 4)."),
    (k.Damaged("a1", 2), "a1 suffers 2 damage."),
    (k.Damaged("a1", 2, source="Burning"), "a1 suffers 2 damage (Burning)."),
    (k.LeftPlay("a1"), ""),
    (k.Detached("a1", "magical-training"), "Magical Training leaves a1."),
    (k.LeftPlay("a1", "withdrawn"), "a1 leaves play (withdrawn)."),
    (k.WentUnder("a1", "b1"), "a1 is Buried by b1."),
    (k.ControlSet("a1", None), "a1 is controlled by its own side."),
    (k.ControlSet("a1", 1), "a1 is controlled by Seat 1."),
    (k.LeaderSet("a1", True), "a1 is Leader."),
    (k.LeaderSet("a1", False), ""),
    (k.LastingBegan(Lasting(key="x", name="Hide#2", on="a1")), "Hide begins on a1."),
    (k.LastingBegan(Lasting(key="x", name="Fog")), "Fog begins."),
    (k.MarkerTurned("m1", None), "The Scheme Marker M1 is neutral now."),
    (k.MarkerTurned("m1", 1), "The Scheme Marker M1 is Seat 1’s now."),
    (k.MarkerRemoved("m1"), "The Scheme Marker M1 is removed."),
    (k.MarkerRemoved("m1", quiet=True), ""),
    (k.MarkerFaced("m1", False), "The Scheme Marker M1 lies face up."),
    (k.MarkerDropped(Marker(id="m3", kind="scrap", x=1, y=2)), "A Scrap Marker lies at (1, 2)."),
    (k.MarkerDropped(Marker(id="m4", kind="egg", x=1, y=2)), "An Egg Marker lies at (1, 2)."),
    (k.MarkerDropped(Marker(id="m5", kind="ice pillar", x=1, y=2)), "An Ice Pillar Marker lies at (1, 2)."),
    (k.TerrainRemoved("the crate", "a1"), "the crate is destroyed by a1."),
    (k.Nicknamed("a1", "Rex"), "a1 is called that from now on."),
    (k.Nicknamed("a1", ""), ""),
    (killed(by="a1", source="Strike"), "b1 is killed by a1."),
    (killed(source="Burning"), "b1 is killed (Burning)."),
    (killed(), "b1 is killed."),
    (u.StonesChanged(0, -1, "prevent"), "Guild spends 1 Soulstone (prevent)."),
    (u.StonesChanged(0, 2), "Guild gains 2 Soulstones."),
    (u.PassesSet(0, 2, "fewer models"), "Guild has 2 Pass Tokens (fewer models)."),
    (u.PassesSet(0, 2), "Guild has 2 Pass Tokens."),
    (u.Scored(VictoryPoint(2, 0, "Reckoning", "strategy")), "Guild scores 1 VP from Reckoning (strategy)."),
    (u.PhaseBegan("activation", 0), "The Activation Phase begins."),
    (u.PhaseBegan("setup"), ""),
    (u.Chained("a1", ("b1",)), "a1, then b1 Activates next."),
    (u.SchemeRevealed(0, Scheme(name="Outflank")), "Guild reveals Outflank."),
    (le.Fell(FallenModel(model="a1", how="killed", flip="3c", finished_off=True)), "a1: Finished Off (3c)."),
    (le.Fell(FallenModel(model="a1", how="killed", finished_off=False)), "a1: not Finished Off."),
    (le.Claimed(Claim(kind="portion", seat=0, what="one")), "Guild ticks a portion of its Bounty."),
    (le.Claimed(Claim(kind="award", seat=1, what="1")), "Seat 1 gains an award."),
    (
        le.Claimed(Claim(kind="used_up", seat=0, what="lead-coat", model="a1")),
        "a1 uses up Lead Coat: it leaves the Arsenal.",
    ),
    (k.LastingEnded("Df -2#1:a1:by hand"), "Df -2 ends on a1."),
    (k.LastingEnded("Shielded"), ""),
    (le.MastersAnnounced(0, (), ()), "Guild announces no additional Master."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_each_event_has_its_sentence_or_none(state, event, sentence) -> None:
    assert sentence_of(event, state) == sentence


def test_the_log_leaves_out_what_has_no_sentence(state) -> None:
    log = [k.LeftPlay("a1"), k.Healed("a1", 1), k.Activated("a1")]
    assert sentences_of(log, state) == ["a1 heals 1."]
    assert not set(SILENT) & set(NARRATORS)


def test_names_of_things_that_are_not_there(state) -> None:
    names = Names(state)
    assert (names(""), names("z9")) == ("nobody", "z9")
    assert names.marker("m2") == "The Old Shaft M2, face down"
    assert names.marker("m1") == "The Scheme Marker M1"
    assert names.marker("m9") == "The marker M9"
    assert names.with_display_names("a1 heals.", ["a1", "z9"]) == "a1 heals."


def test_effects_that_never_end_are_stopped(state) -> None:
    g = Scene(M3E).model("a1").g
    healed: Event = k.Healed("a1", 0)
    for _ in range(MOST_EVENTS):
        g.emit(healed)
    with pytest.raises(Endless, match="Healed, Healed"):
        g.emit(healed)
