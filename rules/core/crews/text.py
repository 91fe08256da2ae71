"""A Crew as plain text, to paste into a message and to read back.

    Name: Night watch
    Faction: Guild
    Size: 50
    Leader: Dashel Barker
    2x Guild Hound
    Executioner + Lead-Lined Coat

One model a line, its Upgrades after `` + ``; ``2x`` before or ``x2`` after a name is two copies; a
line that starts with ``#`` is a comment. A name may be given as the slug, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.core.crews.catalogue import Catalogue
from rules.core.crews.crewlist import CrewList, Member
from rules.core.crews.factions import faction_name
from rules.core.crews.hiring import HiringReport
from rules.core.crews.names import Names, model_names, upgrade_names
from rules.core.crews.textreader import Read, Reader
from rules.core.refusal import Refusal

__all__ = ["LONGEST_TEXT", "Read", "read", "write"]

LONGEST_TEXT = 20_000


def write(crew: CrewList, catalogue: Catalogue, *, name: str = "", report: HiringReport | None = None) -> str:
    """``crew`` as text; a slug the release does not know stands as it is.

    ``read`` gives the same Crew back, the announcement of Masters aside. With ``report`` the sum
    and the pool follow as a comment.
    """
    models, upgrades = model_names(catalogue), upgrade_names(catalogue)
    lines = [f"Name: {' '.join(name.split())}"] if name.strip() else []
    lines += [f"Faction: {faction_name(crew.faction)}", f"Size: {crew.size}"]
    if crew.leader:
        lines.append("Leader: " + _line(crew.leader, crew.leader_upgrades, models, upgrades))
    lines += _members(crew.members, models, upgrades)
    if report is not None:
        lines.append(f"# {report.total.amount} of {crew.size} Soulstones, pool {report.pool}")
    return "\n".join(lines) + "\n"


def _line(slug: str, bought: Iterable[str], models: Names, upgrades: Names) -> str:
    return " + ".join([models.label(slug), *(upgrades.label(card) for card in bought)])


def _members(members: Iterable[Member], models: Names, upgrades: Names) -> list[str]:
    """One line a run of equal members, so that the order survives."""
    runs: list[tuple[str, int]] = []
    for member in members:
        line = _line(member.slug, member.upgrades, models, upgrades)
        if runs and runs[-1][0] == line:
            runs[-1] = (line, runs[-1][1] + 1)
        else:
            runs.append((line, 1))
    return [line if copies == 1 else f"{copies}x {line}" for line, copies in runs]


def read(text: str, catalogue: Catalogue) -> Read:
    """The Crew that ``text`` describes, legal or not.

    ``Refusal`` with one violation for each line that cannot be read; its subject is ``line 4``.
    """
    if len(text) > LONGEST_TEXT:
        raise Refusal(f"The text is longer than {LONGEST_TEXT} characters.", mend="Paste one Crew.")
    reader = Reader(model_names(catalogue), upgrade_names(catalogue))
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.lstrip("\ufeff")), start=1):
        reader.take(number, raw.strip())
    return reader.result()
