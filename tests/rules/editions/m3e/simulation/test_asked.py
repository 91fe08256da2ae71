"""What a person has to answer, counted by a person's policy over pairs of catalogue Crews."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest

from rules.editions.m3e.play.scoring.digests import DIGESTS
from rules.editions.m3e.play.scoring.registry import SCHEMES, STRATEGIES
from tests.rules.editions.m3e.simulation.person import acts_of
from tests.rules.editions.m3e.simulation.test_catalogue_crews import stock  # noqa: F401  fixture

MOST_IN_A_TURN, MOST_BEFORE, MOST_AT_WORST = 52, 7, 8
"""Presses and taps in a Turn, and forms before the first Activation, as medians; so many forms for all but a
few pairs. The aim in a Turn is 40; what is left are decisions (docs/measurements.md)."""
FEW = 0.15


def test_every_strategy_and_scheme_is_chosen_with_what_it_scores():
    assert set(DIGESTS) == {*STRATEGIES, *SCHEMES}


def test_a_person_is_asked_less_than_everything(stock):  # noqa: F811
    asked = acts_of(stock, "asked/0")
    everything = acts_of(stock, "asked/0", everything=True)
    assert sum(asked.turns) < 0.5 * sum(everything.turns)
    assert asked.forms[0] <= everything.forms[0]


@pytest.mark.soak
def test_the_median_of_many_pairs(stock, seeds):  # noqa: F811
    """60 pairs: acts in a whole Turn and before the first Activation, as medians."""
    counted = [acts_of(stock, f"asked/{seed}") for seed in seeds(60, least=8)]
    kinds: Counter[str] = Counter()
    for one in counted:
        kinds.update(one.kinds)
    turns = [acts for one in counted for acts in one.turns]
    assert median(turns) <= MOST_IN_A_TURN, kinds.most_common()
    assert median(one.forms[0] for one in counted) <= MOST_BEFORE
    beyond = [one.forms[0] for one in counted if one.forms[0] > MOST_AT_WORST]
    assert len(beyond) <= FEW * len(counted), beyond
