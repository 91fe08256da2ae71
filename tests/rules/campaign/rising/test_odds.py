"""The odds of a *Rising Names* Aftermath, held against each unseen card tried in the procedure itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from rules.campaign.aftermath.asks import PASS
from rules.campaign.aftermath.odds import OfferOdds, Offers, Risk
from rules.campaign.rising.aftermath import facts, odds
from rules.campaign.rising.policies import RisingPolicies
from rules.fate.cards import Card
from tests.rules.campaign.rising import scene
from tests.rules.campaign.rising.scene import GUARD, HOUND, LEADER, Scene, early, piece


def offers(at: Scene) -> list[Offers]:
    return list(odds.offers(at.replay.state, at.ask))


def rows(at: Scene) -> dict[str, OfferOdds]:
    (offered,) = offers(at)
    return {row.slug: row for row in offered.rows}


def again(at: Scene) -> Scene:
    """The same place, to go on from."""
    fresh = Scene(**{name: getattr(at.context, name) for name in at.context.__struct_fields__})
    for answer in at.answers:
        fresh.answer(answer)
    return fresh


def kept(at: Scene, kind: str, code: str) -> Scene:
    """After that card is flipped and, where there is a hand, kept."""
    after = again(at).flip(kind, code)
    return after.choose(f"{kind}_cheat", "keep") if after.ask.kind == f"{kind}_cheat" else after


def for_sale(at: Scene) -> Iterable[str]:
    return [option.key for option in at.expect("barter_buy").options if option.key != PASS]


@pytest.mark.rule("M4-CAMP-19")
@pytest.mark.parametrize("policy", ["as_13", "nothing"])
def test_the_barter_offers_what_each_unseen_card_would(policy: str) -> None:
    owned = scene.arsenal(experience=13, equipment=(piece(1, "judgement"),))
    policies = RisingPolicies(thirst_owned=policy)  # type: ignore[arg-type]
    at = Scene(schemes=1, arsenal=owned, policies=policies).hand("9c", "RJ")
    tried = Counter(slug for card in at.view.unseen for slug in for_sale(kept(at, "barter", card.code)))
    told = rows(at)
    assert {slug: row.matching for slug, row in told.items() if row.matching} == dict(tried)
    assert {row.of for row in told.values()} == {52}
    for held in ("9c", "RJ"):
        cheated = set(for_sale(again(at).flip("barter", "1r").choose("barter_cheat", held)))
        helped = {slug for slug, row in told.items() if Card.parse(held) in dict(row.cheats)}
        assert helped == cheated, "the Red Joker counts as 13 when it is cheated"
    assert dict(told["spyglass"].cheats)[Card.parse("9c")] == 51 / 52, "the Black Joker is not cheated"
    flipped = again(at).flip("barter", "9r")
    on_table = rows(flipped)
    assert on_table["strange-geode"].now
    assert dict(on_table["spyglass"].cheats) == {Card.parse("9c"): 1.0}
    assert "helmet" not in on_table, "no flip is to come"


@pytest.mark.rule("M4-CAMP-19")
def test_behind_the_red_joker_lies_the_second_chart() -> None:
    at = Scene().hand("2c")
    told = rows(at)
    # The Red Joker, then a 1 or one of the twenty from 9 on; 53 cards are unseen, the 2 of Crows is held.
    assert (told["the-book-of-the-dead"].matching, told["the-book-of-the-dead"].of) == (24, 53 * 52)
    second = again(at).flip("barter", "RJ").choose("barter_cheat", "keep")
    assert second.ask.kind == "barter_flip"
    weapons = {row.slug for row in scene.charts().thirsting if not row.joker}
    tried = Counter(
        slug
        for card in second.view.unseen
        if not card.is_joker
        for slug in for_sale(kept(second, "barter", card.code))
    )
    there = rows(second)
    assert {slug: there[slug].matching for slug in weapons} == {slug: tried[slug] for slug in weapons}
    assert there["omens-mark"].matching == 1, "the Black Joker is left"


@pytest.mark.rule("M4-CAMP-23")
@pytest.mark.parametrize(("box", "table"), [(0, "attack"), (2, "action"), (4, "totem")])
def test_an_advancement_offers_what_each_unseen_card_would(box: int, table: str) -> None:
    at = Scene(arsenal=scene.arsenal(experience=box), schemes=1).to_advance()
    before = {offered.title: offered.rows for offered in offers(at)}
    at.choose("advance_table", f"leader:{table}")
    told = rows(at)
    assert tuple(told.values()) in before.values(), "told before the table is chosen"
    tried: Counter[str] = Counter()
    for card in at.view.unseen:
        after = kept(at, "advance", card.code)
        keys = {key for key in after.keys("advance_take") if key != PASS}
        named = {key.split(":")[0] for key in keys} if table == "totem" else keys
        tried.update({""} if card.is_joker and table == "action" and keys else named)
    assert {slug: row.matching for slug, row in told.items() if row.matching} == dict(tried)
    low = again(at).flip("advance", "1c")
    for held in low.view.hand:
        cheated = set(again(low).choose("advance_cheat", held.code).keys("advance_take"))
        assert {slug for slug, row in rows(low).items() if held in dict(row.cheats)} == cheated - {PASS}


@pytest.mark.rule("M4-CAMP-23")
@pytest.mark.parametrize("scrip", [1, 10])
def test_a_third_trigger_stands_among_the_odds_with_its_price(scrip: int) -> None:
    two = replace(scene.CARD, actions=(replace(scene.KNIFE, triggers=("A", "B")),))
    at = Scene(arsenal=scene.arsenal(experience=0, scrip=scrip), card=two).to_advance()
    at.choose("advance_table", "leader:attack")
    prices = {slug: row.price for slug, row in rows(at).items()}
    assert prices["attack-1-dismember"] == 2
    assert prices["attack-7-skill-boost"] is None


def fates(risks: Iterable[Risk]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for risk in risks:
        counted[risk.fate] += risk.cards
    return Counter({fate: cards for fate, cards in counted.items() if cards})


@pytest.mark.rule("M4-CAMP-26", "M4-CAMP-20")
@pytest.mark.parametrize(
    ("model", "carried", "recovered"),
    [(GUARD, (), False), (HOUND, ("fugitive", "leadfooted"), False), (LEADER, (), False), (LEADER, (), True)],
)
def test_an_injury_flip_does_what_each_unseen_card_would(
    model: int, carried: tuple[str, ...], recovered: bool
) -> None:
    models = tuple(scene.hurt(each, *carried) if each.id == model else each for each in scene.MODELS)
    at = early(model, arsenal=scene.arsenal(models=models, recovered=recovered))
    happened: Counter[str] = Counter()
    for card in at.view.unseen:
        after = again(at).flip("injury", card.code)
        if after.ask.kind == "injury_flip":
            continue
        kinds = {
            facts.ModelBetrays: "traitor",
            facts.LeaderRecovers: "recovers",
            facts.ModelLost: "annihilated",
            facts.InjurySuffered: "injury",
        }
        said = {type(effect) for effect in after.view.effects}
        usual = "lucky_miss" if after.ask.kind == "lucky_miss_flip" else "unhurt"
        happened[next((word for kind, word in kinds.items() if kind in said), usual)] += 1
    (told,) = odds.risks(at.replay.state, at.ask)
    ((name, risks),) = told.models
    assert (name, fates(risks)) == (at.replay.state.model(model).name, happened)
    assert {risk.of for risk in risks} == {sum(happened.values())}
    assert risks[0].fate in ("annihilated", "recovers"), "the worst first"


@pytest.mark.rule("M4-CAMP-25")
def test_the_doctor_does_what_each_unseen_card_would_and_each_held_one() -> None:
    models = tuple(scene.hurt(each, "fugitive") if each.id == GUARD else each for each in scene.MODELS)
    at = Scene(schemes=3, arsenal=scene.arsenal(models=models, experience=13), killed=(HOUND,))
    at.hand("12r", "8c", "9t", "RJ").flip("barter", "1r").choose("barter_cheat", "keep")
    at.choose("barter_buy", PASS)
    doctor, waiting = odds.risks(at.replay.state, at.ask)
    assert (doctor.rule, [name for name, _ in waiting.models]) == ("M4-CAMP-25", ["Guild Hound"])
    risks = {risk.fate: risk for risk in doctor.models[0][1]}
    # Of 49 unseen: from 1 to 8 all but the 1 that fell and the 8 that is held, three 9, and so on.
    assert {fate: risk.cards for fate, risk in risks.items()} == {
        "worse": 1,
        "another": 3,
        "nothing": 30,
        "undead": 4,
        "construct": 4,
        "healed": 7,
    }
    assert [card.code for card in risks["healed"].cheats] == ["12r", "RJ"], "cheated it is no Lucky Miss"
    assert [card.code for card in risks["another"].cheats] == ["9t"]
    at.choose("doctor", f"{GUARD}/fugitive")
    assert odds.flip_risks(at.replay.state, at.ask) == doctor.models[0][1]
    at.flip("doctor", "9c").choose("doctor_cheat", "keep")
    hurts = odds.flip_risks(at.replay.state, at.expect("injury_flip"))
    assert set(fates(hurts)) == {"injury"}, "it is flipped until one stays"


def test_nothing_is_told_where_nothing_is_flipped() -> None:
    at = early(GUARD, policies=replace(RisingPolicies(), no_injuries=True))
    assert at.ask.kind == "lock"
    assert (list(odds.risks(at.replay.state, at.ask)), offers(at)) == ([], [])
