"""The share of printed abilities, Triggers, tactical and attack Actions that the engine executes, counted by
occurrence, and the models that are complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.crews.written import Coverage, Share
from rules.editions.m3e.scripts.catalogue import Record, card_of, is_complete
from rules.editions.m3e.scripts.load import status_of
from rules.editions.m3e.statcards import StatCard

KINDS = ("ability", "trigger", "tactical", "attack")


def covered(records: Iterable[Record]) -> Coverage:
    """The counts over the models with complete figures."""
    printed: Counter[str] = Counter()
    played: Counter[str] = Counter()
    whole: list[str] = []
    masters: dict[str, Share] = {}
    models = 0
    for record in records:
        if not is_complete(record):
            continue
        models += 1
        things = list(things_of(card_of(record), record))
        done = [kind for kind, is_played in things if is_played]
        printed.update(kind for kind, _ in things)
        played.update(done)
        if len(done) == len(things):
            whole.append(record["slug"])
        if record["station"] == "Master":
            masters[record["slug"]] = Share(len(things), len(done))
    return Coverage(
        models=models,
        kinds={kind: Share(printed[kind], played[kind]) for kind in KINDS},
        total=Share(sum(printed.values()), sum(played.values())),
        whole=tuple(whole),
        masters=masters,
    )


def things_of(card: StatCard, record: Record) -> Iterator[tuple[str, bool]]:
    """Each printed thing: its kind, and whether the engine executes it. A Resistance Trigger counts
    once, whatever the number of its stats."""
    for ability in card.abilities:
        yield "ability", status_of(ability, ability.status) == "automated"
    seen: set[str] = set()
    for trigger in card.triggers:
        if trigger.name not in seen:
            seen.add(trigger.name)
            yield "trigger", status_of(trigger, trigger.status) == "automated"
    for figures, action in zip(record["figures"]["actions"], card.actions, strict=True):
        own = replace(action, triggers=())
        kind = "attack" if figures["kind"] == "attack" else "tactical"
        yield kind, status_of(own, own.status) == "automated"
        for trigger in action.triggers:
            yield "trigger", status_of(trigger, trigger.status) == "automated"
