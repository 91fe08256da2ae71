"""The share of printed abilities, Triggers, tactical and attack Actions that the engine executes, counted by
occurrence, and the models that are complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from rules.editions.m3e.scripts.catalogue import Record, card_of, is_complete
from rules.editions.m3e.scripts.load import status_of
from rules.editions.m3e.statcards import StatCard

KINDS = ("ability", "trigger", "tactical", "attack")


class Share(Struct, frozen=True):
    """The number of ``printed`` things, and how many of them the engine executes (``played``)."""

    printed: int = 0
    played: int = 0

    @property
    def percent(self) -> float:
        return round(100 * self.played / self.printed, 1) if self.printed else 100.0


class Coverage(Struct, frozen=True, kw_only=True):
    """The counts: by kind, in total, complete models, and each Master's share by name."""

    models: int
    kinds: dict[str, Share]
    total: Share
    whole: tuple[str, ...]
    masters: dict[str, Share]

    def as_data(self) -> dict[str, object]:
        """Return the counts for the command's JSON."""
        return {
            "models": self.models,
            "executed_percent": self.total.percent,
            "executed": self.total.played,
            "printed": self.total.printed,
            "kinds": {
                kind: {"printed": share.printed, "executed": share.played, "percent": share.percent}
                for kind, share in self.kinds.items()
            },
            "models_whole": len(self.whole),
            "masters": {name: share.percent for name, share in sorted(self.masters.items())},
            "masters_least_percent": min((share.percent for share in self.masters.values()), default=100.0),
        }


def covered(records: Iterable[Record]) -> Coverage:
    """Return the counts over the models with complete figures."""
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
    """Yield each printed thing: its kind, and whether the engine executes it. A Resistance Trigger counts
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
