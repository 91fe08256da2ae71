"""Phase 3 of the Aftermath: the Barter (SL-BARTER, SL-UPG)."""

from __future__ import annotations

from collections.abc import Generator

from rules.campaign.aftermath.asks import (
    CREW,
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
from rules.campaign.aftermath.flips import flip
from rules.campaign.aftermath.state import AftermathState, BarterState, ModelState
from rules.campaign.charts.rows import BarterRow, ChartUpgrade
from rules.crews.words import meets
from rules.fate.cards import Card
from rules.refusal import Refusal


def barter_flips(context: AftermathContext) -> list[str]:
    """The rule that grants each flip: one always, one for the Strategy, further ones from the Weekly
    Event (SL-BARTER-01, -03, -04)."""
    strategy = context.strategy_vp >= context.policies.barter_strategy_vp
    return [
        "SL-BARTER-01",
        *(["SL-BARTER-03"] if strategy else []),
        *(["SL-BARTER-04"] * context.extra_barter_flips),
    ]


def barter(state: AftermathState) -> Steps:
    """For each flip: flip, keep or cheat, buy or pass (SL-BARTER-05, -07)."""
    state.phase = "barter"
    due = barter_flips(state.context)
    for number, rule in enumerate(due, 1):
        card = yield from flip(state, "barter", f"Barter flip {number} of {len(due)}.", rule)
        for _ in range(state.policies.purchases_per_barter_flip):
            if not (yield from buy(state, card)):
                break


def buy(state: BarterState, card: Card) -> Generator[Ask, Answer, bool]:
    """Offer what that card allows; return whether something was bought."""
    offers = [offer(state, row) for row in state.charts.barter_offers(card)]
    if not offers:
        state.note(f"The {card.spoken} offers nothing.", "SL-BARTER-05")
        return False
    if not any(option.legal for option in offers):
        reasons = " ".join(option.reason for option in offers)
        state.note(f"The {card.spoken}: nothing can be bought. {reasons}", "SL-BARTER-06")
        return False
    ask = state.ask_player(
        "barter_buy",
        f"The {card.spoken}: buy for Scrip (you hold {state.scrip}) or pass.",
        "SL-BARTER-05",
        (*offers, Option(PASS, "Buy nothing")),
        PASS,
        card,
    )
    answer = yield ask
    option = state.choice(ask, answer)
    if option.key == PASS:
        if answer.bearer is not None or answer.annihilate:
            raise Refusal("Passing names no model and no Skill.", rule="SL-BARTER-05")
        return False
    upgrade = state.charts.upgrade(option.key)
    if upgrade.category == "skill":
        bearer_id: int | None = teach(state, upgrade, option, answer)
    else:
        bearer_id = None
        if answer.bearer is not None or answer.annihilate:
            raise Refusal(
                f"{upgrade.name} is Equipment: it joins the Arsenal, not a model.", rule="SL-UPG-11"
            )
    _pay(state, upgrade, option.price or 0, bearer_id)
    return True


def offer(state: BarterState, row: BarterRow) -> Option:
    """One offer: its price, who could take it, and why it is not available."""
    upgrade = state.charts.upgrade(row.upgrade)
    reason, rule = "", ""
    bearers: tuple[Bearer, ...] = ()
    if row.campaign_cost > state.scrip:
        reason = f"{upgrade.name} costs {row.campaign_cost} Scrip; you hold {state.scrip}."
        rule = "SL-BARTER-06"
    elif row.limit_per_arsenal is not None and state.owned[upgrade.slug] >= row.limit_per_arsenal:
        reason, rule = f"{upgrade.name}: at most {row.limit_per_arsenal} in an Arsenal.", "SL-BARTER-05"
    elif upgrade.category == "skill":
        bearers = tuple(
            bearer(state, state.living[model_id], upgrade)
            for model_id in state.context.participants
            if model_id in state.living
        )
        if all(taker.reason for taker in bearers):
            reason = f"{upgrade.name}: no {state.learners} can learn it."
            rule = state.learners_rule
    return Option(
        upgrade.slug,
        upgrade.name,
        price=row.campaign_cost,
        bearers=bearers,
        reason=reason,
        rule=rule,
    )


def bearer(state: BarterState, model_state: ModelState, upgrade: ChartUpgrade) -> Bearer:
    """Whether a model can take that Skill, and what it would have to give up (SL-UPG-09, -10)."""
    model = model_state.model
    limit = model.skill_limit(state.policies)
    words = {word.casefold() for word in (model.name, model.station, *model.words)}
    reason = ""
    if limit == 0:
        reason = f"{model.name} may carry no Skill."
    elif model_state.has_skill(upgrade.slug):
        reason = f"{model.name} has {upgrade.name} already."
    elif not all(meets(word, words) for word in upgrade.restricted):
        reason = f"{upgrade.name} is Restricted ({', '.join(upgrade.restricted)})."
    counted = counted_skills(state, model_state)
    full = not reason and len(counted) >= limit and not in_a_slot(state, upgrade)
    return Bearer(model.id, model.name, tuple(slug for slug, _ in counted) if full else (), reason)


def in_a_slot(state: BarterState, upgrade: ChartUpgrade) -> bool:
    """Whether it is an Avatar and Avatars use a slot (A-49)."""
    return state.policies.avatar_uses_slot and bool(upgrade.rating_bonus)


def counted_skills(state: BarterState, model_state: ModelState) -> list[tuple[str, str]]:
    """Slug and name of the Skills that count against its maximum (SL-UPG-09)."""
    known = {upgrade.slug: upgrade for upgrade in state.charts.upgrades}
    return [
        (slug, name)
        for slug, name, _ in model_state.skills
        if slug not in known or not in_a_slot(state, known[slug])
    ]


def teach(state: BarterState, upgrade: ChartUpgrade, option: Option, answer: Answer) -> int:
    """Give the Skill to the chosen model, which gives up one of its own at its limit (SL-UPG-03, -05, -10);
    return its id."""
    taker = next((model for model in option.bearers if model.model_id == answer.bearer), None)
    if taker is None:
        raise Refusal(
            f"{upgrade.name} is a Skill: name a {state.learners}.",
            rule=state.learners_rule,
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
        forget(state, state.living[taker.model_id], answer.annihilate, "SL-UPG-10")
    return taker.model_id


def forget(state: BarterState, model_state: ModelState, slug: str, rule: str) -> None:
    """Annihilate one Skill to make room."""
    skill = next(owned for owned in model_state.skills if owned[0] == slug)
    model_state.skills.remove(skill)
    state.owned[slug] -= 1
    state.effects.append(
        SkillAnnihilated(
            sentence=f"{model_state.model.name} gives up {skill[1]}.",
            subject=model_state.model.name,
            rule=rule,
            slug=slug,
            name=skill[1],
            bearer_id=model_state.model.id,
            upgrade_id=skill[2],
        )
    )


def _pay(state: BarterState, upgrade: ChartUpgrade, price: int, bearer_id: int | None) -> None:
    state.spend(price)
    state.owned[upgrade.slug] += 1
    who = ""
    if bearer_id is not None:
        model_state = state.living[bearer_id]
        model_state.skills.append((upgrade.slug, upgrade.name, None))
        who = f" for {model_state.model.name}"
    state.effects.append(
        UpgradeBought(
            sentence=f"{CREW} buys {upgrade.name}{who} for {price} Scrip.",
            rule="SL-BARTER-06",
            slug=upgrade.slug,
            name=upgrade.name,
            category=upgrade.category,
            ss_cost=upgrade.ss_cost,
            price=price,
            bearer_id=bearer_id,
        )
    )
