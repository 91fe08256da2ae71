"""Every rule test takes the ruleset as a parameter: another edition joins without untested paths."""

from __future__ import annotations

import pytest

from rules.editions.m3e.ruleset import RULESETS, Ruleset


@pytest.fixture(params=sorted(RULESETS))
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    return RULESETS[request.param]
