"""A Master joins an Arsenal: when, for how much, and that it leads from then on."""

from __future__ import annotations

import pytest

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import ArsenalBounty
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from rules.campaign.hires import hire_candidates
from rules.crews.catalogue import MASTER
from rules.refusal import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.mark.rule(
    "SL-LEADER-01", "SL-LEADER-05", "SL-MASTER-01", "SL-MASTER-03", "SL-MASTER-04", "SL-MASTER-06"
)
def test_a_master_leads_at_once_and_what_is_owned_stays(make_league):
    league = make_league(weeks_total=2)
    league.found_all()
    play.live_week(league.start())
    week.reach_deadline(league.week(1))
    entry = league.entry(0)
    ledger.pay(entry, 30, reason="ruling", natural_key="test/purse")
    figures, part = loading.catalogue(league.campaign), league.week(2).parts.get(entry=entry)
    master = next(
        p
        for p in figures.profiles()
        if p.station == MASTER and entry.faction in p.factions and p.cost is not None
    )
    with pytest.raises(Refusal) as early:
        hires.hire_model(entry, entry.user, master.slug)
    assert "SL-MASTER-03" in str(early.value)
    ArsenalBounty.objects.create(
        entry=entry, slug="done", name="Done", portions=[], price=4, state="accomplished", bought_week=1
    )
    had, old = balances.balance(entry), set(entry.models.owned().values_list("pk", flat=True))
    hired = hires.hire_model(entry, entry.user, master.slug)
    assert had - balances.balance(entry) == 10
    assert [row.pk for row in entry.models.owned().filter(is_leader=True)] == [hired.pk]
    assert old < set(entry.models.owned().values_list("pk", flat=True))
    part.refresh_from_db()
    offers = hire_candidates(loading.hire_window(part), figures, league.campaign.rules)
    assert not any(offer.legal for offer in offers if offer.station == MASTER), "one Master an Arsenal"
    league.check()
