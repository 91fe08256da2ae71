"""How random people act: by the ordinary operations, at an hour of their own, everything counted after.

A ``Refusal`` is an answer like any other and must have changed nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import msgspec
import time_machine
from django.db import connection, transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine

from mfcampaign.audit.computing import nobody_waits
from mfcampaign.audit.models import Act
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.models import Campaign, Entry, Game, Week
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.dispatch import operations as dispatch
from rules.campaign.start import StartList
from rules.refusal import Refusal
from tests.campaigns.seasons.beginning import FACTIONS, MONDAY
from tests.campaigns.seasons.invariants import BOOKS, SHOWN, Invariant
from tests.campaigns.seasons.plan import Plan
from tests.campaigns.seasons.tally import played
from tests.campaigns.seasons.watch import Watch

_starts: dict[tuple[str, int, bytes], StartList] = {}


class Basis(RuleBasedStateMachine):
    """A league, its clock, and the one way to act in it."""

    people: tuple[Any, ...] = ()
    """Set by the test, made once outside all examples."""
    edition = "m3e"
    system = ""
    """The usual campaign."""
    plan: Plan
    organiser: Any

    def __init__(self) -> None:
        super().__init__()
        self._savepoint = transaction.atomic()
        self._alone = nobody_waits()
        self._alone.__enter__()
        self._savepoint.__enter__()
        self.campaign: Campaign | None = None
        self.now = MONDAY - dt.timedelta(days=3)
        self.keys = 0
        self.strikes = 0
        self.watch = Watch()
        self._watching = connection.execute_wrapper(self.watch.statement)
        self._watching.__enter__()
        self.sound = False
        self._seen: Week | None = None

    # -- acting ---------------------------------------------------------------------------------------

    def attempt(self, act: Callable[[], Any]) -> Any:
        """What ``act`` gives at this hour (``True`` for nothing), ``None`` when it was refused."""
        before = Act.objects.count()
        self._seen = None
        refused: Refusal | None = None
        result = None
        with time_machine.travel(self.now, tick=False):
            try:
                with transaction.atomic():
                    result = act()
            except Refusal as refusal:
                refused = refusal
            if refused is None:
                dispatch.drain()
        if refused is not None:
            assert refused.sentence, "a refusal says why"
            assert Act.objects.count() == before, "a refusal leaves nothing behind"
            played["refused"] += 1
            return None
        return True if result is None else result

    def again(self, act: Callable[[], Any]) -> None:
        """The same form sent twice: the first act is found, nothing is done again."""
        before = Act.objects.count()
        assert self.attempt(act) is None
        assert Act.objects.count() == before, "the second tap acted"

    def ruled(self, request: Any) -> bool:
        """The organiser's ruling, and the same form a second time; after it every total is counted."""
        key = self.new_key()
        act = partial(
            ruling_operations.rule, self.league(), self.organiser, request, "It was wrong.", key=key
        )
        if self.attempt(act) is None:
            return False
        self.again(act)
        self.count_everything()
        return True

    def new_key(self) -> str:
        self.keys += 1
        return f"key-{self.keys}"

    def count_the_books(self) -> None:
        """Purses, weeks, Arsenals, games: whatever the acts since the last time may have changed."""
        self._count(BOOKS)

    def count_everything(self) -> None:
        """The books, and every total that is shown."""
        self._count(BOOKS | SHOWN)

    def _count(self, invariants: Mapping[str, Invariant]) -> None:
        if self.campaign is None:
            return
        played["counts"] += 1
        league = cache(self.league)
        wrong = []
        for name, again in invariants.items():
            wrong += self.watch.count(name, lambda again=again: again(league()))
        assert wrong == [], wrong

    def tick(self) -> None:
        with time_machine.travel(self.now, tick=False):
            self._seen = None
            assert dispatch.tick() == []
            dispatch.drain()

    def pass_time(self, hours: int) -> None:
        """The clock was away for so long; every third time it then strikes twice at once."""
        self.now += dt.timedelta(hours=hours)
        self.strikes += 1
        for _ in range(1 + (self.strikes % 3 == 0)):
            self.tick()
        self.count_the_books()

    # -- looking --------------------------------------------------------------------------------------

    @property
    def factions(self) -> tuple[str, ...]:
        """The three that its people play."""
        return FACTIONS[self.edition]

    def league(self) -> Campaign:
        assert self.campaign is not None
        return Campaign.objects.get(pk=self.campaign.pk)

    def week(self) -> Week:
        """The present week; looked up again after each act."""
        if self._seen is None:
            weeks = Week.objects.filter(campaign=self.campaign).select_related("campaign")
            self._seen = weeks.latest("number")
        return self._seen

    def one_of(self, data: Any, rows: list[Any], label: str) -> Any:
        return rows[data.draw(st.integers(0, len(rows) - 1), label=label)] if rows else None

    def games(self, *states: str) -> list[Game]:
        games = Game.objects.filter(week__campaign=self.campaign, state__in=states)
        return list(games.select_related("week__campaign").order_by("week__number", "table"))

    def entries(self, *states: str) -> list[Entry]:
        rows = Entry.objects.filter(campaign=self.campaign, state__in=states)
        return list(rows.select_related("user", "campaign").order_by("pk"))

    def found(self, entry: Entry, taste: int) -> None:
        """A starting Arsenal of that taste; the same list again by the same rules."""
        if entry.campaign.played.start.leader_is_built:
            play.found_arsenal(entry, taste=str(taste))
            return
        rules = msgspec.json.encode(entry.campaign.rules)
        start = _starts.get((entry.faction, taste, rules))
        if start is None:
            start = _starts[entry.faction, taste, rules] = choices.start_list(entry, taste=str(taste))
        arsenal.save_draft(entry, entry.user, start)
        arsenal.found_arsenal(entry, entry.user)
