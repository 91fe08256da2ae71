"""Victory Points of the First Edition: every Strategy and Scheme at its edges, and who has won."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.m1e.scoring import (
    FACTIONS,
    SCHEME,
    STRATEGY,
    ChosenScheme,
    Faction,
    FinalCounts,
    ScoredSide,
    ScoreM1,
    counts_needed,
    score_m1,
)
from rules.editions.m1e.setup import BRAWL, SCRAP, STRATEGIES
from rules.refusal import Refusal

NOTHING = FinalCounts()
IDLE = ScoredSide("Reconnoiter", NOTHING)


def reached(strategy: str, own: FinalCounts, enemy: FinalCounts = NOTHING) -> int:
    """What ``strategy`` pays the first player."""
    score = score_m1([ScoredSide(strategy, own), ScoredSide("Reconnoiter", enemy)], SCRAP)
    line = score.totals[0].lines[0]
    assert line.label == strategy
    return line.amount


def scheme(
    chosen: ChosenScheme, own: FinalCounts = NOTHING, enemy: FinalCounts = NOTHING, **more: object
) -> int:
    """What a Scheme pays the first player, of the faction that may have it."""
    faction = SCHEME[chosen.name].faction
    theirs = ScoredSide(str(more.get("their_strategy", "Reconnoiter")), enemy)
    score = score_m1([ScoredSide("Reconnoiter", own, (chosen,), faction), theirs], SCRAP)
    return score.totals[0].amount - score.totals[0].lines[0].amount


@pytest.mark.rule("M1-ENC-07")
def test_the_cards_know_the_same_strategies() -> None:
    assert set(STRATEGY) == {name for _, name in STRATEGIES}


@pytest.mark.rule("M1-STR-01")
@pytest.mark.parametrize(("own", "enemy", "points"), [(1, 0, 4), (0, 0, 2), (1, 1, 0), (0, 2, 0)])
def test_assassinate(own: int, enemy: int, points: int) -> None:
    assert reached("Assassinate", FinalCounts(masters=own), FinalCounts(masters=enemy)) == points


@pytest.mark.rule("M1-STR-02")
@pytest.mark.parametrize(
    ("central", "whole", "enemy", "points"),
    [(1, 1, 0, 4), (3, 1, 1, 2), (2, 0, 0, 2), (2, 2, 2, 0), (1, 0, 2, 0), (0, 0, 0, 0)],
)
def test_claim_jump(central: int, whole: int, enemy: int, points: int) -> None:
    own = FinalCounts(central=central, central_whole=whole)
    assert reached("Claim Jump", own, FinalCounts(central=enemy)) == points


@pytest.mark.rule("M1-STR-03")
@pytest.mark.parametrize(("quarters", "points"), [(0, 0), (2, 0), (3, 2), (4, 4)])
def test_reconnoiter(quarters: int, points: int) -> None:
    assert reached("Reconnoiter", FinalCounts(quarters=quarters)) == points


@pytest.mark.rule("M1-STR-04")
@pytest.mark.parametrize(
    ("masters", "models", "insignificant", "points"),
    [(0, 0, 0, 4), (0, 0, 2, 2), (1, 1, 0, 2), (1, 1, 3, 2), (1, 2, 0, 0), (0, 1, 0, 0)],
)
def test_slaughter(masters: int, models: int, insignificant: int, points: int) -> None:
    enemy = FinalCounts(masters=masters, models=models, insignificant=insignificant)
    assert reached("Slaughter", NOTHING, enemy) == points


@pytest.mark.rule("M1-STR-07")
def test_treasure_hunt() -> None:
    assert reached("Treasure Hunt", FinalCounts(treasure="carried")) == 4
    assert reached("Treasure Hunt", FinalCounts(treasure="lies")) == 2
    assert reached("Treasure Hunt", NOTHING, FinalCounts(treasure="carried")) == 0


@pytest.mark.rule("M1-SCH-02", "M1-SCH-12")
def test_army_of_the_dead() -> None:
    army = ChosenScheme("Army of the Dead")
    assert scheme(army, FinalCounts(undead=2, corpses=2), FinalCounts(models=3, insignificant=9)) == 1
    assert scheme(army, FinalCounts(undead=2, corpses=1), FinalCounts(models=3)) == 0


@pytest.mark.rule("M1-SCH-04", "M1-SCH-12")
def test_breakthrough() -> None:
    assert scheme(ChosenScheme("Breakthrough"), FinalCounts(far=2), FinalCounts(home=1)) == 1
    assert scheme(ChosenScheme("Breakthrough"), FinalCounts(far=2), FinalCounts(home=2)) == 0


@pytest.mark.rule("M1-SCH-05", "M1-SCH-12")
@pytest.mark.parametrize(("own", "enemy", "points"), [(3, 3, 1), (3, 4, 1), (4, 3, 1), (3, 5, 0), (5, 3, 0)])
def test_eye_for_an_eye(own: int, enemy: int, points: int) -> None:
    left = FinalCounts(models=enemy, insignificant=7)
    assert scheme(ChosenScheme("Eye for an Eye"), FinalCounts(models=own), left) == points


@pytest.mark.rule("M1-SCH-06", "M1-SCH-12")
def test_hold_out() -> None:
    assert scheme(ChosenScheme("Hold Out"), NOTHING, FinalCounts(far=0, home=5)) == 1
    assert scheme(ChosenScheme("Hold Out"), FinalCounts(home=5), FinalCounts(far=1)) == 0


@pytest.mark.rule("M1-SCH-08", "M1-SCH-12")
def test_raid() -> None:
    assert scheme(ChosenScheme("Raid!"), FinalCounts(minions=3), FinalCounts(minions=2)) == 1
    assert scheme(ChosenScheme("Raid!"), FinalCounts(minions=2), FinalCounts(minions=2)) == 0


@pytest.mark.rule("M1-SCH-03", "M1-SCH-07", "M1-SCH-09", "M1-SCH-10")
@pytest.mark.parametrize(
    ("name", "worth"), [("Bodyguard", 1), ("Kidnap", 2), ("Sabotage", 2), ("Stake a Claim", 1)]
)
def test_what_no_count_can_tell(name: str, worth: int) -> None:
    assert scheme(ChosenScheme(name, of="the tower", done=True)) == worth
    assert scheme(ChosenScheme(name, of="the tower")) == 0
    with pytest.raises(Refusal, match="which") as no:
        scheme(ChosenScheme(name, done=True))
    assert no.value.rule == SCHEME[name].rule


@pytest.mark.rule("M1-SCH-03", "M1-SCH-07", "M1-SCH-09", "M1-SCH-10")
def test_such_a_scheme_may_be_taken_again_for_something_else() -> None:
    twice = (ChosenScheme("Kidnap", of="Lady", done=True), ChosenScheme("Kidnap", of="Lord", done=True))
    score = score_m1([ScoredSide("Reconnoiter", NOTHING, twice, "Neverborn"), IDLE], SCRAP)
    assert score.totals[0].amount == 4
    same = (ChosenScheme("Kidnap", of="Lady", done=True), ChosenScheme("Kidnap", of="lady "))
    with pytest.raises(Refusal, match="again only for something else") as no:
        score_m1([ScoredSide("Reconnoiter", NOTHING, same, "Neverborn"), IDLE], SCRAP)
    assert no.value.rule == "M1-SCH-07"
    with pytest.raises(Refusal, match="may take Hold Out only once"):
        score_m1([ScoredSide("Reconnoiter", NOTHING, (ChosenScheme("Hold Out"),) * 2), IDLE], SCRAP)


@pytest.mark.rule("M1-SCH-11")
@pytest.mark.parametrize(("quarters", "points"), [(4, 0), (3, 1), (2, 2)])
def test_thwart_pays_for_what_the_enemy_missed(quarters: int, points: int) -> None:
    assert scheme(ChosenScheme("Thwart", announced=True), NOTHING, FinalCounts(quarters=quarters)) == points
    with pytest.raises(Refusal, match="announced") as no:
        scheme(ChosenScheme("Thwart"), NOTHING, FinalCounts(quarters=quarters))
    assert no.value.rule == "M1-SCH-11"


@pytest.mark.rule("M1-SCH-01", "M1-ENC-08")
def test_announcing_pays_where_a_scheme_is_worth_no_more_than_one_and_came_true() -> None:
    assert scheme(ChosenScheme("Hold Out", announced=True)) == 2
    assert scheme(ChosenScheme("Hold Out", announced=True), NOTHING, FinalCounts(far=1)) == 0
    assert scheme(ChosenScheme("Kidnap", announced=True, of="Lady", done=True)) == 2
    assert scheme(ChosenScheme("Thwart", announced=True)) == 2


@pytest.mark.rule("M1-SCH-02", "M1-SCH-07", "M1-SCH-08", "M1-SCH-09", "M1-SCH-11")
@pytest.mark.parametrize("name", [name for name, scheme in SCHEME.items() if scheme.faction])
def test_a_factions_scheme_is_its_own(name: str) -> None:
    others = next(faction for faction in FACTIONS if faction != SCHEME[name].faction)
    taken = (ChosenScheme(name, announced=True, of="it"),)
    for faction in (others, None):
        with pytest.raises(Refusal, match=f"Scheme of the {SCHEME[name].faction}") as no:
            score_m1([IDLE, ScoredSide("Reconnoiter", NOTHING, taken, faction)], SCRAP)
        assert no.value.rule == SCHEME[name].rule
        assert "The second player" in no.value.sentence


@pytest.mark.rule("M1-ENC-01", "M1-ENC-02")
def test_a_size_limits_the_schemes() -> None:
    three = ScoredSide(
        "Reconnoiter",
        NOTHING,
        (ChosenScheme("Hold Out"), ChosenScheme("Breakthrough"), ChosenScheme("Eye for an Eye")),
    )
    assert score_m1([three, IDLE], BRAWL).totals[0].amount == 2
    with pytest.raises(Refusal) as no:
        score_m1([three, IDLE], SCRAP)
    assert no.value.rule == "M1-ENC-01"


@pytest.mark.parametrize(
    ("side", "words"),
    [
        (ScoredSide("", NOTHING), "no Strategy"),
        (ScoredSide("Reconnoiter", FinalCounts(quarters=5)), "four quarters"),
        (ScoredSide("Reconnoiter", FinalCounts(quarters=-1)), "below nothing"),
        (ScoredSide("Claim Jump", FinalCounts(central=1, central_whole=2)), "completely in the area"),
        (ScoredSide("Reconnoiter", NOTHING, (ChosenScheme("Murder"),)), "No Scheme is called"),
    ],
)
def test_what_cannot_have_been_is_refused(side: ScoredSide, words: str) -> None:
    with pytest.raises(Refusal, match=words) as no:
        score_m1([side, IDLE], SCRAP)
    assert no.value.rule


def test_masters_are_models_where_both_are_asked_for() -> None:
    with pytest.raises(Refusal, match="Masters are models"):
        reached("Slaughter", NOTHING, FinalCounts(masters=2, models=1))
    assert reached("Assassinate", FinalCounts(masters=2)) == 4


@pytest.mark.rule("M1-ENC-20")
def test_the_most_points_win() -> None:
    four, two = (
        ScoredSide("Reconnoiter", FinalCounts(quarters=4)),
        ScoredSide("Reconnoiter", FinalCounts(quarters=3)),
    )
    assert score_m1([four, two], SCRAP).winner == 0
    assert score_m1([two, four], SCRAP).winner == 1
    assert score_m1([two, two], SCRAP).winner is None


def test_only_the_counts_that_matter_are_asked_for() -> None:
    slaughter, idle = (
        ScoredSide("Slaughter", NOTHING, (ChosenScheme("Raid!"),), "Guild"),
        ScoredSide("", NOTHING),
    )
    assert counts_needed([slaughter, idle]) == (
        {"minions"},
        {"masters", "models", "insignificant", "minions"},
    )


few = st.integers(0, 4)
tallies = st.builds(
    lambda whole, part, masters, others, **more: FinalCounts(
        central_whole=whole, central=whole + part, masters=masters, models=masters + others, **more
    ),
    whole=few,
    part=few,
    masters=few,
    others=few,
    insignificant=few,
    minions=few,
    undead=few,
    corpses=few,
    quarters=few,
    far=few,
    home=few,
    treasure=st.sampled_from(["", "lies", "carried"]),
)


@st.composite
def sides(draw: st.DrawFn) -> ScoredSide:
    faction: Faction = draw(st.sampled_from(FACTIONS))
    free = [name for name, scheme in SCHEME.items() if scheme.faction in (None, faction)]
    names = draw(st.lists(st.sampled_from(free), max_size=3, unique=True))
    schemes = tuple(
        ChosenScheme(name, name == "Thwart" or draw(st.booleans()), "it", draw(st.booleans()))
        for name in names
    )
    return ScoredSide(draw(st.sampled_from(sorted(STRATEGY))), draw(tallies), schemes, faction)


@pytest.mark.rule("M1-ENC-20")
@given(sides(), sides())
def test_a_score_is_its_lines_and_the_same_from_the_other_seat(one: ScoredSide, two: ScoredSide) -> None:
    score, turned = score_m1([one, two], BRAWL), score_m1([two, one], BRAWL)
    assert score.totals == turned.totals[::-1]
    for total in score.totals:
        assert total.amount == sum(line.amount for line in total.lines) <= 4 + 3 * 2
        assert all(line.rule for line in total.lines)
    mirrored: dict[int | None, int | None] = {0: 1, 1: 0, None: None}
    assert turned.winner == mirrored[score.winner]
    assert isinstance(score, ScoreM1)


@given(sides(), sides(), tallies)
def test_counts_that_were_not_asked_for_change_nothing(
    one: ScoredSide, two: ScoredSide, other: FinalCounts
) -> None:
    needed, _ = counts_needed([one, two])
    mixed = {
        name: getattr(one.tally if name in needed else other, name) for name in FinalCounts.__struct_fields__
    }
    if mixed["central_whole"] > mixed["central"]:
        mixed["central_whole"] = mixed["central"]
        if "central_whole" in needed:
            return
    if {"masters", "models"} <= needed and mixed["models"] < mixed["masters"]:
        return
    again = ScoredSide(one.strategy, FinalCounts(**mixed), one.schemes, one.faction)
    assert score_m1([again, two], BRAWL) == score_m1([one, two], BRAWL)
