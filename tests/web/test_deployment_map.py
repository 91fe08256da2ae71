"""Drawings of the core in pages: whole, in words, with nothing a strict page would refuse."""

from __future__ import annotations

import re

import pytest

from mfcampaign.web.drawings.core import drawing
from mfcampaign.web.drawings.deployment import deployment_map
from rules.edition import editions

TOLD = [(edition.code, each) for edition in editions() for each in edition.table.deployments]


@pytest.mark.parametrize(("edition", "told"), TOLD)
@pytest.mark.rule("M3E-SETUP-07", "M3E-SETUP-13", "M1-ENC-05")
def test_a_deployment_is_drawn_by_the_one_drawing(edition, told):
    text = deployment_map(told.name, edition)
    assert text.startswith('<div class="deployment"><svg class="table" ')
    assert f"{told.name} Deployment: {told.words}" in text
    assert [text.count(f"zone zone-{end}") for end in ("south", "north")] == [1, 1]
    assert text.count("centre-line") == 1
    assert not re.search(r"style=|<script|\son\w+=", text)


def test_an_unknown_deployment_is_an_empty_table_and_its_name_is_escaped():
    text = deployment_map("<b>Elsewhere")
    assert "zone" not in text
    assert "<b>" not in text
    with pytest.raises(ValueError, match="one SVG element"):
        drawing("<p>no drawing</p>")
