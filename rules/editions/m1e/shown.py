"""A moment of the First Edition for the player who is asked: the Action in progress with its duel, what each
answer does, and a figure's card in words.

Only what both players know at the table, and the own hand of the one who is asked. How far a target is stays
unsaid: nothing is measured before it is declared (M1-GLO-07).

>>> from rules.editions.m1e.examples import FIGURES
>>> card_printed(FIGURES["watchman"]).actions[0].figures
'1″ melee, Cb 5 against Df, damage 1/2/4'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.dialogue import OneOf
from rules.editions.m1e.play.actions import ALL, ActionOffer, general_ap, menu
from rules.editions.m1e.play.duels import DuelM1, DuelSideM1
from rules.editions.m1e.play.figures import Figure, ReactionM1, Spell, Talent, TriggerM1, Weapon
from rules.editions.m1e.play.ground.pieces import in_water
from rules.editions.m1e.play.match import Match
from rules.fate.cards import Card
from rules.game.narration import Names
from rules.game.procedure.asks import Ask
from rules.game.shown import ActionShown, CardShown, PrintedLine, SideShown
from rules.game.state import Model
from rules.wording import counted

# The effect of each talent; # stands for its number.
TALENT_WORDS: dict[str, str] = {
    "Arachnid": "Severe terrain does not slow it; it climbs with its Charge.",
    "Armor": "Damage − #, at least 1.",
    "Black Blood": "Wounded in melee: all within 1″ but Neverborn suffer 1 wound.",
    "Bulletproof": "Ranged damage − #, at least 1.",
    "Casting Expert": "One more spell in each activation.",
    "Casting Master": "Two more spells in each activation.",
    "Companion": "May activate together with whom it accompanies, within 6″.",
    "Evasive": "Damage of Blasts − #, at least 1, beside Armor.",
    "Float": "Moves over terrain and models; ends on no base.",
    "Frozen Heart": "Snow does not hinder it.",
    "Flurry": "(2) A hand card for up to three melee Strikes at one model.",
    "Fly": "Moves over terrain and models; ends neither on a base nor in impassable terrain.",
    "Gunfighter": "Strikes in melee with its ranged weapon, to 2″.",
    "Hard to Kill": "With 2 wounds left or more, one source leaves it 1.",
    "Hard to Wound": "Damage flips against it have # fate twists to the worse.",
    "Harmless": "An enemy that would attack it first wins a Wp duel of 12, until it does more than Walk.",
    "Hunter": "Ignores cover; sees 6″ through what obscures.",
    "Magic Resistant": "Damage of spells − #, at least 1.",
    "Immune to Influence": "No spell forces it to a Morale Duel.",
    "Melee Expert": "One more melee Strike in each activation.",
    "Melee Master": "Two more melee Strikes in each activation.",
    "Pass Through": "Moves through models.",
    "Ranged Expert": "One more ranged Strike in each activation.",
    "Ranged Master": "Two more ranged Strikes in each activation.",
    "Rapid Fire": "(2) A hand card for up to three ranged Strikes at one model.",
    "Regeneration": "Heals # when it activates.",
    "Ruthless": "Attacks whoever is harmless.",
    "Scout": "Severe terrain does not slow it.",
    "Slow to Die": "Killed, it takes one (1) Action before it leaves.",
    "Terrifying": "Living enemies in its reach, or about to Charge it, win a Morale Duel of # or run.",
    "Use Soulstones": "Adds a card to a duel, prevents damage, heals, flips again for initiative.",
    "Immune to Fast": "Never becomes Fast.",
    "Immune to Slow": "Never becomes Slow.",
    "Immune to Paralyzed": "Is never Paralyzed.",
    "Immune to Reactivate": "Never activates a second time.",
}
GENERAL_WORDS = {
    "walk": "Up to its Walk, any way.",
    "charge": "Straight at an enemy in sight, and a melee Strike with + on its damage.",
    "defensive_stance": "+ in duels against Strikes until the Closing Phase; Walk and Charge 2″ less.",
    "heal": "For a Soulstone: a card heals up to 3 wounds, the Red Joker all.",
    "scavenge": "One Scrap Counter.",
    "drain_souls": "Up to three of one’s own within 6″ are sacrificed, each for a Soulstone.",
    "sabotage": "Reveals the Scheme, which pays while this model is alive.",
    "manifest": "Becomes its Avatar, whose base pushes others back.",
    "jump": "Half its Walk, over a gap or down, without harm.",
    "pass": "Nothing.",
    "focus": "With + on the attack and the damage.",
    "channel": "With + on the casting and the damage.",
}
TRIGGER_WORDS = {
    "damage_per_suit": "+# damage for each such suit in the total.",
    "damage": "+# damage.",
    "damage_twist": "# fate twist to the better on the damage flip.",
    "redraw": "Once the target has failed to resist: discard a card, draw one.",
}


def action_shown(g: Match) -> ActionShown | None:
    """The Action in progress; ``None`` when there is none."""
    if g.doing is None:
        return None
    names, doing = Names(g.state), g.doing
    duel: DuelM1 | None = g.duel
    figure = g.figure(doing.model)
    shown = next((line for line in _lines(g, figure, g.model(doing.model)) if line.name == doing.what), None)
    return ActionShown(
        actor=names(doing.model),
        action=doing.label,
        figures=shown.figures if shown else "",
        does=shown.does if shown else GENERAL_WORDS.get(doing.action, ""),
        target=names(doing.target) if doing.target else "",
        tn=duel.tn if duel is not None else None,
        sides=tuple(_side(side, names) for side in duel.sides) if duel is not None else (),
    )


def _side(side: DuelSideM1, names: Names) -> SideShown:
    return SideShown(
        model=side.model,
        name=names(side.model),
        seat=side.seat,
        stat_name=side.stat_name.capitalize(),
        stat=side.stat + side.extra,
        card=side.flip.card.code if side.flip is not None else "",
        total=side.total,
        suits=side.suits,
        why=tuple(side.why),
    )


# Cards


def card_shown(g: Match, model: Model) -> CardShown:
    """What is printed on the model's card, with its current stats."""
    figure = g.figure(model)
    return _card(figure, f"{_stats(g, model)}, Ht {model.size}, {model.mm:g} mm", _lines(g, figure, model))


def card_printed(figure: Figure) -> CardShown:
    """A printed figure, to be read beside a real table; of a model that is in a record by its Wd alone
    that is all."""
    if not (figure.weapons or figure.spells or figure.talents):
        return _card(figure, f"Wd {figure.wd or '–'}", ())
    figures = (
        f"Wd {figure.wd}, Wk/Cg {figure.wk:g}/{figure.cg:g}, Ht {figure.ht}, Wp {figure.wp}, Ca {figure.ca}, "
        f"Df {figure.df}, {figure.mm:g} mm"
    )
    return _card(figure, figures, _printed_lines(figure.weapons, figure.spells))


def _card(figure: Figure, figures: str, actions: Iterable[PrintedLine]) -> CardShown:
    reaches = {weapon.inches for weapon in figure.weapons} | {spell.inches for spell in figure.spells}
    return CardShown(
        figures,
        tuple(actions),
        (
            *map(talent_line, figure.talents),
            *map(trigger_line, figure.triggers),
            *map(reaction_line, figure.reactions),
        ),
        tuple(sorted(reaches - {0.0})),
    )


def _lines(g: Match, figure: Figure, model: Model) -> list[PrintedLine]:
    return list(_printed_lines(figure.weapons, g.spells(model)))


def _printed_lines(weapons: Iterable[Weapon], spells: Iterable[Spell]) -> Iterator[PrintedLine]:
    yield from map(weapon_line, weapons)
    yield from map(spell_line, spells)


def weapon_line(weapon: Weapon) -> PrintedLine:
    return PrintedLine(weapon.name, weapon_figures(weapon), _gives(weapon.gives))


def spell_line(spell: Spell) -> PrintedLine:
    return PrintedLine(spell.name, spell_figures(spell), spell_words(spell))


def _three(numbers: tuple[int, int, int], blasts: tuple[int, int, int]) -> str:
    """Weak, moderate and severe damage with the Blasts of each.

    >>> _three((1, 3, 5), (0, 1, 2))
    '1/3 with 1 Blast/5 with 2 Blasts'
    """
    return "/".join(
        f"{number} with {counted(blast, 'Blast')}" if blast else str(number)
        for number, blast in zip(numbers, blasts, strict=True)
    )


def weapon_figures(weapon: Weapon) -> str:
    suits = "".join(f" {suit}" for suit in weapon.suits)
    parts = [f"{weapon.inches:g}″ {weapon.kind}", f"Cb {weapon.combat}{suits} against Df"]
    parts.append(f"damage {_three(weapon.damage, weapon.blasts)}")
    parts += [word for word in ("paired", "magical") if getattr(weapon, word)]
    return ", ".join(parts)


def spell_figures(spell: Spell) -> str:
    """A spell's price, casting number, range and resist stat.

    >>> spell_figures(Spell(name="Bolt", cc=13, suits=("crow",), resist="df", inches=10, damage=(1, 3, 5)))
    '(1), CC 13 crow, 10″, resisted by Df, damage 1/3/5'
    """
    price = "all" if spell.whole else spell.cost
    parts = [f"({price})", f"CC {spell.cc}{''.join(f' {suit}' for suit in spell.suits)}"]
    if spell.pulse:
        parts.append(f"Pulse {spell.pulse:g}″")
    elif spell.inches:
        parts.append(f"{spell.inches:g}″")
    if spell.resist:
        parts.append(f"resisted by {spell.resist.capitalize()}")
    if spell.damage is not None:
        parts.append(f"damage {_three(spell.damage, spell.blasts)}")
    return ", ".join(parts)


def spell_words(spell: Spell) -> str:
    """What a spell does besides damage, one sentence for each effect."""
    said = [_gives(spell.gives)]
    if spell.heals:
        said.append(f"Heals {spell.heals}.")
    if spell.summons:
        said.append(f"Summons a {_name_of(spell.summons)}.")
    if spell.becomes:
        said.append(f"The caster becomes a {_name_of(spell.becomes)}.")
    if spell.aura:
        stat, amount = spell.aura_changes
        said.append(f"Aura {spell.aura:g}″ until the Closing Phase: {stat.capitalize()} {amount:+d}.")
    if spell.pulls:
        said.append(f"Pulls its target {spell.pulls:g}″.")
    if spell.pushes_to:
        near = "into base contact" if spell.pushes_to == "contact" else f"within {spell.pushes_inches:g}″"
        near = f"completely {near}" if spell.pushes_to == "completely" else near
        said.append(f"Pushes its target {near}{' of the caster' * (spell.pushes_to != 'contact')}.")
    if spell.through_floor:
        said.append("Pushes a Spirit through the floor.")
    if (bonus := spell.weapon_bonus) is not None:
        more = [f"Cb {bonus.combat:+d}"] * bool(bonus.combat)
        more += [f"{bonus.damage:+d} damage"] * bool(bonus.damage)
        said.append(f"Until the Closing Phase its target’s {bonus.kind} weapons have {' and '.join(more)}.")
    if spell.activates:
        said.append("Its target activates next.")
    if spell.buries:
        said.append("Buries its target.")
    if spell.returns:
        said.append("One of one’s own comes back from being buried.")
    if spell.morale:
        said.append(f"A Morale Duel of {spell.morale}.")
    return " ".join(part for part in said if part)


def _name_of(slug: str) -> str:
    return slug.replace("-", " ").title()


def _gives(gifts: Iterable[tuple[str, int]]) -> str:
    """What a hit puts on its target.

    >>> _gives((("poison", 2), ("slow", 1)))
    'Gives Poison 2 and Slow.'
    """
    named = [
        f"{gift.capitalize()} {number}" if gift == "poison" else gift.capitalize() for gift, number in gifts
    ]
    return f"Gives {' and '.join(named)}." if named else ""


def talent_line(talent: Talent) -> PrintedLine:
    name = f"{talent.name} {talent.number}" if talent.number else talent.name
    name += f" ({talent.of})" if talent.of else ""
    return PrintedLine(name, "", TALENT_WORDS[talent.name].replace("#", str(talent.number)))


def reaction_line(reaction: ReactionM1) -> PrintedLine:
    return PrintedLine(reaction.name, "", reaction_words(reaction))


WHEN: dict[str, str] = {
    "draw": "At the end of the Draw Phase",
    "closing": "At the end of the Closing Phase",
    "enemy": "When an enemy activates within",
    "own": "When another own model activates within",
    "all": "When another model activates within",
}


def reaction_words(reaction: ReactionM1) -> str:
    """When it comes, at which price, and what it does.

    >>> reaction_words(ReactionM1(name="Chill", when="activates", inches=3, gives=(("slow", 1),)))
    'When an enemy activates within 3″: it gets Slow.'
    """
    near = reaction.when == "activates"
    when = f"{WHEN[reaction.whom]} {reaction.inches:g}″" if near else WHEN[reaction.when]
    price = f"its player may discard {counted(reaction.cards, 'card')}; then " if reaction.cards else ""
    does = [f"suffers {counted(reaction.wounds, 'wound')}"] * bool(reaction.wounds)
    does += [f"heals {reaction.heals}"] * bool(reaction.heals)
    given = _gives(reaction.gives).removeprefix("Gives ").removesuffix(".")
    does += [f"gets {given}"] * bool(given)
    return f"{when}: {price}it {' and '.join(does)}."


def trigger_line(trigger: TriggerM1) -> PrintedLine:
    weapon = f" with {trigger.weapon}" if trigger.weapon else ""
    figures = f"{trigger.stat.capitalize()}{weapon}: {' '.join(trigger.suits)}"
    return PrintedLine(trigger.name, figures, trigger_words(trigger))


def trigger_words(trigger: TriggerM1) -> str:
    return TRIGGER_WORDS[trigger.does].replace("#", str(trigger.number))


# Answers


def notes(g: Match, ask: Ask) -> dict[str, str]:
    """What each answer would do, by its key; answers that need no note are left out."""
    if not isinstance(ask.options, OneOf):
        return {}
    keys = [choice.key for choice in ask.options.choices]
    actor = g.state.models.get(ask.about[0]) if ask.about else None
    if ask.kind in ("activate", "group", "order", "target"):
        return {key: _stats(g, g.model(key)) for key in keys if key in g.state.models}
    if ask.kind == "action" and actor is not None:
        return {offer.key: offer_words(g, actor, offer) for offer in menu(g, actor) if offer.key in keys}
    sides = g.duel.sides if g.duel is not None and actor is not None else ()
    side = next((side for side in sides if side.model == ask.about[0]), None)
    if side is None or side.flip is None:
        return {}
    if ask.kind == "cheat":
        return {key: _cheated(g, side, key) for key in keys}
    if ask.kind == "trigger":
        return {held.name: trigger_words(held) for held in g.figure(side.model).triggers if held.name in keys}
    return {}


def _stats(g: Match, model: Model) -> str:
    """Wounds left, current stats and the AP of an activation."""
    stats = ", ".join(f"{name.capitalize()} {g.stat(model, name)}" for name in ("df", "wp", "ca"))
    moves = "/".join(f"{g.movement(model, name):g}" for name in ("wk", "cg"))
    water = ", in water" if in_water(g, model) else ""
    return f"{model.health} of {model.most} Wd, Wk/Cg {moves}, {stats}, {general_ap(g, model)} AP{water}"


def offer_words(g: Match, model: Model, offer: ActionOffer) -> str:
    """An Action's cost, figures and effect."""
    price = f"{offer.ap} AP"
    if offer.zero:
        price = "(0) Action"
    elif offer.extra:
        price = f"all {offer.ap} AP" if offer.extra == ALL else f"extra {offer.extra}"
    lines = {line.name: line for line in _lines(g, g.figure(model), model)}
    line = lines.get(offer.what)
    said = [f"{price}."]
    if line is not None:
        said += [f"{line.figures}.", line.does]
    said.append(GENERAL_WORDS.get(offer.action, ""))
    return " ".join(part for part in said if part)


def _cheated(g: Match, side: DuelSideM1, key: str) -> str:
    """The total that a hand card would make, or that the flip has, and what follows from it."""
    duel: DuelM1 = g.duel
    assert side.flip is not None
    total = side.total
    if key != "keep":
        total += g.read(Card.parse(key)).value - g.read(side.flip.card).value
    rival = None if duel.target is None else duel.target if side is duel.actor else duel.actor
    other = rival.total if rival is not None else duel.tn
    if other is None:
        return f"{total}"
    # The actor needs at least the target's total or the number; the target needs more than the actor
    # (M1-OPP-02).
    ahead = total >= other if side is duel.actor else total > other
    return f"{total} against {other}: {'ahead' if ahead else 'behind'}"
