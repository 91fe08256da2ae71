"""Bounties: their progress, and phase 5 of the Aftermath (SL-BOUNTY).

A Bounty consists of portions, each to be done a number of times over several games. Its portions are copied
from the chart when it is bought, so that a changed chart does not affect an active Bounty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.aftermath.asks import CREW, PASS, BountyBought, BountyDropped, HeldBounty, Option, Steps
from rules.campaign.aftermath.state import AftermathState
from rules.campaign.charts.rows import Bounty, Portion
from rules.game.league.needs import Finding, GameRecord, finding
from rules.refusal import CheckReport, Violation


class ActiveBounty(Struct, frozen=True):
    """A Bounty that a player holds. ``done`` maps a portion's id to its ticks. ``per_game`` limits the ticks
    in one game, over all portions."""

    slug: str
    name: str
    portions: tuple[Portion, ...]
    done: Mapping[str, int] = {}
    per_game: int | None = None

    def ticks(self, portion: Portion) -> int:
        return self.done.get(portion.id, 0)

    def left(self, portion: Portion) -> int:
        return portion.repeat - self.ticks(portion)

    @property
    def complete(self) -> bool:
        """Whether every portion is ticked as often as required (SL-BOUNTY-06)."""
        return all(self.left(portion) <= 0 for portion in self.portions)

    @property
    def held(self) -> HeldBounty:
        """Its progress in two numbers."""
        done = sum(min(self.ticks(portion), portion.repeat) for portion in self.portions)
        return HeldBounty(self.slug, self.name, done, sum(portion.repeat for portion in self.portions))

    def ready(self, portion: Portion) -> bool:
        """Whether that portion may be ticked now: in order, where the Bounty requires one."""
        before = self.portions[: self.portions.index(portion)]
        return not portion.order_required or all(self.left(earlier) <= 0 for earlier in before)


def check_ticks(
    bounty: ActiveBounty | None, ticks: Sequence[str], seat: int = 0, game: GameRecord | None = None
) -> CheckReport:
    """Why these portions of one game (ids, once for each time, in order) cannot be ticked
    (SL-BOUNTY-03, -05); ``game`` is what was done in it, ``None`` skips that check."""
    if not ticks:
        return CheckReport.of(())
    if bounty is None:
        return CheckReport.of([_fault("SL-BOUNTY-03", "Portions are ticked, but no Bounty is active.", seat)])
    return CheckReport.of(_tick_faults(bounty, ticks, seat, game))


def _tick_faults(
    bounty: ActiveBounty, ticks: Sequence[str], seat: int, game: GameRecord | None
) -> Iterator[Violation]:
    if bounty.per_game is not None and len(ticks) > bounty.per_game:
        sentence = f"{bounty.name}: {len(ticks)} ticks, but it goes on by {bounty.per_game} in one game."
        yield _fault("SL-BOUNTY-05", sentence, seat)
    by_id = {portion.id: portion for portion in bounty.portions}
    for name in dict.fromkeys(ticks):
        if name not in by_id:
            yield _fault("SL-BOUNTY-05", f"{bounty.name} has no portion “{name}”.", seat)
            continue
        portion, times = by_id[name], ticks.count(name)
        if times > bounty.left(portion):
            sentence = (
                f"{bounty.name}, “{portion.goal}”: {times} ticks, but only {bounty.left(portion)} are left."
            )
            yield _fault("SL-BOUNTY-05", sentence, seat)
        elif portion.per_game is not None and times > portion.per_game:
            sentence = f"{bounty.name}, “{portion.goal}”: at most {portion.per_game} in one game."
            yield _fault("SL-BOUNTY-05", sentence, seat)
        can = finding(portion.needs, seat, game)
        if can.most is not None and times > can.most:
            sentence = f"{bounty.name}, “{portion.goal}”: {can.why}."
            yield _fault("SL-BOUNTY-05", sentence, seat)
    _, counted = tick(replace(bounty, per_game=None), ticks)
    early = Counter(name for name in ticks if name in by_id) - Counter(counted)
    for name in early:
        portion = by_id[name]
        if portion.order_required and not bounty.ready(portion):
            sentence = f"{bounty.name}, “{portion.goal}”: the portions before it come first."
            yield _fault("SL-BOUNTY-05", sentence, seat)


def findings(bounty: ActiveBounty, seat: int, game: GameRecord) -> dict[str, Finding]:
    """For each portion how often the game can have fulfilled it, how often it certainly did, and why
    not more often."""
    return {portion.id: finding(portion.needs, seat, game) for portion in bounty.portions}


def _fault(rule: str, sentence: str, seat: int) -> Violation:
    return Violation(rule, sentence, "Correct the ticks.", f"seat-{seat}")


def tick(
    bounty: ActiveBounty, ticks: Sequence[str], game: GameRecord | None = None, seat: int = 0
) -> tuple[ActiveBounty, tuple[str, ...]]:
    """The Bounty after one game, and the ticks that counted. Ticks do not count beyond a portion's
    number, beyond the limit of a game, out of order, or against what was done in ``game`` if given
    (SL-BOUNTY-05)."""
    by_id = {portion.id: portion for portion in bounty.portions}
    here: Counter[str] = Counter()
    for name in ticks:
        portion = by_id.get(name)
        if portion is None or bounty.left(portion) <= 0 or not bounty.ready(portion):
            continue
        if portion.per_game is not None and here[name] >= portion.per_game:
            continue
        if bounty.per_game is not None and here.total() >= bounty.per_game:
            continue
        can = finding(portion.needs, seat, game).most
        if can is not None and here[name] >= can:
            continue
        here[name] += 1
        bounty = replace(bounty, done={**bounty.done, name: bounty.ticks(portion) + 1})
    return bounty, tuple(here.elements())


# -- phase 5 ------------------------------------------------------------------------------------------


def bounties(state: AftermathState) -> Steps:
    """Offer one Bounty (SL-BOUNTY-01); the active one is dropped for it (SL-BOUNTY-03)."""
    state.phase = "bounty"
    wares = [offer(state, row) for row in state.charts.bounties if row.faction in ("", state.context.faction)]
    held = state.context.bounty
    if not wares:
        state.note("The charts of this campaign hold no Bounty for this Crew.", "SL-BOUNTY-01")
        return
    if not any(option.legal for option in wares):
        others = [option.reason for option in wares if option.rule != "SL-BOUNTY-01"]
        scrip = [f"you hold {state.scrip} Scrip."] if len(others) < len(wares) else []
        state.note(f"No Bounty can be bought: {' '.join([*scrip, *others])}", "SL-BOUNTY-01")
        return
    options = (*wares, Option(PASS, f"Continue {held.name}" if held else "Buy no Bounty"))
    ask = state.ask_player("bounty_buy", _question(held, state.scrip), "SL-BOUNTY-01", options, PASS)
    option = state.choice(ask, (yield ask))
    if option.key == PASS:
        return
    if held is not None:
        state.effects.append(
            BountyDropped(
                sentence=f"{CREW} drops {held.name} with its progress ({held.done} of {held.of}).",
                rule="SL-BOUNTY-03",
                slug=held.slug,
                name=held.name,
            )
        )
    price = option.price or 0
    state.spend(price)
    state.effects.append(
        BountyBought(
            sentence=f"{CREW} buys the Bounty {option.label} for {price} Scrip.",
            rule="SL-BOUNTY-01",
            slug=option.key,
            name=option.label,
            price=price,
        )
    )


def _question(held: HeldBounty | None, scrip: int) -> str:
    if held is None:
        return f"Buy a Bounty (you hold {scrip} Scrip) or pass."
    return (
        f"Continue {held.name} ({held.done} of {held.of} done), or drop it with its progress for "
        f"another (you hold {scrip} Scrip)."
    )


def offer(state: AftermathState, row: Bounty) -> Option:
    """One Bounty as an offer, with the reason if it is not available (SL-BOUNTY-01, -03, -04,
    A-24)."""
    price = state.policies.bounty_cost if row.cost is None else row.cost
    held = state.context.bounty
    reason, rule = "", ""
    if row.slug in state.context.accomplished:
        reason, rule = f"{row.name} was accomplished before: once in a campaign.", "SL-BOUNTY-04"
    elif held is not None and held.slug == row.slug:
        reason, rule = f"{row.name} is the one you are on.", "SL-BOUNTY-03"
    elif price > state.scrip:
        reason, rule = f"{row.name} costs {price} Scrip; you hold {state.scrip}.", "SL-BOUNTY-01"
    return Option(row.slug, row.name, price=price, reason=reason, rule=rule)
