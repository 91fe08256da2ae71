"""A Leader who grew goes on into season 2 with all that it has become; the file of that season carries it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import operations as arsenals
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.campaigns.next_season import operations as next_season
from mfcampaign.campaigns.next_season import queries
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.rising import drafts, growth
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import operations as weeks
from rules.campaign.rising.growth import Growth
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.campaigns.rising.test_season import Week, fresh

pytestmark = [pytest.mark.django_db, pytest.mark.rule("A-44"), pytest.mark.rule("M4-CAMP-20", "M4-CAMP-22")]
PHRASE = "a phrase for the road"


def owned(entry: Entry) -> tuple[list[tuple[str, str, bool, list[str]]], list[str]]:
    """Each model with its Injuries, and the loose Equipment."""
    rows = [
        (row.slug, row.name, row.is_leader, sorted(row.bound.owned().values_list("slug", flat=True)))
        for row in entry.models.owned().order_by("pk")
    ]
    return rows, sorted(entry.upgrades.owned().filter(bearer=None).values_list("slug", flat=True))


def become(now: Growth) -> tuple[object, ...]:
    return now.leader, now.totem, now.effects, now.experience, now.recovered, now.path, now.keywords


def test_a_leader_is_kept_with_growth_injuries_equipment_and_scrip(
    make_league: Callable[..., League], client: Client
) -> None:
    league = make_league(players=2, edition="m4e", system="rising-names", weeks_total=1)
    league.found_all("a")
    league.start()
    first = Week(league, 1)
    former = fresh(first.sides[0].entry)
    leader, model = first.hired(leader=True), first.hired(leader=False)
    # The Leader recovers and another is black-mailed; one Pistol is bought.
    first.ends([leader, model], {"barter_buy": ["pistol", "pass"], "injury_flip": ["13r", "12c"]})
    league.campaign.refresh_from_db()
    assert league.campaign.state == Campaign.State.COMPLETE
    was = growth.of(former)
    assert (was.recovered, was.experience, len(was.advancements)) == (True, 2, 2)

    second = next_season.open_next_season(
        league.campaign,
        league.organiser,
        name="Second season",
        starts_on=dt.date(2026, 3, 2),
        over=next_season.CarriedOver(keeps="whole"),
    )
    entry = opening.join(second, former.user, faction=former.faction)
    client.force_login(former.user)
    page = client.get(reverse("campaigns:leader", args=[second.slug])).content.decode()
    assert "Keep this Arsenal" in page
    assert "The Leader comes along with all that it has become." in page
    next_season.keep_arsenal(entry, entry.user)
    now = growth.of(entry)
    assert become(now) == become(was)
    assert [each.slug for each in now.advancements] == [each.slug for each in was.advancements]
    assert {each.week for each in now.advancements} == {0}, "their weeks were of the season before"
    assert owned(entry) == owned(former)
    assert "pistol" in owned(entry)[1]
    assert ["black-mailed"] in [injuries for *_, injuries in owned(entry)[0]]
    assert balances.balance(entry) == balances.balance(former)
    assert growth.of(former) == was, "season 1 keeps its own"

    # Taken back, then by a cap: the Leader comes along beside what is chosen; Scrip stays behind.
    arsenals.reopen(entry, entry.user)
    assert not entry.growth.exists()
    Campaign.objects.filter(pk=second.pk).update(keeps="cap", keeps_value=5)
    entry = fresh(entry)
    offered = queries.former_arsenal(entry)
    assert offered is not None
    with pytest.raises(Refusal, match="at most 5 may be kept"):
        next_season.keep_arsenal(entry, entry.user)
    next_season.keep_arsenal(entry, entry.user, [])
    assert [leads for *_, leads, _ in owned(entry)[0]] == [True], "nobody beside the Leader"
    assert become(growth.of(entry)) == become(was)
    arsenals.reopen(entry, entry.user)
    entry = fresh(entry)
    cheapest = min(offered.chosen_from, key=lambda each: each.cost)
    next_season.keep_arsenal(entry, entry.user, [cheapest.id])
    assert [row[0] for row in owned(entry)[0]] == [
        loading.arsenal(former).leader.slug,  # type: ignore[union-attr]
        cheapest.slug,
    ]
    assert become(growth.of(entry)) == become(was)
    assert balances.balance(entry) == 0

    # The other builds anew; a week of season 2 adds to what came along, and the file carries it.
    other = opening.join(second, league.players[1], faction=league.entry(1).faction)
    drafts.suggest(other, other.user)
    drafts.buy(other, other.user)
    opening.close_registration(second, league.organiser)
    weeks.start(second, league.organiser)
    following = League(Campaign.objects.get(pk=second.pk), league.organiser, "", league.players)
    Week(following, 1, fresh(entry)).ends([], {"advance_table": ["leader:ability"]})
    grown = growth.of(entry)
    assert grown.experience == was.experience + 2
    assert [each.table for each in grown.advancements] == ["attack", "attack", "ability"], (
        "box 3 of the track"
    )
    content = write(following.campaign, phrase=PHRASE)
    again = transfer.import_league(read(content).opened(PHRASE), league.organiser)
    assert write(again, phrase=PHRASE) == content
    back = again.entries.earliest("pk")
    assert become(growth.of(back)) == become(grown)
    assert growth.of(back).brought == grown.brought
