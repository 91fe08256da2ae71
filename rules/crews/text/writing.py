"""A Crew as text, in the portal's own layout and in the one that the official app exports.

``rules.crews.text.reading.read`` gives the same Crew back, the announcement of Masters aside; of the app's
layout with the Totems first and the copies of a model side by side.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.crews.catalogue import Catalogue, faction_name
from rules.crews.crewlist import CrewList, Member
from rules.crews.report import HiringReport
from rules.crews.text.lines import BEARING, COPIES_AFTER, COPIES_BEFORE, FIELD, cleaned
from rules.crews.text.names import CardNames, model_names, upgrade_names
from rules.edition import Edition, edition_of


def write(crew: CrewList, catalogue: Catalogue, *, name: str = "", report: HiringReport | None = None) -> str:
    """``crew`` as text; a slug the release does not know is written as it is. With ``report`` the sum and the
    pool follow as a comment, and are compared when the text is read."""
    models, upgrades = model_names(catalogue), upgrade_names(catalogue)
    lines = [f"Name: {' '.join(name.split())}"] if name.strip() else []
    edition = edition_of(catalogue.edition)
    lines += [
        *_named(edition),
        f"Faction: {faction_name(crew.faction, catalogue.edition)}",
        f"Size: {crew.size}",
    ]
    if crew.format:
        lines.append(f"Format: {edition.hiring.formats.get(crew.format, crew.format)}")
    if crew.leader:
        lines.append("Leader: " + line_of(crew.leader, crew.leader_upgrades, models, upgrades))
    lines += _members(crew.members, models, upgrades)
    if report is not None:
        lines.append(f"# {report.total.amount} of {crew.size} Soulstones, pool {report.pool}")
    return "\n".join(lines) + "\n"


def write_as_app(
    crew: CrewList, catalogue: Catalogue, *, name: str = "", report: HiringReport | None = None
) -> str:
    """``crew`` in the form that the official app exports: a number behind a name says which copy it is."""
    models, upgrades = model_names(catalogue), upgrade_names(catalogue)
    title = " ".join(name.split()) or "Crew"
    pool = "" if report is None else f" - Pool: {report.pool}"
    faction = faction_name(crew.faction, catalogue.edition)
    edition = edition_of(catalogue.edition)
    named = [] if edition.hiring.in_the_app else _named(edition)
    lines = [f"{title} ({faction})", *named, f"Size: {crew.size}{pool}"]
    if crew.leader:
        leader = Member(crew.leader, crew.leader_upgrades)
        lines += ["Leader:", *_copies([leader], models, upgrades)]
    totems = [member for member in crew.members if _is_totem(member, catalogue)]
    hires = [member for member in crew.members if not _is_totem(member, catalogue)]
    for heading, members in (("Totem(s):", totems), ("Hires:", hires)):
        if members:
            lines.append(heading)
        for slug in dict.fromkeys(member.slug for member in members):
            lines += _copies([member for member in members if member.slug == slug], models, upgrades)
    return "\n".join(lines) + "\n"


def label(names: CardNames, slug: str) -> str:
    """The printed name where a line with it is read as this card alone, else the slug."""
    printed = " ".join(names.printed(slug).split())
    return printed if names.find(printed) == (slug,) and _plain(printed) else slug


def line_of(slug: str, bought: Iterable[str], models: CardNames, upgrades: CardNames) -> str:
    """A model with its Upgrades in one line."""
    return " + ".join([label(models, slug), *(label(upgrades, card) for card in bought)])


def _plain(name: str) -> bool:
    """Whether nothing in the name is taken for a mark of the text."""
    marks = (FIELD.match(name), COPIES_BEFORE.match(name), COPIES_AFTER.match(name), BEARING.search(name))
    return not any(marks) and not name.startswith("#") and name == cleaned(name) and bool(name)


def _named(edition: Edition) -> list[str]:
    """The line that ``edition_of_text`` finds; the unnamed edition has none."""
    return [] if edition.unnamed else [f"Edition: {edition.name}"]


def _is_totem(member: Member, catalogue: Catalogue) -> bool:
    return catalogue.has_profile(member.slug) and catalogue.profile(member.slug).is_totem


def _copies(members: Iterable[Member], models: CardNames, upgrades: CardNames) -> Iterable[str]:
    """The copies of one model, each with its Upgrades under it; the second has a 2 behind its name."""
    for number, member in enumerate(members, start=1):
        name = label(models, member.slug)
        numbered = f"{name} {number}"
        yield f"  {name if number == 1 or models.find(numbered) else numbered}"
        yield from (f"    {label(upgrades, card)}" for card in member.upgrades)


def _members(members: Iterable[Member], models: CardNames, upgrades: CardNames) -> list[str]:
    """One line a run of equal members, so that the order survives."""
    runs: list[tuple[str, int]] = []
    for member in members:
        line = line_of(member.slug, member.upgrades, models, upgrades)
        if runs and runs[-1][0] == line:
            runs[-1] = (line, runs[-1][1] + 1)
        else:
            runs.append((line, 1))
    return [line if copies == 1 else f"{copies}x {line}" for line, copies in runs]
