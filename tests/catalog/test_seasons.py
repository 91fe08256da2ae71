"""A season that somebody has in hand: brought in for everybody, checked, corrected by whoever brought it."""

from __future__ import annotations

import html

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.models import Season
from mfcampaign.setups import operations as setups
from rules.game.setup.drawn import Wanted
from rules.refusal import Refusal
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]
STRATEGIES = "Mill, ram\nFord, mask\nGate, tome\nWell, crow"
SCHEMES = "One > Two, Three, Four\nTwo > One, Three, Four\nThree > One, Two, Four\nFour > One, Two, Three"
SENT = {"edition": "m4e", "name": "Gaining Grounds 1", "strategies": STRATEGIES, "schemes": SCHEMES}


@pytest.mark.rule("M4-SETUP-03", "M4-SCH-06")
def test_a_season_is_brought_in_drawn_from_and_corrected(client: Client) -> None:
    mara = person("mara")
    page = reverse("catalog:season_new")
    assert client.get(page).status_code == 302, "who is nobody signs in"
    client.force_login(mara)
    assert "Fourth Edition" in client.get(page).content.decode()
    wrong = {**SENT, "strategies": "Mill, ram\nFord", "schemes": SCHEMES.replace("Four\n", "Fuor\n", 1)}
    refused = html.unescape(client.post(page, wrong).content.decode())
    assert "one Strategy of each suit" in refused
    assert "One is followed by Fuor" in refused
    assert "Ford" in refused, "what was written stays"
    assert not Season.objects.exclude(brought_by=None).exists()
    answer = client.post(page, SENT)
    assert answer["Location"] == "/catalogue/scenarios/?season=gaining-grounds-1"
    shown = html.unescape(client.get(answer["Location"]).content.decode())
    assert "then Two, Three, Four" in shown
    assert "correct it" in shown
    row = setups.draw(mara, Wanted(edition="m4e", season="gaining-grounds-1", size=50))
    assert "Gaining Grounds 1" in html.unescape(client.get(row.get_absolute_url()).content.decode())
    form = html.unescape(client.get(f"{page}?season=gaining-grounds-1").content.decode())
    assert "Three > One, Two, Four" in form
    client.post(page, {**SENT, "strategies": STRATEGIES.replace("Mill", "Windmill")})
    assert queries.season("gaining-grounds-1").strategies[0].name == "Windmill"
    assert Season.objects.filter(brought_by=mara).count() == 1
    client.force_login(person("jonas"))
    assert "correct it" not in client.get(answer["Location"]).content.decode()
    assert "There is a season called Gaining Grounds 1 already" in client.post(page, SENT).content.decode()


def test_what_cannot_be_brought_in() -> None:
    mara = person("mara")
    with pytest.raises(Refusal, match="come with the portal"):
        operations.bring_season(mara, "m3e", "Mine", STRATEGIES, SCHEMES)
    with pytest.raises(Refusal, match="a season called Gaining Grounds 0 already"):
        operations.bring_season(mara, "m4e", "gaining grounds 0", STRATEGIES, SCHEMES)
    with pytest.raises(Refusal, match="longer than 60"):
        operations.bring_season(mara, "m4e", "Long", STRATEGIES.replace("Mill", "M" * 61), SCHEMES)
    with pytest.raises(Refusal, match="needs a name"):
        operations.bring_season(mara, "m4e", " ", STRATEGIES, SCHEMES)
