"""Weekly Events where Leaders grow, a house rule: what each kind of gain does, to whom, and what a chart of
them must be."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from rules.campaign.rising.aftermath.facts import EquipmentBought, InjuryTreated, ScripPaid
from rules.campaign.rising.aftermath.procedure import hand_size, payday_of
from rules.campaign.rising.charts import load_rising_charts
from rules.campaign.rising.corrections import gained
from rules.campaign.rising.encounter import with_result
from rules.campaign.system import system_of
from rules.campaign.weekly_events import EventGain, by_the_players, draw_event
from rules.fate.cards import Card
from rules.game.results.result import EncounterResult, SeatResult, outcome
from rules.refusal import Refusal
from tests.rules.campaign.rising.scene import FILE, GUARD, MODELS, Scene, arsenal, charts, context, hurt

pytestmark = pytest.mark.rule("M4-CAMP-30")
CODES = [f"{value}{'rmct'[value % 4]}" for value in range(1, 14)]
PATIENTS = tuple(hurt(model, "leadfooted") if model.id == GUARD else model for model in MODELS)


def under(*gains: EventGain) -> dict[str, object]:
    return {"event": "Fair", "gains": gains}


def test_the_house_chart_brings_what_its_rows_say():
    drawn = {code: draw_event(iter([Card.parse(code)]).__next__, charts().weekly_events)[0] for code in CODES}
    brings = {
        code: [(gain.kind, gain.amount, gain.to) for gain in row.gains]
        for code, row in drawn.items()
        if row.gains
    }
    by_value = {int(code[:-1]): gains for code, gains in brings.items()}
    assert by_value == {
        3: [("scrip", 1, "all")],
        4: [("scrip", 1, "all")],
        5: [("scrip", 1, "winner")],
        6: [("scrip", 1, "loser")],
        7: [("price", 1, "all")],
        8: [("price", 1, "all")],
        9: [("doctor", 1, "all")],
        10: [("experience", 1, "all")],
        11: [("experience", 1, "loser")],
        12: [("hand", 1, "all")],
        13: [("scrip", 1, "all"), ("price", 1, "all")],
    }
    rules = system_of("rising-names").charts
    fair = rules.week_event(drawn[CODES[12]], how="chosen", reason="voted")
    assert (fair.event.name, fair.gains, fair.reason) == ("Fair Week", drawn[CODES[12]].gains, "voted")
    assert by_the_players(fair) == "", "the Aftermath does all of it"
    printed = next(each for each in rules.printed(charts()) if each.slug == "weekly-events")
    assert "House rule" in printed.about
    assert printed.rows[-1][3] == (
        "Each Crew: 1 more Scrip at Payday. "
        "Each Crew: the first piece of the Barter for 1 Scrip less, not below 0."
    )


@pytest.mark.parametrize(
    ("to", "won", "lost", "paid"),
    [
        ("all", False, False, 3),
        ("winner", True, False, 4),
        ("winner", False, True, 1),
        ("winner", False, False, 1),
        ("loser", False, True, 3),
        ("loser", True, False, 2),
    ],
)
def test_scrip_is_paid_at_payday_to_whom_it_is_for(to, won, lost, paid):
    facts = context(vp=3, won=won, lost=lost, **under(EventGain(kind="scrip", amount=2, to=to)))
    assert payday_of(facts).amount == paid
    assert payday_of(replace(facts, gains=())).amount == 1 + won
    scene = Scene(vp=3, won=won, lost=lost, **under(EventGain(kind="scrip", amount=2, to=to))).hand("2r")
    assert scene.effects(ScripPaid)[0].total.amount == paid


def test_a_card_of_the_hand():
    event = under(EventGain(kind="hand"))
    assert hand_size(context(schemes=3, **event))[-1] == "has a card by Fair"
    assert [len(hand_size(context(schemes=3, **facts))) for facts in ({}, event)] == [4, 5]
    assert Scene(withdrew="late", **event).ask.text == "Draw 1 for the Aftermath hand: has a card by Fair."
    assert Scene(withdrew="early", **event).ask.kind == "lock", "nothing after a withdrawal by Turn 2"


def test_the_first_piece_of_the_barter_is_cheaper_and_the_second_is_not():
    scene = Scene(arsenal=arsenal(scrip=2, experience=13), **under(EventGain(kind="price", amount=1)))
    scene.hand("2r").flip("barter", "1r").choose("barter_cheat", "keep")
    asked = scene.expect("barter_buy")
    assert asked.text == "Buy for Scrip (you hold 2) or go on. Fair: the first piece costs 1 less."
    prices = {option.key: option.price for option in asked.options}
    assert (prices["pistol"], prices["helmet"]) == (0, 1)
    scene.choose("barter_buy", "pistol")
    again = scene.expect("barter_buy")
    assert {option.key: option.price for option in again.options}["pistol"] == 1
    assert again.text == "Buy for Scrip (you hold 2) or go on."
    (bought,) = scene.effects(EquipmentBought)
    assert (bought.price, bought.sentence.endswith(" takes Pistol for nothing.")) == (0, True)
    penniless = Scene(arsenal=arsenal(scrip=0, experience=13), **under(EventGain(kind="price")))
    penniless.hand("2r").flip("barter", "1r").choose("barter_cheat", "keep")
    assert "helmet" not in penniless.keys("barter_buy"), "it would cost 1"
    assert "pistol" in penniless.keys("barter_buy")


def test_the_first_treatment_is_for_nothing():
    scene = Scene(
        arsenal=arsenal(models=PATIENTS, scrip=1, experience=13), **under(EventGain(kind="doctor"))
    ).to_advance()
    assert scene.expect("doctor").text == "Fair: the doctor asks nothing for a try. See him, or go on."
    scene.choose("doctor", f"{GUARD}/leadfooted").flip("doctor", "8c")
    while scene.ask.kind == "doctor_cheat":
        scene.choose("doctor_cheat", "keep")
    assert scene.expect("doctor").text == "Pay the doctor 1 Scrip for a try (you hold 1), or go on."
    scene.choose("doctor", f"{GUARD}/leadfooted").flip("doctor", "12m")
    while scene.ask.kind == "doctor_cheat":
        scene.choose("doctor_cheat", "keep")
    assert [each.price for each in scene.effects(InjuryTreated)] == [0, 1]
    assert scene.view.scrip == 0


def test_experience_follows_the_result_when_it_is_corrected():
    """A fourth box is possible: played, a Bruiser's kill, lost, and the event."""
    lost = EncounterResult(
        seats=(SeatResult(vp=0, achieved=("killed-enemy",)), SeatResult(vp=3)), ended_turn=4
    )
    won = EncounterResult(seats=lost.seats[::-1], ended_turn=4)
    for gains, boxes in ((), (3, 1)), ((EventGain(kind="experience", to="loser"),), (4, 1)):
        facts = context(**under(*gains))
        reported = with_result(facts, lost, outcome(lost), 0)
        assert (gained(reported), gained(with_result(reported, won, outcome(won), 0))) == boxes


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda rows: rows.pop(), "Weekly Events: 0 rows for 13; one is wanted."),
        (lambda rows: rows[0].update(values=[1, 2, 3]), "Weekly Events: 2 rows for 3; one is wanted."),
        (lambda rows: rows[1].update(slug=rows[0]["slug"]), "Weekly Events: a-quiet-week is there twice."),
        (lambda rows: rows[1].update(gains=[{"kind": "scrip"}] * 2), "it brings the same twice"),
        (lambda rows: rows[1].update(gains=[{"kind": "soulstones"}]), "Invalid enum value 'soulstones'"),
        (lambda rows: rows[1].update(gains=[{"kind": "scrip", "amount": 9}]), "<= 3"),
        (lambda rows: rows[1].update(strategy="Plant Explosives"), "unknown field `strategy`"),
    ],
)
def test_a_chart_with_gaps_is_refused(change, told):
    document = json.loads(FILE.read_text(encoding="utf-8"))
    change(document["weekly_events"])
    with pytest.raises(Refusal) as refused:
        load_rising_charts(document)
    assert told in " ".join([refused.value.sentence, *(fault.sentence for fault in refused.value.violations)])


def test_charts_from_before_have_no_events():
    document = json.loads(FILE.read_text(encoding="utf-8"))
    del document["weekly_events"]
    assert load_rising_charts(document).weekly_events == ()
