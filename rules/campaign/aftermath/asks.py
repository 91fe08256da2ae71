"""The words of the Aftermath: what it asks, what answers it, the effects that follow.

Everything here is plain frozen data that turns into JSON and back with ``msgspec``.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Literal

from msgspec import Struct

from rules.campaign.arsenal import OwnedModel, StatMod
from rules.campaign.charts import Charts
from rules.campaign.policies import POLICIES, Policies
from rules.dialogue import Choice, DialogueQuestion
from rules.fate.cards import Card
from rules.refusal import Total

CREW = "The Crew"

Gift = Literal["lucky miss", "reward", "avatar"]


class Effect(Struct, frozen=True, kw_only=True, tag=True):
    """A consequence to be written, in order. ``sentence`` tells it and begins with ``subject``, which is the
    Crew where nothing else is named; ``rule`` is its ledger row."""

    sentence: str
    rule: str
    subject: str = CREW

    def told_of(self, crew: str) -> str:
        """The sentence where the reader does not know yet whose Aftermath it is.

        >>> Effect(sentence="The Crew earns 4 Scrip at Payday.", rule="SL-PAY-01").told_of("The Far Survey")
        'The Far Survey earns 4 Scrip at Payday.'
        >>> Effect(sentence="Ronin leads now.", rule="SL-LEADER-03", subject="Ronin").told_of("The Loyal")
        'Ronin of The Loyal leads now.'
        """
        subject = crew if self.subject == CREW else f"{self.subject} of {crew}"
        return subject + self.sentence.removeprefix(self.subject)


class HandDrawn(Effect, frozen=True, kw_only=True, tag=True):
    cards: tuple[Card, ...]


class ScripEarned(Effect, frozen=True, kw_only=True, tag=True):
    total: Total


class UpgradeBought(Effect, frozen=True, kw_only=True, tag=True):
    """A Campaign Upgrade paid with ``price`` Scrip; Skills name their ``bearer_id`` (SL-UPG-03)."""

    slug: str
    name: str
    category: Literal["skill", "equipment"]
    ss_cost: int
    price: int
    bearer_id: int | None = None


class UpgradeGained(Effect, frozen=True, kw_only=True, tag=True):
    """Equipment that joins the Arsenal for nothing."""

    slug: str
    name: str
    ss_cost: int
    how: Gift = "lucky miss"


class SkillGained(Effect, frozen=True, kw_only=True, tag=True):
    """A Skill for nothing: a Lucky Miss, of SS cost 0 (SL-INJURY-13), or a Reward (SL-REWARD-02)."""

    slug: str
    name: str
    bearer_id: int
    ss_cost: int = 0
    how: Gift = "lucky miss"


class SkillAnnihilated(Effect, frozen=True, kw_only=True, tag=True):
    """``upgrade_id`` is ``None`` for a Skill gained in this same Aftermath."""

    slug: str
    name: str
    bearer_id: int
    upgrade_id: int | None


class InjuryAttached(Effect, frozen=True, kw_only=True, tag=True):
    slug: str
    name: str
    model_id: int
    ss_cost: int = 0
    stat_mods: tuple[StatMod, ...] = ()


class ModelAnnihilated(Effect, frozen=True, kw_only=True, tag=True):
    """The model leaves the Arsenal with its Skills and Injuries (SL-ANNIH-04)."""

    model_id: int
    name: str


class OpponentEarns(Effect, frozen=True, kw_only=True, tag=True):
    """Scrip the *other* Crew of the Encounter gains from an Injury (a house reading)."""

    amount: int
    model_id: int


class BountyBought(Effect, frozen=True, kw_only=True, tag=True):
    """A Bounty paid with ``price`` Scrip; it is the active one now (SL-BOUNTY-01, -03)."""

    slug: str
    name: str
    price: int


class BountyDropped(Effect, frozen=True, kw_only=True, tag=True):
    """The active Bounty is discarded with its progress (SL-BOUNTY-03)."""

    slug: str
    name: str


class TitleSwapped(Effect, frozen=True, kw_only=True, tag=True):
    """A Master goes on as another title of the same name (SL-3E-10)."""

    model_id: int
    slug: str
    name: str


class LeaderChanged(Effect, frozen=True, kw_only=True, tag=True):
    model_id: int
    name: str


class Note(Effect, frozen=True, kw_only=True, tag=True):
    """Nothing to write: for the reader alone."""

    model_id: int | None = None


AnyEffect = (
    HandDrawn
    | ScripEarned
    | UpgradeBought
    | UpgradeGained
    | SkillGained
    | SkillAnnihilated
    | InjuryAttached
    | ModelAnnihilated
    | OpponentEarns
    | BountyBought
    | BountyDropped
    | TitleSwapped
    | LeaderChanged
    | Note
)


AskKind = Literal[
    "draw_hand",
    "payday",
    "barter_flip",
    "barter_cheat",
    "barter_buy",
    "reward_chart",
    "reward_flip",
    "reward_cheat",
    "reward_take",
    "bounty_buy",
    "injury_choose",
    "injury_flip",
    "injury_cheat",
    "injury_spare",
    "lucky_miss_flip",
    "lucky_miss_cheat",
    "lucky_miss_skill",
    "choose_leader",
    "advance_table",
    "advance_flip",
    "advance_cheat",
    "advance_take",
    "advance_action",
    "doctor",
    "doctor_flip",
    "doctor_cheat",
    "lock",
    "owed_flips",
]
Phase = Literal[
    "hand", "payday", "barter", "reward", "bounty", "advance", "doctor", "injury", "leader", "lock"
]
FlipKind = Literal["hand", "barter", "reward", "advance", "doctor", "injury", "lucky_miss"]
KEEP, PASS, DECLINE, LOCK = "keep", "pass", "decline", "lock"


class Bearer(Struct, frozen=True):
    """A model that could take a Skill. ``replaceable`` are the slugs of its Skills when it is at its
    limit: one of them must be Annihilated for the new one (SL-UPG-10). ``reason``: why it cannot."""

    model_id: int
    name: str
    replaceable: tuple[str, ...] = ()
    reason: str = ""


class Option(Choice, frozen=True):
    """One possible answer. ``key`` is what an answer names: ``keep``, ``pass``, a card's code, the slug of an
    Upgrade or of a Master's other title, or a model's id. Where there are ``bearers`` the answer names one of
    them, too; with ``asks`` (a Marker, a token) it has words. An option with a ``reason`` cannot be taken
    now."""

    price: int | None = None
    bearers: tuple[Bearer, ...] = ()
    reason: str = ""
    rule: str = ""
    asks: str = ""

    @property
    def legal(self) -> bool:
        return not self.reason

    @property
    def ready(self) -> Bearer | None:
        """The first bearer that gives nothing up for it."""
        return next((taker for taker in self.bearers if not taker.reason and not taker.replaceable), None)


class Ask(DialogueQuestion, frozen=True, kw_only=True):
    """One question of the Aftermath and who answers it.

    ``fate``: ``cards`` cards are wanted, the next of shuffle number ``shuffle`` (from 0) of the 54 that
    are not ``out`` (in hand or gone already; codes); see ``cards_for``. ``position`` counts the cards
    that left this shuffle before. ``player``: one of ``options``; ``default`` is the key taken when the
    time is up. ``system``: facts only the campaign knows, or its word that all is written.
    ``ordinal`` counts the asks from 0 and identifies a stored answer. ``run`` is 0 in the
    Aftermath proper, and counts the times that flips were made up for after it.
    """

    kind: AskKind
    who: Literal["fate", "player", "system"]
    phase: Phase
    ordinal: int
    options: tuple[Option, ...] = ()
    default: str = ""
    cards: int = 0
    shuffle: int = 0
    position: int = 0
    out: tuple[str, ...] = ()
    card: Card | None = None
    model_id: int | None = None
    run: int = 0

    def option(self, key: str) -> Option | None:
        return next((option for option in self.options if option.key == key), None)


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to one ask.

    ``cards`` (with ``source``) answers draw_hand; ``card`` a flip; ``choose`` a player's ask: ``option``
    is the key, ``bearer`` the model that takes a Skill, ``annihilate`` the slug of the Skill it gives
    up, ``words`` what the player names with it; ``facts`` answers payday: Scrip this Crew earned earlier in
    the week and, if it changed since the Aftermath began, the Scrip it holds now; and owed_flips: the Scrip,
    the models and the slugs of Campaign Upgrades held now.
    """

    kind: Literal["cards", "card", "choose", "facts"]
    cards: tuple[Card, ...] = ()
    card: Card | None = None
    source: Literal["fate", "entered"] = "fate"
    option: str = ""
    bearer: int | None = None
    annihilate: str = ""
    words: str = ""
    earned_this_week: int = 0
    scrip: int | None = None
    models: tuple[OwnedModel, ...] = ()
    owned_upgrades: tuple[str, ...] = ()


Steps = Generator[Ask, Answer, None]
"""A procedure, or a part of one: it asks and is answered."""


class FlipRecord(Struct, frozen=True, kw_only=True):
    """One card that left the deck or the hand: as flipped, what it was cheated with, what counted.
    ``set_aside``: its flip showed several cards, and another one counted."""

    kind: FlipKind
    card: Card
    source: Literal["fate", "entered"]
    shuffle: int
    position: int
    cheated_with: Card | None = None
    model_id: int | None = None
    set_aside: bool = False

    @property
    def final(self) -> Card:
        return self.cheated_with or self.card


class HeldBounty(Struct, frozen=True):
    """The active Bounty after the game: ``done`` of its ``of`` ticks are there."""

    slug: str
    name: str
    done: int
    of: int


class OtherTitle(Struct, frozen=True):
    """Another title that a Master of the Arsenal could go on as (SL-3E-10)."""

    model_id: int
    slug: str
    name: str


class FlipsOwed(Struct, frozen=True, omit_defaults=True):
    """Flips that ruling ``ruling`` found due after the hand was discarded: how many Barter flips, and
    whether a Reward with which fate modifiers."""

    ruling: int
    barter: int = 0
    reward: bool = False
    reward_modifier: int = 0


class BarterContext(Struct, frozen=True, kw_only=True):
    """What flips on the charts start from, whatever they follow: the Arsenal and its purse.

    ``models`` are the whole Arsenal with Skills and Injuries, ``participants`` the ids of those that may
    learn; ``owned_upgrades`` the slugs of Campaign Upgrades owned, one per copy.
    """

    faction: str
    scrip: int
    models: tuple[OwnedModel, ...]
    participants: tuple[int, ...]
    charts: Charts
    owned_upgrades: tuple[str, ...] = ()
    policies: Policies = POLICIES


class AftermathContext(BarterContext, frozen=True, kw_only=True):
    """Every fact the Aftermath of one Crew starts from; it never looks elsewhere.

    ``vp`` after the rules of withdrawal; ``strategy_vp`` really scored (A-20); ``participants`` the ids
    hired for the game, ``owed`` those Finished Off, ``killed`` those killed at all; ``scrip`` held before
    Payday; ``completed_bounty``: its last portion was ticked in this game, and ``reward_modifier`` are the
    fate modifiers of its Reward flip (A-48); ``bounty`` the one still active, ``accomplished`` the slugs of
    those done ever (A-24); ``titles`` what its Masters could swap to; ``owed_flips`` what rulings made up
    for, in order.
    """

    vp: int
    won: bool
    strategy_vp: int
    rating: int
    other_rating: int
    owed: tuple[int, ...] = ()
    killed: tuple[int, ...] = ()
    withdrew: Literal["", "early", "late"] = ""
    completed_bounty: bool = False
    reward_modifier: int = 0
    bounty: HeldBounty | None = None
    accomplished: tuple[str, ...] = ()
    titles: tuple[OtherTitle, ...] = ()
    event_scrip: int = 0
    extra_barter_flips: int = 0
    owed_flips: tuple[FlipsOwed, ...] = ()


class AftermathOutcome(Struct, frozen=True, kw_only=True):
    """The result at the end: every consequence in order, every card, the purse."""

    effects: tuple[AnyEffect, ...]
    flips: tuple[FlipRecord, ...]
    scrip_earned: int
    scrip_spent: int


class AftermathView(Struct, frozen=True, kw_only=True):
    """The state of an Aftermath after some answers. ``ask`` is ``None`` once ``finished``.

    ``hand`` is what is held now, ``unseen`` the cards still in the deck (sorted, not in their order),
    ``scrip`` the purse.
    """

    ask: Ask | None
    phase: Phase
    effects: tuple[AnyEffect, ...]
    flips: tuple[FlipRecord, ...]
    hand: tuple[Card, ...]
    unseen: tuple[Card, ...]
    scrip: int
    finished: bool
    outcome: AftermathOutcome | None = None
