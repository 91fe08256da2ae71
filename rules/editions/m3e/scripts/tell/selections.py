"""Selections, amounts and tests in words: whom, how many, whether."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.editions.m3e.scripts import selects as s
from rules.wording import titled, with_article

WHOM = {
    "target": "the target",
    "self": "this model",
    "killer": "its killer",
    "attacker": "the attacker",
    "cause": "the model that caused it",
    "it": "that model",
    "actor": "the acting model",
    "opponent": "the opponent in the duel",
    "leader": "the Leader",
    "target_marker": "the targeted Marker",
    "centre": "the centre of the table",
    "it_marker": "that Marker",
}
RELATIONS = {
    "<": "below",
    "<=": "at most",
    "=": "exactly",
    ">=": "at least",
    ">": "above",
    "!=": "other than",
}
FIGURES = {
    "df": "Df",
    "wp": "Wp",
    "mv": "Mv",
    "sz": "Sz",
    "cost": "Cost",
    "health": "Health",
    "max_health": "full Health",
    "lost": "lost Health",
}


OPPOSITES = {"<": ">=", "<=": ">", "=": "!=", ">=": "<", ">": "<=", "!=": "="}
# What these say of themselves comes after a noun; an apostrophe would stand too late.
LONG = ("cause", "opponent", "centre")


def possessed(thing: str, whom: str) -> str:
    """What somebody has: "the target’s Mv"."""
    return f"the {thing} of {WHOM[whom]}" if whom in LONG else f"{WHOM[whom]}’s {thing}"


# Amounts


def amount(value: Any) -> str:
    """A number, a flip or what is counted, in words."""
    match value:
        case tuple():
            return "/".join(str(part) for part in value)
        case s.Stat():
            return possessed(FIGURES[value.stat], value.of)
        case s.ConditionValue():
            return f"the value of {value.condition.capitalize()} on {WHOM[value.of]}"
        case s.ConditionsOn():
            return f"the number of Conditions on {WHOM[value.of]}"
        case s.TokensOn():
            return f"the number of {titled(value.name)} Tokens on {WHOM[value.of]}"
        case s.UpgradesOn():
            return f"the number of {value.name or 'attached'} Upgrades on {WHOM[value.of]}"
        case s.Suits():
            named = {"any": "suits", "chosen": "that suit"}.get(value.suit, f"{value.suit.capitalize()}s")
            return f"the number of {named} in {possessed('final total', value.of)}"
        case s.Done():
            return "that many"
        case s.ActionDamage():
            return f"the damage that {WHOM[value.of]} suffered from this Action"
        case s.CardValue():
            return "the value of that card"
        case s.TurnNumber():
            return "the number of the Turn"
        case s.Difference():
            return "the difference of the totals"
        case s.InHand():
            hand = "the opponent’s hand" if value.opposing else possessed("hand", value.of)
            return f"the number of cards in {hand}"
        case s.RevealedSchemes():
            return f"the number of revealed Schemes of {'the opponent' if value.opposing else 'its player'}"
        case s.ActionStat():
            return "the stat of the Action"
        case s.ResistStat():
            return f"the stat by which {WHOM[value.of]} resists"
        case s.PassTokens():
            return f"the number of Pass Tokens of {WHOM[value.of]}"
        case s.Stones():
            return f"the number of Soulstones of {WHOM[value.of]}"
        case s.NamedCost():
            return "the Cost of all that was named"
        case s.HowMany():
            return f"the number of {models(value.models, plural=True)}"
        case s.HowManyMarkers():
            return f"the number of {markers(value.markers, plural=True)}"
        case s.Sum():
            return " plus ".join(amount(part) for part in value.of)
        case s.Times():
            return f"{amount(value.by)} times {amount(value.amount)}"
        case s.Half():
            part = {2: "half", 3: "a third of"}.get(value.by, f"one {value.by}th of")
            return f"{part} {amount(value.amount)}, rounded {'down' if value.down else 'up'}"
        case s.Limit():
            most = f", at most {amount(value.most)}" if value.most is not None else ""
            least = f", at least {amount(value.least)}" if value.least is not None else ""
            return f"{amount(value.amount)}{most}{least}"
        case s.Chosen():
            if value.most is None:
                return "any number" if value.least == 0 else f"any number from {amount(value.least)}"
            return f"up to {amount(value.most)}"
        case s.IfCount():
            return f"{amount(value.then)} if {tested(value.test)}, else {amount(value.otherwise)}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def scaled(value: Any, say: Callable[[str], str]) -> str:
    """``say`` of a number; of what is counted, once for each.

    >>> scaled(2, lambda number: f"{number} higher")
    '2 higher'
    >>> scaled(s.Limit(amount=s.Suits(suit="ram"), most=2), lambda number: f"{number} higher")
    '1 higher for each Ram in this model’s final total (at most 2)'
    """
    factor, most, counted = 1, None, value
    while isinstance(counted, s.Limit | s.Times):
        if isinstance(counted, s.Limit):
            if counted.least is not None or not isinstance(counted.most, int):
                return say(amount(value))
            most = counted.most * factor
        elif isinstance(counted.by, int):
            factor *= counted.by
        counted = counted.amount
    if not (unit := _unit(counted)):
        return say(amount(value))
    return f"{say(str(factor))} for each {unit}{f' (at most {most})' if most is not None else ''}"


def _unit(value: Any) -> str:
    """One of what is counted; empty where it is not counted one by one."""
    match value:
        case s.Suits(suit="any"):
            return f"suit in {possessed('final total', value.of)}"
        case s.Suits(suit="chosen"):
            return f"such suit in {possessed('final total', value.of)}"
        case s.Suits():
            return f"{value.suit.capitalize()} in {possessed('final total', value.of)}"
        case s.TokensOn():
            return f"{titled(value.name)} Token on {WHOM[value.of]}"
        case s.ConditionsOn():
            return f"Condition on {WHOM[value.of]}"
        case s.UpgradesOn():
            return f"{value.name + ' ' if value.name else ''}Upgrade on {WHOM[value.of]}"
        case s.HowMany():
            return models(replace(value.models, which="all", other=False)).removeprefix("each ")
        case s.HowManyMarkers():
            return markers(replace(value.markers, which="all")).removeprefix("each ")
    return ""


def inches(value: Any) -> str:
    if isinstance(value, Struct):
        if scaled(value, str) != amount(value):
            return scaled(value, lambda number: f"{number} inch{'' if number == '1' else 'es'}")
        return f"{amount(value)} in inches"
    return f"{amount(value)} inch{'' if value == 1 else 'es'}"


def suit_name(suit: str) -> str:
    named = {"any": "a suit of its choice", "chosen": "the chosen suit"}
    return named.get(suit) or with_article(suit.capitalize())


# Selections


def who(value: Any) -> str:
    """A model or marker meant, or a selection of them."""
    if isinstance(value, s.Models):
        return models(value)
    if isinstance(value, s.Markers):
        return markers(value)
    return WHOM[value]


def models(wanted: s.Models, *, plural: bool = False) -> str:
    """A selection of models: which, of what kind, where they stand."""
    noun, tail = kind_of_models(wanted), _tail(wanted)
    if plural:
        return f"{noun}s{tail}"
    match wanted.which:
        case "one":
            chosen = "" if wanted.chosen_by == "self" else f" of {possessed('choice', wanted.chosen_by)}"
            other = f"another {noun}" if wanted.other else with_article(noun)
            return f"{f'up to one {noun}' if wanted.optional else other}{tail}{chosen}"
        case "some":
            return f"up to {amount(wanted.number)} {noun}s{tail}"
        case "nearest":
            return f"the nearest {noun}{tail}"
    return f"each {'other ' if wanted.other else ''}{noun}{tail}"


def kind_of_models(wanted: s.Models) -> str:
    words = [
        "Buried" if wanted.buried else "",
        "" if wanted.side == "any" else wanted.side,
        " ".join(wanted.all_words),
        " or ".join(wanted.words),
        "" if wanted.leader is None else "leading" if wanted.leader else "not leading",
        "model",
    ]
    return " ".join(word for word in words if word)


def _tail(wanted: s.Models) -> str:
    return "".join(f" {text}" for text in _details(wanted))


def _details(wanted: s.Models) -> list[str]:
    says = []
    if wanted.not_words:
        says.append(f"that is no {' or '.join(wanted.not_words)}")
    says += [f"besides {WHOM[whom]}" for whom in wanted.besides]
    says += _where(wanted)
    flags = {
        "that was damaged by this Action": wanted.damaged,
        "that was moved by this Action": wanted.moved,
        "that was moved through": wanted.passed,
        "that was Summoned by this Action": wanted.arrived,
        "of the same name": wanted.same_name,
        "that shares a keyword with this model": wanted.shares_keyword,
    }
    says += [text for text, flag in flags.items() if flag]
    says += _conditions(wanted)
    choices = (
        (wanted.engaged, "that is engaged", "that is not engaged"),
        (wanted.activated, "that has Activated", "that has not Activated"),
        (wanted.summoned, "that was Summoned", "that was not Summoned"),
        (wanted.uses_stones, "that may use Soulstones", "that may not use Soulstones"),
    )
    says += [yes if flag else no for flag, yes, no in choices if flag is not None]
    if wanted.engaging is not None:
        says.append(f"that engages {WHOM[wanted.engaging]}")
    if wanted.engaged_by is not None:
        says.append(f"that is engaged by {WHOM[wanted.engaged_by]}")
    return says + [f"where {tested(inner)}" for inner in wanted.where]


def _is_like(who_is: str, like: s.Models) -> tuple[str, str]:
    """That it is such a model, and that it is not.

    >>> _is_like("the target", s.Models(has=("slow",)))
    ('the target has Slow', 'the target does not have Slow')
    >>> _is_like("this model", s.Models(activated=False))
    ('this model has not Activated', 'this model has Activated')
    >>> _is_like("it", s.Models(side="enemy"))
    ('it is an enemy model', 'it is not an enemy model')
    """
    details = _details(like)
    plain = kind_of_models(like) == "model" and not like.other
    if not plain or not details or any(text.startswith("where ") for text in details):
        return f"{who_is} is {models(one(like))}", f"{who_is} is not {models(one(like))}"
    both = [_verbal(text) for text in details]
    yes, no = " and ".join(pair[0] for pair in both), " or ".join(pair[1] for pair in both)
    return f"{who_is} {yes}", f"{who_is} {no}"


def _verbal(detail: str) -> tuple[str, str]:
    """A detail after a noun as what is said of it, and its opposite."""
    text = detail.removeprefix("that ")
    verb, _space, rest = text.partition(" ")
    match verb:
        case "is" | "has" | "was" | "may" if rest.startswith(("not ", "no ")):
            article = "a " if rest.startswith("no ") else ""
            return text, f"{verb} {article}{rest.partition(' ')[2]}"
        case "is" | "was" | "may":
            return text, f"{verb} not {rest}"
        case "has":
            return text, f"has not {rest}"
        case "engages" | "shares":
            return text, f"does not {verb.removesuffix('s')} {rest}"
        case "with":
            return f"has {rest}", f"does not have {rest}"
        case "without":
            return f"does not have {rest}", f"has {rest}"
        case "besides":
            return f"is not {rest}", f"is {rest}"
    return f"is {text}", f"is not {text}"


def _conditions(wanted: s.Models) -> list[str]:
    says = []
    if wanted.has:
        says.append(f"with {' or '.join(name.capitalize() for name in wanted.has)}")
    if wanted.lacks:
        says.append(f"without {' and '.join(name.capitalize() for name in wanted.lacks)}")
    if wanted.tokens:
        least = "" if wanted.tokens_least == 1 else f"at least {wanted.tokens_least} "
        says.append(f"with {least}{titled(wanted.tokens)} Tokens")
    if wanted.upgrade:
        kind = f"the Upgrade {wanted.upgrade}"
        if wanted.upgrade.islower():
            kind = with_article("Upgrade" if wanted.upgrade == "any" else f"{titled(wanted.upgrade)} Upgrade")
        says.append(f"with {kind}")
    if wanted.no_upgrade:
        says.append("without an Upgrade" if wanted.no_upgrade == "any" else f"without {wanted.no_upgrade}")
    if wanted.ability:
        says.append(f"with {titled(wanted.ability)}")
    if wanted.action:
        says.append(f"with the Action {wanted.action}")
    if wanted.health:
        hurt = {"half": "with half its Health or less", "full": "with all its Health", "hurt": "that is hurt"}
        says.append(hurt[wanted.health])
    if wanted.terrain:
        says.append(f"in {'' if wanted.terrain == 'any' else wanted.terrain.capitalize() + ' '}terrain")
    says += [f"with {FIGURES[held.stat]} {RELATIONS[held.is_]} {amount(held.than)}" for held in wanted.stats]
    return says


def _where(wanted: s.Models | s.Markers) -> list[str]:
    says = []
    if wanted.within is not None:
        area = {"": "within", "aura": "in an aura of", "pulse": "in a pulse of"}[wanted.area]
        near = "" if wanted.of == "self" and wanted.area else f" of {who(wanted.of)}"
        says.append(f"{area} {inches(wanted.within)}{near}")
    if wanted.beyond is not None:
        says.append(f"farther than {inches(wanted.beyond)} from {who(wanted.of)}")
    if wanted.in_range:
        says.append("in range")
    if wanted.sight_of is not None:
        says.append(f"in sight of {who(wanted.sight_of)}")
    if wanted.contact is not None:
        says.append(f"in base contact with {who(wanted.contact)}")
    return says


def markers(wanted: s.Markers, *, plural: bool = False) -> str:
    """A selection of markers, likewise."""
    kind = " or ".join(titled(name) for name in wanted.kinds)
    traits = " ".join(name.capitalize() for name in wanted.traits)
    words = ["" if wanted.side == "any" else wanted.side, traits, kind, "Marker"]
    noun = " ".join(word for word in words if word)
    says = [f"that is no {' or '.join(wanted.not_kinds)}"] if wanted.not_kinds else []
    says += ["that this model dropped"] if wanted.own else []
    says += ["or terrain"] if wanted.pieces else []
    tail = "".join(f" {text}" for text in [*says, *_where(wanted)])
    if plural:
        return f"{noun}s{tail}"
    match wanted.which:
        case "one" | "nearest":
            if wanted.optional:
                return f"up to one {noun}{tail}"
            return f"{f'the nearest {noun}' if wanted.which == 'nearest' else with_article(noun)}{tail}"
        case "some":
            return f"up to {amount(wanted.number)} {noun}s{tail}"
    return f"each {noun}{tail}"


def acts(wanted: s.Acts) -> str:
    """Which Actions."""
    icons = " or ".join("plain" if icon == "none" else icon for icon in wanted.icons)
    kind = {"": "", "not_general": "printed"}.get(wanted.kind, wanted.kind)
    bonus = "" if wanted.bonus is None else "bonus" if wanted.bonus else "non-bonus"
    words = [bonus, icons, kind, " or ".join(wanted.names), "Actions"]
    text = " ".join(word for word in words if word)
    if wanted.not_names:
        text += f" besides {' and '.join(wanted.not_names)}"
    if wanted.not_icons:
        text += f" that are not {' or '.join(wanted.not_icons)}"
    if wanted.generated_by:
        text += f" that {' or '.join(wanted.generated_by)} generates"
    elif wanted.generated is not None:
        text += " that an effect generates" if wanted.generated else " that no effect generates"
    if wanted.resist:
        text += f" resisted by {FIGURES.get(wanted.resist, wanted.resist)}"
    return text + (f" against {models(wanted.targets)}" if wanted.targets is not None else "")


def one_act(wanted: s.Acts) -> str:
    """One of these Actions.

    >>> one_act(s.Acts(icons=("melee",))), one_act(s.Acts(kind="attack", not_icons=("melee",)))
    ('a melee Action', 'an attack Action that is not melee')
    """
    text = acts(wanted).replace("Actions", "Action", 1).replace(" that are not ", " that is not ")
    return with_article(text)


# Tests


def tested(wanted: s.Test) -> str:
    """What must hold."""
    match wanted:
        case s.Is():
            return _is_like(WHOM[wanted.who], wanted.like)[0]
        case s.ThereAre():
            if wanted.least == 1:
                return f"there is {models(one(wanted.models))}"
            return f"there are at least {amount(wanted.least)} {models(wanted.models, plural=True)}"
        case s.ThereAreMarkers():
            if wanted.least == 1:
                return f"there is {markers(replace(wanted.markers, which='one', optional=False))}"
            return f"there are at least {amount(wanted.least)} {markers(wanted.markers, plural=True)}"
        case s.Compare():
            return f"{amount(wanted.left)} is {RELATIONS[wanted.is_]} {amount(wanted.right)}"
        case s.HasDone():
            return "that happened"
        case s.Not():
            return denied(wanted.test)
        case s.Every():
            return " and ".join(tested(inner) for inner in wanted.tests)
        case s.Some():
            return " or ".join(tested(inner) for inner in wanted.tests)
        case s.Acting():
            by = f" by {models(one(wanted.by))}" if wanted.by is not None else ""
            of = f" that {models(one(wanted.generator))} generated" if wanted.generator is not None else ""
            return f"it comes from {acts(wanted.acts)}{by}{of}"
        case s.InActivation():
            if isinstance(wanted.who, str):
                return f"it is {possessed('Activation', wanted.who)}"
            return f"it is the Activation of {who(wanted.who)}"
        case s.Took():
            return f"{WHOM[wanted.who]} has taken {acts(wanted.acts)} {_since(wanted.since)}"
        case s.Did():
            return f"{WHOM[wanted.who]} has {_did(wanted)}"
        case s.CardIs():
            return f"the card is {_card(wanted)}"
        case s.DuelWas():
            return _duel(wanted)
        case s.SharedSuit():
            return "both totals have a suit in common"
        case s.Segment():
            if wanted.cheated is not None and wanted.least == "weak":
                return f"the damage flip was {'' if wanted.cheated else 'not '}cheated"
            also = {None: "", True: " and cheated", False: " and not cheated"}[wanted.cheated]
            return f"the damage flip was at least {wanted.least}{also}"
    raise NotImplementedError(type(wanted).__name__)


def denied(wanted: s.Test) -> str:
    """What must not hold."""
    match wanted:
        case s.Is():
            return _is_like(WHOM[wanted.who], wanted.like)[1]
        case s.ThereAre(least=1):
            return f"there is no {models(replace(wanted.models, which='all')).removeprefix('each ')}"
        case s.ThereAreMarkers(least=1):
            return f"there is no {markers(replace(wanted.markers, which='all')).removeprefix('each ')}"
        case s.Compare():
            return tested(replace(wanted, is_=OPPOSITES[wanted.is_]))
        case s.HasDone():
            return "that did not happen"
        case s.Not():
            return tested(wanted.test)
        case s.Acting():
            return tested(wanted).replace("it comes", "it does not come", 1)
        case s.InActivation():
            return tested(wanted).replace("it is", "it is not", 1)
        case s.DuelWas(stats=(), opposed=None, cheated_by=None, joker="", plain=None) if wanted.won_by:
            return f"{WHOM[wanted.won_by]} did not win the duel"
        case s.Took() | s.Did():
            return tested(wanted).replace(" has ", " has not ", 1)
    return f"it is not so that {tested(wanted)}"


def _did(wanted: s.Did) -> str:
    to = f" {models(one(wanted.to))}" if wanted.to is not None else ""
    did = "suffered damage" if wanted.what == "was_damaged" else wanted.what
    return f"{did}{to} {_since(wanted.since)}"


def _since(since: str) -> str:
    return f"this {since if since == 'game' else since.capitalize()}"


def one(wanted: s.Models) -> s.Models:
    return replace(wanted, which="one", optional=False)


def _card(wanted: s.CardIs) -> str:
    says = []
    if wanted.suits:
        named = " or ".join(suit_name(suit) for suit in wanted.suits)
        says.append(named.replace("the chosen suit", "of the chosen suit"))
    says += [f"{wanted.least} or more"] if wanted.least else []
    says += [f"{wanted.most} or less"] if wanted.most < 14 else []
    jokers = {"no": "no Joker", "any": "a Joker", "red": "the Red Joker", "black": "the Black Joker"}
    says += [jokers[wanted.joker]] if wanted.joker else []
    return " and ".join(says) or "any"


def _duel(wanted: s.DuelWas) -> str:
    says = [f"the duel uses {' or '.join(FIGURES.get(n, n) for n in wanted.stats)}"] if wanted.stats else []
    if wanted.opposed is not None:
        says.append("the duel is opposed" if wanted.opposed else "the duel is not opposed")
    if wanted.won_by is not None:
        says.append(f"{WHOM[wanted.won_by]} won the duel")
    if wanted.cheated_by is not None:
        says.append(f"{WHOM[wanted.cheated_by]} cheated")
    if wanted.joker:
        says.append(f"this model flipped the {wanted.joker.capitalize()} Joker")
    if wanted.plain is not None:
        says.append("the flips have no modifiers" if wanted.plain else "a flip has a modifier")
    return " and ".join(says)
