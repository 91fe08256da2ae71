"""Campaign Upgrades and Injuries that the engine knows by their slug: what their house digests say, in words.

Whatever is not here, or says more than words can, is prompted with its digest. Figures of an Injury's stats
are no words: they are on the bearer's own Stat Card (``rules.campaign.encounter``).
"""

from __future__ import annotations

from msgspec import Struct

from rules.game.scripts import words as w
from rules.game.scripts.selects import Flip3
from rules.game.scripts.statcards import Action, RangeIcon
from rules.game.scripts.words import Part


class ScriptedUpgrade(Struct, frozen=True, kw_only=True):
    """``parts`` are always on or react, ``actions`` are added; ``by_aftermath``: nothing in a game."""

    parts: tuple[Part, ...] = ()
    actions: tuple[Action, ...] = ()
    by_aftermath: bool = False


def _on(*parts: Part) -> ScriptedUpgrade:
    return ScriptedUpgrade(parts=parts)


def _weapon(
    name: str,
    icon: RangeIcon,
    reach: int,
    stat: int,
    resist: str,
    damage: Flip3,
    *more: w.Effect,
    blasts: Flip3 = (0, 0, 0),
) -> ScriptedUpgrade:
    """An Attack action of its own."""
    effects = (w.Damage(amount=damage, blasts=blasts), *more)
    action = Action(name=name, icon=icon, reach=reach, stat=stat, resist=resist, effects=effects)
    return ScriptedUpgrade(actions=(action,))


def _bonus(
    name: str, *effects: w.Effect, reach: float = 0, on: tuple[w.Restriction, ...] = ()
) -> ScriptedUpgrade:
    """A bonus Action, on another model where it has restrictions."""
    action = Action(
        name=name,
        bonus=True,
        reach=reach,
        targets="model" if on else "none",
        restrictions=on,
        effects=effects,
    )
    return ScriptedUpgrade(actions=(action,))


def _drunk(slug: str, *effects: w.Effect) -> ScriptedUpgrade:
    """May be used up when its bearer Activates."""
    effects = (*effects, w.UseUp(upgrade=slug))
    return _on(w.Reaction(moment="activation_begins", optional=True, effects=effects))


UPGRADES: dict[str, ScriptedUpgrade] = {
    # Skills
    "arcane-background": _weapon("Arcane Background", "", 8, 5, "wp", (1, 2, 3)),
    "determination": _on(w.HardToKill()),
    "fast-runner": _on(w.StatBonus(stat="mv", amount=1)),
    "lost-expedition-veteran": _on(w.NoInjury(condition="distracted")),
    "neverborn-hide": _on(w.Terrifying(tn=11)),
    "out-of-the-fire": _on(w.NoInjury(condition="burning")),
    "pneumatic-legs": _on(w.StatBonus(stat="mv", amount=2)),
    "quick-study": _on(w.Reaction(moment="cheated", once="turn", effects=(w.Draw(),))),
    "the-chosen": _on(w.UsesStones()),
    "the-scholar": _on(
        w.Reaction(
            moment="activation_begins", optional=True, once="turn", cost=(w.PayCards(),), effects=(w.Draw(),)
        )
    ),
    # Equipment
    "a-cold-wind": _on(
        w.Aura(inches=2, side="enemy", part=w.StatBonus(stat="mv", amount=-1), includes_self=False)
    ),
    "can-o-beans": _bonus("Can O' Beans", w.Heal(amount=3, whom="self"), w.UseUp(upgrade="can-o-beans")),
    "coffee": _drunk("coffee", w.Gain(condition="fast", whom="self")),
    "collier-pistol": _weapon("Collier Pistol", "missile", 8, 5, "df", (1, 3, 4)),
    "flammenwerfer": _weapon(
        "Flammenwerfer", "missile", 6, 5, "df", (1, 2, 3), w.Gain(condition="burning", value=1)
    ),
    "gatling-gun": _weapon("Gatling Gun", "missile", 10, 5, "df", (2, 3, 5), blasts=(0, 0, 1)),
    "greatsword": _weapon("Greatsword", "melee", 2, 5, "df", (3, 4, 5)),
    "healing-salve": _bonus(
        "Healing Salve", w.Heal(amount=2), on=(w.TargetIs(side="friendly", word="Living"),)
    ),
    "helmet": _on(w.NoInjury(condition="stunned"), w.NoInjury(condition="distracted")),
    "improvised-explosives": _on(
        w.Reaction(
            moment="killed",
            optional=True,
            effects=(
                w.Pulse(inches=2, effects=(w.Damage(amount=2),)),
                w.UseUp(upgrade="improvised-explosives"),
            ),
        )
    ),
    "metal-plate": _on(w.Armor(amount=1), w.StatBonus(stat="mv", amount=-1)),
    "restless-dead": _on(
        w.Reaction(moment="killed", effects=(w.DropMarker(kind="corpse"), w.DropMarker(kind="corpse")))
    ),
    "snares": _bonus(
        "Snares",
        w.Duel(stat="df", tn=12, failure=(w.Gain(condition="slow"),)),
        reach=6,
        on=(w.TargetIs(side="enemy"),),
    ),
    "soulstone-ale": _drunk("soulstone-ale", w.Stone(number=1)),
    "tool-kit": _bonus(
        "Tool Kit", w.Heal(amount=1), reach=2, on=(w.TargetIs(side="friendly", word="Construct"),)
    ),
    # Injuries
    "big-head": ScriptedUpgrade(by_aftermath=True),
    "wanted": ScriptedUpgrade(by_aftermath=True),
    "accident-prone": _on(w.AlwaysFinishedOff()),
    "blow-to-the-head": _on(
        w.Reaction(
            moment="activation_begins",
            effects=(
                w.Either(
                    branches=((w.DiscardCards(whom="self"),), (w.Gain(condition="slow", whom="self"),)),
                    chooser="self",
                ),
            ),
        )
    ),
    "easily-distracted": _on(w.Insignificant()),
    "foolhardy": _on(w.NoInjury(condition="shielded")),
    "not-quite-right": _on(w.Barred(action="Interact")),
    "shaken": _on(w.DuelModifier(minus=1, when="resisting")),
    "shaky-nerves": _on(w.Barred(action="Charge")),
    "unfocused": _on(w.NoInjury(condition="focused")),
}
