"""What seasons really met, counted: the proof that their mixture is one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.models import (
    AftermathDecision,
    ArsenalModel,
    Campaign,
    Debt,
    Game,
    Restart,
    Ruling,
)

played: Counter[str] = Counter()
"""What this run lived: seasons by what they met, each once; ``steps``, ``counted`` and ``refused`` in all."""

# Of 300 seasons at least so many meet it, a half of what they do meet or less: nothing may vanish.
MIXTURE = {
    "complete": 90,
    "house rules": 150,
    "players 2": 120,
    "players 3": 20,
    "players 4": 3,
    "players 6": 1,
    "players 12": 1,
    "weeks 4": 150,
    "weeks 5 or 6": 5,
    "weeks 7 or 8": 5,
    "act encounter.objected": 15,
    "withdrew early": 12,
    "withdrew late": 12,
    "game void": 15,
    "game forfeit": 12,
    "restart late": 15,
    "restart scrapped": 15,
    "ruling": 90,
    "ruling result": 25,
    "ruled FlipsDue": 12,
    "answer owed_flips": 8,
    "act additional.accepted": 5,
    "act aftermath.player": 60,
    "travelled": 1,
}


def count_league(league: Campaign) -> None:
    """Add one season that has ended to ``played``."""
    played.update(set(_met(league)))


def _met(league: Campaign) -> Iterator[str]:
    weeks = league.weeks_total
    yield str(league.state)
    yield f"players {league.entries.exclude(restarts__why=Restart.Why.LATE).count()}"
    yield "weeks 4" if weeks == 4 else "weeks 5 or 6" if weeks < 7 else "weeks 7 or 8"
    if league.policies:
        yield "house rules"
    for kind in Act.objects.filter(aggregate=f"campaign:{league.pk}").values_list("kind", flat=True):
        yield f"act {kind}"
    for kind, changes in Ruling.objects.filter(campaign=league).values_list("kind", "changes"):
        yield "ruling"
        yield f"ruling {kind}"
        yield from (f"ruled {change['type']}" for change in changes)
    for why, state in Restart.objects.filter(entry__campaign=league).values_list("why", "state"):
        yield f"restart {why}"
        if state == Restart.State.DONE:
            yield f"restart {why}, done"
    games = Game.objects.filter(week__campaign=league)
    for state, outcome in games.values_list("state", "outcome"):
        yield f"game {state}"
        yield from (f"withdrew {how}" for how in outcome.get("withdrew", ()) if how)
        yield from (f"game {why}" for why in ("forfeit", "unplayed") if why in outcome)
    models = ArsenalModel.objects.filter(entry__campaign=league)
    if models.exclude(annihilated_week=None).exists():
        yield "annihilated"
    if models.filter(station="Master").exists():
        yield "Master"
    if Debt.objects.filter(entry__campaign=league).exists():
        yield "debt"
    answers = AftermathDecision.objects.filter(aftermath__side__game__week__campaign=league)
    yield from (f"answer {kind}" for kind in answers.values_list("kind", flat=True))


class Shared:
    """The counts of all parts of a run, wherever each was lived: a file a part in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def add(self, part: int) -> None:
        (self.folder / f"{part}.json").write_text(json.dumps(played))

    def total(self, parts: int) -> Counter[str] | None:
        """The sum, once all of ``parts`` are there; who comes last finds them."""
        files = list(self.folder.glob("*.json"))
        if len(files) < parts:
            return None
        return sum((Counter(json.loads(path.read_text())) for path in files), Counter())
