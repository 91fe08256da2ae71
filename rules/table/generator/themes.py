"""Themes of generated tables: the amounts of terrain, which each guide lays with its own pieces."""

from __future__ import annotations

from msgspec import Struct

from rules.refusal import Refusal
from rules.table.presets.kinds import Guide, PieceKind, Weighted


class WeightedKinds(Struct, frozen=True):
    """Kinds of one sort of terrain, with their weights."""

    kinds: tuple[PieceKind, ...]
    weights: tuple[int, ...]


class Style(Struct, frozen=True):
    """A theme in the pieces of one guide. ``screen`` is placed across a line with little room."""

    solid: WeightedKinds
    woods: WeightedKinds
    rough: WeightedKinds
    fog: WeightedKinds
    others: WeightedKinds
    screen: PieceKind


class Theme(Struct, frozen=True):
    """A theme. ``woods`` is the share of Severe terrain that is also Dense and Concealing; ``fog`` and
    ``others`` are shares of the whole terrain."""

    slug: str
    name: str
    woods: float
    fog: float
    others: float

    def of(self, guide: Guide) -> Style:
        """The theme in the pieces of that guide."""
        return Style(
            _choice(guide, guide.solid.get(self.slug) or guide.solid[""]),
            _choice(guide, guide.woods),
            _choice(guide, guide.rough),
            _choice(guide, guide.fog),
            _choice(guide, guide.others.get(self.slug) or guide.others[""]),
            guide.kind(guide.screen),
        )


def _choice(guide: Guide, weighted: Weighted) -> WeightedKinds:
    return WeightedKinds(
        tuple(guide.kind(slug) for slug, _ in weighted), tuple(weight for _, weight in weighted)
    )


THEMES = (
    Theme("town", "A town", 0.3, 0.0, 0.08),
    Theme("wilds", "The wilds", 0.5, 0.02, 0.12),
    Theme("bayou", "The bayou", 0.4, 0.06, 0.06),
    Theme("quarry", "A quarry", 0.15, 0.04, 0.12),
    Theme("graveyard", "A graveyard", 0.35, 0.08, 0.06),
)
_BY_SLUG = {theme.slug: theme for theme in THEMES}


def theme(slug: str) -> Theme:
    """The theme of that slug. Raise ``Refusal`` when there is none."""
    try:
        return _BY_SLUG[slug]
    except KeyError:
        raise Refusal(f"There is no theme {slug!r}.", fix="Choose one of the list.") from None
