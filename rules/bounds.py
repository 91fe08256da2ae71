"""The bounds of a figure, said once: where the figure is defined. Its check, its form and its JSON Schema
read them there.

>>> from typing import Annotated
>>> from msgspec import Meta, Struct
>>> class Wound(Struct):
...     amount: Annotated[int, within(0, 99)]
...     inches: Annotated[float, Meta(ge=0, le=6)] | None = None
>>> (
...     bounds_of(Wound)["amount"].words,
...     bounds_of(Wound)["inches"].most,
...     Wound(100).amount in bounds_of(Wound)["amount"],
... )
('0 to 99', 6, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct


class Bounds(Struct, frozen=True):
    """``least`` and ``most`` are both allowed; ``None`` where there is no bound."""

    least: float | None = None
    most: float | None = None

    def __contains__(self, value: float) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    @property
    def words(self) -> str:
        return f"{self.least:g} to {self.most:g}"


def within(least: float, most: float) -> Meta:
    """The note of a figure whose bounds are checked in words, all faults at once, and not by whoever
    reads it (as ``Meta(ge=…, le=…)`` are)."""
    return Meta(extra={"bounds": Bounds(least, most)}, extra_json_schema={"minimum": least, "maximum": most})


def bounds_in(kind: Any) -> Bounds | None:
    """The bounds of an annotated number, also of one that may be missing; ``None`` without any."""
    if get_origin(kind) is not Annotated:
        return next(filter(None, map(bounds_in, get_args(kind))), None)
    for note in get_args(kind)[1:]:
        if isinstance(note, Meta):
            if note.extra and "bounds" in note.extra:
                bounds: Bounds = note.extra["bounds"]
                return bounds
            if note.ge is not None or note.le is not None:
                return Bounds(note.ge, note.le)
    return None


def bounds_said(kind: Any) -> Bounds:
    """The bounds of an annotated number, which has some.

    >>> bounds_said(Annotated[int, Meta(ge=1, le=40)]).words
    '1 to 40'
    """
    bounds = bounds_in(kind)
    assert bounds is not None, f"{kind} has no bounds"
    return bounds


@cache
def bounds_of(kind: type[Struct]) -> Mapping[str, Bounds]:
    """The bounds of the struct's figures by their names."""
    hints = get_type_hints(kind, include_extras=True)
    said = {name: bounds_in(hints[name]) for name in kind.__struct_fields__}
    return MappingProxyType({name: bounds for name, bounds in said.items() if bounds is not None})
