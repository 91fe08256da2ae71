"""Line charts over time. Each line is one stop of the keyboard: focused or pointed at, it is emphasised and
shows its figures; the table beside the picture has all of them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

# One unit is a pixel on a phone of 375: letters of 12 stay readable there.
WIDTH, HEIGHT = 340, 220
LEFT, RIGHT, TOP, BOTTOM = 30, 24, 14, 24
TICKS = 5
DASHES = 4


class DrawnLine(Struct, frozen=True):
    """One line: ``mark`` is drawn at its end and in the legend, ``classes`` give its colour."""

    label: str
    mark: str
    classes: str
    values: tuple[int | None, ...]


class _Scale(Struct, frozen=True):
    low: int
    high: int
    steps: int

    def x(self, index: int) -> float:
        room = WIDTH - LEFT - RIGHT
        return round(LEFT + room * (index / (self.steps - 1) if self.steps > 1 else 0.5), 1)

    def y(self, value: float) -> float:
        room = HEIGHT - TOP - BOTTOM
        return round(TOP + room * (1 - (value - self.low) / (self.high - self.low)), 1)


def lines(title: str, unit: str, steps: Sequence[str], drawn: Sequence[DrawnLine]) -> SafeString:
    """The picture; ``steps`` name the places of the horizontal axis, each line has a value or ``None``
    for each. Nothing to draw is an empty string."""
    values = [value for line in drawn for value in line.values if value is not None]
    if not values:
        return mark_safe("")
    ticks = _ticks(min(0, *values), max(values))
    scale = _Scale(ticks[0], ticks[-1], len(steps))
    marks = _marks(drawn, scale)
    parts = [
        f'<svg class="line-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" '
        f'aria-label="{escape(title)}: {escape(unit)}">',
        *_axes(scale, ticks, steps),
        *(_line(line, number, scale, steps, marks[number]) for number, line in enumerate(drawn)),
        "</svg>",
    ]
    return mark_safe("".join(parts))


def _ticks(low: int, high: int) -> list[int]:
    """Round numbers from at most ``low`` to at least ``high``, a handful of them.

    >>> _ticks(0, 47), _ticks(-3, 4), _ticks(0, 0)
    ([0, 10, 20, 30, 40, 50], [-4, -2, 0, 2, 4], [0, 1])
    """
    span = max(1, high - low)
    power = 1
    while True:
        for factor in (1, 2, 5):
            step = factor * power
            if span <= step * TICKS:
                first = low // step * step
                count = -(-(high - first) // step)
                return [first + step * number for number in range(max(1, count) + 1)]
        power *= 10


def _axes(scale: _Scale, ticks: Sequence[int], steps: Sequence[str]) -> list[str]:
    parts = ['<g class="axes" aria-hidden="true">']
    for tick in ticks:
        y = scale.y(tick)
        zero = ' class="zero"' if tick == 0 else ""
        parts.append(f'<path{zero} d="M{LEFT} {y}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 6}" y="{y + 4}">{tick}</text>')
    every = max(1, -(-len(steps) // 9))
    for index in range(0, len(steps), every):
        x = scale.x(index)
        parts.append(f'<text class="step" x="{x}" y="{HEIGHT - 6}">{escape(steps[index])}</text>')
    return [*parts, "</g>"]


def _marks(drawn: Sequence[DrawnLine], scale: _Scale) -> list[tuple[float, float]]:
    """The place of each line's mark: beside its last point, moved apart so that none covers another."""
    ends: list[tuple[float, float]] = []
    for line in drawn:
        last = max((i for i, v in enumerate(line.values) if v is not None), default=None)
        value = line.values[last] if last is not None else None
        ends.append((scale.x(last), scale.y(value)) if last is not None and value is not None else (0, 0))
    order = sorted(range(len(ends)), key=lambda number: ends[number][1])
    room = min(12.0, (HEIGHT - TOP - BOTTOM) / max(1, len(ends) - 1))
    placed: list[float] = []
    for number in order:
        placed.append(max(ends[number][1], placed[-1] + room if placed else TOP))
    floor = float(HEIGHT - BOTTOM)
    for at in reversed(range(len(placed))):
        placed[at] = floor = min(placed[at], floor)
        floor -= room
    where = dict(zip(order, placed, strict=True))
    return [(ends[number][0], round(where[number], 1)) for number in range(len(ends))]


def _line(
    line: DrawnLine, number: int, scale: _Scale, steps: Sequence[str], mark: tuple[float, float]
) -> str:
    points = [(scale.x(i), scale.y(v), v) for i, v in enumerate(line.values) if v is not None]
    if not points:
        return ""
    text = ", ".join(
        f"{step} {value}" for step, value in zip(steps, line.values, strict=True) if value is not None
    )
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="2.6"/>' for x, y, _ in points)
    # A figure above a point near the ceiling would leave the picture.
    figures = "".join(
        f'<text x="{x}" y="{y - 7 if y > TOP + 12 else y + 16}">{value}</text>' for x, y, value in points
    )
    return (
        f'<g class="course {escape(line.classes)} dash-{number % DASHES}" tabindex="0" role="img" '
        f'aria-label="{escape(line.label)}: {escape(text)}"><title>{escape(line.label)}</title>'
        f'<path class="course-line" d="{_path(line.values, scale)}"/>{dots}'
        f'<text class="course-mark" x="{mark[0] + 6}" y="{mark[1] + 4}">{escape(line.mark)}</text>'
        f'<g class="course-figures">{figures}</g></g>'
    )


def _path(values: Sequence[int | None], scale: _Scale) -> str:
    """A break where a value is missing."""
    parts, drawing = [], False
    for index, value in enumerate(values):
        if value is None:
            drawing = False
            continue
        parts.append(f"{'L' if drawing else 'M'}{scale.x(index)} {scale.y(value)}")
        drawing = True
    return "".join(parts)
