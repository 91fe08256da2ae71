"""Whose a Deployment Zone is stands in it; among the models offered, one's own are drawn apart."""

from __future__ import annotations

import re

import pytest

from rules import two_crews
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.table import RULES
from rules.game.pictures.board import board_of_tokens, zones_of
from rules.game.pictures.tokens import tokens
from tests.rules.editions.m3e.scene import Scene

NAME = re.compile(r'class="zone-name (side-\d)" transform="translate\(([\d.]+) ([\d.]+)\)[^>]*>([^<]*)<')

TOKEN = re.compile(r'class="(token [^"]*)"[^>]*data-model="(\w+)"')


def taken(deployment: str):
    scene = Scene(M3E).crew("A", name="Guild & Co", zone="north").crew("B", name="Bayou", zone="south")
    return scene.state(deployment=deployment).g.state


@pytest.mark.parametrize("deployment", [each.name for each in RULES.deployments])
def test_each_zone_bears_its_crews_name_on_the_table(deployment):
    named = NAME.findall(zones_of(RULES)(taken(deployment)))
    assert {(side, name) for side, _x, _y, name in named} == {
        ("side-0", "Guild &amp; Co"),
        ("side-1", "Bayou"),
    }
    at = {name: (float(x), float(y)) for _side, x, y, name in named}
    assert all(0 < x < 36 and 0 <= y < 36 for x, y in at.values())
    assert at["Bayou"][1] < at["Guild &amp; Co"][1]


def test_before_the_zones_are_taken_none_is_named():
    state = two_crews().first_state()
    assert "zone-name" not in board_of_tokens(state, (), zones=zones_of(RULES))


def test_own_models_are_lit_apart_from_enemies():
    state = Scene(M3E).model("a1", at=(4, 5)).model("b1", at=(9, 5)).model("a2", at=(9, 9)).g.state
    drawn = tokens(state, frozenset({"a1", "b1"}), 36.0, 0)
    kinds = {name: kind for kind, name in TOKEN.findall(drawn)}
    assert kinds["a1"] == "token side-0 token-offered token-own"
    assert kinds["b1"] == "token side-1 token-offered"
    assert "offered" not in kinds["a2"]
    assert "token-own" not in tokens(state, frozenset({"a1"}), 36.0)
