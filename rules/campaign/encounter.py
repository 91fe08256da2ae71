"""An Arsenal's Crew cast for the engine: Stat Cards with Injuries, Upgrades as far as words go (SL-UPG-04,
SL-INJURY-05, -07).

What the engine can say in words is applied, the rest is a window at the start of its bearer's Activation with
its digest, and both are shown on the card.

What a report of a campaign game may say: the game's own rules, and what the Arsenals allow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.aftermath.bounties import ActiveBounty, check_ticks
from rules.campaign.arsenal import OwnedModel, OwnedUpgrade, injured_stat
from rules.campaign.policies import POLICIES, Policies
from rules.campaign.weekly_events import EventAward
from rules.game.league.terms import Award, Portion, SideTerms, Terms
from rules.game.results.result import EncounterResult, SeatResult, check_result
from rules.game.scripts import words as w
from rules.game.scripts.campaign_upgrades import UPGRADES, ScriptedUpgrade
from rules.game.scripts.statcards import Action, StatCard, UpgradeCard
from rules.game.setup.setup import Hired
from rules.refusal import Violation

# An Injury that does no more than its figures say, and those that casting itself carries out.
PLAIN = ("df", "wp", "mv", "sz")
CURSED = "cursed"
THICK_HIDE = "thick-hide"
AGILITY, MOST_DF = "agility", 7
APPLIED_TO_CARD = frozenset({CURSED, THICK_HIDE, AGILITY})


def campaign_card(model: OwnedModel, printed: StatCard, borne: Iterable[OwnedUpgrade]) -> StatCard:
    """The model's own Stat Card: as printed, or with what its Injuries and Skills change in figures. Never
    below 1 by an Injury (SL-INJURY-07)."""
    every = tuple(borne)
    slugs = {upgrade.slug for upgrade in every}
    hurt = [upgrade for upgrade in every if upgrade.kind == "injury"]
    figures = {name: injured_stat(getattr(printed, name), name, hurt) for name in PLAIN}
    health = injured_stat(printed.health, "health", hurt) + 2 * (THICK_HIDE in slugs)
    if AGILITY in slugs:
        figures["df"] = max(figures["df"], min(figures["df"] + 1, MOST_DF))
    actions = tuple(_action(found, hurt, CURSED in slugs) for found in printed.actions)
    own = replace(printed, **figures, health=health, actions=actions)
    if CURSED in slugs:
        own = replace(own, df_suits=(), wp_suits=())
    if own == printed:
        return printed
    return replace(own, slug=f"{printed.slug}~{model.id}", of=printed.slug)


def _action(action: Action, hurt: list[OwnedUpgrade], cursed: bool) -> Action:
    """The stat of its sort lowered, its suits lost. Attacks without melee or missile icon are magic."""
    sort = action.icon if action.icon in ("melee", "missile") else "magic" if action.is_attack else ""
    if action.stat is not None and sort:
        action = replace(action, stat=injured_stat(action.stat, sort, hurt))
    return replace(action, suits=()) if cursed and action.suits else action


def upgrade_card(upgrade: OwnedUpgrade, digest: str) -> UpgradeCard:
    """A Campaign Upgrade or Injury as the engine bears it; ``digest`` its effect in a few own words."""
    known = UPGRADES.get(upgrade.slug)
    if known is None and (upgrade.slug in APPLIED_TO_CARD or upgrade.stat_mods):
        known = ScriptedUpgrade(by_aftermath=True)
    if known is None:
        text = f"Apply {upgrade.name}: {digest}" if digest else f"Apply {upgrade.name} as its card says."
        window = w.Reaction(moment="activation_begins", optional=True, effects=(w.Prompted(text=text),))
        abilities = (w.Ability(name=upgrade.name, parts=(window,), status="prompted"),)
    else:
        abilities = (w.Ability(name=upgrade.name, parts=known.parts),)
    return UpgradeCard(
        slug=upgrade.slug,
        name=upgrade.name,
        kind=upgrade.kind,
        text=digest,
        copies=99,
        actions=known.actions if known else (),
        abilities=abilities,
    )


def hired_model(
    model: OwnedModel, card: StatCard, loose: Iterable[OwnedUpgrade], *, leader: bool, one_use: Iterable[str]
) -> Hired:
    """A hired model with all that it bears: its Skills and Injuries come along by themselves (SL-UPG-04)."""
    borne = (*model.bound, *loose)
    single = set(one_use)
    return Hired(
        card=card.slug,
        leader=leader,
        model_id=model.id,
        upgrades=tuple(dict.fromkeys(upgrade.slug for upgrade in borne)),
        owned={upgrade.slug: upgrade.id for upgrade in borne if upgrade.slug in single},
    )


def terms_of(
    policies: Policies,
    bounties: Mapping[int, ActiveBounty | None],
    awards: Mapping[int, Iterable[EventAward]],
) -> Terms:
    """The league's settings and claims of one Encounter, by seat."""
    sides = tuple(_side(bounties.get(seat), awards.get(seat, ())) for seat in (0, 1))
    return Terms(
        finish_jokers=policies.finish_jokers,
        finish_trigger=policies.finish_trigger,
        double_withdrawal=policies.double_withdrawal,
        withdraw_buried=policies.withdraw_buried,
        sides=(sides[0], sides[1]),
    )


def _side(bounty: ActiveBounty | None, awards: Iterable[EventAward]) -> SideTerms:
    had = tuple(Award(award.number, award.condition, award.amount) for award in awards if not award.reason)
    if bounty is None:
        return SideTerms(awards=had)
    portions = tuple(
        Portion(
            id=found.id,
            goal=found.goal,
            left=max(0, bounty.left(found)),
            per_game=found.per_game,
            in_order=found.order_required,
        )
        for found in bounty.portions
    )
    return SideTerms(bounty=bounty.slug, bounty_name=bounty.name, portions=portions, awards=had)


class SideFacts(Struct, frozen=True, kw_only=True):
    """What one side brought: the ids of its ``crew``, its active ``bounty``, and by id the names of the
    Upgrades in its Crew that Annihilate themselves when used (SL-UPG-13)."""

    crew: Collection[int]
    bounty: ActiveBounty | None = None
    usable: Mapping[int, str] = {}


class ReportFacts(Struct, frozen=True, kw_only=True):
    """Both sides by seat, and the names of the Encounter's pool of ``schemes``."""

    sides: tuple[SideFacts, SideFacts]
    schemes: Collection[str]


def check_report(
    result: EncounterResult, facts: ReportFacts, policies: Policies = POLICIES
) -> tuple[Violation, ...]:
    """Everything impossible in a report, each fault with the seat it concerns as its subject."""
    first, second = facts.sides
    found = [*check_result(result, (first.crew, second.crew), facts.schemes, policies)]
    for number, (seat, side) in enumerate(zip(result.seats, facts.sides, strict=True)):
        found += _bounty(number, seat, side)
        found += _used_up(number, seat, side)
    return tuple(found)


def _bounty(number: int, seat: SeatResult, side: SideFacts) -> Iterator[Violation]:
    if seat.bounty_ticks and side.bounty is not None and seat.bounty != side.bounty.slug:
        sentence = f"The active Bounty is {side.bounty.name}; the ticks are of another."
        yield Violation("SL-BOUNTY-03", sentence, "Tick the portions again.", f"seat-{number}")
    else:
        yield from check_ticks(side.bounty, seat.bounty_ticks, number)


def _used_up(number: int, seat: SeatResult, side: SideFacts) -> Iterator[Violation]:
    for upgrade_id in seat.used_up:
        if upgrade_id not in side.usable or seat.used_up.count(upgrade_id) > 1:
            sentence = f"Upgrade {upgrade_id} is none that Annihilates itself, or not in that Crew."
            yield Violation("SL-UPG-13", sentence, "Take it out.", f"seat-{number}")
