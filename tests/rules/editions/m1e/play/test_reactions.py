"""What cards do by themselves at the end of a phase and when a model activates near by, and what spells do
with places, weapons and activations."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m1e.examples import FIGURES
from rules.editions.m1e.play.figures import ReactionM1, Spell, WeaponBonus, problems_of
from rules.editions.m1e.play.magic import cast_spell, castable, targets_of
from rules.editions.m1e.play.strikes import strike
from rules.editions.m1e.play.turn import activation_step, closing_phase, draw_phase
from rules.editions.m1e.readings import M1E
from rules.editions.m1e.shown import card_printed, reaction_words, spell_words
from rules.editions.m1e.written import figure_of_record, record_of
from rules.game.events.announcements import DuelBegan
from rules.game.events.cards import Discarded, Flipped, Shuffled
from rules.game.events.table import Activated, Moved
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m1e.play.scenes import GUN, SWORD, Scene, figure

MAN = figure()
GHOST = figure("ghost", characteristics=("Spirit",))
ARMED = WeaponBonus(kind="ranged", combat=1)
SHOOTER = figure("shooter", weapons=(GUN, SWORD))


def reacting(slug="watcher", **does):
    return figure(slug, reactions=(ReactionM1(name="Watch", **does),))


def caster(**does):
    return figure("caster", ca=6, spells=(Spell(name="Spell", cc=5, inches=12, **does),))


def cast(at, target="b1", **answers):
    spell = at.match.figure("a1").spells[0]
    at.run(cast_spell(at.match, "a1", spell), target=target, **answers)


# The end of a phase


@pytest.mark.rule("M1-TURN-09")
@pytest.mark.parametrize(("use", "health", "hand"), [("yes", 6, 0), ("no", 4, 1)])
def test_a_discard_at_the_end_of_the_closing_phase_is_shuffled_again(use, health, hand) -> None:
    """Step D comes after the shuffle of step C; who then has discards shuffles once more."""
    at = Scene([(reacting(when="closing", cards=1, heals=2), 5, 5)], hands=("3c", "")).change("a1", health=4)
    at.run(closing_phase(at.match), use=use)
    assert (at["a1"].health, len(at.match.crew(0).hand)) == (health, hand)
    told = [
        (type(event).__name__, event.seat)
        for event in at.events
        if isinstance(event, Shuffled | Discarded | Flipped) and getattr(event, "seat", None) == 0
    ]
    whole = [("Shuffled", 0), ("Discarded", 0), ("Shuffled", 0)]
    assert [event for event in told if event[0] != "Flipped"] == (whole if use == "yes" else whole[:1])
    assert at.match.crew(0).discard == ()


@pytest.mark.rule("M1-TURN-03")
def test_the_end_of_the_draw_phase_comes_after_the_draw_and_before_initiative() -> None:
    at = Scene([(reacting(when="draw", cards=2, gives=(("fast", 1),)), 5, 5)], [(MAN, 30, 30)])
    at.run(draw_phase(at.match), use="yes")
    assert at["a1"].conditions == {"fast": 1}
    assert len(at.match.crew(0).hand) == len(at.match.crew(1).hand) - 2
    kinds = [type(event) for event in at.events]
    assert kinds.index(Discarded) < kinds.index(Flipped)


@pytest.mark.rule("M1-TURN-09")
def test_nobody_is_asked_without_the_cards_and_who_is_off_the_table_does_nothing() -> None:
    dear = reacting(when="closing", cards=2, heals=2)
    at = Scene([(dear, 5, 5)], hands=("3c", "")).change("a1", health=4)
    at.run(closing_phase(at.match))
    assert (at["a1"].health, at.asked) == (4, [])
    away = Scene([(reacting(when="closing", heals=2), 5, 5)]).change("a1", health=4, where="buried")
    away.run(closing_phase(away.match))
    assert away["a1"].health == 4


# Models that activate


@pytest.mark.rule("M1R-SIM-01")
@pytest.mark.parametrize(
    ("whom", "name", "slow"),
    [("enemy", "b1", True), ("own", "b1", False), ("all", "b1", True), ("enemy", "b2", False)],
)
def test_who_activates_within_inches_is_answered(whom, name, slow) -> None:
    watcher = reacting(when="activates", inches=3, whom=whom, wounds=1)
    at = Scene([(watcher, 5, 5)], [(MAN, 8, 5), (MAN, 20, 5)])
    at.match.state = replace(at.match.state, active=1)
    at.run(activation_step(at.match), activate=name)
    assert at[name].health == (5 if slow else 6)


@pytest.mark.rule("M1R-SIM-01", "M1R-PAR-03")
def test_all_of_a_group_activate_at_once_and_who_forfeits_does_not() -> None:
    company = figure("company", talents=[])
    pair = replace(company, talents=figure(talents=["Companion"]).talents)
    watcher = reacting(when="activates", inches=4, wounds=1)
    at = Scene([(watcher, 5, 5)], [(pair, 8, 5), (pair, 8, 7), (pair, 8, 3)])
    at.change("b3", conditions={"paralyzed": 1})
    at.match.state = replace(at.match.state, active=1)
    at.run(activation_step(at.match), activate="b1", group=["b2", "b3"], order="b2")
    assert [at[name].health for name in ("b1", "b2", "b3")] == [5, 5, 6]
    at.run(activation_step(at.match), order="b1")
    assert at["b1"].health == 5, "not again when its own turn in the group comes"


@pytest.mark.rule("M1R-COMP-05")
def test_an_activation_that_a_spell_grants_comes_next_and_may_chain() -> None:
    pair = replace(figure("pair"), talents=figure(talents=["Companion"]).talents)
    at = Scene([(caster(friendly=True, activates=True), 5, 5), (pair, 8, 5), (pair, 10, 5)], [(MAN, 30, 30)])
    at.begin("a1").change("a1", activated=True)
    at.change("a3", activated=False)
    assert [model.id for model in targets_of(at.match, at["a1"], at.match.figure("a1").spells[0])] == [
        "a2",
        "a3",
    ]
    cast(at, "a2")
    at.run(activation_step(at.match), group="a3", order="a2")
    assert at["a2"].activated
    assert at.match.state.chain == ("a3",)
    at.run(activation_step(at.match))
    assert at["a3"].activated
    assert at.match.first == 1, "then the opponent"


@pytest.mark.rule("M1R-COMP-05", "M1-TURN-07")
def test_a_granted_activation_is_for_those_who_have_not_activated() -> None:
    at = Scene([(caster(friendly=True, activates=True), 5, 5), (MAN, 8, 5)], [(MAN, 30, 30)]).begin("a1")
    at.change("a2", activated=True)
    spell = at.match.figure("a1").spells[0]
    assert not castable(at.match, at["a1"], spell)
    at.change("a2", activated=False)
    cast(at, "a2")
    at.change("a2", where="gone")
    at.run(activation_step(at.match))
    assert not at.all_of(Activated)


# A spell's bonus on weapons


@pytest.mark.rule("M1-CARD-11", "M1-TURN-09", "M1-GLO-11")
def test_a_spell_makes_a_gun_better_until_the_closing_phase() -> None:
    at = Scene(
        [
            (caster(friendly=True, weapon_bonus=WeaponBonus(kind="ranged", combat=2, damage=1)), 5, 5),
            (SHOOTER, 8, 5),
        ],
        [(MAN, 15, 5)],
        decks=("9c 9c 8c 7c 8r 7r", "1c 1r"),
    ).begin("a1")
    cast(at, "a2")
    cast(at, "a2")
    gun = SHOOTER.weapons[0]
    assert at.match.weapon_bonus(at["a2"], "ranged") == (2, 1), "one name once"
    assert at.match.weapon_bonus(at["a2"], "melee") == (0, 0)
    assert at.match.weapon_bonus(at["a1"], "ranged") == (0, 0)
    at.run(strike(at.match, "a2", gun, "b1"))
    assert "a spell" in at.all_of(DuelBegan)[-1].why
    assert at["b1"].health == 6 - 2 - 1, "moderate damage and the spell's"
    at.run(closing_phase(at.match))
    assert at.match.weapon_bonus(at["a2"], "ranged") == (0, 0)


# Pushes


@pytest.mark.rule("M1R-PUSH-01")
def test_a_push_into_contact_places_the_target_touching_past_what_is_between() -> None:
    wall = Piece("rock", rectangle(8, 0, 1, 36), ("impassable",), 1)
    at = Scene(
        [(caster(pushes_to="contact"), 5, 5)], [(MAN, 12, 5)], table=ExactTable((wall,), {}, M1E.table)
    )
    at.begin("a1")
    side = 30 / 25.4
    cast(at, destination=[[5.0, round(5 + side + 0.001, 3)]])
    assert at.match.table.touching(at["a1"], at["b1"])
    assert at.all_of(Moved)[-1].way == "place"


@pytest.mark.rule("M1R-PUSH-02", "M1R-PUSH-03")
@pytest.mark.parametrize(
    ("how", "far", "lawful"),
    [
        ("within", 3.0, True),
        ("within", 3.05, False),
        ("completely", 1.8, True),
        ("completely", 1.9, False),
    ],
)
def test_a_push_within_inches_leaves_part_or_all_of_the_base_there(how, far, lawful) -> None:
    """``far`` is between the bases, each 30 mm: a whole base within 3 inches is at most 1.82 away."""
    at = Scene([(caster(pushes_to=how, pushes_inches=3), 5, 5)], [(MAN, 15, 5)]).begin("a1")
    cast(at)
    options = at.asked[-1].options
    assert options.contains([round(5 + 30 / 25.4 + far, 3), 5.0]) is lawful


@pytest.mark.rule("M1R-SPI-06", "M1R-SPI-07")
@pytest.mark.parametrize(
    ("who", "level", "health"),
    [
        (GHOST, 0.0, 2),
        (MAN, 6.0, 6),
        (replace(GHOST, slug="wisp", talents=figure(talents=["Float"]).talents), 0.0, 6),
    ],
    ids=["a Spirit", "a body", "a Spirit that floats"],
)
def test_a_spirit_is_pushed_through_the_floor_and_falls(who, level, health) -> None:
    floor = Piece("deck", rectangle(10, 3, 6, 6), ("climbable",), 6)
    at = Scene(
        [(caster(through_floor=True), 5, 5)],
        [(who, 13, 5)],
        decks=("9c", "3c 3r"),
        table=ExactTable((floor,), {}, M1E.table),
    )
    at.change("b1", elevation=6.0).begin("a1")
    cast(at)
    assert (at["b1"].elevation, at["b1"].health) == (level, health)


# Cards


def test_the_practice_figures_that_say_so_are_kept_whole_in_the_catalogue() -> None:
    for slug in ("undertow", "quartermaster"):
        assert figure_of_record(record_of(FIGURES[slug])) == FIGURES[slug]
        assert not list(problems_of(FIGURES[slug]))
    lines = {line.name: line.does for line in card_printed(FIGURES["quartermaster"]).abilities}
    assert lines["Field Dressing"] == (
        "At the end of the Closing Phase: its player may discard 1 card; then it heals 2."
    )
    spells = {
        spell.name: spell_words(spell)
        for held in ("undertow", "quartermaster")
        for spell in FIGURES[held].spells
    }
    assert spells == {
        "Drag Under": "Pushes its target into base contact.",
        "Eddy": "Pushes its target within 3″ of the caster.",
        "Trapdoor": "Pushes a Spirit through the floor.",
        "Dry Powder": "Until the Closing Phase its target’s ranged weapons have Cb +1 and +1 damage.",
        "Your Watch": "Its target activates next.",
    }
    cold = FIGURES["undertow"].reactions[0]
    assert reaction_words(cold) == "When an enemy activates within 3″: it gets Slow."


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ({"spells": (Spell(name="Eddy", cc=9, pushes_to="within"),)}, "says how many"),
        ({"spells": (Spell(name="Eddy", cc=9, pushes_to="contact", pushes_inches=2),)}, "says how many"),
        ({"spells": (Spell(name="Go", cc=9, activates=True),)}, "is for friends"),
        ({"spells": (Spell(name="Arm", cc=9, weapon_bonus=ARMED),)}, "is for friends"),
        (
            {"spells": (Spell(name="Arm", cc=9, friendly=True, weapon_bonus=WeaponBonus(kind="ranged")),)},
            "how much",
        ),
        ({"reactions": (ReactionM1(name="Chill", when="activates", wounds=1),)}, "within how many"),
        ({"reactions": (ReactionM1(name="Chill", when="closing"),)}, "does nothing"),
    ],
)
def test_what_says_too_little_is_refused(card, says) -> None:
    assert any(says in problem.sentence for problem in problems_of(figure(**card)))
