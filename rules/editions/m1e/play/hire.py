"""Hiring in a First Edition Encounter, in secret until both Crews are handed in (M1-ENC-09 to -16).

There is no free catalogue of the edition: a Crew is handed in with the figures of its models and judged by
them. A figure that differs between the two Crews gets a new name in the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.crews.catalogue import MASTER, Catalogue
from rules.crews.crewlist import CrewList, Member
from rules.crews.text.reading import MOST_MODELS
from rules.dialogue import Answer
from rules.editions.m1e.hiring import SCRAP, Size, judged, size_of
from rules.editions.m1e.play.figures import Figure, Station, problems_of, profile_of
from rules.editions.m1e.play.match import CrewFile, CrewM1, EncounterSetupM1, Match, hired
from rules.editions.m1e.setup import SIZES
from rules.editions.m1e.written import figure_of_record, is_complete
from rules.fate.shuffle import Stream
from rules.game.events.crews import CrewHired, FactionDeclared
from rules.game.procedure.asks import Ask, AskEach, Proc
from rules.game.setup.agreed import Begun, CrewOptions, Ready
from rules.game.setup.equipping import SavedCrew
from rules.refusal import Refusal
from rules.wording import slug_of

LONGEST_CREW_NAME = 60
MOST_FIGURES = 60


class FiguredCrew(Struct, frozen=True):
    """A Crew with the figures of its models and of those they summon or become."""

    crew: CrewM1
    figures: dict[str, Figure]

    @property
    def file(self) -> CrewFile:
        """The Crew in the form in which it is handed in."""
        leader, *members = self.crew.models
        figures = tuple(self.figures.values())
        return CrewFile(self.crew.name, self.crew.faction, leader, figures, tuple(members))


def figured(crew: CrewM1, figures: Mapping[str, Figure]) -> FiguredCrew:
    """The Crew with all figures it may play with."""
    needed: dict[str, Figure] = {}
    open_slugs = list(crew.models)
    while open_slugs:
        slug = open_slugs.pop()
        if slug in needed or slug not in figures:
            continue
        needed[slug] = figures[slug]
        open_slugs += [other for spell in figures[slug].spells for other in (spell.summons, spell.becomes)]
        open_slugs.append(figures[slug].avatar)
    return FiguredCrew(crew, needed)


def crew_of(file: CrewFile, size: Size, soulstones: int) -> FiguredCrew:
    """The Crew hired for that many Soulstones. Raise ``Refusal`` with all impossible figures, or with
    every hiring rule that it breaks."""
    if len(file.figures) > MOST_FIGURES or len(file.members) > MOST_MODELS:
        raise Refusal("That is more than a Crew.", rule="M1-ENC-09", fix="Hand in a Crew.")
    figures = {figure.slug: figure for figure in file.figures}
    if wrong := tuple(problem for figure in file.figures for problem in problems_of(figure)):
        raise Refusal.of(wrong)
    catalogue = Catalogue([profile_of(figure) for figure in figures.values()], edition="m1e")
    crew = CrewList(
        file.faction.lower(), file.leader, soulstones, tuple(map(Member, file.members)), format=size.slug
    )
    name = " ".join(file.name.split())[:LONGEST_CREW_NAME] or "A Crew"
    return figured(hired(crew, judged(crew, catalogue), name), figures)


def saved_crew(saved: SavedCrew, size: Size, *, at_table: bool = False) -> FiguredCrew:
    """A saved Crew with its figures. Raise ``Refusal`` when it breaks a rule of hiring, is hired for
    the other size, or has a model with missing figures. At a real table it is accepted unchecked, and only
    the models' Wd are needed."""
    written, rows = saved.written, saved.figures.models
    kind = size_of(written, saved.figures.catalogue)
    if not at_table and kind != size:
        raise Refusal(
            f"{saved.name} is hired for a {kind.name}, and this is a {size.name}.",
            rule="M1-ENC-01" if size == SCRAP else "M1-ENC-02",
            fix="Hire it for this size, or play the other.",
        )
    slugs = (written.leader, *(member.slug for member in written.members))
    models = tuple(slug for slug in slugs if slug in rows)
    crew = (
        CrewM1(name=saved.name, models=models, faction=written.faction, stones=saved.report.pool)
        if at_table
        else hired(written, saved.report, saved.name)
    )
    figures = {slug: figure_of_record(row, written.faction) for slug, row in rows.items() if is_complete(row)}
    for slug in crew.models:
        if slug not in figures:
            row = rows[slug]
            figures[slug] = _bare(row) if at_table else figure_of_record(row, written.faction)
    return figured(crew, figures)


def _bare(row: Mapping[str, Any]) -> Figure:
    """A model for a record, of which only the Wd is known, or not even that: then it is 0."""
    station: Station = "Master" if row["station"] == MASTER else "Minion"
    return Figure(slug=row["slug"], name=row["name"], faction="", station=station, wd=row["health"] or 0)


def with_crews(setup: EncounterSetupM1, first: FiguredCrew, second: FiguredCrew) -> EncounterSetupM1:
    """The set-up with both Crews."""
    names = {
        slug: f"{slug}-2" if first.figures.get(slug, figure) != figure else slug
        for slug, figure in second.figures.items()
    }
    own = {names[slug]: _renamed(figure, names) for slug, figure in second.figures.items()}
    models = tuple(names.get(slug, slug) for slug in second.crew.models)
    crews = (first.crew, replace(second.crew, models=models))
    return replace(setup, crews=crews, figures=first.figures | own)


def _renamed(figure: Figure, names: Mapping[str, str]) -> Figure:
    """The figure under its name in the Encounter, with the new names of those it summons or
    becomes."""
    spells = tuple(
        replace(
            spell,
            summons=names.get(spell.summons, spell.summons),
            becomes=names.get(spell.becomes, spell.becomes),
        )
        for spell in figure.spells
    )
    avatar = names.get(figure.avatar, figure.avatar)
    return replace(figure, slug=names[figure.slug], spells=spells, avatar=avatar)


class HiringM1(CrewOptions, frozen=True, kw_only=True):
    """Crews of a ``kind`` of Encounter that break no hiring rule. Some are ``offered``; a random answer is
    one of them.

    >>> HiringM1(kind="scrap", soulstones=35).contains({"leader": "nobody"})
    False
    """

    kind: str
    soulstones: int
    offered: tuple[CrewFile, ...] = ()

    @property
    def begun(self) -> Begun:
        return Begun(size=self.soulstones, format=self.kind)

    def answer_of(self, crew: SavedCrew) -> Answer:
        return msgspec.to_builtins(saved_crew(crew, SIZES[self.kind]).file)

    def ready(self) -> Iterator[Ready]:
        for answer in self.listed():
            yield Ready(slug_of(answer["name"]), answer["name"], answer)

    def crew(self, answer: Answer) -> FiguredCrew:
        """The Crew of an answer. Raise ``Refusal`` when it is none, or not of the size."""
        try:
            file = msgspec.convert(answer, CrewFile)
        except msgspec.ValidationError as slip:
            fix = "Send `name`, `faction`, `leader`, `members`, `figures`."
            raise Refusal(f"That is no Crew: {slip}.", rule="M1-CARD-09", fix=fix) from None
        return crew_of(file, SIZES[self.kind], self.soulstones)

    def contains(self, answer: Answer) -> bool:
        return self.refused(answer) is None

    def refused(self, answer: Answer) -> Refusal | None:
        try:
            self.crew(answer)
        except Refusal as refusal:
            return refusal
        return None

    def listed(self) -> Iterator[Answer]:
        """The offered Crews, each with as many members as the size allows."""
        for file in self.offered:
            cut = (replace(file, members=file.members[:n]) for n in range(len(file.members), -1, -1))
            fitting = (answer for answer in map(msgspec.to_builtins, cut) if self.contains(answer))
            if (answer := next(fitting, None)) is not None:
                yield answer

    def sample(self, stream: Stream) -> Answer:
        crews = list(self.listed())
        return crews[stream.below(len(crews))]

    def shown(self) -> dict[str, Any]:
        return {
            "options": "Hiring",
            "format": self.kind,
            "size": self.soulstones,
            "offered": [file.name for file in self.offered],
        }


def hire(g: Match) -> Proc[None]:
    """Let both players hand in their Crews, then reveal them; do nothing when the Crews were hired before."""
    agreed = g.setup.hire
    if agreed is None:
        return
    size = SIZES[g.setup.size]
    options = HiringM1(kind=size.slug, soulstones=agreed.soulstones, offered=agreed.offered)
    answers = yield AskEach(
        tuple(
            Ask(
                seat=seat,
                kind="hire",
                options=options,
                rule="M1-ENC-09",
                text=f"A Crew for a {size.name} of {agreed.soulstones} Soulstones; your Strategy is "
                f"{g.setup.strategies[seat]}. It is shown when both have hired.",
            )
            for seat in (0, 1)
        )
    )
    g.settle(with_crews(g.setup, options.crew(answers[0]), options.crew(answers[1])))
    for seat, crew in enumerate(g.setup.crews):
        g.emit(FactionDeclared(seat, crew.faction))
        g.emit(CrewHired(seat, crew.name, crew.stones, g.setup.models_of(seat)))
