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

from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import CrewList, Member
from rules.crews.text_format import MOST_MODELS
from rules.dialogue import Answer, Options
from rules.editions.m1e.hiring import Size, judged
from rules.editions.m1e.play.figures import Figure, problems_of, profile_of
from rules.editions.m1e.play.match import CrewFile, CrewM1, Match, SetupM1, hired
from rules.editions.m1e.setup import SIZES
from rules.fate.shuffle import Stream
from rules.game.events.crews import CrewHired, FactionDeclared
from rules.game.procedure.asks import Ask, AskEach, Proc
from rules.refusal import Refusal

LONGEST_CREW_NAME = 60
MOST_FIGURES = 60


class FiguredCrew(Struct, frozen=True):
    """A Crew with the figures of its models and of those they summon or become."""

    crew: CrewM1
    figures: dict[str, Figure]

    @property
    def file(self) -> CrewFile:
        """Return the Crew in the form in which it is handed in."""
        leader, *members = self.crew.models
        figures = tuple(self.figures.values())
        return CrewFile(self.crew.name, self.crew.faction, leader, figures, tuple(members))


def figured(crew: CrewM1, figures: Mapping[str, Figure]) -> FiguredCrew:
    """Return the Crew with all figures it may play with."""
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
    """Return the Crew hired for that many Soulstones. Raise ``Refusal`` with all impossible figures, or with
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


def with_crews(setup: SetupM1, first: FiguredCrew, second: FiguredCrew) -> SetupM1:
    """Return the set-up with both Crews."""
    names = {
        slug: f"{slug}-2" if first.figures.get(slug, figure) != figure else slug
        for slug, figure in second.figures.items()
    }
    own = {names[slug]: _renamed(figure, names) for slug, figure in second.figures.items()}
    models = tuple(names.get(slug, slug) for slug in second.crew.models)
    crews = (first.crew, replace(second.crew, models=models))
    return replace(setup, crews=crews, figures=first.figures | own)


def _renamed(figure: Figure, names: Mapping[str, str]) -> Figure:
    """Return the figure under its name in the Encounter, with the new names of those it summons or
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


class HiringM1(Options, frozen=True, kw_only=True):
    """Crews of a ``kind`` of Encounter that break no hiring rule. Some are ``offered``; a random answer is
    one of them.

    >>> HiringM1(kind="scrap", soulstones=35).contains({"leader": "nobody"})
    False
    """

    kind: str
    soulstones: int
    offered: tuple[CrewFile, ...] = ()

    def crew(self, answer: Answer) -> FiguredCrew:
        """Return the Crew of an answer. Raise ``Refusal`` when it is none, or not of the size."""
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
        """Yield the offered Crews, each with as many members as the size allows."""
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
