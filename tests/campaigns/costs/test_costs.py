"""Costs that no source has: stated with the card in hand, seen by all, confirmed, settled by a ruling."""

from __future__ import annotations

import pytest

from mfcampaign.audit.queries import Act
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import operations as arsenals
from mfcampaign.campaigns.costs import operations as costs
from mfcampaign.campaigns.costs import queries
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import ArsenalModel, Campaign, Entry
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.rulings import operations as rulings
from mfcampaign.campaigns.rulings.requests import SettleCost, Undo
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.campaigns.week import operations as weeks
from rules.campaign.start import StartList, start_leaders
from rules.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
FACTION = "explorers-society"


@pytest.fixture
def league(make_league):
    opened = make_league(players=1, edition="m3e")
    opened.join("explorer", FACTION)
    return opened


def leader_without_cost(league) -> str:
    """A Henchman of the Explorer's Society whose Cost no source has."""
    figures = loading.start_figures(league.campaign)
    leaders = start_leaders(FACTION, figures, league.campaign.rules)
    return next(each.slug for each in leaders if each.cost is None)


def founded(league, slug: str) -> Entry:
    entry = league.entry(1)
    arsenals.save_draft(entry, entry.user, StartList(FACTION, slug, (), ""))
    arsenals.found_arsenal(entry, entry.user)
    return entry


def test_who_has_the_card_leads_with_it(league):
    """From a Faction that could not lead to a founded Arsenal; the opponent reads who stated the Cost."""
    assert any("lead" in sentence for sentence in queries.warnings(league.campaign))
    slug = leader_without_cost(league)
    entry = league.entry(1)
    with pytest.raises(Refusal, match="nobody knows its Cost"):
        founded(league, slug)
    costs.state_cost(league.campaign, entry.user, slug, 7)
    costs.state_cost(league.campaign, entry.user, slug, 7)
    told = Act.objects.filter(kind="cost.stated").exclude(sentence="")
    assert [act.sentence.partition(" costs ")[2] for act in told] == ["7 Soulstones."]
    founded(league, slug)
    assert entry.models.get().cost == 7
    (model,) = queries.costs(league.campaign)
    assert (model.counts, model.said) == (7, "stated by explorer")
    assert model in queries.stated_of(league.campaign, entry)
    assert not queries.stated_of(league.campaign, league.entry(0))


def test_a_second_statement_stands_beside_the_first(league):
    slug, first, second = leader_without_cost(league), *league.players
    costs.state_cost(league.campaign, first, slug, 7)
    costs.state_cost(league.campaign, second, slug, 8)
    (model,) = queries.costs(league.campaign)
    assert [(each.cost, each.confirmed) for each in model.statements] == [(7, False), (8, False)]
    assert model.counts == 7, "the first counts"
    assert "Others stated 7." in Act.objects.filter(kind="cost.stated").latest("pk").sentence
    costs.state_cost(league.campaign, first, slug, 9)
    assert queries.costs(league.campaign)[0].counts == 9, "a slip is corrected while nobody owns the model"
    assert costs.confirm_cost(league.campaign, league.organiser, slug, 8) == 0
    assert loading.catalogue(league.campaign).profile(slug).cost == 8
    with pytest.raises(Refusal, match="Nobody stated"):
        costs.confirm_cost(league.campaign, league.organiser, slug, 3)
    with pytest.raises(Refusal, match="is confirmed"):
        costs.state_cost(league.campaign, second, slug, 6)


@pytest.mark.parametrize("paid", [5, 9])
def test_a_confirmed_cost_that_differs_is_settled_by_a_ruling(league, paid):
    slug, entry = leader_without_cost(league), league.entry(1)
    costs.state_cost(league.campaign, entry.user, slug, paid)
    founded(league, slug)
    with pytest.raises(Refusal, match="Somebody owns"):
        costs.state_cost(league.campaign, entry.user, slug, 7)
    costs.state_cost(league.campaign, league.players[0], slug, 7)
    assert costs.confirm_cost(league.campaign, league.organiser, slug, 7) == 1
    assert entry.models.get().cost == paid, "what was paid stays until it is ruled on"
    before = balances.balance(entry)
    request = SettleCost(slug=slug, chosen=("scrip",))
    plan = rulings.preview(league.campaign, league.organiser, request)
    assert f"costs 7 Soulstones instead of {paid}." in plan.changes[0].sentence
    ruling = rulings.rule(league.campaign, league.organiser, request, "The card says so.", seen=plan.digest)
    assert entry.models.get().cost == 7
    assert balances.balance(entry) == before + paid - 7
    assert balances.verify(league.campaign) == []
    rulings.rule(league.campaign, league.organiser, Undo(ruling=ruling.number), "It was another card.")
    assert entry.models.get().cost == paid
    assert balances.balance(entry) == before


def test_what_is_known_is_not_stated(league):
    known = next(
        profile.slug for profile in loading.catalogue(league.campaign).profiles() if profile.cost is not None
    )
    with pytest.raises(Refusal, match="is known"):
        costs.state_cost(league.campaign, league.players[0], known, 3)
    with pytest.raises(Refusal, match="no such model"):
        costs.state_cost(league.campaign, league.players[0], "nobody", 3)
    with pytest.raises(Refusal, match="No Cost of this model is confirmed"):
        rulings.preview(league.campaign, league.organiser, SettleCost(slug=known))
    assert not ArsenalModel.objects.exists()


def test_the_pages_from_joining_to_confirming(league, client):
    campaign, slug = league.campaign, leader_without_cost(league)
    client.force_login(person("newcomer"))
    assert (
        "With the card in hand you state it" in client.get(f"/leagues/join/{league.token}/").content.decode()
    )
    player = league.players[1]
    client.force_login(player)
    start = f"/leagues/{campaign.slug}/arsenal/start/"
    assert "You have a card whose Cost nobody knows here" in client.get(start).content.decode()
    client.post(f"/do/state-cost/{campaign.slug}/", {"model": slug, "cost": "6"}, HTTP_REFERER=start)
    assert queries.costs(Campaign.objects.get(pk=campaign.pk))[0].counts == 6
    page = f"/leagues/{campaign.slug}/costs/"
    assert "stated by explorer" in client.get(page).content.decode()
    assert client.post(page, {"model": slug}).status_code == 404
    client.force_login(league.organiser)
    assert "Confirm 6" in client.get(page).content.decode()
    client.post(f"/do/confirm-cost/{campaign.slug}/", {"model": slug, "cost": "6"})
    assert "confirmed</span>" in client.get(page).content.decode()


def test_a_pack_that_can_no_longer_be_chosen_is_adopted(league):
    slug, entry = leader_without_cost(league), league.entry(1)
    costs.state_cost(league.campaign, entry.user, slug, 6)
    founded(league, slug)
    play.found_arsenal(league.entry(0), taste="a")
    opening.close_registration(league.campaign, league.organiser)
    weeks.start(league.campaign, league.organiser)
    with pytest.raises(Refusal, match="figures stand") as refused:
        settings.use_pack(league.campaign, league.organiser, None)
    assert "from the next week on" in refused.value.fix
