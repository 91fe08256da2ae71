"""What the other player learns, step by step (M3E-SETUP-16, -17)."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict, replace

from rules.core.crews.reveal import Stage, revealed
from tests.core.crews.words import changed, crew, with_cards

FIGURES = with_cards(changed("dashel-barker-butcher", cost=15))
CREW = crew("dashel-barker-butcher+no-prisoners", "lady-justice", "guild-hound+expert-marksman", size=70)


def told(stage: Stage) -> dict[str, object]:
    return {field: what for field, what in asdict(revealed(CREW, FIGURES, stage)).items() if what is not None}


@pytest.mark.rule("M3E-SETUP-16")
def test_faction_then_the_leaders_name_without_title_then_the_masters() -> None:
    assert told(Stage.HIDDEN) == {}
    assert told(Stage.FACTION) == {"faction": "guild"}
    assert told(Stage.LEADER) == {"faction": "guild", "leader_name": "Dashel Barker"}
    assert told(Stage.MASTERS) == {
        "faction": "guild",
        "leader_name": "Dashel Barker",
        "additional_masters": ("lady-justice",),
    }


@pytest.mark.rule("M3E-SETUP-17")
def test_at_last_models_titles_and_upgrades_are_all_shown() -> None:
    crew_told = told(Stage.CREW)
    assert crew_told["leader"] == "dashel-barker-butcher"
    assert crew_told["leader_upgrades"] == ("no-prisoners",)
    assert crew_told["members"] == CREW.members


@pytest.mark.rule("M3E-SETUP-16", "M3E-SETUP-17")
@pytest.mark.parametrize("stage", [Stage.HIDDEN, Stage.FACTION, Stage.LEADER, Stage.MASTERS])
def test_before_the_reveal_two_crews_that_differ_in_secrets_look_alike(stage: Stage) -> None:
    other = replace(CREW, leader="dashel-barker", leader_upgrades=(), members=CREW.members[:1]).add(
        "executioner"
    )
    assert revealed(CREW, FIGURES, stage) == revealed(other, FIGURES, stage)
