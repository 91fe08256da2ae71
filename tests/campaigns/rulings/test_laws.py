"""Any sequence of rulings on a league some weeks on leaves every law standing."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mfcampaign.campaigns.models import Game, Ruling
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import AnyRequest, CorrectResult, Forgive, Give, Undo, VoidGame
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.campaigns.rulings.scenes import check, live, result_of, with_vp

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process"), pytest.mark.slow]
VP = st.integers(0, 4)
STEP = st.one_of(
    st.tuples(st.just("result"), st.integers(0, 9), VP, VP),
    st.tuples(st.just("void"), st.integers(0, 9), st.just(0), st.just(0)),
    st.tuples(st.just("scrip"), st.integers(0, 9), st.integers(-30, 30), st.just(0)),
    st.tuples(st.just("forgive"), st.integers(0, 9), st.just(0), st.just(0)),
    st.tuples(st.just("undo"), st.integers(0, 9), st.just(0), st.just(0)),
)


def wish_of(league: League, step: tuple[str, int, int, int]) -> AnyRequest | None:
    kind, which, first, second = step
    games = list(Game.objects.filter(week__campaign=league.campaign).order_by("pk"))
    game = games[which % len(games)]
    entry = league.entry(which % len(league.players)).pk
    if kind == "result":
        if game.state == "void":
            return None
        return CorrectResult(encounter=game.pk, result=with_vp(result_of(game), first, second))
    if kind == "void":
        return VoidGame(encounter=game.pk)
    if kind == "scrip":
        return Give(entry=entry, what="scrip", amount=first)
    if kind == "forgive":
        return Forgive(entry=entry)
    rulings = Ruling.objects.filter(campaign=league.campaign).count()
    return Undo(ruling=1 + which % rulings) if rulings else None


@pytest.fixture
def season(make_league: Any) -> League:
    league: League = make_league(players=4, policies={"weekly_cap": 5})
    league.found_all()
    league.start()
    live(league, 2)
    check(league)
    return league


@pytest.mark.rule("SL-PAY-05")
def test_any_rulings_leave_ledger_maximum_and_totals_as_they_must_be(season):
    accepted = refused = 0

    @settings(
        max_examples=6,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
    @given(st.lists(STEP, min_size=1, max_size=5))
    def rule(steps: list[tuple[str, int, int, int]]) -> None:
        nonlocal accepted, refused
        with transaction.atomic():
            for step in steps:
                request = wish_of(season, step)
                if request is None:
                    continue
                try:
                    seen = ruling_operations.preview(season.campaign, season.organiser, request).digest
                    ruling_operations.rule(season.campaign, season.organiser, request, "So.", seen=seen)
                    accepted += 1
                except Refusal:
                    refused += 1
                check(season)
            transaction.set_rollback(True)
        season.campaign.refresh_from_db()

    rule()
    assert accepted > refused, "most requests can be granted"
