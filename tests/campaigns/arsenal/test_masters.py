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
from rules.campaign.hires import HireCandidate, hire_candidates
from rules.crews.catalogue import MASTER
from rules.refusal import Refusal
from tests.campaigns.seasons.beginning import EDITIONS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.mark.rule(
    "SL-LEADER-01", "SL-LEADER-05", "SL-MASTER-01", "SL-MASTER-03", "SL-MASTER-04", "SL-MASTER-06"
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_master_leads_at_once_and_what_is_owned_stays(make_league, edition):
    league = make_league(weeks_total=2, edition=edition)
    league.found_all()
    play.live_week(league.start())
    week.reach_deadline(league.week(1))
    entry = league.entry(0)
    ledger.pay(entry, 30, reason="ruling", natural_key="test/purse")
    figures, part = loading.catalogue(league.campaign), league.week(2).parts.get(entry=entry)

    def masters() -> list[HireCandidate]:
        offers = hire_candidates(loading.hire_window(part), figures, league.campaign.rules)
        return [offer for offer in offers if offer.station == MASTER]

    bounty = ArsenalBounty.objects.create(
        entry=entry, slug="begun", name="Begun", portions=[], price=4, state="active", bought_week=1
    )
    assert not any(offer.legal for offer in masters())
    gated = [offer for offer in masters() if [reason.rule for reason in offer.reasons] == ["SL-MASTER-03"]]
    with pytest.raises(Refusal) as early:
        hires.hire_model(entry, entry.user, gated[0].slug)
    assert early.value.rule == "SL-MASTER-03"
    bounty.state = "accomplished"
    bounty.save(update_fields=["state"])
    had, old = balances.balance(entry), set(entry.models.owned().values_list("pk", flat=True))
    hired = hires.hire_model(entry, entry.user, gated[0].slug)
    assert had - balances.balance(entry) == 10
    assert [row.pk for row in entry.models.owned().filter(is_leader=True)] == [hired.pk]
    assert old < set(entry.models.owned().values_list("pk", flat=True))
    part.refresh_from_db()
    assert not any(offer.legal for offer in masters()), "one Master an Arsenal"
    league.check()
