"""Random seasons through the ordinary operations, everything counted again after each act.

300 seasons are the same ones each time: 2 to 12 players, 4 to 8 weeks, small leagues more often; a third of
them to their end, the others are called off on the way. ``make test`` lives ten of them, four on PostgreSQL
too. ``make soak`` lives all, and then 5,000 and 400 new ones, in which more happens. What they met is counted
(``tally``), and must be a mixture. Of the Second Edition there are as many, and of the Fourth; of each some
are lived each time. Of Rising Names the soak lives a thousand, a landing two.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from msgspec.structs import replace

from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.models import Account
from rules.campaign import payday
from rules.refusal import Total
from tests.campaigns.seasons import drawn
from tests.campaigns.seasons.machine import Season
from tests.campaigns.seasons.tally import MIXTURE, Shared, played

PARTS, EACH, STEPS = 20, 15, 24
# The part whose first seven seasons every landing lives, two of them on PostgreSQL: they meet most of what
# the 300 do.
LANDING_PART, LANDING_EACH = 4, 7
FEW = 2
# Of the Second Edition, beside those of the Third.
SECOND_PART, SECOND_EACH = 3, 2
# Of the Fourth Edition.
FOURTH_PART, FOURTH_EACH = 3, 2
# In which Leaders are built: 67 times 15 are a thousand.
RISING_PART, RISING_EACH = 5, 2
RISING_PARTS = 67
SOAK = {"sqlite": 5000, "postgresql": 400}


def live(machine: type[Season], number: int, seasons: int, *, shrink: bool = True) -> None:
    """So many seasons from the ``number``-th seed, the same ones each time; the first that does not add
    up is raised, with ``shrink`` (minutes) as small as it can be made."""
    run_settings = settings(
        max_examples=seasons,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
        suppress_health_check=list(HealthCheck),
        print_blob=True,
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(seed(number)(machine), settings=run_settings)


@pytest.fixture(scope="session")
def counts(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Shared:
    """Where all processes of this run find each other's counts."""
    base = tmp_path_factory.getbasetemp()
    return Shared((base if worker_id == "master" else base.parent) / "seasons")


@pytest.mark.rule("SL-PAY-05", "SL-UPG-09", "SL-INJURY-10", "SL-MASTER-06", "SL-LEADER-02")
@pytest.mark.both
def test_random_seasons_add_up_after_every_step(seasons: Any, counts: Shared) -> None:
    each = LANDING_EACH if connection.vendor == "sqlite" else FEW
    played.clear()
    live(seasons, LANDING_PART, each, shrink=False)
    assert played["begun"] >= each
    if each == LANDING_EACH:
        counts.add(LANDING_PART)
        _is_a_mixture(counts, 1, LANDING_EACH)


@pytest.mark.rule("M2-CAMP-01", "M2-CAMP-02", "M2-CAMP-08")
def test_random_seasons_of_the_second_edition_add_up(second: Any) -> None:
    played.clear()
    live(second, SECOND_PART, SECOND_EACH, shrink=False)
    assert played["begun"] >= SECOND_EACH
    assert played["complete"], "one is played to its end"
    assert played["game closed"], "and its games are"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_three_hundred_seasons_of_the_second_edition_add_up(second: Any, counts: Shared, part: int) -> None:
    played.clear()
    live(second, part, EACH, shrink=False)
    assert played["begun"] >= EACH
    met = Shared(counts.folder / "second")
    met.add(part)
    _is_a_mixture(met, PARTS)


@pytest.mark.rule("SL-4E-01", "SL-4E-12", "SL-4E-15", "SL-4E-20")
def test_random_seasons_of_the_fourth_edition_add_up(fourth: Any) -> None:
    played.clear()
    live(fourth, FOURTH_PART, FOURTH_EACH, shrink=False)
    assert played["begun"] >= FOURTH_EACH
    assert played["game closed"], "games are played to their end"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_three_hundred_seasons_of_the_fourth_edition_add_up(fourth: Any, counts: Shared, part: int) -> None:
    played.clear()
    live(fourth, part, EACH, shrink=False)
    assert played["begun"] >= EACH
    met = Shared(counts.folder / "fourth")
    met.add(part)
    _is_a_mixture(met, PARTS)


@pytest.mark.soak
def test_thousands_of_random_seasons_of_the_second_edition_add_up(second, seeds, monkeypatch):
    _thousands(second, seeds, monkeypatch)


@pytest.mark.rule("M4-CAMP-16", "M4-CAMP-22", "M4-CAMP-26", "M4-CAMP-28")
def test_random_seasons_of_rising_names_add_up(rising: Any) -> None:
    played.clear()
    live(rising, RISING_PART, RISING_EACH, shrink=False)
    assert played["begun"] >= RISING_EACH
    assert played["game closed"], "games are played to their end"


@pytest.mark.soak
@pytest.mark.both
@pytest.mark.parametrize("part", range(RISING_PARTS))
def test_a_thousand_seasons_of_rising_names_add_up(rising: Any, counts: Shared, part: int) -> None:
    """On PostgreSQL a tenth of them."""
    each = EACH if connection.vendor == "sqlite" else 2
    played.clear()
    live(rising, part, each, shrink=False)
    assert played["begun"] >= each
    print(sorted(played.items()))  # noqa: T201


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_three_hundred_seasons_add_up(seasons: Any, counts: Shared, part: int) -> None:
    played.clear()
    live(seasons, part, EACH, shrink=False)
    assert played["begun"] >= EACH
    met = Shared(counts.folder / "third")
    met.add(part)
    _is_a_mixture(met, PARTS)


def _is_a_mixture(counts: Shared, parts: int, each: int = EACH) -> None:
    """Whoever lives the last of so many parts looks at what all of them met.

    A few seasons meet by chance a little less of what is rare: of them a third of their share is asked.
    """
    if (total := counts.total(parts)) is None:
        return
    print(sorted(total.items()))  # noqa: T201
    share = parts / PARTS if parts > PARTS // 2 else parts / PARTS / 3
    assert total["begun"] >= parts * each
    missed = {what: total[what] for what, least in MIXTURE.items() if total[what] < int(least * share)}
    assert missed == {}, "the mixture is not what it is meant to be"


@pytest.mark.soak
def test_thousands_of_random_seasons_add_up(seasons, seeds, monkeypatch):
    _thousands(seasons, seeds, monkeypatch)


def _thousands(seasons, seeds, monkeypatch):
    played.clear()
    monkeypatch.setattr(seasons, "thicker", 3)
    lived = 0
    for number in seeds(SOAK[connection.vendor] // EACH):
        live(seasons, number, EACH)
        lived += EACH
    print(sorted(played.items()))  # noqa: T201
    assert played["begun"] >= lived


# -- negative controls: the proof must be able to fail ----------------------------------------------


@pytest.mark.slow
def test_a_week_without_its_maximum_is_found(seasons, monkeypatch):
    """SL-PAY-05 taken away: where 2 Scrip are the most, somebody earns more within a few seasons."""

    def boundless(lines, earned, policies=None):
        return Total.of(lines)

    monkeypatch.setattr(payday, "within_week", boundless)
    monkeypatch.setattr(drawn, "house_rules", lambda *_: st.just({"weekly_cap": 2}))
    with pytest.raises(AssertionError, match="is the most"):
        live(seasons, 6, 40, shrink=False)


@pytest.mark.slow
def test_scrip_from_nowhere_is_found(seasons, monkeypatch):
    """A payment whose counter entry is lost: the purse gains and nobody pays."""
    line = ledger._line

    def one_sided(account, transfer, delta):
        result = line(account, transfer, delta)
        if account.kind == Account.Kind.BANK:
            Account.objects.filter(pk=account.pk).update(balance=account.balance)
        return result

    monkeypatch.setattr(ledger, "_line", one_sided)
    # A ruling that looks at the ledger itself may be the first to find it.
    with pytest.raises((AssertionError, RuntimeError), match="sum to"):
        live(seasons, 1, 20, shrink=False)


@pytest.mark.slow
def test_a_total_kept_by_hand_is_found(seasons, monkeypatch):
    """Standings that forget who won are not what the results say."""
    from mfcampaign.campaigns.league import queries as league_page

    real = league_page.rank

    def forgetful(entries, scores, *more):
        return real(entries, [replace(score, won=None) for score in scores], *more)

    monkeypatch.setattr(league_page, "rank", forgetful)
    with pytest.raises(AssertionError, match="stands at"):
        live(seasons, 3, 60, shrink=False)
