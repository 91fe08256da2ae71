"""Corrects a result after its Aftermath has begun: which consequences change and which remain (ledger
4.5)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Any

import msgspec

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath.facts import context_of
from mfcampaign.campaigns.built_leaders import built_leaders
from mfcampaign.campaigns.models import Aftermath, ArsenalUpgrade, Game, GameSide, Ruling
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans import weeks
from mfcampaign.campaigns.rulings.plans.bounties import bounty_of, held_of, tick_again
from mfcampaign.campaigns.rulings.plans.owed_flips import bounty_facts, owe_flips
from mfcampaign.campaigns.rulings.plans.settled import (
    SettledSide,
    game_of,
    scores,
    sides_of,
    supplements,
    tell_ratings,
)
from mfcampaign.campaigns.rulings.plans.take_back import bring_back, lead_back, take_back
from mfcampaign.campaigns.rulings.requests import CorrectResult
from rules.campaign.aftermath import asks
from rules.campaign.encounter import ReportFacts, SideFacts, check_report
from rules.campaign.rulings.changes import (
    AnyChange,
    FactsSet,
    InjuryDue,
    LeaderSet,
    ModelBack,
    ModelGone,
    ResultSet,
    UpgradeBack,
    UpgradeGiven,
    UpgradeGone,
    opposite,
)
from rules.campaign.rulings.recomputation import barter_flips_due, flip_of_each_purchase, hand_due
from rules.game.results.result import EncounterOutcome, EncounterResult, outcome
from rules.refusal import Refusal

BEFORE_INJURIES = ("hand", "payday", "barter", "reward", "bounty")


def plan(draft: Draft, request: CorrectResult) -> None:
    game = game_of(draft, request.encounter)
    draft.kind = Ruling.Kind.RESULT
    draft.title = f"Week {game.week.number}, table {game.table}: the result corrected"
    before = weeks.settled_result(game)
    if game.state not in Game.WITH_RESULT or before is None:
        raise Refusal(
            f"Table {game.table} has no result to correct.",
            fix="Before the Aftermath, rule on the table instead.",
        )
    result = request.result
    sides = sides_of(game)
    _expect_possible(game, sides, result)
    if result == before:
        raise Refusal("That is the present result.", fix="Change what was wrong.")
    set_result(draft, game, before, result)
    for side in sides:
        draft.about(side.row.entry)
        _follow(draft, game, side, before, result)
        draft.add(*weeks.changes_of(side.row.entry, game.week, {game.pk: result}))
    tell_ratings(draft, game, sides)


def _expect_possible(game: Game, sides: list[SettledSide], result: EncounterResult) -> None:
    """Held against what the sides brought to that very game, not against what is theirs now."""
    check_report(result, brought(game, [side.row for side in sides]), game.week.rules).demand()


def brought(game: Game, sides: Iterable[GameSide]) -> ReportFacts:
    """What a corrected report of this game is held against; its ``sides`` by seat."""
    first, second = (_brought(game, side) for side in sides)
    return loading.facts_of(game, (first, second))


def _brought(game: Game, side: GameSide) -> SideFacts:
    bounty = bounty_of(side, game)
    campaign = game.week.campaign
    return SideFacts(
        crew=loading.hired_ids(side),
        bounty=held_of(bounty, game, {}) if bounty is not None else None,
        usable=loading.usable_of(game, [side], there_now=False)[side.seat],
        awards=loading.awards_of(side),
        fighters=loading.fighters(game, side.seat),
        achievements=loading.achievements_of(campaign, side),
    )


def set_result(draft: Draft, game: Game, before: EncounterResult, after: EncounterResult) -> None:
    """The result itself, told in VP and winner."""
    rules = game.week.rules
    old, new = outcome(before, rules), outcome(after, rules)
    sentence = f"Table {game.table} ends {scores(game, new.vp)} instead of {scores(game, old.vp)}"
    if old.winner != new.winner:
        sentence += f"; {_winner(game, new)} instead of {_winner(game, old)}"
    draft.add(
        ResultSet(
            sentence=f"{sentence}. The standings follow.",
            encounter=game.pk,
            before=msgspec.to_builtins(before),
            after=msgspec.to_builtins(after),
        )
    )


def _winner(game: Game, score: EncounterOutcome) -> str:
    if score.winner is None:
        return "a draw"
    return f"{game.sides.select_related('entry__user').get(seat=score.winner).label} wins"


def _follow(
    draft: Draft, game: Game, side: SettledSide, before: EncounterResult, after: EncounterResult
) -> None:
    """What the corrected result changes for one side, phase by phase."""
    tick_again(draft, game, side, before, after)
    _use_up(draft, side, before, after)
    aftermath, now, facts = side.aftermath, side.now, side.context
    if aftermath is None:
        return
    if now is None or facts is None:
        draft.explain(f"{side.label}’s Aftermath has not begun; it begins from the corrected result.")
        return
    if not side.begun:
        _begin_from(draft, game, side, aftermath, after)
        return
    rules, corrected = game.week.rules, draft.campaign.played.aftermath.corrected
    old = corrected(facts, before, outcome(before, rules), side.row.seat)
    new = corrected(facts, after, outcome(after, rules), side.row.seat)
    follow(old, new, draft, game, side)


@singledispatch
def follow(old: Any, new: Any, draft: Draft, game: Game, side: SettledSide) -> None:
    """What one side's Aftermath would have been by the corrected facts ``new``; those of another campaign are
    registered here."""
    aftermath, now = side.aftermath, side.now
    assert aftermath is not None
    assert now is not None
    _tell_hand(draft, side, old, new)
    _barter(draft, side, aftermath, now, new)
    owe_flips(draft, game, side, new)
    _casualties(draft, side, aftermath, now, old, new)


def _use_up(draft: Draft, side: SettledSide, before: EncounterResult, after: EncounterResult) -> None:
    """Upgrades that Annihilate themselves when used, as the corrected report has them (SL-UPG-13)."""
    old, new = (set(result.seats[side.row.seat].used_up) for result in (before, after))
    leaders = built_leaders(draft.campaign)
    for row in ArsenalUpgrade.objects.filter(pk__in=old ^ new).order_by("pk"):
        if leaders is not None and leaders.comes_back(side.row.entry, row.pk):
            continue
        if row.pk in new:
            sentence = f"{side.label} used {row.name} up in that game."
            draft.add(UpgradeGone(sentence=sentence, entry=row.entry_id, upgrade=row.pk, name=row.name))
        else:
            sentence = f"{side.label} has {row.name} again: it was not used up in that game."
            draft.add(UpgradeBack(sentence=sentence, entry=row.entry_id, upgrade=row.pk, name=row.name))


def _begin_from(
    draft: Draft, game: Game, side: SettledSide, aftermath: Aftermath, after: EncounterResult
) -> None:
    """Nothing is answered yet: the Aftermath simply starts from the corrected facts."""
    facts = context_of(side.row, after)
    if draft.campaign.played.aftermath.bounties:
        facts = bounty_facts(draft, game, side, facts)
    draft.add(
        FactsSet(
            sentence=f"{side.label}’s Aftermath, in which nothing is drawn yet, starts from the corrected "
            "result.",
            entry=side.row.entry_id,
            aftermath=aftermath.pk,
            before=aftermath.context,
            after=facts,
        )
    )


def _tell_hand(draft: Draft, side: SettledSide, old: Any, new: Any) -> None:
    if hand_due(old) != hand_due(new):
        draft.explain(
            f"{side.label} drew an Aftermath Hand of {hand_due(old)}; {hand_due(new)} would have been due. "
            "Cards that were drawn stay."
        )


def _barter(draft: Draft, side: SettledSide, aftermath: Aftermath, now: asks.AftermathView, new: Any) -> None:
    """Barter flips beyond what is due count; what was bought on them may be annulled with its price."""
    flips = sum(kind == "barter_flip" for kind, _ in side.steps)
    due = barter_flips_due(new)
    if flips <= due:
        return
    draft.explain(f"{side.label} made {flips} Barter flips; {due} would have been due. The flips stand.")
    bought = [(n, e) for n, e in enumerate(now.effects) if isinstance(e, asks.UpgradeBought)]
    for (number, effect), flip in zip(bought, flip_of_each_purchase(side.steps), strict=False):
        if flip <= due:
            continue
        label = f"Annul {effect.name}, bought on Barter flip {flip}, and give its price back"
        if draft.choose(f"{side.row.seat}:{number}", f"{side.label}: {label}"):
            take_back(draft, aftermath, number, effect)


def _casualties(
    draft: Draft, side: SettledSide, aftermath: Aftermath, now: asks.AftermathView, old: Any, new: Any
) -> None:
    """Injuries owed more, or no longer (SL-INJURY-01): never a redraw, and nothing by itself."""
    if old.owed == new.owed and old.killed == new.killed:
        return
    if not side.over:
        if now.phase not in BEFORE_INJURIES:
            raise Refusal(
                f"{side.label} is at the Injuries of this very game.",
                fix="Correct its casualties once that Aftermath is done.",
            )
        sentence = f"{side.label}’s Aftermath goes on with the corrected casualties."
        facts = {**aftermath.context, "owed": list(new.owed), "killed": list(new.killed)}
        draft.add(
            FactsSet(
                sentence=sentence,
                entry=side.row.entry_id,
                aftermath=aftermath.pk,
                before=aftermath.context,
                after=facts,
            )
        )
        return
    drawn = supplements(side)
    flipped = {flip.model_id for flip in now.flips if flip.kind == "injury"}
    names = {model.id: model.name for model in (side.context.models if side.context else ())}
    for model in sorted(set(new.owed) - set(old.owed)):
        if model in drawn:
            done = msgspec.convert(drawn[model].changes, list[AnyChange])
            draft.heirs |= {
                c.entry: c.after for c in done if isinstance(c, LeaderSet) and c.entry and c.after
            }
            draft.add(*again(done))
        elif model in flipped:
            for heir in (effect for effect in now.effects if isinstance(effect, asks.LeaderChanged)):
                draft.heirs[side.row.entry_id] = heir.model_id
            for effect in of_model(now, model):
                bring_back(draft, aftermath, effect)
        elif not side.row.entry.models.owned().filter(pk=model).exists():
            draft.explain(f"{names[model]} has left the Arsenal since; no Injury is flipped for it.")
        else:
            sentence = f"{names[model]} owes an Injury flip: fate draws it when the ruling is made."
            draft.add(
                InjuryDue(
                    sentence=sentence,
                    entry=side.row.entry_id,
                    side=side.row.pk,
                    model=model,
                    name=names[model],
                )
            )
    spared = (set(old.owed) - set(new.owed)) | (set(old.killed) - set(new.killed))
    for model in sorted(spared):
        _spare(draft, side, aftermath, now, model)


def _spare(
    draft: Draft, side: SettledSide, aftermath: Aftermath, now: asks.AftermathView, model: int
) -> None:
    """No longer Finished Off: what the flip led to stays unless the organiser annuls it."""
    drawn = supplements(side).get(model)
    if drawn is not None:
        done = msgspec.convert(drawn.changes, list[AnyChange])
        consequence = " ".join(change.sentence for change in done) or f"the flip for {drawn.model}"
        if draft.choose(
            f"{side.row.seat}:s{model}", f"{side.label}: annul what its flip led to: {consequence}"
        ):
            draft.add(*(each for change in reversed(done) for each in opposite(change)))
    for number, effect in enumerate(now.effects):
        if effect not in of_model(now, model):
            continue
        if draft.choose(f"{side.row.seat}:{number}", f"{side.label}: annul: {effect.sentence}"):
            take_back(draft, aftermath, number, effect)
            if isinstance(effect, asks.ModelAnnihilated):
                lead_back(draft, aftermath, model)


def of_model(now: asks.AftermathView, model: int) -> list[asks.AnyEffect]:
    """What the Injuries of one Aftermath did to ``model``; Equipment of a Lucky Miss follows its note."""
    effects: list[asks.AnyEffect] = []
    lucky = False
    for effect in now.effects:
        if isinstance(effect, asks.Note):
            lucky = effect.rule == "SL-INJURY-12" and effect.model_id == model
        elif isinstance(effect, asks.UpgradeGained):
            effects += [effect] if lucky else []
        elif isinstance(effect, (asks.InjuryAttached, asks.ModelAnnihilated)):
            effects += [effect] if effect.model_id == model else []
        elif isinstance(effect, asks.SkillGained) and effect.how == "lucky miss":
            effects += [effect] if effect.bearer_id == model else []
    return effects


def again(done: list[AnyChange]) -> list[AnyChange]:
    """What a flip of an earlier ruling led to, done once more: its rows are there, none is created again.

    Who leads is left to ``leading.settle_leaders``: the flag may have gone elsewhere since.
    """
    changes: list[AnyChange] = []
    for change in done:
        match change:
            case UpgradeGiven(upgrade=int(pk)):
                sentence = f"{change.name} counts again: that flip stands."
                changes.append(
                    UpgradeBack(sentence=sentence, entry=change.entry, upgrade=pk, name=change.name)
                )
            case ModelGone() | ModelBack() | UpgradeGone() | UpgradeBack():
                changes.append(change)
            case _:
                pass
    return changes


__all__ = ["again", "brought", "of_model", "plan", "set_result"]
