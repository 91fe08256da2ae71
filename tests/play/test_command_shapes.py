"""The shape of commands and entries that the API describes: made of their classes, with their bounds."""

from __future__ import annotations

from typing import get_args

from mfcampaign.play.api.commands import COMMANDS, ENTRIES
from rules.game.recording.record import Own
from rules.game.referee.commands import BY_WORD

OF_THE_FOURTH = (
    "token token_off counted strategy_bonus late_vp abandon pass acted signature take_command turn_ends kept "
    "drain"
)


def test_every_command_and_every_entry_is_described():
    assert COMMANDS["properties"]["do"]["enum"] == list(BY_WORD)
    words = {kind.__struct_config__.tag for kind in get_args(Own)} | {"act", "hazard", "reckon"}
    words |= set(OF_THE_FOURTH.split())
    assert {*BY_WORD, *words} == set(ENTRIES["properties"]["do"]["enum"])
    assert "`hurt`: model, amount, [by], [reducible];" in COMMANDS["description"]
    assert "`schemes`: seat, schemes, [of];" in ENTRIES["description"], "as one edition or another has it"


def test_bounds_stand_where_the_commands_have_them():
    fields = COMMANDS["properties"]
    assert fields["value"] == {"type": "integer", "minimum": 0, "maximum": 99}
    assert fields["amount"] == {"type": "integer", "minimum": -99, "maximum": 99}, "the widest of all"
    assert fields["cards"]["anyOf"][0] == {"type": "integer", "minimum": 1, "maximum": 99}
    assert not {"printed", "bought"} & fields.keys(), "the portal adds them"
