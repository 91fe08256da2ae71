"""The changes that reverse one effect of an Aftermath, or restore it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Any

from django.db.models import QuerySet

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalBounty,
    ArsenalModel,
    ArsenalUpgrade,
    Entry,
    Game,
    GameSide,
    Transfer,
)
from mfcampaign.campaigns.rulings.draft import Draft, most_carried
from mfcampaign.campaigns.rulings.plans.settled import SettledSide
from mfcampaign.campaigns.rulings.plans.weeks import settled_result
from rules.campaign.aftermath import asks
from rules.campaign.rulings.changes import (
    BountySet,
    LeaderSet,
    ModelBack,
    ModelGone,
    Refunded,
    UpgradeBack,
    UpgradeGone,
)
from rules.campaign.rulings.recomputation import lost_to


def entry_of(aftermath: Aftermath) -> Entry:
    return aftermath.side.entry


def take_back(draft: Draft, aftermath: Aftermath, number: int, effect: asks.Effect) -> None:
    """Reverse effect ``number`` of this Aftermath: its price and its row; Scrip earned is the week's."""
    refund(draft, aftermath, f"{aftermath.key}/effect:{number}")
    reverse(effect, draft, aftermath)


@singledispatch
def reverse(effect: asks.Effect, draft: Draft, aftermath: Aftermath) -> None:
    """What an effect wrote is taken back; those of another campaign are registered here."""
    match effect:
        case asks.UpgradeBought() | asks.UpgradeGained() | asks.SkillGained() | asks.InjuryAttached():
            row = _row(draft, aftermath, effect, owned=True)
            if row is not None:
                draft.add(_gone(aftermath, row))
            elif isinstance(effect, asks.InjuryAttached) and _give_back_lost(draft, aftermath, effect):
                pass
            else:
                draft.explain(f"{effect.name} is gone already; nothing is left to annul.")
        case asks.SkillAnnihilated():
            row = _row(draft, aftermath, effect, owned=False)
            if row is not None:
                draft.add(_back(aftermath, row))
        case asks.ModelAnnihilated():
            bring_model_back(draft, entry_of(aftermath), effect.model_id)
        case asks.BountyBought() | asks.BountyDropped():
            _bounty(draft, aftermath, effect)
        case asks.TitleSwapped():
            draft.explain(f"{effect.name} keeps this title; correct the Arsenal’s row if it should not.")
        case _:
            pass


def bring_back(draft: Draft, aftermath: Aftermath, effect: asks.AnyEffect) -> None:
    """The opposite: a valid Injury flip counts again after a ruling had annulled what it led to."""
    match effect:
        case asks.UpgradeGained() | asks.SkillGained() | asks.InjuryAttached():
            row = _row(draft, aftermath, effect, owned=False)
            if row is not None:
                draft.add(_back(aftermath, row))
        case asks.ModelAnnihilated():
            model = entry_of(aftermath).models.filter(pk=effect.model_id).first()
            if model is not None:
                draft.add(
                    ModelGone(
                        sentence=f"{model} is Annihilated again: that flip stands.",
                        entry=entry_of(aftermath).pk,
                        model=model.pk,
                        name=str(model),
                    )
                )
        case _:
            pass


def unused(draft: Draft, game: Game, side: SettledSide) -> None:
    """Upgrades that were used up in a game that counts no more are there again (SL-UPG-13)."""
    result = settled_result(game)
    used = result.seats[side.row.seat].used_up if result is not None else ()
    for row in ArsenalUpgrade.objects.filter(pk__in=used).exclude(annihilated_week=None).order_by("pk"):
        sentence = f"{side.label} has {row.name} again: it was used up in that game."
        draft.add(UpgradeBack(sentence=sentence, entry=row.entry_id, upgrade=row.pk, name=row.name))


def used_in(entry: Entry, week: int) -> set[int]:
    """The Upgrades that were used up in that player's games of the week which count."""
    sides = GameSide.objects.filter(
        entry=entry, game__week__campaign=entry.campaign_id, game__week__number=week
    ).select_related("game__week__campaign")
    results = ((side.seat, settled_result(side.game)) for side in sides)
    return {pk for seat, result in results if result is not None for pk in result.seats[seat].used_up}


def refund(draft: Draft, aftermath: Aftermath, cause: str) -> None:
    """The price paid under ``cause`` comes back, if one was paid and not given back."""
    paid = Transfer.objects.filter(
        natural_key=cause, debit__entry=entry_of(aftermath), reversed_by=None, reverses=None
    ).first()
    if paid is not None:
        draft.add(
            Refunded(
                sentence=f"{paid.amount} Scrip for {paid.memo} come back.",
                entry=entry_of(aftermath).pk,
                transfer=paid.pk,
                amount=paid.amount,
                week=paid.week or 0,
                memo=paid.memo,
            )
        )


def _give_back_lost(draft: Draft, aftermath: Aftermath, injury: asks.InjuryAttached) -> bool:
    """A model that a later Aftermath took only because it bore ``injury`` is there again, without it."""
    entry = entry_of(aftermath)
    later = (
        Aftermath.objects.filter(side__entry=entry, opened_at__gt=aftermath.opened_at)
        .exclude(side__game__state=Game.State.VOID)
        .select_related("side__game__week", "side__entry")
        .order_by("opened_at")
    )
    for row in later:
        facts, now = replay.context(row), replay.view(row)
        if not lost_to(injury.slug, injury.model_id, facts, now):
            continue
        gone = _rows(aftermath, injury).filter(gained_week=aftermath.side.game.week.number)
        bring_model_back(draft, entry, injury.model_id, without=gone.values_list("pk", flat=True))
        lead_back(draft, row, injury.model_id)
        game = row.side.game
        draft.explain(
            f"{injury.name} had cost that model in week {game.week.number}, table {game.table}. What else "
            "that game’s flip said is given by hand, and what the opponent earned by it is taken by hand."
        )
        return True
    return False


def bring_model_back(draft: Draft, entry: Entry, model_id: int, without: Iterable[int] = ()) -> None:
    """A lost model with what went with it, ``without`` those Upgrades nor what was used up in that week; who
    leads then is settled by ``leading.settle_leaders``."""
    model = ArsenalModel.objects.filter(pk=model_id, entry=entry).first()
    if model is None:
        return
    bound = ArsenalUpgrade.objects.filter(bearer=model, annihilated_week=model.annihilated_week)
    if model.annihilated_week is None:
        bound = bound.none()
    else:
        bound = bound.exclude(pk__in={*without, *used_in(entry, model.annihilated_week)})
    back: list[int] = []
    for kind in (ArsenalUpgrade.Kind.SKILL, ArsenalUpgrade.Kind.INJURY):
        # What had made room for another in that week was gone before: the newest were there at the end.
        newest = bound.filter(kind=kind).order_by("-pk").values_list("pk", flat=True)
        back += newest[: most_carried(draft.campaign, model, kind)]
    draft.add(
        ModelBack(
            sentence=f"{model} is back in the Arsenal, with all that went with it.",
            entry=entry.pk,
            model=model.pk,
            name=str(model),
            bound=tuple(sorted(back)),
        )
    )


def lead_back(draft: Draft, aftermath: Aftermath, model: int) -> None:
    """``model`` is back: if it led until that Aftermath, the flag returns to it from whoever took over there.

    That is whom the player chose; before they have, any model that was there already.
    """
    entry, facts, now = entry_of(aftermath), replay.context(aftermath), replay.view(aftermath)
    if not any(each.id == model and each.is_leader for each in facts.models):
        return
    chosen = {effect.model_id for effect in now.effects if isinstance(effect, asks.LeaderChanged)}
    heirs = chosen or {each.id for each in facts.models}
    leads = entry.models.owned().filter(is_leader=True).values_list("pk", flat=True).first()
    if leads is None or leads in heirs - {model}:
        name = str(entry.models.get(pk=model))
        draft.add(LeaderSet(sentence=f"{name} leads again.", entry=entry.pk, before=leads, after=model))


def spent_since(entry: Entry, moment: Any) -> list[str]:
    """What the player has bought since ``moment``, in words: it stays, no matter who paid for it."""
    lines = balances.lines(entry).filter(
        transfer__created_at__gt=moment,
        delta__lt=0,
        transfer__reversed_by=None,
        transfer__reason__in=["hire", "upgrade", "master", "barter", "bounty"],
    )
    return [f"{line.transfer.memo} for {-line.delta}" for line in lines]


def _rows(aftermath: Aftermath, effect: Any) -> QuerySet[ArsenalUpgrade]:
    bearer = getattr(effect, "bearer_id", getattr(effect, "model_id", None))
    rows = ArsenalUpgrade.objects.filter(entry=entry_of(aftermath), slug=effect.slug)
    return rows.filter(bearer_id=bearer) if bearer is not None else rows.filter(bearer=None)


def _row(draft: Draft, aftermath: Aftermath, effect: Any, *, owned: bool) -> ArsenalUpgrade | None:
    """The row that this effect wrote: of its week, and one for each effect. Rows alike are alike."""
    week = aftermath.side.game.week.number
    rows = _rows(aftermath, effect).filter(annihilated_week__isnull=owned)
    rows = rows.filter(annihilated_week=week) if _was_lost(effect) else rows.filter(gained_week=week)
    taken = [pk for kind, pk in draft.used if kind == "upgrade"]
    return rows.exclude(pk__in=taken).order_by("pk").first()


def _was_lost(effect: Any) -> bool:
    return isinstance(effect, asks.SkillAnnihilated)


def _gone(aftermath: Aftermath, row: ArsenalUpgrade) -> UpgradeGone:
    on = f" of {row.bearer}" if row.bearer else ""
    sentence = f"{row.get_kind_display()} {row.name}{on} is annulled."
    return UpgradeGone(sentence=sentence, entry=entry_of(aftermath).pk, upgrade=row.pk, name=row.name)


def _back(aftermath: Aftermath, row: ArsenalUpgrade) -> UpgradeBack:
    on = f" of {row.bearer}" if row.bearer else ""
    sentence = f"{row.get_kind_display()} {row.name}{on} is there again."
    return UpgradeBack(sentence=sentence, entry=entry_of(aftermath).pk, upgrade=row.pk, name=row.name)


def _bounty(draft: Draft, aftermath: Aftermath, effect: asks.BountyBought | asks.BountyDropped) -> None:
    """A Bounty bought in this Aftermath is given up; the one it replaced is under way again."""
    state = ArsenalBounty.State
    week = aftermath.side.game.week.number
    bought = isinstance(effect, asks.BountyBought)
    rows = ArsenalBounty.objects.filter(entry=entry_of(aftermath), slug=effect.slug)
    if bought:
        row = rows.filter(bought_week=week, state=state.ACTIVE).first()
        sentence, after = f"The Bounty {effect.name} is given back.", state.DISCARDED
    else:
        row = rows.filter(ended_week=week, state=state.DISCARDED).first()
        sentence, after = f"The Bounty {effect.name} is under way again.", state.ACTIVE
    if row is None:
        draft.explain(f"The Bounty {effect.name} has moved on since; it stays as it is.")
        return
    draft.add(
        BountySet(
            sentence=sentence,
            entry=row.entry_id,
            bounty=row.pk,
            before={"state": row.state, "ended_week": row.ended_week, "ended_in": row.ended_in_id},
            after={
                "state": str(after),
                "ended_week": week if bought else None,
                "ended_in": None,
            },
        )
    )
