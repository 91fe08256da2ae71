"""Phase 3 of the Aftermath: the Barter (SL-BARTER, SL-UPG)."""

from __future__ import annotations

from collections.abc import Generator

from rules.campaign.aftermath.asks import (
    PASS,
    AftermathContext,
    Answer,
    Ask,
    Bearer,
    Option,
    SkillAnnihilated,
    Steps,
    UpgradeBought,
)
from rules.campaign.aftermath.state import AftermathState, ModelState, flip
from rules.campaign.charts.rows import BarterRow, ChartUpgrade
from rules.fate.cards import Card
from rules.refusal import Refusal


def barter_flips(context: AftermathContext) -> list[str]:
    """The rule that grants each flip: one always, one more for the Strategy, more from the Weekly Event
    (SL-BARTER-01, -03, -04)."""
    strategy = context.strategy_vp >= context.policies.barter_strategy_vp
    return [
        "SL-BARTER-01",
        *(["SL-BARTER-03"] if strategy else []),
        *(["SL-BARTER-04"] * context.extra_barter_flips),
    ]


def barter(table: AftermathState) -> Steps:
    """Each flip: flip, keep or cheat, buy or pass; then the next (SL-BARTER-05, -07)."""
    table.phase = "barter"
    due = barter_flips(table.context)
    for number, rule in enumerate(due, 1):
        card = yield from flip(table, "barter", f"Barter flip {number} of {len(due)}.", rule)
        for _ in range(table.policies.purchases_per_barter_flip):
            if not (yield from buy(table, card)):
                break


def buy(table: AftermathState, card: Card) -> Generator[Ask, Answer, bool]:
    """Offer what that card offers; whether something was bought."""
    offers = [offer(table, row) for row in table.charts.barter_offers(card)]
    if not offers:
        table.note(f"The {card.spoken} offers nothing.", "SL-BARTER-05")
        return False
    if not any(option.legal for option in offers):
        reasons = " ".join(option.reason for option in offers)
        table.note(f"The {card.spoken}: nothing can be bought. {reasons}", "SL-BARTER-06")
        return False
    ask = table.ask_player(
        "barter_buy",
        f"The {card.spoken}: buy for Scrip (you hold {table.scrip}) or pass.",
        "SL-BARTER-05",
        (*offers, Option(PASS, "Buy nothing")),
        PASS,
        card,
    )
    answer = yield ask
    option = table.choice(ask, answer)
    if option.key == PASS:
        if answer.bearer is not None or answer.annihilate:
            raise Refusal("Passing names no model and no Skill.", rule="SL-BARTER-05")
        return False
    upgrade = table.charts.upgrade(option.key)
    if upgrade.category == "skill":
        bearer_id: int | None = teach(table, upgrade, option, answer)
    else:
        bearer_id = None
        if answer.bearer is not None or answer.annihilate:
            raise Refusal(
                f"{upgrade.name} is Equipment: it joins the Arsenal, not a model.", rule="SL-UPG-11"
            )
    _pay(table, upgrade, option.price or 0, bearer_id)
    return True


def offer(table: AftermathState, row: BarterRow) -> Option:
    """One line of the shop: its price, who could take it, and why not, if not."""
    upgrade = table.charts.upgrade(row.upgrade)
    reason, rule = "", ""
    bearers: tuple[Bearer, ...] = ()
    if row.campaign_cost > table.scrip:
        reason = f"{upgrade.name} costs {row.campaign_cost} Scrip; you hold {table.scrip}."
        rule = "SL-BARTER-06"
    elif row.limit_per_arsenal is not None and table.owned[upgrade.slug] >= row.limit_per_arsenal:
        reason, rule = f"{upgrade.name}: at most {row.limit_per_arsenal} in an Arsenal.", "SL-BARTER-05"
    elif upgrade.category == "skill":
        bearers = tuple(
            bearer(table, table.living[model_id], upgrade)
            for model_id in table.context.participants
            if model_id in table.living
        )
        if all(found.reason for found in bearers):
            reason = f"{upgrade.name}: no {table.learners} can learn it."
            rule = table.learners_rule
    return Option(upgrade.slug, upgrade.name, row.campaign_cost, bearers, reason, rule)


def bearer(table: AftermathState, patient: ModelState, upgrade: ChartUpgrade) -> Bearer:
    """Whether a model can take that Skill, and what it would have to give up (SL-UPG-09, -10)."""
    model = patient.model
    limit = model.skill_limit(table.policies)
    words = {word.casefold() for word in (model.name, model.station, *model.keywords)}
    reason = ""
    if limit == 0:
        reason = f"{model.name} may carry no Skill."
    elif patient.has_skill(upgrade.slug):
        reason = f"{model.name} has {upgrade.name} already."
    elif any(word.casefold() not in words for word in upgrade.restricted):
        reason = f"{upgrade.name} is Restricted ({', '.join(upgrade.restricted)})."
    full = not reason and len(patient.skills) >= limit
    return Bearer(model.id, model.name, tuple(slug for slug, _, _ in patient.skills) if full else (), reason)


def teach(table: AftermathState, upgrade: ChartUpgrade, option: Option, answer: Answer) -> int:
    """The model that takes the Skill; at its limit it gives up one of its own (SL-UPG-03, -05, -10)."""
    taker = next((found for found in option.bearers if found.model_id == answer.bearer), None)
    if taker is None:
        raise Refusal(
            f"{upgrade.name} is a Skill: name a {table.learners}.",
            rule=table.learners_rule,
            fix=f"Choose one of: {', '.join(b.name for b in option.bearers if not b.reason)}.",
        )
    if taker.reason:
        raise Refusal(taker.reason, rule="SL-UPG-09", fix="Choose another model.")
    if not taker.replaceable and answer.annihilate:
        raise Refusal(f"{taker.name} has room: no Skill need be given up.", rule="SL-UPG-10")
    if taker.replaceable:
        if answer.annihilate not in taker.replaceable:
            raise Refusal(
                f"{taker.name} has all the Skills it may carry.",
                rule="SL-UPG-10",
                fix=f"Name the Skill to give up: {', '.join(taker.replaceable)}.",
            )
        forget(table, table.living[taker.model_id], answer.annihilate, "SL-UPG-10")
    return taker.model_id


def forget(table: AftermathState, patient: ModelState, slug: str, rule: str) -> None:
    """One Skill is Annihilated to make room."""
    skill = next(found for found in patient.skills if found[0] == slug)
    patient.skills.remove(skill)
    table.owned[slug] -= 1
    table.effects.append(
        SkillAnnihilated(
            sentence=f"{patient.model.name} gives up {skill[1]}.",
            rule=rule,
            slug=slug,
            name=skill[1],
            bearer_id=patient.model.id,
            upgrade_id=skill[2],
        )
    )


def _pay(table: AftermathState, upgrade: ChartUpgrade, price: int, bearer_id: int | None) -> None:
    table.spend(price)
    table.owned[upgrade.slug] += 1
    who = ""
    if bearer_id is not None:
        patient = table.living[bearer_id]
        patient.skills.append((upgrade.slug, upgrade.name, None))
        who = f" for {patient.model.name}"
    table.effects.append(
        UpgradeBought(
            sentence=f"Bought {upgrade.name}{who} for {price} Scrip.",
            rule="SL-BARTER-06",
            slug=upgrade.slug,
            name=upgrade.name,
            category=upgrade.category,
            ss_cost=upgrade.ss_cost,
            price=price,
            bearer_id=bearer_id,
        )
    )
