"""An Aftermath as its pages show it: everything for its owner, the named public part for everybody else.

``public`` is built from an allow-list: the phase, what is waited for, cards that were flipped on the table,
and consequences. Cards drawn into a hand, the hand itself and the choices made from it are not on the list.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

import msgspec
from django.shortcuts import get_object_or_404
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.aftermath.choices import OptionOutcome, RisksShown, choices_of, risks_of
from mfcampaign.campaigns.aftermath.deadlines import due_at
from mfcampaign.campaigns.aftermath.log import LoggedReplay, LogLine
from mfcampaign.campaigns.models import Aftermath, AftermathDecision, Campaign, GameSide
from mfcampaign.dispatch import queries as dispatch
from mfcampaign.dispatch.queries import CommandStatus
from rules.campaign.aftermath.asks import AftermathView, Answer, Ask
from rules.campaign.aftermath.odds import Offers, RewardOdds, reward_odds, reward_to_come
from rules.campaign.aftermath.reward import signs
from rules.edition import edition_of
from rules.fate.cards import Card


def path_of(campaign: Campaign) -> tuple[str, ...]:
    """The names of the phases of its Aftermaths, in order."""
    return tuple(name for _, name in campaign.played.aftermath.phases)


class Gains(Struct, frozen=True):
    """What one side took home and what it lost, in sentences with their rules; ``scrip`` is what it earned
    less what it ``spent``."""

    scrip: int
    spent: int
    gained: tuple[tuple[str, str], ...]
    lost: tuple[tuple[str, str], ...]


class PublicView(Struct, frozen=True):
    """What everybody may know of an aftermath."""

    seat: int
    label: str
    faction: str
    state: str
    at: int
    waiting_for: str
    stuck: bool
    log: tuple[LogLine, ...]
    gains: Gains


class OwnView(Struct, frozen=True):
    """What its owner sees besides. ``alike`` follows whichever of the ``choices`` is taken; ``source``: who
    flips, empty until it was said; until ``due`` everything waits for the player."""

    public: PublicView
    waiting_for: str
    source: str
    due: dt.datetime
    hand: tuple[Card, ...]
    scrip: int
    ask: Ask | None
    model: str
    choices: tuple[OptionOutcome, ...]
    alike: tuple[str, ...]
    offers: tuple[Offers, ...]
    risks: tuple[RisksShown, ...]
    rewards: tuple[RewardOdds, ...]
    reward_signs: str
    unseen: int
    log: tuple[LogLine, ...]
    status: CommandStatus | None
    stopped: bool = False
    """Whether the league was cancelled meanwhile: it ended where it stands."""

    @property
    def by_default(self) -> OptionOutcome | None:
        """What the portal takes when the time is up."""
        return next((choice for choice in self.choices if choice.default), None)

    @property
    def who_flips(self) -> bool:
        """Whether the player is to say first where the cards come from."""
        return self.ask is not None and self.ask.who == "fate" and not (self.source or self.ask.run)

    @property
    def flips_here(self) -> bool:
        """Whether the player is to enter cards now."""
        asked = self.ask is not None and self.ask.who == "fate" and not self.ask.run
        return asked and self.source == "entered"

    @property
    def owed_after_ruling(self) -> bool:
        """Whether the Aftermath itself is over, and only what a ruling found due is asked."""
        return self.ask is not None and self.ask.run > 0

    @property
    def waiting(self) -> bool:
        """Whether a worker is at it: the page looks again by itself."""
        drawing = self.public.state == Aftermath.State.OPEN and self.waiting_for == "fate"
        stuck = self.status is not None and self.status.stuck
        return drawing and not stuck and not self.stopped


# -- loading ----------------------------------------------------------------------------------------------


def of_side(side: GameSide) -> Aftermath:
    """The Aftermath of one side; 404 before there is one."""
    aftermath = get_object_or_404(Aftermath, side=side)
    aftermath.side = side
    return aftermath


def public(aftermath: Aftermath) -> PublicView:
    """The public part. One query, two while a card is being drawn."""
    view, log = _view_and_log(aftermath, _league(aftermath))
    return _public(aftermath, view, _cited(log, aftermath), _status(aftermath))


def own(aftermath: Aftermath) -> OwnView:
    """Everything, for its owner. One query, two while a card is being drawn."""
    status = _status(aftermath)
    stopped = aftermath.state != Aftermath.State.LOCKED and aftermath.side.game.week.campaign.cancelled
    if aftermath.state == Aftermath.State.QUEUED:
        return replace(_queued(aftermath), stopped=stopped)
    logged = _logged(aftermath, _league(aftermath))
    view, ask = logged.view, logged.view.ask
    log = _cited(logged.log, aftermath)
    choices, alike = choices_of(logged)
    modifier = reward_to_come(logged.state, ask) if logged.rules.bounties else None
    return OwnView(
        public=_public(aftermath, view, log, status),
        waiting_for=aftermath.waiting_for,
        source=aftermath.flips,
        due=due_at(aftermath),
        hand=view.hand,
        scrip=view.scrip,
        ask=ask,
        model=logged.rules.names(logged.context).get(ask.model_id, "") if ask and ask.model_id else "",
        choices=tuple(choices),
        alike=alike,
        offers=() if ask is None else tuple(logged.rules.offers(logged.state, ask)),
        risks=risks_of(logged),
        rewards=() if modifier is None else reward_odds(logged.state, modifier),
        reward_signs=signs(modifier or 0),
        unseen=len(view.unseen),
        log=log,
        status=status,
        stopped=stopped,
    )


def gains_of(aftermath: Aftermath, campaign: Campaign) -> Gains:
    """What a side of that league gained and lost so far. No query when the decisions are prefetched."""
    return _gains(_view_and_log(aftermath, campaign)[0], campaign)


def _status(aftermath: Aftermath) -> CommandStatus | None:
    if aftermath.state != Aftermath.State.OPEN or aftermath.waiting_for != "fate":
        return None
    return dispatch.status_for(aftermath.flip_key(aftermath.asks_ordinal))


def _answers(decisions: Iterable[AftermathDecision]) -> list[Answer]:
    in_order = sorted(decisions, key=lambda decision: decision.ordinal)
    return [msgspec.convert(decision.answer, Answer) for decision in in_order]


def _view_and_log(aftermath: Aftermath, campaign: Campaign) -> tuple[AftermathView, tuple[LogLine, ...]]:
    if aftermath.state == Aftermath.State.QUEUED and not aftermath.context:
        return EMPTY, ()
    logged = _logged(aftermath, campaign)
    return logged.view, logged.log


def _logged(aftermath: Aftermath, campaign: Campaign) -> LoggedReplay:
    facts = replay.context_in(aftermath, campaign)
    return LoggedReplay(campaign.played.aftermath, facts, _answers(aftermath.decisions.all()))


def _league(aftermath: Aftermath) -> Campaign:
    return aftermath.side.game.week.campaign


def _cited(log: tuple[LogLine, ...], aftermath: Aftermath) -> tuple[LogLine, ...]:
    """Each line by its edition's own row."""
    return edition_of(aftermath.side.game.week.campaign.edition).rows.cited(log)


EMPTY = AftermathView(
    ask=None, phase="hand", effects=(), flips=(), hand=(), unseen=(), scrip=0, finished=False
)


def _public(
    aftermath: Aftermath, view: AftermathView, log: tuple[LogLine, ...], status: CommandStatus | None
) -> PublicView:
    entry, rules = aftermath.side.entry, _league(aftermath).played.aftermath
    places = [phase for phase, _ in rules.phases]
    now = view.phase if aftermath.state != Aftermath.State.LOCKED else "lock"
    return PublicView(
        seat=aftermath.side.seat,
        label=aftermath.side.label,
        faction=entry.faction,
        state=aftermath.state,
        at=1 + (places.index(now) if now in places else len(places)),
        waiting_for=aftermath.waiting_for,
        stuck=status is not None and status.stuck,
        log=tuple(line for line in log if not line.private),
        gains=_gains(view, _league(aftermath)),
    )


def _gains(view: AftermathView, campaign: Campaign) -> Gains:
    rules = campaign.played.aftermath
    lines: dict[str, list[tuple[str, str]]] = {"gained": [], "lost": [], "": []}
    earned = spent = 0
    for effect in edition_of(campaign.edition).rows.cited(view.effects):
        tally = rules.tally(effect)
        earned += tally.earned
        spent += tally.spent
        lines[tally.side].append((effect.sentence, effect.rule))
    return Gains(earned - spent, spent, tuple(lines["gained"]), tuple(lines["lost"]))


def _queued(aftermath: Aftermath) -> OwnView:
    view, log = _view_and_log(aftermath, _league(aftermath))
    return OwnView(
        public=_public(aftermath, view, log, None),
        waiting_for=aftermath.waiting_for,
        source=aftermath.flips,
        due=due_at(aftermath),
        hand=(),
        scrip=0,
        ask=None,
        model="",
        choices=(),
        alike=(),
        offers=(),
        risks=(),
        rewards=(),
        reward_signs="",
        unseen=0,
        log=log,
        status=None,
    )
