"""Every word of the vocabulary told: costs, restrictions, parts of abilities, effects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import singledispatch
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.editions.m3e.scripts import selects as s
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.tell.selections import (
    FIGURES,
    RELATIONS,
    WHOM,
    acts,
    amount,
    inches,
    markers,
    models,
    one,
    one_act,
    possessed,
    scaled,
    suit_name,
    tested,
    who,
)
from rules.plain_numbers import whole
from rules.wording import listed, titled, with_article

MOMENTS = {
    "game_begins": "At the start of the game",
    "finished_off": "When {who} is Finished Off",
    "initiative_known": "Once Initiative is settled",
    "start_phase": "In the Start Phase",
    "activation_begins": "At the start of {activation}",
    "activation_ends": "At the end of {activation}",
    "activated": "Once {who} has Activated",
    "end_phase": "In the End Phase",
    "turn_ends": "When the Turn is scored",
    "targeted": "When {act} targets {who}",
    "before_duel": "Before a duel of {who}",
    "cheated": "When {who} cheats fate",
    "action_resolved": "After {act} of {who}",
    "damaged": "After {who} suffers damage",
    "dying": "When {who} is about to be killed",
    "killed": "When {who} is killed",
    "killing": "When {who} kills {other}",
    "would_heal": "Before {who} Heals",
    "heals": "When {who} Heals",
    "healed": "After {who} Healed",
    "excess_healing": "When {who} Heals more than it can",
    "gained_condition": "After {who} gains {condition}",
    "lost_condition": "After {condition} on {who} ends or drops",
    "moved": "After {who} moved",
    "discarded": "After {who} is told to discard",
    "marker_dropped": "After {marker} is dropped",
    "marker_placed": "After {marker} is placed",
    "marker_removed": "After {marker} is removed",
    "summoned": "After {who} is Summoned",
    "buried": "After {who} is Buried",
    "unburied": "After {who} is Unburied",
    "deployed": "After {who} is deployed",
    "declared": "When {who} declares {act}",
    "trigger_declared": "When {who} declares a Trigger",
    "resolved_upon": "After {act} that targeted {who}",
    "flipped": "After a card is flipped for a duel of {who}",
    "number_flipped": "After a variable flip for {who}",
    "duel_ended": "After a duel of {who}",
    "would_suffer": "Before {who} suffers damage",
    "would_gain": "Before {who} gains {condition}",
    "would_lose": "Before {condition} on {who} ends or drops",
    "would_move": "Before {who} is moved",
    "gained_token": "After {who} gains a Token",
    "attached": "After an Upgrade is attached to {who}",
    "upgrade_discarded": "After an Upgrade of {who} is discarded",
    "replaced": "After {who} replaces another model",
    "placed": "After {who} is placed",
    "pass_token_used": "After a Pass Token is used",
    "stone_used": "After a Soulstone is spent for {who}",
    "drew": "After {who} draws",
}
UNTIL = {
    "action": "for this Action",
    "activation": "until the end of the Activation",
    "turn": "until the end of the Turn",
    "end_phase": "until the End Phase",
    "next_activation": "until the start of its next Activation",
    "next_duel": "in its next duel",
    "killed": "until it is killed",
    "game": "for the rest of the game",
}
ONCE = {
    "": "",
    "activation": "Once an Activation: ",
    "turn": "Once a Turn: ",
    "game": "Once a game: ",
    "target": "Once an Activation for each target: ",
}
SOURCES = {
    "any": "anything",
    "attack": "attack Actions",
    "action": "Actions",
    "trigger": "Triggers",
    "ability": "abilities",
    "melee": "melee Actions",
    "missile": "missile Actions",
    "blast": "blasts",
    "pulse": "pulses",
    "shockwave": "shockwaves",
    "hazard": "Hazardous terrain",
    "falling": "falling",
}
PLAYERS = {"own": "this player", "opposing": "the opponent", "both": "both players"}


# Words


@singledispatch
def in_words(word: Struct) -> str:
    raise NotImplementedError(type(word).__name__)


def effects_in_words(effects: Iterable[w.Effect]) -> str:
    return ", then ".join(text for effect in effects if (text := in_words(effect)))


def _verb(subject: str, one: str) -> str:
    """The verb after its subject; of several models with "up to" it is plural."""
    several = subject.startswith("up to") and not subject.startswith("up to one")
    return f"{subject} {_plural(one) if several else one}"


def _plural(verb: str) -> str:
    return {"is": "are", "has": "have"}.get(verb, verb.removesuffix("s"))


def _base(verb: str) -> str:
    """The verb after "may".

    >>> _base("draws"), _base("is"), _base("attaches"), _base("may")
    ('draw', 'be', 'attach', '')
    """
    return {"is": "be", "has": "have", "may": ""}.get(verb) or (
        "" if verb == "may" else verb.removesuffix("es" if verb.endswith("ches") else "s")
    )


def _flips(plus: int, minus: int) -> str:
    return " and ".join(text for text in ("+" * plus, "−" * minus) if text)


def _number(value: Any) -> str:
    """``+2`` for a number, "+1 for each …" or "+ (…)" for what is counted."""
    if (said := scaled(value, lambda number: f"+{number}")) != f"+{amount(value)}":
        return said
    return f"{value:+d}".replace("-", "−") if isinstance(value, int) else f"+ ({amount(value)})"


def things(what: Iterable[str]) -> str:
    names = [name.replace("_", " ").capitalize() for name in what]
    return listed(names) if names else ""


def _choice(names: Iterable[str]) -> str:
    """Names of which one will do.

    >>> _choice(["shockwave", "pulse", "blast"]), _choice(["burning"])
    ('shockwaves, pulses or blasts', 'Burning')
    """
    *others, last = [SOURCES.get(name, name.capitalize()) for name in names]
    return f"{', '.join(others)} or {last}" if others else last


def _of(word: Any) -> str:
    """ "" for everybody, else which models, as a tail."""
    return f" against {models(one(word))}" if word is not None else ""


# Costs


@in_words.register
def _(word: w.PayCards) -> str:
    suit = f" of {word.suit.capitalize()}s" if word.suit else ""
    return (
        f"discard {'a card' if word.cards == 1 else f'{word.cards} cards'}{suit}{' at random' * word.random}"
    )


@in_words.register
def _(word: w.PayStones) -> str:
    return "spend a Soulstone" if word.stones == 1 else f"spend {word.stones} Soulstones"


@in_words.register
def _(word: w.PayDamage) -> str:
    return f"suffer {word.amount} damage"


@in_words.register
def _(word: w.PayToken) -> str:
    name = f"{titled(word.name)} Token"
    return f"give up {with_article(name) if word.number == 1 else f'{word.number} {name}s'}"


@in_words.register
def _(word: w.PayMarker) -> str:
    return f"remove {with_article(titled(word.kind))} Marker within {inches(word.inches)}"


@in_words.register
def _(word: w.PayCondition) -> str:
    return f"lower {word.condition.capitalize()} by {word.value}"


@in_words.register
def _(word: w.PayPassToken) -> str:
    return "discard a Pass Token" if word.tokens == 1 else f"discard {word.tokens} Pass Tokens"


@in_words.register
def _(word: w.PayUpgrade) -> str:
    return f"discard an attached {word.upgrade + ' ' if word.upgrade else ''}Upgrade"


@in_words.register
def _(word: w.PayKill) -> str:
    return f"kill {models(one(word.models))}"


@in_words.register
def _(word: w.PayMarkers) -> str:
    return f"remove {markers(word.markers).removeprefix('up to ')}"


@in_words.register
def _(word: w.PayOneOf) -> str:
    costs = [in_words(cost) for cost in word.costs]
    verb = costs[0].partition(" ")[0] + " "
    same = all(cost.startswith(verb) for cost in costs)
    return " or ".join([costs[0], *(cost.removeprefix(verb) if same else cost for cost in costs[1:])])


# Restrictions


@in_words.register
def _(word: w.TargetIs) -> str:
    side = "" if word.side == "any" else f"{word.side} "
    return f"only {'another ' * word.other}{side}{word.word or word.marker or 'model'}"


@in_words.register
def _(word: w.TargetHas) -> str:
    return f"only with {word.condition.capitalize()} on the target"


@in_words.register
def _(word: w.SelfHas) -> str:
    return f"only with {word.condition.capitalize()} on this model"


@in_words.register
def _(word: w.NotEngaged) -> str:
    return "only while not engaged"


@in_words.register
def _(word: w.OnlyEngaged) -> str:
    return "only while engaged"


@in_words.register
def _(word: w.Only) -> str:
    return f"only on {models(one(word.models))}"


@in_words.register
def _(word: w.OnlyMarkers) -> str:
    return f"only on {markers(replace(word.markers, which='one', optional=False))}"


@in_words.register
def _(word: w.OnlyIf) -> str:
    return f"only if {tested(word.test)}"


# Passive abilities


@in_words.register
def _(word: w.Armor) -> str:
    return f"damage to this model is {word.amount} lower, but not below 1"


@in_words.register
def _(word: w.HardToKill) -> str:
    return "damage that would kill it at 2 Health or more leaves it at 1"


@in_words.register
def _(word: w.HardToWound) -> str:
    return "damage flips against it have −"


@in_words.register
def _(word: w.Insignificant) -> str:
    return "Strategies and Schemes pass it over"


@in_words.register
def _(word: w.Terrifying) -> str:
    return f"an enemy that attacks it first needs a Wp duel against {word.tn}"


@in_words.register
def _(word: w.Stealthy) -> str:
    return f"enemies farther than {inches(word.inches)} cannot target it"


@in_words.register
def _(word: w.NoInjury) -> str:
    return f"it never has {word.condition.capitalize()}"


@in_words.register
def _(word: w.StatBonus) -> str:
    while_has = f" while it has {word.while_has.capitalize()}" if word.while_has else ""
    return f"it has {_number(word.amount)} {FIGURES.get(word.stat, word.stat)}{while_has}"


@in_words.register
def _(word: w.DuelModifier) -> str:
    role = {"attacking": "attack", "resisting": "resisting", "acting": "Action", "any": ""}[word.when]
    opposed = {None: "", True: "opposed", False: "simple"}[word.opposed]
    stats = "/".join(FIGURES.get(name, name) for name in word.stats)
    duels = " ".join(part for part in (opposed, word.icon, stats, role, "duels") if part)
    got = [_flips(word.plus, word.minus)]
    got += [_number(word.total)] if word.total else []
    got += [" and ".join(suit_name(suit) for suit in word.suits)] if word.suits else []
    about = f" with {acts(word.acts)}" if word.acts is not None else ""
    return f"its {duels}{about}{_of(word.against)} have {' and '.join(part for part in got if part)}"


@in_words.register
def _(word: w.Manipulative) -> str:
    return "until it has Activated, enemies that target it have −"


@in_words.register
def _(word: w.Ruthless) -> str:
    return "Terrifying and Manipulative do not stop it"


@in_words.register
def _(word: w.Nerve) -> str:
    says = [f"its duels against Terrifying have {_flips(word.plus, 0)}"] if word.plus else []
    if word.cost:
        price = " and ".join(in_words(cost) for cost in word.cost)
        says.append(f"it may {price} to ignore a failed duel against Terrifying")
    return " and ".join(says)


@in_words.register
def _(word: w.FirstInitiative) -> str:
    return f"the first Initiative flip of the game has {_flips(word.plus, 0)}"


@in_words.register
def _(word: w.MoreBonus) -> str:
    return "it may take a second, different bonus Action each Activation"


@in_words.register
def _(word: w.Unanswered) -> str:
    moments = " or ".join(begin(moment, who="it") for moment in word.moments)
    return f"enemy models do not react {moments[0].lower()}{moments[1:]}"


@in_words.register
def _(word: w.UsesStones) -> str:
    return "it may use Soulstones"


@in_words.register
def _(word: w.Barred) -> str:
    return f"it cannot take {word.action}"


@in_words.register
def _(word: w.AlwaysFinishedOff) -> str:
    return "its fall always finishes it off"


@in_words.register
def _(word: w.Reduce) -> str:
    source = f" from {_choice(word.sources)}" if word.sources else ""
    by = f" dealt by {models(one(word.by))}" if word.by is not None else ""
    about = f" from {acts(word.acts)}" if word.acts is not None else ""
    if word.nothing:
        return f"it suffers no damage{source}{about}{by}"
    floor = "" if word.floor == 1 else f" (down to {word.floor})"
    return scaled(word.amount, lambda number: f"damage to it{source}{about}{by} is {number} lower{floor}")


@in_words.register
def _(word: w.DamageModifier) -> str:
    whose = "its damage" if word.when == "dealing" else "damage against it"
    about = f" with {acts(word.acts)}" if word.acts is not None else ""
    got = [f"has {flips} on the flip"] if (flips := _flips(word.plus, word.minus)) else []
    got += [scaled(word.more, lambda number: f"is {number} higher")] if word.more else []
    got += ["cannot be lowered"] if word.irreducible else []
    got += [f"ignores {things(word.ignoring)}"] if word.ignoring else []
    if word.cheatable is not None:
        got.append("may be cheated" if word.cheatable else "cannot be cheated")
    source = " or ".join(SOURCES.get(name, name.capitalize()) for name in word.sources)
    about = f" from {source}{about}" if source else about
    return f"{whose}{about}{_of(word.against)} {' and '.join(got)}"


@in_words.register
def _(word: w.ReachModifier) -> str:
    if word.as_icon:
        return f"its {acts(word.acts)} may be {word.as_icon} with a range of {inches(word.as_inches)}"
    cost = f" ({' and '.join(in_words(part) for part in word.cost)})" if word.cost else ""
    return f"its {acts(word.acts)} reach {inches(word.inches)} farther{cost}"


@in_words.register
def _(word: w.TreatAsBonus) -> str:
    cost = f" ({' and '.join(in_words(part) for part in word.cost)})" if word.cost else ""
    return f"it may take {acts(word.acts)} as bonus Actions{cost}"


@in_words.register
def _(word: w.NoLimit) -> str:
    return f"it may take {acts(word.acts)} as often as it likes"


@in_words.register
def _(word: w.ChargeWith) -> str:
    return f"its Charge may end in a {'plain' if word.icon == 'none' else word.icon} Action"


@in_words.register
def _(word: w.Ignores) -> str:
    about = f" with {acts(word.acts)}" if word.acts is not None else ""
    of = f" of {models(word.of)}" if word.of is not None else ""
    of += f" of {markers(word.markers, plural=True)}" if word.markers is not None else ""
    return f"it ignores {things(word.what)}{of}{about}"


@in_words.register
def _(word: w.Passable) -> str:
    return "other models may move through it"


@in_words.register
def _(word: w.Cannot) -> str:
    what = {
        "act": f"cannot take {acts(word.acts) if word.acts is not None else 'Actions'}",
        "target": "cannot target",
        "be_targeted": f"cannot be targeted by {acts(word.acts) if word.acts is not None else 'Actions'}",
        "trigger": "cannot declare Triggers",
        "cheat": "cannot cheat fate",
        "heal": "cannot Heal",
        "reduce_with_stones": "cannot lower damage with Soulstones",
        "use_stones": "cannot use Soulstones",
        "gain_condition": f"cannot gain {things(word.conditions) or 'Conditions'}",
        "lose_condition": f"cannot lose {things(word.conditions) or 'Conditions'}",
    }.get(word.what, f"cannot {word.what.replace('_', ' ')}")
    unless = (
        f" unless its player chooses to {' and '.join(in_words(c) for c in word.unless)}"
        if word.unless
        else ""
    )
    of = _of(word.against)
    if word.what.startswith("be_"):
        of = of.replace(" against ", " by ", 1)
    elif word.what == "target":
        of = of.removeprefix(" against")
    if word.optional:
        return f"its player may say that it is not {word.what.removeprefix('be_')}{of}"
    return f"it {what}{of}{unless}"


@in_words.register
def _(word: w.Gives) -> str:
    if word.what in ("hazardous", "severe", "concealing"):
        does = f" ({word.condition.capitalize()} {_number(word.value)})" if word.condition else ""
        return f"the ground there counts as {word.what.capitalize()}{does}"
    icon = f" against {word.icon} Actions" if word.icon else ""
    return f"it has {word.what.replace('no_', 'no ').replace('_', ' ').capitalize()}{icon}"


@in_words.register
def _(word: w.CountsAs) -> str:
    names = " and ".join(word.words) or (f"a {titled(word.marker)} Marker" if word.marker else "a friend")
    instead = f" instead of {' and '.join(word.instead_of)}" if word.instead_of else ""
    if word.leaders_keywords:
        return "it has the Keywords of its Leader"
    return f"it counts as {names}{instead}{f' for {acts(word.acts)}' if word.acts is not None else ''}"


@in_words.register
def _(word: w.DrawsFrom) -> str:
    source = models(word.models) if word.models is not None else markers(word.markers or s.Markers())
    return f"its {acts(word.acts)} may draw {'' if word.sight_only else 'range and '}sight from {source}"


@in_words.register
def _(word: w.InsteadOfMoving) -> str:
    how = {"place": "be placed", "push": "be pushed", "move": "move"}[word.kind]
    where = f" into base contact with {who(word.contact)}" if word.contact is not None else ""
    wholly = "completely " * (word.kind == "place" and word.contact is None)
    where += f" {wholly}within {inches(word.inches)}" if word.inches else ""
    return (
        f"for {' or '.join(word.names)} it may {how}{where} instead{', even if engaged' * word.even_engaged}"
    )


@in_words.register
def _(word: w.ActionModifier) -> str:
    got = [f"go {inches(word.inches)} farther"] if word.inches else []
    got += ["may be taken while engaged"] if word.even_engaged else []
    got += ["may be taken after a Disengage"] if word.after_disengage else []
    got += ["may be taken while Buried"] if word.while_buried else []
    got += ["may target Buried models"] if word.target_buried else []
    got += [f"have their TN changed by {amount(word.tn)}"] if word.tn else []
    got += [f"also have {' and '.join(word.triggers)}"] if word.triggers else []
    return f"its {acts(word.acts)} {' and '.join(got)}"


@in_words.register
def _(word: w.HandSize) -> str:
    return f"its Crew may hold {word.amount} more card{'s' * (word.amount > 1)}"


@in_words.register
def _(word: w.Leaves) -> str:
    if word.nothing:
        return "it leaves no Marker when killed"
    names = " and ".join(f"a {titled(kind)} Marker" for kind in word.markers)
    return f"when killed it leaves {names}{' instead' if word.instead else ' besides'}"


@in_words.register
def _(word: w.Deploys) -> str:
    if word.buried:
        return "it is deployed Buried"
    where = "anywhere" if word.anywhere else f"up to {inches(word.farther)} beyond its zone"
    far = f", at least {inches(word.beyond_zone)} from the enemy zone" if word.beyond_zone else ""
    far += f", at least {inches(word.beyond_models)} from enemies" if word.beyond_models else ""
    return f"it may be deployed {where}{far}{'; no Interact on Turn 1' * word.no_interact}"


@in_words.register
def _(word: w.Hiring) -> str:
    says = [f"hired for a Cost of {word.cost}"] if word.cost is not None else []
    says += [f"has the Keyword {' and '.join(word.keywords)} when hiring"] if word.keywords else []
    says += [f"not hired together with {' or '.join(word.not_with)}"] if word.not_with else []
    says += [f"hired only together with {' or '.join(word.only_with)}"] if word.only_with else []
    says += [f"if the Leader is {word.when_leader}"] if word.when_leader else []
    says += [word.text] if word.text else []
    return "; ".join(says) or "concerns hiring only"


@in_words.register
def _(word: w.SparesFire) -> str:
    by = models(word.by, plural=True) if word.by is not None else "friends"
    return f"Attacks of {by} ignore it for Friendly Fire"


@in_words.register
def _(word: w.ArrivesActivated) -> str:
    return "Summoned, it counts as Activated, and nobody gains a Pass Token"


@in_words.register
def _(word: w.PartingBlow) -> str:
    return "its attack on who Disengages may have its effects instead of shortening the Push"


@in_words.register
def _(word: w.ChangeHeal) -> str:
    what = "nothing is healed" if word.nothing else f"the healing changes by {amount(word.more)}"
    return what + (f"; {who(word.onto)} Heals as much" if word.onto is not None else "")


@in_words.register
def _(word: w.ResisterCannot) -> str:
    cannot = ["declares no Trigger"] * word.trigger + ["does not cheat"] * word.cheat
    return f"who resists {' and '.join(cannot)}"


@in_words.register
def _(word: w.ConditionRule) -> str:
    got = ["heals it instead"] if word.heals else []
    got += ["does not drop by itself"] if word.not_lowered else []
    got += [f"does {word.more_damage} more damage"] if word.more_damage else []
    got += ["has no effect on it"] if word.no_effect else []
    return f"{word.condition.capitalize()} {' and '.join(got)}"


@in_words.register
def _(word: w.Fate) -> str:
    says = {
        "treats Black Jokers as Red": word.black_as_red,
        "treats Red Jokers as Black": word.red_as_black,
        "may cheat in spite of −": word.cheat_despite_minus,
        "cheats last": word.cheats_last,
        "cheats first": word.cheats_first,
        "may cheat with the top card of the deck": word.cheat_with_top,
        "may flip from the discard pile where no fate modifier is left": word.flip_from_discard,
    }
    about = f" with {acts(word.acts)}" if word.acts is not None else ""
    price = f" ({' and '.join(map(in_words, word.cost))})" if word.cost else ""
    subject = "an enemy in an opposed duel with it" if word.of_opponent else "it"
    what = " and ".join(text for text, said in says.items() if said)
    return f"{subject} {what}{price}{about}{_of(word.against)}"


@in_words.register
def _(word: w.EngagementRange) -> str:
    return "it engages nobody" if word.inches is None else f"it engages within {inches(word.inches)}"


@in_words.register
def _(word: w.While) -> str:
    return f"while {' and '.join(tested(inner) for inner in word.tests)}, {in_words(word.part)}"


# Effects: damage and Health


@in_words.register
def _(word: w.Damage) -> str:
    blasts = f" with {'/'.join(str(n) for n in word.blasts)} blasts" if any(word.blasts) else ""
    how = f" from {word.of.capitalize()}" if word.of else ""
    how += " that cannot be lowered" if word.irreducible else ""
    how += f" ignoring {things(word.ignoring)}" if word.ignoring else ""
    flips = _flips(word.plus, word.minus)
    how += f" with {flips} on the flip" if flips else ""
    how += "" if word.cheatable else " without cheating"
    return f"{_verb(who(word.whom), 'suffers')} {_suffered(word.amount)}{how}{blasts}"


def _is_equal(value: Any) -> bool:
    """Whether it is a figure of something, and not counted one by one."""
    figure = value.amount if isinstance(value, s.Limit | s.Half) else value
    return isinstance(figure, s.Stat | s.ActionDamage | s.ConditionValue | s.CardValue)


def _suffered(value: Any) -> str:
    if _is_equal(value):
        return f"damage equal to {amount(value)}"
    return scaled(value, lambda number: f"{number} damage")


@in_words.register
def _(word: w.MoreDamage) -> str:
    if isinstance(word.amount, s.Done):
        return "the damage is that much higher"
    if _is_equal(word.amount):
        return f"the damage is higher by {amount(word.amount)}"
    return scaled(word.amount, lambda number: f"the damage is {number} higher")


def _signs(sign: str, number: str) -> str:
    times = whole(number, 9)
    return f"{sign} ({number})" if times is None else sign * times


@in_words.register
def _(word: w.ChangeDamage) -> str:
    got = []
    if not isinstance(word.plus or word.minus, int):
        sign = "+" if word.plus else "−"
        got.append(scaled(word.plus or word.minus, lambda number: f"has {_signs(sign, number)} on its flip"))
    if isinstance(word.plus, int) and isinstance(word.minus, int) and (word.plus or word.minus):
        got.append(f"has {_flips(word.plus, word.minus)} on its flip")
    got += ["has no blasts"] if word.no_blasts else []
    got += [f"has {amount(word.blasts)} more blast{'s' * (word.blasts != 1)}"] if word.blasts else []
    got += ["cannot be lowered"] if word.irreducible else []
    got += [f"ignores {things(word.ignoring)}"] if word.ignoring else []
    if word.cheatable is not None:
        got.append("may be cheated in spite of −" if word.cheatable else "cannot be cheated")
    if word.reduce:
        got.append(scaled(word.reduce, lambda number: f"is {number} lower, but not below {word.floor}"))
    got += ["does nothing"] if word.nothing else []
    got += ["kills"] if word.also_kill else []
    return f"the damage of this Action {' and '.join(got)}"


@in_words.register
def _(word: w.Heal) -> str:
    flips = _flips(word.plus, word.minus)
    healed = scaled(word.amount, lambda number: f"{number}{f' with {flips}' if flips else ''}")
    return f"{_verb(who(word.whom), 'heals')} {healed}"


# Effects: Conditions


@in_words.register
def _(word: w.Gain) -> str:
    kind = word.condition.capitalize() + (f" ({word.of})" if word.of else "")
    valued = "" if word.value == 1 and word.condition in UNVALUED else f" {_number(word.value)}"
    return f"{_verb(who(word.whom), 'gains')} {kind}{valued}"


UNVALUED = ("fast", "slow", "stunned", "staggered", "adversary")


@in_words.register
def _(word: w.SameCondition) -> str:
    return f"{_verb(who(word.whom), 'gains')} the same Condition"


@in_words.register
def _(word: w.Lose) -> str:
    if word.value:
        lowers = _verb(who(word.whom), "lowers")
        return scaled(word.value, lambda number: f"{lowers} its {word.condition.capitalize()} by {number}")
    return f"{_verb(who(word.whom), 'loses')} {word.condition.capitalize()}"


@in_words.register
def _(word: w.EndConditions) -> str:
    kinds = _choice(word.conditions) if word.conditions else "Condition"
    to = f"; {WHOM[word.move_to]} gains {'it' if word.number == 1 else 'them'}" if word.move_to else ""
    if word.number == 1:
        which = f"{'up to one' if word.optional else 'one'} {kinds}" if kinds == "Condition" else kinds
        return f"{which} on {who(word.whom)} ends{to}"
    many = "all" if word.number is None else amount(word.number)
    which = "Conditions" if kinds == "Condition" else f"of {kinds}"
    return f"{'up to ' * word.optional}{many} {which} on {who(word.whom)} end{to}"


def _cards(value: Any) -> str:
    return scaled(value, lambda number: "a card" if number == "1" else f"{number} cards")


def _top(value: Any) -> str:
    return "top card" if value == 1 else f"top {amount(value)} cards"


# Effects: cards


@in_words.register
def _(word: w.Draw) -> str:
    subject = PLAYERS[word.player] if word.player is not None else who(word.whom)
    return f"{subject} {'draw' if word.player == 'both' else 'draws'} {_cards(word.cards)}"


@in_words.register
def _(word: w.DiscardCards) -> str:
    subject = PLAYERS[word.player] if word.player is not None else who(word.whom)
    suit = f" of {word.suit.capitalize()}s" if word.suit else ""
    verb = "discard" if word.player == "both" else "discards"
    return f"{subject} {verb} {_cards(word.cards)}{suit}{' at random' * word.random}"


@in_words.register
def _(word: w.ArrangeCards) -> str:
    got = []
    if word.discard:
        suits = f" ({' or '.join(suit_name(suit) for suit in word.suits)})" if word.suits else ""
        got.append(f"discards {'' if word.must_discard else 'up to '}{amount(word.discard)}{suits}")
    got += [f"sets {amount(word.aside)} aside"] if word.aside else []
    got += [f"draws {amount(word.draw)}"] if word.draw else []
    got += [f"puts up to {amount(word.bottom)} at the bottom"] if word.bottom else []
    got += ["puts the rest back in any order"] if word.reorder else []
    looks = "shows" if word.reveal else "looks at"
    first = f"{WHOM[word.chooser]} {looks} the {_top(word.cards)} of the deck of {WHOM[word.deck]}"
    return ", ".join([first, *got])


@in_words.register
def _(word: w.TakeFromDiscard) -> str:
    to = {"hand": "into the hand", "top": "on the deck", "bottom": "under the deck", "aside": "aside"}[
        word.to
    ]
    which = f"any {amount(word.cards)}" if word.any else f"the top {amount(word.cards)}"
    return f"{who(word.whom)} takes {which} of its discard pile {to}"


@in_words.register
def _(word: w.HandToDeck) -> str:
    where = "on" if word.to == "top" else "under"
    return f"{who(word.whom)} {'may put' if word.optional else 'puts'} {_cards(word.cards)} {where} its deck"


@in_words.register
def _(word: w.ShuffleDiscard) -> str:
    return f"{who(word.whom)} shuffles its discard pile into the deck"


@in_words.register
def _(word: w.FlipCard) -> str:
    verb = {"flip": "flips a card", "reveal": "shows its top card", "discard": "discards its top card"}[
        word.how
    ]
    return f"{who(word.whom)} {verb}{'' if word.cheatable or word.how != 'flip' else ' without cheating'}"


@in_words.register
def _(word: w.ChooseSuit) -> str:
    return "the suit of that card is taken" if word.of_card else f"{WHOM[word.chooser]} names a suit"


# Effects: moves and markers


@in_words.register
def _(word: w.Move) -> str:
    subject = who(word.whom)
    verb = {"move": "moved", "push": "pushed", "place": "placed"}[word.kind]
    be = "may be" if word.optional else "is"
    far = "" if not word.inches else f" {'' if word.full else 'up to '}{inches(word.inches)}"
    if word.within:
        far = f" within {inches(word.inches)} of {who(word.of)}"
    where = f" {word.way} {'from ' * (word.way == 'away')}{who(word.of)}" if word.way != "any" else ""
    where += f" into base contact with {who(word.contact)}" if word.contact is not None else ""
    where += f" through {WHOM[word.through]}" if word.through is not None else ""
    where += " anywhere" if word.anywhere else ""
    where += " anywhere in range" if word.in_range else ""
    end = (
        f", ending within {inches(word.end_within)} of {who(word.of)}" if word.end_within is not None else ""
    )
    end += f", not engaged with {WHOM[word.unengaged]}" if word.unengaged is not None else ""
    end += f", ignoring {things(word.ignoring)}" if word.ignoring else ""
    end += ", as its own player likes" if word.chosen_by == "mover" else ""
    return f"{_verb(subject, be) if be == 'is' else f'{subject} {be}'} {verb}{far}{where}{end}"


@in_words.register
def _(word: w.Swap) -> str:
    return f"{who(word.one)} and {who(word.two)} change places"


@in_words.register
def _(word: w.DropMarker) -> str:
    size = f"{word.mm:g} mm " if word.mm else ""
    traits = "".join(f"{trait.capitalize()} " for trait in word.traits)
    hazard = f" ({word.hazard.capitalize()} {_number(word.hazard_value)})" if word.hazard else ""
    height = f"Ht {word.height} " if word.height else ""
    side = "" if word.side == "own" else f"{word.side} "
    called = f"{size}{height}{traits}{side}{titled(word.name or word.kind)}"
    what = f"{called} Marker{'s' * (word.number != 1)}{hazard}"
    what = with_article(what) if word.number == 1 else f"{amount(word.number)} {what}"
    if word.in_range:
        where = "anywhere in range"
    elif word.anywhere:
        where = "anywhere"
    elif word.inches:
        where = f"within {inches(word.inches)} of {who(word.whom)}"
    else:
        where = f"{'on' if word.centred else 'touching'} {who(word.whom)}"
    others = "other Markers"
    if word.apart_from is not None:
        wanted = word.apart_from
        others = markers(wanted, plural=True) if isinstance(wanted, s.Markers) else who(wanted)
    apart = f", at least {inches(word.apart)} from {others}" if word.apart else ""
    seen = f" in sight of {WHOM[word.sight_of]}" if word.sight_of is not None else ""
    verb = f"{'may ' * word.optional}{'create' if word.create else 'drop'}{'' if word.optional else 's'}"
    return f"{WHOM[word.chooser]} {verb} {what} {where}{seen}{apart}"


@in_words.register
def _(word: w.RemoveMarkers) -> str:
    return (
        f"up to {word.most} {titled(word.kind)} Markers within {inches(word.inches)} of {who(word.whom)} go"
    )


@in_words.register
def _(word: w.Remove) -> str:
    return f"{who(word.markers)} is removed"


@in_words.register
def _(word: w.MoveMarkers) -> str:
    verb = {"move": "moved", "push": "pushed", "place": "placed"}[word.kind]
    far = f" up to {inches(word.inches)}" if word.inches else ""
    where = f" {word.way} {'from ' * (word.way == 'away')}{who(word.of)}" if word.way != "any" else ""
    where += f" into base contact with {who(word.contact)}" if word.contact is not None else ""
    where += " in range" if word.in_range else ""
    return f"{who(word.markers)} {'may be' if word.optional else 'is'} {verb}{far}{where}"


@in_words.register
def _(word: w.TurnMarkers) -> str:
    side = {"own": "friendly", "enemy": "the enemy’s", "neutral": "nobody’s", "": ""}[word.side]
    return f"{who(word.markers)} becomes {side or f'{with_article(titled(word.kind))} Marker'}"


@in_words.register
def _(word: w.Token) -> str:
    name = f"{titled(word.name)} Token"
    if word.all:
        return f"{_verb(who(word.whom), 'loses')} its {name}s"
    number = abs(word.number) if isinstance(word.number, int) else word.number
    loses = number != word.number
    said = scaled(number, lambda many: with_article(name) if many == "1" else f"{many} {name}s")
    verb = "loses" if loses else "gains"
    return f"{who(word.whom)} {f'may {_plural(verb)}' if word.optional else verb} {said}"


@in_words.register
def _(word: w.MoveTokens) -> str:
    name = f"{titled(word.name)} Token"
    if word.number == 1:
        return f"{with_article(name)} goes from {WHOM[word.source]} to {who(word.to)}"
    many = "all" if word.number is None else amount(word.number)
    return f"{many} {name}s go from {WHOM[word.source]} to {who(word.to)}"


@in_words.register
def _(word: w.PassToken) -> str:
    gains = "gain" if word.player == "both" else "gains"
    many = "a Pass Token" if word.number == 1 else f"{amount(word.number)} Pass Tokens"
    return f"{PLAYERS[word.player]} {gains} {many}"


# Effects: generated Actions


@in_words.register
def _(word: w.TakeAction) -> str:
    if word.again:
        what = "this Action again"
    elif word.name:
        what = word.name
    elif word.acts is not None:
        what = f"one of its {acts(word.acts)}"
    else:
        what = f"{with_article(word.icon or 'printed')} Action"
    how = " against the same target" if word.on_target else ""
    how += " against another target" if word.different and word.upon is None else ""
    how += f" against {who(word.upon)}" if word.upon is not None else ""
    flips = _flips(word.plus, word.minus)
    how += f", with {flips} on the duel" if flips else ""
    damage = _flips(word.damage_plus, word.damage_minus)
    how += f", with {damage} on damage" if damage else ""
    how += f", with {_number(word.total)}" if word.total else ""
    how += ", without Triggers" if word.no_triggers else ""
    how += f", ignoring {things(word.ignoring)}" if word.ignoring else ""
    how += f", as {WHOM[word.controlled_by]} says" if word.controlled_by is not None else ""
    subject = who(word.whom)
    return f"{subject} {'may take' if word.optional else 'takes'} {what}{how}"


@in_words.register
def _(word: w.CopyAction) -> str:
    what = one_act(word.acts)
    what += " that names no model" if word.plain else ""
    what += " of the card" if word.printed == "card" else ""
    if word.printed == "upgrade":
        what += f" of {with_article(' '.join(filter(None, (titled(word.upgrade), 'Upgrade'))))}"
    how = f" with {_number(word.stat_modifier)} to its stat" if word.stat_modifier else ""
    how += " with the stat of this Action" if word.own_stat else ""
    whose = f"{what} of {who(word.models)}"
    if word.until is not None:
        return f"{UNTIL[word.until]}, {WHOM[word.whom]} has {whose} as its own{how}"
    return f"{WHOM[word.whom]} {'may take' if word.optional else 'takes'} {whose}{how}"


# Effects: areas, and what happens next


@in_words.register
def _(word: w.Pulse) -> str:
    side = "model" if word.side == "any" else f"{word.side} model"
    where = f"in a pulse of {inches(word.inches)} of {WHOM[word.whom]}"
    return f"for each {side} {where}: {effects_in_words(word.effects)}"


@in_words.register
def _(word: w.Each) -> str:
    return f"for {who(word.models)}: {effects_in_words(word.effects)}"


@in_words.register
def _(word: w.EachMarker) -> str:
    return f"for {who(word.markers)}: {effects_in_words(word.effects)}"


@in_words.register
def _(word: w.If) -> str:
    otherwise = f"; otherwise {effects_in_words(word.otherwise)}" if word.otherwise else ""
    return f"if {tested(word.test)}, {effects_in_words(word.effects)}{otherwise}"


@in_words.register
def _(word: w.Repeat) -> str:
    return f"{amount(word.times)} times: {effects_in_words(word.effects)}"


@in_words.register
def _(word: w.SetX) -> str:
    return f"X is {amount(word.amount)}"


@in_words.register
def _(word: w.Later) -> str:
    when = {
        "after_current": "when that is resolved",
        "activation_ends": "at the end of the Activation",
        "end_phase": "in the End Phase",
        "next_activation": f"at the start of {possessed('next Activation', word.whom)}",
    }[word.when]
    return f"{when}, {effects_in_words(word.effects)}"


@in_words.register
def _(word: w.Shockwave) -> str:
    many = "a Shockwave Marker" if word.markers == 1 else f"{amount(word.markers)} Shockwave Markers"
    where = f" on {who(word.on)}" if word.on is not None else ""
    spared = f"; {models(word.may_ignore)} may ignore it" if word.may_ignore is not None else ""
    stat = FIGURES.get(word.stat, word.stat)
    return (
        f"{many}{where}: who is within {inches(word.inches)} needs {stat} against {amount(word.tn)}, "
        f"or {effects_in_words(word.penalty)}{spared}"
    )


@in_words.register
def _(word: w.MoreShockwaves) -> str:
    plural = "" if word.number == 1 else "s"
    markers_ = [f"{amount(word.number)} more Shockwave Marker{plural}"] if word.number != 0 else []
    return " and ".join([*markers_, *([f"{_number(word.tn)} to the TN of its Shockwave"] if word.tn else [])])


@in_words.register
def _(word: w.Duel) -> str:
    won = f"; if it passes, {effects_in_words(word.success)}" if word.success else ""
    lost = f"; if it fails, {effects_in_words(word.failure)}" if word.failure else ""
    stat = FIGURES.get(word.stat, word.stat)
    return f"{who(word.whom)} makes a {stat} duel against {amount(word.tn)}{won}{lost}"


@in_words.register
def _(word: w.May) -> str:
    cost = f" {' and '.join(in_words(part) for part in word.cost)}" if word.cost else ""
    effects = effects_in_words(word.effects)
    own = f"{WHOM[word.chooser]} "
    if effects.startswith(own) and not cost:
        verb, _space, rest = effects.removeprefix(own).partition(" ")
        effects = f"{_base(verb)} {rest}".strip()
        so = f" {effects}"
    else:
        so = f"{' so that' if cost else ':'} {effects}" if effects else ""
    otherwise = f"; if not, {effects_in_words(word.otherwise)}" if word.otherwise else ""
    return f"{WHOM[word.chooser]} may{cost}{so}{otherwise}"


@in_words.register
def _(word: w.Either) -> str:
    return (
        f"{WHOM[word.chooser]} chooses: {' or '.join(effects_in_words(branch) for branch in word.branches)}"
    )


@in_words.register
def _(word: w.FlipNumber) -> str:
    return f"{WHOM[word.whom]} flips {amount(word.profile)}, which is X"


@in_words.register
def _(word: w.Stone) -> str:
    number = abs(word.number) if isinstance(word.number, int) else word.number
    verb = "gain" if number == word.number else "lose"
    stones = scaled(number, lambda many: "a Soulstone" if many == "1" else f"{many} Soulstones")
    return f"{PLAYERS[word.player]} {verb if word.player == 'both' else verb + 's'} {stones}"


@in_words.register
def _(word: w.Kill) -> str:
    how = " without its Demise" if word.no_demise else ""
    return f"{_verb(who(word.whom), 'is')} killed{how}{' and leaves no Markers' * word.no_markers}"


@in_words.register
def _(word: w.Sacrifice) -> str:
    return f"{_verb(who(word.whom), 'is')} sacrificed"


@in_words.register
def _(word: w.NoMarkers) -> str:
    instead = f" but a {titled(word.kind)} Marker" if word.kind else ""
    return f"{WHOM[word.whom]} leaves no Markers{instead}"


@in_words.register
def _(word: w.Summon) -> str:
    what = word.card or " ".join([*word.all_words, " or ".join(word.words)]).strip()
    cost = f" of Cost {amount(word.cost_most)} or less" if word.cost_most is not None else ""
    several = f"{amount(word.number)} {what}"
    what = (with_article(what) if word.number == 1 else several) if what else "what was named"
    if word.anywhere:
        where = " anywhere"
    elif word.in_range:
        where = " in range"
    elif word.contact is not None:
        where = f" into base contact with {who(word.contact)}"
    else:
        where = f" within {inches(word.within)} of {who(word.of)}" if word.within is not None else ""
    upgrade = f" with {word.upgrade}" if word.upgrade else ""
    then = f", then {effects_in_words(word.effects)}" if word.effects else ""
    return f"this model {'may summon' if word.optional else 'summons'} {what}{cost}{where}{upgrade}{then}"


@in_words.register
def _(word: w.Replace) -> str:
    name = (
        word.card or " and ".join(word.cards) or " ".join([*word.all_words, " or ".join(word.words)]).strip()
    )
    tests = "".join(f" with {FIGURES[t.stat]} {RELATIONS[t.is_]} {amount(t.than)}" for t in word.stats)
    whom = " and ".join([WHOM[word.whom], *(WHOM[other] for other in word.together_with)])
    then = f", then {effects_in_words(word.effects)}" if word.effects else ""
    be = "may be" if word.optional else "are" if word.together_with else "is"
    return f"{whom} {be} replaced by {name or 'a model'}{tests}{then}"


@in_words.register
def _(word: w.Bury) -> str:
    return f"{_verb(who(word.whom), 'is')} Buried"


@in_words.register
def _(word: w.Unbury) -> str:
    where = f" into base contact with {who(word.contact)}" if word.contact is not None else ""
    where += f" within {inches(word.within)} of {who(word.of)}" if word.within is not None else ""
    where += " anywhere" if word.anywhere else ""
    return f"{who(word.whom)} {'may be' if word.optional else 'is'} Unburied{where}"


@in_words.register
def _(word: w.Attach) -> str:
    verb = "may attach" if word.optional else "attaches"
    return f"{WHOM[word.chooser]} {verb} {word.upgrade} to {who(word.whom)}"


@in_words.register
def _(word: w.DiscardUpgrade) -> str:
    name = f"{word.upgrade} Upgrade".strip()
    if word.number == 1:
        verb = f"goes to {WHOM[word.to]}" if word.to is not None else "is discarded"
        return f"{f'up to one {name}' if word.optional else with_article(name)} of {who(word.whom)} {verb}"
    many = "all" if word.number is None else amount(word.number)
    verb = f"go to {WHOM[word.to]}" if word.to is not None else "are discarded"
    return f"{'up to ' * word.optional}{many} {name}s of {who(word.whom)} {verb}"


@in_words.register
def _(word: w.ActivateNext) -> str:
    if word.whom is not None:
        subject = WHOM[word.whom]
    elif word.models is not None:
        subject = models(one(word.models))
    else:
        subject = f"another friendly model within {inches(word.inches)}"
    cost = f", for which its player must {' and '.join(map(in_words, word.cost))}" if word.cost else ""
    return f"{subject} Activates next{cost}"


@in_words.register
def _(word: w.EndActivation) -> str:
    return f"{possessed('Activation', word.whom)} ends"


@in_words.register
def _(word: w.MoreActions) -> str:
    many = abs(word.number)
    more = "more" if word.number > 0 else "fewer"
    return f"{WHOM[word.whom]} has {many} {more} Action{'s' * (many > 1)} this Activation"


@in_words.register
def _(word: w.FailAction) -> str:
    return "the Action fails"


@in_words.register
def _(word: w.NewTarget) -> str:
    return f"the Action now targets {who(word.whom)}"


@in_words.register
def _(word: w.ChangeCondition) -> str:
    if word.condition:
        return f"it becomes {word.condition.capitalize()} {_number(word.value)} instead"
    return f"it is {word.less} lower" if word.less else "it does not happen"


@in_words.register
def _(word: w.ChangeHit) -> str:
    if word.onto is not None:
        return f"{WHOM[word.onto]} suffers it instead"
    return "it is not suffered" if word.nothing else f"it is {amount(word.reduce)} lower"


@in_words.register
def _(word: w.Reflip) -> str:
    flips = _flips(word.plus, word.minus)
    return f"{WHOM[word.whom]} flips again{f' with {flips}' if flips else ''}"


@in_words.register
def _(word: w.ModifyDuel) -> str:
    got = [f"has {flips} on the flip"] if (flips := _flips(word.plus, word.minus)) else []
    got += [scaled(word.total, lambda n: f"has {n} more in its total")] if word.total else []
    got += [f"adds {' and '.join(suit_name(suit) for suit in word.suits)}"] if word.suits else []
    damage = _flips(word.damage_plus, word.damage_minus)
    got += [f"has {damage} on the damage flip"] if damage else []
    got += ["cannot cheat"] if word.cannot_cheat else []
    got += ["cannot declare Triggers"] if word.cannot_trigger else []
    got += [f"has a card of {amount(word.card_value)}"] if word.card_value is not None else []
    got += ["has no suits"] if word.no_suits else []
    return f"{WHOM[word.whom]} {' and '.join(got)} in this duel"


@in_words.register
def _(word: w.Grant) -> str:
    if word.ability:
        value = f" {_number(word.value)}" if word.value is not None else ""
        what = f"has {word.ability}{value}{f' ({word.kind})' if word.kind else ''}"
        return f"{UNTIL[word.until]}, {_verb(who(word.whom), what)}"
    assert word.part is not None
    sentence = in_words(word.part).rstrip(".")
    if isinstance(word.part, w.Reaction | w.Aura) and word.whom == "self":
        return f"{UNTIL[word.until]}, {sentence[:1].lower()}{sentence[1:]}"
    return f"{UNTIL[word.until]}, for {who(word.whom)}: {sentence[:1].lower()}{sentence[1:]}"


@in_words.register
def _(word: w.TakeControl) -> str:
    return f"this player controls {WHOM[word.whom]} {UNTIL[word.until]}"


@in_words.register
def _(word: w.LookAt) -> str:
    what = "hand" if word.source == "hand" else f"{_top(word.cards)} of the deck"
    return f"{'both players see' if word.both else 'this player sees'} the {what} of {WHOM[word.whom]}"


@in_words.register
def _(word: w.UseUp) -> str:
    return "this Upgrade is used up"


@in_words.register
def _(word: w.SetAside) -> str:
    return f"the top card of the discard pile of {WHOM[word.whom]} leaves the game"


@in_words.register
def _(word: w.Prompted) -> str:
    return word.text.rstrip(".")


@in_words.register
def _(word: w.Registered) -> str:
    return f"as the rule {word.key} says"


@in_words.register
def _(word: w.ByHand) -> str:
    return word.text.rstrip(".")


@in_words.register
def _(word: w.Reaction) -> str:
    subject = "this model" if word.about == "self" else _other_model(word)
    moment = begin(word.moment, subject, word) + _details(word)
    may = "this player may choose that " if word.optional and not word.cost else ""
    cost = f"this player may {' and '.join(map(in_words, word.cost))} so that " if word.cost else ""
    after = ", once that is resolved" if word.after_current else ""
    effects = effects_in_words(word.effects)
    about = "this model" if word.about == "self" else "that model"
    if about == "this model" or about not in moment + effects:
        moment, effects = (re.sub(r"\bthe target\b", about, text) for text in (moment, effects))
    sentence = f"{moment}{after}: {may}{cost}{effects}."
    if word.moment == "killing":
        sentence = sentence.replace(WHOM["cause"], "the killed model")
    once = f"{ONCE[word.once].removesuffix(': ')}, " if word.once else ""
    return f"{once}{sentence[:1].lower()}{sentence[1:]}" if once else sentence


def begin(moment: str, who: str, word: w.Reaction | None = None) -> str:
    """When it is, with what the moment itself names."""
    by = models(one(word.by)) if word and word.by is not None else ""
    act = one_act(word.acts) if word and word.acts is not None else "an Action"
    return MOMENTS[moment].format(
        who=who,
        activation="its Activation" if who in ("it", "this model") else f"the Activation of {who}",
        act=f"{act} of {by}" if by else act,
        other=by or "a model",
        condition=_choice(word.conditions) if word and word.conditions else "a Condition",
        marker=markers(replace(word.markers, which="one"))
        if word and word.markers is not None
        else "a Marker",
    )


def _other_model(word: w.Reaction) -> str:
    wanted = word.models or s.Models()
    if wanted.side == "any":
        wanted = replace(wanted, side=word.side)
    if wanted.within is None and word.inches:
        wanted = replace(wanted, within=word.inches, area="", of="self")
    near = f" within {inches(word.inches)}"
    sentence = models(replace(wanted, which="one", other=word.about == "others", optional=False))
    sentence = sentence.replace(f"{near} of this model", near)
    return sentence if word.about == "others" else f"any {sentence.partition(' ')[2]}"


def _details(word: w.Reaction) -> str:
    """What else must hold, of which the moment says nothing."""
    moment = MOMENTS[word.moment]
    says = []
    if word.by is not None and not ("{act}" in moment or "{other}" in moment):
        says.append(f"{'from' if 'damage' in moment else 'by'} {models(one(word.by))}")
    if word.acts is not None and "{act}" not in moment:
        says.append(f"with {one_act(word.acts)}")
    if word.conditions and "{condition}" not in moment:
        says.append(f"with {_choice(word.conditions)}")
    if word.markers is not None and "{marker}" not in moment:
        says.append(f"of {markers(word.markers, plural=True)}")
    says += [f"from {_choice(word.sources)}"] if word.sources else []
    says += [f"on {'/'.join(FIGURES.get(name, name) for name in word.stats)}"] if word.stats else []
    wheres = f", if {' and '.join(tested(inner) for inner in word.where)}" if word.where else ""
    return "".join(f" {text}" for text in says) + wheres


@in_words.register
def _(word: w.Aura) -> str:
    meant = word.models or s.Models()
    whom = models(meant if word.side == "any" else replace(meant, side=word.side)).removeprefix("each ")
    other = "" if word.includes_self else "other "
    around = f" of {markers(word.around)}" if word.around is not None else ""
    return f"each {other}{whom} in an aura of {inches(word.inches)}{around}: {in_words(word.part)}"
