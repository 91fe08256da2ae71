"""Rulings that race: with each other, with an aftermath, with a hire, with their own second press.

Part of ``tests.workers.proof``: each function runs inside one process of a portal and tells what is left.
"""

from __future__ import annotations

import datetime as dt
import io
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any
from unittest import mock

from django.core.management import call_command
from django.test import override_settings

from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, Campaign, Entry, Ruling, Transfer
from mfcampaign.campaigns.opening import operations as leagues
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.plans import weeks
from mfcampaign.campaigns.rulings.requests import CorrectResult, Give
from mfcampaign.campaigns.scripted import play
from mfcampaign.catalog import queries as catalog
from rules.campaign.hires import hire_candidates
from rules.refusal import Refusal
from tests.campaigns.conftest import FACTIONS, League, person
from tests.campaigns.rulings.scenes import result_of, with_vp
from tests.workers.league_races import WITH_LOCK, locks, met_when_read
from tests.workers.portal import PATIENCE
from tests.workers.rendezvous import Meeting, at_once, one_amid_the_other

REASON = "As agreed."


def ruling_race(slug: str, locked: bool = True) -> dict[str, Any]:
    """Two organisers correct one game at once, each after having looked, each otherwise."""
    league = _played(slug)
    game = league.games(1)[0]
    second = person(f"second-{slug}")
    leagues.add_organiser(league.campaign, league.organiser, second)
    result = result_of(game)
    requests = [CorrectResult(encounter=game.pk, result=with_vp(result, *vp)) for vp in ((4, 0), (0, 4))]
    people = [league.organiser, second]
    seen = [
        ruling_operations.preview(league.campaign, who, request).digest
        for who, request in zip(people, requests, strict=True)
    ]

    def make(number: int) -> str:
        ruling_operations.rule(league.campaign, people[number], requests[number], REASON, seen=seen[number])
        return "ruled"

    meeting = Meeting(2, WITH_LOCK if locked else PATIENCE)
    heard = Heard()
    with locks(locked), _both_look_first(meeting):
        one_amid_the_other(*(heard.by(partial(make, number)) for number in range(2)), meeting)
    return {"heard": heard.counted, "met": meeting.met, **_left(league.campaign)}


def press_race(slug: str, presses: int) -> dict[str, Any]:
    """The same press many times: one ruling, and all hear of it."""
    league = _played(slug)
    entry = league.entry(0)
    before = balances.balance(entry)
    request = Give(entry=entry.pk, what="scrip", amount=5)

    def press() -> str:
        ruling_operations.rule(league.campaign, league.organiser, request, REASON, key="the-same-press")
        return "ruled"

    heard = _race([press] * presses)
    return {"heard": heard, "given": balances.balance(entry) - before, **_left(league.campaign)}


def aftermath_race(slug: str) -> dict[str, Any]:
    """A result is corrected while one of its players answers in the Aftermath."""
    league = _league(slug)
    game = league.games(1)[0]
    with override_settings(DISPATCH_IN_PROCESS=True):
        play.play(game)
    aftermath = next(m for m in play.aftermaths(game) if m.state == Aftermath.State.OPEN)
    request = CorrectResult(encounter=game.pk, result=with_vp(result_of(game), 3, 2))

    def rule() -> str:
        ruling_operations.rule(league.campaign, league.organiser, request, REASON)
        return "ruled"

    sentences: list[str] = []

    def go_on() -> str:
        with override_settings(DISPATCH_IN_PROCESS=True):
            for _look in range(10):
                try:
                    play.finish_aftermath(aftermath)
                except Refusal as refusal:  # the ruling came between the look and the answer
                    sentences.append(refusal.sentence)
                else:
                    return "answered"
        return "gave up"

    heard = _race([rule, go_on])
    with override_settings(DISPATCH_IN_PROCESS=True):
        play.finish(game)
    return {"heard": heard, "told": sentences, **_left(league.campaign)}


def hire_race(slug: str, hire_first: bool) -> dict[str, Any]:
    """The last Scrip of a purse: a hire wants it, and a ruling takes it back. The second begins when the
    first has looked, which waits for it there."""
    league = _played(slug)
    with override_settings(DISPATCH_IN_PROCESS=True):
        from mfcampaign.campaigns.week import operations as week

        week.reach_deadline(league.week(1), None)
    part = play.parts(league.week(2))[0]
    entry = part.entry
    _fill(entry, 10, "to choose")
    options = hire_candidates(
        loading.hire_window(part), catalog.catalogue_for(league.campaign.release_id), league.campaign.rules
    )
    dear = next(c for c in options if c.legal and c.price is not None and c.price.amount >= 3)
    price = dear.price.amount if dear.price else 0
    _fill(entry, price, "to hire")

    def hire() -> str:
        hires.hire_model(entry, entry.user, dear.slug)
        return "hired"

    def take() -> str:
        request = Give(entry=entry.pk, what="scrip", amount=-price)
        ruling_operations.rule(league.campaign, league.organiser, request, REASON)
        return "taken"

    heard, meeting = Heard(), Meeting(2, WITH_LOCK)
    first, second = (hire, take) if hire_first else (take, hire)
    with met_when_read(meeting), _both_look_first(meeting):
        one_amid_the_other(heard.by(first), heard.by(second), meeting)
    return {"heard": heard.counted, "owed": balances.owed(entry), "price": price, **_left(league.campaign)}


# -- how --------------------------------------------------------------------------------------------


@cache
def _load_catalogue() -> None:
    """The real figures, once a process; what it tells must not mix with the proof's own answers."""
    call_command("load_catalogue", verbosity=0, stdout=io.StringIO())


def _league(slug: str) -> League:
    _load_catalogue()
    with override_settings(DISPATCH_IN_PROCESS=True):
        organiser = person(f"organiser-{slug}")
        campaign = leagues.open_league(
            organiser,
            name=slug,
            starts_on=dt.date(2026, 1, 5),
            turnover_time=dt.time(19, 0),
            zone="Europe/London",
            policies={"weekly_events": "off"},  # a matter of chance: one may hold the games back
        )
        league = League(campaign, organiser, leagues.invite(campaign, organiser))
        for number in range(2):
            league.join(f"{slug}-{number}", FACTIONS[number])
        league.found_all()
        league.start()
    return league


def _played(slug: str) -> League:
    """One week with a game that is over, still open."""
    league = _league(slug)
    with override_settings(DISPATCH_IN_PROCESS=True):
        play.live_week(league.week(1), taste=slug)
    return league


def _fill(entry: Entry, amount: int, why: str) -> None:
    """The purse holds exactly ``amount``."""
    held = balances.balance(entry)
    verb = ledger.pay if held < amount else ledger.charge
    verb(entry, abs(amount - held), reason="ruling", natural_key=f"fill:{entry.pk}:{why}")


class Heard:
    """What each heard: what it did, the sentence of a refusal, or the kind of a fault."""

    def __init__(self) -> None:
        self._all: list[str] = []

    def by(self, task: Callable[[], str]) -> Callable[[], None]:
        def run() -> None:
            try:
                sentence = task()
            except AlreadyDone:
                sentence = "done already"
            except Refusal as refusal:
                sentence = refusal.sentence
            except Exception as fault:
                sentence = f"fault: {type(fault).__name__}"
            self._all.append(sentence)

        return run

    @property
    def counted(self) -> dict[str, int]:
        return Counter(self._all)


def _race(work: list[Callable[[], str]]) -> dict[str, int]:
    """All at once, and what they heard."""
    heard = Heard()
    at_once([heard.by(task) for task in work])
    return heard.counted


def _left(campaign: Campaign) -> dict[str, Any]:
    """What the ledger says, and which totals are not their recomputation."""
    campaign.refresh_from_db()
    wrong = []
    for week in campaign.weeks.all():
        week.campaign = campaign
        for entry in campaign.entries.select_related("user", "campaign"):
            wrong += [change.sentence for change in weeks.changes_of(entry, week, {})]
    amounts = [balances.balance(entry) for entry in campaign.entries.all()]
    return {
        "rulings": Ruling.objects.filter(campaign=campaign).count(),
        "transfers": Transfer.objects.filter(campaign=campaign).count(),
        "below_zero": [amount for amount in amounts if amount < 0],
        "wrong": wrong,
        "ledger": balances.verify(campaign),
        "open": Aftermath.objects.filter(
            side__game__week__campaign=campaign, state=Aftermath.State.OPEN
        ).count(),
    }


@contextmanager
def _both_look_first(meeting: Meeting) -> Iterator[None]:
    """Each has planned its ruling before either is made, where no lock keeps one of them away."""
    plan = ruling_operations._plan

    def look(*args: Any) -> Any:
        planned = plan(*args)
        meeting.wait()
        return planned

    with mock.patch.object(ruling_operations, "_plan", look):
        yield
