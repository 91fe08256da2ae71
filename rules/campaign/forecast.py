"""The forecast of a league: simulated seasons that show the effect of settings and charts.

Every number that the rules decide comes from the rules themselves (Payday, the whole Aftermath with its
flips, hires, byes). Decisions of players and results at the table are assumptions, the same for every
setting: VP and deaths by fixed chances, the most expensive affordable offer bought, saving for a Master once
a Bounty is completed, no cards cheated, no withdrawals. Compare two forecasts; none predicts a game.

Randomness comes only from ``seed`` and the season's number (the stream of ``fate.shuffle``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules import budget
from rules.campaign.aftermath import asks as then
from rules.campaign.aftermath.asks import AftermathContext, Answer, Ask, HeldBounty
from rules.campaign.aftermath.procedure import aftermath, cards_for, default_answer, fate_answer
from rules.campaign.aftermath.state import AftermathState
from rules.campaign.arsenal import MASTER_VALUE, OwnedModel, OwnedUpgrade, arsenal_value, size_ceiling
from rules.campaign.charts import Charts
from rules.campaign.charts.rows import Bounty
from rules.campaign.hires import halfway_week
from rules.campaign.payday import bye_pay
from rules.campaign.policies import Policies
from rules.crews.catalogue import MASTER
from rules.dialogue import Dialogue
from rules.fate.cards import FULL_DECK, Card
from rules.fate.shuffle import Stream, digest, mac, uint32


class ForecastTally(Struct, frozen=True):
    """The results as counts that can be added over seasons.

    ``scrip`` and ``values`` count, for each week, the players by what they held at its end (Scrip;
    Soulstones). ``annihilated`` and ``injuries`` are by week; ``masters`` counts the Arsenals by the week of
    their first Master (0: never).
    """

    seasons: int = 0
    players: int = 0
    scrip: dict[int, dict[int, int]] = {}
    values: dict[int, dict[int, int]] = {}
    annihilated: dict[int, int] = {}
    injuries: dict[int, int] = {}
    masters: dict[int, int] = {}


def add_tallies(a: ForecastTally, b: ForecastTally) -> ForecastTally:
    """The sum of two tallies.

    >>> add_tallies(
    ...     ForecastTally(seasons=1, masters={4: 2}), ForecastTally(seasons=2, masters={4: 1, 5: 1})
    ... ).masters
    {4: 3, 5: 1}
    """
    return ForecastTally(
        a.seasons + b.seasons,
        a.players + b.players,
        _add_weeks(a.scrip, b.scrip),
        _add_weeks(a.values, b.values),
        _add(a.annihilated, b.annihilated),
        _add(a.injuries, b.injuries),
        _add(a.masters, b.masters),
    )


def spread(counts: dict[int, int]) -> tuple[int, int, int]:
    """The 10th, 50th and 90th percentile of a distribution.

    >>> spread({0: 1, 5: 8, 9: 1})
    (0, 5, 5)
    """
    everything = sum(counts.values())
    percentiles, counted, wanted = [], 0, [10, 50, 90]
    for value in sorted(counts):
        counted += counts[value]
        while wanted and counted * 100 >= wanted[0] * everything:
            percentiles.append(value)
            wanted.pop(0)
    low, middle, high = percentiles
    return low, middle, high


def _add(a: dict[int, int], b: dict[int, int]) -> dict[int, int]:
    return {key: a.get(key, 0) + b.get(key, 0) for key in sorted({*a, *b})}


def _add_weeks(a: dict[int, dict[int, int]], b: dict[int, dict[int, int]]) -> dict[int, dict[int, int]]:
    return {week: _add(a.get(week, {}), b.get(week, {})) for week in sorted({*a, *b})}


def tally_as_dict(tally: ForecastTally) -> dict[str, object]:
    """The tally as plain values for JSON, whose keys are strings; ``tally_from_dict`` reads them."""
    built: dict[str, object] = msgspec.json.decode(msgspec.json.encode(tally))
    return built


def tally_from_dict(values: object) -> ForecastTally:
    return msgspec.convert(values, ForecastTally, strict=False)


# Chances of events at the table, in percent: assumptions, stated on the page.
STRATEGY_VP, SCHEME_VP, DEATH, TICK, AWARD = 55, 50, 35, 40, 50


class HirableModel(Struct, frozen=True):
    """A model that can be hired: its station, and its cost in Soulstones and Scrip before discounts."""

    station: str
    cost: int


class Roster(Struct, frozen=True):
    """A player at the start: Faction, models, Scrip, Bounties completed, and ticks of the active one."""

    faction: str
    models: tuple[OwnedModel, ...]
    market: tuple[HirableModel, ...]
    scrip: int = 0
    bounties: int = 0


class ForecastSetting(Struct, frozen=True):
    """What is simulated: settings, charts, the number of weeks, and the first week. ``strategy_vp`` and
    ``scheme_vp`` are the most VP of the Strategy and of all Schemes in one game."""

    policies: Policies
    charts: Charts
    weeks: int
    rosters: tuple[Roster, ...]
    first_week: int = 1
    strategy_vp: int = 4
    scheme_vp: int = 4


class _Player:
    """One player during a season."""

    def __init__(self, number: int, roster: Roster) -> None:
        self.number = number
        self.faction = roster.faction
        self.market = roster.market
        self.models = {model.id: model for model in roster.models}
        self.scrip, self.earned, self.completed = roster.scrip, 0, roster.bounties
        self.bounty: Bounty | None = None
        self.left = 0
        self.accomplished: tuple[str, ...] = ()
        self.equipment: list[str] = []
        self.byes = 0
        self.master_week = int(any(m.station == MASTER for m in roster.models))
        self._ids = max(self.models, default=0)

    def new_id(self) -> int:
        self._ids += 1
        return self._ids

    def value(self, policies: Policies) -> int:
        return arsenal_value(self.models.values(), policies).amount

    def crew(self, size: int, policies: Policies) -> list[OwnedModel]:
        """The most expensive models that fit, the Leader first."""
        chosen: list[OwnedModel] = []
        for model in sorted(self.models.values(), key=lambda m: (not m.is_leader, -m.cost, m.id)):
            if arsenal_value([*chosen, model], policies).amount <= size:
                chosen.append(model)
        return chosen


def simulate(setting: ForecastSetting, seed: bytes, numbers: Iterable[int]) -> ForecastTally:
    """The tally of the seasons with those numbers. The same arguments give the same tally."""
    budget.begin("a season")
    total = ForecastTally()
    for done, number in enumerate(numbers):
        budget.check(partial("{} seasons are calculated".format, done))
        total = add_tallies(
            total, _Season(setting, Stream(mac(seed, digest("forecast", uint32(number))))).live()
        )
    return total


class _Season:
    """One season: for each week hires, games, Aftermaths, and the count at its end."""

    def __init__(self, setting: ForecastSetting, chance: Stream) -> None:
        self.setting, self.policies, self.charts = setting, setting.policies, setting.charts
        self.chance = chance
        self.players = [_Player(number, roster) for number, roster in enumerate(setting.rosters)]
        self.annihilated: Counter[int] = Counter()
        self.injuries: Counter[int] = Counter()

    def live(self) -> ForecastTally:
        scrip: dict[int, dict[int, int]] = {}
        values: dict[int, dict[int, int]] = {}
        for week in range(self.setting.first_week, self.setting.weeks + 1):
            for player in self.players:
                player.earned = 0
                if week > 1:
                    self.hire(player, week)
            self.play(week)
            scrip[week] = dict(Counter(player.scrip for player in self.players))
            values[week] = dict(Counter(player.value(self.policies) for player in self.players))
        masters = Counter(player.master_week for player in self.players)
        return ForecastTally(
            1, len(self.players), scrip, values, dict(self.annihilated), dict(self.injuries), dict(masters)
        )

    def percent(self, chance: int) -> bool:
        return self.chance.below(100) < chance

    # -- hires --------------------------------------------------------------------------------------

    def hire(self, player: _Player, week: int) -> None:
        """Hire a Master as soon as the rules allow one (SL-MASTER-01 to -06), the most expensive affordable
        model with the discount, and another without (SL-HIRE-02, -04, -05)."""
        rules = self.policies
        price = rules.master_scrip
        if self.saves(player) and week >= halfway_week(self.setting.weeks, rules) and player.scrip >= price:
            player.scrip -= price
            player.master_week = player.master_week or week
            self._join(
                player,
                HirableModel(MASTER, MASTER_VALUE if rules.master_value == "printed" else rules.master_value),
            )
        self._buy(player, rules.first_hire_discount, forced=True)
        self._buy(player, 0, forced=False)

    def saves(self, player: _Player) -> bool:
        """Whether the player saves for a Master."""
        masters = sum(model.station == MASTER for model in player.models.values())
        return masters < self.policies.max_masters and player.completed > 0

    def _buy(self, player: _Player, discount: int, *, forced: bool) -> None:
        """Buy the most expensive model that leaves enough for a wanted Master; a forced hire takes the
        cheapest when none leaves enough."""
        floor = self.policies.hire_floor
        offers = [(w.cost - min(discount, max(0, w.cost - floor)), w) for w in player.market]
        reserved = self.policies.master_scrip if self.saves(player) else 0
        prices = [price for price, _ in offers if price <= player.scrip]
        spare = [price for price in prices if price <= player.scrip - reserved]
        if not prices or not (spare or forced):
            return
        price = max(spare) if spare else min(prices)
        wares = [ware for cost, ware in offers if cost == price]
        player.scrip -= price
        self._join(player, wares[self.chance.below(len(wares))])

    def _join(self, player: _Player, ware: HirableModel) -> None:
        number, master = player.new_id(), ware.station == MASTER
        if master or not player.models:
            player.models = {pk: replace(m, is_leader=False) for pk, m in player.models.items()}
        player.models[number] = OwnedModel(
            id=number,
            slug="",
            name=f"{ware.station} {number}",
            station=ware.station,
            cost=ware.cost,
            is_leader=master or not player.models,
        )

    # -- games --------------------------------------------------------------------------------------

    def play(self, week: int) -> None:
        waiting = [player for player in self.players if player.models]
        order = sorted(waiting, key=lambda player: (self.chance.word(), player.number))
        if len(order) % 2:
            idle = min(order, key=lambda player: (player.byes, order.index(player)))
            order.remove(idle)
            idle.byes += 1
        else:
            idle = None
        for first, second in zip(order[::2], order[1::2], strict=True):
            self.game((first, second), week)
        if idle is not None:
            pay = bye_pay([player.earned for player in order], idle.earned, self.policies).amount
            idle.scrip += pay
            idle.earned += pay

    def game(self, sides: tuple[_Player, _Player], week: int) -> None:
        rules = self.policies
        size = size_ceiling(sides[0].value(rules), sides[1].value(rules), rules).amount
        crews = [side.crew(size, rules) for side in sides]
        ratings = [self._rating(side, crew) for side, crew in zip(sides, crews, strict=True)]
        most = self.setting
        strategy = [sum(self.percent(STRATEGY_VP) for _ in range(most.strategy_vp)) for _ in sides]
        vp = [points + sum(self.percent(SCHEME_VP) for _ in range(most.scheme_vp)) for points in strategy]
        event = self._event()
        for at, side in enumerate(sides):
            self.after(side, sides[1 - at], crews[at], week, vp, at, strategy[at], ratings, event)

    def _rating(self, side: _Player, crew: Sequence[OwnedModel]) -> int:
        bound = sum(upgrade.weight for model in crew for upgrade in model.bound)
        return bound + min(len(side.equipment), len(crew))

    def _event(self) -> int:
        """The Scrip that a Crew could gain from the week's event, before its cap (SL-EVENT-04)."""
        events = self.charts.weekly_events
        if self.policies.weekly_events == "off" or not events:
            return 0
        drawn = events[self.chance.below(len(events))]
        return sum(award.amount for award in drawn.scrip_awards if self.percent(AWARD))

    # -- the aftermath ------------------------------------------------------------------------------

    def after(
        self,
        side: _Player,
        other: _Player,
        crew: Sequence[OwnedModel],
        week: int,
        vp: Sequence[int],
        at: int,
        strategy: int,
        ratings: Sequence[int],
        event: int,
    ) -> None:
        """Run the whole Aftermath of one Crew by the rules' own procedure."""
        killed = [model.id for model in crew if self.percent(DEATH)]
        owed = [pk for pk in killed if self._card().value >= self.policies.finish_threshold]
        complete = self._tick(side)
        held = HeldBounty(side.bounty.slug, side.bounty.name, 0, side.left) if side.bounty else None
        skills = [skill.slug for model in side.models.values() for skill in model.skills]
        context = AftermathContext(
            faction=side.faction,
            vp=vp[at],
            won=vp[at] > vp[1 - at],
            strategy_vp=strategy,
            rating=ratings[at],
            other_rating=ratings[1 - at],
            scrip=side.scrip,
            models=tuple(side.models.values()),
            participants=tuple(sorted(model.id for model in crew)),
            charts=self.charts,
            owed=tuple(owed),
            killed=tuple(killed),
            completed_bounty=complete is not None,
            reward_modifier=complete.reward_modifier if complete else 0,
            bounty=held,
            accomplished=side.accomplished,
            event_scrip=min(event, self.policies.event_cap),
            owned_upgrades=(*side.equipment, *skills),
            policies=self.policies,
        )
        state = AftermathState(context)
        decks: dict[int, list[Card]] = {}
        dialogue = Dialogue(aftermath(context, state))
        while (ask := dialogue.question) is not None:
            dialogue.answer(self._answer(ask, state, side, decks))
        side.scrip = state.scrip
        side.earned += state.earned
        for effect in state.effects:
            self._apply(effect, side, other, week)

    def _tick(self, side: _Player) -> Bounty | None:
        """Tick up to three portions of the Bounty in one game (SL-BOUNTY-05); return it if it is complete."""
        bounty = side.bounty
        if bounty is None:
            return None
        side.left -= sum(self.percent(TICK) for _ in range(min(3, side.left)))
        if side.left:
            return None
        side.completed += 1
        side.accomplished = (*side.accomplished, bounty.slug)
        side.bounty = None
        return bounty

    def _card(self) -> Card:
        return FULL_DECK[self.chance.below(len(FULL_DECK))]

    def _answer(self, ask: Ask, state: AftermathState, side: _Player, decks: dict[int, list[Card]]) -> Answer:
        if ask.who == "fate":
            if ask.shuffle not in decks:
                decks[ask.shuffle] = self._shuffled()
            return fate_answer(ask, cards_for(ask, decks[ask.shuffle]))
        if ask.kind == "payday":
            return Answer(kind="facts", earned_this_week=side.earned, scrip=side.scrip)
        if ask.kind in ("barter_buy", "bounty_buy"):
            return self._bought(ask, state, side) or default_answer(ask)
        return default_answer(ask)

    def _shuffled(self) -> list[Card]:
        deck = list(FULL_DECK)
        for last in range(len(deck) - 1, 0, -1):
            other = self.chance.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def _bought(self, ask: Ask, state: AftermathState, side: _Player) -> Answer | None:
        """The most expensive offer; a Bounty only when none is active."""
        if ask.kind == "bounty_buy" and side.bounty is not None:
            return None
        most = state.scrip - (self.policies.master_scrip if self.saves(side) else 0)
        offers = [o for o in ask.options if o.legal and o.price is not None and o.price <= most]
        for option in sorted(offers, key=lambda offer: (-(offer.price or 0), offer.key)):
            takers = [bearer for bearer in option.bearers if not bearer.reason and not bearer.replaceable]
            if takers or not option.bearers:
                taker = takers[self.chance.below(len(takers))].model_id if takers else None
                return Answer(kind="choose", option=option.key, bearer=taker)
        return None

    def _apply(self, effect: then.AnyEffect, side: _Player, other: _Player, week: int) -> None:
        match effect:
            case then.UpgradeBought(bearer_id=None) | then.UpgradeGained():
                side.equipment.append(effect.slug)
            case then.UpgradeBought(bearer_id=int(bearer)) | then.SkillGained(bearer_id=bearer):
                self._bind(side, bearer, "skill", effect.slug, effect.name)
            case then.SkillAnnihilated():
                self._unbind(side, effect.bearer_id, effect.slug)
            case then.InjuryAttached():
                self._bind(side, effect.model_id, "injury", effect.slug, effect.name)
                self.injuries[week] += 1
            case then.ModelAnnihilated():
                del side.models[effect.model_id]
                self.annihilated[week] += 1
            case then.LeaderChanged():
                side.models = {
                    pk: replace(m, is_leader=pk == effect.model_id) for pk, m in side.models.items()
                }
            case then.BountyBought():
                side.bounty = next(row for row in self.charts.bounties if row.slug == effect.slug)
                side.left = sum(portion.repeat for portion in side.bounty.portions)
            case then.OpponentEarns():
                pay = max(0, min(effect.amount, self.policies.weekly_cap - other.earned))
                other.scrip += pay
                other.earned += pay

    def _bind(self, side: _Player, bearer: int, kind: str, slug: str, name: str) -> None:
        upgrade = OwnedUpgrade(id=side.new_id(), slug=slug, name=name, kind=kind, bearer_id=bearer)  # type: ignore[arg-type]
        model = side.models[bearer]
        changed = (
            replace(model, skills=(*model.skills, upgrade))
            if kind == "skill"
            else replace(model, injuries=(*model.injuries, upgrade))
        )
        side.models[bearer] = changed

    def _unbind(self, side: _Player, bearer: int, slug: str) -> None:
        model = side.models[bearer]
        gone = next(skill for skill in model.skills if skill.slug == slug)
        side.models[bearer] = replace(model, skills=tuple(s for s in model.skills if s is not gone))
