"""Injuries and Campaign Upgrades tried in a Crew of no league: what they cost and change, where they may not
be, how they go along and what they are in play."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from mfcampaign.catalog.operations import load_house_charts
from mfcampaign.crews import operations, queries
from mfcampaign.crews.models import Crew
from mfcampaign.play import hiring
from mfcampaign.play.saved_crews import Saved
from rules.editions.m3e.scripts.equipment import EQUIPMENT
from rules.game.setup.equipping import equipped
from rules.refusal import Refusal
from tests.markup import flat


@pytest.fixture
def crew(mara: Any) -> Crew:
    """Lady Justice with two Guild Hounds, and the charts of the house."""
    load_house_charts()
    crew = operations.create(mara, faction="guild", leader="lady-justice", size=50, name="Night watch")
    operations.add(crew, mara, "guild-hound", copies=2)
    return crew


def hurting(crew: Crew, stat: str) -> str:
    return next(
        each.upgrade.slug
        for each in queries.to_try(crew)
        if any(m.stat == stat for m in each.upgrade.stat_mods)
    )


@pytest.mark.rule("SL-INJURY-05")
@pytest.mark.rule("SL-INJURY-10")
def test_an_injury_changes_the_line_of_its_model_alone_and_too_many_are_refused(crew: Crew) -> None:
    mara = crew.owner
    before = queries.build(crew)
    hound = before.rows[0].pk
    injury = hurting(crew, "df")
    operations.try_on(crew, mara, hound, injury)
    built = queries.build(crew)
    hurt, well = built.seats[1].profile, built.seats[2].profile
    assert hurt is not None
    assert well is not None
    assert hurt.df is not None
    assert well.df is not None
    assert 1 <= hurt.df < well.df
    assert built.report.legal
    assert built.rating.amount == -1
    others = [each.upgrade.slug for each in queries.to_try(crew) if each.upgrade.kind == "injury"]
    second, third = [slug for slug in others if slug != injury][:2]
    operations.try_on(crew, mara, hound, second)
    assert queries.build(crew).report.legal, "two are carried"
    operations.try_on(crew, mara, hound, third)
    assert any(each.rule == "SL-INJURY-10" for each in queries.build(crew).report.violations)
    with pytest.raises(Refusal):
        operations.submit(crew, mara)


@pytest.mark.rule("SL-UPG-12")
def test_what_costs_something_is_paid_and_goes_along_with_undo_versions_and_copies(crew: Crew) -> None:
    mara = crew.owner
    costly = next(
        each.upgrade for each in queries.to_try(crew) if each.upgrade.ss_cost and each.upgrade.kind == "skill"
    )
    plain = queries.build(crew).report
    operations.try_on(crew, mara, None, costly.slug)
    report = queries.build(crew).report
    assert (report.total.amount, report.left) == (
        plain.total.amount + costly.ss_cost,
        plain.left - costly.ss_cost,
    )
    version = operations.keep_version(crew, mara, "With it")
    operations.undo(crew, mara)
    assert queries.build(crew).tried == {}
    operations.use_version(crew, mara, version.pk)
    assert queries.build(crew).report.total.amount == report.total.amount
    copy = operations.duplicate(crew, mara)
    assert queries.build(copy).tried == queries.build(crew).tried
    assert f"# Tried on Lady Justice: {costly.name}" in queries.build(crew).text
    operations.change_settings(crew, mara, size=report.total.amount - 1)
    assert queries.build(crew).report.left == -1
    assert not queries.build(crew).report.legal


def test_in_play_the_injured_have_cards_of_their_own(crew: Crew) -> None:
    hound = queries.build(crew).rows[1].pk
    injury = hurting(crew, "df")
    operations.try_on(crew, crew.owner, hound, injury)
    played = equipped(Saved(Crew.objects.get(pk=crew.pk)), EQUIPMENT)
    leader, well, hurt = played.crew.models
    assert played.cards[hurt.card].df < played.cards[well.card].df  # type: ignore[attr-defined]
    assert hurt.upgrades == (injury,)
    assert injury in played.upgrades
    assert leader.card == "lady-justice"
    refusal = hiring._tries(Saved(crew))
    assert refusal is not None
    assert "which nobody hires here" in refusal.sentence


def test_the_page_tries_and_takes_off(client_of: Any, crew: Crew) -> None:
    client, page = client_of(crew.owner), reverse("crews:tried", args=[crew.public_id])
    injury = next(each for each in queries.to_try(crew) if each.upgrade.kind == "injury")
    fields = {"member": "0", "slug": injury.upgrade.slug, "version": crew.version}
    shown = client.post(reverse("act:try_in_crew", args=[crew.public_id]), fields, follow=True)
    assert shown.redirect_chain[-1][0] == page
    assert injury.effect in flat(shown.content.decode())
    for address in ("crews:crew", "crews:print"):
        assert injury.upgrade.name in client.get(reverse(address, args=[crew.public_id])).content.decode()
    told = client.get(f"/api/v1/crews/{crew.public_id}/tried/").json()
    assert [(each["member"], each["slug"]) for each in told["tried"]] == [(0, injury.upgrade.slug)]
    off = {"member": "0", "slug": injury.upgrade.slug}
    client.post(reverse("act:try_no_more_in_crew", args=[crew.public_id]), off)
    assert queries.build(Crew.objects.get(pk=crew.pk)).tried == {}
