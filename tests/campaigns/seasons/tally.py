"""What seasons really met, counted: the proof that their mixture is one."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.models import (
    AftermathDecision,
    ArsenalModel,
    Campaign,
    Correction,
    Debt,
    Encounter,
    NewStart,
)

played: Counter[str] = Counter()
"""What has been lived in this run: seasons begun and complete, steps, refusals, kinds of acts."""

# Of 300 seasons at least so many met it, a third of what they do meet or less.
MIXTURE = {
    "players 2": 60,
    "players 3": 30,
    "players 4": 10,
    "players 6 or more": 5,
    "weeks 4": 50,
    "weeks 5 or 6": 20,
    "weeks 7 or 8": 20,
    "house rules": 80,
    "complete": 25,
    "cancelled": 60,
    "refused": 150,
    "travelled": 1,
    "withdrew": 2,
    "annihilated": 5,
    "debts": 4,
    "new start late": 5,
    "new start scrapped": 15,
    "act encounter.reported": 30,
    "act encounter.objected": 1,
    "act encounter.voided": 30,
    "act entry.retired": 8,
    "act extra.accepted": 15,
    "act league.ruling": 40,
    "act week.closed": 120,
    "act week.event_chosen": 20,
    "act aftermath.player": 150,
    "act aftermath.timeout": 10,
    "act aftermath.entered": 2,
}


def count_league(league: Campaign) -> None:
    """Add one season that has ended to ``played``."""
    found = Counter({league.state: 1})
    players, weeks = league.entries.count(), league.weeks_total
    found[f"players {players}" if players < 5 else "players 6 or more"] += 1
    found["weeks 4" if weeks == 4 else "weeks 5 or 6" if weeks < 7 else "weeks 7 or 8"] += 1
    found["house rules"] += bool(league.policies)
    for kind in Act.objects.filter(aggregate=f"campaign:{league.pk}").values_list("kind", flat=True):
        found[f"act {kind}"] += 1
    for kind in Correction.objects.filter(campaign=league).values_list("kind", flat=True):
        found[f"ruling {kind}"] += 1
    for why in NewStart.objects.filter(entry__campaign=league).values_list("why", flat=True):
        found[f"new start {why}"] += 1
    outcomes = Encounter.objects.filter(week__campaign=league).values_list("outcome", flat=True)
    for outcome in outcomes:
        for how in filter(None, outcome.get("withdrew", ())):
            found["withdrew"] += 1
            found[f"withdrew {how}"] += 1
    models = ArsenalModel.objects.filter(entry__campaign=league)
    found["annihilated"] += models.exclude(annihilated_week=None).count()
    found["masters"] += models.filter(station="Master").count()
    found["debts"] += Debt.objects.filter(entry__campaign=league).count()
    answers = AftermathDecision.objects.filter(aftermath__side__encounter__week__campaign=league)
    for kind in answers.filter(source__in=("player", "timeout")).values_list("kind", flat=True):
        found[f"answer {kind}"] += 1
    played.update(found)


class Shared:
    """The counts of all parts of a run, wherever each was lived: a file a part in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def add(self, part: int) -> None:
        (self.folder / f"{part}.json").write_text(json.dumps(played))

    def total(self, parts: int) -> Counter[str] | None:
        """The sum, once all of ``parts`` are there; who comes last finds them."""
        found = list(self.folder.glob("*.json"))
        if len(found) < parts:
            return None
        return sum((Counter(json.loads(path.read_text())) for path in found), Counter())
