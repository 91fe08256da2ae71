"""What a script does, in a plain sentence of the portal's own: on cards, in the builder, in questions.

>>> from rules.editions.m3e.scripts.selects import Models
>>> from rules.editions.m3e.scripts.words import Gain, Move, Reaction
>>> tell(Move(kind="push", inches=4, full=True))
'the target is pushed 4 inches'
>>> tell(Gain(condition="burning", value=2, whom=Models(damaged=True)))
'each model that was damaged by this Action gains Burning +2'
>>> tell(Reaction(moment="activation_begins", effects=(Gain(condition="fast", whom="self"),)))
'At the start of its Activation: this model gains Fast.'
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.editions.m3e.scripts import selects as s
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.phrases import ONCE, capitalised
from rules.editions.m3e.scripts.script import AbilityScript, ActionScript, TriggerScript
from rules.editions.m3e.scripts.words import effects_in_words
from rules.editions.m3e.statcards import Action, Timing, Trigger

TIMINGS: dict[Timing, str] = {
    "immediately": "at once",
    "when_resolving": "while the Action resolves",
    "after_killing": "once the target is killed",
    "after_resolving": "after the Action",
    "after_succeeding": "after the Action succeeded",
}


# Sentences


def tell(script: object) -> str:
    """The sentence of a script, of what a Stat Card prints, of an ability's part, an effect, a cost, a
    restriction or a selection."""
    if isinstance(script, AbilityScript | w.Ability):
        return _sentences(script.parts)
    if isinstance(script, TriggerScript | Trigger):
        return _trigger(script)
    if isinstance(script, ActionScript | Action):
        return _action(script)
    if isinstance(script, s.Pick | s.Test):
        return script.phrase()
    return script.sentence() if isinstance(script, w.Word) else s.amount(script)


def _sentences(parts: Iterable[w.Part]) -> str:
    return " ".join(text for part in parts if (text := _closed(part.sentence())))


def _closed(text: str) -> str:
    """With a capital and one full stop."""
    text = text.strip().rstrip(".")
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _trigger(script: TriggerScript | Trigger) -> str:
    begin = ONCE[script.once]
    needs = _needs(script.restrictions, script.cost)
    done = effects_in_words(script.effects)
    held = "; ".join(part.sentence() for part in script.parts)
    what = "; ".join(part for part in (held, done) if part)
    when = "" if script.timing == "after_succeeding" else f"{TIMINGS[script.timing]}, "
    return _closed(f"{begin}{needs}{when}{what}")


def _action(script: ActionScript | Action) -> str:
    sentences = []
    needs = _needs(script.restrictions, script.cost)
    tn = script.counted_tn if isinstance(script, Action) else script.tn
    if tn is not None:
        suits = "".join(f", with {s.suit_name(suit)}" for suit in script.tn_suits)
        sentences.append(f"the TN is {s.amount(tn)}{suits}")
    if script.resist_any:
        sentences.append(
            f"resisted by {' or '.join(s.FIGURES.get(name, name) for name in script.resist_any)}"
        )
    if script.ignoring:
        sentences.append(f"it ignores {capitalised(script.ignoring)}")
    if script.triggers_must:
        sentences.append("its Triggers must be declared if they can be")
    sentences += [part.sentence() for part in script.parts]
    done = effects_in_words(script.effects)
    if done:
        sentences.append(done)
    if script.after:
        sentences.append(f"afterwards, {effects_in_words(script.after)}")
    first, *rest = sentences or [""]
    text = _closed(f"{ONCE[script.once]}{needs}{first}".rstrip(": "))
    return " ".join([text, *(_closed(sentence) for sentence in rest)]).strip()


def _needs(restrictions: tuple[w.Restriction, ...], cost: tuple[w.Cost, ...]) -> str:
    needed = [word.sentence() for word in restrictions]
    if {w.Only, w.OnlyMarkers} <= {type(word) for word in restrictions}:
        needed = [" or ".join(needed).replace(" or only on ", " or on ")]
    needed += [word.sentence() for word in cost]
    return f"{'; '.join(needed)}: " if needed else ""
