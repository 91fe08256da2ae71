"""Duels of the First Edition: totals, changes, who decides first, Triggers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m1e.play.duels import DuelM1, in_order, opposed, side_of, simple
from rules.editions.m1e.play.figures import TriggerM1
from rules.game.events.announcements import DuelBegan, DuelEnded, TotalAnnounced, TriggerDeclared
from rules.game.events.cards import Cheated, Flipped
from tests.rules.editions.m1e.play.scenes import Scene, figure

MAN = figure()
MASTER = figure("chief", station="Master")
CRITICAL = TriggerM1(name="Critical Strike", stat="df", suits=("ram",), does="damage_per_suit")


def scene(own: str, enemy: str = "", *, who: object = MAN, foe: object = MAN, **more: object) -> Scene:
    return Scene([(who, 10, 10)], [(foe, 12, 10)], decks=(own, enemy), **more)  # type: ignore[arg-type, list-item]


def duel(at: Scene, tn: int, suits: tuple[str, ...] = (), **answers: object) -> DuelM1:
    return at.run(simple(at.match, at["a1"], "df", tn, suits), **answers)


def against(at: Scene, **answers: object) -> DuelM1:
    sides = side_of(at.match, at["a1"], "df"), side_of(at.match, at["b1"], "df")
    return at.run(opposed(at.match, *sides), **answers)


@pytest.mark.rule("M1-DUEL-01", "M1-DUEL-03", "M1-DUEL-06", "M1-DUEL-08")
def test_the_total_is_card_and_stat() -> None:
    at = scene("7r")
    result = duel(at, 11)
    assert (result.actor.total, result.success) == (11, True)
    assert at.all_of(DuelEnded)[0].success
    assert at.match.crew(0).conflict == ()
    assert [card.code for card in at.match.crew(0).discard] == ["7r"]


@pytest.mark.rule("M1-DUEL-03")
def test_what_modifies_the_total_is_added() -> None:
    at = scene("7r")
    side = side_of(at.match, at["a1"], "df")
    side.modified("Monument", 2)
    assert at.run(simple(at.match, at["a1"], "df", 13, side=side)).success


@pytest.mark.rule("M1-DUEL-04")
@pytest.mark.parametrize(
    ("card", "suits", "success"),
    [
        ("7r", ("ram",), True),
        ("7r", ("crow",), False),
        ("6r", ("ram",), False),
        ("7r", ("ram", "ram"), False),
    ],
)
def test_both_number_and_suits_are_needed(card: str, suits: tuple[str, ...], success: bool) -> None:
    assert duel(scene(card), 11, suits).success is success


@pytest.mark.rule("M1-DUEL-04", "Q-31")
def test_the_red_joker_is_fourteen_with_any_suit_and_the_black_one_nothing() -> None:
    at = scene("RJ")
    won = duel(at, 18, ("tome",), suit="tome")
    assert (won.actor.total, won.actor.suits, won.success) == (18, ("tome",), True)
    lost = duel(scene("BJ"), 5)
    assert (lost.actor.total, lost.actor.suits, lost.success) == (4, (), False)


@pytest.mark.rule("M1-DUEL-05")
def test_a_card_of_the_hand_replaces_the_one_flipped() -> None:
    at = scene("2r", hands=("12c", ""))
    result = duel(at, 16, ("crow",), cheat="12c")
    assert result.success
    assert len(at.all_of(Cheated)) == 1
    assert [card.code for card in at.match.crew(0).discard] == ["2r", "12c"]


@pytest.mark.rule("M1-DUEL-05", "M1-DUEL-06", "Q-33")
def test_a_soulstone_adds_a_card_after_the_cheating_with_its_suit() -> None:
    at = scene("2r 6t", who=MASTER, hands=("5c", ""), stones=(1, 0))
    result = duel(at, 15, ("crow", "tome"), cheat="5c", stone="yes")
    assert at.kinds() == ["cheat", "stone"]
    assert (result.actor.total, result.success) == (15, True)
    assert at.match.crew(0).stones == 0
    assert len(at.match.crew(0).discard) == 3


@pytest.mark.rule("Q-33")
def test_the_suit_of_that_card_does_not_count_by_the_other_reading() -> None:
    at = scene("2r 6t", who=MASTER, stones=(1, 0), stone_suit_counts=False)
    assert not duel(at, 10, ("tome",), stone="yes").success


@pytest.mark.rule("M1-DUEL-05", "M1-ABL-30")
def test_without_the_talent_or_a_stone_none_is_offered() -> None:
    for at in (scene("2r", stones=(3, 0)), scene("2r", who=MASTER)):
        duel(at, 9)
        assert at.kinds() == []


@pytest.mark.rule("M1-DUEL-05", "M1-GLO-13")
def test_the_black_joker_bars_cheating_but_not_the_soulstone() -> None:
    at = scene("BJ 9t", who=MASTER, hands=("12c", ""), stones=(1, 0))
    assert duel(at, 13, stone="yes").success
    assert at.kinds() == ["stone"]


@pytest.mark.rule("M1-GLO-12")
def test_twists_are_cards() -> None:
    at = scene("3r 9c 5t")
    side = side_of(at.match, at["a1"], "df")
    side.twisted("one", 1)
    side.twisted("two", 1)
    assert at.run(simple(at.match, at["a1"], "df", 13, side=side)).actor.total == 13
    assert len(at.all_of(Flipped)) == 3
    assert at.all_of(DuelBegan)[0].plus == (2, 0)


@pytest.mark.rule("M1-GLO-12")
def test_opposite_twists_cancel() -> None:
    at = scene("3r 9c")
    side = side_of(at.match, at["a1"], "df")
    side.twisted("one", 1)
    side.twisted("two", -1)
    at.run(simple(at.match, at["a1"], "df", 7, side=side))
    assert len(at.all_of(Flipped)) == 1


@pytest.mark.rule("Q-37")
def test_who_flipped_picks_between_cards_of_the_same_value() -> None:
    at = scene("9r 9c 2t")
    side = side_of(at.match, at["a1"], "df")
    side.twisted("one", 2)
    assert at.run(simple(at.match, at["a1"], "df", 13, ("crow",), side), take="9c").success


@pytest.mark.rule("M1-OPP-01", "M1-OPP-02", "M1-OPP-05")
@pytest.mark.parametrize(
    ("own", "enemy", "success", "difference"),
    [("7r", "7c", True, 0), ("8r", "7c", True, 1), ("6r", "7c", False, 0)],
)
def test_the_acting_model_wins_a_tie(own: str, enemy: str, success: bool, difference: int) -> None:
    at = scene(own, enemy)
    result = against(at)
    assert (result.success, result.difference) == (success, difference)
    ended = at.all_of(DuelEnded)[0]
    assert (ended.success, ended.resisted) == (success, not success)


@pytest.mark.rule("M1-OPP-03", "Q-32")
@pytest.mark.parametrize(("own", "enemy", "first"), [("7r", "7c", 1), ("8r", "7c", 1), ("6r", "7c", 0)])
def test_the_losing_side_decides_first_and_each_once(own: str, enemy: str, first: int) -> None:
    at = scene(own, enemy, hands=("10t", "11t"))
    against(at, cheat=["10t" if first == 0 else "11t", "11t" if first == 0 else "10t"])
    assert [ask.seat for ask in at.asked] == [first, 1 - first]
    assert len(at.all_of(Cheated)) == 2


@pytest.mark.rule("M1-DUEL-07", "M1-OPP-04")
def test_one_trigger_each_the_loser_first_win_or_lose() -> None:
    ready = figure("ready", triggers=(CRITICAL, TriggerM1(**{**_plain(CRITICAL), "name": "Other"})))
    at = scene("9r", "4r", who=ready, foe=ready)
    result = against(at, trigger=["Critical Strike", "Other"])
    assert [ask.seat for ask in at.asked] == [1, 0]
    assert [event.trigger for event in at.all_of(TriggerDeclared)] == ["Critical Strike", "Other"]
    assert result.success
    assert result.target is not None
    assert result.target.trigger is not None


def _plain(trigger: TriggerM1) -> dict[str, object]:
    return {name: getattr(trigger, name) for name in trigger.__struct_fields__}


@pytest.mark.rule("M1-DUEL-07")
def test_a_trigger_needs_its_suits_its_stat_and_its_weapon() -> None:
    for trigger in (
        TriggerM1(name="T", stat="df", suits=("crow",), does="damage"),
        TriggerM1(name="T", stat="wp", suits=("ram",), does="damage"),
        TriggerM1(name="T", stat="df", suits=("ram",), does="damage", weapon="Axe"),
    ):
        at = scene("9r", who=figure("ready", triggers=(trigger,)))
        duel(at, 5)
        assert at.kinds() == []


@pytest.mark.rule("M1-MOD-03")
def test_the_paralyzed_use_no_trigger() -> None:
    at = scene("9r", who=figure("ready", triggers=(CRITICAL,)))
    at.change("a1", conditions={"paralyzed": 1})
    duel(at, 5)
    assert at.kinds() == []


@pytest.mark.rule("M1-MOR-07")
def test_who_falls_back_has_minus_against_enemies_only() -> None:
    at = scene("9r 4c", "5c").change("a1", conditions={"falling back": 1})
    assert against(at).actor.total == 8
    friends = Scene([(MAN, 10, 10), (MAN, 12, 10)], decks=("9r 4c", ""))
    friends.change("a1", conditions={"falling back": 1})
    sides = side_of(friends.match, friends["a1"], "df"), side_of(friends.match, friends["a2"], "df")
    assert friends.run(opposed(friends.match, *sides)).actor.total == 13
    alone = scene("9r 4c").change("a1", conditions={"falling back": 1})
    assert duel(alone, 9).actor.total == 13


@pytest.mark.rule("M1-DUEL-02")
def test_several_models_flip_in_the_order_of_their_players() -> None:
    at = Scene([(MAN, 5, 5), (MAN, 7, 5)], [(MAN, 9, 5), (MAN, 11, 5)])
    order = at.run(in_order(at.match, list(at.match.state.on_table()), "Who first?"), order=["a2", "b1"])
    assert order == ["a2", "a1", "b1", "b2"]


@pytest.mark.rule("M1-DUEL-02", "M1-TURN-07")
def test_the_players_go_in_the_turns_order_whoever_acts() -> None:
    at = Scene([(MAN, 5, 5)], [(MAN, 9, 5)])
    at.match.state = replace(at.match.state, initiative=1, active=0)
    assert at.run(in_order(at.match, list(at.match.state.on_table()), "Who first?")) == ["b1", "a1"]


@pytest.mark.rule("M1-DUEL-06")
def test_totals_are_announced_before_and_after_they_are_changed() -> None:
    at = scene("2r", hands=("9c", ""))
    duel(at, 13, cheat="9c")
    assert [(event.total, event.step) for event in at.all_of(TotalAnnounced)] == [
        (6, "current"),
        (13, "current"),
        (13, "final"),
    ]


@pytest.mark.rule("Q-36")
def test_a_deck_that_runs_out_is_shuffled_at_once() -> None:
    at = scene("9r")
    crew = at.match.crew(0)
    from msgspec.structs import replace

    at.match.state = at.match.state.with_crew(replace(crew, deck=crew.deck[:1], discard=crew.deck[1:]))
    side = side_of(at.match, at["a1"], "df")
    side.twisted("one", 1)
    at.run(simple(at.match, at["a1"], "df", 4, side=side))
    assert len(at.match.crew(0).cards) == 54
    assert at.match.crew(0).shuffles == 1
