"""Phase 6 of the Aftermath: Injuries and Lucky Misses (SL-INJURY)."""

from __future__ import annotations

from typing import Literal

from rules.campaign.aftermath.asks import (
    DECLINE,
    InjuryAttached,
    OpponentEarns,
    Option,
    SkillGained,
    Steps,
    UpgradeGained,
)
from rules.campaign.aftermath.barter import counted_skills, forget
from rules.campaign.aftermath.flips import flip
from rules.campaign.aftermath.state import AftermathState, ModelState
from rules.campaign.arsenal import OwnedModel, lasting
from rules.campaign.charts.rows import ChartUpgrade, InjuryRow, InjuryUpgrade
from rules.campaign.policies import Policies


def injuries(state: AftermathState) -> Steps:
    """One flip for each model Finished Off, in the order the owner likes (SL-INJURY-01, -03)."""
    state.phase = "injury"
    old_injuries(state)
    pending = [model_id for model_id in state.context.owed if model_id in state.living]
    while pending:
        chosen = pending[0]
        if len(pending) > 1:
            options = tuple(Option(str(owed), state.living[owed].model.name) for owed in pending)
            ask = state.ask_player(
                "injury_choose",
                "Which model's Injury is flipped next?",
                "SL-INJURY-03",
                options,
                options[0].key,
            )
            chosen = int(state.choice(ask, (yield ask)).key)
        pending.remove(chosen)
        yield from injure(state, state.living[chosen])


def old_injuries(state: AftermathState) -> None:
    """Injuries carried into the game that end their bearer after it."""
    injuries_by_slug = {injury.slug: injury for injury in state.charts.injuries}
    for model_id in state.context.participants:
        model_state = state.living.get(model_id)
        for slug in model_state.injuries if model_state else ():
            injury = injuries_by_slug.get(slug)
            killed = model_id in state.context.killed
            if model_state is None or injury is None or not ends_bearer(injury, killed):
                continue
            state.annihilate(model_state, f"{injury.name}, carried into this game", "SL-ANNIH-03")
            if injury.opponent_scrip and model_id not in state.living:
                state.effects.append(
                    OpponentEarns(
                        sentence=f"The opponent earns {injury.opponent_scrip} Scrip by {injury.name}.",
                        subject="The opponent",
                        rule="SL-INJURY-05",
                        amount=injury.opponent_scrip,
                        model_id=model_id,
                    )
                )
            break


def ends_bearer(injury: InjuryUpgrade, killed: bool) -> bool:
    """Whether an Injury carried into a game ends its bearer after it."""
    return injury.annihilates == "after_next_game" or (injury.annihilates == "when_killed" and killed)


def injure(state: AftermathState, model_state: ModelState) -> Steps:
    """Flip, keep or cheat, flip again where the chart says so; then apply (SL-INJURY-02, -04, A-34)."""
    model = model_state.model
    sentence = f"Injury flip for {model.name}."
    while True:
        card = yield from flip(state, "injury", sentence, "SL-INJURY-01", model.id)
        row = state.charts.injury_result(card)
        if row.result != "reflip":
            break
        state.note(f"{row.name or card.spoken}: flip again.", "SL-INJURY-04", model.id)
    if row.result == "injury":
        attach(state, model_state, state.charts.injury(row.injury))
    elif row.result == "annihilate":
        state.annihilate(model_state, row.name or f"the {card.spoken}", "SL-ANNIH-03")
    elif row.result == "lucky_miss":
        state.note(f"{model.name} has a Lucky Miss.", "SL-INJURY-12", model.id)
        yield from lucky_miss(state, model_state)
    else:
        state.note(f"{model.name} gets away with it: {row.name or card.spoken}.", "SL-INJURY-01", model.id)


InjuryOutcome = Literal["annihilated", "injury", "lucky_miss", "unhurt"]
INJURY_OUTCOMES: tuple[InjuryOutcome, ...] = ("annihilated", "injury", "lucky_miss", "unhurt")
"""What may befall a model, the worst first."""


def bearing(
    model_state: ModelState, injury: InjuryUpgrade, policies: Policies
) -> Literal["suffers", "again", "again at limit", "too many"]:
    """What one more Injury means for a model: its number is what it may carry, or what ends it
    (SL-INJURY-06, -10, -11, A-25, A-26)."""
    full = len(model_state.injuries) >= room_for_injuries(model_state.model, policies)
    if injury.slug in model_state.injuries:
        return "again at limit" if full and policies.duplicate_at_limit == "annihilate" else "again"
    return "too many" if full else "suffers"


def room_for_injuries(model: OwnedModel, policies: Policies) -> int:
    """How many Injuries a model carries before the next ends it (SL-INJURY-10, A-26)."""
    limit = model.injury_limit(policies)
    return limit if policies.injury_limit_mode == "max_carried" else limit - 1


def injury_outcome(
    state: AftermathState, model_state: ModelState, row: InjuryRow
) -> tuple[InjuryOutcome, str]:
    """What a row of the chart that ends the flip does to a model, without doing it: for the odds."""
    fate, why = _outcome_and_cause(state, model_state, row)
    spared = fate == "annihilated" and state.policies.annihilation == "off"
    return ("unhurt" if spared else fate), why


def _outcome_and_cause(
    state: AftermathState, model_state: ModelState, row: InjuryRow
) -> tuple[InjuryOutcome, str]:
    if row.result == "annihilate":
        return "annihilated", row.name
    if row.result == "lucky_miss":
        return "lucky_miss", row.name
    if row.result != "injury":
        return "unhurt", row.name
    injury = state.charts.injury(row.injury)
    means = bearing(model_state, injury, state.policies)
    if means == "suffers":
        return "injury", injury.name
    return ("unhurt", f"{injury.name} again") if means == "again" else ("annihilated", injury.name)


def attach(state: AftermathState, model_state: ModelState, injury: InjuryUpgrade) -> None:
    """The Injury joins the model, unless it has it already or can have no more (SL-INJURY-06, -10, -11)."""
    model, policies = model_state.model, state.policies
    means = bearing(model_state, injury, policies)
    if means == "again at limit":
        limit = model.injury_limit(policies)
        state.annihilate(model_state, f"{injury.name} again, at its limit of {limit}", "A-25")
    elif means == "again":
        state.note(f"{model.name} has {injury.name} already: nothing more.", "SL-INJURY-06", model.id)
    elif means == "too many":
        state.annihilate(model_state, f"{injury.name} would be more than it can have", "SL-INJURY-11")
    else:
        model_state.injuries.append(injury.slug)
        state.effects.append(
            InjuryAttached(
                sentence=f"{model.name} suffers {injury.name}.",
                subject=model.name,
                rule="SL-INJURY-05",
                slug=injury.slug,
                name=injury.name,
                model_id=model.id,
                ss_cost=injury.ss_cost,
                stat_mods=lasting(injury.stat_mods, policies),
            )
        )


def lucky_miss(state: AftermathState, model_state: ModelState) -> Steps:
    """A flip on the chart of the Crew's faction, jokers again (SL-INJURY-12, A-27)."""
    model = model_state.model
    row = None
    while row is None:
        card = yield from flip(
            state,
            "lucky_miss",
            f"Lucky Miss of {model.name}.",
            "SL-INJURY-12",
            model.id,
            cheatable=state.policies.lucky_miss_cheatable,
        )
        row = state.charts.lucky_miss(state.context.faction, card)
    if row.other_effect:
        state.note(f"{model.name}: {row.other_effect}", "SL-INJURY-13", model.id)
        return
    upgrade = state.charts.upgrade(row.upgrade)
    if upgrade.category == "equipment":
        state.owned[upgrade.slug] += 1
        state.effects.append(
            UpgradeGained(
                sentence=f"The Arsenal gains {upgrade.name}.",
                subject="The Arsenal",
                rule="SL-INJURY-13",
                slug=upgrade.slug,
                name=upgrade.name,
                ss_cost=upgrade.ss_cost,
            )
        )
    else:
        yield from learn(state, model_state, upgrade)


def learn(state: AftermathState, model_state: ModelState, upgrade: ChartUpgrade) -> Steps:
    """A Lucky Miss that is a Skill; at the limit one may be given up for it (SL-INJURY-13, A-28)."""
    model = model_state.model
    limit = model.skill_limit(state.policies)
    if limit == 0:
        state.note(f"{model.name} may carry no Skill: {upgrade.name} is lost.", "A-28", model.id)
        return
    if model_state.has_skill(upgrade.slug):
        state.note(f"{model.name} has {upgrade.name} already.", "SL-INJURY-13", model.id)
        return
    counted = counted_skills(state, model_state)
    if len(counted) >= limit:
        options = (
            Option(DECLINE, f"Do without {upgrade.name}"),
            *(Option(slug, f"Give up {name}") for slug, name in counted),
        )
        ask = state.ask_player(
            "lucky_miss_skill",
            f"{model.name} has all the Skills it may carry. Give one up for {upgrade.name}?",
            "A-28",
            options,
            DECLINE,
            model_id=model.id,
        )
        chosen = state.choice(ask, (yield ask)).key
        if chosen == DECLINE:
            state.note(f"{model.name} does without {upgrade.name}.", "SL-UPG-10", model.id)
            return
        forget(state, model_state, chosen, "A-28")
    model_state.skills.append((upgrade.slug, upgrade.name, None))
    state.owned[upgrade.slug] += 1
    state.effects.append(
        SkillGained(
            sentence=f"{model.name} learns {upgrade.name}.",
            subject=model.name,
            rule="SL-INJURY-13",
            slug=upgrade.slug,
            name=upgrade.name,
            bearer_id=model.id,
        )
    )
