"""What a league keeps of a *Rising Names* Arsenal beside its models and Equipment: the Leader and its growth.

``Growth`` is stored; ``GrownArsenal`` is an ``Arsenal`` with it, and ``rising_arsenal`` what the rules of the
campaign read of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.arsenal import Arsenal, OwnedModel
from rules.campaign.rising.arsenal import Advancement, GrownModel, HeldEquipment, HeldInjury, RisingArsenal
from rules.campaign.rising.charts import LuckyMiss
from rules.campaign.rising.hires import titles_of
from rules.campaign.rising.leader import LeaderCard, Source
from rules.crews.catalogue import Catalogue, Profile


class CrewEffect(Struct, frozen=True, forbid_unknown_fields=True):
    """An effect of the crew card; ``words`` are what the player named with it."""

    slug: str
    name: str
    text: str = ""
    words: str = ""


class ModelGrowth(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a model has that its card does not print: Lucky Misses (slugs), characteristics that the doctor
    left; whether it is a copy by a Lucky Miss, and whose, where that is the Leader's or the Totem's."""

    lucky: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    copied: bool = False
    role: Literal["", "leader", "totem"] = ""


class BroughtGrowth(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a Leader had when it came along from the season before (A-44)."""

    experience: int = 0
    advancements: tuple[Advancement, ...] = ()
    recovered: bool = False


class Turned(Struct, frozen=True, forbid_unknown_fields=True):
    """A ``model`` of an opponent that changed sides and was taken: its ``row`` here, and the Equipment that
    came along (``pieces``). In the season after, ``model`` is 0."""

    model: int
    row: int
    pieces: tuple[int, ...] = ()


class Growth(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The Leader's and the Totem's card as they are now, and what the Arsenal has done. ``totem_id`` is the
    Totem's model; ``models`` by the id of the model as text; ``free`` is the Lucky Upstart's own piece of
    Equipment. ``born`` are the rows of models that came in an Aftermath (``<aftermath>:<its number there>``),
    ``traitors`` the models of opponents that may be taken for nothing, each with the Equipment and
    the Injuries that it had, ``turned`` those that were taken. ``owed_boxes`` and ``owed_injuries`` (models)
    are made up for in the next Aftermath. ``brought`` is of the season before, where the Leader was kept."""

    keywords: tuple[str, ...]
    path: Literal["bruiser", "strategist"]
    archetype: str
    leader: LeaderCard
    totem: LeaderCard | None = None
    totem_id: int | None = None
    effects: tuple[CrewEffect, ...] = ()
    experience: int = 0
    advancements: tuple[Advancement, ...] = ()
    recovered: bool = False
    models: Mapping[str, ModelGrowth] = {}
    free: int | None = None
    born: Mapping[str, int] = {}
    traitors: tuple[tuple[int, tuple[int, ...]], ...] = ()
    turned: tuple[Turned, ...] = ()
    owed_boxes: tuple[int, ...] = ()
    owed_injuries: tuple[int, ...] = ()
    brought: BroughtGrowth | None = None

    def of(self, model_id: int) -> ModelGrowth:
        return self.models.get(str(model_id), ModelGrowth())

    def has_turned(self, model_id: int) -> bool:
        """Whether it came from an opponent: it has the Leader's Keywords (M4-CAMP-26)."""
        return any(each.row == model_id for each in self.turned)

    def kept(self, models: Mapping[int, int], pieces: Mapping[int, int]) -> Growth:
        """The same at the beginning of the next season, with the new numbers of the models and the pieces
        that came along. Weeks are those of the season before, and traitors that nobody took stay in it."""
        totem = self.totem if self.totem_id in models else None
        advancements = tuple(
            replace(each, week=0)
            for each in self.advancements
            if totem is not None or each.recipient != "totem"
        )
        return replace(
            self,
            totem=totem,
            totem_id=None if self.totem_id is None else models.get(self.totem_id),
            advancements=advancements,
            models={str(models[int(pk)]): own for pk, own in self.models.items() if int(pk) in models},
            free=None if self.free is None else pieces.get(self.free),
            born={},
            traitors=(),
            turned=tuple(Turned(0, models[each.row]) for each in self.turned if each.row in models),
            owed_injuries=tuple(models[pk] for pk in self.owed_injuries if pk in models),
            brought=BroughtGrowth(
                experience=self.experience, advancements=advancements, recovered=self.recovered
            ),
        )

    def renumbered(self, renumber: Callable[[str, int], int]) -> Growth:
        """The same with other numbers for the rows that it names: ``renumber`` takes ``model``, ``upgrade``
        or ``aftermath`` and the number."""

        def born(key: str) -> str:
            aftermath, number = key.split(":")
            return f"{renumber('aftermath', int(aftermath))}:{number}"

        return replace(
            self,
            totem_id=None if self.totem_id is None else renumber("model", self.totem_id),
            free=None if self.free is None else renumber("upgrade", self.free),
            models={str(renumber("model", int(pk))): own for pk, own in self.models.items()},
            born={born(key): renumber("model", pk) for key, pk in self.born.items()},
            owed_injuries=tuple(renumber("model", pk) for pk in self.owed_injuries),
            traitors=tuple(
                (renumber("model", pk), tuple(renumber("upgrade", piece) for piece in pieces))
                for pk, pieces in self.traitors
            ),
            turned=tuple(
                Turned(
                    renumber("model", each.model) if each.model else 0,
                    renumber("model", each.row),
                    tuple(renumber("upgrade", piece) for piece in each.pieces),
                )
                for each in self.turned
            ),
        )


class GrownArsenal(Arsenal, frozen=True, kw_only=True):
    """An Arsenal with its growth, the cards of its models by slug, and the Lucky Misses of the charts."""

    growth: Growth
    cards: Mapping[str, Source] = {}
    lucky_misses: tuple[LuckyMiss, ...] = ()

    def lucky(self, model_id: int) -> Iterator[LuckyMiss]:
        """Those that the model has."""
        rows = {row.slug: row for row in self.lucky_misses}
        yield from (rows[slug] for slug in self.growth.of(model_id).lucky if slug in rows)


def rising_arsenal(owned: Arsenal, figures: Catalogue) -> RisingArsenal:
    """What the rules read of it. Raise ``TypeError`` for an Arsenal of another campaign."""
    if not isinstance(owned, GrownArsenal):
        raise TypeError("This Arsenal has no Leader that grows.")
    growth = owned.growth
    return RisingArsenal(
        faction=owned.faction,
        keywords=growth.keywords,
        path=growth.path,
        models=tuple(_grown(model, owned, figures) for model in owned.models),
        equipment=tuple(
            HeldEquipment(piece.id, piece.slug, piece.name, piece.id == growth.free)
            for piece in owned.upgrades
            if piece.kind == "equipment"
        ),
        scrip=owned.scrip,
        experience=growth.experience,
        advancements=growth.advancements,
        recovered=growth.recovered,
        owed_boxes=growth.owed_boxes,
        owed_injuries=growth.owed_injuries,
    )


def role_of(model: OwnedModel, growth: Growth) -> Literal["", "leader", "totem"]:
    """Whether it is the Leader or the Totem, or a copy of one."""
    if model.is_leader:
        return "leader"
    return "totem" if model.id == growth.totem_id else growth.of(model.id).role


def _grown(model: OwnedModel, owned: GrownArsenal, figures: Catalogue) -> GrownModel:
    growth, own = owned.growth, owned.growth.of(model.id)
    injuries = tuple(HeldInjury(injury.slug, injury.name) for injury in model.injuries)
    role = role_of(model, growth)
    card = {"leader": growth.leader, "totem": growth.totem}.get(role)
    if card is not None:
        return GrownModel(
            id=model.id,
            titles=(model.slug,),
            name=model.name,
            station=model.station,
            role=role,
            triggers=any(action.triggers for action in card.actions),
            attacks=any(action.kind == "attack" for action in card.actions),
            signature=any(action.signature for action in card.actions),
            injuries=injuries,
            lucky=own.lucky,
            gained=own.gained,
            copied=own.copied,
        )
    if figures.has_profile(model.slug):
        grown = grown_model(figures.profile(model.slug), figures, owned.cards)
    else:
        grown = GrownModel(id=0, titles=(model.slug,), name=model.name, costs=(model.cost,))
    return replace(
        grown,
        id=model.id,
        name=model.name,
        station=model.station,
        insignificant=model.insignificant,
        injuries=injuries,
        lucky=own.lucky,
        gained=own.gained,
        copied=own.copied,
    )


def grown_model(profile: Profile, figures: Catalogue, cards: Mapping[str, Source]) -> GrownModel:
    """What joins an Arsenal with that model, all titles of it together; without a number yet. A model without
    a card counts as one with all that a result may ask for."""
    titles = titles_of(profile, figures)
    slugs = tuple(each.slug for each in titles)
    actions = [action for slug in slugs if slug in cards for action in cards[slug].actions]
    known = any(slug in cards for slug in slugs)
    dearest = max(titles, key=lambda each: (each.cost or 0, each.slug == profile.slug))
    return GrownModel(
        id=0,
        titles=slugs,
        name=dearest.full_name,
        costs=tuple(each.cost or 0 for each in titles),
        station=dearest.station,
        insignificant=dearest.insignificant,
        triggers=not known or any(action.triggers for action in actions),
        attacks=not known or any(action.kind == "attack" for action in actions),
    )


def slugs_owned(owned: Arsenal, figures: Catalogue) -> Iterator[str]:
    """The slugs of all models, a title each; copies by a Lucky Miss are outside the limits."""
    for model in rising_arsenal(owned, figures).models:
        if not model.role and not model.copied:
            yield from model.titles
