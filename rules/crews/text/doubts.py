"""What a person is asked about a pasted text, with the answers that may join the Crew first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import CrewList
from rules.crews.hiring import hiring_of
from rules.crews.text.lines import LINE_ENDS, cleaned

Rank = Callable[[str], int]
"""How well a card suits a Crew, by its slug: the less, the better. Up to ``MAY_JOIN`` it can join now."""
MAY_JOIN, LATER, NEVER = 1, 2, 3


class Doubt(Struct, frozen=True):
    """What a person is asked about the ``text`` in a line. ``asks`` says what is not clear: no card has the
    name, or several, or a number may mean two things. ``near`` are the texts perhaps meant; the first of them
    is ``likely`` where it may join the Crew and is alone in that, or the nearest of all."""

    line: int
    text: str
    asks: str
    near: tuple[str, ...]
    likely: bool = False


def corrected(text: str, meant: Mapping[Doubt, str]) -> str:
    """``text`` with what was meant in place of each doubtful text; an empty one leaves the line out.

    >>> corrected("Faction: Guild\\nGild Hound", {Doubt(2, "Gild Hound", "", ()): "Guild Hound"})
    'Faction: Guild\\nGuild Hound'
    """
    lines = LINE_ENDS.split(text)
    for doubt, name in meant.items():
        line = lines[doubt.line - 1]
        indent = line[: len(line) - len(line.lstrip())]
        plain = " ".join(line.split())
        if doubt.text not in plain:
            plain = cleaned(plain)
        if name:
            plain = plain.replace(doubt.text, name, 1)
        elif f" + {doubt.text}" in plain:
            plain = plain.replace(f" + {doubt.text}", "", 1)
        else:
            plain = f"# {plain}"
        lines[doubt.line - 1] = indent + plain
    return "\n".join(lines)


def rank_of_leaders(crew: CrewList, catalogue: Catalogue) -> Rank:
    """By whether a model may lead a Crew of the Faction, any where none is said."""
    hiring = hiring_of(catalogue)

    def rank(slug: str) -> int:
        profile = catalogue.profile(slug)
        factions = (crew.faction,) if crew.faction else profile.factions
        return 0 if any(hiring.leads(profile, faction) for faction in factions) else NEVER

    return rank


def rank_of_models(crew: CrewList, catalogue: Catalogue) -> Rank:
    """By whether a model may join the Crew as it is known, those of its Keyword first; without a Leader by
    the Faction."""
    if not catalogue.has_profile(crew.leader):
        return lambda slug: MAY_JOIN if crew.faction in catalogue.profile(slug).factions else NEVER
    hiring = hiring_of(catalogue)
    offered = hiring.candidates(crew, catalogue, hiring.policies(), everyone=True)
    ranks = {
        each.profile.slug: (0 if each.keyword else MAY_JOIN)
        if each.legal
        else NEVER
        if each.barred
        else LATER
        for each in offered
    }
    return lambda slug: ranks.get(slug, NEVER)


def rank_of_upgrades(crew: CrewList, catalogue: Catalogue, index: int | None) -> Rank:
    """By whether the member at ``index`` (``None``: the Leader) may have the Upgrade."""
    hiring = hiring_of(catalogue)
    if index is None and not catalogue.has_profile(crew.leader):
        return lambda slug: MAY_JOIN if crew.faction in catalogue.upgrade(slug).factions else NEVER
    offered = hiring.upgrade_candidates(crew, catalogue, index, hiring.policies())
    legal = {each.upgrade.slug for each in offered if each.legal}
    return lambda slug: 0 if slug in legal else NEVER
