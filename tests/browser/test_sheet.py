"""The Arsenal sheet on paper: one side of A4, however much is owned."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_a_large_arsenal_fits_one_page(new_page: Any, make_league: Any) -> None:  # noqa: F811
    league = make_league()
    league.found_all()
    entry = league.entry(0)
    for number in range(14):
        model = ArsenalModel.objects.create(
            entry=entry, slug="", name=f"Veteran {number}", station="Henchman", cost=8, hired_week=2
        )
        for kind in ("skill", "skill", "injury"):
            ArsenalUpgrade.objects.create(
                entry=entry,
                kind=kind,
                slug=f"{kind}-{number}",
                name=f"Of much use {number}",
                effect="A short effect in a few words, as the charts have them.",
                bearer=model,
                gained_week=2,
                gained_how="barter",
            )
    token = arsenal.share_sheet(entry, entry.user)
    page = new_page(width=800)
    page.goto(reverse("campaigns:sheet_shared", args=[token]))
    expect(page.get_by_text("Veteran 13")).not_to_have_count(0)
    assert pages_of(page.pdf(format="A4")) == 1
