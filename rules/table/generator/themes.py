"""Themes of generated tables: the amounts of terrain, in the pieces of either guide."""

from __future__ import annotations

from msgspec import Struct

from rules.refusal import Refusal
from rules.table.presets.kinds import Guide, PieceKind, piece_kind

Weighted = tuple[tuple[str, int], ...]


class Choice(Struct, frozen=True):
    """Kinds of one sort of terrain, with their weights."""

    kinds: tuple[PieceKind, ...]
    weights: tuple[int, ...]


class Style(Struct, frozen=True):
    """A theme in the pieces of one guide. ``screen`` is placed across a line with little room."""

    solid: Choice
    woods: Choice
    rough: Choice
    fog: Choice
    others: Choice
    screen: PieceKind


class Theme(Struct, frozen=True):
    """A theme. ``woods`` is the share of Severe terrain that is also Dense and Concealing; ``fog`` and
    ``others`` are shares of the whole terrain. The other fields are weights of kinds."""

    slug: str
    name: str
    woods: float
    fog: float
    others: float
    solid: Weighted
    other: Weighted
    solid_t2: Weighted
    other_t2: Weighted

    def of(self, guide: Guide) -> Style:
        if guide == "t2":
            return Style(
                _choice(self.solid_t2),
                _choice((("t2-forest", 1),)),
                _choice((("t2-rough", 1), ("t2-briars", 1))),
                _choice((("t2-fog", 1),)),
                _choice(self.other_t2),
                piece_kind("t2-obstacle"),
            )
        return Style(
            _choice(self.solid),
            _choice((("woods", 1),)),
            _choice((("water", 2), ("briars", 1), ("scree", 2))),
            _choice((("fog-bank", 1),)),
            _choice(self.other),
            piece_kind("wall"),
        )


def _choice(weighted: Weighted) -> Choice:
    return Choice(tuple(piece_kind(slug) for slug, _ in weighted), tuple(weight for _, weight in weighted))


_HOUSES = (("t2-building", 2), ("t2-access", 1), ("t2-enclosed", 3), ("t2-obstacle", 2))
_ROCKS = (("t2-obstacle", 4), ("t2-building", 1), ("t2-enclosed", 3))

THEMES = (
    Theme(
        "town",
        "A town",
        0.3,
        0.0,
        0.08,
        (("flat-building", 4), ("steep-building", 3), ("enterable-building", 1), ("crates", 3), ("wall", 4)),
        (("fence", 3), ("hill", 1), ("barbed-wire", 1)),
        _HOUSES,
        (("t2-trap", 1), ("t2-deep-water", 1)),
    ),
    Theme(
        "wilds",
        "The wilds",
        0.5,
        0.02,
        0.12,
        (("steep-building", 3), ("wall", 2), ("crates", 2), ("flat-building", 2)),
        (("hill", 4), ("barbed-wire", 1)),
        _ROCKS,
        (("t2-trap", 2), ("t2-deep-water", 1)),
    ),
    Theme(
        "bayou",
        "The bayou",
        0.4,
        0.06,
        0.06,
        (("flat-building", 3), ("crates", 4), ("wall", 2), ("steep-building", 2)),
        (("hill", 2), ("fence", 2)),
        _ROCKS,
        (("t2-deep-water", 3), ("t2-trap", 1)),
    ),
    Theme(
        "quarry",
        "A quarry",
        0.15,
        0.04,
        0.12,
        (("steep-building", 4), ("wall", 4), ("crates", 4)),
        (("hill", 4), ("barbed-wire", 2)),
        _ROCKS,
        (("t2-trap", 3),),
    ),
    Theme(
        "graveyard",
        "A graveyard",
        0.35,
        0.08,
        0.06,
        (("wall", 5), ("steep-building", 3), ("crates", 3), ("enterable-building", 1)),
        (("fence", 4), ("hill", 2)),
        _HOUSES,
        (("t2-trap", 1),),
    ),
)
_BY_SLUG = {theme.slug: theme for theme in THEMES}


def theme(slug: str) -> Theme:
    """Return the theme of that slug. Raise ``Refusal`` when there is none."""
    try:
        return _BY_SLUG[slug]
    except KeyError:
        raise Refusal(f"There is no theme {slug!r}.", fix="Choose one of the list.") from None
