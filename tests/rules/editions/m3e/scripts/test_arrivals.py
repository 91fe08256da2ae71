"""Whose cards come into an Encounter besides those hired, so that who is Summoned can be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.arrivals import arriving, brings
from rules.editions.m3e.scripts.catalogue import cards_of, upgrades_of
from rules.editions.m3e.scripts.library import scripts
from rules.editions.m3e.statcards import Action, StatCard, UpgradeCard
from tests.rules.editions.m3e.scene import Scene

DATA = Path(__file__).parents[5] / "mfcampaign/catalog/data/m3e"
RELEASE = cards_of(json.loads((DATA / "models.json").read_text(encoding="utf-8")))
BOUGHT = upgrades_of(json.loads((DATA / "upgrades.json").read_text(encoding="utf-8")))


def card(slug, *effects, **printed):
    actions = (Action(name="Act", effects=effects),) if effects else ()
    return StatCard(slug=slug, name=slug.title(), health=4, actions=actions, **printed)


@pytest.mark.rule("M3E-SUMM-01", "M3E-REPL-01")
def test_what_comes_brings_others_and_nobody_else_comes(ruleset):
    rat = card("rat", w.Replace(card="King", together_with=("self",)), keywords=("Plague",))
    king, ox = card("king"), card("ox", keywords=("Guard",))
    release = {one.slug: one for one in (ox, king, rat)}
    catcher = card("catcher", w.Summon(all_words=("Plague",)))
    assert brings([catcher])
    assert list(arriving([catcher], release, {})[0]) == ["king", "rat"]
    assert not brings([ox])
    assert arriving([ox], release, {}) == ({}, {})


@pytest.mark.rule("M3E-SUMM-01", "M3E-HIRE-19")
def test_an_upgrade_brings_whom_it_summons_bought_or_attached_in_play(ruleset):
    whistle = UpgradeCard(slug="whistle", name="Whistle", actions=card("x", w.Summon(card="Ox")).actions)
    ox, smith = card("ox"), card("smith", w.Attach(upgrade="Whistle", whom="self"))
    release, upgrades = {"ox": ox, "smith": smith}, {"whistle": whistle}
    assert brings([whistle])
    assert arriving([whistle], release, upgrades) == ({"ox": ox}, {})
    assert arriving([smith], release, upgrades) == ({"ox": ox}, upgrades)


@pytest.mark.rule("M3E-HIRE-19", "M3E-HIRE-21")
def test_upgrades_come_by_name_or_by_their_printed_kind(ruleset):
    pike, book = (
        UpgradeCard(slug="pike", name="Old Pike", kinds=("equipment",)),
        UpgradeCard(slug="book", name="Book"),
    )
    smith = card("smith", w.Attach(upgrade="Equipment", whom="self"))
    assert list(arriving([smith], {}, {"pike": pike, "book": book})[1]) == ["pike"]
    scene = Scene(ruleset).model("a1", actions=smith.actions, at=(10, 10)).upgrade(pike).upgrade(book)
    scene.act("a1", "Act")
    assert scene["a1"].upgrades == ("pike",)


def test_every_model_and_upgrade_that_the_scripts_name_is_in_the_catalogue():
    """A name that is nobody's would be Summoned in silence: nobody would come. Who was killed was there."""
    lacking = []
    for owner in RELEASE.values():
        for word in w.parts_of(owner):
            if isinstance(word, w.Summon | w.Replace | w.Attach):
                models, upgrades = arriving([card("x", word)], RELEASE, BOUGHT)
                of_the_killed = isinstance(word, w.Replace) and word.killed
                if not isinstance(word, w.Attach) and not models and not of_the_killed:
                    lacking.append(f"{owner.slug} brings nobody: {word}")
                if getattr(word, "upgrade", "") and not upgrades:
                    lacking.append(f"{owner.slug} attaches nothing: {word}")
    assert scripts().entries
    assert lacking == []
