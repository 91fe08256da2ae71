"""Simulated seasons of *Shifting Loyalties*: hires and the whole Aftermath by the rules, decisions by
assumption (``ASSUMED``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.aftermath import asks as then
from rules.campaign.aftermath.asks import AftermathContext, Answer, Ask, HeldBounty
from rules.campaign.aftermath.procedure import aftermath, default_answer
from rules.campaign.aftermath.state import AftermathState
from rules.campaign.arsenal import (
    MASTER_VALUE,
    Arsenal,
    OwnedModel,
    OwnedUpgrade,
    arsenal_value,
    campaign_cost,
    size_ceiling,
)
from rules.campaign.arsenal_rules import Hirer, arsenal_rules
from rules.campaign.charts.rows import Bounty, WeeklyEvent
from rules.campaign.forecast.season import AT_TABLE, DEATH, Begun, ForecastSetting, Player, Scored, Season
from rules.campaign.hires import halfway_week
from rules.campaign.policies import Policies
from rules.campaign.start import plain_start, start_scrip
from rules.crews.catalogue import HENCHMAN, MASTER, Catalogue, Profile
from rules.crews.words import words_of
from rules.dialogue import Dialogue
from rules.fate.cards import Card
from rules.fate.shuffle import Stream, digest

TICK, AWARD = 40, 50
"""Chances of a tick of a Bounty and of an award of the week's event, in percent."""
ASSUMED = (
    f"{AT_TABLE}, {TICK} for a tick of a Bounty, {AWARD} for an award of the Weekly Event; the dearest "
    "affordable offer is bought, a Master saved for once a Bounty is done, no card cheated, nobody withdraws."
)


class HirableModel(Struct, frozen=True):
    """A model that can be hired: its station, and its cost in Soulstones and Scrip before discounts."""

    station: str
    cost: int


class Roster(Begun, frozen=True):
    """A player at the start: Faction, models, Scrip and Bounties completed."""

    faction: str
    models: tuple[OwnedModel, ...]
    market: tuple[HirableModel, ...]
    scrip: int = 0
    bounties: int = 0


class ShiftingPlayer(Player):
    """One player during a season."""

    def __init__(self, number: int, roster: Roster) -> None:
        super().__init__(number, roster, roster.scrip)
        self.faction = roster.faction
        self.market = roster.market
        self.models = {model.id: model for model in roster.models}
        self.completed = roster.bounties
        self.bounty: Bounty | None = None
        self.left = 0
        self.accomplished: tuple[str, ...] = ()
        self.equipment: list[str] = []
        self.master_week = int(any(m.station == MASTER for m in roster.models))
        self._ids = max(self.models, default=0)

    @property
    def plays(self) -> bool:
        return bool(self.models)

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


class ShiftingSeason(Season[ShiftingPlayer]):
    def begin(self, rosters: Sequence[Roster]) -> list[ShiftingPlayer]:
        return [ShiftingPlayer(number, roster) for number, roster in enumerate(rosters)]

    def value(self, player: ShiftingPlayer) -> int:
        return player.value(self.policies)

    def masters(self) -> Counter[int]:
        return Counter(player.master_week for player in self.players)

    # -- hires --------------------------------------------------------------------------------------

    def hire(self, player: ShiftingPlayer, week: int) -> None:
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

    def saves(self, player: ShiftingPlayer) -> bool:
        """Whether the player saves for a Master."""
        masters = sum(model.station == MASTER for model in player.models.values())
        return masters < self.policies.max_masters and player.completed > 0

    def _buy(self, player: ShiftingPlayer, discount: int, *, forced: bool) -> None:
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

    def _join(self, player: ShiftingPlayer, ware: HirableModel) -> None:
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

    def game(self, sides: tuple[ShiftingPlayer, ShiftingPlayer], week: int) -> None:
        rules = self.policies
        size = size_ceiling(sides[0].value(rules), sides[1].value(rules), rules).amount
        crews = [side.crew(size, rules) for side in sides]
        ratings = [self._rating(side, crew) for side, crew in zip(sides, crews, strict=True)]
        results = self.results(sides, ratings, week)
        for at, side in enumerate(sides):
            other = sides[1 - at]
            self.after(side, other, crews[at], week, results[at], results[1 - at], ratings, at)

    def _rating(self, side: ShiftingPlayer, crew: Sequence[OwnedModel]) -> int:
        bound = sum(upgrade.weight for model in crew for upgrade in model.bound)
        return bound + min(len(side.equipment), len(crew))

    def _awarded(self, event: WeeklyEvent | None) -> int:
        """The Scrip that a Crew gains in one game from the week's event (SL-EVENT-04, -05)."""
        awards = event.scrip_awards if event else ()
        gained = sum(award.amount for award in awards if self.percent(AWARD))
        return min(gained, self.policies.event_cap)

    # -- the aftermath ------------------------------------------------------------------------------

    def after(
        self,
        side: ShiftingPlayer,
        other: ShiftingPlayer,
        crew: Sequence[OwnedModel],
        week: int,
        own: Scored,
        theirs: Scored,
        ratings: Sequence[int],
        at: int,
    ) -> None:
        """Run the whole Aftermath of one Crew by the rules' own procedure."""
        killed = [model.id for model in crew if self.percent(DEATH)]
        owed = [pk for pk in killed if self.card().value >= self.policies.finish_threshold]
        complete = self._tick(side)
        held = HeldBounty(side.bounty.slug, side.bounty.name, 0, side.left) if side.bounty else None
        event = self.event(week)
        skills = [skill.slug for model in side.models.values() for skill in model.skills]
        context = AftermathContext(
            faction=side.faction,
            vp=own.vp,
            won=own.vp > theirs.vp,
            strategy_vp=own.strategy,
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
            event_scrip=self._awarded(event),
            extra_barter_flips=event.extra_barter_flips if event else 0,
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

    def _tick(self, side: ShiftingPlayer) -> Bounty | None:
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

    def _answer(
        self, ask: Ask, state: AftermathState, side: ShiftingPlayer, decks: dict[int, list[Card]]
    ) -> Answer:
        if ask.who == "fate":
            return self.flipped(ask, decks)
        if ask.kind == "payday":
            return Answer(kind="facts", earned_this_week=side.earned, scrip=side.scrip)
        if ask.kind in ("barter_buy", "bounty_buy"):
            return self._bought(ask, state, side) or default_answer(ask)
        return default_answer(ask)

    def _bought(self, ask: Ask, state: AftermathState, side: ShiftingPlayer) -> Answer | None:
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

    def _apply(self, effect: then.AnyEffect, side: ShiftingPlayer, other: ShiftingPlayer, week: int) -> None:
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

    def _bind(self, side: ShiftingPlayer, bearer: int, kind: str, slug: str, name: str) -> None:
        upgrade = OwnedUpgrade(id=side.new_id(), slug=slug, name=name, kind=kind, bearer_id=bearer)  # type: ignore[arg-type]
        model = side.models[bearer]
        changed = (
            replace(model, skills=(*model.skills, upgrade))
            if kind == "skill"
            else replace(model, injuries=(*model.injuries, upgrade))
        )
        side.models[bearer] = changed

    def _unbind(self, side: ShiftingPlayer, bearer: int, slug: str) -> None:
        model = side.models[bearer]
        gone = next(skill for skill in model.skills if skill.slug == slug)
        side.models[bearer] = replace(model, skills=tuple(s for s in model.skills if s is not gone))


# -- where they begin -------------------------------------------------------------------------------


def roster_of(owned: Arsenal, setting: ForecastSetting) -> Roster:
    """The Arsenal as it is now."""
    figures, leader = setting.figures, owned.leader
    known = leader is not None and figures.has_profile(leader.slug)
    keywords = figures.profile(leader.slug).keywords if leader is not None and known else ()
    market = _market(owned.faction, keywords, figures, setting.policies)
    return Roster(owned.faction, tuple(owned.models), market, owned.scrip, owned.completed_bounties)


def typical(faction: str, number: int, setting: ForecastSetting) -> Roster:
    """A plain starting Arsenal of the Faction, another one for each number. ``Refusal`` where none can be
    built."""
    figures, rules = setting.figures, setting.policies

    def pick(*parts: object, below: int) -> int:
        return Stream(digest("a typical start", str(number), *map(str, parts))).below(below)

    start = plain_start(faction, figures, rules, pick)
    leader = figures.profile(start.leader)
    profiles = [leader, *(figures.profile(slug) for slug in start.models)]
    models = tuple(_model(at, profile, rules) for at, profile in enumerate(profiles, 1))
    market = _market(faction, leader.keywords, figures, rules)
    return Roster(faction, models, market, start_scrip(sum(model.cost for model in models), rules))


def _model(number: int, profile: Profile, rules: Policies) -> OwnedModel:
    return OwnedModel(
        id=number,
        slug=profile.slug,
        name=profile.full_name,
        station=profile.station,
        cost=campaign_cost(profile, rules, leader=number == 1),
        is_leader=number == 1,
        insignificant=profile.insignificant,
        words=tuple(sorted(words_of(profile))),
    )


def _market(
    faction: str, keywords: tuple[str, ...], figures: Catalogue, rules: Policies
) -> tuple[HirableModel, ...]:
    """What a Leader of those Keywords can hire in the Faction, with surcharges; each price once a station."""
    wares = set()
    leader = Profile("leader", "Leader", "", (faction,), keywords, HENCHMAN, None)
    edition = arsenal_rules(figures)
    hirer = Hirer(edition, leader, faction, policies=rules)
    for profile in figures.profiles():
        if faction not in profile.factions or profile.station == MASTER or profile.cost is None:
            continue
        if profile.is_totem and not profile.cost:  # it comes with its Master
            continue
        extra = edition.surcharge(profile, hirer)
        wares.add(
            HirableModel(profile.station, campaign_cost(profile, rules) + (extra.amount if extra else 0))
        )
    wares.discard(HirableModel(MASTER, 0))
    return tuple(sorted(wares, key=lambda ware: (ware.cost, ware.station)))
