"""The catalogue's cards as the engine plays them: figures, what is known by name, windows for the rest."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from rules.editions.m3e.play.actions.available import menu
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.procedure.hooks import MOMENTS, Happening
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.ruleset import ruleset as edition
from rules.editions.m3e.scripts import catalogue
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.catalogue import (
    ability_of,
    action_of,
    card_of,
    cards_of,
    is_complete,
    trigger_of,
    upgrades_of,
)
from rules.editions.m3e.scripts.library import entry_of, moments, script_of, scripts
from rules.editions.m3e.scripts.load import coverage, load_cards, problems, status_of
from rules.editions.m3e.scripts.registry import scripted_ability, scripted_trigger
from rules.editions.m3e.scripts.script import SCRIPTS, Moment, filled
from rules.editions.m3e.scripts.tell import tell
from rules.editions.m3e.simulation.simulate import play_one, players
from rules.editions.m3e.statcards import Action
from rules.game.setup.setup import CrewSetup, EncounterSetup, Hired
from rules.refusal import Refusal
from tests.rules.editions.m3e.scene import A, Scene

DATA = Path(__file__).parents[5] / "mfcampaign/catalog/data/m3e/models.json"
ELDRITCH_BLAST = Action(
    name="Eldritch Blast",
    icon="missile",
    reach=12,
    stat=5,
    modifier=1,
    suits=("ram",),
    resist="df",
    tn=13,
    tn_suits=("tome",),
    bonus=True,
    cost=(w.PayCards(cards=1),),
    effects=(w.Damage(amount=(2, 3, 4)),),
)
RECORDS = json.loads(DATA.read_text(encoding="utf-8"))
CARDS = cards_of(RECORDS)
NEXT = 1.181


def named(name):
    return next(card for card in CARDS.values() if card.name == name)


def test_every_model_with_figures_has_a_sound_card():
    assert len(CARDS) == sum(is_complete(record) for record in RECORDS) > 500
    assert not [problem for card in CARDS.values() for problem in problems(card)]
    assert load_cards(msgspec.to_builtins(list(CARDS.values()))) == CARDS


def test_a_model_without_figures_is_refused_in_words():
    record = next(record for record in RECORDS if not is_complete(record))
    with pytest.raises(Refusal, match="no source has all of its figures"):
        card_of(record)


def test_every_attack_deals_the_damage_of_its_figures():
    seen = 0
    for record in RECORDS:
        if record["slug"] not in CARDS:
            continue
        for figures, action in zip(record["figures"]["actions"], CARDS[record["slug"]].actions, strict=True):
            if figures["damage"] and (figures["resist"] or "").lower() in ("df", "wp", "mv", "sz"):
                hits = [
                    (list(hit.amount), list(hit.blasts))
                    for hit in w.parts_of(action.effects)
                    if isinstance(hit, w.Damage) and isinstance(hit.amount, tuple)
                ]
                assert not hits or (figures["damage"], figures["blasts"] or [0, 0, 0]) in hits, action.name
                seen += bool(hits)
                alone = not any(isinstance(word, w.Prompted) for word in action.effects)
                assert (status_of(action.effects, action.status) == "automated") == alone
    assert seen >= 667


def test_the_report_says_how_much_is_automated():
    report = coverage(CARDS.values())
    assert report.automated > 2 * report.prompted
    assert report.manual == 0
    assert {"Armor +1", "Critical Strike", "Surge", "Devour Souls"} <= set(report.names["automated"])
    assert "Walking Dead" in report.names["prompted"]


def test_every_entry_of_the_file_can_be_read_and_says_why_it_is_prompted():
    entries = scripts().entries
    assert len(entries) > 1700
    for entry in entries:
        if entry.status == "prompted":
            assert entry.why, entry.name
            continue
        value = entry.values[0] if entry.values else 1
        type_ = entry.types[0] if entry.types else "1"
        msgspec.convert(filled(entry.script, value, type_), SCRIPTS[entry.kind])


def _dicts(value):
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _dicts(inner)


def test_every_model_that_a_script_speaks_of_is_called_as_some_card_is():
    """A selection of "Pyre Marker" models, or one of "Models", would be of nobody."""
    printed = {"leader", "totem", "versatile", "$type"}
    for record in RECORDS:
        called = [*record["characteristics"], *record["keywords"], record["station"] or "", record["name"]]
        called += [f"{record['name']}, {record['title']}"] if record["title"] else []
        printed |= {word.casefold() for word in (*called, *record["factions"])}
    strange = [
        (entry.name, word)
        for entry in scripts().entries
        for said in _dicts(entry.script)
        if said.get("pick") == "models" or said.get("do") in ("summon", "replace")
        for word in (
            *(word for field in ("words", "all_words", "not_words") for word in said.get(field, ())),
            *filter(None, [said.get("card")]),
        )
        if word.casefold() not in printed
    ]
    assert not strange


def test_every_script_has_two_readings():
    assert [entry.name for entry in scripts().entries if entry.script and entry.readings < 2] == []


@pytest.mark.rule("M3E-DUEL-12")
@pytest.mark.parametrize(
    ("model", "name", "suit"),
    [
        ("Sandeep Desai", "Elemental Creation", "tome"),
        ("Asami Tanaka", "From the Maw, They Come", "mask"),
        ("Tara", "From the Void", "tome"),
        ("The Dreamer", "Manifest Nightmares", "mask"),
        ("The Forgotten Marshal", "Release the Dead", "crow"),
    ],
)
def test_a_summons_whose_number_is_counted_asks_for_its_suit(model, name, suit):
    record = next(record for record in RECORDS if record["name"] == model)
    printed = next(action for action in record["figures"]["actions"] if action["name"] == name)
    action = action_of(printed, model)
    assert action.counted_tn is not None
    assert action.tn_suits == (suit,)
    assert f", with a {suit.title()}." in tell(action)


def test_the_commonest_names_are_known_and_the_most_fitting_entry_is_taken():
    names = Counter(a["name"] for r in RECORDS for a in r["figures"].get("abilities", ()))
    known = [name for name, _ in names.most_common(30) if entry_of("ability", name)]
    assert len(known) >= 25
    assert script_of("ability", "Armor", value=2).parts == (w.Armor(amount=2),)
    assert script_of("ability", "Terrifying", type_="12").parts == (w.Terrifying(tn=12),)
    assert script_of("ability", "terrifying", type_="13") == script_of("ability", "Terrifying", type_="13")


def test_every_upgrade_has_a_sound_card_with_its_copies_and_a_window():
    records = json.loads(DATA.with_name("upgrades.json").read_text(encoding="utf-8"))
    cards = upgrades_of(records)
    assert len(cards) == len(records) > 80
    assert not [problem for card in cards.values() for problem in problems(card)]
    assert cards["masked-agent"].copies == 2
    (ability,) = cards["action-scene"].abilities
    assert ability.name == "Action Scene (Clockwork Pistol)"
    assert coverage([cards["masked-agent"]]).prompted == 1


# The rulebook's own examples, from the catalogue's cards where they are


@pytest.mark.rule("M3E-ACT-01", "M3E-ACT-02", "M3E-ACT-03", "M3E-ACT-17", "M3E-DUEL-12")
@pytest.mark.parametrize(("cards", "health"), [("9t 8c 9c", 5), ("9c 8c", 8)])
def test_eldritch_blast(ruleset, cards, health):
    """Bonus, missile 12", 5 Ram with plus against Df and TN 13 Tome, for a card; 2/3/4."""
    scene = Scene(ruleset).model("a1", at=(5, 5), actions=(ELDRITCH_BLAST,)).model("b1", at=(16, 5), df=4)
    scene.deck("A", cards).hand("A", "2c").deck("B", "4c").state(activating="a1")
    best = cards.split()[0]
    scene.act("a1", "Eldritch Blast", A.take(best))
    assert (scene["b1"].health, scene["a1"].bonus, scene["a1"].acts) == (health, 1, 0)
    poor = Scene(ruleset).model("a1", at=(5, 5), actions=(ELDRITCH_BLAST,)).model("b1", at=(16, 5))
    assert "Eldritch Blast" not in [action.name for action in menu(poor.g, poor["a1"])]


@pytest.mark.rule("M3E-AREA-12", "M3E-AREA-10")
def test_misakis_lightning_strike(ruleset):
    misaki = named("Misaki Katanaka")
    strike = misaki.action("Lightning Strike")
    assert (strike.stat, strike.tn, strike.reach, strike.icon, strike.resist) == (7, 13, 8.0, "missile", "")
    scene = Scene(ruleset).model("a1", at=(5, 5), card=misaki).model("b1", at=(10, 5)).model("b2", at=(10, 7))
    scene.deck("A", "6c").deck("B", "9c 7c")
    scene.act("a1", "Lightning Strike", A.spot([10.0, 6.0]), A.order("b1"))
    assert (scene["b1"].health, scene["b2"].health) == (8, 6)


@pytest.mark.rule("M3E-AREA-08", "M3E-AREA-04")
def test_rasputinas_winters_strike():
    strike = named("Rasputina").action("Winter's Strike")
    assert strike.effects[0] == w.Damage(amount=(2, 3, 4), blasts=(0, 1, 2))
    assert {trigger.name: trigger.status for trigger in strike.triggers}["Onslaught"] == "automated"


@pytest.mark.rule("M3E-TRIG-03", "M3E-TRIG-10")
def test_squeal_is_a_resistance_trigger_for_its_stat():
    gremlin = named("Bayou Gremlin")
    (squeal,) = (trigger for trigger in gremlin.triggers if trigger.name == "Squeal")
    assert (squeal.resists, squeal.suits, squeal.timing) == ("df", ("mask",), "after_resolving")
    assert squeal.effects == (w.Move(kind="move", inches=3, whom="self", optional=True),)
    both = next(card for card in CARDS.values() if any(trigger.name == "Unmade" for trigger in card.triggers))
    assert [trigger.resists for trigger in both.triggers if trigger.name == "Unmade"] == ["df", "wp"]


@pytest.mark.rule("M3E-AREA-03")
def test_scamper_and_hold_em_answer_to_a_cheat():
    scamper = next(a for a in named("Bushwhacker").abilities if a.name == "Scamper")
    hold_em = next(a for a in named("Jakob Lynch").abilities if a.name == "Hold 'em")
    for ability in (scamper, hold_em):
        (part,) = ability.parts
        assert (part.moment, part.side, part.inches, part.after_current) == ("cheated", "enemy", 6, True)
    assert (scamper.parts[0].optional, hold_em.parts[0].optional) == (True, False)


@pytest.mark.rule("M3E-ABIL-02", "M3E-DMG-08")
def test_armor_from_the_catalogue_adds_up(ruleset):
    armoured = next(card for card in CARDS.values() if any(a.name == "Armor +2" for a in card.abilities))
    armor = tuple(ability for ability in armoured.abilities if ability.name.startswith("Armor"))
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5), abilities=armor, health=8)
    scene.run(lambda g: damage(g, Hit("b1", 5, by="a1")))
    assert scene["b1"].health == 5


@pytest.mark.rule("M3E-KILL-02")
def test_demise_resolves_when_its_model_is_killed(ruleset):
    demise = ability("Demise", 2, "Explosive")[0]
    scene = Scene(ruleset).model("a1", abilities=(demise,)).model("b1", at=(18, 20)).model("b2", at=(5, 5))
    scene.run(lambda g: kill(g, "a1", by="b1", instant=True))
    assert (scene["b1"].health, scene["b2"].health) == (6, 8)


@pytest.mark.rule("M3E-ABIL-01")
def test_an_unknown_ability_is_prompted_once_its_model_activates(ruleset):
    conduit = next(a for card in CARDS.values() for a in card.abilities if a.name == "Frozen Conduit")
    scene = Scene(ruleset).model("a1", abilities=(conduit,), health=3)
    begin = Happening("activation_begins", model=scene["a1"])
    heal = {"do": "heal", "model": "a1", "amount": 1}
    scene.run(lambda g: happen(g, begin), A.use("Frozen Conduit:0:a1"), A.apply([heal]))
    assert scene["a1"].health == 4
    left = Scene(ruleset).model("a1", abilities=(conduit,), health=3)
    left.run(lambda g: happen(g, Happening("activation_begins", model=left["a1"])), A.use("pass"))
    assert left["a1"].health == 3


# Manipulative, Ruthless and the others known by name, at work


def attack(ruleset, target, deck, *answers, own=(), **fields):
    hit = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))
    scene = Scene(ruleset).model("a1", at=(5, 5), actions=(hit,), abilities=own)
    scene.model("b1", at=(5 + NEXT, 5), abilities=target, **fields).deck("A", deck).deck("B", "5c")
    scene.act("a1", "Hit", *answers)
    return scene


def ability(name, value=None, kind=""):
    return (scripted_ability(name, value, kind),)


@pytest.mark.rule("M3E-FATE-17")
def test_manipulative_until_it_has_activated(ruleset):
    assert attack(ruleset, ability("Manipulative"), "9c 2c")["b1"].health == 8
    assert attack(ruleset, ability("Manipulative"), "9c 2c", activated=True)["b1"].health == 7
    assert attack(ruleset, ability("Manipulative"), "9c 2c", own=ability("Ruthless"))["b1"].health == 7


@pytest.mark.rule("M3E-DUEL-14")
def test_terrifying_does_not_stop_the_ruthless(ruleset):
    assert attack(ruleset, ability("Terrifying", None, "13"), "2c 9c")["b1"].health == 8
    assert attack(ruleset, ability("Terrifying", None, "13"), "9c", own=ability("Ruthless"))["b1"].health == 7


def test_regeneration_heals_as_its_model_activates(ruleset):
    scene = Scene(ruleset).model("a1", abilities=ability("Regeneration", 2), health=3)
    scene.run(lambda g: happen(g, Happening("activation_begins", model=g.model("a1"))))
    assert scene["a1"].health == 5


def test_onslaught_names_its_own_action():
    (again,) = scripted_trigger("Onslaught", ("mask",), "Bite").effects
    assert (again.name, again.on_target) == ("Bite", True)
    assert scripted_trigger("Onslaught", ("mask",), "Claw").effects[0].name == "Claw"
    assert scripted_trigger("Devour", ()) is None


def crews_of(keyword, number):
    cards = [card for card in CARDS.values() if keyword in card.keywords]
    leader = next(card for card in cards if card.station == "Master")
    rest = [card for card in cards if card.station in ("Minion", "Enforcer", "Henchman")][: number - 1]
    return CrewSetup(
        name=keyword,
        stones=3,
        models=(Hired(card=leader.slug, leader=True), *(Hired(card=card.slug) for card in rest)),
    )


def test_bots_play_an_encounter_with_cards_of_the_catalogue():
    """Every window opens and closes, nothing that must hold is broken."""
    setup = EncounterSetup(
        ruleset="m3e",
        encounter="catalogue",
        crews=(crews_of("December", 5), crews_of("Honeypot", 5)),
        cards=dict(CARDS),
        turns=2,
    )
    run = play_one(setup, edition("m3e"), players("catalogue", 2), bytes(32))
    assert run.violations == ()
    assert run.turns == 2


# Prompts at their moment


def unscripted(kind):
    """A name with a moment that is not executed, so that its prompt counts."""
    return [
        moment
        for moment in moments().values()
        if moment.kind == kind and script_of(kind, moment.name) is None
    ]


@pytest.mark.rule("M3E-ABIL-03", "M3E-TRIG-07", "M3E-TRIG-08")
def test_a_prompt_comes_at_its_own_moment():
    """The ability or Trigger of every name whose moment is known answers that moment and no other."""
    abilities, triggers = unscripted("ability"), unscripted("trigger")
    assert len(abilities) + len(triggers) + len(unscripted("resistance")) >= 1
    for due in abilities:
        assert due.moment in MOMENTS
        (part,) = ability_of({"name": due.name}).parts
        found = part.moment, part.about, part.side, part.inches, part.optional
        assert found == (due.moment, due.about, due.side, due.inches, True), due.name
    for due in triggers:
        assert trigger_of(due.name, ()).timing == due.timing, due.name
    assert ability_of({"name": "Nobody Knows This"}).parts[0].moment == "activation_begins"
    assert trigger_of("Nobody Knows This", (), resists="df").timing == "after_resolving"


@pytest.mark.rule("M3E-TIME-06")
def test_a_prompt_after_a_death_comes_when_somebody_dies(ruleset, monkeypatch):
    due = Moment(kind="ability", name="Dirge", moment="killed", about="others", side="friendly", inches=6)
    monkeypatch.setattr(catalogue, "moment_of", lambda kind, name: due if name == "Dirge" else None)
    dirge = ability_of({"name": "Dirge"})
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=(dirge,)).model("a2", at=(13, 10))
    scene.run(lambda g: happen(g, Happening("activation_begins", model=scene["a1"])))
    assert scene.asked == []
    scene.run(lambda g: kill(g, "a2", instant=True), A.use("Dirge:0:a1"), A.apply([]))
    assert [ask.kind for ask in scene.asked] == ["use", "apply"]
