"""Campaign Upgrades and Injuries that the engine knows by their slug: what their house digests say, in words.

Whatever is not here is prompted with its digest, when ``PROMPTS`` says it matters, or when its bearer
Activates. Figures of an Injury's stats are no words: they are on the bearer's own Stat Card
(``rules.campaign.encounter``). Where a digest leaves the moment open, it is the start of its bearer's
Activation; where it says "may", its player is asked; "end of the Turn" is the End Phase. A re-flip is one of
a duel's cards, or of a damage or healing flip.
"""

from __future__ import annotations

from msgspec import Struct

from rules.editions.m3e.scripts import selects as s
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Acts, Flip3, Markers, Models
from rules.editions.m3e.scripts.words import Part
from rules.editions.m3e.statcards import Action, RangeIcon


class ScriptedUpgrade(Struct, frozen=True, kw_only=True):
    """``parts`` are always on or react, ``actions`` are added; ``outside``: it acts on the bearer's card, in
    hiring or in the Aftermath, and nothing is left to do in a game."""

    parts: tuple[Part, ...] = ()
    actions: tuple[Action, ...] = ()
    outside: bool = False


OUTSIDE = ScriptedUpgrade(outside=True)
FRIENDS = Models(side="friendly", other=True)
ENEMIES = Models(side="enemy")
ATTACK = Acts(kind="attack")
MELEE = Acts(kind="attack", icons=("melee",))
MISSILE = Acts(kind="attack", icons=("missile",))
MAGIC = Acts(kind="attack", icons=("none",))
CORPSE_AND_SCRAP = ("corpse", "scrap")

# Tests
MINE = s.Not(test=s.Is(who="actor", like=Models(other=True)))
"""The Action going on is the bearer's."""
BY_BEARER = s.Every(
    tests=(s.Is(who="cause", like=Models()), s.Not(test=s.Is(who="cause", like=Models(other=True))))
)
WON = s.DuelWas(won_by="self")
LOST = s.Not(test=s.DuelWas(won_by="cause"))
OPPOSED = s.DuelWas(opposed=True)
HURT = s.Is(who="self", like=Models(health="hurt"))
HAS_CONDITIONS = s.Compare(left=s.ConditionsOn(of="self"), is_=">", right=0)
TURN_1 = s.Compare(left=s.TurnNumber(), is_="=", right=1)
AT_0 = s.Compare(left=s.Stat(stat="health"), is_="=", right=0)


def _on(*parts: Part) -> ScriptedUpgrade:
    return ScriptedUpgrade(parts=parts)


def _when(
    moment: str, *effects: w.Effect, may: bool = False, once: w.Once = "", **more: object
) -> ScriptedUpgrade:
    """One reaction; ``may``: its player is asked."""
    return _on(_reaction(moment, *effects, may=may, once=once, **more))


def _reaction(
    moment: str, *effects: w.Effect, may: bool = False, once: w.Once = "", **more: object
) -> w.Reaction:
    return w.Reaction(moment=moment, effects=effects, optional=may, once=once, **more)  # type: ignore[arg-type]


def _activating(
    *effects: w.Effect, once: w.Once = "", where: tuple[s.AnyTest, ...] = (), cost: tuple[w.Cost, ...] = ()
) -> ScriptedUpgrade:
    """May be done when its bearer Activates."""
    return _when("activation_begins", *effects, may=True, once=once, where=where, cost=cost)


def _while(test: s.AnyTest, part: w.Passive) -> w.While:
    return w.While(tests=(test,), part=part)


def _bearer(**like: object) -> s.Is:
    """The bearer is such a model."""
    return s.Is(who="it", like=Models(**like))  # type: ignore[arg-type]


def _weapon(
    name: str,
    icon: RangeIcon,
    reach: float,
    stat: int,
    resist: str,
    damage: Flip3,
    *more: w.Effect,
    blasts: Flip3 = (0, 0, 0),
    ignoring: tuple[str, ...] = (),
) -> Action:
    """An Attack action of its own."""
    effects = (w.Damage(amount=damage, blasts=blasts, ignoring=ignoring), *more)
    return Action(name=name, icon=icon, reach=reach, stat=stat, resist=resist, effects=effects)


def _acts(action: Action, *parts: Part) -> ScriptedUpgrade:
    return ScriptedUpgrade(actions=(action,), parts=parts)


def _bonus(
    name: str, *effects: w.Effect, reach: float = 0.0, on: tuple[w.Restriction, ...] = ()
) -> ScriptedUpgrade:
    """A bonus Action, on another model where it has restrictions."""
    targets = "model" if on else "none"
    return _acts(
        Action(name=name, bonus=True, reach=reach, targets=targets, restrictions=on, effects=effects)  # type: ignore[arg-type]
    )


def _drunk(slug: str, *effects: w.Effect, where: tuple[s.AnyTest, ...] = ()) -> ScriptedUpgrade:
    """May be used up when its bearer Activates."""
    return _activating(*effects, w.UseUp(upgrade=slug), where=where)


def _suited(suit: s.Suit, acts: Acts) -> ScriptedUpgrade:
    """Such an Attack of the bearer may gain a suit, once an Activation."""
    return _own_duel(w.ModifyDuel(suits=(suit,)), acts, may=True)


def _own_duel(effect: w.ModifyDuel, acts: Acts, *, may: bool = False) -> ScriptedUpgrade:
    """The duel of such an Attack of the bearer, once an Activation."""
    return _when("before_duel", effect, may=may, once="activation", acts=acts, where=(OPPOSED, MINE))


def _also(acts: Acts, *effects: w.Effect, may: bool = False, once: w.Once = "") -> ScriptedUpgrade:
    """After such an Attack of the bearer succeeded; its target is "cause"."""
    return _when("action_resolved", *effects, may=may, once=once, acts=acts, where=(WON,))


def _harder(*segment: s.AnyTest) -> ScriptedUpgrade:
    """1 damage more of the bearer's melee Attacks, where the flip came out so."""
    where = (BY_BEARER, *segment)
    return _when(
        "would_suffer", w.ChangeHit(reduce=-1), about="others", acts=MELEE, sources=("attack",), where=where
    )


def _pushed(inches: float, *, whom: s.Whom = "self", chosen_by: w.Chooser = "mover") -> w.Move:
    """Up to so far: it may stay where it is."""
    return w.Move(kind="push", inches=inches, whom=whom, chosen_by=chosen_by)


def _leftovers(kinds: tuple[str, ...], heal: int) -> ScriptedUpgrade:
    """Markers in base contact, removed to heal."""
    markers = Markers(kinds=kinds, contact="self", which="one")
    return _activating(w.Heal(amount=heal, whom="self"), cost=(w.PayMarkers(markers=markers),), where=(HURT,))


SKILLS: dict[str, ScriptedUpgrade] = {
    "agility": OUTSIDE,
    "thick-hide": OUTSIDE,
    "deep-pockets": OUTSIDE,
    "arcane-background": _acts(_weapon("Arcane Background", "", 8.0, 5, "wp", (1, 2, 3))),
    "arcane-disturbance": _when(
        "targeted",
        w.Grant(whom="cause", until="action", part=w.DuelModifier(minus=1, when="attacking")),
        acts=MAGIC,
    ),
    "armor": _on(w.Armor(amount=1)),
    "berserk": _on(_while(_bearer(health="half"), w.DuelModifier(plus=1, when="attacking", icon="melee"))),
    "bestial-rage": _on(
        _while(s.Took(acts=Acts(names=("Charge",))), w.DamageModifier(plus=1, acts=ATTACK)),
    ),
    "blessings-of-fate": _on(_while(TURN_1, w.HandSize(amount=1))),
    "bond": _on(
        w.Reaction(
            moment="game_begins",
            optional=True,
            effects=(
                w.Each(
                    models=Models(side="friendly", other=True, which="one"),
                    effects=(
                        w.Token(name="bond", whom="it"),
                        w.Grant(
                            whom="it",
                            until="game",
                            part=_while(_bearer(within=3.0), w.DuelModifier(plus=1, stats=("wp",))),
                        ),
                    ),
                ),
            ),
        ),
        _while(
            s.ThereAre(models=Models(side="friendly", other=True, tokens="bond", within=3.0)),
            w.DuelModifier(plus=1, stats=("wp",)),
        ),
    ),
    "brutal": _harder(s.Segment(least="moderate"), s.Not(test=s.Segment(least="severe"))),
    "clear-mind-pure-body": _activating(w.EndConditions(whom="self"), where=(HAS_CONDITIONS,)),
    "curators-eye": _when(
        "marker_removed", w.Draw(), markers=Markers(kinds=("scheme",), side="enemy"), where=(BY_BEARER,)
    ),
    "decembers-hunger": _when("killing", w.Heal(amount=1, whom="self"), by=ENEMIES),
    "determination": _on(w.HardToKill()),
    "duelist": _on(w.DamageModifier(plus=1, acts=MELEE, against=Models(leader=True))),
    "embalmed": _on(w.NoInjury(condition="poison")),
    "enchanted-weapons": _on(w.DamageModifier(acts=ATTACK, ignoring=("incorporeal",))),
    "expanded-palate": _leftovers(CORPSE_AND_SCRAP, 1),
    "fan-the-hammer": _when(
        "action_resolved",
        w.TakeAction(icon="missile", acts=MISSILE, minus=1),
        may=True,
        once="game",
        acts=Acts(kind="attack", icons=("missile",), generated=False),
    ),
    "fast-runner": _on(w.StatBonus(stat="mv", amount=1)),
    "field-experience": _when("flipped", w.Reflip(), may=True, once="game"),
    "fortitude-of-mind": _on(w.Nerve(plus=1)),
    "fossil-charm": _on(
        _reaction("flipped", w.Reflip(), may=True, once="game"),
        _reaction("number_flipped", w.Reflip(), may=True, once="game"),
    ),
    "hydraulic-limb": _harder(s.Segment(least="severe")),
    "in-the-name-of-research": _when("finished_off", w.Draw()),
    "instinctual": _on(w.MoreBonus()),
    "introspection": _when(
        "action_resolved",
        w.EndConditions(whom="self"),
        may=True,
        acts=Acts(names=("Concentrate",)),
        where=(HAS_CONDITIONS,),
    ),
    "lost-expedition-veteran": _on(w.NoInjury(condition="distracted")),
    "lowered-expectations": _on(w.Nerve(cost=(w.PayCards(),))),
    "martyr": _when(
        "would_suffer", w.ChangeHit(onto="self"), may=True, about="others", side="friendly", inches=3
    ),
    "my-lucky-stitches": _when(
        "damaged", w.Later(when="end_phase", effects=(w.Heal(amount=1, whom="self"),)), once="turn"
    ),
    "neverborn-hide": _on(w.Terrifying(tn=11)),
    "ninja-attack": _on(
        _while(s.Not(test=_bearer(tokens="seen")), w.Gives(what="concealment")),
        _reaction("action_resolved", w.Token(name="seen", whom="self"), once="game", acts=ATTACK),
    ),
    "off-hand-fighting": _also(MELEE, w.Damage(amount=1, whom="cause"), once="activation"),
    "off-hand-shot": _also(MISSILE, w.Damage(amount=1, whom="cause"), once="activation"),
    "out-of-the-fire": _on(w.NoInjury(condition="burning")),
    "pneumatic-legs": _on(w.StatBonus(stat="mv", amount=2)),
    "pounce": _when(
        "moved",
        w.TakeAction(icon="melee", on_target=True),
        may=True,
        once="turn",
        about="others",
        side="enemy",
        inches=2.0,
        after_current=True,
    ),
    "quick-reflexes": _on(w.FirstInitiative(plus=1)),
    "quick-study": _when("cheated", w.Draw(), once="turn"),
    "ravenous": _leftovers(("corpse",), 2),
    "relentless": _on(w.Ignores(what=("terrifying",))),
    "reserves": _on(
        _reaction("deployed", w.Bury(whom="self"), w.Token(name="reserve", whom="self"), may=True),
        _reaction(
            "end_phase",
            w.Token(name="reserve", whom="self", all=True),
            w.Unbury(whom="self", within=3.0, of=FRIENDS),
            where=(TURN_1, s.Is(who="self", like=Models(tokens="reserve"))),
        ),
    ),
    "scapegoat": _when(
        "targeted",
        w.NewTarget(whom="self"),
        may=True,
        about="others",
        side="friendly",
        inches=2.0,
        by=ENEMIES,
    ),
    "second-wind": _activating(w.Heal(amount=3, whom="self"), once="game", where=(HURT,)),
    "sharpshooter": _on(w.ReachModifier(acts=MISSILE, inches=2)),
    "silent": _on(w.Unanswered(moments=("moved", "would_move", "placed"))),
    "slippery": _on(w.Ignores(what=("leaving_engagement",), acts=Acts(names=("Walk",)))),
    "spirit": _on(_while(TURN_1, w.Ignores(what=("models", "terrain")))),
    "steady-aim": _on(w.Ignores(what=("concealment",), acts=MISSILE)),
    "steady-hands": _on(w.ActionModifier(acts=Acts(names=("Interact",)), even_engaged=True)),
    "stop-hitting-yourself": _when(
        "resolved_upon", w.Damage(amount=1, whom="cause"), acts=ATTACK, by=ENEMIES, where=(LOST,)
    ),
    "the-chosen": _on(w.UsesStones()),
    "the-hags-kiss": _when(
        "killing", w.Heal(amount=2, whom="self"), may=True, once="game", by=ENEMIES, where=(HURT,)
    ),
    "the-hunter": _when(
        "before_duel",
        w.ModifyDuel(plus=1),
        once="game",
        acts=ATTACK,
        where=(
            OPPOSED,
            MINE,
            s.Is(who="opponent", like=ENEMIES),
            s.Not(
                test=s.ThereAre(
                    models=Models(
                        side="enemy",
                        stats=(s.StatTest(stat="cost", is_=">", than=s.Stat(stat="cost", of="opponent")),),
                    )
                )
            ),
        ),
    ),
    "the-murderer": _on(w.DamageModifier(plus=1, against=Models(health="half"))),
    "the-scavenger": _when(
        "end_phase",
        w.TurnMarkers(markers=Markers(kinds=CORPSE_AND_SCRAP, which="one"), kind="scheme", side="own"),
        may=True,
        once="game",
        where=(s.ThereAreMarkers(markers=Markers(kinds=CORPSE_AND_SCRAP)),),
    ),
    "the-scholar": _on(
        w.Reaction(
            moment="activation_begins", optional=True, once="turn", cost=(w.PayCards(),), effects=(w.Draw(),)
        )
    ),
    "to-the-death": _on(
        _while(_bearer(stats=(s.StatTest(stat="health", is_="=", than=1),)), w.DuelModifier(plus=1))
    ),
    "too-many-pieces": _when("killed", w.DropMarker(kind="scrap", number=2), once="game"),
    "torment-to-share": _when(
        "gained_condition",
        w.Each(
            models=Models(side="enemy", within=3.0, which="one"),
            effects=(w.SameCondition(whom="it"),),
        ),
        once="activation",
    ),
    "tough-as-nails": _on(w.Reduce(amount=99, floor=4, sources=("attack",), named="tough as nails")),
    "twitchy": _when("activation_ends", _pushed(1.0), may=True, about="others", side="enemy", inches=3.0),
    "uncharted-instinct": _when("game_begins", _pushed(2.0), may=True),
    "well-trained": _when("deployed", w.Gain(condition="focused", whom="self"), may=True),
}

EQUIPMENT: dict[str, ScriptedUpgrade] = {
    "a-cold-wind": _on(
        w.Aura(inches=2.0, side="enemy", part=w.StatBonus(stat="mv", amount=-1), includes_self=False)
    ),
    "aetheric-disruptor": _on(
        w.Aura(
            inches=4.0,
            side="enemy",
            part=w.DuelModifier(minus=1, when="attacking", acts=MAGIC),
            includes_self=False,
        )
    ),
    "aetheric-feed": _when(
        "stone_used", w.Heal(amount=2, whom="self"), about="others", side="enemy", inches=6.0, where=(HURT,)
    ),
    "anaphylactic-shock": _also(ATTACK, w.Gain(condition="poison", whom="cause")),
    "ancient-scrolls": _suited("tome", MAGIC),
    "can-o-beans": _bonus("Can O' Beans", w.Heal(amount=3, whom="self"), w.UseUp(upgrade="can-o-beans")),
    "clockwork-seeker": _when("game_begins", w.DropMarker(kind="scheme", create=True, inches=6.0), may=True),
    "coffee": _drunk("coffee", w.Gain(condition="fast", whom="self")),
    "collier-pistol": _acts(_weapon("Collier Pistol", "missile", 8.0, 5, "df", (1, 3, 4))),
    "debts-paid": _when(
        "killing",
        w.Gain(condition="fast", whom=Models(side="friendly", other=True, within=6.0, which="one")),
        by=ENEMIES,
    ),
    "dolly-makin-time": _acts(
        Action(name="Dolly Makin' Time", effects=(w.DropMarker(kind="scrap", create=True, inches=2.0),))
    ),
    "dynamite": _acts(
        Action(
            name="Dynamite",
            reach=6.0,
            effects=(
                w.UseUp(upgrade="dynamite"),
                w.DropMarker(kind="dynamite", in_range=True),
                w.Each(
                    models=Models(within=2.0, of="it_marker"),
                    effects=(w.Damage(amount=3, whom="it", area="pulse"),),
                ),
                w.Remove(markers="it_marker"),
            ),
        )
    ),
    "echoes-of-madness": _when(
        "before_duel",
        w.ModifyDuel(whom="target", minus=1),
        may=True,
        once="turn",
        about="others",
        side="enemy",
        inches=4.0,
        stats=("wp",),
    ),
    "edge-of-eternity": _when("dying", w.Heal(amount=1, whom="self"), once="game", where=(AT_0,)),
    "extended-blade": _on(w.ReachModifier(acts=MELEE, inches=1)),
    "extra-limbs": _own_duel(w.ModifyDuel(plus=1), MELEE),
    "extra-powder": _on(
        w.DamageModifier(more=1, acts=MISSILE),
        _reaction(
            "action_resolved",
            w.Prompted(text="Extra Powder: a misfire. Apply what your table says of it."),
            acts=MISSILE,
            where=(s.DuelWas(joker="black"),),
        ),
    ),
    "favors-of-death": _when(
        "killed",
        w.Heal(amount=4, whom="self"),
        may=True,
        once="game",
        about="others",
        side="enemy",
        inches=6.0,
        where=(HURT,),
    ),
    "favors-of-fate": _on(
        _reaction("flipped", w.Reflip(whom="target"), may=True, once="game", about="any"),
        _reaction("number_flipped", w.Reflip(), may=True, once="game", about="any"),
    ),
    "favors-of-steel": _when(
        "would_suffer", w.ChangeHit(nothing=True), may=True, once="game", sources=("attack",)
    ),
    "favors-of-wind": _activating(w.Move(kind="place", inches=6.0, whom="self"), once="game"),
    "field-notes": _when("action_resolved", w.Draw(), w.DiscardCards(), acts=Acts(names=("Interact",))),
    "flak-jacket": _on(w.Reduce(amount=1, sources=("missile",))),
    "flammenwerfer": _acts(
        _weapon("Flammenwerfer", "missile", 6.0, 5, "df", (1, 2, 3), w.Gain(condition="burning", value=1))
    ),
    "freikorps-suit": _on(w.NoInjury(condition="burning"), w.Reduce(amount=1, sources=("blast",))),
    "gatling-gun": _acts(_weapon("Gatling Gun", "missile", 10.0, 5, "df", (2, 3, 5), blasts=(0, 0, 1))),
    "greatsword": _acts(_weapon("Greatsword", "melee", 2.0, 5, "df", (3, 4, 5))),
    "grotesque-trophy": _when(
        "moved",
        w.Duel(stat="wp", tn=11, failure=(w.Gain(condition="distracted"),)),
        about="others",
        side="enemy",
        inches=2.0,
        after_current=True,
    ),
    "healing-salve": _bonus(
        "Healing Salve", w.Heal(amount=2), on=(w.TargetIs(side="friendly", word="Living"),)
    ),
    "helmet": _on(w.NoInjury(condition="stunned"), w.NoInjury(condition="distracted")),
    "hydraulics": _when("action_resolved", _pushed(2.0), may=True, acts=MELEE),
    "improvised-explosives": _when(
        "killed",
        w.Pulse(inches=2.0, effects=(w.Damage(amount=2),)),
        w.UseUp(upgrade="improvised-explosives"),
        may=True,
    ),
    "jetpack": _on(
        w.InsteadOfMoving(names=("Walk", "Charge"), inches=s.Stat(stat="mv")), w.Ignores(what=("falling",))
    ),
    "katanas": _suited("ram", MELEE),
    "lead-from-the-front": _when(
        "activation_begins",
        _pushed(1.0, whom="target"),
        may=True,
        about="others",
        side="friendly",
        inches=3.0,
    ),
    "long-lost-cousin": _activating(
        w.Swap(two=Models(side="friendly", other=True, within=6.0, which="one")),
        once="game",
        where=(s.ThereAre(models=Models(side="friendly", other=True, within=6.0)),),
    ),
    "machete": _acts(
        _weapon("Machete", "melee", 1.0, 5, "df", (2, 3, 4)),
        w.ByHand(text="Foliage does not slow the bearer: move it there by hand."),
    ),
    "metal-plate": _on(w.Armor(amount=1), w.StatBonus(stat="mv", amount=-1)),
    "modified-barrel": _on(
        w.ReachModifier(acts=MISSILE, inches=2), w.Ignores(what=("friendly_fire",), acts=MISSILE)
    ),
    "native-guide": _on(w.Aura(inches=3.0, side="friendly", part=w.Ignores(what=("severe",)))),
    "on-our-ground": _on(_while(_bearer(within=4.0, of="centre"), w.Gives(what="concealment"))),
    "our-commands": _activating(
        w.TakeAction(
            whom=Models(side="enemy", words=("Minion",), within=6.0, which="one"),
            acts=Acts(kind="general"),
            controlled_by="self",
        ),
        once="game",
        where=(s.ThereAre(models=Models(side="enemy", words=("Minion",), within=6.0)),),
    ),
    "paid-in-advance": _activating(w.Stone(number=1), once="game"),
    "pith-helmet": _on(w.Reduce(amount=1, floor=0, sources=("blast", "shockwave"), named="pith helmet")),
    "relic-hammer": _acts(_weapon("Relic Hammer", "melee", 1.0, 6, "df", (2, 4, 6), ignoring=("armor",))),
    "restless-dead": _when("killed", w.DropMarker(kind="corpse"), w.DropMarker(kind="corpse")),
    "retribution": _when("damaged", w.Damage(amount=1, whom="cause"), once="turn", by=ENEMIES),
    "scope": _on(
        w.While(
            tests=(_bearer(has=("focused",)), s.Not(test=s.Did(what="moved"))),
            part=w.DuelModifier(plus=1, when="attacking", icon="missile"),
        )
    ),
    "snares": _bonus(
        "Snares",
        w.Duel(stat="df", tn=12, failure=(w.Gain(condition="slow"),)),
        reach=6.0,
        on=(w.TargetIs(side="enemy"),),
    ),
    "soulstone-ale": _drunk("soulstone-ale", w.Stone(number=1)),
    "stage-makeup": _on(_while(TURN_1, w.Cannot(what="be_targeted", against=ENEMIES))),
    "survey-line": _when(
        "marker_dropped",
        w.MoveMarkers(markers="it_marker", inches=1.0, way="away"),
        may=True,
        once="turn",
        markers=Markers(kinds=("scheme",)),
        where=(BY_BEARER,),
    ),
    "swamp-gas": _when(
        "activation_ends", w.Gain(condition="poison"), about="others", side="enemy", inches=2.0
    ),
    "those-who-thirst-blight": _on(
        w.Aura(inches=3.0, side="enemy", part=w.Cannot(what="heal"), includes_self=False)
    ),
    "those-who-thirst-covenant": _when(
        "dying",
        w.Heal(amount=1, whom="self"),
        may=True,
        cost=(w.PayKill(models=Models(side="friendly", other=True, within=3.0, which="one")),),
        where=(AT_0,),
    ),
    "those-who-thirst-edict": _activating(
        w.Each(
            models=Models(side="enemy", within=6.0, which="one"),
            effects=(
                w.Duel(
                    stat="wp",
                    tn=14,
                    whom="it",
                    failure=(w.Grant(part=w.Barred(action="Interact"), until="turn", whom="it"),),
                ),
            ),
        ),
        once="turn",
        where=(s.ThereAre(models=Models(side="enemy", within=6.0)),),
    ),
    "those-who-thirst-insight": _when("start_phase", w.ArrangeCards(cards=2), may=True),
    "tool-kit": _bonus(
        "Tool Kit", w.Heal(amount=1), reach=2.0, on=(w.TargetIs(side="friendly", word="Construct"),)
    ),
    "tools-of-the-trade": _when(
        "end_phase", w.Heal(amount=1, whom=Models(side="friendly", words=("Construct",), within=3.0))
    ),
    "welding-torch": _also(MELEE, w.Gain(condition="burning", whom="cause")),
    "whiskey": _drunk("whiskey", w.EndConditions(number=None, whom="self"), where=(HAS_CONDITIONS,)),
}

INJURIES: dict[str, ScriptedUpgrade] = {
    "big-head": OUTSIDE,
    "cursed": OUTSIDE,
    "wanted": OUTSIDE,
    "accident-prone": _on(w.AlwaysFinishedOff()),
    "baggage": _when("killed", w.DropMarker(kind="scheme", side="enemy", chooser="opposing", optional=True)),
    "blood-hex": _on(w.Cannot(what="trigger", unless=(w.PayCards(),))),
    "blow-to-the-head": _when(
        "activation_begins",
        w.Either(
            branches=((w.DiscardCards(whom="self"),), (w.Gain(condition="slow", whom="self"),)),
            chooser="self",
        ),
    ),
    "easily-distracted": _on(w.Insignificant()),
    "flashbacks": _when(
        "targeted",
        w.Duel(stat="wp", tn=14, whom="self", failure=(w.Gain(condition="stunned", whom="self"),)),
        acts=Acts(kind="attack", generated_by=("Charge",)),
        by=ENEMIES,
    ),
    "foolhardy": _on(w.NoInjury(condition="shielded")),
    "fragile": _on(w.DamageModifier(when="suffering", plus=1)),
    "not-quite-right": _on(w.Barred(action="Interact")),
    "shaken": _on(w.DuelModifier(minus=1, when="resisting")),
    "shaky-nerves": _on(w.Barred(action="Charge")),
    "swamp-hex": _on(w.Cannot(what="act", acts=Acts(bonus=True), unless=(w.PayCards(),))),
    "unfocused": _on(w.NoInjury(condition="focused")),
    "wanders-off": _when("start_phase", _pushed(6.0, chosen_by="opposing"), where=(TURN_1,)),
}

UPGRADES = SKILLS | EQUIPMENT | INJURIES

USUAL_PROMPT = _reaction("activation_begins", may=True)
PROMPTS: dict[str, w.Reaction] = {
    "combo": _reaction("trigger_declared", may=True, once="activation", acts=MELEE),
    "fated": _reaction("flipped", may=True, once="game"),
    "good-lead": _reaction("start_phase", may=True, once="game"),
    "secret-directive": _reaction("activation_begins", may=True, once="game"),
}
"""When the players are asked to apply what words cannot say: a second Trigger, a card out of the discard
pile, a second card for the initiative flip, a Scheme of the opponent."""
