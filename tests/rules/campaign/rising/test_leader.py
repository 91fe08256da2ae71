"""The Leader that a player builds (M4-CAMP-02, -05 to -08), by the real figures too."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.campaign.arsenal import StatMod
from rules.campaign.rising.charts import PrintedAction
from rules.campaign.rising.leader import (
    ARCHETYPES,
    LeaderDraft,
    Pick,
    Source,
    check_leader,
    choices,
    hurt,
    leader_card,
)
from rules.campaign.rising.start import StartDraft, Stock, check_draft, legal_one
from rules.campaign.system import Gained
from rules.crews.catalogue import MINION, Catalogue, Profile
from tests.rules.campaign.rising.scene import CARD, KNIFE, ORDER, charts

SABRE = PrintedAction(
    name="Sabre", kind="attack", skill="5", resist="Df", signature=True, triggers=("Cut", "Stab")
)
SHOUT = PrintedAction(name="Shout", kind="tactical", tn="5")
WHISPER = PrintedAction(name="Whisper", kind="tactical", tn="6")


def source(slug, cost, keyword="Guard", **more):
    return Source(
        slug=slug,
        name=slug.title(),
        keywords=(keyword,),
        cost=cost,
        **{"actions": (SABRE, SHOUT, WHISPER), "abilities": ("Steady", "Brave", "Recruiter"), **more},
    )


SOURCES = (
    source("guardsman", 5, hires=("Recruiter",)),
    source("sergeant", 8, "Marshal"),
    source("captain", 10),
    source("master", None, station="Master"),
    source("token", 0, is_totem=True),
    source("thrall", None),
    source("stranger", 3, "Woe"),
)
GENERALIST = LeaderDraft(
    name="Nell Sharp",
    archetype="generalist",
    keywords=("Guard", "Marshal"),
    attacks=(Pick("guardsman", "Sabre"),),
    tacticals=(Pick("guardsman", "Shout"),),
    abilities=(Pick("guardsman", "Steady"),),
    characteristics=("Living",),
    path="bruiser",
    effect="heavy-blow",
)


def faults(draft, faction=("Guard",), names=("Guardsman",)):
    report = check_leader(draft, SOURCES, charts(), faction_keywords=faction, names_taken=names)
    return [(each.rule, each.subject) for each in report.violations]


@pytest.mark.rule("M4-CAMP-05")
@pytest.mark.parametrize(
    ("slug", "figures", "attack", "tactical", "ability"),
    [
        ("lucky-upstart", (6, 6, 6, 14), (1, 6), (0, 0), (1, 6)),
        ("generalist", (5, 5, 6, 14), (1, 7), (1, 7), (1, 7)),
        ("heavy-hitter", (6, 4, 6, 14), (1, 10), (1, 5), (0, 0)),
        ("schemer", (6, 5, 7, 13), (1, 5), (2, 8), (1, 8)),
        ("talented-individual", (5, 5, 5, 13), (1, 6), (1, 6), (2, 8)),
    ],
)
def test_the_five_archetypes(slug, figures, attack, tactical, ability):
    row = ARCHETYPES[slug]
    assert (row.df, row.wp, row.sp, row.health) == figures
    assert (row.attack, row.tactical, row.ability) == (attack, tactical, ability)
    assert (row.trigger, row.lucky_equipment) == (slug == "heavy-hitter", slug == "lucky-upstart")


@pytest.mark.rule("M4-CAMP-05", "M4-CAMP-07", "M4-CAMP-08")
def test_a_lawful_leader_and_the_card():
    assert faults(GENERALIST) == []
    card = leader_card(GENERALIST, SOURCES)
    assert (card.df, card.wp, card.sp, card.health, card.sz) == (5, 5, 6, 14, 2)
    assert card.characteristics == ("Master", "Living")
    assert [(action.name, action.skill, action.signature, action.triggers) for action in card.actions] == [
        ("Sabre", "5", True, ()),
        ("Shout", "", False, ()),
    ]
    assert [ability.name for ability in card.abilities] == ["Steady"]


@pytest.mark.rule("M4-CAMP-06")
def test_everything_is_listed_with_the_reason_why_not():
    reasons = {
        (each.part, each.source, each.name): each.reason
        for each in choices(ARCHETYPES["generalist"], ("Guard", "Marshal"), SOURCES)
    }
    assert reasons["attack", "guardsman", "Sabre"] == ""
    assert reasons["attack", "sergeant", "Sabre"] == "It costs 8, more than 7."
    assert reasons["attack", "master", "Sabre"] == "A Master is no source."
    assert reasons["ability", "token", "Steady"] == "A Totem is no source."
    assert reasons["tactical", "thrall", "Shout"] == "A model without a cost is no source."
    assert reasons["ability", "guardsman", "Recruiter"] == "It says something of hiring."
    assert not [key for key in reasons if key[1] == "stranger"], "it shares no Keyword"
    upstart = list(choices(ARCHETYPES["lucky-upstart"], ("Guard",), SOURCES))
    assert {each.reason for each in upstart if each.part == "tactical" and each.source == "guardsman"} == {
        "A Lucky Upstart takes no tactical Action."
    }


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"name": ""}, ("M4-CAMP-07", "name"), marks=pytest.mark.rule("M4-CAMP-07")),
        pytest.param({"name": "guardsman"}, ("M4-CAMP-07", "name"), marks=pytest.mark.rule("M4-CAMP-07")),
        pytest.param(
            {"characteristics": ("Living", "Undead", "Beast")},
            ("M4-CAMP-07", "characteristics"),
            marks=pytest.mark.rule("M4-CAMP-07"),
        ),
        pytest.param({"sz": 5}, ("M4-CAMP-07", "sz"), marks=pytest.mark.rule("M4-CAMP-07")),
        pytest.param({"base_mm": 35}, ("M4-CAMP-07", "base_mm"), marks=pytest.mark.rule("M4-CAMP-07")),
        pytest.param({"path": ""}, ("M4-CAMP-07", "path"), marks=pytest.mark.rule("M4-CAMP-07")),
        pytest.param(
            {"keywords": ("Guard",)}, ("M4-CAMP-02", "keywords"), marks=pytest.mark.rule("M4-CAMP-02")
        ),
        pytest.param(
            {"keywords": ("Guard", "Nobody")},
            ("M4-CAMP-02", "keywords"),
            marks=pytest.mark.rule("M4-CAMP-02"),
        ),
        pytest.param({"attacks": ()}, ("M4-CAMP-05", "attack"), marks=pytest.mark.rule("M4-CAMP-05")),
        pytest.param({"trigger": "Cut"}, ("M4-CAMP-05", "trigger"), marks=pytest.mark.rule("M4-CAMP-05")),
        pytest.param(
            {"abilities": (Pick("stranger", "Steady"),)},
            ("M4-CAMP-06", "ability"),
            marks=pytest.mark.rule("M4-CAMP-06"),
        ),
        pytest.param(
            {"attacks": (Pick("captain", "Sabre"),)},
            ("M4-CAMP-06", "attack"),
            marks=pytest.mark.rule("M4-CAMP-06"),
        ),
        pytest.param({"effect": "nothing"}, ("M4-CAMP-08", "effect"), marks=pytest.mark.rule("M4-CAMP-08")),
        pytest.param(
            {"effect": "unusual-specialty"},
            ("M4-CAMP-08", "effect_choice"),
            marks=pytest.mark.rule("M4-CAMP-08"),
        ),
    ],
)
def test_each_thing_that_may_be_wrong_is_said(changes, expected):
    assert faults(replace(GENERALIST, **changes)) == [expected]


@pytest.mark.rule("M4-CAMP-02")
def test_one_keyword_is_of_the_faction():
    assert faults(GENERALIST, faction=("Woe",)) == [("M4-CAMP-02", "keywords")]
    assert faults(GENERALIST, faction=("Marshal",)) == []


@pytest.mark.rule("M4-CAMP-05")
def test_a_heavy_hitter_takes_one_trigger_of_its_attack():
    draft = replace(
        GENERALIST,
        archetype="heavy-hitter",
        attacks=(Pick("captain", "Sabre"),),
        abilities=(),
        trigger="Stab",
    )
    assert faults(draft) == []
    assert leader_card(draft, SOURCES).actions[0].triggers == ("Stab",)
    assert faults(replace(draft, trigger="")) == [("M4-CAMP-05", "trigger")]
    assert faults(replace(draft, trigger="Miss")) == [("M4-CAMP-05", "trigger")]


@pytest.mark.rule("M4-CAMP-05")
def test_two_that_are_the_same_are_one_too_few():
    draft = replace(
        GENERALIST,
        archetype="schemer",
        tacticals=(Pick("sergeant", "Shout"), Pick("sergeant", "Shout")),
    )
    assert faults(draft) == [("M4-CAMP-05", "tactical")]
    assert faults(replace(draft, tacticals=(Pick("sergeant", "Shout"), Pick("sergeant", "Whisper")))) == []


def test_the_real_figures_are_sources():
    from rules.campaign.rising.leader import source_of
    from rules.crews.catalogue import Profile

    rows = json.loads(Path("mfcampaign/catalog/data/m4e/models.json").read_text(encoding="utf-8"))
    marshal = next(row for row in rows if row["name"] == "Death Marshal")
    profile = Profile(
        marshal["slug"],
        marshal["name"],
        "",
        tuple(marshal["factions"]),
        tuple(marshal["keywords"]),
        marshal["station"],
        marshal["cost"],
    )
    figures = marshal["figures"]
    read = source_of(profile, figures["actions"], [each["name"] for each in figures["abilities"]])
    peacebringer = next(action for action in read.actions if action.name == "Peacebringer")
    assert peacebringer.kind == "attack"
    assert peacebringer.resist == "Df"
    assert peacebringer.skill


@pytest.mark.rule("M4-CAMP-26")
@pytest.mark.parametrize(
    ("slug", "figures"),
    [
        ("severe-amputation", {"health": 12}),
        ("distracted-by-voices", {"wp": 3}),
        ("dulled-edge", {"df": 4}),
        ("leadfooted", {"sp": 5}),
    ],
)
def test_what_an_injury_makes_of_a_card(slug, figures):
    row = next(each for each in charts().injuries if each.slug == slug)
    now = hurt(CARD, [Gained(row.name, row.text, row.mods)])
    assert now == replace(CARD, **figures)


@pytest.mark.rule("M4-CAMP-26")
def test_a_mangled_limb_lowers_the_skl_of_attacks_alone_and_nothing_below_1():
    row = next(each for each in charts().injuries if each.slug == "mangled-limb")
    card = replace(CARD, actions=(KNIFE, ORDER, replace(KNIFE, name="Whip", skill="5+")))
    once = hurt(card, [Gained(row.name, row.text, row.mods)])
    assert [action.skill for action in once.actions] == ["3", "0", "4+"]
    often = hurt(card, [Gained("", "", (StatMod("attack", -9), StatMod("wp", -9)))])
    assert ([action.skill for action in often.actions], often.wp) == (["1", "0", "1+"], 1)


@pytest.mark.rule("M4-CAMP-02")
@pytest.mark.parametrize("words", [("Guard",), ("Guard", "Poor"), ("Guard", "Woe", "Poor")])
@pytest.mark.parametrize("given", [(), ("Woe",), ("Guard",), ("Poor",)])
@pytest.mark.parametrize("turn", range(3))
def test_the_leader_that_is_suggested_has_two_keywords_where_one_alone_brings_enough(words, given, turn):
    cards = [source(word.lower(), 4, word) for word in ("Guard", "Woe") if word in words]
    cards += [source("beggar", 3, "Poor", actions=(), abilities=()), source("far", 4, "Woe")]
    figures = Catalogue(
        (Profile(word.lower(), word, "", ("guild",), (word,), MINION, 4, limit=1) for word in words),
        edition="m4e",
    )
    stock = Stock(
        faction="guild", figures=figures, cards={each.slug: each for each in cards}, charts=charts()
    )
    begun = StartDraft(leader=LeaderDraft(keywords=given))
    leader = legal_one(begun, stock, name="The Boss", turn=turn).leader
    assert len(set(leader.keywords)) == 2
    assert set(leader.keywords) & set(words)
    assert not [
        row for row in check_draft(replace(begun, leader=leader), stock).violations if row.field == "keywords"
    ]
