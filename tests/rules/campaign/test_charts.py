"""The charts: the house's own, and how faulty ones are refused."""

import copy
import json
from pathlib import Path

import pytest
from django.utils.text import slugify

from mfcampaign.catalog.data.m3e import house_charts as build_charts
from rules.campaign.arsenal import STATS
from rules.campaign.charts import load_charts
from rules.editions.m3e.factions import FACTIONS
from rules.fate.cards import FULL_DECK, Card
from rules.refusal import Refusal
from tests.rules.campaign.league import HOUSE, house_charts, house_document

CHARTS = house_charts()
ADDITIONS = HOUSE.parent.parent / "house-additions.json"


def test_the_house_charts_hold_everything():
    assert (len(CHARTS.barter), len(CHARTS.injuries), len(CHARTS.injury_chart)) == (56, 24, 28)
    assert set(CHARTS.lucky_miss_charts) == set(FACTIONS)
    assert set(CHARTS.rewards) == {*FACTIONS, "generic"}
    assert len(CHARTS.bounties) == 14 + 3 * 8
    assert len(CHARTS.weekly_events) >= 6


def test_every_house_row_says_where_it_comes_from_and_what_it_does():
    for rows in (CHARTS.upgrades, CHARTS.barter, CHARTS.injuries, CHARTS.injury_chart, CHARTS.bounties):
        assert {row.source for row in rows} <= {"figures", "house"}
    assert {row.source for row in CHARTS.weekly_events} == {"house"}
    assert all(upgrade.digest for upgrade in CHARTS.upgrades)
    assert all(injury.digest for injury in CHARTS.injuries)
    sent = {row.upgrade for row in CHARTS.barter}
    sent |= {row.upgrade for rows in CHARTS.lucky_miss_charts.values() for row in rows}
    sent |= {row.upgrade for rows in CHARTS.rewards.values() for row in rows}
    assert {upgrade.slug for upgrade in CHARTS.upgrades} <= sent, "an Upgrade nobody can gain"


@pytest.mark.rule("SL-BARTER-05")
def test_every_value_offers_something_and_only_its_own_rows():
    for card in FULL_DECK:
        offers = CHARTS.barter_offers(card)
        assert bool(offers) == (card.code != "BJ")
        for row in offers:
            assert row.red_joker if card.is_joker else row.values == (card.value,)


@pytest.mark.rule("SL-3E-20")
def test_injuries_name_third_edition_stats():
    mods = {mod.stat for injury in CHARTS.injuries for mod in injury.stat_mods}
    assert mods == {"health", "wp", "mv", "df", "melee", "missile", "magic"}
    assert mods <= set(STATS)


@pytest.mark.rule("SL-INJURY-12")
def test_each_card_has_one_injury_row():
    for card in FULL_DECK:
        assert sum(row.matches(card) for row in CHARTS.injury_chart) == 1
    assert CHARTS.injury_result(Card.parse("RJ")).result == "lucky_miss"
    assert CHARTS.injury_result(Card.parse("BJ")).result == "annihilate"
    assert CHARTS.injury_result(Card.parse("5r")).injury == "hearing-voices"
    assert CHARTS.injury_result(Card.parse("5m")).injury == "hearing-voices"
    assert CHARTS.injury_result(Card.parse("5t")).injury == "big-head"


@pytest.mark.rule("SL-INJURY-12", "SL-3E-23")
@pytest.mark.parametrize("faction", sorted(FACTIONS))
def test_each_faction_has_a_lucky_miss_for_every_value(faction):
    for card in FULL_DECK:
        row = CHARTS.lucky_miss(faction, card)
        assert (row is None) == card.is_joker
    assert CHARTS.lucky_miss(faction, Card.parse("3r")) is CHARTS.lucky_miss(faction, Card.parse("1c"))
    assert CHARTS.lucky_miss(faction, Card.parse("3r")) is not CHARTS.lucky_miss(faction, Card.parse("4c"))


def faults(change):
    document = copy.deepcopy(house_document())
    change(document)
    with pytest.raises(Refusal) as caught:
        load_charts(document)
    return [violation.sentence for violation in caught.value.violations]


@pytest.mark.rule("SL-INJURY-12")
def test_the_red_joker_gives_a_lucky_miss_or_the_chart_says_that_it_does_not():
    def red(document):
        return next(row for row in document["injury_chart"] if row.get("joker") == "red")

    (sentence,) = faults(lambda d: red(d).update(result="none"))
    assert sentence.endswith("the Red Joker gives a Lucky Miss.")
    document = copy.deepcopy(house_document())
    red(document).update(result="none")
    assert load_charts(document, in_use=True).injury_result(Card.parse("RJ")).result == "none"
    red(document)["house_rule"] = True
    assert load_charts(document).injury_result(Card.parse("RJ")).result == "none"


def test_all_faults_are_told_each_with_its_row():
    def spoil(document):
        document["barter"][11]["campaign_cost"] = "four"
        document["injuries"][0]["colour"] = "red"
        document["upgrades"][2]["category"] = "hat"
        document["lucky_miss"]["guild"][3]["values"] = [14]
        del document["name"]
        document["moons"] = []

    sentences = faults(spoil)
    for start in (
        "barter row 12, campaign_cost: a whole number is expected.",
        "injuries row 1, colour: there is no such field",
        "upgrades row 3, category: “hat” is none of equipment, skill.",
        "lucky miss of guild row 4, values: entry 1: at most 13 is expected.",
        "The charts need a slug and a name.",
        "There is no chart called “moons”.",
    ):
        assert any(sentence.startswith(start) for sentence in sentences), start


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda d: d["barter"][0].update(upgrade="moonbeam"), "barter row 1: there is no Campaign Upgrade"),
        (lambda d: d["barter"][0].update(values=[]), "barter row 1: no value and no joker"),
        (lambda d: d["barter"].append(d["barter"][0]), "barter row 57: “can-o-beans” is in row 1 already"),
        (lambda d: d["upgrades"].append(d["upgrades"][4]), "is in row 5 already"),
        (lambda d: d["injury_chart"].pop(0), "injury chart: no row for 1 of Rams, 1 of Masks"),
        (lambda d: d["injury_chart"][1].update(values=[1]), "injury chart row 2: the 1 of Rams is in row 1"),
        (lambda d: d["injury_chart"][0].update(joker="red"), "write suits and values, or one joker"),
        (lambda d: d["injury_chart"][0].update(injury="moonburn"), "there is no Injury “moonburn”"),
        (lambda d: d["injury_chart"][0].update(injury=""), "named exactly where the result is one"),
        (lambda d: d["injuries"][1]["stat_mods"].append({"stat": "luck", "delta": -1}), "“luck” is no stat"),
        (lambda d: d["injuries"][1]["stat_mods"].append({"stat": "wp", "delta": 0}), "cannot change by 0"),
        (lambda d: d["lucky_miss"].pop("guild"), "lucky miss: no chart for guild"),
        (
            lambda d: d["lucky_miss"].update(moon=d["lucky_miss"]["guild"]),
            "lucky miss of moon: there is no such",
        ),
        (lambda d: d["lucky_miss"]["guild"].pop(), "lucky miss of guild: no row for the values 12, 13"),
        (lambda d: d["lucky_miss"]["guild"][0].update(other_effect="and more"), "name an Upgrade or another"),
        (lambda d: d["lucky_miss"]["guild"][0].update(upgrade="moonbeam"), "there is no Campaign Upgrade"),
        (lambda d: d["rewards"]["guild"].pop(), "rewards of guild: tome has 0 rows"),
        (lambda d: d["rewards"].update(moon=d["rewards"]["guild"]), "rewards of moon: there is no such"),
        (lambda d: d["bounties"][0].update(portions=[]), "bounties row 1: a Bounty has at least one portion"),
        (lambda d: d["bounties"][0].update(faction="moon"), "bounties row 1: there is no faction"),
        (lambda d: d["weekly_events"].pop(), "weekly events: no row for the values"),
        (lambda d: d["weekly_events"][0]["scrip_awards"][0].update(needs="dance"), "“dance” is nothing"),
        (lambda d: d["weekly_events"][0]["scrip_awards"][0].update(needs="event scrip"), "of its own event"),
        (
            lambda d: d["weekly_events"][1].update(terrain=[]),
            "weekly events row 2: 1 pieces for 0 lines of terrain",
        ),
        (lambda d: d["weekly_events"][1]["pieces"][0].update(traits=["wet"]), "“wet” is none of"),
        (
            lambda d: d["weekly_events"][1].update(values=d["weekly_events"][0]["values"]),
            "weekly events row 2: value 1 is in row 1 already",
        ),
        (lambda d: d["rewards"]["guild"][0].update(upgrade="moonbeam"), "there is no Campaign Upgrade"),
        (lambda d: d["bounties"][0]["portions"].append(d["bounties"][0]["portions"][0]), "is listed 2 times"),
        (
            lambda d: d["bounties"][0]["portions"][0].update(repeat=1, per_game=2),
            "is done 1 times, fewer than per game",
        ),
        (
            lambda d: d["injury_chart"][0].update(suits=["moon"]),
            "entry 1: “moon” is none of crow, mask",
        ),
        (lambda d: d.update(version=0), "The charts need a version"),
        (lambda d: d.update(version=True), "The charts need a version"),
        (lambda d: d.pop("barter"), "The chart “barter” is missing"),
        (lambda d: d.update(barter={}), "The chart “barter” is missing"),
        (lambda d: d.update(barter="all"), "barter: a list of rows is expected"),
        (lambda d: d.update(lucky_miss=[1]), "lucky miss: one list of rows per faction"),
        (lambda d: d["barter"].__setitem__(3, None), "barter row 4:"),
    ],
)
def test_a_fault_is_named(change, expected):
    assert any(expected in sentence for sentence in faults(change))


def test_an_injury_chart_must_end():
    def endless(document):
        for row in document["injury_chart"][:-2]:
            row.update(result="reflip")
            row.pop("injury", None)

    assert any("only 2 cards end a flip" in sentence for sentence in faults(endless))


def test_charts_without_the_later_phases_are_whole():
    document = {
        k: v for k, v in house_document().items() if k not in ("rewards", "bounties", "weekly_events")
    }
    assert load_charts(document).bounties == ()


def test_the_builder_makes_the_file_from_figures_and_additions(tmp_path: Path):
    """From figures in the shape of the sources, taken back out of the file: the same bytes again."""
    (tmp_path / "charts").mkdir()
    (tmp_path / ADDITIONS.name).write_bytes(ADDITIONS.read_bytes())
    for name, body in sources(house_document()).items():
        (tmp_path / name).write_text(json.dumps(body), encoding="utf-8")
    built = build_charts.build(tmp_path, tmp_path / "charts")
    assert built.read_bytes() == HOUSE.read_bytes()


def sources(document):
    """The source files, as far as the builder reads them."""
    upgrades = {row["slug"]: row for row in document["upgrades"]}
    printed = {slug: name for name, slug in build_charts.FACTIONS.items()}
    by_model = iter(json.loads(ADDITIONS.read_text(encoding="utf-8"))["models_by_luck"])
    columns = {suits[0]: column for column, suits in build_charts.COLUMNS.items()}

    def figures(slug):
        return {key: upgrades[slug][key] for key in ("name", "ss_cost")} | {
            "kind": upgrades[slug]["category"]
        }

    rewards = [
        {**figures(row["upgrade"]), "faction": printed.get(faction, "generic")}
        for faction, rows in document["rewards"].items()
        if faction != "explorers-society"
        for row in rows
    ]
    order = list(upgrades)
    rewards.sort(key=lambda row: order.index(slugify(row["name"])))
    luck = {}
    for faction, rows in document["lucky_miss"].items():
        if faction in printed:
            luck[printed[faction]] = [
                {"name": upgrades[row["upgrade"]]["name"] if "upgrade" in row else next(by_model)}
                for row in rows
            ]
    return {
        "sl_barter_chart.json": {
            "barter": [
                {
                    **figures(row["upgrade"]),
                    "barter_rating": build_charts.RED_JOKER_RATING if row["red_joker"] else row["values"][0],
                    "campaign_cost": row["campaign_cost"],
                }
                for row in document["barter"]
            ]
        },
        "sl_lucky_miss.json": {"charts": luck},
        "sl_rewards.json": {"rewards": rewards},
        "sl_injuries.json": {
            "injuries": [
                {
                    "name": row["name"],
                    "column_inferred": columns[row["suits"][0]],
                    "value_inferred": row["values"][0],
                }
                for row in document["injury_chart"]
                if "suits" in row
            ]
        },
        "sl_bounties.json": {
            "bounties": [
                {
                    "name": row["name"],
                    "faction": printed.get(row["faction"], "generic"),
                    "goal": {2: "reward [+][+]", -1: "reward [-]"}.get(row.get("reward_modifier"), ""),
                }
                for row in document["bounties"]
                if row["faction"] != "explorers-society"
            ]
        },
    }


@pytest.mark.rule("SL-REWARD-05")
def test_avatars_belong_to_their_master_or_to_any():
    document = copy.deepcopy(house_document())
    document["avatars"] = [
        {"master": "lady-justice", "upgrade": "coffee"},
        {"master": "any", "upgrade": "can-o-beans"},
    ]
    charts = load_charts(document)
    assert [row.upgrade for row in charts.avatars_of(["lady-justice"])] == ["coffee", "can-o-beans"]
    assert [row.upgrade for row in charts.avatars_of(["perdita-ortega"])] == ["can-o-beans"]
    assert charts.avatars_of([]) == ()
    assert "avatars row 1: there is no Campaign Upgrade “moon”." in faults(
        lambda d: d.update(avatars=[{"master": "any", "upgrade": "moon"}])
    )


def test_every_fault_of_one_row_is_told_with_its_field():
    sentences = faults(
        lambda d: d["bounties"].__setitem__(
            1, {"slug": "Bad Slug", "name": "", "portions": [{"id": "a", "goal": "b\nc"}], "cost": -1}
        )
    )
    assert [line for line in sentences if line.startswith("bounties row 2")] == [
        "bounties row 2, slug: lower-case letters, digits and single hyphens only.",
        "bounties row 2, name: it must not be empty.",
        "bounties row 2, portions: entry 1, goal: one line without invisible characters is expected.",
        "bounties row 2, cost: at least 0 is expected.",
    ]


def test_a_chart_is_a_short_table():
    rows = [{"upgrade": "coffee", "values": [1], "campaign_cost": 1}] * 401
    assert "barter: more than 400 rows." in faults(lambda d: d.update(barter=rows))
