"""A game whose result is final: its sides, its Aftermaths, and the corrections it still admits."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.models import (
    Aftermath,
    Game,
    GameSide,
    Supplement,
)
from mfcampaign.campaigns.rulings.draft import Draft
from rules.campaign.aftermath.asks import AftermathContext, AftermathView, AnyEffect, Note
from rules.campaign.rulings.changes import (
    GrowthSet,
    InjuryDue,
    ModelBack,
    ModelGone,
    UpgradeBack,
    UpgradeGiven,
    UpgradeGone,
)
from rules.refusal import Refusal

RATED = (UpgradeGone, UpgradeBack, UpgradeGiven, ModelGone, ModelBack, InjuryDue, GrowthSet)


class SettledSide(Struct, frozen=True):
    """One side: its row, its Aftermath if it has one, and the state of that."""

    row: GameSide
    aftermath: Aftermath | None
    now: AftermathView | None
    context: AftermathContext | None
    steps: tuple[tuple[str, str], ...]

    @property
    def label(self) -> str:
        return self.row.label

    @property
    def begun(self) -> bool:
        """Whether anything was answered (cards drawn, Scrip paid, a choice made), or followed from the facts
        alone."""
        return self.now is not None and (bool(self.steps) or follows(self.now.effects))

    @property
    def over(self) -> bool:
        """Whether all of the game itself is settled; flips that a ruling made up for may still follow."""
        locked = self.aftermath is not None and self.aftermath.state == Aftermath.State.LOCKED
        return locked or any(kind == "lock" for kind, _ in self.steps)


def follows(effects: Iterable[AnyEffect]) -> bool:
    """Whether they are more than words."""
    return any(not isinstance(effect, Note) for effect in effects)


def game_of(draft: Draft, pk: int) -> Game:
    """The game under the lock of its league; a ``Refusal`` for no such game."""
    game = (
        Game.objects.select_for_update(of=("self",))
        .select_related("week")
        .filter(pk=pk, week__campaign=draft.campaign)
        .first()
    )
    if game is None:
        raise Refusal("There is no such game in this league.")
    game.week.campaign = draft.campaign
    draft.game = game
    return game


def sides_of(game: Game) -> list[SettledSide]:
    """Both sides by seat; each Aftermath replayed once."""
    rows = game.sides.select_related("entry__user", "entry__campaign").order_by("seat")
    aftermaths = {
        each.side_id: each
        for each in Aftermath.objects.filter(side__game=game).select_related(
            "side__entry__user", "side__entry__campaign", "side__game__week__campaign"
        )
    }
    sides = []
    for row in rows:
        row.game = game
        sides.append(_side(row, aftermaths.get(row.pk)))
    return sides


def _side(row: GameSide, aftermath: Aftermath | None) -> SettledSide:
    if aftermath is None or aftermath.state == Aftermath.State.QUEUED or not aftermath.context:
        return SettledSide(row, aftermath, None, None, ())
    aftermath.side = row
    steps = tuple(
        (decision.kind, str(decision.answer.get("option", "")))
        for decision in aftermath.decisions.order_by("ordinal")
    )
    return SettledSide(row, aftermath, replay.view(aftermath), replay.context(aftermath), steps)


def scores(game: Game, vp: tuple[int, ...] | list[int]) -> str:
    """``Mara 6, Jonas 4``."""
    return ", ".join(f"{side.label} {vp[side.seat]}" for side in game.sides.select_related("entry__user"))


def supplements(side: SettledSide) -> dict[int, Supplement]:
    """The Injury flips that rulings found owed for this side, by model."""
    return {supplement.model_id: supplement for supplement in Supplement.objects.filter(side=side.row)}


def _signed(rating: int) -> str:
    return str(rating).replace("-", "−")


def tell_ratings(draft: Draft, game: Game, sides: list[SettledSide]) -> None:
    """Games revealed later keep the Campaign Rating that was told there (SL-RATING-01), also where the
    Upgrades and Injuries it counted are others now."""
    rerated = {change.entry for change in draft.changes if isinstance(change, RATED)}
    for side in sides:
        if side.row.entry_id not in rerated:
            continue
        later = Game.objects.filter(
            sides__entry=side.row.entry_id,
            revealed_at__isnull=False,
            week__number__gte=game.week.number,
            week__campaign=draft.campaign,
        ).exclude(pk=game.pk)
        for each in later.select_related("week").order_by("week__number", "table"):
            if not game.revealed_at or not each.revealed_at or each.revealed_at <= game.revealed_at:
                continue
            seat = each.sides.get(entry=side.row.entry_id).seat
            rating = each.reveal["seats"][seat]["rating"]["amount"]
            draft.explain(
                f"Week {each.week.number}, table {each.table}: {side.label} was rated {_signed(rating)} "
                "at the reveal, and that stays."
            )


__all__ = [
    "SettledSide",
    "follows",
    "game_of",
    "scores",
    "sides_of",
    "supplements",
    "tell_ratings",
]
