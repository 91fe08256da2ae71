"""The charts equal a table that was made from the sources by another path (charts.json beside this test)."""

import json
from pathlib import Path

import pytest

from rules.campaign.rising.charts import load_rising_charts
from rules.campaign.rising.experience import track
from rules.fate.cards import FULL_DECK, RED_JOKER, Card
from rules.refusal import Refusal
from tests.rules.campaign.rising.scene import FILE, charts

TABLE = json.loads((Path(__file__).parent / "charts.json").read_text(encoding="utf-8"))
PAIRS = {(): "", ("ram", "mask"): "RM", ("crow", "tome"): "CT"}


def plain(name):
    return name.replace("’", "'").replace("“", '"').replace("”", '"')


def printed(action):
    return {
        "name": plain(action.name),
        "kind": action.kind,
        "range": action.range,
        "reach": action.reach,
        "skill": action.skill,
        "resist": action.resist,
        "tn": action.tn,
        "damage": action.damage,
        "signature": action.signature,
        "stone": action.stone,
    }


ROWS = {
    "equipment": lambda row: [row.value, PAIRS[row.suits], plain(row.name), row.cost],
    "injuries": lambda row: [
        row.value,
        PAIRS[row.suits],
        "" if row.effect == "none" else plain(row.name),
    ],
    "lucky_misses": lambda row: [row.value, plain(row.name)],
    "attack_modifications": lambda row: [
        row.value,
        row.suit,
        plain(row.name),
        row.kind,
        list(row.least),
        row.to,
        list(row.resist),
    ],
    "actions": lambda row: [row.value, plain(row.name)],
    "abilities": lambda row: [row.value, plain(row.name)],
    "summonings": lambda row: printed(row.action),
    "totems": lambda row: [
        row.value,
        plain(row.name),
        row.df,
        row.wp,
        row.sp,
        row.health,
        [plain(each.name) for each in row.abilities],
        [printed(each) for each in row.actions],
    ],
    "crew_effects": lambda row: plain(row.name),
}
ROWS["tactical_modifications"] = ROWS["attack_modifications"]


def in_order(rows):
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


@pytest.mark.rule("M4-CAMP-08", "M4-CAMP-19", "M4-CAMP-23", "M4-CAMP-26")
@pytest.mark.parametrize("name", sorted(ROWS))
def test_each_chart_equals_the_table(name):
    assert in_order(ROWS[name](row) for row in getattr(charts(), name)) == in_order(TABLE[name])


@pytest.mark.rule("M4-CAMP-19")
def test_the_second_chart_equals_the_table_and_a_joker_brings_the_mark():
    weapons = [row for row in charts().thirsting if not row.joker]
    assert [[row.value, row.name, row.cost] for row in weapons] == TABLE["thirsting"]
    assert [row.slug for row in charts().bought_with(RED_JOKER, thirsting=True)] == ["omens-mark"]
    assert len(charts().bought_with(Card.parse("9c"), thirsting=True)) == 8
    assert [row.name for row in charts().bought_with(Card.parse("5r"), thirsting=True)] == ["Edict"]


@pytest.mark.rule("M4-CAMP-22")
def test_the_track_equals_the_table():
    boxes = {number: tier for number, tier in enumerate(TABLE["track"], 1) if tier}
    assert {box.number: box.tier for box in track()} == boxes
    assert len(boxes) == 15


@pytest.mark.rule("M4-CAMP-19")
def test_a_barter_card_offers_its_value_and_pair_and_what_is_always_there():
    always = {"Lucky Gremlin Foot", "Pistol", "Sword", "Trusty Rifle"}
    offered = {
        code: {row.name for row in charts().bought_with(Card.parse(code))} for code in ("4r", "4t", "BJ")
    }
    assert offered["4r"] == always | {"Coffee", "Sniper's Scope", "Strange Seed Pod"}
    assert offered["4t"] == always | {"Fool's Gold", "Useless Generator", "Gatling Gun"}
    assert offered["BJ"] == always
    red = {row.name for row in charts().bought_with(RED_JOKER)}
    assert {"Relic Hammer", "Dark Crystal"} < red
    assert "Coffee" not in red


def test_every_card_finds_its_row():
    for card in FULL_DECK:
        assert charts().injury(card)
        assert charts().lucky_miss(card)
        assert charts().totem(card)


def test_every_text_is_a_digest_of_the_house_and_none_is_missing():
    rows = (*charts().injuries, *charts().lucky_misses, *charts().abilities)
    assert all(row.text for row in rows)
    pieces = (*charts().equipment, *charts().thirsting)
    assert all(row.text or row.action for row in pieces)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda given: given["injuries"].pop(5), "Injuries: 0 rows for the 6 of Rams"),
        (lambda given: given["equipment"].append(given["equipment"][0]), "lucky-gremlin-foot is there twice"),
        (lambda given: given["equipment"][9].update(suits=[]), "its suits are missing"),
        (lambda given: given["equipment"][9].update(value=14), "a value of 0 to 13"),
        (lambda given: given["totems"][3].update(value="5"), "Totems: 0 rows for 4"),
        (lambda given: given["actions"][0].pop("name"), "cannot be read"),
    ],
)
def test_charts_with_gaps_are_refused_with_all_of_them(change, fault):
    given = json.loads(FILE.read_text(encoding="utf-8"))
    change(given)
    with pytest.raises(Refusal) as caught:
        load_rising_charts(given)
    assert fault in " ".join([caught.value.sentence, *(each.sentence for each in caught.value.violations)])
