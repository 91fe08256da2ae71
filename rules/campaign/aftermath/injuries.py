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
from rules.campaign.aftermath.barter import forget
from rules.campaign.aftermath.state import AftermathState, ModelState, flip
from rules.campaign.arsenal import lasting
from rules.campaign.charts.rows import ChartUpgrade, InjuryRow, InjuryUpgrade
from rules.campaign.policies import Policies


def injuries(table: AftermathState) -> Steps:
    """One flip for each model Finished Off, in the order the owner likes (SL-INJURY-01, -03)."""
    table.phase = "injury"
    old_injuries(table)
    pending = [model_id for model_id in table.context.owed if model_id in table.living]
    while pending:
        chosen = pending[0]
        if len(pending) > 1:
            options = tuple(Option(str(owed), table.living[owed].model.name) for owed in pending)
            ask = table.ask_player(
                "injury_choose",
                "Which model's Injury is flipped next?",
                "SL-INJURY-03",
                options,
                options[0].key,
            )
            chosen = int(table.choice(ask, (yield ask)).key)
        pending.remove(chosen)
        yield from injure(table, table.living[chosen])


def old_injuries(table: AftermathState) -> None:
    """Injuries carried into the game that end their bearer after it."""
    known = {injury.slug: injury for injury in table.charts.injuries}
    for model_id in table.context.participants:
        patient = table.living.get(model_id)
        for slug in patient.injuries if patient else ():
            injury = known.get(slug)
            killed = model_id in table.context.killed
            if patient is None or injury is None or not _ends(injury, killed):
                continue
            table.annihilate(patient, f"{injury.name}, carried into this game", "SL-ANNIH-03")
            if injury.opponent_scrip and model_id not in table.living:
                table.effects.append(
                    OpponentEarns(
                        sentence=f"The opponent earns {injury.opponent_scrip} Scrip: {injury.name}.",
                        rule="SL-INJURY-05",
                        amount=injury.opponent_scrip,
                        model_id=model_id,
                    )
                )
            break


def _ends(injury: InjuryUpgrade, killed: bool) -> bool:
    return injury.annihilates == "after_next_game" or (injury.annihilates == "when_killed" and killed)


def injure(table: AftermathState, patient: ModelState) -> Steps:
    """Flip, keep or cheat, flip again where told; then apply (SL-INJURY-02, -04, A-34)."""
    model = patient.model
    sentence = f"Injury flip for {model.name}."
    while True:
        card = yield from flip(table, "injury", sentence, "SL-INJURY-01", model.id)
        row = table.charts.injury_result(card)
        if row.result != "reflip":
            break
        table.note(f"{row.name or card.spoken}: flip again.", "SL-INJURY-04", model.id)
    if row.result == "injury":
        attach(table, patient, table.charts.injury(row.injury))
    elif row.result == "annihilate":
        table.annihilate(patient, row.name or f"the {card.spoken}", "SL-ANNIH-03")
    elif row.result == "lucky_miss":
        table.note(f"{model.name}: a Lucky Miss.", "SL-INJURY-12", model.id)
        yield from lucky_miss(table, patient)
    else:
        table.note(f"{model.name} gets away with it: {row.name or card.spoken}.", "SL-INJURY-01", model.id)


InjuryOutcome = Literal["annihilated", "injury", "lucky_miss", "unhurt"]
INJURY_OUTCOMES: tuple[InjuryOutcome, ...] = ("annihilated", "injury", "lucky_miss", "unhurt")
"""What may befall a model, the worst first."""


def bearing(
    patient: ModelState, injury: InjuryUpgrade, policies: Policies
) -> Literal["suffers", "again", "again at limit", "too many"]:
    """What one more Injury means for a model: its number is what it may carry, or what ends it
    (SL-INJURY-06, -10, -11, A-25, A-26)."""
    limit = patient.model.injury_limit(policies)
    room = limit if policies.injury_limit_mode == "max_carried" else limit - 1
    full = len(patient.injuries) >= room
    if injury.slug in patient.injuries:
        return "again at limit" if full and policies.duplicate_at_limit == "annihilate" else "again"
    return "too many" if full else "suffers"


def injury_outcome(table: AftermathState, patient: ModelState, row: InjuryRow) -> tuple[InjuryOutcome, str]:
    """What a row of the chart that ends the flip does to a model, without doing it: for the odds."""
    fate, why = _befalls(table, patient, row)
    spared = fate == "annihilated" and table.policies.annihilation == "off"
    return ("unhurt" if spared else fate), why


def _befalls(table: AftermathState, patient: ModelState, row: InjuryRow) -> tuple[InjuryOutcome, str]:
    if row.result == "annihilate":
        return "annihilated", row.name
    if row.result == "lucky_miss":
        return "lucky_miss", row.name
    if row.result != "injury":
        return "unhurt", row.name
    injury = table.charts.injury(row.injury)
    means = bearing(patient, injury, table.policies)
    if means == "suffers":
        return "injury", injury.name
    return ("unhurt", f"{injury.name} again") if means == "again" else ("annihilated", injury.name)


def attach(table: AftermathState, patient: ModelState, injury: InjuryUpgrade) -> None:
    """The Injury joins the model, unless it has it already or can bear no more (SL-INJURY-06, -10, -11)."""
    model, policies = patient.model, table.policies
    means = bearing(patient, injury, policies)
    if means == "again at limit":
        limit = model.injury_limit(policies)
        table.annihilate(patient, f"{injury.name} again, at its limit of {limit}", "A-25")
    elif means == "again":
        table.note(f"{model.name} has {injury.name} already: nothing more.", "SL-INJURY-06", model.id)
    elif means == "too many":
        table.annihilate(patient, f"{injury.name} would be more than it can bear", "SL-INJURY-11")
    else:
        patient.injuries.append(injury.slug)
        table.effects.append(
            InjuryAttached(
                sentence=f"{model.name} suffers {injury.name}.",
                rule="SL-INJURY-05",
                slug=injury.slug,
                name=injury.name,
                model_id=model.id,
                ss_cost=injury.ss_cost,
                stat_mods=lasting(injury.stat_mods, policies),
            )
        )


def lucky_miss(table: AftermathState, patient: ModelState) -> Steps:
    """A flip on the chart of the Crew's faction, jokers again (SL-INJURY-12, A-27)."""
    model = patient.model
    row = None
    while row is None:
        card = yield from flip(
            table,
            "lucky_miss",
            f"Lucky Miss of {model.name}.",
            "SL-INJURY-12",
            model.id,
            cheatable=table.policies.lucky_miss_cheatable,
        )
        row = table.charts.lucky_miss(table.context.faction, card)
    if row.other_effect:
        table.note(f"{model.name}: {row.other_effect}", "SL-INJURY-13", model.id)
        return
    upgrade = table.charts.upgrade(row.upgrade)
    if upgrade.category == "equipment":
        table.owned[upgrade.slug] += 1
        table.effects.append(
            UpgradeGained(
                sentence=f"The Arsenal gains {upgrade.name}.",
                rule="SL-INJURY-13",
                slug=upgrade.slug,
                name=upgrade.name,
                ss_cost=upgrade.ss_cost,
            )
        )
    else:
        yield from learn(table, patient, upgrade)


def learn(table: AftermathState, patient: ModelState, upgrade: ChartUpgrade) -> Steps:
    """A Lucky Miss that is a Skill; at the limit one may be given up for it (SL-INJURY-13, A-28)."""
    model = patient.model
    limit = model.skill_limit(table.policies)
    if limit == 0:
        table.note(f"{model.name} may carry no Skill: {upgrade.name} is lost.", "A-28", model.id)
        return
    if patient.has_skill(upgrade.slug):
        table.note(f"{model.name} has {upgrade.name} already.", "SL-INJURY-13", model.id)
        return
    if len(patient.skills) >= limit:
        options = (
            Option(DECLINE, f"Do without {upgrade.name}"),
            *(Option(slug, f"Give up {name}") for slug, name, _ in patient.skills),
        )
        ask = table.ask_player(
            "lucky_miss_skill",
            f"{model.name} has all the Skills it may carry. Give one up for {upgrade.name}?",
            "A-28",
            options,
            DECLINE,
            model_id=model.id,
        )
        chosen = table.choice(ask, (yield ask)).key
        if chosen == DECLINE:
            table.note(f"{model.name} does without {upgrade.name}.", "SL-UPG-10", model.id)
            return
        forget(table, patient, chosen, "A-28")
    patient.skills.append((upgrade.slug, upgrade.name, None))
    table.owned[upgrade.slug] += 1
    table.effects.append(
        SkillGained(
            sentence=f"{model.name} learns {upgrade.name}.",
            rule="SL-INJURY-13",
            slug=upgrade.slug,
            name=upgrade.name,
            bearer_id=model.id,
        )
    )
