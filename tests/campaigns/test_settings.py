"""An organiser lays a pack over the figures of a league, as long as nobody has built on the others."""

from __future__ import annotations

import pytest

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.autoplay import play
from mfcampaign.campaigns.operations import settings as verbs
from mfcampaign.catalog.operations import packs
from rules.core.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


@pytest.mark.rule("M3E-HIRE-03")
def test_an_organiser_enters_the_cost_that_no_source_names(make_league):
    league = make_league(players=0)
    entry = league.join("esme", "explorers-society")
    with pytest.raises(Refusal, match="Henchman"):
        play.found_arsenal(league.entry(0))
    pack = packs.create_pack(league.organiser, "Costs of the house")
    for slug, cost in {"kiya-manimi": 9, "calypso-mk-ii": 9, "harpooner": 6}.items():
        packs.set_figures(pack, league.organiser, slug, {"cost": cost})
    verbs.use_pack(league.campaign, league.organiser, pack.pk)
    play.found_arsenal(league.entry(0))
    assert entry.models.get(is_leader=True).slug == "kiya-manimi"
    assert loading.catalogue(league.entry(0).campaign).profile("kiya-manimi").cost == 9
    with pytest.raises(Refusal, match="has founded"):
        verbs.use_pack(league.campaign, league.organiser, None)


def test_somebody_elses_private_pack_is_not_to_be_had(make_league):
    league = make_league(players=0)
    theirs = packs.create_pack(person("other"), "Private")
    with pytest.raises(Refusal, match="not yours"):
        verbs.use_pack(league.campaign, league.organiser, theirs.pk)
    assert league.campaign.pack_id is None
