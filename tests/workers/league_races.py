"""Races of a whole league inside a proof's process: real connections, real locks, and none.

Each verb is asked by ``tests.workers.test_league_races`` through ``tests.workers.proof``.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from itertools import count
from typing import Any
from unittest import mock

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db.models import QuerySet, Sum
from django.test.utils import override_settings

from mfcampaign.audit import operations as audit
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Account,
    Aftermath,
    Campaign,
    Entry,
    Game,
    LedgerEntry,
    Transfer,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as weeks
from rules.refusal import Refusal
from tests.campaigns.seasons.invariants import everything_wrong
from tests.workers.portal import PATIENCE
from tests.workers.rendezvous import Meeting, at_once, one_amid_the_other

FACTIONS = ("guild", "arcanists", "bayou")
# How long somebody who holds the lock waits for one whom only a missing lock would let come.
WITH_LOCK = 1.0


def two_games_at_once(slug: str, locked: bool) -> dict[str, Any]:
    """One player's two games are confirmed at the same moment, each on a connection of its own.

    The second begins when the first has looked whether another aftermath is open, and the first waits for
    it there. With the league's lock only one can be there; without it both are, and both begin.
    """
    league = open_with_players(slug, players=3)
    week = Week.objects.select_related("campaign").get(campaign=league, number=1)
    first = week.games.select_related("week__campaign").get()
    both = [side.entry for side in play.sides(first)]
    third = league.entries.exclude(pk__in=[entry.pk for entry in both]).get()
    WeekEntry.objects.filter(week=week, entry=third).update(bye=False)
    second = game_operations.schedule(week, 2, both[0], third, ceiling=first.ceiling)
    Game.objects.filter(pk=second.pk).update(additional=True)
    games = list(Game.objects.filter(week=week).select_related("week__campaign").order_by("table"))
    for game in games:
        for side in play.sides(game):
            game_operations.submit_crew(side, side.entry.user, choices.crew(side))
        play.report(game, seat=1)
    meeting, looked = Meeting(2, WITH_LOCK if locked else PATIENCE), aftermath.context_of

    def wait_here(side: Any, result: Any) -> dict[str, Any]:
        if side.entry_id == both[0].pk:
            meeting.wait()
        return looked(side, result)

    with mock.patch.object(aftermath, "context_of", wait_here), locks(locked):
        errors = one_amid_the_other(*map(_confirm, games), meeting)
    own = Aftermath.objects.filter(side__entry=both[0])
    begun = sorted(own.exclude(state=Aftermath.State.QUEUED).values_list("state", flat=True))
    with override_settings(DISPATCH_IN_PROCESS=True):  # no workers here: cards fall in this process
        for game in (*games, *games) if locked else ():
            play.finish(game)
    paid = Counter(t.natural_key for t in balances.standing_transfers(both[0], reason="payday"))
    return {
        "errors": errors,
        "open_at_once": len(begun),
        "locked": own.filter(state=Aftermath.State.LOCKED).count(),
        "paid_twice": [key for key, count in paid.items() if count > 1],
        "earned": balances.earned_in_week(both[0], 1),
        "wrong": everything_wrong(league) if locked else [],
    }


def _confirm(game: Game) -> Callable[[], Any]:
    side = play.sides(game)[0]
    return lambda: results.confirm(side, side.entry.user)


def hire_against_payday(slug: str, rounds: int) -> dict[str, Any]:
    """A purse is spent and filled at the same time, again and again."""
    league = _hiring(slug)
    entry = league.entries.select_related("user", "campaign").order_by("pk")[0]
    counts: list[str] = []
    errors: list[str] = []
    lost: list[int] = []
    for number in range(rounds):
        before = balances.balance(entry)
        slugs = _affordable(entry, 3)
        prices: list[int] = []

        def hire(slug: str, prices: list[int] = prices) -> None:
            try:
                model = hires.hire_model(entry, entry.user, slug)
                prices.append(_price(model))
                counts.append("hired")
            except Refusal:
                counts.append("refused")

        def pay(part: int, number: int = number) -> None:
            with audit.operation(league, None, kind="proof.payday"):  # as every Payday: the league first
                ledger.pay(entry, 2, reason="payday", natural_key=f"{slug}/{number}/{part}", week=2)

        works = [lambda s=s: hire(s) for s in slugs] + [lambda p=p: pay(p) for p in range(3)]
        errors += at_once(works)
        lost.append(before + 6 - sum(prices) - balances.balance(entry))
    return {
        **Counter(counts),
        "errors": errors,
        "lost": lost,
        "balance": balances.balance(entry),
        "ledger": balances.verify(league),
    }


def hire_against_payday_unguarded(slug: str, rounds: int, ledgers_own: bool) -> dict[str, Any]:
    """The same without the league's lock; and, unless ``ledgers_own``, without what the ledger itself sets
    against it: the account's version, the number of its line, the transaction.

    In each round both have read the accounts before either writes (``met``); ``lost`` is what the purse holds
    less than all that was moved into and out of it comes to.
    """
    league = _hiring(slug)
    entry = league.entries.select_related("user", "campaign").order_by("pk")[0]
    ledger.pay(entry, 60, reason="ruling", natural_key=f"{slug}/grant", week=2)
    purse = Account.objects.get(entry=entry, kind=Account.Kind.PURSE)
    lost, met, heard, before = [], [], [], 0
    for number in range(rounds):
        (affordable_slug,) = _affordable(entry, 1)
        meeting = Meeting(2)

        def pay(number: int = number) -> None:
            with audit.operation(league, None, kind="proof.payday"):
                ledger.pay(entry, 2, reason="payday", natural_key=f"{slug}/{number}", week=2)

        with locks(False), met_when_read(meeting), nullcontext() if ledgers_own else _naive_ledger():
            hire = partial(hires.hire_model, entry, entry.user, affordable_slug)
            heard += one_amid_the_other(hire, pay, meeting)
        into = Transfer.objects.filter(credit=purse).aggregate(sum=Sum("amount"))["sum"] or 0
        out_of = Transfer.objects.filter(debit=purse).aggregate(sum=Sum("amount"))["sum"] or 0
        missing = into - out_of - balances.balance(entry)
        lost.append(missing - before)
        met.append(meeting.met)
        before = missing
    return {"lost": lost, "met": all(met), "heard": heard, "ledger": balances.verify(league)}


@contextlib.contextmanager
def met_when_read(meeting: Meeting) -> Iterator[None]:
    """Both have read the accounts before either moves anything."""
    read = ledger._accounts

    def wait_here(entry: Entry) -> tuple[Account, Account]:
        result = read(entry)
        meeting.wait()
        return result

    with mock.patch.object(ledger, "_accounts", wait_here):
        yield


@contextlib.contextmanager
def _naive_ledger() -> Iterator[None]:
    """A balance that was read is added to and written back."""
    numbers = count(1_000_000)

    def line(account: Account, transfer: Transfer, delta: int) -> LedgerEntry:
        Account.objects.filter(pk=account.pk).update(balance=account.balance + delta)
        return LedgerEntry(
            account=account,
            account_version=Account.objects.get(pk=account.pk).version + next(numbers),
            transfer=transfer,
            delta=delta,
            balance_after=account.balance + delta,
        )

    with mock.patch.object(ledger, "transaction", NoTransaction), mock.patch.object(ledger, "_line", line):
        yield


def one_form_sent_often(slug: str, senders: int, same_key: bool) -> dict[str, Any]:
    """One hire, sent by ``senders`` at once: with the form's key, or as if each were a form of its own."""
    league = _hiring(slug)
    entry = league.entries.select_related("user", "campaign").order_by("pk")[0]
    ledger.pay(entry, 60, reason="ruling", natural_key=f"{slug}/grant", week=2)
    (affordable_slug,) = _affordable(entry, 1, limit=3)
    before, models = balances.balance(entry), entry.models.count()
    counts: list[str] = []

    def send(number: int) -> None:
        try:
            key = "the form" if same_key else f"form {number}"
            hires.hire_model(entry, entry.user, affordable_slug, key=key)
            counts.append("hired")
        except audit.AlreadyDone:
            counts.append("found")
        except Refusal:
            counts.append("refused")

    errors = at_once([lambda n=n: send(n) for n in range(senders)])
    return {
        **Counter(counts),
        "errors": errors,
        "models": entry.models.count() - models,
        "paid": before - balances.balance(entry),
        "ledger": balances.verify(league),
    }


def one_report_sent_often(slug: str, senders: int) -> dict[str, Any]:
    """The same report and the same confirmation, each sent by ``senders`` at once and each of them with a key
    of its own, as from a page that was loaded again."""
    league = open_with_players(slug, players=2)
    week = Week.objects.select_related("campaign").get(campaign=league, number=1)
    game = week.games.select_related("week__campaign").get()
    first, second = play.sides(game)
    for side in (first, second):
        game_operations.submit_crew(side, side.entry.user, choices.crew(side))
    result = choices.result((first, second))
    counts: list[str] = []

    def send(what: str, act: Callable[[], Any]) -> None:
        try:
            act()
            counts.append(what)
        except audit.AlreadyDone:
            counts.append(f"{what} found")

    def report(number: int) -> None:
        send("reported", lambda: results.report(first, first.entry.user, result, key=f"form {number}"))

    errors = at_once([lambda n=n: report(n) for n in range(senders)])
    confirm = partial(send, "confirmed", lambda: results.confirm(second, second.entry.user, 1))
    errors += at_once([confirm] * senders)
    acts = audit.Act.objects.filter(aggregate=f"campaign:{league.pk}")
    told = acts.filter(kind__in=["encounter.reported", "encounter.confirmed"])
    return {**Counter(counts), "errors": errors, "lines": told.count(), "reports": game.reports.count()}


# -- the league, the locks, the threads -------------------------------------------------------------


def open_with_players(slug: str, players: int, starts_on: dt.date = dt.date(2026, 3, 2)) -> Campaign:
    """A league in its first week."""
    with contextlib.redirect_stdout(sys.stderr):  # the proof's own output is its answers
        call_command("load_catalogue", verbosity=0)  # at hand or not: the kills make a release of their own
    people = get_user_model().objects
    organiser = people.create_user(username=f"{slug}-organiser", password=None)
    league = operations.open_league(
        organiser,
        name=slug,
        starts_on=starts_on,
        turnover_time=dt.time(19),
        zone="UTC",
        policies={"weekly_events": "off"},
    )
    token = operations.invite(league, organiser)
    for number in range(players):
        user = people.create_user(username=f"{slug}-{number}", password=None)
        entry = operations.join(league, user, faction=FACTIONS[number % len(FACTIONS)], token=token)
        play.found_arsenal(entry, taste="race")
    operations.close_registration(league, organiser)
    weeks.start(league, organiser)
    return league


def _hiring(slug: str) -> Campaign:
    """The second week's New Hires of two players."""
    league = open_with_players(slug, players=2)
    first = Week.objects.select_related("campaign").get(campaign=league, number=1)
    weeks.reach_deadline(first, league.organisers.get().user, "Agreed.")
    return league


def _affordable(entry: Entry, count: int, *, limit: int = 1) -> list[str]:
    """Slugs of models that this player may hire now, those of at least ``limit`` copies, cheapest first."""
    from mfcampaign.campaigns import loading
    from rules.campaign.hires import hire_candidates

    part = WeekEntry.objects.select_related("entry__campaign", "week__campaign").get(
        entry=entry, week__number=2
    )
    figures = loading.catalogue(entry.campaign)
    offers = hire_candidates(loading.hire_window(part), figures, entry.campaign.rules)
    offers_ = [o for o in offers if o.legal and o.price and figures.profile(o.slug).limit >= limit]
    offers_.sort(key=lambda o: (o.price.amount == 0, o.price.amount, o.slug))  # type: ignore[union-attr]
    return [offer.slug for offer in offers_[:count]]


def _price(model: Any) -> int:
    paid = balances.standing_transfers(model.entry).filter(natural_key__endswith=f"/hire:{model.pk}").first()
    return paid.amount if paid else 0


class NoTransaction:
    """In the place of ``django.db.transaction``: each statement for itself."""

    atomic = staticmethod(nullcontext)


@contextlib.contextmanager
def locks(real: bool) -> Iterator[None]:
    """The ordinary boundary of every write; or none: no row lock, and each statement for itself."""
    if real:
        yield
        return
    with (
        mock.patch.object(audit, "transaction", NoTransaction),
        mock.patch.object(QuerySet, "select_for_update", lambda self, **_: self.all()),
    ):
        yield
