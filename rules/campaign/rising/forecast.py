"""Simulated seasons of *Rising Names*: hires, ratings, pools of Scrip and the whole Aftermath by the rules,
decisions by assumption (``ASSUMED``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.aftermath.asks import PASS, Answer, Ask, OpponentEarns
from rules.campaign.aftermath.procedure import default_answer
from rules.campaign.arsenal import Arsenal
from rules.campaign.forecast.season import AT_TABLE, DEATH, Begun, ForecastSetting, Player, Season
from rules.campaign.payday import within_week
from rules.campaign.rising.aftermath import facts
from rules.campaign.rising.aftermath.doctor import FEE
from rules.campaign.rising.aftermath.facts import RisingContext
from rules.campaign.rising.aftermath.procedure import aftermath
from rules.campaign.rising.aftermath.state import RisingState
from rules.campaign.rising.arsenal import (
    MOST_INJURIES,
    GrownModel,
    HeldInjury,
    RisingArsenal,
    arsenal_value,
    largest_encounter,
    rating,
)
from rules.campaign.rising.charts import RisingEvent
from rules.campaign.rising.crews import crew_price
from rules.campaign.rising.encounter import more_experience, of_keywords
from rules.campaign.rising.growth import GrownArsenal, grown_model, rising_arsenal
from rules.campaign.rising.hires import Buyer, barred, hire_price, start_report, start_scrip
from rules.campaign.rising.leader import LeaderCard
from rules.campaign.rising.policies import rising_policies
from rules.campaign.rising.start import StartDraft, Stock, check_draft, founded, legal_one
from rules.crews.catalogue import MASTER
from rules.dialogue import Dialogue
from rules.fate.cards import Card
from rules.fate.shuffle import Stream
from rules.game.results.result import SeatResult
from rules.refusal import Refusal, Total, TotalLine

PATH = 50
"""The chance in percent that a Leader does what its path wants, a Bruiser's only where an enemy fell."""
ASSUMED = (
    f"{AT_TABLE}, {PATH} for a Leader to do what its path wants; the dearest affordable model is hired, one "
    "piece of Equipment bought in a Barter and all of it brought, any lawful advancement taken, the doctor "
    f"paid for who has {MOST_INJURIES - 1} Injuries already, a traitor taken in; no card cheated, nobody "
    "withdraws; whose Crew ends starts anew."
)


class RisingRoster(Begun, frozen=True, kw_only=True):
    """What a player has at the start; ``turned`` are the models (ids) that came from opponents."""

    arsenal: RisingArsenal
    card: LeaderCard
    totem_card: LeaderCard | None = None
    turned: tuple[int, ...] = ()


def roster_of(owned: Arsenal, setting: ForecastSetting) -> RisingRoster:
    """The Arsenal as it is now. Raise ``TypeError`` for an Arsenal of another campaign."""
    arsenal = rising_arsenal(owned, setting.figures)
    assert isinstance(owned, GrownArsenal)
    growth = owned.growth
    turned = tuple(model.id for model in arsenal.models if growth.has_turned(model.id))
    return RisingRoster(arsenal=arsenal, card=growth.leader, totem_card=growth.totem, turned=turned)


def typical(faction: str, number: int, setting: ForecastSetting, week: int = 1) -> RisingRoster:
    """A legal start of the Faction, another one for each number, with the Scrip of who begins in that week.
    ``Refusal`` where none can be built."""
    figures = setting.figures
    stock = Stock(faction=faction, figures=figures, cards=setting.cards, charts=setting.charts)
    draft = legal_one(StartDraft(), stock, name=f"Leader {number + 1}", turn=7 * number)
    check_draft(draft, stock).demand()
    growth = founded(draft, stock)
    leader = GrownModel(
        id=1,
        titles=("leader",),
        name=growth.leader.name,
        station=MASTER,
        role="leader",
        triggers=any(action.triggers for action in growth.leader.actions),
        attacks=any(action.kind == "attack" for action in growth.leader.actions),
        signature=any(action.signature for action in growth.leader.actions),
    )
    profiles = [figures.profile(slug) for slug in draft.models]
    models = [
        replace(grown_model(profile, figures, setting.cards), id=at) for at, profile in enumerate(profiles, 2)
    ]
    spent = start_report(draft.models, Buyer(faction=faction, keywords=growth.keywords), figures).total
    arsenal = RisingArsenal(
        faction=faction,
        keywords=growth.keywords,
        path=growth.path,
        models=(leader, *models),
        scrip=start_scrip(spent.amount, week).amount,
    )
    return RisingRoster(arsenal=arsenal, card=growth.leader)


class Ware(Struct, frozen=True):
    """A model that the Arsenal may hire: its price in Scrip as the first of a week and as a later one, how
    many it may own, and what joins."""

    slug: str
    prices: tuple[int, int]
    limit: int
    model: GrownModel


class RisingPlayer(Player):
    """One player during a season; ``ended``: the Crew is retired, another begins with the next week."""

    def __init__(self, number: int, roster: RisingRoster, setting: ForecastSetting) -> None:
        super().__init__(number, roster, roster.arsenal.scrip)
        self.setting = setting
        self.start(roster)

    def start(self, roster: RisingRoster) -> None:
        self.arsenal, self.scrip = roster.arsenal, roster.arsenal.scrip
        self.card, self.totem_card = roster.card, roster.totem_card
        self.turned = set(roster.turned)
        self.ended = False
        figures, cards = self.setting.figures, self.setting.cards
        own = rising_policies(self.setting.policies)
        self.buyer = Buyer(faction=self.arsenal.faction, keywords=self.arsenal.keywords)
        self.known: Mapping[str, Any] = of_keywords(self.arsenal.keywords, cards, figures)
        charts = self.setting.charts
        self.changes = {row.slug: row.mods for row in (*charts.injuries, *charts.lucky_misses)}
        self.market = tuple(
            Ware(
                profile.slug,
                (
                    hire_price(profile, self.buyer, 0, own).amount,
                    hire_price(profile, self.buyer, 1, own).amount,
                ),
                profile.limit,
                grown_model(profile, figures, cards),
            )
            for profile in figures.profiles()
            if not any(barred(profile, self.buyer))
        )

    @property
    def plays(self) -> bool:
        return not self.ended

    def new_id(self) -> int:
        return 1 + max([0, *(model.id for model in self.arsenal.models)])

    def join(self, model: GrownModel, *, turned: bool = False) -> None:
        joined = replace(model, id=self.new_id())
        if turned:
            self.turned.add(joined.id)
        self.arsenal = replace(self.arsenal, models=(*self.arsenal.models, joined))

    def crew(self, size: int) -> tuple[list[GrownModel], tuple[tuple[int, int], ...]]:
        """Leader and Totem and the dearest models that fit, and the Equipment by its bearers (ids): each
        piece on the first model that has none of its kind."""
        chosen, spent = [], 0
        for model in sorted(self.arsenal.models, key=lambda m: (not m.role, -max(m.costs), m.id)):
            price = self._price(model)
            if spent + price <= size:
                chosen.append(model)
                spent += price
        borne: dict[int, set[str]] = {model.id: set() for model in chosen if not model.is_peon}
        attached = []
        for piece in self.arsenal.equipment:
            bearer = next((pk for pk, slugs in borne.items() if piece.slug not in slugs), None)
            if bearer is not None:
                borne[bearer].add(piece.slug)
                attached.append((bearer, piece.id))
        return chosen, tuple(attached)

    def _price(self, model: GrownModel) -> int:
        """In a Crew; Leader and Totem cost nothing."""
        figures, slug = self.setting.figures, model.titles[0]
        if model.role:
            return 0
        if not figures.has_profile(slug):
            return max(model.costs)
        slugs = (*(held.slug for held in model.injuries), *model.lucky)
        changes = [(each, self.changes.get(each, ())) for each in slugs]
        profile = figures.profile(slug)
        own = None if model.id in self.turned else self.buyer
        return Total.of(crew_price(model.name, max(model.costs), profile, own, changes)).amount


class RisingSeason(Season[RisingPlayer]):
    def begin(self, rosters: Sequence[RisingRoster]) -> list[RisingPlayer]:
        self.own = rising_policies(self.policies)
        return [RisingPlayer(number, roster, self.setting) for number, roster in enumerate(rosters)]

    def value(self, player: RisingPlayer) -> int:
        return 0 if player.ended else arsenal_value(player.arsenal.models).amount

    # -- hires --------------------------------------------------------------------------------------

    def hire(self, player: RisingPlayer, week: int) -> None:
        """The dearest model with the discount, and another without (M4-CAMP-09); who starts anew does it with
        the Scrip of the week (M4-CAMP-28)."""
        if player.ended:
            try:
                start = typical(player.arsenal.faction, self.chance.below(97), self.setting, week)
            except Refusal:  # by these figures nobody of the Faction can: the player stays out
                return
            player.start(start)
        for hired in (0, 1):
            self._buy(player, hired)

    def _buy(self, player: RisingPlayer, hired: int) -> None:
        held = [model for model in player.arsenal.models if not model.role and not model.copied]
        owned = Counter(slug for model in held for slug in model.titles)
        offers = [(ware.prices[hired], ware) for ware in player.market if owned[ware.slug] < ware.limit]
        dearest = max((price for price, _ in offers if price <= player.scrip), default=None)
        if dearest is None:
            return
        wares = [ware for price, ware in offers if price == dearest]
        player.scrip -= dearest
        player.join(wares[self.chance.below(len(wares))].model)

    # -- games --------------------------------------------------------------------------------------

    def game(self, sides: tuple[RisingPlayer, RisingPlayer], week: int) -> None:
        size = largest_encounter(self.value(sides[0]), self.value(sides[1]), self.own).amount
        crews = [side.crew(size) for side in sides]
        ratings = [
            rating(side.arsenal, {m.id for m in crew}, {piece for _, piece in attached}).amount
            for side, (crew, attached) in zip(sides, crews, strict=True)
        ]
        results = self.results(sides, ratings, week)
        event: RisingEvent | None = self.event(week)
        killed = [[model for model in crew if self.percent(DEATH)] for crew, _ in crews]
        traitors: list[tuple[RisingPlayer, GrownModel]] = []
        for at, side in enumerate(sides):
            own, theirs = results[at], results[1 - at]
            slugs = {piece.id: piece.slug for piece in side.arsenal.equipment}
            fell = any(not model.is_peon for model in killed[1 - at])
            context = RisingContext(
                arsenal=replace(side.arsenal, scrip=side.scrip),
                charts=self.charts,
                vp=own.vp,
                won=own.vp > theirs.vp,
                lost=own.vp < theirs.vp,
                schemes=own.schemes,
                rating=ratings[at],
                other_rating=ratings[1 - at],
                card=side.card,
                totem_card=side.totem_card,
                killed=tuple(model.id for model in killed[at]),
                hired=tuple(model.id for model in crews[at][0]),
                attached=crews[at][1],
                pieces=tuple((piece, slugs[piece]) for _, piece in crews[at][1]),
                killed_enemy=fell and self.percent(PATH),
                interacted=self.percent(PATH),
                event=event.name if event else "",
                gains=event.gains if event else (),
                policies=self.own,
                **side.known,
            )
            context = replace(context, more_experience=tuple(more_experience(context, SeatResult())))
            other = sides[1 - at]
            traitors += [(other, model) for model in self.after(side, other, context, week)]
        for other, model in traitors:
            if not other.ended:
                other.join(model, turned=True)

    def after(
        self, side: RisingPlayer, other: RisingPlayer, context: RisingContext, week: int
    ) -> list[GrownModel]:
        """The whole Aftermath of one Crew by the rules' own procedure; the models that change sides, as they
        were then."""
        state = RisingState(context)
        decks: dict[int, list[Card]] = {}
        dialogue = Dialogue(aftermath(context, state))
        bought = False
        held: dict[int, GrownModel] = {}
        while (ask := dialogue.question) is not None:
            held.update((model.id, model) for model in state.arsenal.models)
            given = self.flipped(ask, decks) if ask.who == "fate" else self._answer(ask, state, bought)
            bought = bought or (ask.kind == "barter_buy" and given.option != PASS)
            dialogue.answer(given)
        traitors = []
        for effect in state.effects:
            match effect:
                case facts.ScripPaid():
                    side.earned += effect.total.amount
                case facts.Advanced():
                    self.advancements[week] += 1
                case facts.InjurySuffered():
                    self.injuries[week] += 1
                case facts.ModelLost():
                    self.annihilated[week] += 1
                case facts.ModelBetrays():
                    traitors.append(held[effect.model_id])
                case facts.CrewEnds():
                    self.ended[week] += 1
                case OpponentEarns():
                    line = TotalLine(effect.sentence, effect.amount, effect.rule)
                    paid = within_week([line], other.earned, self.policies).amount
                    other.scrip += paid
                    other.earned += paid
        side.arsenal, side.scrip = state.arsenal, state.scrip
        side.card, side.totem_card, side.ended = state.card, state.totem_card, state.retired
        side.turned &= {model.id for model in side.arsenal.models}
        return traitors

    def _answer(self, ask: Ask, state: RisingState, bought: bool) -> Answer:
        if ask.kind == "barter_buy" and not bought:
            reserved = FEE * len(endangered(state))
            wares = [option for option in ask.options if option.legal and option.price is not None]
            paid = [option for option in wares if (option.price or 0) <= state.scrip - reserved]
            if paid:
                dearest = max(paid, key=lambda option: (option.price or 0, option.key))
                return Answer(kind="choose", option=dearest.key)
        if ask.kind in ("advance_table", "advance_take", "advance_action"):
            return any_lawful(ask, self.chance)
        if ask.kind == "doctor" and (patients := endangered(state)):
            return Answer(kind="choose", option=f"{patients[0][0]}/{patients[0][1].slug}")
        return default_answer(ask)


def endangered(state: RisingState) -> list[tuple[int, HeldInjury]]:
    """The models (ids) that one more Injury annihilates, the Leader first, each with an Injury of its own."""
    return [
        (model.id, model.injuries[0])
        for model in sorted(state.arsenal.models, key=lambda model: model.role != "leader")
        if len(model.injuries) == MOST_INJURIES - 1
    ]


def any_lawful(ask: Ask, chance: Stream) -> Answer:
    """Any lawful option but to pass; what it wants named is named by what it is."""
    lawful = [option for option in ask.options if option.legal and option.key != PASS]
    if not lawful:
        return Answer(kind="choose", option=PASS)
    option = lawful[chance.below(len(lawful))]
    return Answer(kind="choose", option=option.key, words=option.asks)
