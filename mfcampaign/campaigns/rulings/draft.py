"""The draft of a ruling, and the plan made from it: exactly what the preview shows is carried out."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Person
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    ArsenalBounty,
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Entry,
    Game,
    Ruling,
)
from rules.campaign.aftermath.injuries import room_for_injuries
from rules.campaign.rulings.changes import (
    AnyChange,
    BountySet,
    Earned,
    LeaderSet,
    ModelBack,
    ModelGone,
    Moved,
    Refunded,
    Unchanged,
    UpgradeBack,
    UpgradeGone,
)
from rules.campaign.rulings.recomputation import Settlement, settle

State = ArsenalBounty.State
NO_LIMIT = 999


class RulingChoice(Struct, frozen=True):
    """Something the organiser decides, off unless ``taken``; ``key`` is what a request names."""

    key: str
    label: str
    taken: bool


class Purse(Struct, frozen=True):
    """One player's purse through the ruling: every line, and where it ends."""

    entry: int
    label: str
    before: int
    lines: tuple[tuple[str, int], ...]
    end: Settlement


class Plan(Struct, frozen=True, kw_only=True):
    """All that a ruling does, in order. ``stays`` is what it leaves, and why."""

    kind: str
    title: str
    changes: tuple[AnyChange, ...]
    stays: tuple[str, ...]
    choices: tuple[RulingChoice, ...]
    purses: tuple[Purse, ...]
    entries: tuple[int, ...]
    game: int | None = None
    undoes: int | None = None

    @property
    def digest(self) -> str:
        """The same for the same ruling on the same state of things, and only then."""
        content = msgspec.json.encode((self.kind, self.title, self.changes, self.stays, self.purses))
        return hashlib.sha256(content).hexdigest()[:32]


class Draft:
    """Collects changes; refuses to plan what is not there to be changed."""

    def __init__(self, campaign: Campaign, actor: Person | None, chosen: Iterable[str] = ()) -> None:
        self.campaign, self.actor, self.chosen = campaign, actor, frozenset(chosen)
        self.kind: str = Ruling.Kind.GIVE
        self.title = ""
        self.game: Game | None = None
        self.undoes: Ruling | None = None
        self.changes: list[AnyChange] = []
        self.stays: list[str] = []
        self.choices: list[RulingChoice] = []
        self.entries: dict[int, Entry] = {}
        self.used: set[tuple[str, int]] = set()
        self.heirs: dict[int, int] = {}
        """Entry id → the model that led after an earlier flip, should that flip count again."""

    def about(self, *entries: Entry) -> None:
        self.entries |= {entry.pk: entry for entry in entries}

    def add(self, *changes: AnyChange) -> None:
        for change in changes:
            if (problem := self._stale(change)) is not None:
                self.stays.append(problem)
            elif isinstance(change, Unchanged):
                self.stays.append(change.sentence)
            elif isinstance(change, BountySet):
                self.changes.append(self._one_bounty(change))
            else:
                self.changes.append(change)

    def explain(self, sentence: str) -> None:
        self.stays.append(sentence)

    def choose(self, key: str, label: str) -> bool:
        """Whether the organiser takes this choice; it is offered either way."""
        taken = key in self.chosen
        self.choices.append(RulingChoice(key, label, taken))
        return taken

    def plan(self) -> Plan:
        return Plan(
            kind=self.kind,
            title=self.title[:200],
            # Who leads is settled last: the model must be there before it can have the flag.
            changes=tuple(sorted(self.changes, key=lambda change: isinstance(change, LeaderSet))),
            stays=tuple(dict.fromkeys(self.stays)),
            choices=tuple(self.choices),
            purses=purses_of(self.changes, self.entries),
            entries=tuple(sorted(self.entries)),
            game=self.game.pk if self.game else None,
            undoes=self.undoes.pk if self.undoes else None,
        )

    def _stale(self, change: AnyChange) -> str | None:
        """Why a row cannot change this way any more, in words; it is marked as used otherwise."""
        match change:
            case UpgradeGone(upgrade=pk) | UpgradeBack(upgrade=pk):
                row: Any = ArsenalUpgrade.objects.select_related("entry", "bearer").filter(pk=pk).first()
                mark = ("upgrade", pk)
            case ModelGone(model=pk) | ModelBack(model=pk):
                row = ArsenalModel.objects.select_related("entry").filter(pk=pk).first()
                mark = ("model", pk)
            case _:
                return None
        if row is None or row.roster != row.entry.roster:
            return f"{change.name} belongs to an Arsenal that was given up; it stays there."
        back = isinstance(change, (UpgradeBack, ModelBack))
        if back == (row.annihilated_week is None) and mark not in self.used:
            return f"{change.name} is {'there' if back else 'gone'} already."
        if isinstance(change, UpgradeBack) and row.bearer is not None:
            if not self._there(row.bearer):
                return f"{row.bearer} is gone, and {change.name} with it."
            if not self._room_for(row):
                return f"{row.bearer} may carry no more: {change.name} stays gone."
        self.used.add(mark)
        return None

    def _one_bounty(self, change: BountySet) -> BountySet:
        """One that would be under way beside another, or in an Arsenal that was given up, is dropped instead
        (SL-BOUNTY-03, A-29)."""
        row = ArsenalBounty.objects.select_related("entry").get(pk=change.bounty)
        states = dict(row.entry.bounties.values_list("pk", "state"))
        states |= {each.bounty: each.after["state"] for each in self.changes if isinstance(each, BountySet)}
        others = [pk for pk, state in states.items() if state == State.ACTIVE and pk != row.pk]
        if change.after["state"] != State.ACTIVE or (row.roster == row.entry.roster and not others):
            return change
        why = "Another one is under way" if others else "Its Arsenal was given up"
        ended = {"state": str(State.DISCARDED), "ended_week": row.ended_week}
        sentence = f"{change.sentence} {why}: it is dropped."
        return replace(change, sentence=sentence, after={**change.after, **ended})

    def _there(self, model: ArsenalModel) -> bool:
        """Whether the model is in its Arsenal after the changes so far."""
        there = model.annihilated_week is None
        for change in self.changes:
            if isinstance(change, (ModelGone, ModelBack)) and change.model == model.pk:
                there = isinstance(change, ModelBack)
        return there

    def _room_for(self, row: ArsenalUpgrade) -> bool:
        """Whether its bearer may carry it beside what it carries after the changes so far (SL-UPG-09,
        SL-INJURY-10)."""
        assert row.bearer is not None
        of_its_kind = ArsenalUpgrade.objects.filter(bearer=row.bearer, kind=row.kind)
        alike = set(of_its_kind.values_list("pk", flat=True))
        carried = set(of_its_kind.filter(annihilated_week=None).values_list("pk", flat=True))
        for change in self.changes:
            match change:
                case UpgradeGone(upgrade=pk):
                    carried.discard(pk)
                case UpgradeBack(upgrade=pk):
                    carried |= alike & {pk}
                case ModelBack(bound=bound):
                    carried |= alike & {*bound}
        return len(carried - {row.pk}) < most_carried(self.campaign, row.bearer, row.kind)


def most_carried(campaign: Campaign, bearer: ArsenalModel, kind: str) -> int:
    """How many Skills, or Injuries, the model may carry (SL-UPG-09, SL-INJURY-10)."""
    if not campaign.played.aftermath.carries_limit:
        return NO_LIMIT
    (model,) = loading.models(campaign, [bearer])
    if kind == ArsenalUpgrade.Kind.SKILL:
        return model.skill_limit(campaign.rules)
    return room_for_injuries(model, campaign.rules)


def purses_of(changes: Iterable[AnyChange], entries: dict[int, Entry]) -> tuple[Purse, ...]:
    """Every purse that Scrip goes into or out of, by entry id."""
    lines: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for change in changes:
        if change.entry is None:
            continue
        if isinstance(change, Earned):
            lines[change.entry].append((change.sentence, change.after - change.before))
        elif isinstance(change, (Moved, Refunded)):
            lines[change.entry].append((change.sentence, change.amount))
    return tuple(_purse(entries[pk], entry_lines) for pk, entry_lines in sorted(lines.items()))


def _purse(entry: Entry, lines: list[tuple[str, int]]) -> Purse:
    before = balances.balance(entry)
    comes = sum(amount for _, amount in lines if amount > 0)
    goes = -sum(amount for _, amount in lines if amount < 0)
    end = settle(before, comes=comes, goes=goes, owed=balances.owed(entry))
    return Purse(entry.pk, entry.label, before, tuple(lines), end)
