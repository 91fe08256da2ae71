"""Random seasons through the ordinary operations, everything counted again after each step.

``make test`` lives a few of them, the same ones each time; ``make soak`` 300 on SQLite and 40 on PostgreSQL
with a count of what they lived, and then 5,000 and 400 new ones. What a run lived is printed with ``-s``.
"""

from __future__ import annotations

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from mfcampaign.campaigns.models import Account
from mfcampaign.campaigns.operations import ledger
from rules.core.campaign import payday
from rules.core.refusal import Total
from tests.campaigns.seasons import drawn
from tests.campaigns.seasons.machine import Season, played

PARTS, FEW = 4, 12
SEASONS = {"sqlite": 300, "postgresql": 40}
SOAK = {"sqlite": 5000, "postgresql": 400}


def live(machine: type[Season], number: int, seasons: int, *, steps: int = 12, shrink: bool = True) -> None:
    """So many seasons from the ``number``-th seed, the same ones each time; the first that does not add
    up is made small and raised."""
    told = settings(
        max_examples=seasons,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
        suppress_health_check=list(HealthCheck),
        print_blob=True,
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(seed(number)(machine), settings=told)


@pytest.mark.slow
@pytest.mark.rule("SL-PAY-05", "SL-UPG-09", "SL-INJURY-10")
def test_a_few_random_seasons_add_up_after_every_step(seasons):
    played.clear()
    live(seasons, 0, FEW, shrink=False)
    assert played["begun"] >= FEW
    assert played["refused"] > 0


@pytest.mark.soak
@pytest.mark.rule("SL-PAY-05", "SL-UPG-09", "SL-INJURY-10", "SL-MASTER-06", "SL-LEADER-02")
@pytest.mark.parametrize("part", range(PARTS))
def test_random_seasons_add_up_after_every_step(seasons, part):
    played.clear()
    wanted = SEASONS[connection.vendor] // PARTS
    live(seasons, part, wanted)
    print(sorted(played.items()))  # noqa: T201
    assert played["begun"] >= wanted
    if connection.vendor == "sqlite":  # the few of PostgreSQL need not have lived all of it
        assert played["complete"] > wanted // 10, "many came to their end"
        assert played["act encounter.reported"] > wanted // 5, "games were played, and not only called off"
        assert played["act aftermath.player"] > 0
        assert played["act league.ruling"] > 0
        assert played["travelled"] > 0
    assert played["refused"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_thousands_of_random_seasons_add_up(seasons, part):
    played.clear()
    wanted = SOAK[connection.vendor] // 20
    live(seasons, 1000 + part, wanted, steps=40)
    assert played["begun"] >= wanted


# -- negative controls: the proof must be able to fail ----------------------------------------------


def test_a_week_without_its_maximum_is_found(seasons, monkeypatch):
    """SL-PAY-05 taken away: where 2 Scrip are the most, somebody earns more within a few seasons."""

    def boundless(lines, earned, policies=None):
        return Total.of(lines)

    monkeypatch.setattr(payday, "within_week", boundless)
    monkeypatch.setattr(drawn, "house_rules", lambda: st.just({"weekly_cap": 2}))
    with pytest.raises(AssertionError, match="is the most"):
        live(seasons, 7, 40, shrink=False)


def test_scrip_from_nowhere_is_found(seasons, monkeypatch):
    """A payment whose counter entry is lost: the purse gains and nobody pays."""
    line = ledger._line

    def one_sided(account, transfer, delta):
        found = line(account, transfer, delta)
        if account.kind == Account.Kind.BANK:
            Account.objects.filter(pk=account.pk).update(balance=account.balance)
        return found

    monkeypatch.setattr(ledger, "_line", one_sided)
    with pytest.raises(AssertionError, match="sum to"):
        live(seasons, 8, 20, shrink=False)


def test_a_total_kept_by_hand_is_found(seasons, monkeypatch):
    """Standings that forget who won are not what the results say."""
    from mfcampaign.campaigns.queries import league_page

    real = league_page.rank
    monkeypatch.setattr(
        league_page,
        "rank",
        lambda entries, scores, holdings: real(
            entries, [type(s)(s.entry, s.opponent, s.vp, s.opponent_vp, None) for s in scores], holdings
        ),
    )
    with pytest.raises(AssertionError, match="stands at"):
        live(seasons, 9, 60, shrink=False)
