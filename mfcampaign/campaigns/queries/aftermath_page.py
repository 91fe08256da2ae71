"""An aftermath as its pages show it: all of it to its owner, the named public part to everyone else.

``public`` is built from an allow-list: phase, what is waited for, cards that fell on the table, and
consequences. Cards drawn into a hand, the hand itself and the choices made of it are not in it.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from mfcampaign.campaigns.models import Aftermath
from mfcampaign.campaigns.operations import aftermath as verbs
from mfcampaign.dispatch import queries as dispatch
from mfcampaign.dispatch.queries import CommandStatus
from rules.core.campaign import asks
from rules.core.campaign.aftermath import Replay, aftermath
from rules.core.campaign.asks import AftermathContext, AftermathView, Answer, Ask, Bearer, FlipRecord, Option
from rules.core.campaign.odds import OfferOdds, barter_odds
from rules.core.campaign.table import Table
from rules.core.fate.cards import Card

PATH = ("Hand", "Payday", "Barter", "Reward", "Bounty", "Injuries")
PLACES = {"hand": 1, "payday": 2, "barter": 3, "reward": 4, "bounty": 5, "injury": 6, "leader": 7, "lock": 7}
FLIP_WORDS = {
    "hand": "Drawn into the hand",
    "barter": "Barter flip",
    "reward": "Reward flip",
    "injury": "Injury flip",
    "lucky_miss": "Lucky Miss flip",
}


class LogLine(Struct, frozen=True):
    """One card or one consequence, in the order they came. ``private`` ones are their owner's alone."""

    what: str
    rule: str = ""
    card: str = ""
    cheated_with: str = ""
    source: str = ""
    icon: str = "scroll"
    private: bool = False


class Choice(Struct, frozen=True):
    """One option with what it costs and exactly what would follow from it."""

    option: Option
    card: str
    follows: tuple[str, ...]
    default: bool
    bearers: tuple[tuple[str, str], ...] = ()
    barred: tuple[Bearer, ...] = ()


class Gains(Struct, frozen=True):
    """What one side took home and what it lost, in sentences with their rules."""

    scrip: int
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
    """What its owner sees besides. ``alike`` follows whichever of the ``choices`` is taken."""

    public: PublicView
    made: Aftermath
    hand: tuple[Card, ...]
    scrip: int
    ask: Ask | None
    model: str
    choices: tuple[Choice, ...]
    alike: tuple[str, ...]
    odds: tuple[OfferOdds, ...]
    unseen: int
    log: tuple[LogLine, ...]
    status: CommandStatus | None

    @property
    def by_default(self) -> Choice | None:
        """What the portal takes when the time is up."""
        return next((choice for choice in self.choices if choice.default), None)

    @property
    def flips_here(self) -> bool:
        """Whether the player is to enter cards now."""
        return self.ask is not None and self.ask.who == "fate" and self.made.flips == "entered"

    @property
    def waiting(self) -> bool:
        """Whether a worker is at it: the page looks again by itself."""
        drawing = self.made.state == Aftermath.State.OPEN and self.made.waiting_for == "fate"
        return drawing and not (self.status is not None and self.status.stuck)


# -- loading ----------------------------------------------------------------------------------------------


def public(made: Aftermath) -> PublicView:
    """The public part. One query, two while a card is being drawn."""
    return _public(made, *_replayed(made), _status(made))


def own(made: Aftermath) -> OwnView:
    """Everything, for its owner. One query, two while a card is being drawn."""
    status = _status(made)
    if made.state == Aftermath.State.QUEUED:
        return _queued(made)
    context = verbs.context(made)
    answers = _answers(made)
    view, log = _run(context, answers)
    ask = view.ask
    choices, alike = _choices(context, answers, view)
    in_barter = ask is not None and ask.phase in ("hand", "barter")
    return OwnView(
        public=_public(made, view, log, status),
        made=made,
        hand=view.hand,
        scrip=view.scrip,
        ask=ask,
        model=_model_name(context, ask),
        choices=tuple(choices),
        alike=alike,
        odds=_odds(context, view) if in_barter else (),
        unseen=len(view.unseen),
        log=log,
        status=status,
    )


def gains_of(made: Aftermath) -> Gains:
    """What a side gained and lost so far. No query when the decisions are prefetched."""
    return _gains(_replayed(made)[0])


def _status(made: Aftermath) -> CommandStatus | None:
    if made.state != Aftermath.State.OPEN or made.waiting_for != "fate":
        return None
    return dispatch.status_for(verbs.flip_key(made, made.asks_ordinal))


def _answers(made: Aftermath) -> list[Answer]:
    decisions = sorted(made.decisions.all(), key=lambda d: d.ordinal)
    return [msgspec.convert(decision.answer, Answer) for decision in decisions]


def _replayed(made: Aftermath) -> tuple[AftermathView, tuple[LogLine, ...]]:
    if made.state == Aftermath.State.QUEUED:
        return EMPTY, ()
    return _run(verbs.context(made), _answers(made))


EMPTY = AftermathView(
    ask=None, phase="hand", effects=(), flips=(), hand=(), unseen=(), scrip=0, finished=False
)


def _run(context: AftermathContext, answers: list[Answer]) -> tuple[AftermathView, tuple[LogLine, ...]]:
    """The replay, noting in which order cards and consequences came."""
    table = Table(context)
    steps = aftermath(context, table)
    order: list[tuple[Literal["flip", "effect"], int]] = []
    ask: Ask | None = next(steps)
    _note(table, order)
    for answer in answers:
        try:
            ask = steps.send(answer)
        except StopIteration:
            ask = None
        _note(table, order)
    view = table.view(ask)
    names = {model.id: model.name for model in context.models}
    log = tuple(
        _flip_line(view.flips[at], names) if kind == "flip" else _effect_line(view.effects[at])
        for kind, at in order
    )
    return view, log


def _note(table: Table, order: list[tuple[Literal["flip", "effect"], int]]) -> None:
    flips = sum(kind == "flip" for kind, _ in order)
    effects = len(order) - flips
    order += [("flip", at) for at in range(flips, len(table.flips))]
    order += [("effect", at) for at in range(effects, len(table.effects))]


def _flip_line(flip: FlipRecord, names: dict[int, str]) -> LogLine:
    whose = names.get(flip.model_id, "") if flip.model_id is not None else ""
    words = FLIP_WORDS[flip.kind] + (f" for {whose}" if whose else "")
    cheated = flip.cheated_with
    return LogLine(
        what=f"{words}: the {flip.card.spoken}" + (f", cheated with the {cheated.spoken}" if cheated else ""),
        card=flip.card.code,
        cheated_with=cheated.code if cheated else "",
        source=flip.source,
        icon="hand" if flip.kind == "hand" else "flip",
        private=flip.kind == "hand",
    )


ICONS = {
    asks.ScripEarned: "scrip",
    asks.UpgradeBought: "barter",
    asks.UpgradeGained: "star",
    asks.SkillGained: "star",
    asks.InjuryAttached: "injury",
    asks.ModelAnnihilated: "grave",
    asks.SkillAnnihilated: "cross",
    asks.OpponentEarns: "scrip",
    asks.BountyBought: "scroll",
    asks.BountyDropped: "cross",
    asks.TitleSwapped: "crown",
    asks.LeaderChanged: "crown",
    asks.HandDrawn: "hand",
}


def _effect_line(effect: asks.AnyEffect) -> LogLine:
    return LogLine(effect.sentence, effect.rule, icon=ICONS.get(type(effect), "scroll"))


def _public(
    made: Aftermath, view: AftermathView, log: tuple[LogLine, ...], status: CommandStatus | None
) -> PublicView:
    entry = made.side.entry
    return PublicView(
        seat=made.side.seat,
        label=entry.label,
        faction=entry.faction,
        state=made.state,
        at=len(PATH) + 1 if made.state == Aftermath.State.LOCKED else PLACES[view.phase],
        waiting_for=made.waiting_for,
        stuck=status is not None and status.stuck,
        log=tuple(line for line in log if not line.private),
        gains=_gains(view),
    )


def _gains(view: AftermathView) -> Gains:
    gained, lost, scrip = [], [], 0
    for effect in view.effects:
        told = (effect.sentence, effect.rule)
        if isinstance(effect, asks.ScripEarned):
            scrip += effect.total.amount
            gained.append(told)
        elif isinstance(effect, asks.UpgradeBought | asks.BountyBought):
            scrip -= effect.price
            gained.append(told)
        elif isinstance(effect, asks.UpgradeGained | asks.SkillGained | asks.TitleSwapped):
            gained.append(told)
        elif isinstance(effect, LOSSES):
            lost.append(told)
    return Gains(scrip, tuple(gained), tuple(lost))


LOSSES = asks.InjuryAttached | asks.ModelAnnihilated | asks.SkillAnnihilated | asks.BountyDropped


def _queued(made: Aftermath) -> OwnView:
    return OwnView(
        public=_public(made, EMPTY, (), None),
        made=made,
        hand=(),
        scrip=0,
        ask=None,
        model="",
        choices=(),
        alike=(),
        odds=(),
        unseen=0,
        log=(),
        status=None,
    )


def _model_name(context: AftermathContext, ask: Ask | None) -> str:
    if ask is None or ask.model_id is None:
        return ""
    return next((model.name for model in context.models if model.id == ask.model_id), "")


def _odds(context: AftermathContext, view: AftermathView) -> tuple[OfferOdds, ...]:
    """The likeliest first, what is affordable before what is not."""
    found = barter_odds(context.charts, view.unseen, view.hand)
    return tuple(sorted(found, key=lambda o: (o.price > view.scrip, -o.matching, o.price, o.name)))


# -- options and what follows from them ------------------------------------------------------------


def _choices(
    context: AftermathContext, answers: list[Answer], view: AftermathView
) -> tuple[list[Choice], tuple[str, ...]]:
    """Every option with what follows from it alone, and what follows whichever is taken."""
    ask = view.ask
    if ask is None or ask.who != "player":
        return [], ()
    tried = {
        option.key: _tried(context, answers, view, option)
        for option in ask.options
        if option.legal and not option.bearers
    }
    alike = _alike(list(tried.values()))
    skills = {s.slug: s.name for model in context.models for s in model.skills}
    skills |= {upgrade.slug: upgrade.name for upgrade in context.charts.upgrades}
    found = []
    for option in ask.options:
        own = [sentence for sentence in tried.get(option.key, ()) if sentence not in alike]
        if option.price is not None:
            own = [_effect_of(context, option)]
        found.append(
            Choice(
                option=option,
                card=_card_of(option, ask),
                follows=tuple(filter(None, own)),
                default=option.key == ask.default,
                bearers=tuple(pair for bearer in option.bearers for pair in _bearer(bearer, skills)),
                barred=tuple(bearer for bearer in option.bearers if bearer.reason),
            )
        )
    return found, alike


def _alike(tried: list[list[str]]) -> tuple[str, ...]:
    """What every one of several options brings, in order; nothing where there is but one."""
    if len(tried) < 2:
        return ()
    return tuple(sentence for sentence in tried[0] if all(sentence in other for other in tried[1:]))


def _card_of(option: Option, ask: Ask) -> str:
    """The card that would count: the held one, or the flipped one that is kept."""
    if not ask.kind.endswith("_cheat"):
        return ""
    if option.key == asks.KEEP:
        return ask.card.code if ask.card else ""
    return option.key


def _bearer(bearer: Bearer, skills: dict[str, str]) -> list[tuple[str, str]]:
    """(value, words) of each way this model can take the Skill: as it is, or giving one up."""
    if bearer.reason:
        return []
    if not bearer.replaceable:
        return [(str(bearer.model_id), bearer.name)]
    return [
        (f"{bearer.model_id}:{slug}", f"{bearer.name}, giving up {skills.get(slug, slug)}")
        for slug in bearer.replaceable
    ]


def _tried(
    context: AftermathContext, answers: list[Answer], view: AftermathView, option: Option
) -> list[str]:
    """What happens at once if that option is taken: asked of the core itself, by trying it."""
    after = Replay.run(context, [*answers, Answer(kind="choose", option=option.key)])
    told = [effect.sentence for effect in after.effects[len(view.effects) :]]
    if after.ask is not None and after.ask.kind == "barter_buy":
        wares = [o for o in after.ask.options if o.legal and o.price is not None]
        offers = [f"{ware.label} for {ware.price} Scrip" for ware in wares]
        told.append(f"Then you may buy {' or '.join(offers)}.")
    return told


def _effect_of(context: AftermathContext, option: Option) -> str:
    """The chart's own few words on an Upgrade."""
    try:
        return context.charts.upgrade(option.key).digest
    except KeyError:
        return ""
